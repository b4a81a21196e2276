"""The acts of a round of the draw games: chips, time, taking back, hands, and when each may be done (OPS 4.4, 5)."""

import pytest

from tables.games.values import JSON, Leg
from tests.games.draw.playing import settled, table_of_four, table_of_two

FIVE_WINS = [{"seat": 5, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]


def test_ops_4_4_amounts_are_in_whole_chips_or_all_that_is_possible():
    table = table_of_four(999, 2050, chip_unit=100)
    table.act("open_round")
    assert table.refused("take_actions", actions=[{"seat": 2, "do": "open", "amount": 150}]) == "outside_limits"
    assert table.refused("take_actions", actions=[{"seat": 2, "do": "open", "amount": 50}]) == "bad_amount"
    table.take("2 open 200, 1 pay, 2 exchange 0, 1 exchange 0")
    assert table.refused("take_actions", actions=[{"seat": 2, "do": "raise", "amount": 1}]) == "outside_limits"
    table.take("2 raise 500")
    options = table.game.describe(table.view)["options"]
    assert options[0] == {"do": "raise", "least": 100, "most": 299, "step": 100}
    assert table.take("1 raise 299").state == "betting"


def test_draw_2_7_on_the_server_time_that_is_up_is_up():
    table = table_of_four()
    assert table.act("open_round").seconds == 30
    assert table.refused("take_actions", actions=[{"seat": 2, "do": "timeout"}]) == "illegal_action"
    table.late = True
    assert table.refused("take_actions", actions=[{"seat": 2, "do": "drop"}]) == "expired"
    step = table.act("take_actions", actions=[{"seat": 2, "do": "timeout"}, {"seat": 3, "do": "open", "amount": 500}])
    assert (step.answer["turn"], step.seconds) == (4, 30)
    assert (
        table.refused("take_actions", actions=[{"seat": 4, "do": "timeout"}, {"seat": 1, "do": "timeout"}])
        == "illegal_action"
    )


def test_draw_2_7_with_a_dealers_clock_the_dealer_may_wait():
    table = table_of_four(clock_mode="dealer", action_seconds=10)
    assert table.act("open_round").seconds == 10
    table.late = True
    table.take("2 open 500")
    table.take("3 timeout")
    assert table.game.describe(table.view)["players"]["3"]["dropped"]


def test_draw_2_7_what_the_servers_clock_did_is_the_floors_to_take_back():
    table = table_of_four()
    table.act("open_round")
    assert table.take("2 open 500").needs is None
    assert table.act("take_actions", take_back=1).needs is None
    table.take("2 open 500")
    table.late = True
    # Otherwise an action taken back and sent again would give time to a player who has none left.
    again = [{"seat": 2, "do": "open", "amount": 500}]
    assert table.act("take_actions", take_back=1, actions=again).needs == "override_limit"
    table.take("3 timeout")
    table.late = False
    assert table.act("take_actions", take_back=1).needs == "override_limit"
    table.take("3 pay, 4 pay, 1 drop")
    assert table.act("take_actions", take_back=2).needs is None


def test_draw_2_7_a_dealer_takes_back_the_time_they_tapped():
    table = table_of_four(clock_mode="dealer")
    table.act("open_round")
    table.late = True
    table.take("2 timeout")
    assert table.act("take_actions", take_back=1).needs is None


def test_draw_2_7_after_an_outage_nobody_is_late():
    table = table_of_four()
    table.act("open_round")
    table.late = table.outage = True
    assert table.refused("take_actions", actions=[{"seat": 2, "do": "timeout"}]) == "illegal_action"
    table.take("2 open 500")
    assert table.act("take_actions", take_back=1).needs is None


def test_draw_1_11_heads_up_there_is_no_clock():
    table = table_of_two()
    assert table.act("open_round").seconds is None
    table.late = True
    table.take("2 stay")
    assert table.game.describe(table.view)["seconds"] is None
    assert table.refused("take_actions", actions=[{"seat": 5, "do": "timeout"}]) == "bad_field"


REFUSED: list[tuple[JSON, str]] = [
    ({}, "bad_field"),
    ({"actions": []}, "bad_field"),
    ({"actions": {}}, "bad_field"),
    ({"actions": ["stay"]}, "bad_field"),
    ({"actions": [{"seat": 2}]}, "bad_field"),
    ({"actions": [{"seat": 2, "do": "pay"}]}, "bad_field"),
    ({"actions": [{"seat": 2, "do": "stay", "amount": 1}]}, "bad_field"),
    ({"actions": [{"seat": "2", "do": "stay"}]}, "bad_seat"),
    ({"actions": [{"seat": 2, "do": "bet", "amount": "100"}]}, "bad_amount"),
    ({"actions": [{"seat": 5, "do": "stay"}]}, "out_of_turn"),
    ({"actions": [{"seat": 2, "do": "call"}]}, "illegal_action"),
    ({"actions": [{"seat": 2, "do": "bet", "amount": 8600}]}, "insufficient_funds"),
    # All of a call holds or none of it.
    ({"actions": [{"seat": 2, "do": "stay"}, {"seat": 5, "do": "stay"}]}, "illegal_action"),
    ({"take_back": 1}, "bad_amount"),
    ({"take_back": -1, "actions": [{"seat": 2, "do": "stay"}]}, "bad_amount"),
    ({"take_back": True, "actions": [{"seat": 2, "do": "stay"}]}, "bad_amount"),
]


@pytest.mark.parametrize(("sent", "code"), REFUSED)
def test_actions_that_are_none_are_refused_and_change_nothing(sent, code):
    table = table_of_two()
    table.act("open_round")
    assert table.refused("take_actions", **sent) == code


def test_ops_5_4_actions_can_be_taken_back_and_sent_again():
    table = table_of_two()
    table.act("open_round")
    table.take("2 bet 1000")
    step = table.act("take_actions", take_back=1, actions=[{"seat": 2, "do": "bet", "amount": 100}])
    assert step.before["actions"] == [{"seat": 2, "do": "bet", "amount": 1000}]
    assert step.after["actions"] == [{"seat": 2, "do": "bet", "amount": 100}]
    assert step.legs == [Leg("seat", 2, 900), Leg("pot", None, -900)]
    assert step.needs is None
    table.take("5 draw, 5 exchange 1, 2 exchange 1")
    assert table.act("take_actions", take_back=4).state == "betting_1"
    assert table.chips() == {2: 8500, 5: 8500}
    table.take("2 stay, 5 draw, 5 exchange 1, 2 exchange 1, 2 call")
    table.act("enter_hands", hands=FIVE_WINS)
    step = table.act("take_actions", take_back=1, actions=[{"seat": 2, "do": "drop"}])
    assert step.needs == "change_decision_after_hand"
    assert step.before["hands"] == {str(row["seat"]): row["cards"] for row in FIVE_WINS}
    assert table.play["hands"] == {}


def test_ops_1_4_a_void_needs_the_floor_once_anybody_has_acted_also_after_taking_back():
    table = table_of_two()
    table.act("open_round")
    assert table.act("void_round", reason="wrong_count").needs is None
    table.act("open_round")
    table.take("2 stay")
    table.act("take_actions", take_back=1)
    assert table.refused("void_round", reason="bored") == "bad_field"
    assert table.refused("void_round", reason="other") == "bad_field"
    assert table.act("void_round", reason="wrong_count").needs == "void_decided_round"


def test_ops_5_5_hands_are_checked_as_they_come_in():
    table = table_of_two(deck=32)
    table.act("open_round")
    assert table.refused("enter_hands", hands=[{"seat": 2, "cards": "AsAdKcQhJd"}]) == "wrong_state"
    table.take("2 stay, 5 draw, 5 exchange 0, 2 exchange 0, 2 call")
    table.act("enter_hands", hands=[{"seat": 2, "cards": "as ad kc qh 10d"}])
    assert table.play["hands"] == {"2": "AsAdKcQhTd"}
    for cards, code in (
        ("AsKdKhQc9c", "duplicate_card"),
        ("KdKhQc9c", "wrong_card_count"),
        ("KdKhQc9c6c", "bad_card"),
        (5, "bad_card"),
    ):
        assert table.refused("enter_hands", hands=[{"seat": 5, "cards": cards}]) == code
    assert table.refused("enter_hands", hands=[{"seat": 3, "cards": "KdKhQc9c8c"}]) == "bad_seat"
    assert table.refused("enter_hands", hands=[{"seat": 5, "cards": None}, {"seat": 5, "cards": None}]) == "bad_seat"
    table.act("enter_hands", hands=[{"seat": 2, "cards": None}])
    assert table.play["hands"] == {}


def test_draw_0_4_nobody_shows_when_one_is_left():
    table = table_of_four()
    table.act("open_round")
    table.take("2 open 500, 3 drop, 4 drop, 1 drop")
    assert table.game.legal_acts(table.view) == ("take_actions", "settle_round", "void_round")
    assert table.refused("enter_hands", hands=[{"seat": 2, "cards": "AsAdKcQhJd"}]) == "wrong_state"
    assert settled(table, [])["winners"] == []
    assert table.chips() == {1: 9000, 2: 9000, 3: 9000, 4: 9000}


def test_ops_5_1_each_act_has_its_time():
    table = table_of_two()
    table.act("open_round")
    assert table.refused("settle_round") == "wrong_state"
    assert table.refused("close_round") == "wrong_state"
    table.take("2 drop")
    assert table.refused("close_round") == "wrong_state"
    assert table.refused("take_actions", actions=[{"seat": 5, "do": "drop"}]) == "illegal_action"
    table.act("settle_round")
    for name in ("take_actions", "enter_hands", "settle_round", "void_round"):
        assert table.refused(name, reason="other", words="late", take_back=1) == "wrong_state"
    table.act("close_round")
