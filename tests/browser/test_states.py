"""Every state of the three games on the tablet: a picture of each to look at, and nothing wrong by axe-core.

The tablet has one theme, the dark one.
"""

import pytest
from playwright.sync_api import expect

from tables.actions.people.sign_in import tap_in, tap_out
from tests.browser.album import Album
from tests.browser.conftest import Tablet
from tests.browser.panels import aside, correction, floor_menu, seat_menu
from tests.browser.test_round import BANKER, HANDS, WAGERS
from tests.cast import HOUSE_RULES, PINS, Cast, command_id, make_cast
from tests.clocks import watched
from tests.draw_tables import FOUR_PLAYER, HEADS_UP, acting
from tests.draw_tables import show as show_hands
from tests.fixtures.live import LiveCasino

pytestmark = pytest.mark.browser

FOUR = ({**FOUR_PLAYER, "terms": {**FOUR_PLAYER["terms"], "clock_mode": "dealer"}}, 4)


@pytest.fixture
def cast(live_casino: LiveCasino, request: pytest.FixtureRequest) -> Cast:
    """The usual people, at the usual table or one of the rules a test names."""
    rules, seat_count = getattr(request, "param", (HOUSE_RULES, 7))
    return make_cast(rules, seat_count=seat_count)


def test_high_card_flush(tablet: Tablet, cast: Cast, album: Album) -> None:
    """Closed, nobody there, offer, wagers, decisions, hands, settlement, with the panels beside them."""
    page = tablet.page
    tablet.open()
    tablet.step("closed")
    album.add(page, "closed")
    cast.act("open_table", by="frank")
    tablet.open()
    album.add(page, "nobody-there")
    seat_menu(tablet, album, 3, "empty")
    for seat in (1, 2, 3, 4, 5, 6, 7):
        card = {"player_card": "Maximiliane Oberhuber"} if seat == 3 else {}
        cast.act("sit", seat=seat, buy_in=9_999_900 if seat == 3 else 100_000, **card)
    cast.act("sit_out", seat=7)
    cast.act("return_to_play", seat=7)
    tablet.open()
    tablet.step("offer")
    album.add(page, "offer")
    seat_menu(tablet, album, 3, "taken")
    floor_menu(tablet, album, "offer")
    tablet.find("[data-do='decline']").click()
    album.add(page, "offer-declined")
    tablet.find("[data-do='offer-seat'][data-seat='1']").click()
    bets(tablet, album)
    decisions(tablet, album)
    hands(tablet, album)
    settlement(tablet, album)
    between_rounds(tablet, album)
    assert album.faults == {}


def bets(tablet: Tablet, album: Album) -> None:
    """No wagers, a limit passed, all wagers, the bank mistyped."""
    cast = tablet.cast
    number = cast.open_round(1, 10_000)
    tablet.open()
    tablet.step("betting")
    album.add(tablet.page, "betting-empty")
    for _chip in range(4):
        tablet.find("[data-do='chip']").last.click()
    album.add(tablet.page, "betting-above-the-limit")
    tablet.find("[data-do='take-back']").click()
    rows = [
        {"seat": seat} | {spot: sum(chips) * 100 for spot, chips in spots.items()} for seat, spots in WAGERS.items()
    ]
    cast.act("enter_wagers", number=number, wagers=rows)
    tablet.open()
    album.add(tablet.page, "betting")
    floor_menu(tablet, album, "betting")
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-do='open-bank']").click()
    album.add(tablet.page, "bank-mistyped")
    tablet.find("[data-do='back']").click()
    cast.act("deal", number=number)


def decisions(tablet: Tablet, album: Album) -> None:
    """Nobody has decided, another raise, a hand forgotten, some have decided."""
    cast = tablet.cast
    tablet.open()
    tablet.step("decisions")
    album.add(tablet.page, "decisions")
    tablet.find("[data-do='other-raise']").first.click()
    album.add(tablet.page, "decisions-other-raise")
    tablet.find("[data-do='back']").click()
    aside(tablet, album, "wagers", "decisions")
    tablet.decide(6, "fold")
    tablet.decide(5, "walk_away")
    album.add(tablet.page, "decisions-some")
    rows = [{"seat": seat, "decision": word} for seat, word in ((5, "walk_away"), (6, "fold"))]
    rows += [{"seat": seat, "decision": "raise", "raise": sum(WAGERS[seat]["ante"]) * 100} for seat in HANDS]
    cast.act("enter_decisions", number=1, decisions=rows)


def hands(tablet: Tablet, album: Album) -> None:
    """None typed, half a hand, a card that lies in another, a signature asked for, all in."""
    cast = tablet.cast
    tablet.open()
    tablet.step("hands")
    album.add(tablet.page, "hands-none")
    (first, cards), *others = HANDS.items()
    cast.act("enter_hands", number=1, hands=[{"seat": first, "cards": cards}])
    tablet.open()
    tablet.cards("AhKh9h8d")
    album.add(tablet.page, "hands-half")
    tablet.cards(cards[:2])
    album.add(tablet.page, "hands-card-twice")
    aside(tablet, album, "wagers", "hands")
    tablet.find("[data-aside='decisions']").click()
    album.add(tablet.page, "hands-decisions")
    tablet.decide(2, "fold")
    tablet.page.wait_for_timeout(500)
    tablet.next.click()
    expect(tablet.find(".sign-badge")).to_be_visible()
    tablet.keys("20")
    album.add(tablet.page, "sign-badge")
    tablet.keys("01", "000000")
    expect(tablet.find("[data-sign='what']")).to_contain_text("do not belong together")
    album.add(tablet.page, "sign-refused")
    tablet.find("[data-do='back']").click()
    floor_menu(tablet, album, "hands")
    rows = [{"seat": seat, "cards": hand} for seat, hand in others]
    cast.act("enter_hands", number=1, hands=rows)
    tablet.open()
    with tablet.page.expect_response("**/act/"):
        tablet.cards(BANKER)


def settlement(tablet: Tablet, album: Album) -> None:
    """To pay, one ticked off, why; and what the floor can do once it is settled and not closed."""
    tablet.step("settlement")
    album.add(tablet.page, "settlement")
    tablet.find(".payment:not([disabled])").first.click()
    album.add(tablet.page, "settlement-one-ticked")
    why(tablet, album)
    tablet.cast.act("settle_round", number=1)
    tablet.open()
    tablet.step("settlement")
    album.add(tablet.page, "settled")
    floor_menu(tablet, album, "settled")
    tablet.cast.act("close_round", number=1)


def why(tablet: Tablet, album: Album) -> None:
    """Why each amount is what it is, of the seat shown first."""
    tablet.find("[data-do='why']").click()
    album.add(tablet.page, "settlement-why")
    tablet.find("[data-do='back']").click()


def between_rounds(tablet: Tablet, album: Album) -> None:
    """After a round, after a void, suspended, nobody tapped in."""
    cast = tablet.cast
    tablet.open()
    tablet.step("offer")
    album.add(tablet.page, "offer-after-a-round")
    correction(tablet, album)
    number = cast.open_round(2)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 4, "ante": 1_000}])
    cast.act("void_round", number=number, reason="dealer_error")
    tablet.open()
    expect(tablet.page.locator("[data-view='moved']")).to_be_visible()
    album.add(tablet.page, "moved-after-a-void")
    tablet.all_has_moved()
    tablet.step("opening")
    album.add(tablet.page, "opening-after-a-void")
    aside(tablet, album, "offer", "opening")
    tablet.page.locator(".top-bar [data-aside='look']").click()
    album.add(tablet.page, "size-and-colours")
    tablet.find("[data-do='back']").click()
    tablet.page.locator(".top-bar [data-aside='tap-in']").click()
    album.add(tablet.page, "change-dealer")
    tablet.find("[data-do='back']").click()
    cast.act("suspend_table", by="frank", reason="a dispute")
    tablet.open()
    tablet.step("suspended")
    album.add(tablet.page, "suspended")
    cast.act("resume_table", by="frank")
    tap_out(table_id=cast.table.pk, stamp=cast.stamp("dana"))
    tablet.open()
    tablet.step("tap_in")
    album.add(tablet.page, "tap-in")
    tablet.keys("1001", "00")
    album.add(tablet.page, "tap-in-pin")
    tablet.keys("0000")
    expect(tablet.message).not_to_have_text("")
    album.add(tablet.page, "tap-in-refused")
    tap_in(table_id=cast.table.pk, badge="1002", pin=PINS["1002"], tablet_id=None, command_id=command_id())


def state(tablet: Tablet, album: Album, step: str, name: str = "") -> None:
    """The picture of a step as it is after acts."""
    tablet.open()
    tablet.step(step)
    album.add(tablet.page, name or step)


@pytest.mark.parametrize("cast", [(HEADS_UP, 2)], indirect=True)
def test_heads_up_draw(tablet: Tablet, cast: Cast, album: Album) -> None:
    """Alone, ready, bets, a draw with a marker, the exchange, hands, a tie, a match given up."""
    cast.act("open_table", by="frank")
    cast.act("sit", seat=1, buy_in=10_000)
    state(tablet, album, "ready", "ready-alone")
    cast.act("sit", seat=2, buy_in=10_000)
    state(tablet, album, "ready")
    seat_menu(tablet, album, 1, "taken")
    floor_menu(tablet, album, "ready")
    number = cast.act("open_round").body["round"]
    state(tablet, album, "action", "action-first")
    tablet.keys("999")
    album.add(tablet.page, "action-bet-too-large")
    tablet.keys("Delete")
    acting(cast, number, (1, "bet", 9_500))
    state(tablet, album, "action", "action-against-a-bet")
    acting(cast, number, (2, "draw"))
    state(tablet, album, "exchange")
    acting(cast, number, (2, "exchange", 5), (1, "exchange", 0))
    state(tablet, album, "action", "action-after-the-exchange")
    floor_menu(tablet, album, "action")
    acting(cast, number, (1, "call"))
    state(tablet, album, "hands", "hands-none")
    tablet.cards("AsKd")
    album.add(tablet.page, "hands-half")
    show_hands(cast, number, {1: "AsKd9c8h7d", 2: "AdKs9h8c7s"})
    state(tablet, album, "settlement", "settlement-tie")
    why(tablet, album)
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    state(tablet, album, "ready", "ready-carried-over")
    assert album.faults == {}


@pytest.mark.parametrize("cast", [FOUR], indirect=True)
def test_four_player_draw(tablet: Tablet, cast: Cast, album: Album) -> None:
    """Ready, the opening, an all-in, the exchange, side pots, time, hands, settlement, a hand that nobody shows."""
    cast.act("open_table", by="frank")
    for seat, chips in ((1, 10_000), (2, 10_000), (3, 3_000), (4, 1_500)):
        cast.act("sit", seat=seat, buy_in=chips)
    watched()
    state(tablet, album, "ready")
    number = cast.act("open_round").body["round"]
    state(tablet, album, "action", "action-first")
    acting(cast, number, (2, "open", 1_000), (3, "pay"), (4, "pay"))
    state(tablet, album, "action", "action-last-to-pay")
    acting(cast, number, (1, "pay"))
    state(tablet, album, "exchange")
    acting(cast, number, (2, "exchange", 1), (3, "exchange", 1), (4, "exchange", 0), (1, "exchange", 5))
    acting(cast, number, (2, "raise", 4_000), (3, "call"), (4, "call"))
    state(tablet, album, "action", "action-all-in")
    floor_menu(tablet, album, "action")
    acting(cast, number, (1, "drop"))
    state(tablet, album, "hands", "hands-none")
    show_hands(cast, number, {2: "KsKdQc7s2c", 3: "KhKcQd7h2d", 4: "AsAdJc8s3c"})
    state(tablet, album, "settlement")
    why(tablet, album)
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    number = cast.act("open_round").body["round"]
    cast.act("suspend_table", by="frank", reason="a dispute")
    state(tablet, album, "suspended")
    assert album.faults == {}
