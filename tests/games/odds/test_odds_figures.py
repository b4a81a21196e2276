"""The reference figures against the designated player, exactly, from counting the whole deck (OPS 4.7)."""

from fractions import Fraction

import pytest

from tables.games.cards import SUIT_MASK
from tables.games.high_card_flush.hands import FLUSH_LENGTHS, RUN_LENGTHS
from tables.games.high_card_flush.odds import (
    BEST,
    KEEPING_RUNS,
    RULES_OF_THUMB,
    STRATEGIES,
    Strategy,
    edges,
    expected,
)
from tables.games.high_card_flush.odds.classes import batches, number_of_classes
from tables.games.high_card_flush.odds.own_hand import flush_lengths
from tables.games.high_card_flush.odds.sheet import decimal
from tables.games.high_card_flush.odds.suits import suit
from tables.games.high_card_flush.odds.tally import tallies
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import Wagers
from tests.games.odds.enumeration import deck

pytestmark = pytest.mark.slow

INDEPENDENT = Terms.parse({"exact_tie_bonuses": "independent"})
PUSH = Terms.parse({"exact_tie_bonuses": "push"})
T86, J96 = RULES_OF_THUMB


def percent(part: Fraction, places: int = 10) -> str:
    return decimal(part * 100, places)


def test_all_hands_fall_into_classes():
    whole = suit(SUIT_MASK, ace_low=True)
    assert number_of_classes(whole) == 6_009_159
    assert sum(int(batch.hands.sum()) for batch in batches(whole)) == 133_784_560


def test_ante_and_raise_under_best_play():
    best = edges(INDEPENDENT).plays[BEST]
    assert percent(best.ante) == "2.6645303991"
    assert best.ante == edges(INDEPENDENT).ante
    assert decimal(best.raises, 9) == "0.678631256"
    assert decimal(best.ties, 12) == "0.000839999460"
    assert decimal(best.mean_wager, 10) == "1.7112492802"
    assert best.element_of_risk == best.ante / best.mean_wager


def test_folding_below_a_hand_to_remember():
    plays = edges(INDEPENDENT).plays
    assert percent(plays[T86].ante) == "2.7113820571"
    assert percent(plays[J96].ante) == "3.6433573803"
    assert all(plays[BEST].ante < plays[other].ante for other in (KEEPING_RUNS, T86, J96))


def test_the_bonuses_against_the_designated_player():
    found = edges(INDEPENDENT)
    assert found.flush == Fraction(64057072883, 884483172300)
    assert found.straight_flush == Fraction(16796901732577, 168641458185200)
    assert (percent(found.flush, 4), percent(found.straight_flush, 4)) == ("7.2423", "9.9601")


def test_hcf_5_5_a_push_of_exact_ties_costs_the_player_less_and_leaves_ante_and_raise_alone():
    push, independent = edges(PUSH), edges(INDEPENDENT)
    assert push.ante == independent.ante
    assert push.flush < independent.flush
    assert push.straight_flush < independent.straight_flush


def test_the_designated_player_qualifies():
    found = edges(INDEPENDENT)
    assert (found.hands, found.qualifying) == (133_784_560, 100_825_036)


def test_a_player_who_never_folds_meets_their_own_chances():
    """Both hands come from one deck, so what never folds is as often ahead as behind; and no hand is left out."""
    whole = deck(PUSH, SUIT_MASK)
    [tally] = tallies(whole, [Strategy("everything", "never folding", fold_below=0)])
    ahead, _, behind = map(sum, zip(*tally.flushes, strict=True))
    assert ahead == behind
    lengths = [tally.flushes[length].pairs // whole.opposing_hands for length in FLUSH_LENGTHS]
    assert lengths == list(flush_lengths())[FLUSH_LENGTHS[0] :]
    with_run = [tally.runs[length].pairs // whole.opposing_hands for length in RUN_LENGTHS]
    assert with_run == [8_642_932, 676_196, 39_960, 1_592, 32]


def test_hcf_2_2_the_ace_below_the_2_makes_the_straight_flush_bonus_cheaper():
    high_only = edges(Terms.parse({"straight_flush_ace_low": False}))
    assert (high_only.ante, high_only.flush) == (edges(PUSH).ante, edges(PUSH).flush)
    assert high_only.straight_flush > edges(PUSH).straight_flush


def test_a_pay_table_changes_what_it_pays_and_nothing_else():
    """No new count is needed: the progress of one would be told."""
    edges(PUSH)
    told: list[int] = []
    lines = {"4": 1, "5": 10, "6": 100, "7": 300}
    changed = edges(Terms.parse({"flush_paytable": lines}), lambda done, _: told.append(done))
    assert told == []
    assert changed.flush > edges(PUSH).flush
    assert changed.straight_flush == edges(PUSH).straight_flush


def test_a_house_that_lets_everybody_raise_more_gives_the_better_hands_more():
    caps = {str(length): 3 for length in FLUSH_LENGTHS}
    assert edges(Terms.parse({"raise_caps": caps})).ante < edges(PUSH).ante


def test_hcf_9_4_what_a_round_brings_the_designated_player_and_the_house():
    terms = Terms.parse({"rake": {"mode": "all_players", "amount": 100}})
    best, keeping = edges(terms).plays[BEST], edges(terms).plays[KEEPING_RUNS]
    assert expected(terms, Wagers(1000), 1) == (1000 * best.ante, 200)
    assert expected(terms, Wagers(1000, flush=500), 6) == (6 * (1000 * best.ante + 500 * best.flush), 700)
    assert expected(terms, Wagers(1000, straight_flush=500), 6) == (
        6 * (1000 * keeping.ante + 500 * keeping.straight_flush),
        700,
    )


def test_progress_reaches_all_classes_and_every_strategy_has_its_play(monkeypatch):
    monkeypatch.setattr("tables.games.high_card_flush.odds.bets._COUNTED", {})
    told: list[tuple[int, int]] = []
    found = edges(PUSH, lambda *done: told.append(done))
    assert set(found.plays) == set(STRATEGIES)
    assert told == sorted(set(told))
    assert told[-1] == (6_009_159, 6_009_159)
