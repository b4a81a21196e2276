"""The method of the exact odds on decks so small that every pair of hands can be settled or valued (OPS 4.7)."""

import random
from collections import Counter
from itertools import cycle, product
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tables.games.cards import RANKS
from tables.games.high_card_flush.hands import value
from tables.games.high_card_flush.odds import BEST, KEEPING_RUNS, STRATEGIES, Play, Strategy
from tables.games.high_card_flush.odds.bets import play
from tables.games.high_card_flush.odds.classes import batches, number_of_classes
from tables.games.high_card_flush.odds.opposing import Deck, opposing
from tables.games.high_card_flush.odds.runs import runs_beside
from tables.games.high_card_flush.odds.strategies import EVERY_HAND, keeping_runs
from tables.games.high_card_flush.odds.tally import tallies
from tables.games.high_card_flush.terms import DEFAULTS, Terms
from tests.games.odds.enumeration import BONUSES, cards_of, classes, deck, hand_of, hands, play_by_play

pytestmark = pytest.mark.slow

# Four ranks make 11,440 hands and each leaves 36 to the designated player.
CONTESTS = ("designated_player", "own_hand", "none")
FOUR_RANKS = ("A234", "2345", "A237", "5678", "QKA2", "89TJ")
THUMB = Strategy("thumb", "folding below 8", fold_below=3 << 13 | 1 << 6)


def ranks_of(text: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in text)


def odds(most: int) -> st.SearchStrategy[int | str]:
    """Whole, or for what goes into the stakes of the enumeration."""
    return st.integers(1, most) | st.builds("{}:{}".format, st.integers(1, most), st.sampled_from([1, 2, 3, 4]))


def pay_table(most: int) -> st.SearchStrategy[dict[str, int | str]]:
    """One to five lines."""
    return st.dictionaries(st.sampled_from("34567"), odds(most), min_size=1)


TERMS = st.fixed_dictionaries(
    {
        "qualifier": st.fixed_dictionaries({"cards": st.integers(2, 4), "rank": st.sampled_from(RANKS)}),
        "raise_caps": st.fixed_dictionaries({length: st.integers(1, 4) for length in DEFAULTS["raise_caps"]}),
        "flush_paytable": pay_table(10_000),
        "straight_flush_paytable": pay_table(20),
        "straight_flush_ace_low": st.booleans(),
        "exact_tie_bonuses": st.sampled_from(["push", "independent"]),
        "bonuses": st.fixed_dictionaries({spot: st.sampled_from(CONTESTS) for spot in BONUSES}),
        "bonuses_on_fold": st.sampled_from(["lost", "live"]),
    }
)


# A smaller example of a fault would be looked for by settling many more decks.
@settings(max_examples=6, phases=[Phase.reuse, Phase.generate])
@given(rules=TERMS, ranks=st.sampled_from(FOUR_RANKS), strategy=st.sampled_from([*STRATEGIES, EVERY_HAND, THUMB]))
def test_every_bet_is_what_settling_all_pairs_makes_it(rules: dict[str, Any], ranks: str, strategy: Strategy):
    """Under any terms and any strategy, as exact fractions, against the settlement itself."""
    terms = Terms.parse(rules)
    assert counted_play(terms, ranks, strategy) == play_by_play(terms, ranks_of(ranks), strategy)


@pytest.mark.parametrize("tie_rule", ["push", "independent"])
@pytest.mark.parametrize("strategy", [BEST, KEEPING_RUNS], ids=lambda strategy: strategy.name)
def test_every_bet_under_the_default_terms(tie_rule, strategy):
    terms = Terms.parse({"exact_tie_bonuses": tie_rule})
    assert counted_play(terms, "789T", strategy) == play_by_play(terms, ranks_of("789T"), strategy)


def combinations() -> list[Any]:
    """What a bonus is won against, what a fold does to it and what a tie: all of these together, and strategies in turn."""
    strategies = cycle([BEST, keeping_runs(4), THUMB, KEEPING_RUNS, THUMB, BEST, KEEPING_RUNS])
    one, other, none = CONTESTS
    contests = [(one, one), (one, other), (other, one), (none, other), (other, none), (none, none)]
    choices = product(contests, ["lost", "live"], ["push", "independent"])
    return [pytest.param(*pair, *rules, next(strategies), id="-".join([*pair, *rules])) for pair, *rules in choices]


@pytest.mark.parametrize(("straight_flush", "flush", "on_fold", "tie_rule", "strategy"), combinations())
def test_every_bet_under_every_combination_of_the_bonuses(straight_flush, flush, on_fold, tie_rule, strategy):
    """A deck of four ranks, so that a line for two cards between others, and one below the lowest, are met."""
    terms = Terms.parse(
        {
            "bonuses": {"straight_flush": straight_flush, "flush": flush},
            "bonuses_on_fold": on_fold,
            "exact_tie_bonuses": tie_rule,
            "flush_paytable": {"3": "1:2"},
            "straight_flush_paytable": {"3": "7:3", "4": 20},
        }
    )
    found = counted_play(terms, "A23K", strategy)
    assert found == play_by_play(terms, ranks_of("A23K"), strategy)
    assert set(found.bonuses) == {
        spot for spot, contest in zip(BONUSES, (straight_flush, flush), strict=True) if contest != "none"
    }


def counted_play(terms: Terms, ranks: str, strategy: Strategy) -> Play:
    """What the method under test says of a small deck."""
    tally, every = tallies(deck(terms, ranks_of(ranks)), [strategy, EVERY_HAND])
    return play(terms, tally, every)


@pytest.mark.parametrize("ranks", ["A234", "2468T", "45678"])
def test_the_classes_are_all_hands(ranks):
    made: Counter[tuple[int, ...]] = Counter()
    small = deck(Terms.parse({}), ranks_of(ranks))
    for batch in batches(small.suit):
        for row, alike in enumerate(batch.hands.tolist()):
            made[tuple(int(small.suit.masks[ids[row]]) for ids in batch.held)] += alike
    assert made == classes(ranks_of(ranks))
    assert len(made) == number_of_classes(small.suit)


def counted(small: Deck, batch: Any, row: int) -> list[int]:
    """What the method counts beside one class: flushes below, level, unqualified; runs below and level, and in a tie."""
    one = batch._replace(
        flush=batch.flush[row : row + 1],
        held=tuple(ids[row : row + 1] for ids in batch.held),
        hands=batch.hands[row : row + 1],
    )
    beside, runs = opposing(small, one), runs_beside(small, one)
    columns = [beside.lower, beside.tied, beside.unqualified]
    if len(runs.rows):
        columns += [runs.lower, runs.equal, runs.lower_in_tie, runs.equal_in_tie]
    return [int(column[0]) for column in columns]


def listed(terms: Terms, small: Deck, hand: int) -> list[int]:
    """The same, from valuing every hand of the designated player."""
    own = value(hand, ace_low=terms.straight_flush_ace_low)
    found = [
        value(opposing, ace_low=terms.straight_flush_ace_low)
        for opposing in hands(cards_of(small.suit.ranks, without=hand))
    ]
    ties = [held for held in found if held.flush == own.flush]
    counts = [
        sum(held.flush < own.flush for held in found),
        len(ties),
        sum(not terms.qualifies(held) for held in found),
    ]
    if own.straight_flush:
        for group in (found, ties):
            counts += [
                sum(held.straight_flush < own.straight_flush for held in group),
                sum(held.straight_flush == own.straight_flush for held in group),
            ]
    return counts


@pytest.mark.parametrize(
    ("ranks", "ace_low", "qualifier", "shortest", "samples"),
    [
        ("A23456", True, {"cards": 3, "rank": "5"}, 2, 15),
        ("23JQKA", False, {"cards": 2, "rank": "A"}, 2, 15),
        ("3456789", True, {"cards": 3, "rank": "9"}, 5, 3),
        ("A2346TK", True, {"cards": 4, "rank": "6"}, 5, 3),
    ],
)
def test_the_hands_beside_one_hand(ranks, ace_low, qualifier, shortest, samples):
    """A hand of every shape, and some of those with a run and of any; with flushes of at least a length."""
    terms = Terms.parse({"straight_flush_ace_low": ace_low, "qualifier": qualifier})
    small, rng = deck(terms, ranks_of(ranks)), random.Random(ranks)
    large = [batch for batch in batches(small.suit) if batch.length >= shortest]
    every = [(batch, row) for batch in large for row in range(len(batch.hands))]
    rng.shuffle(every)
    with_run = [(batch, row) for batch, row in every if any(small.suit.runs[ids[row]] for ids in batch.held)]
    shapes = {batch.sizes: (batch, row) for batch, row in every}
    for batch, row in [*shapes.values(), *with_run[:samples], *every[:samples]]:
        hand = hand_of(int(small.suit.masks[ids[row]]) for ids in batch.held)
        assert counted(small, batch, row) == listed(terms, small, hand)
