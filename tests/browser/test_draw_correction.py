"""A settled hand of a draw game put right at the table (TAB 4.5)."""

import pytest
from playwright.sync_api import expect

from tables.models import Settlement
from tests.browser.conftest import Tablet
from tests.browser.test_draw import press, tap
from tests.cast import PINS, Cast, make_cast
from tests.draw_tables import HEADS_UP
from tests.fixtures.live import LiveCasino

pytestmark = pytest.mark.browser


@pytest.fixture
def cast(live_casino: LiveCasino) -> Cast:
    """The usual people at a table of two."""
    return make_cast(HEADS_UP, seat_count=2)


def test_tab_4_5_a_hand_of_five_is_put_right_on_the_felt(tablet: Tablet, cast: Cast) -> None:
    """Actions are corrected elsewhere, and the panel says so."""
    cast.act("open_table", by="frank")
    for seat in (1, 2):
        cast.act("sit", seat=seat, buy_in=10000)
    tablet.open()
    tablet.go("action")
    press(tablet, (1, "c"))
    tap(tablet, 2, "[data-action='draw']")
    tablet.step("exchange")
    press(tablet, (2, "0"))
    tap(tablet, 1, "[data-count='3']")
    tablet.step("action")
    press(tablet, (1, "c"))
    tablet.step("hands")
    tablet.keys("ahkd9c7h2d")
    tablet.cards("QdQs9h7c2s")
    expect(tablet.page.locator("#large-hand .large-words")).to_contain_text("ueens")
    tablet.step("settlement")
    tablet.go("ready")
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-floor='correct_round']").click()
    expect(tablet.find("[data-correct='seats']")).to_contain_text("actions are corrected on the floor's page")
    expect(tablet.find("[data-part='bets']")).to_have_count(0)
    tablet.seat(2).click()
    tablet.page.locator("#large-hand [data-card='Qs']").click()
    tablet.find("[data-card='Ks']").click()
    tablet.next.click()
    expect(tablet.find(".correct-moves li")).to_contain_text(["Seat 1 gets", "Seat 2 gives"])
    tablet.find("[data-reason='misread_hand']").click()
    tablet.page.wait_for_timeout(400)
    tablet.next.click()
    expect(tablet.find(".sign-badge")).to_be_visible()
    with tablet.page.expect_response(lambda answer: answer.url.endswith("/act/") and answer.ok):
        tablet.keys("2002", "Enter", PINS["2002"])
    assert Settlement.objects.latest("version").input["hands"] == {"1": "AhKd9c7h2d", "2": "KsQd9h7c2s"}
