"""The shapes of what is written down of a hand of a draw game; amounts in minor units, seats as text where they are keys.

`Annotated[str, X]` is the value of a member of X as plain text.
"""

from typing import Annotated, NotRequired, TypedDict

from tables.games.draw.betting import ActionKind
from tables.games.draw.hands import Category
from tables.games.draw.heads_up.settlement import HandResult


class SeatEntry(TypedDict):
    """A player before the hand; `markers_out` in the game of two alone."""

    seat: int
    stack: int
    markers_out: NotRequired[int]


class ActionEntry(TypedDict):
    """One action: `amount` goes with a bet, opening or raise, `count` with an exchange of cards."""

    seat: int
    do: Annotated[str, ActionKind]
    amount: NotRequired[int]
    count: NotRequired[int]


class Play(TypedDict):
    """What is entered of a hand, and how far it has come."""

    seats: list[SeatEntry]
    actions: list[ActionEntry]
    hands: dict[str, str]
    decided: bool
    shown: bool
    issued: NotRequired[dict[str, int]]
    """Markers issued before the deal, by seat; like what follows, from the opening of the round on."""
    first: NotRequired[int]
    """The seat that acts first, in the game of two."""
    carry: NotRequired[int]
    """What the last deal left in the pot, in the game of two."""
    button: NotRequired[int]
    """The seat with the button, in the game of four."""


class OptionRow(TypedDict):
    """What the player to act may do, and the amounts or counts it takes, in steps."""

    do: Annotated[str, ActionKind]
    least: NotRequired[int]
    most: NotRequired[int]
    step: NotRequired[int]


class PotRow(TypedDict):
    """A pot, and the seats that can win it."""

    amount: int
    seats: list[int]


class PlayerRow(TypedDict):
    """A player during the hand: chips behind, what they paid into the middle, and how many cards they exchanged."""

    chips: int
    paid: int
    markers_out: int
    exchanged: int | None
    dropped: bool


class Description(TypedDict):
    """What a page needs of a round beyond what was entered."""

    order: list[int]
    """In the order in which they act."""
    turn: int | None
    options: list[OptionRow]
    call_shows: bool
    """Whether a call ends the betting now, so that hands are shown (DRAW 1.6, 2.4)."""
    to_call: int
    middle: int
    """All that lies in the pot, what was carried over included."""
    pots: list[PotRow]
    players: dict[str, PlayerRow]
    hands_needed: list[int]
    seconds: int | None
    """The time of one action; None where no clock runs."""


class HeadsUpSeatRow(TypedDict):
    """A player of the game of two after the hand; `net` leaves markers out, `hand` is None where none was shown."""

    seat: int
    hand: Annotated[str, Category] | None
    net: int
    stack: int
    markers_out: int


class HeadsUpOutput(TypedDict):
    """The output of `settle` for heads-up draw, without `game`; `carry` is what a tie leaves in the pot (DRAW 1.10)."""

    result: Annotated[str, HandResult]
    winners: list[int]
    pot: int
    carry: int
    seats: list[HeadsUpSeatRow]


class FourPlayerSeatRow(TypedDict):
    """A player of the game of four after the hand; `net` is after the commission, `hand` None where none was shown."""

    seat: int
    hand: Annotated[str, Category] | None
    net: int
    commission: int
    stack: int


class FourPlayerOutput(TypedDict):
    """The output of `settle` for four-player draw, without `game`; winners from the left of the button."""

    pot: int
    winners: list[int]
    seats: list[FourPlayerSeatRow]
    rake: int
