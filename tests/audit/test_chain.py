"""Entries and the chain they form (AUD 1.2, 2.2, 2.5)."""

from collections.abc import Callable
from typing import Any

import pytest

from tables.audit.chain import FIRST_PREVIOUS, HASHED_FIELDS, entry_hash
from tests.chains import verify_chain

Entry = dict[str, Any]
GOLDEN: Entry = {
    "chain": "1/table/12",
    "sequence": 1,
    "time": "2026-03-01T18:30:05.000120Z",
    "act": "recount",
    "table": 12,
    "round": None,
    "person": "1001",
    "role": "dealer",
    "device": "tablet:3",
    "command_id": "0198c1f2-0000-7000-8000-000000000001",
    "payload": {
        "sent": {"seat": 3, "chips": 11900, "reason": "tip", "words": ""},
        "before": {"seat": 3, "chips": 12000},
        "after": {"seat": 3, "chips": 11900},
        "reason": "tip",
        "words": "",
        "difference": -100,
    },
    "schema": 1,
    "previous_hash": FIRST_PREVIOUS,
}
GOLDEN_HASH = "5f1ec0c5e5cdeb46a199efcc4ca9bf20f6bfaef380b13affc8276bb49dad6cc3"


def chain_of(length: int, name: str = "1/table/12") -> list[Entry]:
    """A chain that holds."""
    entries: list[Entry] = []
    for sequence in range(1, length + 1):
        previous = entries[-1]["hash"] if entries else FIRST_PREVIOUS
        time = f"2026-03-01T18:30:{sequence:02}.000000Z"
        entry = {**GOLDEN, "chain": name, "sequence": sequence, "time": time, "previous_hash": previous}
        entries.append({**entry, "hash": entry_hash(entry)})
    return entries


def resealed(entries: list[Entry], start: int) -> list[Entry]:
    """The chain with every hash from an entry on made anew, as an attacker would who has the database to themselves."""
    made = entries[:start]
    for entry in entries[start:]:
        fresh = {**entry, "previous_hash": made[-1]["hash"] if made else FIRST_PREVIOUS}
        made.append({**fresh, "hash": entry_hash(fresh)})
    return made


def test_aud_2_2_the_golden_entry_keeps_its_hash_for_ever() -> None:
    """A change of format would leave what is stored unverifiable."""
    assert entry_hash(GOLDEN) == GOLDEN_HASH
    assert entry_hash({**GOLDEN, "hash": "whatever"}) == GOLDEN_HASH


@pytest.mark.parametrize("field", HASHED_FIELDS)
def test_aud_2_2_every_field_is_in_the_hash(field: str) -> None:
    """Changing any one of them, by type or to nothing, changes it."""
    present = GOLDEN[field]
    others = [None, "x", 7, {"x": 1}, str(present), [present], {**GOLDEN["payload"], "words": " "}]
    for other in others:
        if other != present:
            assert entry_hash({**GOLDEN, field: other}) != GOLDEN_HASH, other
    with pytest.raises(KeyError):
        entry_hash({name: value for name, value in GOLDEN.items() if name != field})


def test_aud_2_5_a_chain_that_holds() -> None:
    """Entry by entry; also none at all."""
    assert list(verify_chain("1/table/12", chain_of(5))) == [None] * 5
    assert list(verify_chain("1/table/12", [])) == []


def without(entries: list[Entry], number: int) -> list[Entry]:
    """One entry is gone."""
    return [entry for entry in entries if entry["sequence"] != number]


def changed(entries: list[Entry], number: int, **values: Any) -> list[Entry]:
    """One entry says something else."""
    return [{**entry, **values} if entry["sequence"] == number else entry for entry in entries]


def found(entries: list[Entry]) -> list[tuple[int, str]]:
    """Each fault, by the number of its entry."""
    return [(fault.sequence, fault.problem) for fault in verify_chain("1/table/12", entries) if fault]


NO_LINK = "does not name the hash of the entry before it"
CHANGED = "was changed: its hash is not the hash of what it says"


@pytest.mark.parametrize(
    ("spoil", "faults"),
    [
        (lambda chain: without(chain, 3), [(3, "is missing: the next one is 4")]),
        (lambda chain: without(chain, 1), [(1, "is missing: the next one is 2")]),
        (
            lambda chain: without(without(without(chain, 2), 3), 4),
            [(2, "is missing, and so are those after it up to 4: the next one is 5")],
        ),
        (lambda chain: changed(chain, 2, act="sit"), [(2, CHANGED)]),
        (lambda chain: changed(chain, 5, payload={}), [(5, CHANGED)]),
        (lambda chain: changed(chain, 4, hash="0" * 64), [(4, CHANGED)]),
        (lambda chain: changed(chain, 4, person=None), [(4, CHANGED)]),
        (
            lambda chain: changed(chain, 3, payload={"x": 0.5}),
            [(3, "holds what no entry can hold: a value of type float cannot stand in an entry")],
        ),
        (
            lambda chain: [chain[0], chain[2], chain[1], *chain[3:]],
            [(2, "is missing: the next one is 3"), (2, "stands again or out of order, where entry 4 should")],
        ),
        (
            lambda chain: [*chain[:2], chain[1], *chain[2:]],
            [(2, "stands again or out of order, where entry 3 should")],
        ),
        (lambda chain: [*chain[:2], *chain_of(3, "x")[2:], *chain[3:]], [(3, NO_LINK), (4, NO_LINK)]),
        (
            lambda chain: resealed(changed(chain, 3, time="2026-03-01T18:30:01.999999Z"), 2),
            [(3, "is earlier than the entry before it")],
        ),
        (lambda chain: resealed(changed(chain, 3, act="sit"), 2)[:3] + chain[3:], [(4, NO_LINK)]),
        (lambda chain: changed(chain, 1, previous_hash="1" * 64), [(1, NO_LINK)]),
        (lambda chain: changed(chain, 3, time="2036-03-01T18:30:03.000000Z"), [(3, CHANGED)]),
        (lambda chain: changed(changed(chain, 2, act="sit"), 4, role="floor"), [(2, CHANGED), (4, CHANGED)]),
        (
            lambda chain: changed(without(changed(chain, 1, round=7), 3), 5, table=13),
            [(1, CHANGED), (3, "is missing: the next one is 4"), (5, CHANGED)],
        ),
        (
            lambda _chain: chain_of(3, "1/table/13"),
            [(number, "belongs to chain 1/table/13") for number in range(1, 4)],
        ),
    ],
)
def test_aud_2_5_each_bad_entry_is_named_once_with_what_is_wrong(
    spoil: Callable[[list[Entry]], list[Entry]], faults: list[tuple[int, str]]
) -> None:
    """Missing, changed, put elsewhere, cut in, dated back, of another chain; and after it verification goes on."""
    entries = spoil(chain_of(5))
    assert found(entries) == faults
    missing = sum("is missing" in problem for _number, problem in faults)
    assert len(list(verify_chain("1/table/12", entries))) == len(entries) + missing


def test_aud_2_5_a_wrong_hash_that_others_went_on_from_hides_nothing() -> None:
    """Inserted by an attacker, named by all that honest entries say after it: it alone is bad, and so is what comes later."""
    chain = chain_of(2)
    forged = {**chain[1], "sequence": 3, "previous_hash": chain[1]["hash"], "hash": "f" * 64}
    honest = resealed([*chain, forged, *chain_of(9)[3:]], 9)
    for number in range(3, 9):
        entry = {**honest[number], "previous_hash": honest[number - 1]["hash"]}
        honest[number] = {**entry, "hash": entry_hash(entry)}
    assert found(honest) == [(3, CHANGED)]
    assert found(changed(honest, 7, act="sit")) == [(3, CHANGED), (7, CHANGED)]


def test_aud_2_5_two_entries_at_the_same_moment_hold() -> None:
    """The clock may stand still, not go back."""
    same = resealed([{**entry, "time": GOLDEN["time"]} for entry in chain_of(3)], 0)
    assert list(verify_chain("1/table/12", same)) == [None] * 3
