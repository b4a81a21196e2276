"""The games there are. Adding a game adds an entry; nothing asks for a game by name."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tables.games.high_card_flush.rules import HIGH_CARD_FLUSH


class GameLimit(Protocol):
    """The least and the most of one kind of bet, in minor units."""

    @property
    def min(self) -> int: ...

    @property
    def max(self) -> int: ...


class Game(Protocol):
    """What a game's rules offer to the settlement calculator and to the house rules."""

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

    def parse_terms(self, document: object) -> Any:
        """Read terms, whole or in part, as a frozen value with a `document()`; raises `bad_rules`."""

    def verify_rules(self, terms: Any, limits: Mapping[str, GameLimit]) -> None:
        """Raise `bad_rules` where terms and limits contradict each other (OPS 4.5)."""

    def settle_document(self, document: Mapping[str, Any], read_terms: Callable[[object], Any]) -> dict[str, Any]:
        """Settle one input of `settle`; `read_terms` reads what stands under `rules`."""

    def sheet(self, answer: Mapping[str, Any]) -> str:
        """A settlement document as a table for people."""


GAMES: Mapping[str, Game] = {game.key: game for game in (HIGH_CARD_FLUSH,)}
