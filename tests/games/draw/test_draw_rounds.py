"""Rounds of the draw games as a table plays them (DRAW, OPS 5)."""

import json
from typing import Any

import pytest
from hypothesis import strategies as st

from tables.games.calculator import settle_document
from tables.games.cards import DECK, cards_text
from tables.games.draw.game import carried_pot_legs
from tables.games.game import Leg
from tests.games.draw.playing import JSON, NUMBERS, Table, for_all, house_rules

MARKERS = {"marker_count": 3, "marker_value": 2000}
TIED = [{"seat": 2, "cards": "AsJs9s6s3s"}, {"seat": 5, "cards": "AhTh8h6h2h"}]
FIVE_WINS = [{"seat": 5, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]


def two(stacks: tuple[int, int] = (9000, 9000), chip_unit: int = 100, **terms: Any) -> Table:
    """Seats 2 and 5 at a table of heads-up draw."""
    return Table(house_rules("heads_up_draw", chip_unit, **terms), dict(zip((2, 5), stacks, strict=True)))


def four(*stacks: int, chip_unit: int = 100, **terms: Any) -> Table:
    """Seats 1 to 4, with as many of them as there are stacks, at a table of four-player draw."""
    chips = dict(enumerate(stacks or (9000, 9000, 9000, 9000), start=1))
    return Table(house_rules("four_player_draw", chip_unit, **terms), chips)


def settled(table: Table, hands: list[JSON]) -> JSON:
    """Enter the hands and settle; the answer."""
    if hands:
        table.act("enter_hands", hands=hands)
    answer: JSON = table.act("settle_round").answer["settlement"]
    return answer


def test_a_whole_round_of_heads_up_draw():
    table = two()
    step = table.act("open_round")
    assert (step.state, step.answer) == ("betting_1", {"first": 2, "turn": 2})
    assert step.legs == [Leg("seat", 2, -500), Leg("seat", 5, -500), Leg("pot", None, 1000)]
    assert table.game.legal_acts(table.view) == ("take_actions", "void_round")
    assert table.game.describe(table.view)["options"] == [
        {"do": "bet", "least": 100, "most": 8500, "step": 100},
        {"do": "stay"},
        {"do": "drop"},
    ]
    step = table.take("2 bet 1000")
    assert step.legs == [Leg("seat", 2, -1000), Leg("pot", None, 1000)]
    assert table.game.describe(table.view)["to_call"] == 1000
    assert table.take("5 draw, 5 exchange 2").state == "exchange"
    assert table.take("2 exchange 0").state == "betting_2"
    assert table.game.describe(table.view)["players"]["5"] == {
        "chips": 7500,
        "paid": 1500,
        "markers_out": 0,
        "exchanged": 2,
        "dropped": False,
    }
    assert table.take("2 call").state == "showdown"
    assert table.game.describe(table.view)["hands_needed"] == [2, 5]
    assert table.refused("settle_round") == "missing_cards"
    table.act("enter_hands", hands=FIVE_WINS[:1])
    assert table.game.describe(table.view)["hands_needed"] == [2]
    answer = settled(table, FIVE_WINS[1:])
    assert answer["winners"] == [5]
    assert table.game.legal_acts(table.view) == ("close_round",)
    assert table.chips() == {2: 7500, 5: 10_500}
    assert table.act("close_round").button == 2


def test_a_whole_round_of_four_player_draw():
    table = four(1000, 3000, 9000, 9000)
    table.button = 4
    step = table.act("open_round")
    assert (step.state, step.answer, list(step.legs)) == ("opening", {"button": 1, "turn": 2}, [])
    assert table.game.describe(table.view)["options"] == [
        {"do": "open", "least": 100, "most": 3000, "step": 100},
        {"do": "drop"},
        {"do": "timeout"},
    ]
    table.take("2 open 1500, 3 pay, 4 drop, 1 pay, 2 exchange 1, 3 exchange 5, 1 exchange 0")
    assert table.game.describe(table.view)["pots"] == [
        {"amount": 3000, "seats": [2, 3, 1]},
        {"amount": 1000, "seats": [2, 3]},
    ]
    assert table.take("2 raise 1500, 3 call").state == "showdown"
    assert table.game.describe(table.view)["hands_needed"] == [2, 3, 1]
    hands = [
        {"seat": 1, "cards": "AsAdKc7h2d"},
        {"seat": 2, "cards": "KsKdQc7s2c"},
        {"seat": 3, "cards": "QsQdJc8h3d"},
    ]
    answer = settled(table, hands)
    assert (answer["winners"], answer["rake"]) == ([2, 1], 7)
    assert table.chips() == {1: 2997, 2: 3996, 3: 6000, 4: 9000}
    assert table.ledger["rake", None] == 7
    assert table.act("close_round").button == 1
    assert table.act("open_round").answer == {"button": 2, "turn": 3}


def test_draw_1_3_the_seat_that_acts_first_alternates_and_a_void_deal_does_not_count():
    table, firsts = two(), []
    for void in (False, False, True, False, True, True, False):
        step = table.act("open_round")
        firsts.append(step.answer["first"])
        if void:
            table.act("void_round", reason="fouled_deck")
            continue
        table.take(f"{step.answer['turn']} drop")
        table.act("settle_round")
        table.act("close_round")
    assert firsts == [2, 5, 2, 2, 5, 5, 5]


def test_draw_1_1_a_match_starts_with_equal_stacks_and_goes_on_with_others():
    assert two((9000, 8000)).refused("open_round") == "wrong_state"
    assert two((9000, 8000), equal_start=False).act("open_round")
    table = two()
    table.act("open_round")
    table.take("2 drop")
    settled(table, [])
    table.act("close_round")
    assert table.chips() == {2: 8500, 5: 9500}
    assert table.act("open_round").state == "betting_1"


def test_draw_1_1_and_2_1_as_many_players_as_the_game_takes():
    for rules, count in (("heads_up_draw", 1), ("heads_up_draw", 3), ("four_player_draw", 1), ("four_player_draw", 5)):
        table = Table(house_rules(rules), dict.fromkeys(range(1, count + 1), 9000))
        assert table.refused("open_round") == "wrong_state"
    assert four(9000, 0).refused("open_round") == "short_chips"


def test_draw_1_8_whoever_comes_without_chips_is_issued_a_marker_before_the_deal():
    table = two((0, 9000), equal_start=False, **MARKERS)
    step = table.act("open_round")
    assert table.chips() == {2: 1500, 5: 8500}
    assert step.markers_out == {2: 1, 5: 0}
    assert table.play["seats"][0] == {"seat": 2, "stack": 2000, "markers_out": 1}
    table.act("void_round", reason="exposed_card")
    assert (table.chips(), table.markers) == ({2: 0, 5: 9000}, {2: 0, 5: 0})
    table.act("open_round")
    table.take("2 drop")
    answer = settled(table, [])
    assert answer["seats"][0] == {"seat": 2, "hand": None, "net": -500, "stack": 1500, "markers_out": 1}


def test_draw_1_8_who_has_neither_chips_nor_markers_has_lost_the_match():
    assert two((0, 9000), equal_start=False).refused("open_round") == "short_chips"
    assert two((499, 9000), equal_start=False).refused("open_round") == "insufficient_funds"
    table = two((0, 9000), equal_start=False, **MARKERS)
    table.markers = {2: 3, 5: 0}
    assert table.refused("open_round") == "short_chips"


def test_draw_1_8_markers_are_issued_by_a_bet_and_redeemed_by_a_pot():
    table = two((700, 700), **MARKERS)
    table.act("open_round")
    assert table.take("2 bet 2200").legs == [Leg("seat", 2, -200), Leg("markers", 2, -2000), Leg("pot", None, 2200)]
    table.take("5 draw, 5 exchange 0, 2 exchange 0, 2 bet 4000, 5 call")
    assert table.markers == {2: 3, 5: 3}
    step_before = dict(table.ledger)
    answer = settled(table, FIVE_WINS)
    assert answer["seats"][1]["net"] == 6700
    assert table.markers == {2: 3, 5: 0}
    assert table.chips() == {2: 0, 5: 7400}
    assert step_before["pot", None] == 13_400


def test_draw_1_10_a_tie_carries_the_pot_into_the_next_deal():
    table = two()
    table.act("open_round")
    table.take("2 stay, 5 draw, 5 exchange 0, 2 exchange 1, 2 bet 800, 5 call")
    assert settled(table, TIED)["carry"] == 2600
    assert table.act("close_round").carry == 2600
    assert table.act("open_round").legs == [Leg("seat", 2, -500), Leg("seat", 5, -500), Leg("pot", None, 1000)]
    assert table.game.describe(table.view)["middle"] == 3600
    assert table.act("void_round", reason="other", words="a card fell").carry == 2600
    table.act("open_round")
    table.take("5 drop")
    assert settled(table, [])["pot"] == 3600
    assert table.act("close_round").carry == 0


def test_ops_7_2_a_carried_pot_is_shared_when_the_match_ends():
    assert carried_pot_legs(2601, [2, 5], 5) == [Leg("pot", None, -2601), Leg("seat", 5, 1301), Leg("seat", 2, 1300)]


def test_ops_4_4_amounts_are_in_whole_chips_or_all_that_is_possible():
    table = four(999, 2050, chip_unit=100)
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
    table = four()
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


def test_draw_2_7_with_a_dealers_clock_he_may_wait():
    table = four(clock_mode="dealer", action_seconds=10)
    assert table.act("open_round").seconds == 10
    table.late = True
    table.take("2 open 500")
    table.take("3 timeout")
    assert table.game.describe(table.view)["players"]["3"]["dropped"]


def test_draw_1_11_heads_up_there_is_no_clock():
    table = two()
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
    table = two()
    table.act("open_round")
    assert table.refused("take_actions", **sent) == code


def test_ops_5_4_actions_can_be_taken_back_and_sent_again():
    table = two()
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
    table = two()
    table.act("open_round")
    assert table.act("void_round", reason="wrong_count").needs is None
    table.act("open_round")
    table.take("2 stay")
    table.act("take_actions", take_back=1)
    assert table.refused("void_round", reason="bored") == "bad_field"
    assert table.refused("void_round", reason="other") == "bad_field"
    assert table.act("void_round", reason="wrong_count").needs == "void_decided_round"


def test_ops_5_5_hands_are_checked_as_they_come_in():
    table = two(deck=32)
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
    table = four()
    table.act("open_round")
    table.take("2 open 500, 3 drop, 4 drop, 1 drop")
    assert table.game.legal_acts(table.view) == ("take_actions", "settle_round", "void_round")
    assert table.refused("enter_hands", hands=[{"seat": 2, "cards": "AsAdKcQhJd"}]) == "wrong_state"
    assert settled(table, [])["winners"] == []
    assert table.chips() == {1: 9000, 2: 9000, 3: 9000, 4: 9000}


def test_ops_5_1_each_act_has_its_time():
    table = two()
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


@st.composite
def tables(draw: st.DrawFn) -> Table:
    unit = draw(st.sampled_from([1, 50, 100]))
    chips = st.sampled_from([100, 250, 700, 1999, 5000])
    if draw(st.booleans()):
        terms = {"ante": 100, "marker_count": draw(st.integers(0, 3)), "marker_value": 500, "equal_start": False}
        return Table(house_rules("heads_up_draw", unit, **terms), {2: draw(chips), 5: draw(chips)})
    rules = house_rules("four_player_draw", unit, commission_bps=draw(st.sampled_from([0, 10, 999])))
    seats = draw(st.lists(st.integers(1, 8), min_size=2, max_size=4, unique=True))
    return Table(rules, {seat: draw(chips) for seat in seats})


def choose(draw: Any, options: list[JSON]) -> JSON:
    """One of the options with a number, as the tablet sends it; running out of time is not the dealer's to choose."""
    option = draw(st.sampled_from([option for option in options if option["do"] != "timeout"]))
    if "least" not in option:
        return {"do": option["do"]}
    steps = (option["most"] - option["least"]) // option["step"]
    number = option["least"] + option["step"] * draw(st.integers(0, steps))
    return {"do": option["do"], NUMBERS[option["do"]]: draw(st.sampled_from([number, option["most"]]))}


def play_out(draw: Any, table: Table) -> None:
    """Action by action from what the page offers, taking some back on the way, until the betting is over."""
    for _ in range(40):
        turn = table.game.describe(table.view)["turn"]
        if turn is None:
            return
        before = (table.state, table.chips(), dict(table.markers), table.play["actions"])
        options = table.game.describe(table.view)["options"]
        late_in_the_hand = len(table.play["actions"]) > 20
        sent = {"do": "drop"} if late_in_the_hand and {"do": "drop"} in options else choose(draw, options)
        table.act("take_actions", actions=[{"seat": turn, **sent}])
        if draw(st.sampled_from([False, False, False, True])):
            table.act("take_actions", take_back=1)
            assert (table.state, table.chips(), table.markers, table.play["actions"]) == before
            table.act("take_actions", actions=[{"seat": turn, **sent}])
    raise AssertionError("the betting did not end")


@for_all(st.data(), tables(), st.permutations([card for card in DECK if card % 13 >= 5]))
def test_ops_5_7_a_live_round_comes_out_as_its_recorded_actions_settle(data, table, deck):
    start, markers = table.chips(), dict.fromkeys(table.seats, 0)
    table.act("open_round")
    play_out(data.draw, table)
    needed = table.game.describe(table.view)["hands_needed"]
    hands = [{"seat": seat, "cards": cards_text(deck[5 * place : 5 * place + 5])} for place, seat in enumerate(needed)]
    if hands:
        table.act("enter_hands", hands=hands)
    step = table.act("settle_round")
    assert step.settlement is not None
    document, output = json.loads(json.dumps(step.settlement))
    assert settle_document(document) == output
    value = getattr(table.rules.terms, "marker_value", 0)
    for seat in output["seats"]:
        issued = seat.get("markers_out", 0) - markers[seat["seat"]]
        assert table.ledger["seat", seat["seat"]] == seat["stack"] == start[seat["seat"]] + seat["net"] + issued * value
    assert table.ledger["pot", None] == output.get("carry", 0)
    assert table.ledger["rake", None] == output.get("rake", 0)
    table.act("close_round")


@for_all(st.data(), tables())
def test_ops_5_6_a_void_gives_everything_back(data, table):
    start = table.chips()
    table.act("open_round")
    play_out(data.draw, table)
    table.act("take_actions", take_back=data.draw(st.integers(1, len(table.play["actions"]))))
    table.act("void_round", reason="fouled_deck")
    assert table.chips() == start
    assert not any(amount for (account, _seat), amount in table.ledger.items() if account != "seat")
    assert not any(table.markers.values())
