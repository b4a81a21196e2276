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
    Edges,
    Strategy,
    edges,
    expected,
)
from tables.games.high_card_flush.odds.classes import batches, number_of_classes
from tables.games.high_card_flush.odds.own_hand import flush_lengths
from tables.games.high_card_flush.odds.sheet import decimal
from tables.games.high_card_flush.odds.strategies import EVERY_HAND, keeping_runs
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


def cost(found: Edges, spot: str) -> Fraction:
    return found.bonuses[spot].edge


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
    assert found.bonuses["flush"] == (BEST, Fraction(64057072883, 884483172300))
    assert found.bonuses["straight_flush"] == (KEEPING_RUNS, Fraction(16796901732577, 168641458185200))
    assert [percent(cost(found, spot), 4) for spot in ("flush", "straight_flush")] == ["7.2423", "9.9601"]


def test_hcf_5_5_a_push_of_exact_ties_costs_the_player_less_and_leaves_ante_and_raise_alone():
    push, independent = edges(PUSH), edges(INDEPENDENT)
    assert push.ante == independent.ante
    assert cost(push, "flush") < cost(independent, "flush")
    assert cost(push, "straight_flush") < cost(independent, "straight_flush")


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
    assert (high_only.ante, cost(high_only, "flush")) == (edges(PUSH).ante, cost(edges(PUSH), "flush"))
    assert cost(high_only, "straight_flush") > cost(edges(PUSH), "straight_flush")


def test_a_pay_table_changes_what_it_pays_and_nothing_else():
    """No new count is needed: the progress of one would be told."""
    edges(PUSH)
    told: list[int] = []
    lines = {"4": 1, "5": 10, "6": 100, "7": 300}
    changed = edges(Terms.parse({"flush_paytable": lines}), lambda done, _: told.append(done))
    assert told == []
    assert cost(changed, "flush") > cost(edges(PUSH), "flush")
    assert cost(changed, "straight_flush") == cost(edges(PUSH), "straight_flush")


def test_a_house_that_lets_everybody_raise_more_gives_the_better_hands_more():
    caps = {str(length): 3 for length in FLUSH_LENGTHS}
    assert edges(Terms.parse({"raise_caps": caps})).ante < edges(PUSH).ante


def test_hcf_9_4_what_a_round_brings_the_designated_player_and_the_house():
    terms = Terms.parse({"rake": {"mode": "all_players", "amount": 100}})
    best, keeping = edges(terms).plays[BEST], edges(terms).plays[KEEPING_RUNS]
    assert expected(terms, Wagers(1000), 1) == (1000 * best.ante, 100, 200)
    assert expected(terms, Wagers(1000, flush=500), 6) == (
        6 * (1000 * best.ante + 500 * best.bonuses["flush"]),
        100,
        700,
    )
    assert expected(terms, Wagers(1000, straight_flush=500), 6) == (
        6 * (1000 * keeping.ante + 500 * keeping.bonuses["straight_flush"]),
        100,
        700,
    )


@pytest.mark.parametrize(
    ("mode", "own_amount", "collected"),
    [
        ("none", 250, (0, 0)),
        ("all_players", None, (100, 400)),
        ("all_players", 250, (250, 550)),
        ("all_players", 0, (0, 300)),
        ("players_only", 250, (0, 300)),
        ("designated_player_only", None, (100, 100)),
        ("designated_player_only", 250, (250, 250)),
    ],
)
def test_hcf_9_4_the_designated_player_pays_an_amount_of_their_own(mode, own_amount, collected):
    """Of three players and the designated player: what the latter pays, and what the house collects."""
    terms = Terms.parse({"rake": {"mode": mode, "amount": 100, "designated_player_amount": own_amount}})
    assert expected(terms, Wagers(1000), 3)[1:] == collected


def test_hcf_6_4_a_round_rounds_what_a_stake_wins_down_to_a_minor_unit():
    """3 to 2 on 5 is 7; so 5 is paid as if at 7 to 5. The edge itself is before rounding."""
    ratio, whole = ({"flush_paytable": {"4": odds}, "bonuses_on_fold": "live"} for odds in ("3:2", "7:5"))
    paid, alike = Terms.parse(ratio), Terms.parse(whole)
    assert expected(paid, Wagers(10, flush=5), 1) == expected(alike, Wagers(10, flush=5), 1)
    assert cost(edges(paid), "flush") < cost(edges(alike), "flush")
    ante, flush = edges(paid).ante, cost(edges(paid), "flush")
    assert expected(paid, Wagers(10, flush=4), 1).designated_player == 10 * ante + 4 * flush


def test_hcf_6_5_a_bonus_that_lives_costs_the_same_however_the_hand_is_played():
    live = edges(Terms.parse({"bonuses_on_fold": "live"}))
    for spot in ("flush", "straight_flush"):
        assert {play.bonuses[spot] for play in live.plays.values()} == {cost(live, spot)}
        assert live.bonuses[spot].strategy == EVERY_HAND
        assert cost(live, spot) < cost(edges(PUSH), spot)
    assert live.ante == edges(PUSH).ante
    assert KEEPING_RUNS not in live.plays


def test_hcf_6_6_a_bonus_on_the_own_hand_that_lives_and_knows_no_tie_costs_what_the_hand_alone_says():
    rules = {"bonuses": {"flush": "own_hand", "straight_flush": "own_hand"}, "bonuses_on_fold": "live"}
    independent, push = (edges(Terms.parse({**rules, "exact_tie_bonuses": rule})) for rule in ("independent", "push"))
    assert {spot: bonus.edge for spot, bonus in independent.bonuses.items()} == independent.own_hand
    assert [percent(cost(independent, spot), 4) for spot in ("flush", "straight_flush")] == ["-1.2121", "7.3885"]
    # Two cards or three lose, and a tie spares them: there are more of these than of the ties that cost a win.
    assert all(cost(push, spot) < cost(independent, spot) for spot in push.bonuses)


def test_hcf_6_6_a_bonus_that_is_not_offered_has_no_edge():
    found = edges(Terms.parse({"bonuses": {"straight_flush": "none"}}))
    assert (list(found.bonuses), found.unsettled, list(found.own_hand)) == (["flush"], (), ["flush"])
    assert {tuple(play.bonuses) for play in found.plays.values()} == {("flush",)}
    assert KEEPING_RUNS not in found.plays


def test_a_run_below_the_lowest_line_is_folded_like_any_other_hand():
    found = edges(Terms.parse({"straight_flush_paytable": {"5": 100}}))
    strategy = found.bonuses["straight_flush"].strategy
    assert strategy == keeping_runs(5)
    assert strategy.words == "best, never folding a run of 5"
    assert found.plays[strategy].ante < edges(PUSH).plays[KEEPING_RUNS].ante


@pytest.mark.parametrize("contest", ["designated_player", "own_hand"])
def test_a_line_for_three_cards_has_no_one_edge_while_a_fold_loses_the_bonus(contest):
    """Best play folds some of these; how many depends on the bonus. Fixed strategies have their edge."""
    rules = {"flush_paytable": {"3": 1, "5": 10}, "bonuses": {"flush": contest}}
    lost, live = (edges(Terms.parse({**rules, "bonuses_on_fold": fold})) for fold in ("lost", "live"))
    assert (lost.unsettled, list(lost.bonuses)) == (("flush",), ["straight_flush"])
    assert lost.plays[T86].bonuses["flush"] < lost.plays[J96].bonuses["flush"]
    assert (live.unsettled, set(live.bonuses)) == ((), {"flush", "straight_flush"})
    assert expected(Terms.parse(rules), Wagers(1000, flush=100), 1).designated_player is None
    assert expected(Terms.parse(rules), Wagers(1000), 1).designated_player == 1000 * lost.ante


def test_progress_reaches_all_classes_and_every_strategy_has_its_play(monkeypatch):
    monkeypatch.setattr("tables.games.high_card_flush.odds.bets._COUNTED", {})
    told: list[tuple[int, int]] = []
    found = edges(PUSH, lambda *done: told.append(done))
    assert set(found.plays) == set(STRATEGIES)
    assert told == sorted(set(told))
    assert told[-1] == (6_009_159, 6_009_159)
