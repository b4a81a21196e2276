"""Databases that an earlier commit left behind, as they are and brought up to date (tests/upgrades/README.md)."""

import json
import lzma
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from pytest_django import DjangoDbBlocker

from local.postgres import APPLICATION, OWNER
from tables.models import Casino, Person, Table
from tests.cast import Cast
from tests.fixtures.servers import ROOT, Servers, process_name
from tests.upgrades.evening import PARTS

HERE = Path(__file__).resolve().parent
EMPTY = "template0"


@dataclass(frozen=True)
class Upgrade:
    """A database that was brought up to date, and what is known of the one that was kept."""

    name: str
    known: dict[str, Any]

    def at(self, number: int) -> Cast:
        """The people at a table."""
        people = {part: Person.objects.get(badge=badge) for part, badge in PARTS.items()}
        return Cast(Casino.objects.get(), Table.objects.get(number=number), people)


def migrate(servers: Servers, database: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Bring a database up to date as its owner, as script/serve and the images do; gives the process that ended."""
    environment = os.environ | {
        "DATABASE_URL": servers.postgres.url(OWNER, database),
        "DATABASE_APP_ROLE": APPLICATION,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)


@pytest.fixture(scope="module", params=sorted(path.name.partition(".")[0] for path in HERE.glob("*.sql.xz")))
def commit(request: pytest.FixtureRequest) -> str:
    """One of the commits of which a database is kept."""
    return str(request.param)


@pytest.fixture(scope="module")
def kept(servers: Servers, django_db_blocker: DjangoDbBlocker, commit: str) -> Iterator[str]:
    """The name of a database as the commit left it."""
    with django_db_blocker.unblock(), servers.clone(f"kept_{process_name()}", EMPTY) as name:
        with servers.connect(OWNER, name) as owner, lzma.open(HERE / f"{commit}.sql.xz", "rt") as file:
            owner.execute(file.read())
        yield name


@pytest.fixture(scope="module")
def migrated(servers: Servers, kept: str) -> Iterator[str]:
    """The name of a copy of it that was brought up to date."""
    with servers.clone(f"migrated_{process_name()}", kept) as name:
        done = migrate(servers, name)
        assert done.returncode == 0, done.stderr
        yield name


@pytest.fixture
def upgraded(servers: Servers, migrated: str, commit: str, settings: LazySettings, tmp_path: Path) -> Iterator[Upgrade]:
    """A copy of the test's own, with what lies outside the database beside it."""
    shutil.copytree(HERE / f"{commit}.outside", tmp_path / "outside")
    settings.CHECKPOINT_DIR = tmp_path / "outside" / "checkpoints"
    settings.CHECKPOINT_KEY_FILE = tmp_path / "outside" / "checkpoint-key.pem"
    settings.EXPORT_DIR = tmp_path / "exports"
    known = json.loads((HERE / f"{commit}.json").read_text(encoding="utf-8"))
    with servers.clone(f"upgraded_{process_name()}", migrated) as name:
        yield Upgrade(name, known)
