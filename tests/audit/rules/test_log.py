"""What the log alone decides, and what it leaves undecided (AUD 2.6)."""

from pathlib import Path
from typing import Any

import pytest

from tables.audit.rules.log import LogRules
from tables.audit.rules.moments import Times
from tests.audit.exported import HOUSE, TABLE, Entry, Export, Run, linked, log

TAP_IN = {"sent": {"badge": "1001", "table": 12}, "before": {"dealer": None}, "after": {"dealer": "1001"}}


def at(second: int, chain: str = TABLE, **values: Any) -> Entry:
    """An entry some seconds after the evening began; its hash is looked at elsewhere."""
    house: Entry = {"table": None, "person": "9001", "role": "admin", "payload": {}}
    table: Entry = {
        "table": 12,
        "person": "1001",
        "role": "dealer",
        "payload": {"effects": {"version": 1, "tap_in": 3}},
    }
    time = f"2026-03-01T18:{second // 60:02}:{second % 60:02}.000000Z"
    both = {"chain": chain, "sequence": second, "time": time, "round": None, "schema": 2}
    return {**both, **(table if chain == TABLE else house), **values}


def house(*more: Entry) -> list[Entry]:
    """Dana, 1001, deals at table 12 from second 10 on."""
    bootstrap = {**log()[0], "time": "2026-03-01T18:00:01.000000Z", "schema": 2}
    added = at(2, HOUSE, act="add_table", person=None, role="system", payload={"after": {"table": 12}})
    tapped = at(10, HOUSE, act="tap_in", person="1001", role="dealer", table=12, payload=TAP_IN)
    return [bootstrap, {**added, "sequence": 2}, {**tapped, "sequence": 3}, *more]


def judged(*entries: Entry, hidden: tuple[int, ...] = ()) -> tuple[list[str], dict[str, int]]:
    """What is said of them, and of how many what was undecided; hidden are those at some places."""
    rules, chain, said = LogRules(), "", list[str]()
    for place, entry in enumerate(entries):
        if entry["chain"] != chain:
            chain = entry["chain"]
            rules.begin(chain)
        if place in hidden:
            rules.hide()
        elif problem := rules.take(entry):
            said.append(problem)
    said += [problem for _sequence, problem in rules.end()]
    return said, dict(rules.undecided)


def tap_out(second: int) -> Entry:
    """Dana stops."""
    payload = {"before": {"dealer": "1001"}, "after": {"dealer": None}}
    return at(second, HOUSE, act="tap_out", person="1001", role="dealer", table=12, payload=payload)


def revoked(second: int) -> Entry:
    """Dana is no dealer any more."""
    payload = {
        "sent": {"badge": "1001", "role": "dealer"},
        "before": {"roles": ["dealer"]},
        "after": {"roles": [], "tapped_out_at": 12},
        "signature": {"badge": "9001", "method": "password"},
    }
    return at(second, HOUSE, act="revoke_role", payload=payload)


def test_aud_2_6_the_log_of_an_honest_evening_is_not_accused() -> None:
    """Nor is anything in it left undecided."""
    assert judged(*log()) == ([], {})
    assert judged(*house(tap_out(60)), at(30, act="sit")) == ([], {})


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (tap_out, "names a tap-in that had ended then"),
        (revoked, "1001 did not hold the role dealer then"),
    ],
)
def test_aud_2_6_two_chains_have_five_seconds_of_grace(end: Any, words: str) -> None:
    """An act under way when a tap-in or a role ends, or begins, is no fault; six seconds later it is."""
    for second, is_good in ((5, True), (4, False), (65, True), (66, False)):
        said, undecided = judged(*house(end(60)), at(second, act="sit"))
        assert (said == [], undecided) == (is_good, {})
    assert words in judged(*house(end(60)), at(66, act="sit"))[0][0]
    assert "had not begun then" in judged(*house(end(60)), at(4, act="sit"))[0][0]


def test_aud_2_6_what_is_left_out_is_undecided_and_not_wrong() -> None:
    """A house that is not there, an entry of it that is not, an entry before in the chain of the table."""
    sit = at(30, act="sit")
    said, undecided = judged(sit)
    assert (said, list(undecided.values())) == ([], [2])
    for place in range(3):
        assert judged(*house(), sit, hidden=(place,))[0] == []
    lifts = at(
        40, act="lift_bar", payload={**sit["payload"], "bar": 4, "signature": {"badge": "2001", "method": "pin"}}
    )
    assert judged(*house(), sit, lifts)[0] == ["lifts bar 4, which nobody set here"]
    said, undecided = judged(*house(), sit, lifts, hidden=(3,))
    assert (said, list(undecided.values())) == ([], [1])


def test_aud_2_6_a_clock_that_was_set_back_is_no_fault_of_a_dealer() -> None:
    """The house stands still at the time of its head until the clock comes there: what does not fit then is undecided."""
    ahead = [at(300, HOUSE, act="choose_language", role="admin", sequence=number) for number in (4, 5)]
    said, undecided = judged(*house()[:2], *ahead, {**house()[2], "time": ahead[0]["time"]}, at(30, act="sit"))
    assert (said, len(undecided)) == ([], 1)


@pytest.mark.parametrize(
    ("text", "is_real"),
    [
        ("2026-03-01T18:30:05.000120Z", True),
        ("2024-02-29T23:59:59.999999Z", True),
        ("2026-02-29T18:30:05.000120Z", False),
        ("2026-13-41T25:61:00.000000Z", False),
        ("2026-03-01T18:30:60.000000Z", False),
        ("2026-03-01T18:30:5 .000120Z", False),
        ("2026-03-01T18:30:05.00012Z", False),
        ("2026-03-01T18:30:05.000120+00:00", False),
        ("2026-03-01 18:30:05.000120Z", False),
        ("2026-03-01T18:30:\u0660\u0665.000120Z", False),
        ("zzzz", False),
        ("", False),
    ],
)
def test_aud_2_6_a_time_is_a_real_one_in_the_one_form(text: str, is_real: bool) -> None:
    """Also after one of the same minute."""
    times = Times()
    assert times.is_real(text) == is_real
    assert times.is_real("2026-03-01T18:30:00.000000Z")
    assert times.is_real(text) == is_real


@pytest.mark.parametrize(
    "payload", [{}, {"before": []}, {"after": 3, "signature": 7}, {"effects": []}, {"change": [{}]}]
)
def test_aud_2_6_whatever_a_payload_holds_it_is_answered_with_a_sentence(payload: Any) -> None:
    """Of every act, in the chain of the house and in that of a table."""
    for chain in (HOUSE, TABLE):
        for act in (
            "bootstrap",
            "confirm_people",
            "tap_in",
            "make_checkpoint",
            "lift_bar",
            "open_round",
            "settle_round",
        ):
            for role, person in (("system", None), ("floor", "2001"), ("compliance", "3001")):
                entry = at(30, chain, act=act, payload=payload, role=role, person=person, table=12)
                rules = LogRules()
                rules.begin(HOUSE)
                rules.begin(chain)
                assert isinstance(rules.take(entry), str)


@pytest.mark.parametrize(("seconds", "is_late"), [(59, True), (5, False)])
def test_aud_2_6_no_entry_is_later_than_the_checkpoint_that_vouches_for_it(
    zip_path: Path, run: Run, *, seconds: int, is_late: bool
) -> None:
    """With the grace between two chains, because the list was signed by the clock of the house alone in earlier versions."""
    rows = log()
    late = [
        {**row, "time": f"2026-03-01T18:45:{seconds:02}.000000Z"} if row["sequence"] >= 10 else row for row in rows[6:]
    ]
    Export(rows=[*rows[:6], *linked(late)]).write(zip_path)
    status, said = run()
    assert status == int(is_late)
    assert (
        "entry 10 of chain 1/table/12: is of 2026-03-01T18:45:59.000000Z, which is after the checkpoint" in said
    ) == is_late
