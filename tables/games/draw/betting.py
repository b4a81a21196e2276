"""What both betting machines are made of: players, actions, what may be done, and how an action is refused."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, Self, TypeVar

from tables.games.draw.hands import HAND_SIZE
from tables.games.errors import RuleError, gettext_noop
from tables.games.reading import at_entry


class ActionKind(StrEnum):
    """What a player of a draw game can do; each game has some of them (DRAW 1.4 to 1.7, 2.2 to 2.4, 2.7)."""

    BET = "bet"
    OPEN = "open"
    RAISE = "raise"
    STAY = "stay"
    DRAW = "draw"
    PAY = "pay"
    DROP = "drop"
    CALL = "call"
    EXCHANGE = "exchange"
    TIMEOUT = "timeout"


# What is written down is plain text: canonical JSON takes nothing else.
BET, OPEN, RAISE, STAY, DRAW, PAY, DROP, CALL, EXCHANGE, TIMEOUT = (kind.value for kind in ActionKind)
SHOWDOWN, SETTLED, CLOSED, VOID = "showdown", "settled", "closed", "void"
MOST_EXCHANGED = HAND_SIZE


class Action(NamedTuple):
    """One thing a player did; `number` is the amount in minor units, or how many cards they exchanged (DRAW 0.1)."""

    seat: int
    do: str
    number: int = 0


class Option(NamedTuple):
    """One thing the player to act may do, with the least and the most it takes; None where it takes no number."""

    do: str
    least: int | None = None
    most: int | None = None


class Player(NamedTuple):
    """A player of a hand: chips behind and what they paid into the pot, in minor units; markers as a count."""

    seat: int
    chips: int
    paid: int = 0
    markers_out: int = 0
    dropped: bool = False
    exchanged: int | None = None

    def pays(self, amount: int) -> "Player":
        """Move chips from behind into the pot; minor units."""
        return self._replace(chips=self.chips - amount, paid=self.paid + amount)


class Hand(Protocol):
    """A hand at one moment: a frozen value from which the next action makes another."""

    @property
    def phase(self) -> str:
        """Return the part of the hand that is being played, named as the state of a round (OPS 5.1)."""

    @property
    def turn(self) -> int | None:
        """Return the seat that is to act; None once the betting is over."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Return the players in the order in which they act."""

    @property
    def pot(self) -> int:
        """Return all that lies in the middle, in minor units."""

    @property
    def to_call(self) -> int:
        """Return what it costs the player to act to match, in minor units."""

    def options(self) -> tuple[Option, ...]:
        """Return all that the player to act may do."""

    def apply(self, action: Action) -> Self:
        """Return the hand after an action; raises the RuleError of what the action breaks."""


AnyHand = TypeVar("AnyHand", bound=Hand)


def play(hand: AnyHand, actions: Sequence[Action]) -> AnyHand:
    """Return the hand after some actions; raises the RuleError of the first that breaks the game, with its number."""
    for number, action in enumerate(actions, start=1):
        with at_entry("actions", number, len(actions)):
            hand = hand.apply(action)
    return hand


def seats_that_show(hand: Hand) -> list[int]:
    """Return the seats whose hands are compared; none where all but one dropped, or before the end (DRAW 0.4)."""
    remaining = [player.seat for player in hand.players if not player.dropped]
    return remaining if hand.phase == SHOWDOWN and len(remaining) > 1 else []


def call_shows(hand: Hand) -> bool:
    """Return whether a call by the player to act ends the betting, so that hands are shown (DRAW 1.6, 2.4)."""
    if hand.turn is None or all(option.do != CALL for option in hand.options()):
        return False
    return hand.apply(Action(hand.turn, CALL)).phase == SHOWDOWN


def verify_over(hand: Hand) -> None:
    """Raise `illegal_action` where the actions end too early."""
    if hand.turn is not None:
        template = gettext_noop("The actions end too early: it is the turn of seat %(turn)s.")
        raise RuleError("illegal_action", template, field="actions", turn=hand.turn)


def verify_turn(hand: Hand, action: Action, words: Iterable[str]) -> None:
    """Raise `illegal_action` or `out_of_turn` unless it is the player's turn and the action is one of the words."""
    if hand.turn is None:
        raise RuleError(
            "illegal_action", gettext_noop("The hand is over: no action follows its last one."), field="actions"
        )
    if action.seat != hand.turn:
        template = gettext_noop("It is the turn of seat %(turn)s, not of seat %(seat)s.")
        raise RuleError("out_of_turn", template, seat=action.seat, turn=hand.turn)
    if action.do not in words:
        template = gettext_noop("Seat %(seat)s cannot %(found)s now; allowed are %(allowed)s.")
        raise RuleError(
            "illegal_action", template, seat=action.seat, field="do", found=action.do, allowed=", ".join(words)
        )


def verify_range(action: Action, field: str, least: int, most: int) -> None:
    """Raise `bad_amount` unless the number of an action is one from `least` to `most`."""
    if not least <= action.number <= most:
        template = (
            gettext_noop("Seat %(seat)s: the %(field)s can only be %(most)s, not %(found)s.")
            if least == most
            else gettext_noop("Seat %(seat)s: the %(field)s is from %(least)s to %(most)s, not %(found)s.")
        )
        raise RuleError(
            "bad_amount", template, seat=action.seat, field=field, least=least, most=most, found=action.number
        )


def insufficient_funds(seat: int, needed: int, chips: int) -> RuleError:
    """Return the error for a player who would pay more than they have, markers counted; minor units (DRAW 0.3)."""
    template = gettext_noop("Seat %(seat)s would need %(needed)s and has %(chips)s.")
    return RuleError("insufficient_funds", template, seat=seat, field="amount", needed=needed, chips=chips)


def replaced(players: tuple[Player, ...], changed: Player) -> tuple[Player, ...]:
    """Return the players with a changed one in the place of their old self."""
    return tuple(changed if player.seat == changed.seat else player for player in players)
