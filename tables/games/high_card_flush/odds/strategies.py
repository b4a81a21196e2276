"""Ways to play a hand: when to fold, and how much to raise (HCF 3.2)."""

from typing import NamedTuple

from tables.games.cards import RANKS, RANKS_IN_SUIT


class Strategy(NamedTuple):
    """When the player folds, as a value; a player who raises does so as `largest_raise` says.

    Where `fold_below` is None the player compares what folding and raising the Ante and Raise are worth, exactly, and
    folds unless raising is worth more. Bonuses do not enter into it: `keeps_runs` says how they mind a Straight Flush bonus.
    """

    name: str
    """What it is called in JSON."""
    words: str
    """What it is called on paper."""
    fold_below: int | None = None
    """The lowest flush value that is raised (HCF 2.1)."""
    keeps_runs: bool = False
    """Whether the player never folds a run of three or more."""


def folding_below(ranks: str) -> Strategy:
    """Fold every flush below that of these ranks, written from high to low without separators: `T86`."""
    mask = sum(1 << RANKS.index(rank) for rank in ranks)
    return Strategy(f"folding_below_{ranks}", f"folding below {'-'.join(ranks)}", len(ranks) << RANKS_IN_SUIT | mask)


BEST = Strategy("best", "best")
KEEPING_RUNS = Strategy("keeping_runs", "best, never folding a run", keeps_runs=True)
# What a player can remember.
RULES_OF_THUMB = (folding_below("T86"), folding_below("J96"))
STRATEGIES = (BEST, KEEPING_RUNS, *RULES_OF_THUMB)
