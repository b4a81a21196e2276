"""Rounds of the draw games as a table plays them, deal after deal (DRAW, OPS 5, 7.2)."""

import pytest

from tables.games.draw.game import carried_pot_legs
from tables.games.registry import GAMES
from tables.games.values import Departure, Leg, Stack
from tests.games.draw.playing import Table, house_rules, settled, table_of_four, table_of_two

MARKERS = {"marker_count": 3, "marker_value": 2000}
TIED = [{"seat": 2, "cards": "AsJs9s6s3s"}, {"seat": 5, "cards": "AhTh8h6h2h"}]
FIVE_WINS = [{"seat": 5, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]


def test_a_whole_round_of_heads_up_draw():
    """Every action is recorded, an exchange as a count, and at the showdown the hands that are shown (DRAW 0.1)."""
    table = table_of_two()
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
    table = table_of_four(1000, 3000, 9000, 9000)
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
    table, firsts = table_of_two(), []
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
    assert table_of_two((9000, 8000)).refused("open_round") == "wrong_state"
    assert table_of_two((9000, 8000), equal_start=False).act("open_round")
    table = table_of_two()
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
    assert table_of_four(9000, 0).refused("open_round") == "short_chips"


def test_draw_1_8_a_player_without_chips_is_issued_a_marker_before_the_deal():
    table = table_of_two((0, 9000), equal_start=False, **MARKERS)
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
    assert table_of_two((0, 9000), equal_start=False).refused("open_round") == "short_chips"
    assert table_of_two((499, 9000), equal_start=False).refused("open_round") == "insufficient_funds"
    table = table_of_two((0, 9000), equal_start=False, **MARKERS)
    table.markers = {2: 3, 5: 0}
    assert table.refused("open_round") == "short_chips"


def test_draw_1_8_markers_are_issued_by_a_bet_and_redeemed_by_a_pot():
    table = table_of_two((700, 700), **MARKERS)
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
    table = table_of_two()
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


@pytest.mark.parametrize(
    ("chips", "markers", "carry", "moved"),
    [
        (500, 1, 3000, {"pot": -3000, "seat": [1500 - 2000, 1500], "markers": 2000}),
        (499, 1, 3000, {"pot": -3000, "seat": [1500, 1500], "markers": 2000, "owed": -2000}),
        (2500, 2, 3000, {"pot": -3000, "seat": [1500 - 4000, 1500], "markers": 4000}),
        (2500, 2, 0, {"seat": [-2000, 0], "markers": 4000, "owed": -2000}),
        (500, 0, 3001, {"pot": -3001, "seat": [1501, 1500]}),
    ],
)
def test_ops_7_2_the_share_of_the_carried_pot_counts_when_markers_are_redeemed(chips, markers, carry, moved):
    """The pot is shared first; what comes of it pays for markers before anything is owed (DRAW 1.8)."""
    rules = house_rules("heads_up_draw", **MARKERS)
    stacks = {2: Stack(2, chips, True, markers_out=markers), 5: Stack(5, 9000, True)}
    legs = GAMES["heads_up_draw"].legs_on_leaving(rules, Departure(2, stacks, carry, (2, 5) if carry else (), 2))
    assert sum(leg.amount for leg in legs) == 0
    found: dict = {}
    for leg in legs:
        if leg.account == "seat":
            found.setdefault("seat", [0, 0])[(2, 5).index(leg.seat)] += leg.amount
        else:
            found[leg.account] = found.get(leg.account, 0) + leg.amount
    assert found == moved
