"""Who vouches for the checkpoints, what was changed, and what only a witness can tell (AUD 3.3)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.utils import timezone

from casino.checkpoint_key import read_key
from tables.actions.act import Answer
from tables.actions.audit.checkpoints import make_checkpoint
from tables.audit.chain import time_text
from tables.audit.notes import Note, NoteCheckpoint, signed
from tables.audit.verify import main as verify_export
from tables.audit.witness_policy import Witness
from tables.jobs.exports import write_selection
from tables.jobs.witnesses import ask_witnesses
from tables.models import Alert, Checkpoint
from tables.queries.audit.checkpoints import public_key_file
from tables.queries.audit.export_filter import read_filter
from tables.queries.audit.vouched import vouched, witness_problems, witness_remark
from tables.queries.audit.witnesses import log_key, origin_of
from tests.cast import Cast
from tests.checkpoints.conftest import copies_of
from tests.checkpoints.dumps import dumped, restored
from tests.checkpoints.witnesses import again, listed, newest, state_of, witness, witness_key
from tests.fixtures.servers import Servers
from tests.management.calling import exit_status
from tests.management.planting import planted
from tests.management.playing import at_table

Sign = Callable[[Cast], Answer]


def told() -> tuple[int, str]:
    """What verify_audit says of the checkpoints, and its exit status."""
    status, written = exit_status("verify_audit")
    return status, "\n".join(line for line in written.splitlines() if line.startswith("checkpoints"))


def test_aud_3_3_two_of_three_are_enough_and_fewer_are_told(
    in_play: Cast, sign: Sign, tmp_path: Path, owner_connection: psycopg.Connection
) -> None:
    """At once as a remark, and after a quarter of an hour as a fault that names the newest that enough vouch for."""
    sign(in_play)
    with witness(1, tmp_path) as first, witness(2, tmp_path) as second:
        third = Witness("http://127.0.0.1:1", witness_key(3).public)
        listed([first, second, third], 2)
        status, said = told()
        assert (status, "0 of 3 witnesses vouch for the newest checkpoint, 2 have to" in said) == (0, True)
        assert "no checkpoint is vouched for by as many" in said
        ask_witnesses()
        assert "witnesses" not in told()[1]
        sign(in_play)
        listed([first, third], 2)
        ask_witnesses()
    listed([first, second, third], 2)
    found = vouched(in_play.casino.pk, settings.CHECKPOINT_WITNESSES)
    assert found is not None
    assert found.reached == {first.name: 2, second.name: 1, third.name: 0}
    assert found.witnessed is not None
    assert (set(found.times), found.witnessed) == ({first.name}, Checkpoint.objects.get(number=1))
    status, said = told()
    assert (status, "1 of 3 witnesses vouch for the newest checkpoint" in said) == (0, True)
    assert f"the newest that as many vouch for is 1 of {time_text(found.witnessed.time)}, 0 minutes ago" in said
    assert not found.is_late(timezone.now())
    assert found.is_late(timezone.now() + timedelta(minutes=16))
    with travelled(timedelta(minutes=16)):
        assert "16 minutes ago" in "\n".join(witness_problems(in_play.casino.pk, {}))
        assert witness_remark(in_play.casino.pk) == ""


@contextmanager
def travelled(by: timedelta) -> Iterator[None]:
    """The clock of whoever verifies is later."""
    later = timezone.now() + by
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tables.queries.audit.vouched.timezone.now", lambda: later)
        yield


CHANGED = (
    ("tables_cosignature", "UPDATE tables_cosignature SET timestamp = timestamp - 9", "whose line is another's"),
    ("tables_cosignature", "UPDATE tables_cosignature SET witness = 'other'", "whose line is another's"),
    (
        "tables_cosignature",
        "UPDATE tables_cosignature SET line = overlay(line placing 'AAAA' from char_length(line) - 12)",
        "is not what was signed as a note",
    ),
    (
        "tables_checkpoint",
        "UPDATE tables_checkpoint SET note = '' WHERE number = 2",
        "is not written as a note, though",
    ),
    (
        "tables_checkpoint",
        "UPDATE tables_checkpoint SET note = (SELECT note FROM tables_checkpoint WHERE number = 1) WHERE number = 2",
        "says something else as a note",
    ),
    (
        "tables_checkpoint",
        "UPDATE tables_checkpoint SET note = 'x.example' || substr(note, strpos(note, '/')) WHERE number = 2",
        "is written as a note of x.example",
    ),
    (
        "tables_checkpoint",
        "UPDATE tables_checkpoint SET note = overlay(note placing 'AAAA' from char_length(note) - 12) WHERE number = 2",
        "is not what was signed as a note",
    ),
)


@pytest.mark.parametrize("changed", CHANGED, ids=[said for _table, _statement, said in CHANGED])
def test_aud_3_3_a_note_or_cosignature_that_was_changed_is_found(
    cast: Cast, sign: Sign, tmp_path: Path, owner_connection: psycopg.Connection, changed: tuple[str, str, str]
) -> None:
    """By the owner, past the triggers; each is named."""
    table, statement, said = changed
    sign(cast)
    sign(cast)
    with witness(1, tmp_path) as one:
        listed([one])
        ask_witnesses()
    assert told()[0] == 0
    planted(owner_connection, table, statement)
    status, found = told()
    assert (status, said in found) == (1, True), found


def test_aud_3_3_a_database_that_was_set_back_is_refused_by_its_witness(
    in_play: Cast, sign: Sign, own_database: str, servers: Servers, tmp_path: Path
) -> None:
    """With an older dump restored and all newer copies taken away, nothing here could tell; the witness does."""
    sign(in_play)
    with witness(1, tmp_path) as one:
        listed([one])
        ask_witnesses()
        dump = dumped(servers, tmp_path)
        for on in (True, False):
            at_table(in_play, 14).act("standing_decline", by="frank", seat=4, on=on)
            sign(in_play)
            ask_witnesses()
        for path in copies_of(in_play).path(1).parent.iterdir():
            if not path.name.startswith("000000000001"):
                path.unlink()
        with restored(servers, dump):
            assert told()[0] == 0
            sign(in_play)
            ask_witnesses()
            assert Alert.objects.get().kind == "witness_refused"
            assert "the one here has" in state_of(1)[1]
            status, said = told()
            assert (status, "witness witness.example/w1 has refused to cosign since" in said) == (1, True), said
            # Grown beyond what the witness knows it is another list all the same.
            for _more in range(6):
                sign(in_play)
            again()
            assert state_of(1)[0] == "refused"
            assert newest().cosignatures.count() == 0
    assert (tmp_path / "w1.json.refused").is_dir()


def test_aud_3_3_a_second_list_under_the_same_key_is_refused(
    in_play: Cast, sign: Sign, tmp_path: Path, owner_connection: psycopg.Connection
) -> None:
    """The owner makes the leaves anew and signs them with the true key: at equal size and beyond."""
    sign(in_play)
    sign(in_play)
    with witness(1, tmp_path) as one:
        listed([one])
        ask_witnesses()
        assert settings.CHECKPOINT_KEY_FILE is not None
        row, key = newest(), read_key(settings.CHECKPOINT_KEY_FILE)
        text = NoteCheckpoint(origin_of(in_play.casino.pk), row.list_size, b"\x01" * 32).text()
        forged = Note(text, (signed(text, log_key(origin_of(in_play.casino.pk), key.public_bytes), key.sign),))
        planted(owner_connection, "tables_cosignature", "DELETE FROM tables_cosignature")
        statement = f"UPDATE tables_checkpoint SET note = '{forged.data().decode()}' WHERE number = {row.number}"
        planted(owner_connection, "tables_checkpoint", statement)
        ask_witnesses()
    assert state_of(1) == ("refused", f"it has cosigned another list of {row.list_size} leaves")
    assert Alert.objects.count() == 1


def test_aud_3_5_a_restored_house_goes_on_under_a_new_origin(cast: Cast, sign: Sign) -> None:
    """Host and casino stay, the epoch is the casino's."""
    sign(cast)
    name = origin_of(cast.casino.pk).rpartition("/")[0]
    assert origin_of(cast.casino.pk, 2) == f"{name}/2"


def test_aud_3_3_an_export_carries_the_note_and_the_verifier_asks_for_witnesses(
    in_play: Cast, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of the checkpoint that is made for it; a witness that has not signed is said to be missing."""
    make_checkpoint(in_play.in_house("ines"))
    with witness(1, tmp_path) as one:
        listed([one])
        write_selection(tmp_path / "export.zip", in_play.casino, read_filter({}))
    listed([])
    (tmp_path / "key.pem").write_bytes(public_key_file(in_play.casino.pk)[1])

    def verified(*more: str) -> tuple[int, str]:
        status = verify_export([str(tmp_path / "export.zip"), "--key", str(tmp_path / "key.pem"), *more])
        return status, capsys.readouterr().out

    status, said = verified("--witness", one.key.vkey())
    assert (status, "witness witness.example/w1: it saw the note of checkpoint" in said) == (0, True), said
    assert f"{origin_of(in_play.casino.pk)}, signed by key" in said
    status, said = verified()
    assert (status, "1 further signatures under the note" in said) == (0, True)
    status, said = verified("--witness", witness_key(2).public.vkey())
    assert (status, "witness witness.example/w2: it has not signed" in said) == (1, True)
    assert verify_export([str(tmp_path / "export.zip"), "--witness", "no vkey"]) == 2
