"""What holds in every live round of the draw games (OPS 5.6, 5.7)."""

import json
from typing import Any

from hypothesis import strategies as st

from tables.games.calculator import settle_document
from tables.games.cards import DECK, cards_text
from tables.games.values import JSON
from tests.games.draw.playing import NUMBERS, Table, for_all, house_rules


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
