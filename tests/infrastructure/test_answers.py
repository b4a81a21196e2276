"""What every answer carries, and the two addresses that tell how the service is."""

import pytest
from django.core.management import call_command
from django.test import Client

from casino.headers import policy


def test_every_answer_carries_a_strict_policy(client: Client):
    headers = client.get("/healthz").headers
    directives = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert directives["default-src"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert directives["frame-ancestors"] == "'none'"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_view_may_loosen_one_directive_only():
    assert policy(style_src="'self' 'unsafe-inline'") == policy().replace(
        "style-src 'self'", "style-src 'self' 'unsafe-inline'"
    )


def test_a_body_too_large_is_refused_before_it_is_read(client: Client):
    answer = client.post("/healthz", data=b"x", content_type="application/json", headers={"content-length": "1"})
    assert answer.status_code == 405
    answer = client.post("/healthz", data=b"x" * 300_000, content_type="application/json")
    assert answer.status_code == 413


def test_healthz_asks_nobody(client: Client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"alive\n")


@pytest.mark.django_db
def test_readyz_says_that_all_is_there(client: Client):
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "database": True, "migrations": True, "redis": True}


@pytest.mark.django_db
def test_readyz_names_what_is_missing(client: Client, settings):
    settings.REDIS_URL = "unix:///nonexistent/redis"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "database": True, "migrations": True, "redis": False}


@pytest.mark.django_db
def test_models_and_migrations_agree():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
