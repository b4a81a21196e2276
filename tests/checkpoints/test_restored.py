"""Lawful restores: two people, an entry that names what is missing, and a new list of checkpoints (AUD 3.5)."""

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import IntegrityError, transaction
from django.test import Client

from tables.actions.act import Answer
from tables.audit.copies import Copies
from tables.audit.verify import main as verify
from tables.models import AuditEntry, Casino, Checkpoint, CheckpointLeaf
from tables.queries.audit import outside
from tables.queries.audit.checkpoints import newest_signed, vouching_checkpoint
from tests.cast import PASSWORD, Cast
from tests.checkpoints.conftest import copies_of
from tests.checkpoints.dumps import dumped, restored
from tests.fixtures.servers import Servers
from tests.management.calling import called, exit_status
from tests.management.playing import at_table

Sign = Callable[[Cast], Answer]
Record = Callable[..., str]
Back = Callable[..., AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody copies anything here meanwhile."""
    monkeypatch.setattr(outside, "COPIED_WITHIN", 0)


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """Run the command as the two people do, and give what it says."""
    file = tmp_path / "passwords"
    file.write_text(f"{PASSWORD}\n{PASSWORD}\n")

    def run(compliance: str = "3001", admin: str = "9001") -> str:
        badges = (f"--compliance-badge={compliance}", f"--admin-badge={admin}")
        return called("restored", *badges, f"--passwords={file}")

    return run


def told() -> tuple[int, list[str]]:
    """The exit status of `verify_audit`, and its lines about checkpoints without what begins each."""
    status, written = exit_status("verify_audit")
    lines = [line.partition(": ")[2] for line in written.splitlines() if line.startswith("checkpoints")]
    return status, [line for line in lines if "unproved" not in line]


def play(cast: Cast, on: bool) -> None:
    """Let something happen at table 14."""
    at_table(cast, 14).act("standing_decline", by="frank", seat=4, on=on)


@pytest.fixture
def dump(servers: Servers, tmp_path: Path) -> Callable[[], Path]:
    """Dump the database that is served."""
    return lambda: dumped(servers, tmp_path)


@pytest.fixture
def back(in_play: Cast, sign: Sign, servers: Servers, dump: Callable[[], Path]) -> Back:
    """Put the service on a dump: by default on one from after checkpoint 2, since when three entries and two checkpoints came."""
    sign(in_play)
    play(in_play, True)
    sign(in_play)
    path = dump()
    play(in_play, False)
    sign(in_play)
    play(in_play, True)
    play(in_play, False)
    sign(in_play)
    return lambda wanted=path: restored(servers, wanted)


def page_of_checkpoints() -> str:
    """The page as compliance reads it."""
    browser = Client()
    browser.post("/login/", {"badge": "3001", "password": PASSWORD})
    return browser.get("/compliance/checkpoints/").content.decode()


def test_aud_3_5_what_is_missing_is_named_and_the_house_goes_on(
    in_play: Cast, sign: Sign, back: Back, record: Record
) -> None:
    """The list begins anew, its first checkpoint names the last outside, and nothing is wrong but the known gap."""
    table, house = at_table(in_play, 14).table.chain, in_play.casino.chain
    last = copies_of(in_play).read(4)
    with back():
        assert told()[0] == 1
        head = AuditEntry.objects.filter(chain=table).count()
        said = record()
        assert (
            f"{table}: entries {head + 1} to {head + 3} of epoch 1 are missing; the chain ended at entry {head} now."
            in said
        )
        assert "2 checkpoints lie outside alone." in said
        assert "Epoch 2 begins; its first checkpoint is number 5. Start the service again." in said
        entry = AuditEntry.objects.get(act="restored")
        assert (entry.chain, entry.person, entry.role) == (house, "3001", "compliance")
        assert entry.payload["signature"] == {"badge": "9001", "method": "password"}
        assert entry.payload["outside"] == last.document()
        missing = {part["chain"]: (part["from"], part["to"]) for part in entry.payload["missing"]}
        assert missing[table] == (head + 1, head + 3)
        assert set(missing) == {table, house}
        assert told() == (0, told()[1])
        sign(in_play)
        play(in_play, False)
        sign(in_play)
        first, second = Checkpoint.objects.filter(epoch=2).order_by("number")
        assert (first.number, first.previous_hash, second.number) == (5, last.checkpoint.hash(), 6)
        places = CheckpointLeaf.objects.filter(epoch=2).order_by("position").values_list("position", flat=True)
        assert list(places) == list(range(second.list_size))
        assert first.list_size == 3
        status, lines = told()
        assert status == 0, lines
        assert lines[0].startswith("1 to 6 are whole, signed and followed by all they vouch for: ")
        assert len(lines) == 2
        assert lines[1].startswith("note: restored by 3001 and 9001 at ")
        assert f"of chain {table} entries {head + 1} to {head + 3} of epoch 1 are not here" in lines[1]
        assert "checkpoints 3 to 4 of before lie outside alone" in lines[1]
        assert "restored by 3001 and 9001 at" in page_of_checkpoints()


def test_aud_3_5_a_second_restore_begins_a_third_list(
    in_play: Cast, sign: Sign, back: Back, record: Record, dump: Callable[[], Path]
) -> None:
    """Of the same dump, which knows nothing of the first restore; and of one that does."""
    table = at_table(in_play, 14).table.chain
    with back():
        record()
        sign(in_play)
        later = dump()
        play(in_play, False)
        sign(in_play)
    with back():
        said = record()
        assert "Epoch 3 begins; its first checkpoint is number 7." in said
        assert {
            (part["epoch"], part["chain"]) for part in AuditEntry.objects.get(act="restored").payload["missing"]
        } >= {
            (1, table),
            (2, table),
        }
        sign(in_play)
        assert told()[0] == 0, told()
        assert [row.epoch for row in Checkpoint.objects.order_by("number")] == [1, 1, 3]
    with back(later):
        assert told()[0] == 1
        record()
        sign(in_play)
        status, lines = told()
        assert status == 0, lines
        assert [row.epoch for row in Checkpoint.objects.order_by("number")] == [1, 1, 2, 4]
        assert len([line for line in lines if line.startswith("note: restored by")]) == 2


def test_aud_3_5_a_gap_that_no_entry_names_is_still_found(
    in_play: Cast, sign: Sign, back: Back, record: Record
) -> None:
    """Each change of what a restore says, and a copy of the old list that is gone."""
    with back():
        record()
        sign(in_play)
        copies = copies_of(in_play)
        kept = {number: copies.path(number).read_bytes() for number in (3, 4)}
        copies.path(3).unlink()
        assert "checkpoint 3 has no copy outside" in str(told())
        copies.path(3).write_bytes(kept[4])
        assert "the copy of checkpoint 4 does not name the hash of the one before it" in str(told())
        copies.path(3).write_bytes(kept[3])
        copies.path(4).write_bytes(kept[3])
        assert "the copy of checkpoint 4 is not the one that entry" in str(told())
        copies.path(4).write_bytes(kept[4])
        assert told()[0] == 0


def test_aud_3_5_the_copies_know_what_was_lost_only_with_their_leaves(
    in_play: Cast, sign: Sign, back: Back, record: Record
) -> None:
    """Copies of an older version of the service have none: that is said, and nothing is made up."""
    copies_of(in_play).leaves_path(3).unlink()
    with back():
        assert "Of 2 of them nobody kept the leaves" in record()
        payload = AuditEntry.objects.get(act="restored").payload
        assert (payload["unknown"], payload["missing"]) == ([3, 4], [])
        assert "which entries 2 of these checkpoints vouched for is not known" in told()[1][-1]


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ({"compliance": "2001"}, "The role compliance is needed"),
        ({"admin": "3001"}, "The role admin is needed"),
        ({"admin": "2001"}, "The role admin is needed"),
        ({"admin": "7777"}, "Badge and password do not belong together"),
    ],
)
def test_aud_3_5_two_people_answer_for_it(
    in_play: Cast, sign: Sign, record: Record, people: dict[str, str], said: str
) -> None:
    """One of compliance and another who is admin; anybody else is refused, and nothing begins."""
    sign(in_play)
    with pytest.raises(CommandError, match=said):
        record(**people)
    assert Casino.objects.get().epoch == 1
    assert not AuditEntry.objects.filter(act="restored").exists()


def test_aud_3_5_what_lies_outside_has_to_be_there_and_the_casinos(in_play: Cast, sign: Sign, record: Record) -> None:
    """Without copies, with one that is forged, or with another of the same number there is nothing to go on from."""
    sign(in_play)
    copies = copies_of(in_play)
    data = copies.path(1).read_bytes()
    copies.path(1).write_bytes(data.replace(b'"size":3', b'"size":4'))
    with pytest.raises(CommandError, match="does not bear the signature of its key"):
        record()
    copies.path(1).write_bytes(data)
    shutil.rmtree(Copies(copies.directory, in_play.casino.pk).path(1).parent)
    with pytest.raises(CommandError, match="the copies are gone"):
        record()


def test_aud_3_5_an_epoch_is_written_only_after_its_entry(in_play: Cast, sign: Sign) -> None:
    """A row that says otherwise is found, lets nothing be signed, and does not go back."""
    sign(in_play)
    Casino.objects.update(epoch=2)
    with pytest.raises(Exception, match="No entry says that the database was restored to epoch 2"):
        sign(in_play)
    assert "the casino is said to be in epoch 2; by its log it is in epoch 1" in str(told())
    with pytest.raises(IntegrityError, match="never goes back"), transaction.atomic():
        Casino.objects.update(epoch=1)
    row = Checkpoint.objects.get()
    values = {field.name: getattr(row, field.name) for field in Checkpoint._meta.fields if field.name != "id"}
    following = {"number": 2, "previous_hash": row.hash, "hash": "b" * 64}
    with pytest.raises(IntegrityError, match="does not follow what was restored"), transaction.atomic():
        Checkpoint.objects.create(**{**values, **following, "epoch": 2})
    with pytest.raises(IntegrityError, match="is not of the epoch of its casino"), transaction.atomic():
        Checkpoint.objects.create(**{**values, **following})


def test_aud_3_5_exports_are_of_the_newest_list(
    in_play: Cast,
    sign: Sign,
    back: Back,
    record: Record,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Verified with its key; a copy of the list before is said to be of another epoch, a newer one is still held against it."""
    with back():
        record()
        sign(in_play)
        play(in_play, False)
        table = at_table(in_play, 14).table
        for options in ({}, {"tables": [14]}):
            export = copies_of(in_play).directory.parent / f"export{len(options)}.zip"
            called("export_audit", str(export), **options)
            copies = copies_of(in_play)
            key = next((copies.directory / "keys").glob("*.pem"))
            asked = [str(export), "--key", str(key)]
            assert verify([*asked, "--checkpoint", str(copies.path(5))]) == 0, capsys.readouterr().out
            capsys.readouterr()
            assert verify([*asked, "--checkpoint", str(copies.path(2))]) == 2
            assert "it is of epoch 1; the database was restored" in capsys.readouterr().out
        signed = newest_signed(in_play.casino.pk)
        assert signed is not None
        assert signed.checkpoint.epoch == 2
        assert signed.document()["checkpoint"]["epoch"] == 2
        assert vouching_checkpoint(table.chain, 1) == 1


def test_aud_3_5_a_first_list_names_no_epoch(cast: Cast, sign: Sign) -> None:
    """So that its bytes are those of before."""
    sign(cast)
    signed = newest_signed(cast.casino.pk)
    assert signed is not None
    assert "epoch" not in signed.document()["checkpoint"]
