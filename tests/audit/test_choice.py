"""The choice of an export, in words and held against its content (AUD 4.4)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.audit.exported import HOUSE, KEY, TABLE, Entry, Export, Run, leaves_of, log, stubbed

STRANGERS = Path(__file__).resolve().parent.parent / "exports" / "strangers"


def time(sequence: int) -> str:
    """When the entry of this number was written, in either chain."""
    return f"2026-03-01T18:30:{sequence:02}.000120Z"


def only(*chains: str) -> Callable[[Entry], bool]:
    """The entries of these chains."""
    return lambda row: row["chain"] in chains


def hidden(chain: str, *sequences: int) -> list[Entry]:
    """The log with stubs in place of some entries."""
    return stubbed(log(), lambda row: row["chain"] != chain or row["sequence"] not in sequences)


def rows_of(choice: dict[str, Any]) -> list[Entry]:
    """What an honest export of a choice holds."""

    def fits(row: Entry) -> bool:
        return (
            choice.get("since", "") <= row["time"] < choice.get("until", "3")
            and row["table"] in choice.get("tables", [row["table"]])
            and row["act"] in choice.get("acts", [row["act"]])
            and row["person"] in choice.get("people", [row["person"]])
        )

    return stubbed(log(), fits)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({}, "all entries"),
        ({"tables": [12]}, "entries at table 12"),
        ({"tables": [12, 13]}, "entries at table 12 or 13"),
        ({"acts": ["settle_round", "correct_round"]}, "entries of act settle_round or correct_round"),
        ({"people": ["1001"]}, "entries by badge 1001"),
        ({"since": time(4)}, f"entries from {time(4)} on"),
        ({"until": time(4)}, f"entries before {time(4)}"),
        (
            {"since": time(3), "until": time(5), "first_day": "2026-03-01", "last_day": "2026-03-01"},
            f"entries from {time(3)} on, before {time(5)}, (that is from gaming day 2026-03-01 up to gaming day 2026-03-01)",
        ),
        ({"since": time(3), "until": time(9), "tables": [12], "acts": ["recount"]}, "at table 12, of act recount"),
    ],
)
def test_aud_4_4_every_honest_choice_holds_and_is_said_in_words(
    zip_path: Path, tmp_path: Path, run: Run, *, choice: dict[str, Any], words: str
) -> None:
    """With the stubs that it leaves, and the chains that it does not touch."""
    Export(rows=rows_of(choice), leaves=leaves_of(log()), filter=choice).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path))
    assert (status, "WRONG" in said) == (0, False)
    assert f"Chosen were: {words}" in said or words in said


WHOLE: dict[str, Any] = {}
NOTHING_LEFT_OUT = "the choice leaves nothing out here, yet"
FalseChoice = tuple[dict[str, Any], Callable[[], list[Entry]], str]
FALSE_CHOICES: list[FalseChoice] = [
    (WHOLE, lambda: hidden(TABLE, 5), f"entry 6 of chain {TABLE}: {NOTHING_LEFT_OUT} 1 before it are not here whole"),
    (WHOLE, lambda: hidden(TABLE, 11, 12), f"chain {TABLE} {NOTHING_LEFT_OUT} the last 2 of it are not here whole"),
    (
        WHOLE,
        lambda: hidden(HOUSE, 1, 2),
        f"entry 3 of chain {HOUSE}: {NOTHING_LEFT_OUT} 2 before it are not in the export",
    ),
    (WHOLE, lambda: log()[6:], f"chain {HOUSE} is missing, though the choice includes it"),
    (WHOLE, lambda: log()[:6], f"chain {TABLE} is missing, though the choice includes it"),
    ({"tables": [12]}, log, f"entry 1 of chain {HOUSE}: was not chosen: its table is not among those of the choice"),
    ({"tables": [12]}, lambda: hidden(TABLE, 7)[6:], f"entry 8 of chain {TABLE}: {NOTHING_LEFT_OUT} 1 before it"),
    ({"tables": [12, 13]}, lambda: log()[:6], f"chain {TABLE} is missing"),
    ({"acts": ["recount"]}, log, f"entry 3 of chain {TABLE}: was not chosen: its act is not among those of the choice"),
    ({"people": ["1002"]}, log, "was not chosen: its person is not among those of the choice"),
    ({"since": time(4)}, log, f"entry 3 of chain {HOUSE}: was not chosen: it is earlier than the choice"),
    ({"since": time(4)}, lambda: stubbed(log(), lambda row: 4 <= row["sequence"] != 6), f"entry 7 of chain {TABLE}"),
    ({"until": time(4)}, log, f"entry 4 of chain {HOUSE}: was not chosen: it is later than the choice"),
    (
        {"until": time(4)},
        lambda: stubbed(log(), lambda row: 1 < row["sequence"] < 4),
        "1 before it are not in the export",
    ),
    ({"x": "<script>"}, log, "the choice: 'x' is not known here"),
    ({"tables": "all"}, log, "the choice: tables is not a list of table numbers"),
    ({"tables": [True]}, log, "the choice: tables is not a list of table numbers"),
    ({"acts": []}, log, "the choice: acts is not a list of acts"),
    ({"since": "2026-03-01"}, log, "the choice: since is not a time in UTC with six digits"),
    ({"first_day": "2026-03-01"}, log, "the choice: first_day is named without the time that it came to, since"),
]


@pytest.mark.parametrize("case", FALSE_CHOICES)
def test_aud_4_4_a_choice_that_its_content_does_not_fit_is_found_though_signed(
    zip_path: Path, tmp_path: Path, run: Run, case: FalseChoice
) -> None:
    """By the casino's own key: entries hidden as stubs, chains left out, entries that were not chosen, unknown members."""
    choice, rows, words = case
    Export(rows=rows(), leaves=leaves_of(log()), filter=choice).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path))
    assert status == 1
    assert words in said


def test_aud_4_4_a_chain_of_stubs_alone_is_found(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """And one that begins with stubs: it begins with the first entry that was chosen."""
    stubs = [{name: row[name] for name in ("chain", "sequence", "previous_hash", "hash")} for row in log()[6:]]
    acts = {"acts": ["bootstrap", "sign", "take_actions"]}
    Export(rows=[*log()[:6], *stubs], leaves=leaves_of(log()), filter=acts).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path))
    assert (status, f"the choice: chain {TABLE} nothing of it was chosen" in said) == (1, True)
    Export(rows=[*log()[:6], stubs[0], *log()[7:8]], leaves=leaves_of(log()), filter=acts).write(zip_path)
    assert "entry 2 of chain 1/table/12: stubs stand before it" in run("--key", KEY.file(tmp_path))[1]


def test_aud_4_4_what_a_stub_hides_is_undecided(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """A stub does not say which act it was; that is no fault."""
    choice = {"acts": ["settle_round", "recount"]}
    rows = stubbed(log(), lambda row: row["act"] in choice["acts"] and row["sequence"] != 11)
    Export(rows=rows, leaves=leaves_of(log()), filter=choice).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path))
    assert status == 0
    assert "undecided     the choice: whether 6 of the stubs stand for entries that fit it" in said


def test_aud_4_4_how_many_chains_is_said_with_the_result(zip_path: Path, run: Run) -> None:
    """Of those that the leaves name."""
    Export().write(zip_path)
    assert "In this export: 2 of 2 chains, 18 whole entries." in run()[1]
    Export(rows=rows_of({"tables": [12]}), leaves=leaves_of(log()), filter={"tables": [12]}).write(zip_path)
    assert "In this export: 1 of 2 chains, 12 whole entries." in run()[1]


def test_aud_4_4_an_entry_hidden_as_a_stub_is_found_in_an_export_of_before(run: Run, zip_path: Path) -> None:
    """As an inspector made one: signed, whole in all else, of the older format, which is read as ever."""
    zip_path.write_bytes((STRANGERS / "entry-hidden-as-stub.zip").read_bytes())
    status, said = run("--replay")
    assert status == 1
    faults = {line for line in said.splitlines() if line.startswith("WRONG")}
    assert len(faults) == 1
    assert "chain 1/table/901: the choice leaves nothing out here, yet 1 before it are not here whole" in faults.pop()
