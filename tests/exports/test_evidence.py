"""The evidence pack of a round or a dispute: one zip, for people and for the verifier (AUD 7.3)."""

import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.test import Client

from tables.audit.verify import main as verify
from tables.models import AuditEntry
from tables.policy import Act
from tests.cast import PASSWORD, Cast

ADDRESS = "/compliance/tables/12/rounds/1/evidence/"


def signed_in(badge: str) -> Client:
    """A browser of theirs."""
    client = Client()
    client.post("/login/", {"badge": badge, "password": PASSWORD})
    return client


def taken(badge: str = "3001", more: str = "") -> bytes:
    """The pack, as somebody takes it away."""
    answer: Any = signed_in(badge).get(ADDRESS + more)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Disposition"] == 'attachment; filename="evidence-table-12-round-1.zip"'
    return b"".join(answer.streaming_content)


def unpacked(pack: bytes, folder: Path) -> Path:
    """The folder that somebody unpacks it into."""
    ZipFile(io.BytesIO(pack)).extractall(folder)
    return folder


def key() -> str:
    """The public key of the house."""
    return str(next((settings.CHECKPOINT_DIR / "keys").iterdir()))


def disputed(cast: Cast) -> int:
    """A dispute about the closed round."""
    answer = cast.act("open_dispute", by="frank", number=1, seat=2, reason="wager", words="two chips, not one")
    return int(answer.body["dispute"])


@pytest.fixture
def pack(in_play: Cast, tmp_path: Path) -> Path:
    """The pack of a disputed round, unpacked."""
    dispute = disputed(in_play)
    return unpacked(taken(more=f"?dispute={dispute}"), tmp_path / "pack")


def test_aud_7_3_the_verifier_agrees(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The export in it is an ordinary one; with the key of the house, settlements computed again."""
    assert verify([str(pack / "export.zip"), "--key", key(), "--replay"]) == 0, capsys.readouterr().out


def test_aud_7_3_the_pack_has_the_round_whole_and_stubs_for_the_rest(pack: Path, in_play: Cast) -> None:
    """All of the table from its first entry of the round to the last one; nothing of another table."""
    with ZipFile(pack / "export.zip") as archive:
        rows = [json.loads(line) for line in archive.read("entries.jsonl").splitlines()]
    whole = {(row["chain"], row["sequence"]) for row in rows if "payload" in row}
    chain = in_play.fresh_table.chain
    of_round = AuditEntry.objects.filter(chain=chain, round=1).values_list("sequence", flat=True)
    assert {(chain, sequence) for sequence in of_round} <= whole
    assert {row["table"] for row in rows if "payload" in row} == {12}


def test_aud_7_3_the_page_stands_alone_and_says_it_in_sentences(pack: Path) -> None:
    """What is disputed, the felt, the settlement, entries, placard, rules, how to verify; nothing is loaded from elsewhere."""
    page = (pack / "index.html").read_text(encoding="utf-8")
    for words in (
        "two chips, not one",
        "The felt, step by step",
        "Settlement 1",
        "The placard when the round was opened",
    ):
        assert words in page, words
    for words in (
        "House rules, version 1",
        "python -m tables.audit.verify export.zip",
        "Computed again from its input",
    ):
        assert words in page, words
    assert hashlib.sha256((pack / "export.zip").read_bytes()).hexdigest() in page
    assert not re.search(r"""(src|href)=["']|@import|url\(""", page)
    assert not re.search(r"\{[{%#]", page)


def test_aud_7_3_taking_it_is_an_entry_with_its_hashes(in_play: Cast) -> None:
    """Before the first byte: whose, of which round and dispute, and the SHA-256 of what went out."""
    dispute = disputed(in_play)
    file = taken(more=f"?dispute={dispute}")
    entry = AuditEntry.objects.get(act=Act.EXPORT_EVIDENCE)
    assert (entry.person, entry.role) == ("3001", "compliance")
    assert entry.payload["sent"] == {"table": 12, "round": 1, "dispute": dispute}
    assert entry.payload["sha256"] == hashlib.sha256(file).hexdigest()
    with ZipFile(io.BytesIO(file)) as archive:
        assert entry.payload["export_sha256"] == hashlib.sha256(archive.read("export.zip")).hexdigest()
    assert entry.payload["size"] == len(file)
    assert "took the evidence of dispute" in signed_in("3001").get("/compliance/").content.decode()


def test_aud_7_3_a_pack_that_was_tampered_with_is_found(pack: Path, tmp_path: Path) -> None:
    """An amount in the export is another: the verifier says so, and no file of the pack is what the entry names."""
    changed = tmp_path / "changed.zip"
    with ZipFile(pack / "export.zip") as before, ZipFile(changed, "w") as after:
        for info in before.infolist():
            data = before.read(info)
            if info.filename == "entries.jsonl":
                data = data.replace(b'"ante":1000', b'"ante":9000', 1)
            after.writestr(info.filename, data)
    assert verify([str(changed), "--key", key(), "--replay"]) != 0
    entry = AuditEntry.objects.get(act=Act.EXPORT_EVIDENCE)
    assert hashlib.sha256(changed.read_bytes()).hexdigest() != entry.payload["export_sha256"]


@pytest.mark.parametrize(
    ("badge", "address", "status"),
    [
        ("2001", ADDRESS, 403),
        ("9001", ADDRESS, 403),
        ("3001", "/compliance/tables/12/rounds/99/evidence/", 404),
        ("3001", "/compliance/tables/99/rounds/1/evidence/", 404),
        ("3001", f"{ADDRESS}?dispute=77", 404),
        ("3001", f"{ADDRESS}?dispute=x", 404),
    ],
)
def test_aud_7_3_who_may_not_or_asks_for_nothing_gets_none(
    in_play: Cast, badge: str, address: str, status: int
) -> None:
    """The floor reads a round, and takes no evidence of it away; no entry says otherwise."""
    assert signed_in(badge).get(address).status_code == status
    assert not AuditEntry.objects.filter(act=Act.EXPORT_EVIDENCE).exists()


def test_aud_7_3_a_round_of_long_ago_is_exported_in_the_background(
    in_play: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a pack of very many stubs; the page says which export is the same."""
    monkeypatch.setattr("tables.jobs.evidence.MOST_SINCE", 3)
    answer = signed_in("3001").get(ADDRESS)
    assert answer.status_code == 409
    assert "ask for an export from 20" in answer.content.decode()
    assert not AuditEntry.objects.filter(act=Act.EXPORT_EVIDENCE).exists()


def test_aud_7_3_the_pages_lead_to_it(in_play: Cast) -> None:
    """From the replay and from the list of disputes, for those who may."""
    dispute = disputed(in_play)
    ines, frank = signed_in("3001"), signed_in("2001")
    assert ADDRESS in ines.get("/compliance/tables/12/rounds/1/").content.decode()
    assert f"{ADDRESS}?dispute={dispute}" in ines.get("/floor/disputes/").content.decode()
    assert ADDRESS not in frank.get("/compliance/tables/12/rounds/1/").content.decode()
    assert ADDRESS not in frank.get("/floor/disputes/").content.decode()
