"""What a game offers so that a settled round can be corrected (OPS 5.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tables.games.errors import RuleError, gettext_noop

if TYPE_CHECKING:
    from tables.games.game import JSON, Leg
    from tables.games.house_rules import HouseRules


class Difference(NamedTuple):
    """What leads from one settlement of a round to another: chips by account and seat, and markers by seat.

    The legs, in minor units, sum to zero; a marker counted in `markers` is its value on the account `markers`.
    """

    legs: Sequence[Leg]
    markers: Mapping[int, int] = {}
    most_markers: int = 0
    """How many a player may have out under the rules of the round (DRAW 1.8)."""


class Correctable(Protocol):
    """The part of a game that corrections need."""

    def corrected(self, document: Mapping[str, Any], sent: Mapping[str, Any], /) -> JSON:
        """An input of `settle` with what was entered wrong put right; raises RuleError for what the game has not.

        `sent` has some of `wagers`, `decisions`, `hands` and `actions`, in the form in which they are entered. What it
        names replaces what was there. Nothing is settled yet: settling says whether the whole of it is good.
        """

    def difference(self, rules: HouseRules, old: Mapping[str, Any], new: Mapping[str, Any], /) -> Difference:
        """What leads from one output of `settle` to another of the same round."""

    def pot_shared(self, document: Mapping[str, Any], amount: int, /) -> Sequence[Leg]:
        """What each seat gets of what a round left in the pot, or gives of what it did not, once nobody can play for it.

        Minor units; the legs of the seats alone.
        """


def read_parts(sent: Mapping[str, Any], parts: Sequence[str]) -> Mapping[str, Any]:
    """The parts that were sent, at least one and only those the game has; raises `bad_field`."""
    for name in sent:
        if name not in parts:
            template = gettext_noop("A round of this game has no %(field)s; what can be corrected are %(allowed)s.")
            raise RuleError("bad_field", template, field=name, allowed=", ".join(parts))
    if not sent:
        template = gettext_noop("Send what was entered wrong, as it should be: %(allowed)s.")
        raise RuleError("bad_field", template, allowed=", ".join(parts))
    return sent
