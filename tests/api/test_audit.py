"""Exports and checkpoints over HTTP (AUD 3, 4; interfaces, section 3)."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from tables.audit.checkpoint import SignedCheckpoint
from tables.audit.copies import Copies
from tables.audit.note_copies import note_path
from tables.audit.signature import key_id, read_public_key
from tables.audit.verify import main as verify
from tables.jobs.exports import make_exports
from tables.models import AuditEntry, Checkpoint, Export
from tests.api.http import ROOT, Http, program
from tests.cast import Cast, command_id, make_cast


@pytest.fixture
def house(own_database: str, vault: Path) -> Cast:
    """The usual people, committed, with a folder for what lies outside."""
    cast = make_cast()
    cast.seat_players((1, 2))
    return cast


@pytest.fixture
def ines(house: Cast) -> Http:
    """The program of compliance."""
    return program(house, "3001")


def downloaded(who: Http, path: str) -> Any:
    """A file, as any client that wants a zip asks for it."""
    return who.client.get(
        ROOT + path,
        headers={"authorization": f"Token {who.token}", "accept": "application/zip, application/x-pem-file"},
    )


def test_aud_4_from_the_request_to_the_verified_file(house: Cast, ines: Http, tmp_path: Path) -> None:
    """Asked for, looked at, taken away with the public key, verified; three entries."""
    asked = ines.post("audit/exports/", {"tables": [12]})
    assert (asked.status, asked.body["state"]) == (200, "waiting")
    number = asked.body["export"]
    assert ines.post(f"audit/exports/{number + 1}/cancel/").code == "404 not_found"
    make_exports()
    shown = ines.get(f"audit/exports/{number}/").body
    assert (shown["state"], shown["entries_done"]) == ("ready", shown["entries_total"])
    assert ines.get("audit/exports/?limit=1").body == {"exports": [shown], "next": None}
    answer = downloaded(ines, f"audit/exports/{number}/download/")
    data = b"".join(answer.streaming_content)
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="audit-{house.casino.pk}-{number}-')
    assert (len(data), hashlib.sha256(data).hexdigest()) == (shown["size"], shown["sha256"])
    key = downloaded(ines, "audit/checkpoints/key/")
    (tmp_path / "export.zip").write_bytes(data)
    (tmp_path / "key.pem").write_bytes(key.content)
    assert verify([str(tmp_path / "export.zip"), "--key", str(tmp_path / "key.pem")]) == 0
    acts = ("export_audit_log", "finish_export", "download_export")
    assert [AuditEntry.objects.filter(act=act).count() for act in acts] == [1, 1, 1]
    assert ines.post(f"audit/exports/{number}/cancel/").code == "409 wrong_state"


def test_aud_4_1_a_download_is_an_entry_before_its_first_byte(house: Cast, ines: Http) -> None:
    """None where there is nothing to download, and none for a HEAD."""
    number = ines.post("audit/exports/").body["export"]
    path = f"audit/exports/{number}/download/"
    assert ines.get(path).code == "409 wrong_state"
    assert ines.get("audit/exports/99/download/").code == "404 not_found"
    headed = ines.client.head(ROOT + path, headers={"authorization": f"Token {ines.token}"})
    assert headed.status_code == 405
    make_exports()
    assert not AuditEntry.objects.filter(act="download_export").exists()
    answer = downloaded(ines, path)
    entry = AuditEntry.objects.get(act="download_export")
    assert (entry.person, entry.payload["export"], entry.payload["file"]) == ("3001", number, Export.objects.get().file)
    answer.close()


@pytest.mark.parametrize("badge", ["1001", "2001", "9001"])
def test_ops_1_4_nobody_else_sees_or_takes_an_export(house: Cast, ines: Http, badge: str) -> None:
    """Refused, and what would have been an act is an entry."""
    number, other = ines.post("audit/exports/").body["export"], program(house, badge)
    make_exports()
    for reply in (other.get("audit/exports/"), other.get(f"audit/exports/{number}/")):
        assert reply.code == "403 not_allowed"
    assert other.post("audit/exports/").code == "403 not_allowed"
    assert other.post(f"audit/exports/{number}/cancel/").code == "403 not_allowed"
    assert other.get(f"audit/exports/{number}/download/").code == "403 not_allowed"
    refused = AuditEntry.objects.filter(act="refused").values_list("payload__refused", flat=True)
    assert sorted(refused) == ["cancel_export", "download_export", "export_audit_log"]
    assert Export.objects.count() == 1


def test_interfaces_3_bad_input_is_named(ines: Http) -> None:
    """Unknown keys, wrong types, unknown acts."""
    for body, field in (({"chains": []}, "chains"), ({"tables": "12"}, "tables"), ({"acts": ["fly"]}, "acts")):
        reply = ines.post("audit/exports/", body)
        assert (reply.code, reply.body["field"]) == ("422 bad_field", field)
    assert ines.post("audit/checkpoints/", {"now": True}).code == "422 bad_field"
    assert ines.get("audit/checkpoints/key/?id=../../etc").code == "400 bad_field"
    assert not Export.objects.exists()


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("exports/?state=ready", "state"),
        ("exports/1/?wait=true", "wait"),
        ("exports/1/download/?name=x.zip", "name"),
        ("exports/?limit=2&limit=3", "limit"),
        ("checkpoints/?since=2026-01-01T00:00:00Z", "since"),
        ("checkpoints/1/?format=csv", "format"),
        ("checkpoints/key/?key=1", "key"),
        ("entries/?act=fly", "act"),
        ("entries/?since=2026-01-01T00:00:00Z&since=2026-01-02T00:00:00Z", "since"),
    ],
)
def test_interfaces_3_nothing_in_an_address_is_ignored(ines: Http, address: str, field: str) -> None:
    """A parameter nobody knows, one given twice, an act that is none: the person who asks would take the answer for another."""
    reply = ines.get(f"audit/{address}")
    assert (reply.code, reply.body["field"]) == ("400 bad_field", field)


def test_aud_3_1_a_checkpoint_on_demand(house: Cast, ines: Http, settings: Any) -> None:
    """Compliance makes one; once under one key; what is sent is what lies outside."""
    assert ines.get("audit/checkpoints/key/").code == "404 not_found"
    key = command_id()
    first, again = ines.post("audit/checkpoints/", key=key), ines.post("audit/checkpoints/", key=key)
    assert (first.body, again.headers["Idempotent-Replayed"]) == (again.body, "true")
    shown = ines.get("audit/checkpoints/").body
    assert [row["number"] for row in shown["checkpoints"]] == [1]
    assert shown["checkpoints"][0]["root"] == first.body["root"]
    sent = ines.get("audit/checkpoints/1/").raw
    assert sent == Copies(settings.CHECKPOINT_DIR, house.casino.pk).path(1).read_bytes()
    signed = SignedCheckpoint.read_copy(sent)
    pem = downloaded(ines, f"audit/checkpoints/key/?id={signed.checkpoint.key}").content
    assert key_id(read_public_key(pem)) == signed.checkpoint.key
    assert ines.get("audit/checkpoints/key/?id=0000000000000000").code == "404 not_found"
    assert ines.get("audit/checkpoints/2/").code == "404 not_found"


def test_aud_3_3_a_checkpoint_is_sent_as_a_note(house: Cast, ines: Http, settings: Any) -> None:
    """As it lies outside; the list of checkpoints has it too."""
    ines.post("audit/checkpoints/", key=command_id())
    sent = downloaded(ines, "audit/checkpoints/1/note/").content
    assert sent == note_path(Copies(settings.CHECKPOINT_DIR, house.casino.pk), 1).read_bytes()
    assert ines.get("audit/checkpoints/").body["checkpoints"][0]["note"] == sent.decode()
    assert ines.get("audit/checkpoints/2/note/").code == "404 not_found"
    assert program(house, "1001").get("audit/checkpoints/1/note/").code == "403 not_allowed"


def test_ops_1_4_the_floor_reads_checkpoints_and_makes_none(house: Cast, ines: Http) -> None:
    """It reads the log; a dealer does neither."""
    frank, dana = program(house, "2001"), program(house, "1001")
    assert frank.post("audit/checkpoints/").code == "403 not_allowed"
    assert frank.get("audit/checkpoints/").body == {"checkpoints": [], "next": None}
    assert dana.get("audit/checkpoints/").code == "403 not_allowed"
    assert not Checkpoint.objects.exists()


def test_aud_3_1_a_checkpoint_that_is_not_outside_is_no_success(ines: Http, vault: Path, settings: Any) -> None:
    """Sent again under the same key it is copied."""
    here, key = settings.CHECKPOINT_DIR, command_id()
    (vault / "file").touch()
    settings.CHECKPOINT_DIR = vault / "file" / "x"
    assert ines.post("audit/checkpoints/", key=key).code == "503 unavailable"
    settings.CHECKPOINT_DIR = here
    assert ines.post("audit/checkpoints/", key=key).status == 200
    assert Checkpoint.objects.count() == 1
