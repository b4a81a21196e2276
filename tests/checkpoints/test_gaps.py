"""Copies that are missing, and folders that are gone: faults, each with its number (AUD 3.1)."""

import shutil
from collections.abc import Callable

import pytest

from tables.actions.act import Answer
from tables.jobs.verification import verify_everything
from tables.queries.audit import outside
from tests.cast import Cast
from tests.checkpoints.conftest import copies_of
from tests.management.calling import called, exit_status

Sign = Callable[[Cast], Answer]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody copies anything here meanwhile."""
    monkeypatch.setattr(outside, "COPIED_WITHIN", 0)


@pytest.fixture
def five(cast: Cast, sign: Sign) -> Cast:
    """Five checkpoints."""
    for _number in range(5):
        sign(cast)
    return cast


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        ((5,), "checkpoint 5 has no copy outside: never copied, or taken away"),
        ((3,), "checkpoint 3 has no copy outside: never copied, or taken away"),
        ((1, 3, 4), "checkpoints 3 to 4 have no copy outside: never copied, or taken away"),
    ],
)
def test_aud_3_1_a_missing_copy_is_a_fault_with_its_number(five: Cast, taken: tuple[int, ...], said: str) -> None:
    """Newest or in the middle, for the command and for the background work; copied again, all holds."""
    for number in taken:
        copies_of(five).path(number).unlink()
    status, written = exit_status("verify_audit")
    assert (status, said in written) == (1, True), written
    assert said in [finding["words"] for finding in verify_everything()["found"]]
    called("checkpoint", copies_only=True)
    assert exit_status("verify_audit")[0] == 0


def test_aud_3_1_of_many_gaps_the_first_are_named(cast: Cast, sign: Sign, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the others are counted."""
    monkeypatch.setattr(outside, "MOST_NAMED", 1)
    for _number in range(6):
        sign(cast)
    for number in (2, 4, 5):
        copies_of(cast).path(number).unlink()
    written = exit_status("verify_audit")[1]
    assert "checkpoint 2 has no copy outside" in written
    assert "2 further checkpoints have no copy outside" in written


@pytest.mark.parametrize("whole", [True, False])
def test_aud_3_1_the_copies_are_gone(five: Cast, whole: bool) -> None:
    """In those words and no others, whether the folder is there or not."""
    folder = copies_of(five).directory
    shutil.rmtree(folder)
    if not whole:
        folder.mkdir()
    status, written = exit_status("verify_audit")
    problems = [line for line in written.splitlines() if "NOT WHOLE" in line]
    where = "is not there" if whole else "holds none"
    assert (status, len(problems)) == (1, 1), written
    assert f"NOT WHOLE: the copies are gone: {folder} {where}" in problems[0]


def test_aud_3_1_a_gap_below_what_an_older_database_lacks_is_told_too(five: Cast) -> None:
    """Every number up to the newest outside has its copy."""
    ahead = copies_of(five)
    ahead.path(7).write_bytes(ahead.path(5).read_bytes())
    written = exit_status("verify_audit")[1]
    assert "checkpoint 6 has no copy outside" in written
