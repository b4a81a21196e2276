"""One entry of a table's chain on the table as a value: what it does there, by the rules and not by what it claims (AUD 6.1)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tables.games.draw.betting import TIMEOUT
from tables.games.table.acts import ACTS, apply
from tables.games.table.change import Change
from tables.games.table.state import Moment, TableState
from tables.games.values import JSON, Leg
from tables.rebuild.entries import Entry, Stays
from tables.rebuild.memory import Memory

STILL = frozenset({"put_rules_in_force"})
"""Acts of the rules that move the table's version only by what they put in force."""

Movement = list[list[Any]]
"""Account, the entry in which the player sat down, amount in minor units: as `effects.legs` has them."""


@dataclass(frozen=True, slots=True)
class Step:
    """What an entry does to a table."""

    change: Change
    legs: Movement
    moves_version: bool = True
    is_whole: bool = True
    """Whether payload, answer and round are all known from the rules; else the payload is compared as far as it is known."""
    settlement: Mapping[str, Any] | None = None
    """The settlement that is made, by column, where there is one."""


@dataclass(frozen=True, slots=True)
class Here:
    """A table before an entry: its value, what is remembered of it, and how stays are named."""

    table: TableState
    memory: Memory
    stays: Stays


def step_of_play(here: Here, entry: Entry) -> Step:
    """Do an act of the rules (`tables.games.table.acts`) with what was sent; raises what the rules refuse."""
    change = apply(here.table, entry.act, entry.sent, moment_of(here, entry))
    seats = {seat: player.stay for seat, player in {**change.table.players, **here.table.players}.items()}
    made = None
    if change.settlement is not None:
        made = {"version": 1, "reason": "", "words": "", "replaces": None}
        made |= {"input": change.settlement[0], "output": change.settlement[1]}
    return Step(change, movement(change.legs, seats, here.stays), settlement=made)


def moment_of(here: Here, entry: Entry) -> Moment:
    """The moment of an entry: an action that stood though it was late, was not watched; a time-out was (DRAW 2.7)."""
    stay = here.stays.row_of(entry.sequence) if entry.act == "sit" else 0
    return Moment(entry.time, entry.act == "expire_action" or TIMEOUT in str(entry.payload.get("sent")), stay)


def movement(legs: Iterable[Leg], seats: Mapping[int, int], stays: Stays) -> Movement:
    """Return legs as an entry states them; `seats` has the stay at each seat that they name."""
    sums: Counter[tuple[str, int | None]] = Counter()
    for leg in legs:
        sums[leg.account, None if leg.seat is None else seats[leg.seat]] += leg.amount
    moved = [
        [account, None if stay is None else stays.entry_of(stay), amount]
        for (account, stay), amount in sums.items()
        if amount
    ]
    return in_order(moved)


def in_order(moved: Iterable[Iterable[Any]]) -> Movement:
    """Return a movement in the one order in which two are compared."""
    return sorted((list(leg) for leg in moved), key=lambda leg: (leg[0], leg[1] or 0, leg[2]))


def is_of_play(act: str) -> bool:
    """Whether the rules of the table say all that an act does."""
    return act in ACTS


def told(entry: Entry, added: Iterable[str]) -> JSON:
    """The payload without what is added to it around the act itself."""
    return {key: value for key, value in entry.payload.items() if key not in added}
