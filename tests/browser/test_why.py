"""Why an amount is that much, beside the settlement of a round (TAB 4.3)."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Tablet
from tests.browser.test_round import BANKER, HANDS, WAGERS
from tests.cast import Cast, make_cast
from tests.draw_tables import FOUR_PLAYER, acting, show
from tests.fixtures.live import LiveCasino

pytestmark = pytest.mark.browser


@pytest.fixture
def cast(live_casino: LiveCasino, request: pytest.FixtureRequest) -> Cast:
    """The usual people, at a table of High Card Flush unless a test has other rules."""
    return make_cast(getattr(request, "param", None))


def settled(cast: Cast) -> None:
    """The round of six players, settled and not paid yet."""
    cast.seat_players()
    cast.open_round(bank=10000)
    wagers = [
        {"seat": seat} | {spot: sum(chips) * 100 for spot, chips in spots.items()} for seat, spots in WAGERS.items()
    ]
    cast.act("enter_wagers", number=1, wagers=wagers)
    cast.act("deal", number=1)
    decisions = [
        {"seat": row["seat"], "decision": "raise", "raise": row["ante"]}
        if row["seat"] in HANDS
        else {"seat": row["seat"], "decision": "fold"}
        for row in wagers
    ]
    cast.act("enter_decisions", number=1, decisions=decisions)
    hands = [{"seat": seat, "cards": cards} for seat, cards in {**HANDS, 1: BANKER}.items()]
    cast.act("enter_hands", number=1, hands=hands)
    cast.act("settle_round", number=1)


def test_tab_4_3_why_says_a_sentence_for_each_amount_of_a_seat_and_ticks_nothing(tablet: Tablet, cast: Cast) -> None:
    settled(cast)
    tablet.open()
    tablet.step("settlement")
    ticked = tablet.page.locator(".payment[aria-pressed='true']")
    tablet.find("[data-do='why']").click()
    tablet.find("[data-do='why-seat'][data-seat='2']").click()
    shown = tablet.find(".reason-list:not([hidden])")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Ante 10 wins 10, even money")
    expect(shown).to_contain_text("(HCF 5.3)")
    tablet.seat(3).click()
    expect(shown).to_contain_text("The bank held")
    expect(tablet.find("[data-do='why-seat'][aria-pressed='true']")).to_have_text("Seat 3")
    for seat in (7, 6, 5, 4, 2, 1, 3):
        tablet.find(f"[data-do='why-seat'][data-seat='{seat}']").click()
        assert shown.evaluate("list => list.scrollWidth <= list.clientWidth")
    tablet.find("[data-do='back']").click()
    expect(tablet.find(".payments")).to_be_visible()
    expect(ticked).to_have_count(0)


def test_tab_4_3_why_by_keys_alone(tablet: Tablet, cast: Cast) -> None:
    settled(cast)
    tablet.open()
    tablet.step("settlement")
    tablet.keys("w", "4")
    chosen = tablet.find("[data-do='why-seat'][aria-pressed='true']")
    expect(chosen).to_have_text("Seat 4")
    tablet.keys("ArrowRight")
    expect(chosen).to_have_text("Seat 3")
    tablet.keys("Escape")
    expect(tablet.find(".payments")).to_be_visible()


@pytest.mark.parametrize("cast", [FOUR_PLAYER], indirect=True)
def test_tab_4_3_why_of_a_draw_game(tablet: Tablet, cast: Cast) -> None:
    cast.seat_players((1, 2), chips=10000)
    cast.act("open_round")
    acting(cast, 1, (2, "open", 1000), (1, "pay"), (2, "exchange", 0), (1, "exchange", 0), (2, "call"), (1, "call"))
    show(cast, 1, {1: "AsAhKdQc2s", 2: "KsKhJdTc3s"})
    cast.act("settle_round", number=1)
    tablet.open()
    tablet.step("settlement")
    tablet.keys("w", "1")
    shown = tablet.find(".reason-list:not([hidden])")
    expect(shown).to_contain_text("The house has 1 % of the 20 taken, rounded down in steps of 0.01: 0.20 (DRAW 2.8).")
