"""Settings of the tests: the demonstration's, with test secrets and a database the fixtures put in place later."""

import os

os.environ.setdefault("CROUPIER_MODE", "demonstration")
os.environ.setdefault("SECRET_KEY", "only-for-tests-" * 4)
os.environ.setdefault("PIN_KEY", "only-for-tests-too-" * 2)
os.environ.setdefault("ALLOWED_HOSTS", "testserver,127.0.0.1,localhost")
os.environ.setdefault("PUBLIC_URL", "http://127.0.0.1:8000")
# No test finds what a casino that is served from this folder keeps; those that need these folders make their own.
os.environ.setdefault("DATA_DIR", "/nonexistent/croupier-tests")
# Placeholders: a test that needs no database never starts one, and one that forgets to ask for it fails at once.
os.environ.setdefault("DATABASE_URL", "postgresql:///none?host=/nonexistent")
os.environ.setdefault("REDIS_URL", "unix:///nonexistent/redis?db=0")
# The synchronous interface of Playwright keeps an event loop in the test's thread, which Django would take for
# asynchronous code that calls the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from casino.settings import *  # noqa: F403 - the environment has to come first

# Tablets are driven by the machine's own address too, which differs.
ALLOWED_HOSTS = ["*"]
# Files straight from their folders: no collectstatic before a test.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["tests.hashers.CheapArgon2"]
