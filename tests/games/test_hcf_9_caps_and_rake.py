"""Caps and rake of a round (HCF 9.1 to 9.4)."""

import pytest

from tables.games.high_card_flush.terms import CapSharing, RakeMode
from tests.games.rounds import (
    ANOTHER_RUN_OF_FOUR,
    RUN_OF_FIVE,
    RUN_OF_FOUR,
    TEN_HIGH,
    nets,
    outcomes,
    player,
    results,
    settled,
)

BOTH = {"flush": 500, "straight_flush": 500}


def test_hcf_9_2_a_cap_per_hand_is_shared_in_proportion():
    round_ = settled(player(1, RUN_OF_FIVE, **BOTH), caps={"per_hand": 10_001})
    straight_flush, flush = round_.seats[0].bets[2:]
    assert (straight_flush.net, straight_flush.uncapped) == (9092, 50_000)
    assert (flush.net, flush.uncapped) == (909, 5000)


def test_hcf_9_1_a_cap_that_does_not_bite_leaves_no_trace():
    round_ = settled(player(1, RUN_OF_FIVE, **BOTH), caps={"per_hand": 55_000, "per_round": 55_000})
    assert [bet.uncapped for bet in round_.seats[0].bets] == [None] * 4
    assert nets(round_, 1) == {"ante": 1000, "raise": 1000, "straight_flush": 50_000, "flush": 5000}


def test_hcf_9_2_a_bet_capped_to_nothing_is_still_a_win():
    round_ = settled(player(1, RUN_OF_FIVE, **BOTH), caps={"per_hand": 0})
    assert results(round_, 1)["flush"] == "win"
    assert [bet.uncapped for bet in round_.seats[0].bets] == [None, None, 50_000, 5000]


def test_hcf_9_1_the_cap_of_a_hand_comes_before_that_of_the_round():
    hands = [player(2, RUN_OF_FOUR, straight_flush=500), player(1, ANOTHER_RUN_OF_FOUR, straight_flush=10)]
    round_ = settled(*hands, caps={"per_hand": 1200, "per_round": 900})
    # 30000 and 600 become 1200 and 600, and those share 900 two to one.
    assert (nets(round_, 2)["straight_flush"], nets(round_, 1)["straight_flush"]) == (600, 300)
    assert round_.seats[0].bets[2].uncapped == 30_000


def test_hcf_9_2_in_settlement_order_each_takes_what_is_left():
    hands = [player(2, RUN_OF_FOUR, **BOTH), player(1, ANOTHER_RUN_OF_FOUR, **BOTH)]
    round_ = settled(*hands, caps={"per_round": 30_500, "per_round_sharing": "settlement_order"})
    assert nets(round_, 2) == {"ante": 1000, "raise": 1000, "straight_flush": 30_000, "flush": 500}
    assert nets(round_, 1) == {"ante": 1000, "raise": 1000, "straight_flush": 0, "flush": 0}


@pytest.mark.parametrize("sharing", [*CapSharing])
@pytest.mark.parametrize(("rulings", "won"), [(1, {"pro_rata": 10_000, "settlement_order": 0}), (2, 20_000)])
def test_hcf_9_3_a_dead_hand_takes_no_part_of_the_cap(rulings, won, sharing):
    hands = [player(2, RUN_OF_FOUR, ante=50_000, **BOTH), player(1, ANOTHER_RUN_OF_FOUR, **BOTH)]
    caps = {"per_round": 20_000, "per_round_sharing": sharing}
    round_ = settled(*hands, bank=40_000, caps=caps, rulings=rulings)
    assert outcomes(round_) == {2: "dead", 1: "settled"}
    assert nets(round_, 1)["straight_flush"] + nets(round_, 1)["flush"] == (won if rulings == 2 else won[sharing])
    assert all(bet.uncapped is None for bet in round_.seats[0].bets)


# By mode, what each player and the designated player pay; a mode that is added is tried here too.
PAID = {"all_players": (100, 100), "players_only": (100, 0), "designated_player_only": (0, 100), "none": (0, 0)}


@pytest.mark.parametrize("mode", [*RakeMode])
def test_hcf_9_4_who_pays_the_rake(mode):
    players, designated = PAID[mode]
    hands = [player(3, RUN_OF_FIVE, ante=5000, **BOTH), player(2, None), player(1, TEN_HIGH)]
    round_ = settled(*hands, bank=2000, rake={"mode": mode, "amount": 100})
    assert outcomes(round_) == {3: "dead", 2: "folded", 1: "settled"}
    assert [seat.rake for seat in round_.seats] == [0, players, players]
    assert round_.designated_player.rake == designated
    assert round_.rake == 2 * players + designated
    assert round_.designated_player.bank_after == 2000 + 1000 + 2000


def test_hcf_9_4_the_designated_player_pays_nothing_when_every_hand_is_dead():
    rake = {"mode": "all_players", "amount": 100}
    assert settled(player(1, RUN_OF_FOUR), bank=0, rake=rake).rake == 0
    folded = settled(player(1, RUN_OF_FOUR), player(2, None, ante=10), bank=10, rake=rake)
    assert outcomes(folded) == {2: "folded", 1: "dead"}
    assert folded.designated_player.rake == 100
