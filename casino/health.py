"""Tells a monitor whether the service lives and whether it can work."""

from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.backoff import NoBackoff
from redis.retry import Retry

UNAVAILABLE = 503


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer as long as the process can answer at all: a monitor that restarts on this must not restart for a lost database."""
    return HttpResponse("alive\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Say whether database, migrations and queue are there; details go to the log, not to a stranger."""
    checks = {name: check() for name, check in CHECKS.items()}
    ready = all(checks.values())
    return JsonResponse({"ready": ready, **checks}, status=200 if ready else UNAVAILABLE)


def database_answers() -> bool:
    """Ask the database for a number."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def migrations_applied() -> bool:
    """Compare the migrations of the code with those the database knows."""
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return False


def redis_answers() -> bool:
    """Ask Redis for a sign of life."""
    try:
        once = Retry(NoBackoff(), 0)
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, retry=once) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


CHECKS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "migrations": migrations_applied,
    "redis": redis_answers,
}
