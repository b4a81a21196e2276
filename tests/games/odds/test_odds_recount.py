"""The edges of the bonuses counted again by another way, with `-s` printed side by side (OPS 4.7).

`python -m pytest tests/games/odds/test_odds_recount.py -s`; 20 seconds of one processor.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np
import pytest

from tables.games.high_card_flush.odds import BEST, KEEPING_RUNS, RULES_OF_THUMB, edges
from tables.games.high_card_flush.odds.sheet import percent
from tables.games.high_card_flush.odds.strategies import EVERY_HAND
from tables.games.high_card_flush.terms import Terms
from tests.games.odds import recount

pytestmark = pytest.mark.slow
HANDS = 133_784_560
PAIRS = HANDS * 45_379_620
T86 = 3 << 13 | 1 << 8 | 1 << 6 | 1 << 4
J_HIGH = 3 << 13 | 1 << 9
LENGTHS = np.array([recount.cards_in(held) for held in recount.FLUSHES])
VALUES = np.array([recount.flush_of(held) for held in recount.FLUSHES])

Lines = Mapping[int, Fraction]


def paid(lines: Lines, length: int) -> Fraction | None:
    """The highest line that is reached."""
    return max(((line, odds) for line, odds in lines.items() if line <= length), default=(0, None))[1]


def own_hand(lines: Lines, counts: list[int], of: int) -> Fraction:
    """A bonus on the own hand, from how often it is decided at each length; `of` also counts what pushes."""
    won = Fraction(0)
    for length, counted in enumerate(counts):
        odds = paid(lines, length)
        won += -counted if odds is None else odds * counted
    return -won / of


def own_run_lost_independent() -> Fraction:
    """15 to 2 from three, 100 from five, the ace high only; a run is never folded, so nothing is lost by folding."""
    lines = {3: Fraction(15, 2), 5: Fraction(100)}
    return own_hand(lines, recount.hands_by(recount.runs(ace_low=False) // 16), HANDS)


def own_flush_lost_independent() -> Fraction:
    """3 to 2 from four, 50 from six; best play folds no flush of four."""
    return own_hand({4: Fraction(3, 2), 6: Fraction(50)}, recount.hands_by(recount.SIZES), HANDS)


def own_flush_live_push() -> Fraction:
    """1 to 2 from three, 2 from four, 50 from six: all pairs that do not tie."""
    found = recount.by_flush()
    apart = [int((found.pairs - found.level)[length == LENGTHS].sum()) for length in range(8)]
    return own_hand({3: Fraction(1, 2), 4: Fraction(2), 6: Fraction(50)}, apart, PAIRS)


def own_run_live_push() -> Fraction:
    """6 from three, 201 to 2 from five; pairs that do not tie by the player's run, each length less those before it."""
    runs = recount.runs(ace_low=True) // 16
    found = [recount.by_flush(fits=runs <= length) for length in range(2, 8)]
    up_to = [0, 0, *(int((fitting.pairs - fitting.level).sum()) for fitting in found)]
    return own_hand({3: Fraction(6), 5: Fraction(201, 2)}, np.diff(up_to, prepend=0).tolist(), PAIRS)


def flush_lost_push_folding_below_t86() -> Fraction:
    """1 to 2 from three, 10 from five, against the designated player; what is below T-8-6 is lost."""
    lines, found = {3: Fraction(1, 2), 5: Fraction(10)}, recount.by_flush()
    won = Fraction(-int(found.pairs[VALUES < T86].sum()))
    for length in range(3, 8):
        raised = (length == LENGTHS) & (VALUES >= T86)
        won += (paid(lines, length) or 0) * int(found.ahead[raised].sum()) - int(found.behind[raised].sum())
    return -won / PAIRS


def run_live_independent() -> Fraction:
    """60 from four, 999 to 2 from six, against the designated player's run; a run of three loses."""
    lines, kept = {4: Fraction(60), 6: Fraction(999, 2)}, Fraction(0)
    for length, ahead, level in recount.by_run(recount.runs(ace_low=True)):
        if odds := paid(lines, length):
            kept += (odds + 1) * ahead + level
    # Whatever is neither ahead nor level loses, with a run that is paid or without.
    return 1 - kept / PAIRS


def ante_folding_below_t86() -> Fraction:
    """A qualifier of J high, and 3x from five cards up: unqualified pays the Ante, else the flushes decide."""
    found = recount.by_flush(qualifier=J_HIGH)
    raised, caps = VALUES >= T86, np.where(LENGTHS >= 5, 3, 1)
    ahead = np.where(VALUES >= J_HIGH, found.ahead - found.unqualified, 0)
    level = np.where(VALUES >= J_HIGH, found.level, 0)
    behind = found.pairs - found.unqualified - ahead - level
    won = (found.unqualified + (1 + caps) * (ahead - behind))[raised].sum() - found.pairs[~raised].sum()
    return Fraction(-int(won), PAIRS)


BOTH_OWN = {"bonuses": {"straight_flush": "own_hand", "flush": "own_hand"}}
LIVE, INDEPENDENT = {"bonuses_on_fold": "live"}, {"exact_tie_bonuses": "independent"}
RUN_RULES = {"straight_flush_paytable": {"3": "15:2", "5": 100}, "straight_flush_ace_low": False}
J_QUALIFIES = {
    "qualifier": {"cards": 3, "rank": "J"},
    "raise_caps": {"2": 1, "3": 1, "4": 1, "5": 3, "6": 3, "7": 3},
}
CASES = [
    (own_run_lost_independent, "straight_flush", {**BOTH_OWN, **INDEPENDENT, **RUN_RULES}, KEEPING_RUNS),
    (own_flush_lost_independent, "flush", {**BOTH_OWN, **INDEPENDENT, "flush_paytable": {"4": "3:2", "6": 50}}, BEST),
    (own_flush_live_push, "flush", {**BOTH_OWN, **LIVE, "flush_paytable": {"3": "1:2", "4": 2, "6": 50}}, EVERY_HAND),
    (
        own_run_live_push,
        "straight_flush",
        {**BOTH_OWN, **LIVE, "straight_flush_paytable": {"3": 6, "5": "201:2"}},
        EVERY_HAND,
    ),
    (flush_lost_push_folding_below_t86, "flush", {"flush_paytable": {"3": "1:2", "5": 10}}, RULES_OF_THUMB[0]),
    (
        run_live_independent,
        "straight_flush",
        {**LIVE, **INDEPENDENT, "straight_flush_paytable": {"4": 60, "6": "999:2"}},
        EVERY_HAND,
    ),
    (ante_folding_below_t86, "ante", J_QUALIFIES, RULES_OF_THUMB[0]),
]


@pytest.mark.parametrize(("counted", "bet", "rules", "strategy"), CASES, ids=[case[0].__name__ for case in CASES])
def test_the_odds_are_what_another_count_says(counted: Callable[[], Fraction], bet, rules, strategy):
    found = edges(Terms.parse(rules))
    if bet in found.bonuses:
        assert found.bonuses[bet].strategy == strategy
    play = found.plays.get(strategy, found.plays[BEST])
    edge, again = play.ante if bet == "ante" else play.bonuses[bet], counted()
    print(
        f"\n{bet}, {strategy.words}, {rules}\n  odds    {percent(edge):>17}  {edge}\n  recount {percent(again):>17}  {again}"
    )
    assert edge == again
