"""What can be measured of the look of the draw games (LOOK 1, interfaces section 4)."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Tablet
from tests.browser.test_look import everywhere
from tests.cast import Cast, make_cast
from tests.clocks import watched
from tests.draw_tables import FOUR_PLAYER, HEADS_UP, acting, show
from tests.fixtures.live import LiveCasino

pytestmark = pytest.mark.browser

Places = dict[tuple[int, int], set[tuple[int, ...]]]


@pytest.fixture
def cast(live_casino: LiveCasino, request: pytest.FixtureRequest) -> Cast:
    """The usual people at a draw table."""
    rules, seat_count = request.param
    return make_cast(rules, seat_count=seat_count)


def look(tablet: Tablet, step: str, places: Places) -> None:
    """Measure a step at every size; the next step is always in its one place."""
    tablet.open()
    tablet.step(step)
    everywhere(tablet, places)
    assert all(len(found) == 1 for found in places.values()), places


@pytest.mark.parametrize("cast", [({**HEADS_UP, "terms": {**HEADS_UP["terms"], "deck": 32}}, 2)], indirect=True)
def test_look_1_1_every_step_of_the_game_of_two(tablet: Tablet, cast: Cast) -> None:
    """With markers, a bet typed that is too large, the short deck's keys, a tie."""
    places: Places = {}
    cast.act("open_table", by="frank")
    cast.act("sit", seat=1, buy_in=1234500)
    look(tablet, "ready", places)
    cast.act("sit", seat=2, buy_in=1234500)
    look(tablet, "ready", places)
    number = cast.act("open_round").body["round"]
    look(tablet, "action", places)
    tablet.keys("999999")
    everywhere(tablet, places)
    acting(cast, number, (1, "bet", 1235000))
    look(tablet, "action", places)
    acting(cast, number, (2, "draw"))
    look(tablet, "exchange", places)
    acting(cast, number, (2, "exchange", 5), (1, "exchange", 0), (1, "call"))
    look(tablet, "hands", places)
    tablet.keys("as2c")
    expect(tablet.message).to_have_text("2\N{BLACK CLUB SUIT}\N{VARIATION SELECTOR-15} is not in this deck.")
    show(cast, number, {1: "AsKd9c8h7d", 2: "AdKs9h8c7s"})
    cast.act("settle_round", number=number)
    look(tablet, "settlement", places)
    cast.act("close_round", number=number)
    look(tablet, "ready", places)


@pytest.mark.parametrize(
    "cast",
    [(FOUR_PLAYER, 4), ({**FOUR_PLAYER, "terms": {**FOUR_PLAYER["terms"], "clock_mode": "dealer"}}, 7)],
    indirect=True,
    ids=["server", "dealer"],
)
def test_look_1_1_every_step_of_the_game_of_four(tablet: Tablet, cast: Cast) -> None:
    """With three pots, amounts in cents, a winner of two pots, at tables of four and of seven seats."""
    places: Places = {}
    cast.act("open_table", by="frank")
    for seat, chips in ((1, 1000000), (2, 1000000), (3, 300000), (4, 150000)):
        cast.act("sit", seat=seat, buy_in=chips)
    watched()
    look(tablet, "ready", places)
    number = cast.act("open_round").body["round"]
    steps: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("action", ((2, "open", 100000), (3, "pay"), (4, "pay"), (1, "pay"))),
        ("exchange", ((2, "exchange", 1), (3, "exchange", 1), (4, "exchange", 5), (1, "exchange", 2))),
        ("action", ((2, "raise", 400000), (3, "call"), (4, "call"))),
    )
    for step, actions in steps:
        look(tablet, step, places)
        acting(cast, number, *actions)
    look(tablet, "action", places)
    acting(cast, number, (1, "call"))
    look(tablet, "hands", places)
    show(cast, number, {2: "QsQdJc8s3c", 3: "AhAcKd7s2c", 4: "AsAdKc7h2d", 1: "JsJdTc8c3h"})
    cast.act("settle_round", number=number)
    look(tablet, "settlement", places)
