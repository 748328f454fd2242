"""The site's settings with what only tests need: a folder of their own, speed."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# Set before the site's settings are read. The workers of one run inherit the
# folder; two runs in one checkout never share it.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["NARDI_DATA"] = tempfile.mkdtemp(prefix="nardi-tests-")
    atexit.register(shutil.rmtree, os.environ["NARDI_DATA"], ignore_errors=True)

from nardi_site.settings import *
from nardi_site.settings import DATA_DIR, INSTALLED_APPS, STATIC_ROOT, STORAGES

INSTALLED_APPS = [*INSTALLED_APPS, "django_linear_migrations"]

# Where the private PostgreSQL of `tests.postgres` listens, when it runs.
if POSTGRES := os.environ.get("NARDI_TEST_POSTGRES"):
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": POSTGRES,
            "USER": "postgres",
            "NAME": "postgres",
        }
    }

# Hashing as slowly as for real would take half of the tests' time.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Pages are rendered without collecting static files first.
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)
DATA_DIR.mkdir(parents=True, exist_ok=True)
