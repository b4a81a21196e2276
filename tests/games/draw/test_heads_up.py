"""Heads-up draw, paragraph by paragraph (DRAW 1)."""

from typing import Any

import pytest

from tables.games.calculator import settle_document
from tables.games.values import JSON
from tests.games.documents import fault
from tests.games.draw.playing import by_seat, heads_up

EXCHANGED = ", 2 draw, 2 exchange 2, 1 exchange 0"
ONE_WINS = {"1": "AsAdKc7h2d", "2": "KsKdQc7s2c"}
TWO_WINS = {"2": "AsAdKc7h2d", "1": "KsKdQc7s2c"}
TIED = {"1": "AsJs9s6s3s", "2": "AhTh8h6h2h"}
MARKERS = {"marker_count": 3, "marker_value": 2000}


def code(said: str, **more: Any) -> tuple[str, int | None] | None:
    error = fault(heads_up(said, hands=ONE_WINS, **more))
    return None if error is None else (error.code, error.seat)


def seated(*players: tuple[int, int]) -> list[JSON]:
    """Seats 1 and 2 with their stacks and markers."""
    return [
        {"seat": seat, "stack": stack, "markers_out": markers} for seat, (stack, markers) in enumerate(players, start=1)
    ]


def test_draw_1_2_both_pay_the_ante():
    assert by_seat(heads_up("1 drop")) == {1: -500, 2: 500}
    assert by_seat(heads_up("1 drop", rules={"ante": 1})) == {1: -1, 2: 1}
    assert code("1 drop", stacks=(9000, 499)) == ("insufficient_funds", 2)
    assert by_seat(heads_up("1 drop", stacks=(9000, 500)), "stack") == {1: 8500, 2: 1000}


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("1 draw", ("illegal_action", 1)),
        ("1 call", ("illegal_action", 1)),
        ("1 raise 5", ("illegal_action", 1)),
        ("1 exchange 0", ("illegal_action", 1)),
        ("2 bet 5", ("out_of_turn", 2)),
        ("7 drop", ("out_of_turn", 7)),
        ("1 stay, 2 stay", ("illegal_action", 2)),
        ("1 stay, 2 raise 5", ("illegal_action", 2)),
        ("1 stay, 2 bet 5, 1 bet 5", ("illegal_action", 1)),
        ("1 bet 5, 2 stay", ("illegal_action", 2)),
        ("1 bet 5, 2 call", ("illegal_action", 2)),
        ("1 stay, 2 draw, 1 exchange 0", ("out_of_turn", 1)),
        ("1 stay, 2 draw, 2 drop", ("illegal_action", 2)),
        ("1 stay, 2 draw, 2 exchange 0, 2 exchange 0", ("out_of_turn", 2)),
        ("1 stay" + EXCHANGED + ", 1 stay", ("illegal_action", 1)),
        ("1 stay" + EXCHANGED + ", 1 draw", ("illegal_action", 1)),
        ("1 stay" + EXCHANGED + ", 2 call", ("out_of_turn", 2)),
        ("1 stay" + EXCHANGED + ", 1 bet 5, 2 bet 5", ("illegal_action", 2)),
        ("1 stay" + EXCHANGED, ("illegal_action", None)),
        ("", ("illegal_action", None)),
        ("1 drop, 2 drop", ("illegal_action", None)),
        ("1 stay" + EXCHANGED + ", 1 call, 2 call", ("illegal_action", None)),
    ],
)
def test_draw_1_4_to_1_6_what_is_not_allowed(said, refused):
    assert code(said) == refused


@pytest.mark.parametrize(
    ("said", "nets"),
    [
        ("1 drop", (-500, 500)),
        ("1 stay, 2 drop", (500, -500)),
        ("1 bet 800, 2 drop", (500, -500)),
        ("1 stay, 2 bet 800, 1 drop", (-500, 500)),
        ("1 bet 800, 2 raise 200, 1 drop", (-1300, 1300)),
        ("1 bet 800" + EXCHANGED + ", 1 drop", (-1300, 1300)),
        ("1 bet 800" + EXCHANGED + ", 1 call", (1300, -1300)),
        ("1 stay" + EXCHANGED + ", 1 bet 100, 2 raise 200, 1 raise 300, 2 call", (1100, -1100)),
        ("1 stay, 2 bet 100, 1 draw, 1 exchange 5, 2 exchange 5, 1 call", (600, -600)),
        ("1 bet 100, 2 raise 200, 1 draw, 1 exchange 5, 2 exchange 5, 1 call", (800, -800)),
    ],
)
def test_draw_1_4_to_1_6_what_each_course_costs(said, nets):
    answer = settle_document(heads_up(said, hands=ONE_WINS))
    assert tuple(seat["net"] for seat in answer["seats"]) == nets
    assert answer["result"] == ("drop" if said.endswith("drop") else "showdown")


def test_draw_1_7_a_bet_is_at_most_what_both_have():
    assert code("1 bet 8500, 2 drop") is None
    assert code("1 bet 8501") == ("insufficient_funds", 1)
    assert code("1 bet 3500, 2 drop", stacks=(9000, 4000)) is None
    assert code("1 bet 3501", stacks=(9000, 4000)) == ("bad_amount", 1)
    assert code("1 bet 3501", stacks=(4000, 9000)) == ("insufficient_funds", 1)
    assert code("1 bet 1000, 2 raise 2500, 1 drop", stacks=(9000, 4000)) is None
    assert code("1 bet 1000, 2 raise 2501", stacks=(9000, 4000)) == ("insufficient_funds", 2)


def test_draw_1_7_markers_that_can_still_be_issued_count_for_both():
    more = {"seats": seated((4000, 3), (700, 2)), "rules": MARKERS}
    assert code("1 bet 2200, 2 drop", **more) is None
    assert code("1 bet 2201", **more) == ("bad_amount", 1)
    assert code("1 bet 100, 2 raise 2100, 1 drop", **more) is None
    assert code("1 bet 100, 2 raise 2101", **more) == ("insufficient_funds", 2)


def test_draw_1_8_markers_are_issued_one_after_another_as_far_as_they_are_needed():
    document = heads_up("1 bet 4000" + EXCHANGED + ", 1 call", stacks=(9000, 700), rules=MARKERS, hands=ONE_WINS)
    assert by_seat(document, "markers_out") == {1: 0, 2: 2}
    assert by_seat(document, "stack") == {1: 13_500, 2: 200}
    assert by_seat(document) == {1: 4500, 2: -4500}


def test_draw_1_8_an_ante_is_paid_with_a_marker_too():
    document = heads_up("1 drop", stacks=(100, 9000), rules=MARKERS)
    assert by_seat(document, "markers_out") == {1: 1, 2: 0}
    assert by_seat(document, "stack") == {1: 1600, 2: 9500}
    spent = {"seats": seated((100, 3), (9000, 0)), "rules": MARKERS}
    assert code("1 drop", **spent) == ("insufficient_funds", 1)


@pytest.mark.parametrize(
    ("reserve", "won_up_to", "stack", "markers"),
    [
        (None, 3999, 3999, 2),
        (None, 4000, 2000, 1),
        (None, 5999, 3999, 1),
        (None, 6000, 2000, 0),
        (None, 9000, 5000, 0),
        (0, 1999, 1999, 2),
        (0, 2000, 0, 1),
        (0, 4000, 0, 0),
        (4000, 5999, 5999, 2),
        (4000, 6000, 4000, 1),
    ],
)
def test_draw_1_8_a_winner_redeems_while_their_chips_hold_marker_and_reserve(reserve, won_up_to, stack, markers):
    rules = MARKERS | ({} if reserve is None else {"redeem_reserve": reserve})
    document = heads_up("1 drop", seats=seated((9000, 0), (won_up_to - 500, 2)), rules=rules)
    assert by_seat(document, "stack")[2] == stack
    assert by_seat(document, "markers_out")[2] == markers
    assert by_seat(document)[2] == 500


def test_draw_1_8_the_loser_redeems_nothing_and_nobody_does_after_a_tie():
    seats = seated((9000, 2), (9000, 2))
    said = "1 stay" + EXCHANGED + ", 1 call"
    assert by_seat(heads_up(said, seats=seats, rules=MARKERS, hands=TIED), "markers_out") == {1: 2, 2: 2}
    assert by_seat(heads_up(said, seats=seats, rules=MARKERS, hands=ONE_WINS), "markers_out") == {1: 0, 2: 2}
    assert by_seat(heads_up(said, seats=seats, rules=MARKERS, hands=TWO_WINS), "markers_out") == {1: 2, 2: 0}


def test_draw_1_8_a_line_of_any_length_takes_no_time():
    document = heads_up("1 bet 4000000000, 2 drop", stacks=(1, 1), rules={"marker_count": 2**50, "marker_value": 1})
    assert by_seat(document, "markers_out") == {1: 0, 2: 499}


def test_draw_1_10_a_tie_leaves_the_pot_for_the_next_deal():
    said = "1 bet 800" + EXCHANGED + ", 1 call"
    answer = settle_document(heads_up(said, hands=TIED, carry=100))
    assert (answer["result"], answer["winners"], answer["pot"], answer["carry"]) == ("tie", [], 2700, 2700)
    assert [seat["net"] for seat in answer["seats"]] == [-1300, -1300]
    answer = settle_document(heads_up(said, hands=TWO_WINS, carry=2700))
    assert (answer["winners"], answer["pot"], answer["carry"]) == ([2], 5300, 0)
    assert [seat["net"] for seat in answer["seats"]] == [-1300, 4000]


ALL_IN_FOR_A_POT = "1 stay" + EXCHANGED + ", 1 call"


@pytest.mark.parametrize(
    ("stacks", "pot"), [((1000, 0), 7900), ((0, 1000), 7900), ((0, 0), 7900), ((300, 1000), 8500), ((900, 500), 8900)]
)
def test_draw_1_12_for_a_carried_pot_both_ante_what_the_poorer_has(stacks, pot):
    answer = settle_document(heads_up(ALL_IN_FOR_A_POT, stacks=stacks, carry=7900, hands=ONE_WINS))
    assert (answer["pot"], answer["winners"]) == (pot, [1])
    ante = (pot - 7900) // 2
    assert [seat["stack"] for seat in answer["seats"]] == [stacks[0] - ante + pot, stacks[1] - ante]


def test_draw_1_12_markers_count_for_the_ante_of_a_carried_pot():
    more: JSON = {"carry": 7900, "rules": {**MARKERS, "ante": 3000}, "hands": ONE_WINS}
    answer = settle_document(heads_up(ALL_IN_FOR_A_POT, seats=seated((9000, 0), (0, 2)), **more))
    # One marker of the two that are agreed is still to be had; it is all that the ante can be.
    assert answer["pot"] == 7900 + 2 * 2000
    assert [seat["markers_out"] for seat in answer["seats"]] == [0, 3]


def test_draw_1_12_a_tie_of_such_a_hand_is_carried_on():
    answer = settle_document(heads_up(ALL_IN_FOR_A_POT, stacks=(0, 0), carry=7900, hands=TIED))
    assert (answer["result"], answer["carry"]) == ("tie", 7900)


def test_draw_1_12_where_nothing_is_left_to_bet_a_bet_is_no_action_and_says_who_has_no_more():
    error = fault(heads_up("1 bet 1", stacks=(1000, 0), carry=7900))
    assert error is not None
    assert (error.code, error.seat, str(error)) == (
        "illegal_action",
        1,
        "Action 1: Seat 1 cannot bet: seat 2 has no more to match it with.",
    )
    error = fault(heads_up("1 bet 1", stacks=(0, 1000), carry=7900))
    assert error is not None
    assert str(error) == "Action 1: Seat 1 cannot bet: they have no more than it costs to match."


def test_draw_1_12_without_a_carried_pot_or_under_the_first_rulings_nobody_is_dealt_to_who_cannot_ante():
    assert code("1 drop", stacks=(1000, 0)) == ("bad_amount", 2)
    assert code("1 drop", stacks=(1000, 300)) == ("insufficient_funds", 2)
    first: JSON = {"rules": {"rulings": 1}, "carry": 7900}
    assert code("1 drop", stacks=(1000, 0), **first) == ("bad_amount", 2)
    assert code("1 drop", stacks=(1000, 300), **first) == ("insufficient_funds", 2)


def test_draw_1_7_a_bet_that_the_opponent_cannot_match_says_so():
    error = fault(heads_up("1 bet 3501", stacks=(9000, 4000)))
    assert error is not None
    assert str(error) == "Action 1: Seat 1: the amount is at most 3500, not 3501: seat 2 can match no more."


def test_draw_1_11_there_is_no_time_out():
    assert code("1 timeout") == ("bad_field", 1)


def test_draw_1_11_a_bet_nobody_matched_stays_in_the_pot_its_bettor_wins():
    answer = settle_document(heads_up("1 bet 800, 2 drop"))
    assert (answer["pot"], answer["winners"]) == (1800, [1])
    assert [seat["stack"] for seat in answer["seats"]] == [9500, 8500]


def test_draw_0_4_nobody_shows_when_one_dropped_and_hands_given_are_checked_all_the_same():
    assert by_seat(heads_up("1 drop", hands=ONE_WINS), "hand") == {1: None, 2: None}
    error = fault(heads_up("1 drop", hands={"1": "AsAdKc7h2x"}))
    assert error is not None
    assert error.code == "bad_card"
