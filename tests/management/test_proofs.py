"""`checkpoint`, `export_audit` and `replay`, and what beat does of them (AUD 3.1, 4, 5.2; interfaces, section 5)."""

import getpass
import logging
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError

from tables.audit.verify import main as verify
from tables.jobs import tasks
from tables.models import AuditEntry, Checkpoint, Export
from tests.cast import Cast
from tests.checkpoints.conftest import copies_of
from tests.management.calling import called, exit_status
from tests.management.planting import planted
from tests.management.playing import casino_in_play


@pytest.fixture
def house(own_database: str, vault: Path) -> Cast:
    """A table in play, committed."""
    return casino_in_play()


def refused(name: str, *arguments: str, **options: Any) -> tuple[int, str]:
    """The exit status a command would end with, and its sentence."""
    with pytest.raises(CommandError) as refusal:
        called(name, *arguments, **options)
    return refusal.value.returncode, str(refusal.value)


def test_aud_3_1_checkpoint_signs_and_copies_all_that_is_missing(house: Cast) -> None:
    """Also what lies between others."""
    assert called("checkpoint").startswith("Checkpoint 1 of ")
    for _again in range(2):
        called("checkpoint")
    for number in (1, 2):
        copies_of(house).path(number).unlink()
    assert called("checkpoint", copies_only=True) == "2 older copies were missing outside and are there now.\n"
    assert list(copies_of(house).numbers()) == [1, 2, 3]


def test_aud_3_1_checkpoint_tells_apart_what_failed(house: Cast, vault: Path, settings: Any) -> None:
    """1: made, and not outside yet. 2: not made."""
    here = settings.CHECKPOINT_DIR
    (vault / "file").touch()
    settings.CHECKPOINT_DIR = vault / "file" / "x"
    status, said = refused("checkpoint")
    assert (status, said.startswith("Checkpoint 1 was made, but it is not outside the database yet")) == (1, True)
    settings.CHECKPOINT_DIR, settings.CHECKPOINT_KEY_FILE = here, vault / "no-key"
    assert refused("checkpoint")[0] == 2
    assert Checkpoint.objects.count() == 1


def test_aud_3_1_beat_makes_one_where_something_happened(
    house: Cast, vault: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Else it copies what is missing; a failure is loud, and made good by the next run."""
    tasks.make_checkpoints()
    tasks.make_checkpoints()
    assert Checkpoint.objects.count() == 1
    here = settings.CHECKPOINT_DIR
    house.act("standing_decline", by="frank", seat=4, on=True)
    (vault / "file").touch()
    settings.CHECKPOINT_DIR = vault / "file" / "x"
    tasks.make_checkpoints()
    assert any(record.levelno == logging.CRITICAL for record in caplog.records)
    settings.CHECKPOINT_DIR = here
    assert copies_of(house).newest() == 1
    tasks.make_checkpoints()
    assert (Checkpoint.objects.count(), copies_of(house).newest()) == (2, 2)


def test_aud_4_export_audit_writes_what_the_page_would(house: Cast, tmp_path: Path, settings: Any) -> None:
    """The request is an entry of the role system; the file verifies."""
    target = tmp_path / "out.zip"
    said = called("export_audit", str(target), tables=[12], acts=["sit", "settle_round"])
    assert said.startswith(f"{target}: 4 entries, ")
    key = next((settings.CHECKPOINT_DIR / "keys").iterdir())
    assert verify([str(target), "--key", str(key), "--replay"]) == 0
    entry = AuditEntry.objects.get(act="export_on_server")
    assert (entry.role, entry.person) == ("system", None)
    wanted = {"tables": [12], "acts": ["sit", "settle_round"]}
    assert entry.payload["sent"] == {"filter": wanted, "user": getpass.getuser()}
    assert not Export.objects.exists()


def test_aud_4_export_audit_tells_apart_what_failed(house: Cast, tmp_path: Path) -> None:
    """2: a filter that is none, a file that is there; 1: it could not be written. No half a file is left."""
    target = tmp_path / "out.zip"
    assert refused("export_audit", str(target), acts=["fly"]) == (2, "acts must be a list of names of acts.")
    target.write_text("mine")
    assert refused("export_audit", str(target))[0] == 2
    assert target.read_text() == "mine"
    assert not AuditEntry.objects.filter(act="export_on_server").exists()
    assert refused("export_audit", str(tmp_path / "no-folder" / "out.zip"))[0] == 1
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["checkpoint-key.pem", "out.zip"]


def test_aud_5_2_replay_computes_a_period_again(house: Cast, owner_connection: psycopg.Connection) -> None:
    """Exit status 1 where a settlement differs, and only where it is in the period and at the table."""
    assert exit_status("replay") == (0, "1 settlements replayed, 0 differ.\n")
    assert exit_status("replay", first_day="2020-01-01", last_day="2020-01-02") == (
        0,
        "0 settlements replayed, 0 differ.\n",
    )
    planted(owner_connection, "tables_settlement", "UPDATE tables_settlement SET output = output || '{\"rake\": 1}'")
    status, said = exit_status("replay", table=12)
    assert (status, said.splitlines()) == (
        1,
        [
            "table 12, round 1, version 1: another result in rake; it is not what entry 11 of the log says",
            "1 settlements replayed, 1 differ.",
        ],
    )
    assert exit_status("replay", until="2020-01-01T00:00:00Z")[0] == 0


def test_aud_5_2_replay_refuses_what_it_cannot_read(house: Cast) -> None:
    """Exit status 2: nothing was replayed."""
    assert refused("replay", table=99) == (2, "There is no table 99.")
    assert refused("replay", since="yesterday")[0] == 2
    assert refused("replay", first_day="2026-01-01", since="2026-01-01T00:00:00Z")[0] == 2
