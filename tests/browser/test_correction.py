"""A settled round is corrected: by a second person on the floor's page, and at the table with badge and PIN (OPS 5.8, 5.9, 2.3)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tables.models import AuditEntry, Bar, Dispute, Round, Settlement
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


def correcting(tablet: Tablet, number: int) -> None:
    """Open the last settled round on the felt."""
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-floor='correct_round']").click()
    expect(tablet.find(".work-title").first).to_have_text(f"Round {number}, as it should have been")


def part(tablet: Tablet, name: str) -> Locator:
    """What is being put right, in the panel."""
    return tablet.find(f"[data-correct='{name}']")


def say_why(tablet: Tablet, reason: str) -> None:
    """Go on to the reason, choose one, and press the next step once it is read."""
    tablet.next.click()
    tablet.find(f"[data-reason='{reason}']").click()
    expect(tablet.next).to_contain_text("Correct round")
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.next.click()


def test_tab_4_5_one_card_of_the_last_round_is_put_right_on_the_felt(tablet: Tablet, cast: Cast) -> None:
    """A seat, the wrong card, the right one, the reason; it says what will move, and the floor signs."""
    number = settled(cast)
    tablet.open()
    correcting(tablet, number)
    expect(tablet.find(".why")).to_have_text("nothing is changed yet")
    tablet.seat(4).click()
    large = tablet.page.locator("#large-hand")
    expect(large.locator(".large-words")).to_have_text("three diamonds, jack high: Raise up to 1x; run of three")
    large.locator("[data-card='8d']").click()
    expect(tablet.find(".why")).to_have_text("seat 4: 6 of 7 cards")
    tablet.find("[data-card='8c']").click()
    expect(large.locator(".large-words")).to_have_text("8♦︎ → 8♣︎")
    expect(tablet.seat(4)).to_have_class(re.compile("is-changed"))
    tablet.next.click()
    expect(part(tablet, "reason").locator(".correct-changes")).to_have_text("Seat 4: 8♦︎ → 8♣︎")
    expect(tablet.find(".correct-moves li")).to_have_text(["Seat 1 gives 40.", "Seat 4 gets 40."])
    expect(tablet.find(".why")).to_have_text("for what reason?")
    tablet.find("[data-reason='misread_hand']").click()
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.next.click()
    sign(tablet)
    expect(tablet.page.locator("#seat-4 .seat-chips")).to_have_text("1,019")
    assert Settlement.objects.latest("pk").version == 2
    assert (chips()[4], Round.objects.get().bank) == (101900, 46000)
    entry = AuditEntry.objects.get(act="correct_round")
    sent = {"replaces": 1, "hands": [{"seat": 4, "cards": "JdTd8c6c5c4c3s"}]}
    assert entry.payload["sent"]["corrections"] == sent
    assert not list(differences_at(cast.fresh_table))


def test_tab_4_5_bank_wagers_and_decisions_by_keypad(tablet: Tablet, cast: Cast) -> None:
    """Old and new stand at the seats; a correction that was signed is what the felt shows the next time."""
    number = settled(cast)
    cast.act("close_round", number=number)
    tablet.open()
    correcting(tablet, number)
    tablet.seat(4).click()
    tablet.find("[data-part='bets']").click()
    tablet.find("[data-choice='fold']").click()
    expect(tablet.seat(4).locator(".seat-word")).to_have_text("Raise 10 → Folded")
    tablet.seat(1).click()
    tablet.find("[data-part='bets']").click()
    expect(tablet.find("[data-choice='fold']")).to_be_hidden()
    tablet.keys("600")
    expect(tablet.seat(1).locator(".seat-word")).to_have_text("Bank 500 → 600")
    tablet.seat(2).click()
    tablet.find("[data-part='bets']").click()
    tablet.find("[data-spot='flush']").click()
    part(tablet, "bets").locator("[data-digit='5']").click()
    expect(tablet.seat(2)).to_contain_text("Flush 0 → 5")
    say_why(tablet, "wrong_wager")
    with tablet.page.expect_response(lambda answer: answer.url.endswith("/act/") and answer.ok):
        sign(tablet)
    expect(tablet.find(".work-title").first).to_contain_text(f"Round {number} is corrected")
    settlement = Settlement.objects.latest("pk")
    assert settlement.version == 2
    entries = {entry["seat"]: entry for entry in settlement.input["seats"]}
    assert settlement.input["designated_player"]["bank"] == 60000
    assert (entries[4]["decision"], entries[2]["flush"]) == ("fold", 500)
    correcting(tablet, number)
    expect(tablet.seat(4).locator(".seat-word")).to_have_text("Folded")
    expect(tablet.seat(2).locator("[data-spot='flush'] .spot-amount")).to_have_text("5")


def test_tab_4_5_what_is_refused_comes_back_as_it_was(tablet: Tablet, cast: Cast) -> None:
    """With the sentence; a card of another hand is not taken, and a hand can go out."""
    number = settled(cast)
    tablet.open()
    correcting(tablet, number)
    tablet.seat(4).click()
    tablet.find("[data-card='Jd']").click()
    tablet.find("[data-card='As']").click()
    expect(tablet.message).to_contain_text("is already in seat 1's hand")
    tablet.find("[data-do='correct-clear']").click()
    tablet.find("[data-part='bets']").click()
    tablet.find("[data-spot='ante']").click()
    tablet.keys("50")
    say_why(tablet, "wrong_wager")
    sign(tablet)
    expect(tablet.message).to_contain_text("is above the Raise of 10 that was entered")
    expect(part(tablet, "reason").locator(".correct-changes")).to_have_text("Seat 4: Ante 10 → 50")
    tablet.find("[data-do='correct-back']").click()
    tablet.find("[data-part='bets']").click()
    tablet.find("[data-do='correct-out']").click()
    expect(tablet.seat(4).locator(".seat-word")).to_have_text("not dealt: taken out")
    say_why(tablet, "wrong_wager")
    sign(tablet)
    expect(tablet.page.locator("#seat-4 .seat-chips")).to_have_text("1,000")
    assert [entry["seat"] for entry in Settlement.objects.latest("pk").input["seats"]] == [2]
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
