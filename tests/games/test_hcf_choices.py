"""What a house can choose of the bonuses and of cover: each choice by its paragraph (HCF 3.3, 5.5, 6.4 to 6.6, 7.4, 8.5, 8.7)."""

from typing import Any

import pytest

from tables.games.errors import RuleError
from tables.games.high_card_flush.betting import enter_wagers
from tables.games.high_card_flush.settlement import Settlement
from tables.games.house_rules import read_house_rules
from tables.games.registry import GAMES
from tables.games.values import RoundView, Stack
from tests.games.documents import fault, house_rules_document, raised, round_document
from tests.games.rounds import KING_HIGH, RUN_OF_FIVE, RUN_OF_FOUR, TEN_HIGH, nets, outcomes, player, results, settled

LIVE: dict[str, Any] = {"bonuses_on_fold": "live"}
OWN: dict[str, Any] = {"bonuses": {"straight_flush": "own_hand", "flush": "own_hand"}}
EXTENT: dict[str, Any] = {"cover": {"policy": "to_extent"}}
HIGHER_RUN = "AsKsQsJsTs9d8c"
BOTH: dict[str, Any] = {"straight_flush": 500, "flush": 500}


def shorts(settlement: Settlement, seat: int) -> dict[str, int]:
    return {bet.spot: bet.short for row in settlement.seats if row.seat == seat for bet in row.bets if bet.short}


def test_hcf_6_6_and_7_4_a_bonus_on_the_own_hand_is_paid_whatever_the_bank_holds():
    contested = settled(player(1, RUN_OF_FOUR, **BOTH), against=HIGHER_RUN)
    assert results(contested, 1) == {"ante": "lose", "raise": "lose", "straight_flush": "lose", "flush": "lose"}
    own = settled(player(1, RUN_OF_FOUR, **BOTH), against=HIGHER_RUN, **OWN)
    assert nets(own, 1) == {"ante": -1000, "raise": -1000, "straight_flush": 30_000, "flush": 1000}


def test_hcf_6_6_each_bonus_has_its_own_contest():
    mixed: dict[str, Any] = {"bonuses": {"straight_flush": "own_hand", "flush": "designated_player"}}
    won = nets(settled(player(1, RUN_OF_FOUR, **BOTH), against=HIGHER_RUN, **mixed), 1)
    assert (won["straight_flush"], won["flush"]) == (30_000, -500)


def test_hcf_6_6_a_bonus_on_the_own_hand_loses_below_the_lowest_line():
    assert results(settled(player(1, TEN_HIGH, **BOTH), **OWN), 1)["straight_flush"] == "lose"


@pytest.mark.parametrize(("rule", "result"), [("push", "push"), ("independent", "win")])
def test_hcf_5_5_an_exact_tie_pushes_a_bonus_on_the_own_hand_too(rule, result):
    mine, theirs = "KhQhJh5h4d3c2s", "KsQsJs5s4c3d2h"
    round_ = settled(player(1, mine, **BOTH), against=theirs, exact_tie_bonuses=rule, **OWN)
    assert {results(round_, 1)[spot] for spot in BOTH} == {result}


def test_hcf_6_4_a_run_between_two_lines_is_paid_the_lower_and_odds_are_rounded_down():
    table = {"3": "3:2", "5": 100}
    assert nets(settled(player(1, RUN_OF_FOUR, straight_flush=333), straight_flush_paytable=table), 1)[
        "straight_flush"
    ] == (333 * 3 // 2)
    only_long = {"5": 100}
    assert results(settled(player(1, RUN_OF_FOUR, straight_flush=333), straight_flush_paytable=only_long), 1)[
        "straight_flush"
    ] == ("lose")


def test_hcf_6_5_a_fold_loses_the_ante_alone_and_its_bonuses_are_played_for():
    round_ = settled(player(1, RUN_OF_FOUR, raise_amount=None, **BOTH), **LIVE)
    assert nets(round_, 1) == {"ante": -1000, "straight_flush": 30_000, "flush": 1000}
    [seat] = round_.seats
    assert (seat.outcome, seat.net) == ("folded", 30_000)
    assert seat.bank_after == round_.designated_player.bank_after


def test_hcf_6_5_without_a_bonus_nobody_needs_the_cards_of_a_fold():
    round_ = settled(player(1, None), **LIVE)
    assert (round_.seats[0].hand, round_.seats[0].bank_after) == (None, None)
    with pytest.raises(RuleError) as refused:
        settled(player(1, None, **BOTH), **LIVE)
    assert (refused.value.code, refused.value.seat) == ("missing_cards", 1)


def test_hcf_6_5_the_parts_of_a_fold_can_go_back_one_by_one():
    hand = player(1, RUN_OF_FOUR, raise_amount=None, ante=5000, straight_flush=100)
    rake = {"mode": "all_players", "amount": 50}
    ante_back = settled(hand, bank=4999, rake=rake, against=HIGHER_RUN, **LIVE)
    assert results(ante_back, 1) == {"ante": "returned", "straight_flush": "lose"}
    assert (outcomes(ante_back), ante_back.seats[0].rake) == ({1: "folded"}, 0)
    bonus_back = settled(hand, bank=5000, rake=rake, straight_flush_paytable={"4": 10_000}, **LIVE)
    assert results(bonus_back, 1) == {"ante": "lose", "straight_flush": "returned"}
    assert (outcomes(bonus_back), bonus_back.seats[0].rake) == ({1: "folded"}, 50)
    both_back = settled(hand, bank=50, rake=rake, **LIVE)
    assert set(results(both_back, 1).values()) == {"returned"}
    assert (outcomes(both_back), both_back.seats[0].rake, both_back.rake) == ({1: "dead"}, 0, 0)


@pytest.mark.parametrize(
    ("bank", "rulings", "outcome"), [(1999, 2, "dead"), (2000, 2, "settled"), (1000, 1, "settled"), (999, 1, "dead")]
)
def test_hcf_8_5_a_bank_between_one_ante_and_ante_and_raise_covers_neither(bank, rulings, outcome):
    """The designated player does not qualify: the hand would win one Ante, and has two at stake."""
    not_qualified = "8s7s3sAdKd4h4c"
    assert outcomes(settled(player(1, TEN_HIGH), bank=bank, against=not_qualified, rulings=rulings)) == {1: outcome}


def test_hcf_8_5_a_push_needs_what_is_staked_too():
    mine, theirs = "KhQhJh5h4d3c2s", "KsQsJs5s4c3d2h"
    assert outcomes(settled(player(1, mine), bank=1999, against=theirs)) == {1: "dead"}
    assert outcomes(settled(player(1, mine), bank=0, against=theirs, cover={"symmetric": False})) == {1: "settled"}


def test_hcf_8_7_a_winning_hand_is_paid_what_there_is_the_last_bet_short_first():
    hand = player(1, RUN_OF_FIVE, straight_flush=500, flush=500)
    round_ = settled(hand, bank=52_500, **EXTENT)
    assert shorts(round_, 1) == {"flush": 57_000 - 52_500}
    assert (round_.seats[0].net, round_.designated_player.bank_after) == (52_500, 0)
    assert set(results(round_, 1).values()) == {"win"}


@pytest.mark.parametrize(
    ("symmetric", "bank", "outcome", "net"),
    [(True, 700, "settled", -700), (True, 0, "dead", 0), (False, 700, "settled", -2000), (False, 0, "settled", -2000)],
)
def test_hcf_8_7_a_losing_hand_loses_at_most_the_bank_where_cover_is_symmetric(symmetric, bank, outcome, net):
    cover = {"policy": "to_extent", "symmetric": symmetric}
    round_ = settled(player(1, TEN_HIGH), bank=bank, against=KING_HIGH, cover=cover)
    assert (outcomes(round_), round_.seats[0].net) == ({1: outcome}, net)
    assert round_.designated_player.bank_after == bank - net


@pytest.mark.parametrize(("bank", "net", "short"), [(1500, -1500, 500), (0, 0, 0), (2000, -2000, 0)])
def test_hcf_8_7_a_fold_forfeits_at_most_the_declared_bank(bank, net, short):
    round_ = settled(player(1, None, **BOTH), bank=bank, **EXTENT)
    assert (round_.seats[0].net, shorts(round_, 1).get("flush", 0)) == (net, short)
    assert outcomes(round_) == {1: "folded" if bank else "dead"}


def test_hcf_8_7_a_hand_whose_net_is_nothing_is_never_dead():
    mine, theirs = "KhQhJh5h4d3c2s", "KsQsJs5s4c3d2h"
    assert outcomes(settled(player(1, mine), bank=0, against=theirs, **EXTENT)) == {1: "settled"}


def test_hcf_8_7_a_bonus_takes_its_capped_amount_of_the_cap_even_when_less_is_paid():
    caps: dict[str, Any] = {"per_round": 30_000, "per_round_sharing": "settlement_order"}
    hands = [
        player(3, RUN_OF_FOUR, straight_flush=500),
        player(2, TEN_HIGH),
        player(1, RUN_OF_FOUR, ante=100, straight_flush=500),
    ]
    cover = {"policy": "to_extent", "symmetric": False}
    round_ = settled(*hands, bank=10_000, caps=caps, cover=cover)
    assert shorts(round_, 3) == {"straight_flush": 22_000}
    assert nets(round_, 1) == {"ante": 100, "raise": 100, "straight_flush": 0}


@pytest.mark.parametrize("spot", BOTH)
def test_hcf_6_6_a_wager_on_a_bonus_that_is_not_offered_is_refused(spot):
    bonuses = {"bonuses": {spot: "none"}}
    error = fault(round_document(raised(1, "5h4h3h2hKs9d7c", **{spot: 500}), rules=bonuses))
    assert error is not None
    assert (error.code, error.seat, error.field) == ("bad_amount", 1, spot)
    assert spot not in error.params["allowed"].split(", ")


def test_hcf_6_6_same_again_puts_back_what_is_still_offered():
    document = house_rules_document(terms={"bonuses": {"flush": "none"}})
    document["limits"]["flush"] = None
    rules = read_house_rules(document, 2)
    last = {"ante": 1000, "flush": 500, "straight_flush": 500}
    stacks = {2: Stack(2, 10_000, playing=True, last_wagers=last), 4: Stack(4, 10_000, playing=True)}
    play = dict(GAMES["high_card_flush"].first_play)
    step = enter_wagers(RoundView(rules, "betting", play, stacks, 4), {"same_again": True})
    assert step.play["wagers"] == {"2": {"ante": 1000, "straight_flush": 500}}
    assert step.answer["put_back"] == [2]
