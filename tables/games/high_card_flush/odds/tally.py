"""All pairs of a player's and a designated player's hand, counted by what they do to each bet under a strategy (OPS 4.7)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tables.games.high_card_flush.hands import HAND_SIZE, RUN_LENGTHS
from tables.games.high_card_flush.odds.classes import Batch, batches, number_of_classes
from tables.games.high_card_flush.odds.opposing import Deck, Opposing, opposing
from tables.games.high_card_flush.odds.runs import Runs, runs_beside
from tables.games.high_card_flush.odds.strategies import Strategy
from tables.games.high_card_flush.odds.suits import Whole

Progress = Callable[[int, int], None]
"""Called with the classes done and all there are."""
Flags = npt.NDArray[np.bool_]
_LENGTHS = HAND_SIZE + 1


class Raised(NamedTuple):
    """Pairs in which the player raised; all but the unqualified ones by how the flushes compare (HCF 5)."""

    hands: int
    """The player's hands that raise, not pairs."""
    unqualified: int
    won: int
    tied: int
    lost: int


class Contest(NamedTuple):
    """Pairs in which the player raised, by how their flush or run compares with the designated player's (HCF 6, 7)."""

    ahead: int
    level: int
    behind: int

    @property
    def pairs(self) -> int:
        """All of them."""
        return sum(self)


class Tally(NamedTuple):
    """Everything the edges under one strategy follow from, under any pay tables, Raise caps and tie rule."""

    strategy: Strategy
    hands: int
    """All of the player's hands, folded ones included."""
    opposing_hands: int
    """The designated player's hands beside each of them."""
    single: Raised
    """Hands that raise 1x the Ante, for which more would be worth less."""
    largest: tuple[Raised, ...]
    """Hands that raise all they may, by the length of the flush."""
    flushes: tuple[Contest, ...]
    """By the length of the player's flush."""
    runs: tuple[Contest, ...]
    """By the length of the player's run; without one they are behind (HCF 6.1)."""
    runs_in_tie: tuple[Contest, ...]
    """Those of `runs` in which the flushes tie exactly (HCF 5.5)."""

    @property
    def flushes_in_tie(self) -> tuple[Contest, ...]:
        """Those of `flushes` that tie exactly (HCF 5.5)."""
        return tuple(Contest(0, contest.level, 0) for contest in self.flushes)

    @property
    def multiples(self) -> tuple[Raised, ...]:
        """All that raise: 1x the Ante first, then as much as they may, by the length of the flush."""
        return (self.single, *self.largest)

    @property
    def raises(self) -> int:
        """How many of the player's hands raise."""
        return sum(raised.hands for raised in self.multiples)

    @property
    def pairs(self) -> int:
        """All pairs of hands, folded ones included."""
        return self.hands * self.opposing_hands

    @property
    def folded(self) -> int:
        """The pairs in which the player folds."""
        return self.pairs - self.raises * self.opposing_hands


class _Compared(NamedTuple):
    """A batch with all that is known about its classes."""

    batch: Batch
    flush: Whole
    beside: Opposing
    won: Whole
    tied: Whole
    lost: Whole
    runs: Runs
    has_run: Flags


class _Sums:
    """The numbers of a Tally while they are added up; none comes near 2**63, as there are 6.1e15 pairs."""

    def __init__(self) -> None:
        self.single = np.zeros(len(Raised._fields), dtype=np.int64)
        self.largest = np.zeros((_LENGTHS, len(Raised._fields)), dtype=np.int64)
        self.flushes, self.runs, self.runs_in_tie = np.zeros((3, _LENGTHS, len(Contest._fields)), dtype=np.int64)


def tallies(deck: Deck, strategies: Sequence[Strategy], progress: Progress | None = None) -> tuple[Tally, ...]:
    """Count all pairs of hands of a deck under each strategy."""
    sums = [_Sums() for _ in strategies]
    classes, done = number_of_classes(deck.suit), 0
    for batch in batches(deck.suit):
        compared = _compared(deck, batch)
        for strategy, into in zip(strategies, sums, strict=True):
            _add(into, compared, _raises(strategy, deck, compared), deck.opposing_hands)
        done += len(batch.hands)
        if progress is not None:
            progress(done, classes)
    return tuple(_tally(strategy, deck, into) for strategy, into in zip(strategies, sums, strict=True))


def _compared(deck: Deck, batch: Batch) -> _Compared:
    beside, runs = opposing(deck, batch), runs_beside(deck, batch)
    won = np.maximum(beside.lower - beside.unqualified, 0)
    tied = beside.tied * beside.contends
    lost = deck.opposing_hands - beside.unqualified - won - tied
    has_run = np.zeros(len(batch.hands), dtype=np.bool_)
    has_run[runs.rows] = True
    return _Compared(batch, deck.flush_values(batch), beside, won, tied, lost, runs, has_run)


def _raises(strategy: Strategy, deck: Deck, compared: _Compared) -> Flags:
    """Which classes raise: those for which raising at least 1x is worth more than the Ante lost, or by their flush."""
    if strategy.fold_below is None:
        worth = compared.beside.unqualified + 2 * (compared.won - compared.lost)
        raises = worth > -deck.opposing_hands
    else:
        raises = compared.flush >= strategy.fold_below
    if strategy.runs_kept:
        raises[compared.runs.rows] |= compared.runs.lengths >= strategy.runs_kept
    return raises


def _add(into: _Sums, compared: _Compared, raises: Flags, opposing_hands: int) -> None:
    """Add one batch; a Raise is as large as allowed where it wins more often than it loses, else 1x."""
    batch, beside = compared.batch, compared.beside
    outcome = np.array([np.ones_like(batch.hands), beside.unqualified, compared.won, compared.tied, compared.lost])
    hands, favoured = batch.hands * raises, compared.won > compared.lost
    into.single += outcome @ (hands * ~favoured)
    into.largest[batch.length] += outcome @ (hands * favoured)
    contest = np.array([beside.lower, beside.tied, opposing_hands - beside.lower - beside.tied])
    into.flushes[batch.length] += contest @ hands
    without_run = hands * ~compared.has_run
    into.runs[0, -1] += opposing_hands * without_run.sum()
    into.runs_in_tie[0, -1] += beside.tied @ without_run
    _add_runs(into, compared, hands[compared.runs.rows], opposing_hands)


def _add_runs(into: _Sums, compared: _Compared, hands: Whole, opposing_hands: int) -> None:
    runs, tied = compared.runs, compared.beside.tied[compared.runs.rows]
    contest = np.array([runs.lower, runs.equal, opposing_hands - runs.lower - runs.equal])
    in_tie = np.array([runs.lower_in_tie, runs.equal_in_tie, tied - runs.lower_in_tie - runs.equal_in_tie])
    for length in RUN_LENGTHS:
        of_length = hands * (runs.lengths == length)
        into.runs[length] += contest @ of_length
        into.runs_in_tie[length] += in_tie @ of_length


def _tally(strategy: Strategy, deck: Deck, sums: _Sums) -> Tally:
    return Tally(
        strategy,
        deck.hands,
        deck.opposing_hands,
        Raised(*sums.single.tolist()),
        tuple(Raised(*raised) for raised in sums.largest.tolist()),
        *(
            tuple(Contest(*contest) for contest in contests.tolist())
            for contests in (sums.flushes, sums.runs, sums.runs_in_tie)
        ),
    )
