"""What every game offers to a table, so that tables know no game by name."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Protocol

from tables.games.errors import RuleError
from tables.games.values import (
    JSON,
    BetweenRounds,
    Departure,
    Difference,
    HouseRules,
    Leg,
    Limit,
    RoundAct,
    RoundView,
    Stack,
)

NOTHING = "-"
_GAP = "  "
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?( %)?")


class GameTerms(Protocol):
    """The part of the house rules that bears on settlement, which every game has its own way."""

    @property
    def rulings(self) -> int:
        """Whose rulings hold (HCF 9.6)."""

    def document(self) -> JSON:
        """Return the complete terms, ready for JSON."""


class Game(ABC):
    """A game as the calculator, the house rules, tables and pages use it.

    What stands here with a body is what a game without a bank, a clock and anything between rounds answers.
    """

    key: ClassVar[str]
    """The name in documents."""
    limit_spots: ClassVar[tuple[str, ...]] = ()
    """The bets that have limits."""
    has_designation: ClassVar[bool] = False
    """Whether a designated player rotates (OPS 3)."""
    has_matches: ClassVar[bool] = False
    """Whether the players of a round stay those of a match until it ends (DRAW 1.1, 1.13)."""
    replaced_whole: ClassVar[tuple[str, ...]] = ()
    """The terms that a change replaces whole instead of merging into them."""
    states: ClassVar[type[StrEnum]]
    """The states of a round (OPS 5.1)."""
    first_state: ClassVar[str]
    """The state in which a round opens."""
    first_play: ClassVar[Mapping[str, Any]]
    """What is entered of a round when it opens: nothing yet."""
    acts: ClassVar[Mapping[str, RoundAct]]
    """The acts of a round by name; `open_round` is among them where opening moves chips or needs to know who plays."""
    steps_without_input: ClassVar[tuple[str, ...]]
    """The acts that need nothing sent: asking why one is refused tells what is still missing."""

    @staticmethod
    @abstractmethod
    def parse_terms(document: object, absent_rulings: int, /) -> GameTerms:
        """Read terms, whole or in part, with the rulings of a document that names none; raises `bad_rules`."""

    def terms_at_table(self, terms: Any, _chip_unit: int) -> GameTerms:
        """Return terms as a table with this smallest chip plays by them, in minor units; most do not depend on it."""
        return terms  # type: ignore[no-any-return]

    def offered_spots(self, _terms: Any) -> tuple[str, ...]:
        """Return the bets that have limits under some terms; a bet that is not offered has none (HCF 6.6)."""
        return self.limit_spots

    @abstractmethod
    def verify_rules(self, terms: Any, limits: Mapping[str, Limit | None], chip_unit: int, /) -> None:
        """Raise `bad_rules` where terms, limits and chip unit contradict each other (OPS 4.5)."""

    @staticmethod
    @abstractmethod
    def settle_document(document: Mapping[str, Any], read_terms: Callable[[object], Any], /) -> JSON:
        """Settle one input of `settle`, reading with `read_terms` what stands under `rules`.

        Raises the first RuleError in the order of the codes (interfaces, section 2).
        """

    @staticmethod
    @abstractmethod
    def sheet(answer: Mapping[str, Any], /) -> str:
        """Write a settlement document as a table of text for people."""

    @abstractmethod
    def legal_acts(self, view: RoundView) -> tuple[str, ...]:
        """Name the acts that the round's state permits (OPS 5.1)."""

    @abstractmethod
    def describe(self, view: RoundView) -> JSON:
        """Return what a page needs of a round beyond what was entered: orders, what is missing, the cover."""

    @abstractmethod
    def players_in(self, play: Mapping[str, Any], /) -> Collection[int]:
        """Return the seats that have something at stake in a round, or cards of it."""

    @abstractmethod
    def recorded_input(self, told: Mapping[str, Any], /) -> JSON:
        """Return what an input of `settle` says of a round, but for its game and rules, from what was entered (AUD 2.7).

        `told` has what the round opened with, and wagers, decisions and hands by seat and all actions as they stand at last.
        """

    @staticmethod
    @abstractmethod
    def corrected(document: Mapping[str, Any], sent: Mapping[str, Any], /) -> JSON:
        """Return an input of `settle` with what was sent in the place of what was entered (OPS 5.8).

        `sent` has some of `wagers`, `decisions`, `hands` and `actions`, in the form in which they are entered.
        Nothing is settled yet: settling says whether the whole of it is good. Raises RuleError for what the game has not.
        """

    @staticmethod
    @abstractmethod
    def difference(rules: HouseRules, old: Mapping[str, Any], new: Mapping[str, Any], /) -> Difference:
        """Return what leads from one output of `settle` to another of the same round (OPS 5.8)."""

    def expiry(self, _view: RoundView) -> JSON | None:
        """Return what `take_actions` is sent when the time of the player to act is up; None where nothing expires."""
        return None

    def seconds(self, _view: RoundView) -> int | None:
        """Return how long the player to act has, from the beginning; None where no clock runs (DRAW 2.7)."""
        return None

    def legs_on_leaving(self, _rules: HouseRules, _departure: Departure) -> Sequence[Leg]:
        """Return what moves before a player takes their chips away, in minor units (OPS 7.2)."""
        return ()

    def cannot_go_on(self, _terms: Any, _stack: Stack) -> bool:
        """Whether a player has not enough for another deal, so that their match is lost (DRAW 1.8, 1.13)."""
        return False

    def pot_shared(self, _document: Mapping[str, Any], _amount: int) -> Sequence[Leg]:
        """Return what each seat gets of a pot left by a round once nobody can play for it, or gives where below zero.

        Minor units; the legs of the seats alone.
        """
        return ()

    def rake_of_designated_player(self, _rules: HouseRules) -> int:
        """Return the rake the designated player pays a round, in minor units (HCF 9.4)."""
        return 0

    def blocks_change(self, _terms: Any, _coming: Any, _between: BetweenRounds) -> str:
        """Return the sentence why coming terms wait for a later round boundary; empty where they do not (OPS 4.3)."""
        return ""

    def worst_case(self, _rules: HouseRules, _hands: int) -> int | None:
        """Return what so many hands at the maximum of every bet may cost the bank, in minor units (OPS 3.5).

        None in a game without a bank.
        """
        return None

    def edge_terms(self, _rules: HouseRules) -> JSON | None:
        """Return the terms that the exact edges depend on; None where none can be counted (OPS 4.7)."""
        return None


def wrong_state(template: str, **params: Any) -> RuleError:
    """Return the error for an act that the round's state does not permit."""
    return RuleError("wrong_state", template, **params)


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write rows of text under their headings: columns of numbers set right, the others left."""
    columns = [_column(list(cells)) for cells in zip(headings, *rows, strict=True)]
    return "\n".join(_GAP.join(line).rstrip() for line in zip(*columns, strict=True))


def _column(cells: list[str]) -> list[str]:
    width = max(map(len, cells))
    if all(cell == NOTHING or _NUMBER.fullmatch(cell) for cell in cells[1:]):
        return [cell.rjust(width) for cell in cells]
    return [cell.ljust(width) for cell in cells]
