"""What every game offers to a table, so that tables know no game by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tables.games.correctable import Correctable
from tables.games.errors import RuleError, gettext_noop, quoted
from tables.games.limits import GameLimit, GameTerms

if TYPE_CHECKING:
    from tables.games.house_rules import HouseRules

JSON = dict[str, Any]

LONGEST_WORDS = 200


class Stack(NamedTuple):
    """A player as the game sees him: his chips behind the wagers, in minor units, and what he wagered last."""

    seat: int
    chips: int
    playing: bool
    last_wagers: Mapping[str, int] | None = None
    markers_out: int = 0


class Leg(NamedTuple):
    """One account's share of a movement of chips; the legs of a movement sum to zero (OPS 2.4)."""

    account: str
    seat: int | None
    amount: int


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
    """Whether the time of whoever is to act has run out, by the database's clock (DRAW 2.7)."""
    outage: bool = False
    """Whether nothing was there to carry lateness out, so that it is held against nobody (DRAW 2.7)."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one act does to a round; nothing has happened until the table writes it down."""

    state: str
    play: JSON
    before: JSON
    """What was sent anew, as it stood before, for the audit entry."""
    after: JSON
    legs: Sequence[Leg] = ()
    flags: Sequence[JSON] = ()
    warnings: Sequence[JSON] = ()
    """What the floor is to know though nothing is wrong with the round, each with its code (OPS 3.5)."""
    answer: JSON = field(default_factory=dict)
    needs: str | None = None
    """The act of the matrix (OPS 1.4) that this comes to, where it takes more than the act's own right."""
    recounted: Mapping[int, int] = field(default_factory=dict)
    """Chips found at a seat beyond its tracked stack, taken in with this act (OPS 2.2)."""
    settlement: tuple[JSON, JSON] | None = None
    """The `settle` input and its output."""
    markers_out: Mapping[int, int] = field(default_factory=dict)
    """How many markers a seat has outstanding after this act (DRAW 1.8)."""
    seconds: int | None = None
    """How long whoever is to act next has, counted from this act; None where no clock runs (DRAW 2.7)."""
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


class Parting(NamedTuple):
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


RoundAct = Callable[[RoundView, Mapping[str, Any]], Step]


class Game(Correctable, Protocol):
    """A game as the calculator, the house rules, tables and pages use it."""

    @property
    def key(self) -> str:
        """The name in documents."""

    @property
    def limit_spots(self) -> tuple[str, ...]:
        """The bets that have limits."""

    @property
    def has_designation(self) -> bool:
        """Whether a designated player rotates (OPS 3)."""

    @property
    def replaced_whole(self) -> tuple[str, ...]:
        """The terms that a change replaces whole instead of merging into them."""

    @property
    def first_state(self) -> str:
        """The state in which a round opens."""

    @property
    def first_play(self) -> Mapping[str, Any]:
        """What is entered of a round when it opens: nothing yet."""

    @property
    def acts(self) -> Mapping[str, RoundAct]:
        """The acts of a round by their name; each raises RuleError for what the game forbids.

        `open_round` is among them where opening a round moves chips or needs to know who plays.
        """

    @property
    def steps_without_input(self) -> tuple[str, ...]:
        """The acts that need nothing sent: asking why one is refused tells what is still missing."""

    def parse_terms(self, document: object) -> GameTerms:
        """Read terms, whole or in part; raises `bad_rules`."""

    def verify_rules(self, terms: Any, limits: Mapping[str, GameLimit], chip_unit: int, /) -> None:
        """Raise `bad_rules` where terms, limits and chip unit contradict each other (OPS 4.5)."""

    def settle_document(self, document: Mapping[str, Any], read_terms: Callable[[object], Any]) -> JSON:
        """Settle one input of `settle`; `read_terms` reads what stands under `rules`."""

    def sheet(self, answer: Mapping[str, Any]) -> str:
        """A settlement document as a table for people."""

    def legal_acts(self, view: RoundView) -> tuple[str, ...]:
        """Name the acts that the round's state permits."""

    def describe(self, view: RoundView) -> JSON:
        """Say of a round what a page needs beyond what was entered: orders, what is missing, the cover."""

    def players_in(self, play: Mapping[str, Any], /) -> Collection[int]:
        """The seats that have something at stake in a round, or cards of it."""

    def expiry(self, view: RoundView, /) -> JSON | None:
        """What `take_actions` is sent when the time of whoever is to act is up; None where nothing expires alone."""

    def seconds(self, view: RoundView, /) -> int | None:
        """How long whoever is to act has, from the beginning; None where no clock runs (DRAW 2.7)."""

    def farewell(self, rules: HouseRules, parting: Parting, /) -> Sequence[Leg]:
        """What moves before a player takes his chips away: a carried pot is shared, markers are redeemed or owed."""

    def rake_of_designated_player(self, rules: HouseRules, /) -> int:
        """The rake the designated player pays a round, in minor units (HCF 9.4)."""

    def what_holds_up(self, terms: Any, coming: Any, between: BetweenRounds, /) -> str:
        """The sentence why coming terms of this game wait for a later round boundary, or nothing (OPS 4.3)."""

    def worst_case(self, rules: HouseRules, hands: int, /) -> int | None:
        """What so many hands at the maximum of every bet may cost the bank, in minor units; None without one (OPS 3.5)."""

    def edge_terms(self, rules: HouseRules, /) -> JSON | None:
        """The terms that the exact edges depend on; None where none can be counted (OPS 4.7)."""


def wrong_state(template: str, **params: Any) -> RuleError:
    """The error for an act that the round's state does not permit."""
    return RuleError("wrong_state", template, **params)


def read_rows(sent: Mapping[str, Any], name: str, required: Sequence[str], optional: Sequence[str] = ()) -> list[JSON]:
    """The rows of one call, each an object with a whole `seat` and no key that is not known; no seat twice."""
    rows = sent.get(name)
    if not isinstance(rows, list) or not rows:
        raise RuleError("bad_field", gettext_noop("%(field)s must be a list of at least one object."), field=name)
    seen: set[int] = set()
    for row in rows:
        seat = _seat_of(row, name)
        if seat in seen:
            raise RuleError("bad_seat", gettext_noop("Seat %(seat)s is named twice in one call."), seat=seat)
        seen.add(seat)
        _check_keys(row, seat, ("seat", *required), optional)
    return rows


def _seat_of(row: object, name: str) -> int:
    if not isinstance(row, dict):
        raise RuleError(
            "bad_field",
            gettext_noop("Each of %(field)s must be an object, not %(found)s."),
            field=name,
            found=quoted(row),
        )
    seat = row.get("seat")
    if type(seat) is not int:
        raise RuleError(
            "bad_seat", gettext_noop("A seat must be a whole number, not %(found)s."), field="seat", found=quoted(seat)
        )
    return seat


def _check_keys(row: JSON, seat: int, required: Sequence[str], optional: Sequence[str]) -> None:
    for key in row:
        if key not in required and key not in optional:
            raise RuleError(
                "bad_field",
                gettext_noop("Seat %(seat)s: %(field)s is not known; allowed are %(allowed)s."),
                seat=seat,
                field=str(key),
                allowed=", ".join((*required, *optional)),
            )
    for key in required:
        if key not in row:
            raise RuleError("bad_field", gettext_noop("Seat %(seat)s: %(field)s is missing."), seat=seat, field=key)


def read_flag(row: JSON, key: str) -> bool:
    """A key that is true, false or absent."""
    found = row.get(key, False)
    if not isinstance(found, bool):
        raise RuleError(
            "bad_field",
            gettext_noop("Seat %(seat)s: %(field)s must be true or false, not %(found)s."),
            seat=row["seat"],
            field=key,
            found=quoted(found),
        )
    return found


def read_words(found: object, key: str, *, required: bool) -> str:
    """What somebody said, trimmed: text that can be stored, of at most 200 characters."""
    if not isinstance(found, str) or len(found) > LONGEST_WORDS or not is_storable(found):
        raise RuleError(
            "bad_field",
            gettext_noop("%(field)s must be text of at most %(most)s characters."),
            field=key,
            most=LONGEST_WORDS,
        )
    if required and not found.strip():
        raise RuleError("bad_field", gettext_noop("%(field)s must not be empty."), field=key)
    return found.strip()


def is_storable(text: str) -> bool:
    """No NUL and no half of a surrogate pair: neither can be written down."""
    return text.isprintable() or not any(letter == "\x00" or "\ud800" <= letter <= "\udfff" for letter in text)


def clockwise(seats: Sequence[int], after: int) -> list[int]:
    """The seats clockwise from the left of one: the next higher number first, wrapping, itself last (HCF 1.2)."""
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]
