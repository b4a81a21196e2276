"""Ways to play a hand: when to fold, and how much to raise (HCF 3.2)."""

from typing import NamedTuple

from tables.games.cards import RANKS, RANKS_IN_SUIT
from tables.games.high_card_flush.hands import SHORTEST_RUN


class Strategy(NamedTuple):
    """When the player folds, as a value; a player who raises does so as far as it pays (`tally`).

    Where `fold_below` is None the player compares what folding and raising the Ante and Raise are worth, exactly, and
    folds unless raising is worth more. Bonuses do not enter into it: `runs_kept` says how they mind a Straight Flush bonus.
    """

    name: str
    """What it is called in JSON."""
    words: str
    """What it is called on paper."""
    fold_below: int | None = None
    """The lowest flush value that is raised (HCF 2.1)."""
    runs_kept: int = 0
    """The shortest run that is never folded; 0 where a run is folded like any other hand."""


def folding_below(ranks: str) -> Strategy:
    """Fold every flush below that of these ranks, written from high to low without separators: `T86`."""
    mask = sum(1 << RANKS.index(rank) for rank in ranks)
    return Strategy(f"folding_below_{ranks}", f"folding below {'-'.join(ranks)}", len(ranks) << RANKS_IN_SUIT | mask)


def keeping_runs(shortest: int) -> Strategy:
    """Play Ante and Raise best, but never fold a run of so many cards or more: what a Straight Flush bonus pays."""
    words = "best, never folding a run" + (f" of {shortest}" if shortest > SHORTEST_RUN else "")
    return Strategy("keeping_runs", words, runs_kept=shortest)


BEST = Strategy("best", "best")
KEEPING_RUNS = keeping_runs(SHORTEST_RUN)
# What a player can remember.
RULES_OF_THUMB = (folding_below("T86"), folding_below("J96"))
STRATEGIES = (BEST, KEEPING_RUNS, *RULES_OF_THUMB)
# A bonus that lives after a fold comes to the same under every strategy, and so to what it does where nobody folds.
EVERY_HAND = Strategy("every_hand", "in any way", fold_below=0)
