"""The exact edges of High Card Flush (OPS 4.7), without sampling; the one part of the games that uses NumPy.

A player's and a designated player's hand make 6,071,092,494,667,200 pairs. No pair is looked at. The player's hands fall
into 6,009,159 classes up to renaming of suits (`classes`). Beside one of them, what the rest of a suit can give to a hand
with a lower flush, or only lower runs, depends on what the player holds of that suit and on nothing else (`suits`);
the four suits combine like polynomials, seven cards being the degree asked for (`opposing`, `runs`). The sums over all
classes (`tally`) hold for any pay tables, Raise caps and tie rule; those come in at the end (`bets`).
"""

from tables.games.high_card_flush.odds.bets import BonusEdge, Edges, Expected, Play, edges, expected
from tables.games.high_card_flush.odds.own_hand import own_hand
from tables.games.high_card_flush.odds.strategies import BEST, KEEPING_RUNS, RULES_OF_THUMB, STRATEGIES, Strategy
from tables.games.high_card_flush.odds.tally import Progress

__all__ = [
    "BEST",
    "KEEPING_RUNS",
    "RULES_OF_THUMB",
    "STRATEGIES",
    "BonusEdge",
    "Edges",
    "Expected",
    "Play",
    "Progress",
    "Strategy",
    "edges",
    "expected",
    "own_hand",
]
