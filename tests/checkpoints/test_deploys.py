"""Deploys are entries: which program runs, and that its files are those of its version (AUD 7.6)."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from django.conf import LazySettings
from django.test import Client

from casino.celery import BEAT
from tables.actions.audit import deploys
from tables.actions.audit.deploys import record_deploys
from tables.models import Alert, AuditEntry
from tables.queries.audit.findings import Finding
from tables.queries.audit.guards import guards, guards_fingerprint
from tables.queries.audit.source import SOFTWARE, VERSION, deploys_of, source_digest, source_here
from tests.cast import PASSWORD, Cast
from tests.fixtures.servers import ROOT, Servers
from tests.upgrades.conftest import migrate

Sign = Callable[[Cast], object]
ASIDE = "ALTER TABLE tables_bar DISABLE TRIGGER guard_bar"
BACK = "ALTER TABLE tables_bar ENABLE ALWAYS TRIGGER guard_bar"


def told() -> list[str]:
    """What is said of the guards."""
    return [finding.words for finding in guards() if isinstance(finding, Finding)]


def entries() -> list[AuditEntry]:
    """The entries of deploys."""
    return list(AuditEntry.objects.filter(act="record_deploy").order_by("sequence"))


def test_aud_7_6_what_runs_is_recorded_once(cast: Cast, settings: LazySettings) -> None:
    """By the system, with all that names it; again only where something of it is another."""
    settings.SOURCE_COMMIT = "d3d31a6"
    assert (record_deploys(), record_deploys()) == (1, 0)
    (entry,) = entries()
    assert (entry.chain, entry.role, entry.person) == (cast.casino.chain, "system", None)
    assert entry.payload["before"] is None
    assert entry.payload["after"] == {
        **source_here().document(),
        "version": VERSION,
        "commit": "d3d31a6",
        "database_guards": guards_fingerprint(),
    }
    settings.SOURCE_COMMIT = "1234567"
    assert record_deploys() == 1
    assert entries()[1].payload["before"] == entry.payload["after"]
    assert not Alert.objects.filter(kind="changed_source").exists()
    assert BEAT["record-deploys"]["task"] == "tables.jobs.tasks.record_deploys"


def test_aud_7_6_other_files_under_the_same_version_alert(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of another version they do not."""
    true = source_here()
    record_deploys()
    monkeypatch.setattr(deploys, "source_here", lambda: replace(true, digest="f" * 64))
    assert record_deploys() == 1
    alert = Alert.objects.get(kind="changed_source")
    assert alert.details == {"version": VERSION, "before": true.digest, "digest": "f" * 64}
    assert entries()[1].payload["effects"]["alerts"][0]["kind"] == "changed_source"
    monkeypatch.setattr(deploys, "source_here", lambda: replace(true, version="9.9.9", digest="e" * 64))
    assert record_deploys() == 1
    assert Alert.objects.filter(kind="changed_source").count() == 1


def test_aud_7_6_the_digest_is_of_each_file_and_its_name(tmp_path: Path) -> None:
    """A byte more, another name, another file; what each machine makes of them does not count."""
    for name in ("casino", "locale", "tables", "templates"):
        (tmp_path / name).mkdir()
    for name in ("manage.py", "requirements.txt", "tables/a.py"):
        (tmp_path / name).write_text(name)
    first = source_digest(tmp_path)
    (tmp_path / "tables" / "__pycache__").mkdir()
    (tmp_path / "tables" / "__pycache__" / "a.cpython-311.pyc").write_text("made")
    (tmp_path / "locale" / "django.mo").write_text("made")
    assert source_digest(tmp_path) == first
    (tmp_path / "tables" / "a.py").rename(tmp_path / "tables" / "b.py")
    other = source_digest(tmp_path)
    (tmp_path / "tables" / "b.py").write_text("tables/a.py ")
    assert len({first, other, source_digest(tmp_path)}) == 3


def test_aud_7_6_the_version_is_the_projects() -> None:
    """Exports name the same."""
    assert f'\nversion = "{VERSION}"\n' in (ROOT / "pyproject.toml").read_text()
    assert f"croupier {VERSION}" == SOFTWARE


def test_aud_7_6_guards_change_with_a_deploy_or_it_is_said(
    cast: Cast, sign: Sign, owner_connection: psycopg.Connection
) -> None:
    """Put aside and put back, a guard leaves its trace in the checkpoints between."""
    record_deploys()
    sign(cast)
    assert told() == []
    owner_connection.execute(ASIDE)
    sign(cast)
    owner_connection.execute(BACK)
    sign(cast)
    first, second, third = AuditEntry.objects.filter(act="make_checkpoint").order_by("sequence")
    words = "the guards of the database were others than entry {} says, and no deploy stands between"
    assert told() == [
        f"entry {second.sequence}: {words.format(first.sequence)}",
        f"entry {third.sequence}: {words.format(second.sequence)}",
    ]


def test_aud_7_6_a_start_of_the_service_excuses_no_other_guards(
    cast: Cast, owner_connection: psycopg.Connection
) -> None:
    """Nothing is recorded for them alone; after a migration it is."""
    record_deploys()
    owner_connection.execute(ASIDE)
    assert record_deploys() == 0
    assert record_deploys(migrated=True) == 1


def test_aud_7_6_a_migration_is_a_deploy(cast: Cast, own_database: str, servers: Servers) -> None:
    """`migrate` records it as the owner, whatever the service recorded before."""
    done = migrate(servers, own_database)
    assert done.returncode == 0, done.stderr
    (entry,) = entries()
    assert entry.payload["after"]["database_guards"] == guards_fingerprint()
    assert entry.payload["after"]["digest"] == source_here().digest
    assert migrate(servers, own_database).returncode == 0
    assert len(entries()) == 1
    assert told() == []


def test_aud_7_6_the_page_shows_them(cast: Cast) -> None:
    """With a link to the entry."""
    record_deploys()
    ines = Client()
    ines.post("/login/", {"badge": "3001", "password": PASSWORD})
    page = ines.get("/compliance/findings/").content.decode()
    (deploy,) = deploys_of(cast.casino, 5)
    assert deploy["digest"] in page
    assert f'href="/compliance/entries/house/{deploy["sequence"]}/"' in page
