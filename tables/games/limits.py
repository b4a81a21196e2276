"""What the house rules of every game are made of, as far as tables look at it (OPS 4.1)."""

from typing import Any, Protocol


class GameTerms(Protocol):
    """The part of the house rules that bears on settlement, which every game has its own way."""

    def document(self) -> dict[str, Any]:
        """The complete terms, ready for JSON."""


class GameLimit(Protocol):
    """The least and the most of one kind of bet, in minor units."""

    @property
    def min(self) -> int: ...

    @property
    def max(self) -> int: ...
