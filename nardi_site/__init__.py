"""Composition root: settings, urls, the ASGI and Celery applications."""

from nardi_site.celery import app as celery_app

__all__ = ["celery_app"]
