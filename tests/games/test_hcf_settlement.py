"""Settlement, paragraph by paragraph (HCF 3 to 9)."""

import pytest

from tables.games.errors import ImbalanceError, RuleError
from tables.games.high_card_flush import walk as walk_module
from tables.games.high_card_flush.settlement import Flag, settle, settlement_order
from tables.games.high_card_flush.wagers import DesignatedPlayer
from tests.games.rounds import (
    EIGHT_HIGH,
    KING_HIGH,
    PLENTY,
    RUN_OF_FIVE,
    RUN_OF_FOUR,
    TEN_HIGH,
    mask,
    nets,
    outcomes,
    player,
    results,
    rules,
    settled,
)

BOTH = {"flush": 500, "straight_flush": 500}


def test_hcf_3_3_a_fold_forfeits_ante_and_bonuses_to_the_bank():
    round_ = settled(player(1, None, **BOTH), bank=2000)
    assert results(round_, 1) == {"ante": "lose", "straight_flush": "lose", "flush": "lose"}
    assert round_.designated_player.bank_after == 4000
    assert round_.seats[0].bank_after is None


def test_hcf_3_4_a_raise_above_the_cap_counts_as_the_cap_and_is_flagged():
    round_ = settled(player(1, RUN_OF_FIVE, raise_amount=2500))
    assert nets(round_, 1)["raise"] == 2000
    assert round_.flags == (Flag("raise_adjusted", 1, 500),)


def test_hcf_3_2_an_amount_between_is_no_excess():
    round_ = settled(player(1, RUN_OF_FIVE, raise_amount=1234))
    assert nets(round_, 1)["raise"] == 1234
    assert round_.flags == ()


def test_hcf_4_2_the_walk_starts_right_of_the_button_and_goes_counter_clockwise():
    """Right of a seat is the next lower number, left the next higher; both wrap (HCF 1.2)."""
    seats = [1, 2, 4, 5, 6]
    assert settlement_order(rules(), 3, seats) == [2, 1, 6, 5, 4]
    assert settlement_order(rules(settlement_order="clockwise"), 3, seats) == [4, 5, 6, 1, 2]


def test_hcf_5_2_not_qualified_the_ante_wins_with_any_hand_and_the_raise_pushes():
    for text in (RUN_OF_FOUR, "2h4h6h3c5d7c9d"):
        round_ = settled(player(1, text), against=EIGHT_HIGH)
        assert results(round_, 1) == {"ante": "win", "raise": "push"}
        assert nets(round_, 1) == {"ante": 1000, "raise": 0}


def test_hcf_5_3_qualified_the_better_flush_takes_both():
    assert nets(settled(player(1, RUN_OF_FOUR)), 1) == {"ante": 1000, "raise": 1000}
    assert nets(settled(player(1, TEN_HIGH)), 1) == {"ante": -1000, "raise": -1000}


@pytest.mark.parametrize(
    ("tie_rule", "bonuses"),
    [
        ("push", {"straight_flush": "push", "flush": "push"}),
        ("independent", {"straight_flush": "lose", "flush": "lose"}),
    ],
)
def test_hcf_5_4_and_5_5_an_exact_tie_pushes_and_the_bonuses_follow_the_rule(tie_rule, bonuses):
    round_ = settled(player(1, "KhJh3h2sQd9d8c", **BOTH), exact_tie_bonuses=tie_rule)
    assert results(round_, 1) == {"ante": "push", "raise": "push", **bonuses}


def test_hcf_5_5_an_exact_tie_pushes_a_bonus_that_would_win():
    tie_with_a_run = player(1, "AhJh8h3h6s5s4s", **BOTH)
    assert nets(settled(tie_with_a_run, against="AdJdJc8d3dKcQs"), 1)["straight_flush"] == 0
    free = settled(tie_with_a_run, against="AdJdJc8d3dKcQs", exact_tie_bonuses="independent")
    assert nets(free, 1)["straight_flush"] == 4000
    assert results(free, 1)["flush"] == "push"


@pytest.mark.parametrize(
    ("against", "result"),
    [("6s5s4sKdQd2h9c", "win"), ("KsJs2s8d6c5dTc", "win"), ("KsTs8s7d6d5d4d", "lose"), ("JsTs9sKdQd2h4c", "lose")],
)
def test_hcf_6_2_the_run_of_the_designated_player_is_beaten_or_not(against, result):
    run = player(1, "9h8h7hAc5d3c2s", straight_flush=500)
    assert results(settled(run, against=against), 1)["straight_flush"] == result


def test_hcf_6_1_without_a_run_of_three_the_bonus_loses_against_no_run_too():
    """Equal straight flush values would push; that there is none comes first."""
    for text in ("KhJh9h7s5s4d2c", "9h8h6hAsQd2c4c"):
        assert results(settled(player(1, text, straight_flush=500)), 1)["straight_flush"] == "lose"
    three = player(1, "9h8h7hAc5d3c2s", straight_flush=500)
    assert results(settled(three), 1)["straight_flush"] == "win"


def test_hcf_6_2_an_equal_run_pushes_when_the_flushes_differ():
    round_ = settled(player(1, "9h8h7h2hAcKd4c", straight_flush=500), against="9s8s7sKdQd2c3c")
    assert results(round_, 1) == {"ante": "win", "raise": "win", "straight_flush": "push"}


def test_hcf_6_3_not_qualified_the_designated_player_still_contests_the_bonus():
    round_ = settled(player(1, "7h6h5hAsQsJd3c", **BOTH), against="8s7s6sAdKd3h4c")
    assert not round_.qualifies
    assert results(round_, 1) == {"ante": "win", "raise": "push", "straight_flush": "lose", "flush": "lose"}


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("9h8h7hAc5d3c2s", 8),
        ("9h8h7h6h2cAsQd", 60),
        ("9h8h7h6h5hAsQd", 100),
        ("9h8h7h6h5h4hQd", 500),
        ("9h8h7h6h5h4h3h", 1000),
    ],
)
def test_hcf_6_4_only_the_highest_line_pays(text, won):
    assert nets(settled(player(1, text, straight_flush=5)), 1)["straight_flush"] == 5 * won


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("AhKhQh2c3d4c5d", -1),
        ("9h8h7h6h2cAsQd", 2),
        ("9h8h7h6h5hAsQd", 10),
        ("9h8h7h6h5h4hQd", 50),
        ("9h8h7h6h5h4h3h", 200),
    ],
)
def test_hcf_7_1_and_7_3_the_flush_bonus_pays_from_four_cards_up(text, won):
    assert nets(settled(player(1, text, flush=5)), 1)["flush"] == 5 * won


@pytest.mark.parametrize(
    ("text", "against", "expected"),
    [
        (RUN_OF_FOUR, EIGHT_HIGH, {"straight_flush": "win", "flush": "win"}),
        ("Ah4h2hKsQsJs9d", "KdTd8d9c7c6c3s", {"straight_flush": "win", "flush": "lose"}),
        ("AhTh8h4h2cKsQd", "9s8s7sKdQd2c3c", {"straight_flush": "lose", "flush": "win"}),
        ("9h7h6h4h2cAsQd", "AsTs8s4s2dKhQc", {"straight_flush": "lose", "flush": "lose"}),
        ("AhTh8h4h2cKsQd", "AsTs8s4s2dKhQc", {"straight_flush": "push", "flush": "push"}),
    ],
)
def test_hcf_7_2_the_flush_bonus_follows_the_flushes_alone(text, against, expected):
    """Qualified or not, and with any run; an exact tie pushes both."""
    found = results(settled(player(1, text, **BOTH), against=against), 1)
    assert {spot: found[spot] for spot in expected} == expected


# Seat by seat: the cards, the Ante and the Raise that make the nets of the example.
WALKED = [
    player(2, "AdQs8h8d5h3d2h", ante=30, raise_amount=30),
    player(1, "KcQcJh7s6d3s2d", ante=20, raise_amount=20),
    player(6, "AhAcKsJcTc7c2c", ante=35, raise_amount=70),
    player(5, "Td9h9d8s8c3c2s", ante=15, raise_amount=15),
    player(4, "Qh6c5d5c4s4h3h", ante=10, raise_amount=10),
]
WALKED_AGAINST = "JsJd9s7d6s6h4c"


def test_hcf_8_worked_example():
    free = settled(*WALKED, against=WALKED_AGAINST, button=3)
    assert [(seat.seat, seat.net) for seat in free.seats] == [(2, 60), (1, -40), (6, 105), (5, -30), (4, 20)]
    walked = settled(*WALKED, against=WALKED_AGAINST, button=3, bank=100)
    assert [(seat.seat, seat.outcome, seat.bank_after) for seat in walked.seats] == [
        (2, "settled", 40),
        (1, "settled", 80),
        (6, "dead", 80),
        (5, "settled", 110),
        (4, "settled", 90),
    ]
    assert walked.designated_player.net == -10


def test_hcf_8_2_forfeited_stakes_join_the_bank_before_the_walk():
    hands = [player(2, RUN_OF_FOUR, ante=2000), player(1, None, ante=2000)]
    assert outcomes(settled(*hands, bank=2000)) == {2: "settled", 1: "folded"}
    assert outcomes(settled(*hands, bank=2000, rulings=1)) == {2: "settled", 1: "folded"}


def test_hcf_8_2_what_the_declared_bank_could_not_have_paid_is_not_forfeited_to_it():
    hands = [player(2, RUN_OF_FOUR, ante=1000), player(1, None, ante=2000, **BOTH)]
    round_ = settled(*hands, bank=2999)
    assert outcomes(round_) == {2: "settled", 1: "dead"}
    assert set(results(round_, 1).values()) == {"returned"}
    assert round_.designated_player.bank_after == 2999 - 2000
    for kept in ({"rulings": 1}, {"cover": {"symmetric": False}}):
        assert outcomes(settled(*hands, bank=0, **kept)) == {2: "settled", 1: "folded"}


def test_hcf_8_4_a_dead_hand_gets_everything_back_and_keeps_its_flag():
    round_ = settled(player(1, RUN_OF_FIVE, raise_amount=3000, **BOTH), bank=57_999)
    assert set(results(round_, 1).values()) == {"returned"}
    assert nets(round_, 1) == {"ante": 0, "raise": 0, "straight_flush": 0, "flush": 0}
    assert [bet.stake for bet in round_.seats[0].bets] == [1000, 2000, 500, 500]
    assert round_.flags == (Flag("raise_adjusted", 1, 1000),)
    assert round_.designated_player.net == 0
    assert outcomes(settled(player(1, RUN_OF_FIVE, raise_amount=3000, **BOTH), bank=58_000)) == {1: "settled"}


def test_hcf_8_5_a_losing_hand_is_covered_only_if_the_bank_holds_as_much():
    loser = player(1, TEN_HIGH)
    assert outcomes(settled(loser, bank=1999)) == {1: "dead"}
    assert outcomes(settled(loser, bank=2000)) == {1: "settled"}
    collected = settled(loser, bank=0, cover={"symmetric": False})
    assert outcomes(collected) == {1: "settled"}
    assert collected.designated_player.bank_after == 2000


def test_hcf_8_6_a_settlement_that_does_not_balance_is_refused(monkeypatch):
    monkeypatch.setattr(walk_module, "from_funds", lambda _terms, _bank, bets: bets)
    with pytest.raises(ImbalanceError):
        settled(player(1, RUN_OF_FOUR), bank=0)


def test_interfaces_nobody_needs_the_designated_players_hand_when_all_fold():
    round_ = settle(rules(), DesignatedPlayer(9, 1500, None), [player(1, None)])
    assert round_.qualifies is None
    assert round_.designated_player.bank_after == 2500


@pytest.mark.parametrize(("designated", "seat"), [(None, 9), (KING_HIGH, 1)])
def test_interfaces_a_hand_that_is_compared_must_be_there(designated, seat):
    shown = player(1, RUN_OF_FOUR)
    hands = [shown._replace(hand=None) if designated else shown]
    with pytest.raises(RuleError) as raised:
        settle(rules(), DesignatedPlayer(9, PLENTY, designated and mask(designated)), hands)
    assert (raised.value.code, raised.value.seat) == ("missing_cards", seat)
