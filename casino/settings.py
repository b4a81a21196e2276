"""All settings of the service, read from the environment.

`CROUPIER_MODE` is `production` unless it says otherwise: then every setting below that has no default must be there, and
the service speaks HTTPS only. `demonstration` (script/serve and the tests set it) may speak plain HTTP on a loopback address.
docs/operations.md lists the variables; docs/decisions/0002 tells why they are read this way.
"""

import sys
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

from casino.environment import Requirements, broker_url, database, origins

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
needs = Requirements(env)

# --- What must be given ------------------------------------------------------------------------------------------------

MODE = env.str("CROUPIER_MODE", default="production")
DEMONSTRATION = MODE == "demonstration"
if MODE not in ("production", "demonstration"):
    needs.complain("CROUPIER_MODE", f"is {MODE!r}; it must be production (the default) or demonstration")

SECRET_KEY = needs.secret("SECRET_KEY", "signs sessions and forms; at least 50 random characters", shortest=50)
# Outside the database, so that a stolen database alone cannot be searched for six-digit PINs (OPS 1.6).
PIN_KEY = needs.secret("PIN_KEY", "keys the PINs; at least 32 random characters, never the SECRET_KEY", shortest=32)
DATABASE_URL = needs.text("DATABASE_URL", "postgresql://role:password@host/database, as the application's role")
REDIS_URL = needs.text("REDIS_URL", "redis://:password@host:6379/0, the queue of background work")
ALLOWED_HOSTS = needs.names("ALLOWED_HOSTS", "host names the service answers to, separated by commas")
PUBLIC_URL = needs.https("PUBLIC_URL", "the address people type, beginning with https://", plain_allowed=DEMONSTRATION)
if PIN_KEY and PIN_KEY == SECRET_KEY:
    needs.complain("PIN_KEY", "must differ from SECRET_KEY")
# Which commit was deployed, for the entry of the deploy (AUD 7.6); the image or the unit that starts the service knows it.
SOURCE_COMMIT = needs.pattern(
    "SOURCE_COMMIT", "the commit that is deployed, at most 64 letters and digits", r"[0-9A-Za-z]{0,64}"
)
DEBUG = env.bool("DEBUG", default=False)
if DEBUG and not DEMONSTRATION:
    needs.complain("DEBUG", "shows secrets to strangers; leave it out in production")

# --- Transport ---------------------------------------------------------------------------------------------------------

HTTPS = PUBLIC_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = origins(PUBLIC_URL, env.list("CSRF_TRUSTED_ORIGINS", default=[]))
# Only behind a proxy that always sets or strips this header: else a client could claim HTTPS.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("TRUST_PROXY", default=False) else None
SECURE_SSL_REDIRECT = HTTPS
# A load balancer and the container's own check ask for these over plain HTTP from inside.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_INCLUDE_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore it over plain HTTP, and say so in the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# The prefix makes the browser itself refuse such a cookie from a sibling domain or over plain HTTP.
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "croupier-session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "croupier-csrf"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 12 * 60 * 60  # a shift
# In the database: signing a person out, or taking away a role, ends the session at once.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
# The largest honest request is a round's wagers or a rule change: a few kilobytes.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 0
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# --- The application ---------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "tables",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "casino.middleware.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "casino.middleware.BodyLimit",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.language.ReaderLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "casino.urls"
WSGI_APPLICATION = "casino.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- Storage -----------------------------------------------------------------------------------------------------------

DATABASES = {"default": database(DATABASE_URL, needs)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
# What lies outside the database: a folder the web and the workers share.
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / ".local" / "data")))
# Copies of the signed checkpoints: better on another machine, where nothing can be taken away again (AUD 3.1).
CHECKPOINT_DIR = Path(env.str("CHECKPOINT_DIR", default=str(DATA_DIR / "checkpoints")))
# The private key; None in a process that signs nothing.
CHECKPOINT_KEY_FILE = needs.key_file(
    "CHECKPOINT_KEY_FILE",
    "the key that signs checkpoints, or none",
    default=DATA_DIR / "checkpoint-key.pem" if DEMONSTRATION else None,
)
# Who cosigns the checkpoints, and how many of them have to (AUD 3.3).
CHECKPOINT_WITNESSES = needs.witnesses("CHECKPOINT_WITNESSES")
# What is trusted of the keys that sign, whatever lies beside the copies (AUD 3.4).
CHECKPOINT_PINNED_KEYS = needs.pinned_keys("CHECKPOINT_PINNED_KEYS", "the keys that are trusted, as ids or PEM files")
EXPORT_DIR = Path(env.str("EXPORT_DIR", default=str(DATA_DIR / "exports")))
# Upward only (AUD 4.5): exports are kept as long, and with a legal hold for ever; entries are never deleted at all.
AUDIT_RETENTION_YEARS = needs.at_least("AUDIT_RETENTION_YEARS", "the years that exports are kept", 7)
AUDIT_LEGAL_HOLD = env.bool("AUDIT_LEGAL_HOLD", default=False)

# --- People ------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tables.Person"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/login/"

# --- Words and times ---------------------------------------------------------------------------------------------------

# Commands and what has no reader speak English; pages follow their reader (docs/decisions/0133).
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("nl", "Nederlands"), ("it", "Italiano"), ("ro", "Română"), ("es", "Español")]
HOUSE_LANGUAGE = needs.one_of("HOUSE_LANGUAGE", "the language of the house", [code for code, _name in LANGUAGES])
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files ------------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "static-root")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "casino.storage.HashedStaticFiles"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# --- API ---------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tables.api.http.parsers.StrictJSONParser"],
    # The token first: it is what an answer 401 asks for.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tables.api.http.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
    # Whose tries are counted: the proxy's word for it is taken only where there is a proxy.
    "NUM_PROXIES": 1 if SECURE_PROXY_SSL_HEADER else 0,
    "EXCEPTION_HANDLER": "tables.api.http.problems.handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "COERCE_DECIMAL_TO_STRING": False,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Croupier",
    "DESCRIPTION": "Physical High Card Flush tables: rounds, settlement, house rules and the audit trail.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": ["tables.api.openapi.schema.add_components"],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
}

# --- Background work: casino/celery.py shows what runs when ------------------------------------------------------------

CELERY_BROKER_URL = broker_url(REDIS_URL)

# --- Logging: to standard error; neither bodies, cookies nor query parameters are ever written --------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "stream": sys.stderr, "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Database errors quote values; at this level a statement with its parameters would be written too.
        "django.db.backends": {"level": "WARNING"},
        "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}

if needs.complaints:
    raise ImproperlyConfigured(needs.message(MODE))
