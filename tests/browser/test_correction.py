"""A settled round is corrected: by a second person on the floor's page, and at the table with badge and PIN (OPS 5.8, 5.9, 2.3)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Bar, Dispute, Round, Settlement
from tables.queries.audit.journal import differences_at
from tests.actions.felt import chips, settled
from tests.browser.conftest import TO_READ, Tablet
from tests.cast import PASSWORD, PINS, Cast

pytestmark = pytest.mark.browser

FOUR_CLUBS = "Jd Td 8c 6c 5c 4c 3s"


@pytest.fixture
def floor(new_context: Callable[..., BrowserContext]) -> Page:
    """A browser in which Petra of the floor signed in."""
    page = new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto("/login/")
    page.fill("[name='badge']", "2002")
    page.fill("[name='password']", PASSWORD)
    page.press("[name='password']", "Enter")
    page.wait_for_url(lambda url: "login" not in url)
    return page


def sign(tablet: Tablet) -> None:
    """Petra signs on the tablet."""
    expect(tablet.find(".sign-badge")).to_be_visible()
    tablet.keys("2002", "Enter", PINS["2002"])


def test_ops_5_8_a_second_person_corrects_the_round_and_the_felt_is_right(
    tablet: Tablet, floor: Page, cast: Cast
) -> None:
    """Dana's tablet shows the chips as they are after it, without a reload; both settlements stay."""
    number = settled(cast)
    cast.act("close_round", number=number)
    tablet.open()
    expect(tablet.seat(4).locator(".seat-chips")).to_have_text("979")
    floor.goto(f"/floor/tables/{cast.table.pk}/rounds/{number}/")
    form = floor.locator("#correct")
    expect(form.locator("[name='cards-4']")).to_have_value("Jd Td 8d 6c 5c 4c 3s")
    form.locator("[name='cards-4']").fill(FOUR_CLUBS)
    form.locator("[name='secret']").fill("999999")
    form.get_by_role("button", name="Correct it").click()
    expect(form.locator(".problem")).to_contain_text("do not belong together")
    expect(form.locator("[name='cards-4']")).to_have_value(FOUR_CLUBS)
    expect(form.locator(".problem")).to_be_focused()
    floor.goto(f"/floor/tables/{cast.table.pk}/rounds/{number}/")
    form.locator("[name='cards-4']").fill(FOUR_CLUBS)
    form.locator("[name='secret']").fill(PASSWORD)
    floor.reload()
    expect(form.locator("[name='cards-4']")).to_have_value(FOUR_CLUBS)
    expect(form.locator("[name='secret']")).to_have_value("")
    form.locator("[name='secret']").fill(PASSWORD)
    form.get_by_role("button", name="Correct it").click()
    expect(floor.locator(".done")).to_contain_text("Corrected")
    expect(floor.locator("#line-4 td.amount").first).to_have_text("\u221220")
    expect(floor.locator("#line-4 td.amount").nth(1)).to_have_text("▲ +20")
    expect(tablet.seat(4).locator(".seat-chips")).to_have_text("1,019")
    expect(tablet.seat(1).locator(".seat-chips")).to_have_text("959")
    assert chips() == {1: 95900, 2: 101900, 4: 101900}
    assert not list(differences_at(cast.fresh_table))


def test_ops_5_8_the_last_round_is_corrected_at_the_table(tablet: Tablet, cast: Cast) -> None:
    """From the floor's menu, beside the settlement; what is wrong is said, what was typed stays, badge and PIN sign it."""
    number = settled(cast)
    tablet.open()
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-floor='correct_round']").click()
    expect(tablet.find("[data-floor-title]")).to_contain_text(f"Round {number}")
    expect(tablet.find(".why")).to_have_text("for what reason?")
    tablet.find("[name='ante-4']").fill("ten")
    tablet.find("[data-floor-form='correct_round'] [data-reason='misread_hand']").click()
    tablet.next.click()
    expect(tablet.message).to_contain_text("must be an amount")
    expect(tablet.find("[name='ante-4']")).to_have_value("ten")
    tablet.find("[name='ante-4']").fill("10")
    tablet.find("[name='cards-4']").fill(FOUR_CLUBS)
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.next.click()
    sign(tablet)
    expect(tablet.page.locator("#seat-4 .seat-chips")).to_have_text("1,019")
    assert Settlement.objects.latest("pk").version == 2
    assert (chips()[4], Round.objects.get().bank) == (101900, 46000)
    assert not list(differences_at(cast.fresh_table))


def test_ops_5_9_a_dispute_and_a_bar_at_the_table(tablet: Tablet, cast: Cast) -> None:
    """The dealer opens the dispute alone; the bar is signed. Neither leaves the table's page."""
    number = settled(cast)
    tablet.open()
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-floor='open_dispute']").click()
    tablet.find("[data-floor-form='open_dispute'] [data-reason='payment']").click()
    tablet.find("#dispute-words").fill("they count 30")
    with tablet.page.expect_response("**/act/"):
        tablet.next.click()
    dispute = Dispute.objects.get()
    assert (dispute.round.number, dispute.reason, dispute.words) == (number, "payment", "they count 30")
    cast.act("close_round", number=number)
    tablet.step("offer")
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-floor='bar_player']").click()
    tablet.find("[data-do='bar-seat'][data-seat='4']").click()
    tablet.find("[data-do='bar-scope'][data-scope='house']").click()
    expect(tablet.find(".why")).to_contain_text("player card")
    tablet.find("[data-do='bar-scope'][data-scope='table']").click()
    tablet.find("[data-floor-form='bar_player'] [data-reason='conduct']").click()
    expect(tablet.next).to_contain_text("Bar seat 4")
    tablet.next.click()
    sign(tablet)
    expect(tablet.seat(4)).to_contain_text("Barred")
    tablet.seat(4).click()
    expect(tablet.find("[data-menu='leave']")).to_be_visible()
    expect(tablet.find("[data-menu='buy_in']")).to_be_hidden()
    assert Bar.objects.get().barred_by == cast.people["petra"]
