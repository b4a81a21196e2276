"""Four-player draw, paragraph by paragraph (DRAW 2)."""

from typing import Any

import pytest

from tables.games.calculator import settle_document
from tests.games.documents import fault
from tests.games.draw.playing import by_seat, four_player

# From the best hand to the worst; the first two tie.
HANDS = ["AsAdKc7h2d", "AhAcKd7s2c", "QsQdJc8h3d", "TsTd9c8s4h"]
ALL_IN = "1 exchange 0, 2 exchange 0, 3 exchange 0, 4 exchange 0"
NO_COMMISSION = {"commission_bps": 0}


def dealt(count: int = 4) -> dict[str, str]:
    """The hands of so many seats."""
    return {str(seat): cards for seat, cards in enumerate(HANDS[:count], start=1)}


def code(said: str, **more: Any) -> tuple[str, int | None] | None:
    document = four_player(said, **more)
    error = fault({**document, "hands": dealt(len(document["seats"]))})
    return None if error is None else (error.code, error.seat)


def test_draw_2_1_turns_go_clockwise_from_the_left_of_the_button():
    three = {"stacks": (900, 900, 900)}
    said = "2 drop, 3 open 100, 1 drop"
    assert code(said, button=1, **three) is None
    assert code("3 drop", button=1, **three) == ("out_of_turn", 3)
    assert code("1 drop, 3 drop", button=3, **three) == ("out_of_turn", 3)


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("1 pay", ("illegal_action", 1)),
        ("1 call", ("illegal_action", 1)),
        ("1 exchange 0", ("illegal_action", 1)),
        ("1 open 100, 2 open 200", ("illegal_action", 2)),
        ("1 open 100, 2 raise 200", ("illegal_action", 2)),
        ("1 open 99", ("bad_amount", 1)),
        ("1 open 1000001", ("bad_amount", 1)),
        ("1 open 9001", ("insufficient_funds", 1)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, 2 exchange 0", ("out_of_turn", 2)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, 1 drop", ("illegal_action", 1)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, 1 exchange 6", ("bad_amount", 1)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, 1 exchange -1", ("bad_amount", 1)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, " + ALL_IN + ", 1 raise 0", ("bad_amount", 1)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, " + ALL_IN + ", 1 raise 8901", ("insufficient_funds", 1)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, " + ALL_IN + ", 1 raise 500, 2 raise 8401", ("insufficient_funds", 2)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, " + ALL_IN + ", 1 pay", ("illegal_action", 1)),
        ("1 open 100, 2 pay, 3 pay, 4 pay, " + ALL_IN, ("illegal_action", None)),
        ("1 drop, 2 drop, 3 drop, 4 open 100", ("illegal_action", None)),
        ("1 stay", ("bad_field", 1)),
    ],
)
def test_draw_2_2_to_2_4_what_is_not_allowed(said, refused):
    assert code(said) == refused


def test_draw_2_2_a_player_with_less_than_the_opening_pays_what_they_have():
    said = "1 open 900, 2 pay, 3 pay, 4 drop, 1 exchange 0, 2 exchange 0, 3 exchange 0"
    document = four_player(said, stacks=(900, 300, 500, 9000), hands=dealt(), rules=NO_COMMISSION)
    answer = settle_document(document)
    # 400 of the opening nobody matched; the main pot is tied, the side pot is the opener's.
    assert answer["pot"] == 1300
    assert by_seat(document) == {1: 350, 2: 150, 3: -500, 4: 0}


def test_draw_2_2_who_has_less_than_the_least_opening_cannot_open_but_can_pay():
    assert code("1 open 100", stacks=(50, 900)) == ("insufficient_funds", 1)
    assert code("1 open 50", stacks=(50, 900)) == ("bad_amount", 1)
    assert code("1 open 100, 2 pay, 1 exchange 0, 2 exchange 0", stacks=(900, 50)) is None


def test_draw_2_4_everybody_with_chips_acts_and_after_a_raise_the_others_again():
    opened = "1 open 100, 2 pay, 3 pay, 4 pay, " + ALL_IN
    assert code(opened + ", 1 call, 2 call, 3 call") == ("illegal_action", None)
    assert code(opened + ", 1 call, 2 call, 3 call, 4 call") is None
    assert code(opened + ", 1 call, 2 call, 3 call, 4 raise 100, 1 call, 2 call") == ("illegal_action", None)
    assert code(opened + ", 1 call, 2 call, 3 call, 4 raise 100, 1 call, 2 call, 3 call") is None
    assert code(opened + ", 1 call, 2 call, 3 call, 4 raise 100, 1 call, 2 call, 3 call, 4 call")
    assert code(opened + ", 1 raise 50, 2 drop, 3 drop, 4 raise 1, 1 call") is None


def test_draw_2_4_there_is_no_betting_where_fewer_than_two_have_chips():
    said = "1 open 500, 2 pay, 3 pay, 1 exchange 0, 2 exchange 0, 3 exchange 0"
    assert code(said, stacks=(500, 500, 500)) is None
    assert code(said, stacks=(900, 500, 500)) is None
    assert code(said, stacks=(900, 900, 500)) == ("illegal_action", None)


def test_draw_2_4_once_the_betting_has_begun_the_player_to_act_still_is():
    said = "1 open 500, 2 pay, 3 pay, 1 exchange 0, 2 exchange 0, 3 exchange 0, 1 drop"
    stacks = {"stacks": (900, 900, 500)}
    assert code(said, **stacks) == ("illegal_action", None)
    for last in ("2 call", "2 drop", "2 raise 400", "2 timeout"):
        assert code(f"{said}, {last}", **stacks) is None
    assert by_seat(four_player(f"{said}, 2 drop", **stacks)) == {1: -500, 2: -500, 3: 999}


def test_draw_2_5_what_nobody_matched_goes_back_before_the_pots_are_made():
    said = "1 open 500, 2 pay, 1 exchange 0, 2 exchange 0, 1 raise 1000, 2 drop"
    answer = settle_document(four_player(said, stacks=(9000, 9000), rules=NO_COMMISSION))
    assert (answer["pot"], answer["winners"]) == (1000, [1])
    assert [seat["stack"] for seat in answer["seats"]] == [9500, 8500]


def test_draw_2_6_identical_hands_share_each_pot_and_odd_units_go_from_the_left_of_the_button():
    said = "1 open 101, 2 pay, 3 pay, 4 drop, 1 exchange 0, 2 exchange 0, 3 exchange 0, 1 call, 2 call, 3 call"
    document = four_player(said, hands=dealt(), rules=NO_COMMISSION)
    assert by_seat(document) == {1: 51, 2: 50, 3: -101, 4: 0}
    turned = four_player(
        "2 open 101, 3 pay, 1 pay, 2 exchange 0, 3 exchange 0, 1 exchange 0, 2 call, 3 call, 1 call",
        stacks=(900, 900, 900),
        button=1,
        hands=dealt(3),
        rules=NO_COMMISSION,
    )
    assert by_seat(turned) == {1: 50, 2: 51, 3: -101}


def test_draw_2_7_time_that_runs_out_drops_but_in_the_exchange_it_exchanges_none():
    said = "1 open 100, 2 timeout, 3 pay, 4 pay, 1 timeout, 3 exchange 1, 4 timeout, 1 call, 3 timeout, 4 call"
    assert by_seat(four_player(said, hands=dealt(), rules=NO_COMMISSION)) == {1: 200, 2: 0, 3: -100, 4: -100}
    assert by_seat(four_player(said, hands=dealt()), "hand") == {1: "pair", 2: None, 3: None, 4: "pair"}


@pytest.mark.parametrize(("bps", "commission"), [(0, 0), (10, 1), (19, 1), (20, 2), (250, 25), (10_000, 1000)])
def test_draw_2_8_the_commission_is_of_all_a_winner_takes_rounded_down(bps, commission):
    said = "1 open 500, 2 pay, 1 exchange 0, 2 exchange 0, 1 drop"
    answer = settle_document(four_player(said, stacks=(9000, 9000), rules={"commission_bps": bps}))
    assert [seat["commission"] for seat in answer["seats"]] == [0, commission]
    assert answer["seats"][1]["net"] == 500 - commission
    assert answer["rake"] == commission


@pytest.mark.parametrize(
    ("last", "rulings", "nets"),
    [
        ("2 timeout", 2, {1: -500, 2: 500, 3: 0}),
        ("2 timeout", 1, {1: -500, 2: -500, 3: 1000}),
        ("2 drop", 2, {1: -500, 2: -500, 3: 1000}),
    ],
)
def test_draw_2_7_time_that_runs_out_with_nothing_to_pay_and_nobody_to_bet_against_is_a_call(last, rulings, nets):
    """Seat 1 has dropped and seat 3 is all in: seat 2 could only check, and is not dropped for thinking about it."""
    said = f"1 open 500, 2 pay, 3 pay, 1 exchange 0, 2 exchange 0, 3 exchange 0, 1 drop, {last}"
    hands = {"2": "AhAcKd7s2c", "3": "AsAdKc7h2d"}
    rules = {**NO_COMMISSION, "rulings": rulings}
    document = four_player(said, stacks=(900, 900, 500), hands=hands, rules=rules)
    assert by_seat(document) == ({1: -500, 2: 250, 3: 250} if nets[2] > 0 else nets)


def test_draw_2_7_time_that_runs_out_facing_a_bet_or_a_player_with_chips_drops():
    opened = "1 open 500, 2 pay, 3 pay, 1 exchange 0, 2 exchange 0, 3 exchange 0"
    stacks, rules = (900, 900, 500), NO_COMMISSION
    facing = four_player(opened + ", 1 raise 400, 2 timeout", stacks=stacks, hands=dealt(3), rules=rules)
    assert by_seat(facing)[2] == -500
    beside = four_player(opened + ", 1 timeout, 2 call", stacks=stacks, hands=dealt(3), rules=rules)
    assert by_seat(beside)[1] == -500


@pytest.mark.parametrize(
    ("on", "round_to", "commissions"),
    [("taken", "unit", [115, 0]), ("taken", "chip", [100, 0]), ("net", "unit", [57, 0]), ("net", "chip", [0, 0])],
)
def test_draw_2_8_on_what_is_won_beyond_the_stake_and_in_whole_chips(on, round_to, commissions):
    """A pot of 2300 at 5 %: of all of it, or of the 1150 that seat 1 did not put in itself."""
    terms = {"commission_bps": 500, "commission_on": on, "commission_round": round_to}
    house = {"game": "four_player_draw", "terms": terms, "chip_unit": 100, "recount": {"signed_above": 0}}
    said = "1 open 1150, 2 pay, 1 exchange 0, 2 exchange 0, 1 call, 2 call"
    hands = {"1": "AsAdKc7h2d", "2": "QhQcKd7s2c"}
    document = four_player(said, stacks=(9000, 9000), hands=hands, rules=house)
    assert list(by_seat(document, "commission").values()) == commissions


def test_draw_2_8_terms_alone_name_no_chip_and_are_rounded_to_a_minor_unit():
    said = "1 open 500, 2 pay, 1 exchange 0, 2 exchange 0, 1 drop"
    document = four_player(said, stacks=(9000, 9000), rules={"commission_bps": 11, "commission_round": "chip"})
    assert by_seat(document, "commission") == {1: 0, 2: 1}


def test_draw_2_8_it_is_rounded_once_for_a_winner_of_several_pots():
    """Pots of 800 and 1500 make 2300, so 2; each by itself would make 0 and 1."""
    said = "1 open 700, 2 pay, 3 pay, 4 pay, " + ALL_IN + ", 1 call, 3 call, 4 drop"
    stacks = (9000, 200, 9000, 9000)
    answer = settle_document(four_player(said, stacks=stacks, hands={**dealt(), "2": "9s9d3c4c5c"}))
    assert answer["pot"] == 2300
    assert answer["seats"][0]["commission"] == 2


def test_draw_2_9_nobody_opens_or_only_the_opener_stays():
    for said in ("1 drop, 2 drop, 3 drop", "1 drop, 2 drop, 3 timeout", "1 open 500, 2 drop, 3 drop, 4 drop"):
        answer = settle_document(four_player(said))
        assert (answer["pot"], answer["winners"], answer["rake"]) == (0, [], 0)
        assert all(seat["stack"] == 9000 for seat in answer["seats"])
    assert settle_document(four_player("1 drop, 2 drop, 3 open 100, 4 drop"))["winners"] == []


def test_interfaces_2_3_winners_go_from_the_left_of_the_button_and_include_those_of_side_pots():
    said = "3 open 900, 1 pay, 2 pay, 3 exchange 0, 1 exchange 0, 2 exchange 0"
    document = four_player(said, stacks=(400, 600, 900), button=2, hands={**dealt(3), "2": "KsKdQc8s3h"})
    assert settle_document(document)["winners"] == [1, 2]
    assert list(by_seat(document)) == [1, 2, 3]
