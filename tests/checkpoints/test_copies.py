"""The copies outside the database: at once, never overwritten, made good by the next run (AUD 3.1)."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tables.actions.act import Answer, path
from tables.actions.audit.checkpoints import NotCopiedError, copy_checkpoints, make_checkpoint
from tables.audit.copies import Copies, CopyFaultError
from tables.errors import Conflict, WrongState
from tables.models import Checkpoint
from tables.queries.audit.checkpoints import newest_signed, one_checkpoint, stored_leaves
from tables.stamp import HouseCall
from tests.cast import Cast
from tests.checkpoints.conftest import copies_of

Sign = Callable[[Cast], Answer]


def test_aud_3_1_the_copy_is_there_when_the_act_answers(cast: Cast, sign: Sign) -> None:
    """Whole, one line, and beside it nothing but the leaves that it added to the list."""
    sign(cast)
    copies = copies_of(cast)
    signed = newest_signed(cast.casino.pk)
    assert signed is not None
    assert copies.path(1).read_bytes() == signed.copy()
    assert copies.read(1) == signed
    names = ["000000000001.json", "000000000001.leaves", "000000000001.note"]
    assert sorted(path.name for path in copies.path(1).parent.iterdir()) == names
    assert copies.read_leaves(1) == [stored.leaf for stored in stored_leaves(cast.casino.pk)]
    assert (copies.newest(), list(copies.numbers())) == (1, [1])


def test_aud_3_1_a_failed_copy_is_loud_and_made_good(
    cast: Cast, sign: Sign, vault: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """The checkpoint stands; sent again under its command id it is copied, and every run copies what is missing."""
    sign(cast)
    here, nowhere = settings.CHECKPOINT_DIR, vault / "file"
    nowhere.write_text("no folder")
    settings.CHECKPOINT_DIR = nowhere / "checkpoints"
    stamp = cast.stamp("ines")
    for _again in range(2):
        with pytest.raises(NotCopiedError, match="Checkpoint 2 was made, but it is not outside"):
            make_checkpoint(HouseCall(cast.casino.pk, stamp))
    assert {record.levelno for record in caplog.records} >= {logging.CRITICAL}
    with pytest.raises(NotCopiedError):
        sign(cast)
    settings.CHECKPOINT_DIR = here
    assert make_checkpoint(HouseCall(cast.casino.pk, stamp)).body["number"] == 2
    assert list(copies_of(cast).numbers()) == [1, 2, 3]
    assert copies_of(cast).read(3) == newest_signed(cast.casino.pk)


def test_aud_3_1_nothing_is_outside_of_a_checkpoint_that_was_rolled_back(
    cast: Cast, sign: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is copied after the commit; the next one takes its number."""
    with monkeypatch.context() as failing:
        failing.setattr(path, "commit_entry", lambda *_entry: False)
        with pytest.raises(Conflict):
            sign(cast)
    assert (Checkpoint.objects.count(), list(copies_of(cast).numbers())) == (0, [])
    assert sign(cast).body["number"] == 1
    assert copies_of(cast).read(1) == newest_signed(cast.casino.pk)


def test_aud_3_1_copies_that_were_taken_away_come_back(cast: Cast, sign: Sign) -> None:
    """The newest by themselves; those between others where all are looked for."""
    for _number in range(5):
        sign(cast)
    copies = copies_of(cast)
    for number in (2, 4, 5):
        copies.path(number).unlink()
    assert copy_checkpoints(cast.casino.pk) == 2
    assert list(copies.numbers()) == [1, 3, 4, 5]
    assert copy_checkpoints(cast.casino.pk, every=True) == 1
    assert copies.read(2) == one_checkpoint(cast.casino.pk, 2)


def test_aud_3_1_a_differing_copy_is_never_overwritten(cast: Cast, sign: Sign) -> None:
    """What lies there stays there, and the act says so."""
    sign(cast)
    path = copies_of(cast).path(1)
    path.write_bytes(b"another\n")
    with pytest.raises(CopyFaultError, match="says something else"):
        copies_of(cast).write(one_checkpoint(cast.casino.pk, 1), copies_of(cast).read_leaves(1) or [])
    assert path.read_bytes() == b"another\n"
    with pytest.raises(CopyFaultError, match="is no copy of a checkpoint"):
        copies_of(cast).read(1)


def test_aud_3_2_an_older_database_does_not_sign_on(cast: Cast, sign: Sign) -> None:
    """Where more lies outside than there is here, a further checkpoint would fork the list."""
    sign(cast)
    signed = one_checkpoint(cast.casino.pk, 1)
    ahead = copies_of(cast).path(2)
    ahead.write_bytes(signed.copy())
    with pytest.raises(WrongState, match="Checkpoint 2 lies outside, but the newest here is 1"):
        sign(cast)
    assert Checkpoint.objects.count() == 1


def test_folders_hold_a_thousand_each(tmp_path: Path) -> None:
    """So that the newest is found in two short lists, after any number of years."""
    copies = Copies(tmp_path, 1)
    assert copies.path(999).parent.name == "000000000"
    assert copies.path(1000).parent.name == "000000001"
    for number in (1, 999, 1000, 25_000):
        copies.path(number).parent.mkdir(parents=True, exist_ok=True)
        copies.path(number).touch()
    assert (copies.newest(), list(copies.numbers())) == (25_000, [1, 999, 1000, 25_000])
    assert Copies(tmp_path, 2).newest() == 0
