"""The Celery application: the sweep's beat and its tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardi_site.settings")

app = Celery("nardi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
