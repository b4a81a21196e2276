"""What the verifier is asked for, and what it says to programs (AUD 4.4)."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tables.audit.checkpoint import Checkpoint, SignedCheckpoint
from tables.audit.report import Report, State, Subject
from tables.audit.verify import main
from tests.audit.exported import KEY, STRANGER, Export, Run, checkpoint_of, leaves_of, log


def test_aud_4_4_without_a_key_it_does_not_pass_unless_that_is_meant(
    zip_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Anybody might have made it; asking for both is a mistake."""
    Export().write(zip_path)
    assert main([str(zip_path)]) == 2
    said = capsys.readouterr().out
    assert "NOT VERIFIED  signatures: no --key was given, so that anybody might have made this export; give the" in said
    assert "Result: what could be verified holds, but not all that was asked for could be." in said
    assert main([str(zip_path), "--without-key"]) == 0
    assert main([str(zip_path), "--key", KEY.file(tmp_path)]) == 0
    with pytest.raises(SystemExit) as stopped:
        main([str(zip_path), "--without-key", "--key", KEY.file(tmp_path)])
    assert stopped.value.code == 2


def test_aud_4_4_the_document_for_programs(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """The findings one by one, counts, the result, and the exit status; nothing else is printed."""
    Export().write(zip_path)
    status, said = run("--key", KEY.file(tmp_path), "--replay", "--json")
    document = json.loads(said)
    assert (status, document["exit_status"], document["format"]) == (0, 0, "croupier-verification/1")
    assert document["file"] == str(zip_path)
    assert document["result"].startswith("everything that could be verified holds.")
    assert document["counts"]["wrong"] == 0
    counted = {state: sum(check["state"] == state for check in document["checks"]) for state in map(str, State)}
    assert counted == document["counts"]
    assert {check["what"] for check in document["checks"]} >= {"zip", "files", "signature", "leaves", "proof", "replay"}
    rows = log()
    rows[10] = {**rows[10], "person": "1002"}
    Export(rows=rows, leaves=leaves_of(log()), signer=STRANGER).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path), "--json")
    document = json.loads(said)
    assert (status, document["exit_status"]) == (1, 1)
    assert sum(check["state"] == "wrong" for check in document["checks"]) == document["counts"]["wrong"] == 2
    zip_path.write_bytes(b"PK")
    status, said = run("--json")
    document = json.loads(said)
    assert (status, document["exit_status"], document["checks"]) == (2, 2, [])
    assert document["result"].startswith("it cannot be read: export.zip is no zip")


def test_aud_4_4_nothing_vouches_where_no_checkpoint_names_an_entry(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """An export without a checkpoint and one with an empty list, signed by the key as they are: not verified."""
    words = "NOT VERIFIED  what vouches for the entries: nothing does, because no checkpoint names an entry of them"
    Export(leaves=[], checkpoint=checkpoint_of([], 1)).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path))
    assert (status, words in said) == (2, True)
    Export(leaves=[], has_checkpoint=False).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path))
    assert (status, words in said) == (2, True)


def copies(folder: Path, *numbers: int) -> list[SignedCheckpoint]:
    """Copies of checkpoints of the true log, each naming the one before, as a casino keeps them outside."""
    made: list[SignedCheckpoint] = []
    for number in (1, 2, 3):
        fresh = checkpoint_of(leaves_of(log(), number), number).checkpoint
        fresh = replace(fresh, previous_hash=made[-1].checkpoint.hash() if made else fresh.previous_hash)
        made.append(SignedCheckpoint.sign(fresh, KEY))
    for number in numbers:
        put(folder, made[number - 1])
    return made


def put(folder: Path, signed: SignedCheckpoint, name: str = "") -> None:
    """Lay a copy where the service does."""
    path = folder / "1" / "000000000" / (name or f"{signed.checkpoint.number:012}.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(signed.copy())


def signed_again(copy: SignedCheckpoint, **changes: object) -> SignedCheckpoint:
    """Another checkpoint, by the same key."""
    return SignedCheckpoint.sign(Checkpoint.read({**copy.checkpoint.document(), **changes}), KEY)


def test_aud_4_4_a_folder_of_copies_is_held_against_the_list(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """Each copy in it; gaps are named; keys that lie there are none."""
    folder, key = tmp_path / "outside", KEY.file(tmp_path)
    made = copies(folder, 1, 2, 3)
    (folder / "keys").mkdir()
    (folder / "keys" / "x.json").write_text("{}")
    assert all(after.checkpoint.previous_hash == before.checkpoint.hash() for before, after in pairwise(made))
    Export(checkpoint=made[-1]).write(zip_path)
    status, said = run("--key", key, "--checkpoint", str(folder))
    assert status == 0
    assert said.count("holds         the copy from outside, checkpoint") == 3
    assert said.count("holds         signature of the copy from outside, number") == 3
    (folder / "1" / "000000000" / "000000000002.json").unlink()
    status, said = run("--key", key, "--checkpoint", str(folder))
    assert (status, "the copies from outside: there is none of checkpoint 2" in said) == (0, True)


def test_aud_4_4_what_is_wrong_with_a_copy_in_a_folder_is_named(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """Another list, another of the same number, one that does not name the one before, a stranger's."""
    folder, key = tmp_path / "outside", KEY.file(tmp_path)
    made = copies(folder, 1, 3)
    Export(checkpoint=made[-1]).write(zip_path)
    for copy, words in (
        (signed_again(made[1], root="0" * 64), "the list does not begin with what was signed then; it was made anew"),
        (signed_again(made[1], previous_hash="1" * 64), "checkpoint 2 does not name the hash of checkpoint 1"),
        (signed_again(made[2], size=4), "the export has another one of this number"),
        (signed_again(made[2], size=4), "there are 2 different ones of checkpoint 3"),
        (checkpoint_of(leaves_of(log(), 2), 2, STRANGER), "it names key"),
    ):
        put(folder, copy, "other.json")
        status, said = run("--key", key, "--checkpoint", str(folder))
        assert (status, words in said) == (1, True)
    (folder / "1" / "000000000" / "other.json").write_text("{}")
    status, said = run("--key", key, "--checkpoint", str(folder))
    assert (status, "other.json: a signed checkpoint has no" in said) == (2, True)


def test_aud_4_4_copies_of_later_or_of_others_prove_nothing_of_an_export(
    zip_path: Path, tmp_path: Path, run: Run
) -> None:
    """A folder grows on after an export was made; one without any copy of the casino does not pass."""
    folder, key = tmp_path / "outside", KEY.file(tmp_path)
    made = copies(folder, 1, 2, 3)
    later = {"number": 4, "time": "2026-03-01T20:00:00.000000Z", "size": 9, "previous_hash": made[2].checkpoint.hash()}
    put(folder, signed_again(made[2], **later))
    put(folder, signed_again(made[2], casino=2), "casino-2.json")
    Export(checkpoint=made[-1]).write(zip_path)
    status, said = run("--key", key, "--checkpoint", str(folder))
    assert (status, "checkpoint 4 of 2026-03-01T20:00:00.000000Z: it is of later than this export" in said) == (0, True)
    for number in (1, 2, 3):
        (folder / "1" / "000000000" / f"{number:012}.json").unlink()
    assert run("--key", key, "--checkpoint", str(folder))[0] == 2
    (folder / "1" / "000000000" / "000000000004.json").unlink()
    assert run("--key", key, "--checkpoint", str(folder))[0] == 2
    (folder / "1" / "000000000" / "casino-2.json").unlink()
    status, said = run("--key", key, "--checkpoint", str(folder))
    assert (status, said) == (2, "Cannot be read: in the folder 'outside' is no copy of a checkpoint\n")


def test_aud_4_4_what_is_alike_is_one_line_and_what_is_wrong_comes_last() -> None:
    """Up to three by themselves; more with their number; WRONG lines again in the summary, with the counts."""
    said: list[str] = []
    report = Report(said.append)
    for number in range(12):
        report.holds(f"chain {number}: whole", Subject(what="chain", chain=str(number), alike="chains: whole"))
    report.wrong("entry 3 of chain 5: was changed", Subject(chain="5", entry=3))
    report.note("the settlements")
    assert report.end() == 1
    assert said == [
        "WRONG         entry 3 of chain 5: was changed",
        "not verified  the settlements",
        "holds         12 chains: whole",
        "",
        "WRONG         entry 3 of chain 5: was changed",
        "Summary: 1 WRONG, 12 hold, 1 not verified.",
        "Result: 1 of the things verified does not hold.",
    ]
    for _ in range(30):
        report.wrong("another")
    assert report.end() == 1
    assert said[-3].strip() == "and 11 more, above"
