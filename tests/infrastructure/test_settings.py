"""What the service needs before it starts, and what it does without."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import environ
import pytest

from casino.environment import Requirements, broker_url, database, origins

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "SECRET_KEY": "s" * 50,
    "PIN_KEY": "p" * 32,
    "DATABASE_URL": "postgresql://croupier_app:secret@database.invalid/croupier",
    "REDIS_URL": "redis://queue.invalid:6379/0",
    "ALLOWED_HOSTS": "casino.invalid",
    "PUBLIC_URL": "https://casino.invalid",
    "CHECKPOINT_KEY_FILE": "none",
}


def manage(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with nothing in its environment but what is given."""
    clean = {"PATH": os.environ["PATH"], **environment}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=clean, input=stdin, capture_output=True, text=True, check=False, timeout=60
    )


def test_1_3_production_names_every_missing_setting_at_once():
    done = manage("check")
    assert done.returncode == 1
    assert "production mode" in done.stderr
    assert "Traceback" not in done.stderr
    for name in PRODUCTION:
        assert f"{name} is missing" in done.stderr


@pytest.mark.parametrize("name", PRODUCTION)
def test_1_3_production_refuses_to_start_without(name):
    done = manage("check", **{key: value for key, value in PRODUCTION.items() if key != name})
    assert done.returncode == 1
    assert done.stderr.count("\n  - ") == 1
    assert f"{name} is missing" in done.stderr


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"PUBLIC_URL": "http://casino.invalid"}, "PUBLIC_URL is no https address"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"PIN_KEY": "s" * 50}, "PIN_KEY must differ from SECRET_KEY"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must not be '*'"),
        ({"DATABASE_URL": "sqlite:///here"}, "DATABASE_URL is no postgresql:// address"),
        ({"DEBUG": "true"}, "DEBUG shows secrets"),
        ({"AUDIT_RETENTION_YEARS": "6"}, "AUDIT_RETENTION_YEARS must be a whole number of at least 7"),
        ({"CHECKPOINT_KEY_FILE": "/nonexistent/key.pem"}, "CHECKPOINT_KEY_FILE names a file that cannot be read"),
        ({"CHECKPOINT_KEY_FILE": "/"}, "CHECKPOINT_KEY_FILE names what is no file"),
        ({"CHECKPOINT_KEY_FILE": __file__}, "CHECKPOINT_KEY_FILE names a file that others than its owner can read"),
        ({"CHECKPOINT_WITNESSES": "https://w.invalid x"}, "CHECKPOINT_WITNESSES is not like 2 of https://address vkey"),
        ({"CROUPIER_MODE": "testing"}, "CROUPIER_MODE is 'testing'"),
    ],
)
def test_1_3_production_refuses(change, complaint):
    done = manage("check", **(PRODUCTION | change))
    assert done.returncode == 1
    assert complaint in done.stderr
    assert "secret@" not in done.stderr


def test_aud_3_1_the_key_is_made_by_a_command_that_needs_no_settings(tmp_path: Path) -> None:
    """Once; it prints the public half, and prints it again when asked."""
    key = tmp_path / "keys" / "checkpoint.pem"
    made = manage("make_checkpoint_key", str(key))
    assert (made.returncode, made.stdout.splitlines()[0]) == (0, "-----BEGIN PUBLIC KEY-----"), made.stderr
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert manage("check", **PRODUCTION | {"CHECKPOINT_KEY_FILE": str(key)}).returncode == 0
    again = manage("make_checkpoint_key", str(key))
    assert again.returncode == 1
    assert "is there already" in again.stderr
    assert manage("make_checkpoint_key", "--public", str(key)).stdout == made.stdout


def test_production_starts_with_its_settings_and_speaks_https_only():
    names = ["SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS", "DEBUG"]
    code = f"from django.conf import settings; print([getattr(settings, name) for name in {names}])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "casino.settings", **PRODUCTION},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[True, True, True, 31536000, False]"


@pytest.mark.parametrize("module", ["casino.wsgi", "casino.celery"])
def test_1_3_neither_web_nor_worker_starts_without_settings(module):
    code = f"import {module}; {module}.__dict__.get('app') and {module}.app.conf.broker_url"
    clean = {"PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=clean, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "PIN_KEY is missing" in done.stderr


def test_1_3_settle_needs_no_settings_and_no_database():
    done = manage("settle", stdin="no json\n")
    assert '"bad_json"' in done.stdout
    assert done.returncode == 1
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["settle", "odds", "permissions"])
def test_1_3_calculators_are_found_with_an_empty_environment(command):
    done = manage(command, "--help")
    assert done.returncode == 0, done.stderr


def test_calculators_load_no_model_and_no_driver():
    code = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'casino.calculator'; django.setup();"
        "from django.core.management import load_command_class; load_command_class('tables', 'settle');"
        "print([name for name in ('tables.models', 'psycopg', 'rest_framework', 'celery') if name in sys.modules])"
    )
    clean = {"PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=clean, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_works_before_anything_is_configured():
    done = manage("help")
    assert done.returncode == 0
    assert "settle" in done.stdout


def test_a_database_address_may_name_a_socket_folder():
    found = database(
        "postgresql://role:p%40ss@/croupier?host=%2FSome%2FFolder&sslmode=disable", Requirements(environ.Env())
    )
    assert (found["HOST"], found["USER"], found["PASSWORD"], found["NAME"]) == (
        "/Some/Folder",
        "role",
        "p@ss",
        "croupier",
    )
    assert found["OPTIONS"]["sslmode"] == "disable"
    assert "host" not in found["OPTIONS"]


@pytest.mark.parametrize(
    ("redis_url", "expected"),
    [
        ("redis://:pw@host:6379/2", "redis://:pw@host:6379/2"),
        ("unix://:pw@/run/redis?db=3", "redis+socket://:pw@/run/redis?virtual_host=3"),
        ("unix:///run/redis", "redis+socket:///run/redis?virtual_host=0"),
    ],
)
def test_celery_is_told_of_redis_in_its_own_spelling(redis_url, expected):
    assert broker_url(redis_url) == expected


def test_trusted_origins_have_no_path():
    assert origins("https://casino.invalid/x", ["https://other.invalid:8443"]) == [
        "https://casino.invalid",
        "https://other.invalid:8443",
    ]


def test_a_reader_who_leaves_is_no_error():
    """What `head` does, for a command that does nothing about it itself."""
    command = [sys.executable, "manage.py", "permissions"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env={}) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
