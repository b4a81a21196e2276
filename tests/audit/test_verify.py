"""What the verifier says of an export, true or tampered with (AUD 4.4)."""

import sys
from pathlib import Path

import pytest

from tests.audit.exported import (
    KEY,
    Export,
    Run,
    checkpoint_of,
    copy_of,
    leaves_of,
    linked,
    log,
    stubbed,
)


def test_aud_4_4_a_true_export_holds(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """With everything asked for: each thing that was verified is said, and what a checkpoint does not cover yet."""
    Export().write(zip_path)
    status, said = run("--key", KEY.file(tmp_path), "--replay", "--checkpoint", copy_of(2, tmp_path))
    assert status == 0
    for words in (
        "holds         signature of the export",
        "holds         signature of the newest checkpoint, number 3",
        "holds         the list of 5 leaves comes to the root of checkpoint 3",
        "holds         proofs that the newest leaf of a chain is in the checkpoint: 2",
        "holds         the copy from outside, checkpoint 2",
        "holds         chain 1/house, entries 1 to 6: whole, unchanged, in order",
        "not verified  chain 1/house: signed up to 5; 1 entry after it is chained but not yet signed",
        "holds         chain 1/table/12, entries 1 to 12: whole, unchanged, in order",
        "not verified  chain 1/table/12: signed up to 10; 2 entries after it are chained but not yet signed",
        "holds         entries.csv says the same",
        "holds         size and SHA-256 of README.txt, entries.jsonl, entries.csv, leaves.jsonl",
        "holds         settlements computed again from their inputs: 3, none differs",
        "Result: everything that could be verified holds.",
    ):
        assert words in said
    assert "WRONG" not in said


def test_aud_4_4_what_was_not_asked_for_is_said(zip_path: Path, run: Run) -> None:
    """Without a key anybody might have made it."""
    Export().write(zip_path)
    status, said = run()
    assert status == 0
    assert "not verified  signatures: no --key was given" in said
    assert "not verified  the settlements: --replay was not given" in said


def test_aud_4_3_a_choice_holds_with_its_stubs(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """From the first kept entry on; a chain of which nothing was kept is not there, and is counted as such."""
    rows = stubbed(log(), lambda row: row["act"] == "settle_round")
    Export(rows=rows, leaves=leaves_of(log()), filter={"acts": ["settle_round"]}).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path), "--replay")
    assert status == 0
    assert "chain 1/table/12, entries 3 to 12: 2 whole and unchanged, 8 left out with a stub, all in order" in said
    assert "what came before entry 3 was not chosen" in said
    assert "1 other chains of the casino" in said
    assert "settlements computed again from their inputs: 2, none differs" in said


def test_aud_4_2_leaves_may_begin_later_in_the_list(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """The list is still proved; only an older outside checkpoint cannot be compared, and was asked for in vain."""
    Export(first_leaf=3).write(zip_path)
    assert run("--key", KEY.file(tmp_path), "--checkpoint", copy_of(2, tmp_path))[0] == 0
    status, said = run("--checkpoint", copy_of(1, tmp_path))
    assert status == 2
    assert "NOT VERIFIED  the copy from outside, checkpoint 1" in said


def test_aud_4_4_an_empty_choice_and_no_checkpoint_hold(zip_path: Path, run: Run) -> None:
    """There is nothing to verify in it, which is said."""
    export = Export(rows=[], leaves=[], checkpoint=checkpoint_of([], 1))
    export.write(zip_path)
    assert run()[0] == 0


def test_aud_4_4_without_cryptography_it_says_so_and_does_not_pass(
    zip_path: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All else is verified; what was asked for could not be."""
    Export().write(zip_path)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    status, said = run("--key", KEY.file(tmp_path))
    assert status == 2
    assert "NOT VERIFIED  signature of the newest checkpoint" in said
    assert "`cryptography` is not installed here" in said
    assert "whole, unchanged, in order" in said
    assert run()[0] == 0


def test_aud_4_4_settlements_that_are_wrong_are_found_by_replay(zip_path: Path, run: Run) -> None:
    """A well-formed chain that claims another result; an input that breaks a rule; none at all."""
    rows = log()
    table = [dict(row) for row in rows[6:]]
    table[2]["payload"] = {**table[2]["payload"], "output": {**table[2]["payload"]["output"], "game": "other"}}
    table[7]["payload"] = {"input": {"game": "whist"}, "output": {}}
    table[8]["payload"] = {name: table[8]["payload"][name] for name in ("reason", "version", "signature")}
    anew = [*rows[:6], *linked(table)]
    Export(rows=anew).write(zip_path)
    assert run()[0] == 0
    status, said = run("--replay")
    assert status == 1
    assert "entry 3 of chain 1/table/12: its settlement, computed again, comes to another result in game" in said
    assert "entry 8 of chain 1/table/12: the input of its settlement is refused" in said
    assert "entry 9 of chain 1/table/12: holds no input and output of a settlement" in said


def test_aud_4_4_what_cannot_be_read_or_was_asked_wrongly_has_a_status_of_its_own(
    zip_path: Path, tmp_path: Path, run: Run
) -> None:
    """No zip, no file, no key, no checkpoint, an unknown option."""
    assert run()[0] == 2
    zip_path.write_bytes(b"PK, or not")
    assert run()[0] == 2
    Export().write(zip_path)
    for arguments in (("--key", str(tmp_path / "none")), ("--key", str(zip_path)), ("--checkpoint", str(zip_path))):
        status, said = run(*arguments)
        assert (status, said.startswith("Cannot be read: ")) == (2, True)
    with pytest.raises(SystemExit) as stopped:
        run("--kee")
    assert stopped.value.code == 2
