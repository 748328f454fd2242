"""All settings, in one file, from the environment.

Two ways to run. Embedded, the default: one process, SQLite, everything in
memory. Production: `DATABASE_URL` (PostgreSQL) and `REDIS_URL` are both set.
A half-way mix is refused, because a worker in another process would publish
into a channel layer that nobody hears.
"""

import os
from pathlib import Path
from typing import Any

import django_stubs_ext
import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from nardi_site import production
from nardi_site.secret import secret_key_kept

# Admin classes are generic to the type checker; this makes them so at run time.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()

DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")


def whole(name: str, *, default: int, least: int = 0) -> int:
    """Return a whole number of the environment; raises ImproperlyConfigured."""
    try:
        value: int = env.int(name, default=default)
    except ValueError:
        value = least - 1
    if value < least:
        raise ImproperlyConfigured(f"{name} must be a whole number, {least} or more.")
    return value


production.addresses_check(database=DATABASE_URL, redis=REDIS_URL)
EMBEDDED = not DATABASE_URL

DATA_DIR = Path(env.str("NARDI_DATA", default=str(BASE_DIR / "var")))

DEBUG = env.bool("DEBUG", default=False)
# Not through `env`, which takes a value that begins with $ for another's name.
SECRET_KEY = os.environ.get("SECRET_KEY", "")
if EMBEDDED:
    SECRET_KEY = SECRET_KEY or secret_key_kept(DATA_DIR / "secret-key")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1"])
else:
    if not SECRET_KEY:
        raise ImproperlyConfigured("Set the SECRET_KEY environment variable")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
    if not ALLOWED_HOSTS:
        raise ImproperlyConfigured(
            "Set the ALLOWED_HOSTS environment variable to the site's names, with "
            "commas between them."
        )
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# --- Applications -----------------------------------------------------------

INSTALLED_APPS = [
    "nardi_site",
    "accounts",
    "coins",
    "games.board",
    "games.rulebook",
    "games.tables",
    "games.players",
    "games.desk",
    "nardi_site.staff_app.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "nardi_site.assets.AssetsMiddleware",
    # A board is mostly the same few words. What a page keeps from strangers, the
    # token of its forms, is masked anew each time: its length tells nothing.
    "django.middleware.gzip.GZipMiddleware",
    "nardi_site.georgian.NoCapitalsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.tongues.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.DeskMiddleware",
]

ROOT_URLCONF = "nardi_site.urls"
ASGI_APPLICATION = "nardi_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            # Its filter takes the place of Django's.
            "builtins": ["nardi_site.templatetags.capitals"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.views.news",
                "games.tables.views.way_back",
            ],
        },
    }
]

# --- Database ---------------------------------------------------------------

if EMBEDDED:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "db.sqlite3",
            # Reopening a connection costs more than half of a command.
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # IMMEDIATE is the row lock of SQLite: select_for_update is
                # ignored there, so a transaction takes the write lock first.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"),
            },
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
        }
    }
else:
    DATABASES = {
        "default": production.database_of(
            DATABASE_URL, pool_size=whole("DATABASE_POOL_SIZE", default=16, least=1)
        )
    }
# Threads in which a web process does what its sockets ask of the database: one
# at a time writes to SQLite anyway.
DATABASE_THREADS = 1 if EMBEDDED else 8
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Channel layer, cache, Celery -------------------------------------------

if EMBEDDED:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {"BACKEND": "nardi_site.layers.ServerLoopLayer"},
    }
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    }
    CELERY_BROKER_URL = "memory://localhost"
    # The default of one second makes an immediate task up to 1.9 s late.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
else:
    CHANNEL_LAYERS = {"default": production.layer_of(REDIS_URL)}
    CACHES = {"default": production.cache_of(REDIS_URL)}
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = production.broker_options()
CELERY_TASK_IGNORE_RESULT = True
# Tasks are short and wait for the database; each thread has a connection of its own.
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = whole("WORKER_THREADS", default=8, least=1)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# What other workers say of themselves is of no use here, and takes a second at
# every start and after every return of Redis.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A task that could not be sent is found again by the next sweep.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BEAT_SCHEDULER = "nardi_site.beat:Beat"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tables.tasks.sweep", "schedule": 0.25},
    "ledger-audit": {
        "task": "coins.tasks.ledger_audit",
        "schedule": crontab(hour=0, minute=30),
    },
    "forget": {
        "task": "accounts.tasks.forget",
        "schedule": crontab(hour=1, minute=0),
    },
}

# --- Accounts ---------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
# Alone: Django's own beside it would hash every wrong password twice.
AUTHENTICATION_BACKENDS = ["accounts.backends.NameOrEmailBackend"]
PASSWORD_HASHERS = [
    "accounts.hashers.CappedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
# Each takes 100 MB while it runs.
PASSWORD_HASHES_AT_ONCE: int = whole("PASSWORD_HASHES_AT_ONCE", default=2, least=1)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "tables:lobby"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
# A letter goes out at sign-up; who has not answered it plays at the free tables.
ACCOUNT_EMAIL_VERIFICATION = "optional"
# One address a player: another takes its place once it is confirmed.
ACCOUNT_CHANGE_EMAIL = True
# By a button on the page: mail scanners open every link.
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "account_email"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_SESSION_REMEMBER = True
# An address that is another's already signs up like any other, to be told so in
# its mailbox alone.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Before the address, the second factor or the like is changed.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
# allauth's own limits for the rest. Failed log-ins are counted by the adapter,
# letters to an address by the form. "login_failed" is left for wrong codes of a
# second factor, which only those who have the password can enter.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "login_failed": "5/5m/key",
    "signup": "20/m/ip,100/d/ip",
    "reset_password": "20/m/ip",
}
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# An address that is not confirmed is no way into an account here.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Nardi"
# The code before and the one after: clocks differ.
MFA_TOTP_TOLERANCE = 1
# Passkeys are for https, and for `make run` on localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = EMBEDDED
MFA_FORMS = {
    "authenticate": "accounts.factor_forms.AuthenticateForm",
    "reauthenticate": "accounts.factor_forms.ReauthenticateForm",
    "activate_totp": "accounts.factor_forms.ActivateTOTPForm",
    "authenticate_webauthn": "accounts.factor_forms.AuthenticateWebAuthnForm",
    "login_webauthn": "accounts.factor_forms.LoginWebAuthnForm",
    "reauthenticate_webauthn": "accounts.factor_forms.ReauthenticateWebAuthnForm",
    "add_webauthn": "accounts.factor_forms.AddWebAuthnForm",
    "edit_webauthn": "accounts.factor_forms.EditWebAuthnForm",
    "generate_recovery_codes": "accounts.factor_forms.GenerateRecoveryCodesForm",
}
# Whoever runs the site enters the admin with a second factor.
ADMIN_NEEDS_SECOND_FACTOR = not EMBEDDED
# How many proxies of our own stand between the network and the site: the
# visitor's address is read from what they add, and from nothing before it.
ALLAUTH_TRUSTED_PROXY_COUNT = whole("TRUSTED_PROXY_COUNT", default=0 if EMBEDDED else 1)

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="nardi@localhost")
# Where people write to those who run the site; the contact page shows it.
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default=DEFAULT_FROM_EMAIL)

# --- Languages and time -----------------------------------------------------

LANGUAGE_CODE = "ka"
LANGUAGES = [
    ("ka", "ქართული"),
    ("en", "English"),
    ("ru", "Русский"),
    ("tr", "Türkçe"),
]
# A choice is for longer than a browser stays open.
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"  # as `accounts.tongues` sets it
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "nardi_site.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -----------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
# Only the site itself needs its scripts and fonts.
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "nardi_site.assets.AssetsStorage"},
}

# --- Security ---------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
HTTPS = env.bool("HTTPS", default=not EMBEDDED)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # other names below the domain are not the site's to decide
    "security.W008",  # nginx redirects to HTTPS
    "security.W021",  # nor is the browsers' preload list
]

# --- The coin ---------------------------------------------------------------

# Whole coins, above 0. The coin is never money; these are all that is given.
COINS_SIGNUP_GRANT = whole("COINS_SIGNUP_GRANT", default=1_000, least=1)
COINS_DAILY_GIFT = whole("COINS_DAILY_GIFT", default=100, least=1)
COINS_TOP_UP_TO = whole("COINS_TOP_UP_TO", default=200, least=1)
# The function that tells the audit what each table must hold: number → coins.
COINS_HELD_AT_TABLES = "games.tables.selectors.coins_held"

# --- The table --------------------------------------------------------------

TABLE_OPENING_MS = 2_500
TABLE_PAUSE_MS = 2_500
TABLE_BETWEEN_MS = 6_000
TABLE_BEGIN_SECONDS = 120
TABLE_GRACE_SECONDS = whole("TABLE_GRACE_SECONDS", default=60)
TABLE_ABSENCE_SECONDS = whole("TABLE_ABSENCE_SECONDS", default=180)
# Absences that began within this of each other make the match void.
TABLE_TOGETHER_SECONDS = 5
# Turns in a row left wholly to the server count as leaving; 0 turns it off.
TABLE_UNATTENDED_TURNS = whole("TABLE_UNATTENDED_TURNS", default=3)
TABLE_PUBLIC_OPEN_SECONDS = 60
TABLE_PRIVATE_OPEN_HOURS = 24

# --- Outages ----------------------------------------------------------------

PROCESS_BEAT_SECONDS = 1
# A process that has been silent for this long holds no sockets any more.
PROCESS_SILENT_SECONDS = 8
# A site that was not well for this long has had an outage.
OUTAGE_SECONDS = 4
OUTAGE_SLACK_SECONDS = 20
# Most seated players cut off within so many seconds is the line's doing; for so
# long at most, unless one comes back before; less long while some are still there.
OUTAGE_VANISHING_SECONDS = 10
OUTAGE_VANISHED_SECONDS = 600
OUTAGE_VANISHED_MOST_SECONDS = 60

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
    },
    "filters": {"not_away": {"()": "nardi_site.away.NotAway"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {
        "handlers": ["stderr"],
        "level": env.str("LOG_LEVEL", default="WARNING"),
    },
    "loggers": {
        # Wrong addresses and host names are the scanners' doing, not the site's.
        "django.request": {"level": "ERROR", "filters": ["not_away"]},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
