"""Slips that are not voids, at the tablet: by touch, by keys, signed in the panel; and on the floor's page (OPS 5.4, 5.8)."""

import pytest
from playwright.sync_api import expect

from tables.models import Round, Settlement
from tables.queries.audit.journal import differences_at
from tests.actions.felt import chips, dealt, decide, settled
from tests.browser.conftest import TO_READ, Tablet
from tests.browser.test_correction import correcting, say_why, sign
from tests.cast import Cast

pytestmark = pytest.mark.browser


def codes() -> list[str]:
    """The flags of the newest round."""
    return [flag["code"] for flag in Round.objects.latest("number").flags]


def mistyped(tablet: Tablet) -> None:
    """Open the form of the bank from the floor's menu."""
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-do='open-bank']").click()


def test_ops_5_4_a_mistyped_bank_is_put_right(tablet: Tablet, cast: Cast) -> None:
    """Before the deal by touch; after it by keys, with badge and PIN of the floor; what is refused comes back."""
    cast.seat_players((1, 2))
    cast.open_round(1, 10000)
    tablet.open()
    mistyped(tablet)
    expect(tablet.find("[data-bank='note']")).to_have_text("Entered as 100")
    expect(tablet.find(".why")).to_have_text("nothing is changed yet")
    for digit in "2000":
        tablet.find(f"[data-do='amount-digit'][data-digit='{digit}']").click()
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.next.click()
    expect(tablet.message).to_contain_text("the bank is an amount from 100 to 999")
    expect(tablet.find(".amount-figure")).to_have_text("2,000")
    tablet.find("[data-do='amount-clear']").click()
    for digit in "200":
        tablet.find(f"[data-do='amount-digit'][data-digit='{digit}']").click()
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.next.click()
    expect(tablet.seat(1).locator(".seat-bank b")).to_have_text("200")
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    tablet.step("decisions")
    mistyped(tablet)
    tablet.keys("500")
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.keys("Enter")
    expect(tablet.find("[data-sign='what']")).to_contain_text("a bank put right needs the signature")
    sign(tablet)
    expect(tablet.seat(1).locator(".seat-bank b")).to_have_text("500")
    assert (Round.objects.get().bank_declared, codes()) == (50000, ["bank_changed", "bank_changed"])
    assert not list(differences_at(cast.fresh_table))


def test_ops_5_4_a_hand_is_added_and_another_taken_out(tablet: Tablet, cast: Cast) -> None:
    """From the panel of the wagers: a seat without a hand gets one, a hand that was not dealt goes."""
    number = dealt(cast, seats=(1, 2, 4, 5))
    decide(cast, number, seat2=1000, seat4=1000)
    tablet.open()
    tablet.find("[data-aside='wagers']").click()
    tablet.seat(5).click()
    expect(tablet.find("[data-betting='note']")).to_contain_text("no hand in this round")
    tablet.find("[data-do='chip'][data-value='1000']").click()
    expect(tablet.next).to_have_text("Add a hand for seat 5")
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.next.click()
    expect(tablet.find("[data-sign='what']")).to_contain_text("a hand added or taken out needs the signature")
    sign(tablet)
    tablet.step("decisions")
    expect(tablet.find("#decision-5")).to_be_visible()
    tablet.find("[data-aside='wagers']").click()
    tablet.seat(4).click()
    tablet.find("[data-do='clear-spot']").click()
    expect(tablet.find(".why")).to_contain_text("a hand that was dealt has an Ante")
    tablet.keys("Delete")
    expect(tablet.next).to_have_text("Take out the hand of seat 4")
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.keys("Enter")
    sign(tablet)
    expect(tablet.seat(4).locator(".seat-word")).to_have_text("Not in this round")
    expect(tablet.seat(4).locator(".seat-chips")).to_have_text("1,000")
    assert (sorted(Round.objects.get().play["wagers"]), codes()) == (["2", "5"], ["hand_added", "hand_removed"])
    assert not list(differences_at(cast.fresh_table))


def test_ops_2_2_a_large_raise_on_seen_chips_is_signed_in_the_panel(tablet: Tablet, cast: Cast) -> None:
    """The dealer sees the chips, and the floor signs for them."""
    dealt(cast, {"seat": 2, "ante": 30000}, {"seat": 4, "ante": 1000})
    tablet.open()
    tablet.decide(2, "3")
    tablet.decide(4, "fold")
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.next.click()
    expect(tablet.message).to_contain_text("behind")
    tablet.page.get_by_role("button", name="I see the chips").click()
    expect(tablet.find("[data-sign='what']")).to_contain_text("1x the Ante at most")
    sign(tablet)
    tablet.step("hands")
    expect(tablet.seat(2).locator("[data-spot='raise'] .spot-amount")).to_have_text("900")
    assert codes() == ["chips_seen"]


def correct_bets(tablet: Tablet, seat: int) -> Tablet:
    """Open the wagers, decision or bank of a seat of the round that is corrected."""
    tablet.seat(seat).click()
    tablet.find("[data-part='bets']").click()
    return tablet


def test_ops_5_8_the_felt_shows_the_hands_as_they_were_corrected(tablet: Tablet, cast: Cast) -> None:
    """At the table, from the floor's menu: bank, a hand out, another in."""
    number = settled(cast, seats=(1, 2, 4, 5))
    tablet.open()
    correcting(tablet, number)
    correct_bets(tablet, 1).keys("600")
    correct_bets(tablet, 4).find("[data-do='correct-out']").click()
    correct_bets(tablet, 5).find("[data-spot='ante']").click()
    tablet.keys("20")
    tablet.find("[data-choice='fold']").click()
    say_why(tablet, "wrong_seat")
    sign(tablet)
    expect(tablet.seat(4).locator(".seat-word")).to_have_text("Not in this round")
    expect(tablet.seat(4).locator(".spot.is-placed")).to_have_count(0)
    expect(tablet.seat(5).locator(".seat-word")).to_have_text("Folded")
    expect(tablet.seat(5).locator("[data-spot='ante'] .spot-amount")).to_have_text("20")
    expect(tablet.page.locator(".cover-word")).to_have_text("declared 600")
    assert (Settlement.objects.latest("pk").version, chips()[4], chips()[5]) == (2, 100000, 97900)
    assert not list(differences_at(cast.fresh_table))
