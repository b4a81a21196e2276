"""Witnesses are asked after each checkpoint; what they say is kept, and what they refuse is told (AUD 3.3)."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings

from tables.actions.act import Answer
from tables.audit.copies import Copies
from tables.audit.note_copies import note_path
from tables.audit.notes import KeyKind, Note, NoteCheckpoint, NoteKey, cosigned
from tables.audit.signature import read_public_key
from tables.audit.witness_policy import Witness
from tables.jobs.http import UnreachableError, post
from tables.jobs.witnesses import ask_witnesses
from tables.models import Alert, AuditEntry, Checkpoint, Cosignature, WitnessState
from tables.queries.audit.checkpoints import public_key_file
from tables.queries.audit.witnesses import cosigned_note, log_key, one_note, origin_of
from tests.cast import Cast
from tests.checkpoints.conftest import copies_of
from tests.checkpoints.witnesses import again, answering, listed, newest, state_of, witness, witness_key
from tests.management.planting import planted
from tests.management.playing import at_table

Sign = Callable[[Cast], Answer]


def test_aud_3_3_every_checkpoint_is_a_signed_note_here_and_outside(in_play: Cast, sign: Sign) -> None:
    """Of the same size and root, under one origin, signed by the same key."""
    sign(in_play)
    sign(in_play)
    origin, public = origin_of(in_play.casino.pk), read_public_key(public_key_file(in_play.casino.pk)[1])
    assert origin.endswith(f"/{in_play.casino.pk}/1")
    for number in (1, 2):
        row = Checkpoint.objects.get(number=number)
        note = Note.read(row.note.encode())
        assert NoteCheckpoint.read(note.text) == NoteCheckpoint(origin, row.list_size, bytes.fromhex(row.root))
        assert note.signature_of(log_key(origin, public)) == note.signatures[0]
        assert note_path(copies_of(in_play), number).read_bytes() == row.note.encode()
        assert one_note(in_play.casino.pk, number) == note


def test_aud_3_3_the_origin_is_kept_when_the_service_moves(cast: Cast, sign: Sign, settings: Any) -> None:
    """It names the list and no address: host without port, casino, epoch."""
    settings.PUBLIC_URL = "http://[::1]:8000"
    assert origin_of(cast.casino.pk) == f"::1/{cast.casino.pk}/1"
    settings.PUBLIC_URL = "https://Croupier.Example:8443/house"
    sign(cast)
    settings.PUBLIC_URL = "https://elsewhere.example"
    sign(cast)
    assert newest().note.startswith(f"croupier.example/{cast.casino.pk}/1\n")


def test_aud_3_3_the_newest_checkpoint_is_cosigned_and_kept_here_and_outside(
    in_play: Cast, sign: Sign, tmp_path: Path
) -> None:
    """Once for each witness; one that missed some is sent the newest with the proof from the last it knows."""
    sign(in_play)
    with witness(1, tmp_path) as first, witness(2, tmp_path) as second:
        listed([first], 1)
        assert ask_witnesses() == 1
        at_table(in_play, 14).act("standing_decline", by="frank", seat=4, on=True)
        for _more in range(3):
            sign(in_play)
        listed([first, second], 2)
        assert ask_witnesses() == 2
        assert ask_witnesses() == 0
    row = newest()
    note = cosigned_note(row)
    assert {line.name for line in note.signatures[1:]} == {"witness.example/w1", "witness.example/w2"}
    for asked in (first, second):
        signature = note.signature_of(asked.key)
        assert signature is not None
        assert abs(signature.timestamp - time.time()) < 60
        outside = note_path(copies_of(in_play), row.number, asked.key_id).read_bytes()
        assert Note.read(outside).signature_of(asked.key) == signature
    assert set(Cosignature.objects.values_list("checkpoint__number", "witness")) == {
        (1, "witness.example/w1"),
        (row.number, "witness.example/w1"),
        (row.number, "witness.example/w2"),
    }
    assert (state_of(1), state_of(2)) == (("", ""), ("", ""))
    assert list(Copies(settings.CHECKPOINT_DIR, in_play.casino.pk).numbers()) == [1, 2, 3, 4]


def test_aud_3_3_what_was_answered_and_not_kept_is_asked_for_again(
    in_play: Cast, sign: Sign, tmp_path: Path, owner_connection: psycopg.Connection
) -> None:
    """The witness names the size it knows (409), which lies on the list: it is sent the proof from there."""
    sign(in_play)
    with witness(1, tmp_path) as one:
        listed([one])
        ask_witnesses()
        for more in range(3):
            planted(owner_connection, "tables_cosignature", "DELETE FROM tables_cosignature")
            if more:
                sign(in_play)
            assert ask_witnesses() == 1
            assert newest().cosignatures.count() == 1
    assert not Alert.objects.exists()
    assert state_of(1) == ("", "")


def test_aud_3_3_a_witness_that_is_down_or_slow_holds_up_nobody(
    in_play: Cast, sign: Sign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checkpoints go on; the others are asked all the same; it is asked again, at growing intervals."""
    monkeypatch.setattr("tables.jobs.http.post.__defaults__", (0.5,))
    sign(in_play)
    with witness(1, tmp_path) as up, answering(2, lambda: time.sleep(3)) as slow, answering(3, (503, b"busy")) as busy:
        down = Witness("http://127.0.0.1:1", witness_key(4).public)
        listed([slow, busy, down, up], 2)
        began = time.monotonic()
        assert ask_witnesses() == 4
        assert time.monotonic() - began < 3
        assert sign(in_play).body["number"] == 2
        # Nobody who failed a moment ago is asked at once again.
        assert ask_witnesses() == 1
        assert [state_of(number)[0] for number in (1, 2, 3, 4)] == ["", *["unreachable"] * 3]
        assert "within 0.5 seconds" in state_of(2)[1]
        assert state_of(3)[1] == "503 busy"
        assert "refused" in state_of(4)[1]
        assert again() == 3
    assert [row.failures for row in WitnessState.objects.order_by("witness")] == [0, 2, 2, 2]
    assert not Alert.objects.exists()


LYING = (
    ((200, b"no line"), "is no signature line"),
    ((200, b"\xff\n"), "is no signature line"),
    ((200, witness_key(7).public.vkey().encode()), "is no signature line"),
    ((409, b"3"), "does not end with a newline"),
    ((409, b"-3\n"), "not a number"),
    ((409, b"0\n"), "asks for just that"),
    ((302, b""), "302"),
    ((200, b"x" * 100_000), "more than 65536 bytes"),
)


@pytest.mark.parametrize(("answer", "said"), LYING)
def test_aud_3_3_what_a_witness_says_is_not_believed(
    in_play: Cast, sign: Sign, answer: tuple[int, bytes], said: str
) -> None:
    """Nothing of it is kept but that it was said."""
    sign(in_play)
    with answering(1, answer) as liar:
        listed([liar])
        ask_witnesses()
    assert state_of(1)[0] in ("untrue", "unreachable")
    assert said in state_of(1)[1]
    assert not Cosignature.objects.exists()
    assert not Alert.objects.exists()


@pytest.mark.parametrize("wrong", ["text", "key", "name", "future"])
def test_aud_3_3_a_wrong_cosignature_is_not_kept(in_play: Cast, sign: Sign, wrong: str) -> None:
    """Over another checkpoint, by another key, under another name, of a time that has not come."""
    sign(in_play)
    key, stranger, text = witness_key(1), witness_key(2), Note.read(newest().note.encode()).text
    named = NoteKey("witness.example/other", KeyKind.WITNESS, key.public.public)
    line = {
        "text": cosigned(text.replace("/1/1", "/1/2"), key.public, key.sign, int(time.time())),
        "key": cosigned(text, key.public, stranger.sign, int(time.time())),
        "name": cosigned(text, named, key.sign, int(time.time())),
        "future": cosigned(text, key.public, key.sign, int(time.time()) + 7200),
    }[wrong]
    with answering(1, (200, line.line().encode())) as liar:
        listed([liar])
        ask_witnesses()
    assert state_of(1)[0] == "untrue"
    assert not Cosignature.objects.exists()


@pytest.mark.parametrize("status", [400, 403, 404])
def test_aud_3_3_a_witness_that_does_not_know_the_house_is_a_fault_of_configuration(
    in_play: Cast, sign: Sign, status: int
) -> None:
    """With what it said, in printable letters."""
    sign(in_play)
    with answering(1, (status, "unknown\x1b[31m log \u202e\n".encode())) as asked:
        listed([asked])
        ask_witnesses()
    assert state_of(1) == ("configuration", f"{status} unknown?[31m log ????"[:300]) or state_of(1)[1].isascii()
    assert not Alert.objects.exists()


REFUSED = (
    ([(422, b"")], "is no continuation"),
    ([(409, b"99\n")], "a list of 99 leaves, the one here has"),
    ([(409, b"{size}\n"), (409, b"{size}\n")], "has cosigned another list of"),
    ([(409, b"{size}\n"), (422, b"")], "is no continuation"),
)


@pytest.mark.parametrize(("answers", "said"), REFUSED)
def test_aud_3_3_a_refusal_is_an_entry_an_alert_and_lasts(
    in_play: Cast, sign: Sign, answers: list[tuple[int, bytes]], said: str
) -> None:
    """Told once, however often it is asked; a witness that is down afterwards has not taken it back."""
    sign(in_play)
    size = str(newest().list_size).encode()
    told = [(status, body.replace(b"{size}", size)) for status, body in answers]
    with answering(1, *told) as asked:
        listed([asked])
        ask_witnesses()
        assert said in state_of(1)[1]
    entry = AuditEntry.objects.get(act="record_witness_refusal")
    assert (entry.role, entry.payload["witness"], entry.payload["checkpoint"]) == ("system", "witness.example/w1", 1)
    assert entry.payload["said"] == state_of(1)[1]
    alert = Alert.objects.get()
    assert (alert.kind, alert.details) == ("witness_refused", {"witness": "witness.example/w1", "checkpoint": 1})
    sign(in_play)
    again()
    assert state_of(1)[0] == "refused"
    assert said in state_of(1)[1]
    assert AuditEntry.objects.filter(act="record_witness_refusal").count() == 1


def test_aud_3_3_the_words_of_an_answer_that_never_ends_are_not_waited_for() -> None:
    """A byte now and then keeps a socket's own time-out from ever coming."""
    with answering(1, (200, b"")) as quick:
        assert post(f"{quick.address}/x", b"", "text/plain").status == 200

    with answering(1, lambda: time.sleep(2)) as slow, pytest.raises(UnreachableError, match=r"within 0\.3 seconds"):
        post(slow.address, b"", "text/plain", 0.3)
