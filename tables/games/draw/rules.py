"""What makes one of the draw games, in the words that documents and rounds of both have in common."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.games.draw.betting import Hand, Player
from tables.games.draw.pots import Pot
from tables.games.draw.reading import Form
from tables.games.values import RoundView


@dataclass(frozen=True, slots=True)
class DrawRules:
    """One of the draw games: how it is written, how a hand begins, what lies in the middle and how it is settled."""

    key: str
    form: Form
    begin: Callable[[RoundView, Sequence[Player]], int]
    """Where the button, or first action, was before the hand, 0 for nowhere; raises where these players cannot begin."""
    has_matches: bool
    """Whether the players of a hand stay those of a match until one of them leaves (DRAW 1.1)."""
    seated: Callable[[Any, Player, int], Player]
    """Terms, a player and the carried pot give the player as they come to a hand; raises `short_chips`."""
    start: Callable[[Any, Mapping[str, Any]], Hand]
    """The hand before its first action, of terms and document; raises `insufficient_funds`."""
    pots: Callable[[Any], Sequence[Pot]]
    """The pots of a hand as they lie on the table."""
    settle: Callable[[Any, Mapping[int, int]], Mapping[str, Any]]
    """The answer but for the game's name, of a hand that is over and the hands shown."""
