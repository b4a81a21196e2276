"""What stands on the layout of a High Card Flush round, as values."""

from enum import StrEnum
from typing import NamedTuple


class Spot(StrEnum):
    """The bets of a player (HCF 3.1, 3.2)."""

    ANTE = "ante"
    RAISE = "raise"
    STRAIGHT_FLUSH = "straight_flush"
    FLUSH = "flush"


class Decision(StrEnum):
    """What a player does once they have seen their cards (HCF 3.2, 3.3)."""

    RAISE = "raise"
    FOLD = "fold"
    WALK_AWAY = "walk_away"


# What is written down is plain text: canonical JSON takes nothing else.
BONUS_SPOTS = (Spot.STRAIGHT_FLUSH.value, Spot.FLUSH.value)
WAGER_SPOTS = (Spot.ANTE.value, *BONUS_SPOTS)
DECISIONS = tuple(decision.value for decision in Decision)
RAISE, *FOLDS = DECISIONS
MAX_PLAYERS = 6


class Wagers(NamedTuple):
    """What one player places before the deal, in minor units; 0 for a bonus not placed (HCF 3.1)."""

    ante: int
    straight_flush: int = 0
    flush: int = 0


class Player(NamedTuple):
    """One player's part in a round that comes to settlement.

    `raise_amount` is the Raise as placed, in minor units, or None where they folded or walked away (HCF 3.2, 3.3).
    `hand` is the mask of their seven cards, or None where they folded and the cards were not given.
    """

    seat: int
    ante: int
    straight_flush: int
    flush: int
    raise_amount: int | None
    hand: int | None


class DesignatedPlayer(NamedTuple):
    """The designated player: seat, declared bank in minor units, and hand, None where nobody needs it (HCF 8.1)."""

    seat: int
    bank: int
    hand: int | None
