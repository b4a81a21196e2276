"""The values that pass between tables and games: chips, rounds, house rules and what an act does to a round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

JSON = dict[str, Any]
"""A JSON object."""

FIRST_RULINGS, LATEST_RULINGS = 1, 2
"""Whose rulings hold where the sheets are silent: a document stored without a word of it has the first (HCF 9.6)."""
MOST_ACTION_SECONDS = 86_400
"""The longest time of an action that new rules may have: a day (DRAW 2.7)."""


class Stack(NamedTuple):
    """A player as the game sees them: chips behind the wagers in minor units, last wagers, markers as a count."""

    seat: int
    chips: int
    playing: bool
    last_wagers: Mapping[str, int] | None = None
    markers_out: int = 0


class Leg(NamedTuple):
    """One account's share of a movement of chips, in minor units; the legs of a movement sum to zero (OPS 2.4)."""

    account: str
    seat: int | None
    amount: int


Balances = Mapping[tuple[str, int | None], int]
"""Minor units by account and seat. A marker outstanding counts as its value below zero on the account of markers."""


def legs_between(before: Balances, after: Balances) -> list[Leg]:
    """Return the legs that lead from some balances to others; an account not named holds nothing."""
    accounts = [*before, *(account for account in after if account not in before)]
    moved = [Leg(*account, after.get(account, 0) - before.get(account, 0)) for account in accounts]
    return [leg for leg in moved if leg.amount]


def clockwise(seats: Sequence[int], after: int) -> list[int]:
    """Return the seats clockwise from the left of one: the next higher number first, itself last (HCF 1.2)."""
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]


class Limit(NamedTuple):
    """The least and the most of one kind of bet, in minor units (OPS 4.4)."""

    min: int
    max: int


class NoTaker(StrEnum):
    """What happens when nobody takes the bank: the present designated player is asked last, or play halts (OPS 3.3)."""

    CONTINUE = "continue"
    HALT = "halt"


class Designation(NamedTuple):
    """Who may be designated player: bank in minor units, rounds and minutes in a row, what if nobody takes it (OPS 3.2, 3.3)."""

    min_bank: int
    max_consecutive: int | None
    max_minutes: int | None
    no_taker: NoTaker


class Changes(NamedTuple):
    """How long a change is announced and how long it waits for a decision, in minutes (OPS 4.2, 4.3)."""

    notice_minutes: int
    expire_minutes: int


class Recount(NamedTuple):
    """Above how many minor units a recount needs a signature (OPS 1.4)."""

    signed_above: int


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One version of a table's house rules (OPS 4.1); `designation` is None for a game without one."""

    game: str
    terms: Any
    """Each game has terms of its own type; only that game looks inside."""
    limits: Mapping[str, Limit | None]
    """The limits of every bet of the game; None for a bonus that is not offered (HCF 6.6)."""
    chip_unit: int
    designation: Designation | None
    changes: Changes
    recount: Recount
    as_written: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The document that these rules were read from; what is stored is repeated as it stands (HCF 9.6)."""

    def document(self) -> JSON:
        """Return the complete document of OPS 4.1, ready for JSON."""
        document: JSON = {
            "game": self.game,
            "terms": self.terms.document(),
            "limits": {spot: limit and limit._asdict() for spot, limit in self.limits.items()},
            "chip_unit": self.chip_unit,
        }
        if self.designation is not None:
            document["designation"] = {**self.designation._asdict(), "no_taker": self.designation.no_taker.value}
        document["changes"] = self.changes._asdict()
        document["recount"] = self.recount._asdict()
        return document


class VoidReason(StrEnum):
    """Why a round is declared void, in every game (OPS 5.6)."""

    WRONG_COUNT = "wrong_count"
    RED_LIGHT = "red_light"
    FOULED_DECK = "fouled_deck"
    EXPOSED_CARD = "exposed_card"
    DEALER_ERROR = "dealer_error"
    OTHER = "other"


class FlagCode(StrEnum):
    """What the floor has to know of a round, as a flag or a warning of an outcome (OPS 5.4; COVER_SHORT OPS 3.5)."""

    BANK_CHANGED = "bank_changed"
    CHIPS_SEEN = "chips_seen"
    COVER_SHORT = "cover_short"
    DEAD_HAND = "dead_hand"
    HAND_ADDED = "hand_added"
    HAND_REMOVED = "hand_removed"
    LIMIT_OVERRIDDEN = "limit_overridden"
    OUTSIDE_LIMITS = "outside_limits"
    RAISE_ADJUSTED = "raise_adjusted"
    WAGER_CHANGED = "wager_changed"


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as its game sees it: the rules it was opened under, its state, what was entered, and the stacks."""

    rules: HouseRules
    state: str
    play: Mapping[str, Any]
    stacks: Mapping[int, Stack]
    button: int | None = None
    bank_declared: int = 0
    bank: int = 0
    pot: int = 0
    """Minor units that lie on the layout, not settled yet, or left there by a tie."""
    carry: int = 0
    """Minor units that the last deal left in the pot; needed when a round opens (DRAW 1.10)."""
    match: Sequence[int] = ()
    """The seats whose match is on; none between matches, and in games without any."""
    late: bool = False
    """Whether the time of the player to act has run out, by the database's clock (DRAW 2.7)."""
    outage: bool = False
    """Whether nothing was running that could carry lateness out, so that it is held against nobody (DRAW 2.7)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one act does to a round; nothing has happened until the table writes it down."""

    state: str
    play: JSON
    before: JSON
    """What the act replaced, for the audit entry."""
    after: JSON
    legs: Sequence[Leg] = ()
    flags: Sequence[JSON] = ()
    warnings: Sequence[JSON] = ()
    """What the floor has to know though nothing is wrong with the round, each with its code (OPS 3.5)."""
    answer: JSON = field(default_factory=dict)
    needs: str | None = None
    """The act of the matrix (OPS 1.4) that has to be permitted too, where the act's own right is not enough."""
    also_needs: Sequence[str] = ()
    """Further ones, where an act comes to several at once."""
    bank_declared: int | None = None
    """The bank as it is declared from now on, in minor units; None where it stays (OPS 5.4)."""
    recounted: Mapping[int, int] = field(default_factory=dict)
    """Chips found at a seat beyond its tracked stack, taken in with this act (OPS 2.2)."""
    settlement: tuple[JSON, JSON] | None = None
    """The `settle` input and its output."""
    markers_out: Mapping[int, int] = field(default_factory=dict)
    """How many markers a seat has outstanding after this act (DRAW 1.8)."""
    seconds: int | None = None
    """How long the next player to act has, counted from this act; None where no clock runs (DRAW 2.7)."""
    dealt: bool = False
    """Whether the cards are dealt with this act."""
    last_wagers: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """What a seat wagered, to be put back by "same again" from now on (OPS 5.2); minor units."""
    match: Sequence[int] = ()
    """The seats whose match is on with this round; none in a game without matches (DRAW 1.1)."""
    carry: int = 0
    """Minor units of the pot that stay on the table when the round ends (DRAW 1.10)."""
    button: int | None = None
    """Where the table's button stands from now on; None where it stays."""


RoundAct = Callable[[RoundView, Mapping[str, Any]], Outcome]
"""An act of a round: the view and what was sent give the outcome; raises RuleError for what the game forbids."""


class Departure(NamedTuple):
    """A player about to leave: the stacks, the pot carried over in minor units, whose match it is, and the button.

    A player who leaves outside a match leaves its pot alone: then nothing is carried and nobody plays.
    """

    seat: int
    stacks: Mapping[int, Stack]
    carry: int
    match: Sequence[int]
    button: int | None


class BetweenRounds(NamedTuple):
    """What stands on a table while no round is open: the stacks, the pot carried over in minor units, whose match is on."""

    stacks: Mapping[int, Stack]
    carry: int
    match: Sequence[int]


class Difference(NamedTuple):
    """What leads from one settlement of a round to another: chips by account and seat, and markers by seat.

    The legs, in minor units, sum to zero; a marker counted in `markers` is its value on the account `markers`.
    """

    legs: Sequence[Leg]
    markers: Mapping[int, int] = {}
    most_markers: int = 0
    """How many a player may have out under the rules of the round (DRAW 1.8)."""
