"""The felt never shows as made what the server has not got: refused, not signed, left behind (LOOK 1.10, OPS 1.4)."""

import re

import pytest
from playwright.sync_api import expect

from tables.models import AuditEntry, Round
from tests.browser.conftest import Tablet
from tests.browser.test_round import to_showdown
from tests.browser.test_taps import chips, drafts, fold_late, in_hands
from tests.browser.touch import Fingers
from tests.cast import Cast

pytestmark = pytest.mark.browser

UNSENT = re.compile("is-unsent")


@pytest.mark.parametrize("way", ["back", "escape"])
def test_what_was_not_signed_is_gone(touched: Tablet, fingers: Fingers, cast: Cast, way: str) -> None:
    """The felt shows what will be settled, also after a reload (OPS 1.4)."""
    in_hands(cast)
    touched.open()
    fold_late(touched, fingers)
    if way == "back":
        fingers.tap(touched.find("[data-do='back']"))
    else:
        touched.keys("Escape")
    for _time in ("now", "after a reload"):
        expect(touched.seat(2).locator(".seat-word")).to_have_text("Hand needed")
        expect(touched.seat(2).locator("[data-spot='raise'] .spot-amount")).to_have_text("10")
        expect(touched.page.locator("#table .is-sending")).to_have_count(0)
        assert not drafts(touched)["decisions"]
        touched.page.reload()


def test_a_panel_that_is_left_leaves_nothing_behind(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """Neither a decision nor a wager that was tapped there and not recorded; meanwhile it says so."""
    in_hands(cast)
    touched.open()
    seat = touched.seat(2)
    fingers.tap(touched.find("[data-aside='decisions']"))
    fingers.tap(touched.find(".decision[data-seat='2'] [data-choice='fold']"))
    expect(seat.locator(".seat-word")).to_have_text("Not sent")
    expect(seat.locator(".seat-word")).to_have_class(UNSENT)
    assert seat.locator(".seat-word").evaluate("word => getComputedStyle(word, '::before').content") == '"▲ "'
    fingers.tap(touched.find("[data-do='back']"))
    expect(seat.locator(".seat-word")).to_have_text("Hand needed")
    fingers.tap(touched.find("[data-aside='wagers']"))
    fingers.tap(touched.find(".bet-spot[data-spot='flush']"))
    fingers.tap(touched.find("[data-do='chip'][data-value='500']"))
    expect(seat.locator(".seat-word")).to_have_text("Not sent")
    touched.keys("Escape")
    expect(seat.locator("[data-spot='flush'] .spot-amount")).to_have_text("")
    assert drafts(touched)["wagers"] == drafts(touched)["decisions"] == {}


def test_a_refused_change_is_there_to_be_decided(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """Its panel comes back with the reason and the way out; left, it is gone."""
    to_showdown(cast)
    touched.open()
    seat = touched.seat(2)
    for way in ("back", "seen"):
        fingers.tap(touched.find("[data-aside='wagers']"))
        fingers.tap(touched.find(".bet-spot[data-spot='flush']"))
        chips(touched, fingers, 10)
        fingers.tap(touched.next)
        expect(touched.message).to_contain_text("I see the chips")
        expect(seat.locator(".seat-word")).to_have_text("Not sent")
        if way == "back":
            fingers.tap(touched.find("[data-do='back']"))
            expect(seat.locator("[data-spot='flush'] .spot-amount")).to_have_text("")
            expect(seat.locator(".seat-word")).to_have_text("Hand needed")
        else:
            fingers.tap(touched.message.get_by_role("button", name="I see the chips"))
    expect(seat.locator("[data-spot='flush'] .spot-amount")).to_have_text("1,000")
    expect(seat.locator(".seat-word")).to_have_text("Hand needed")


def test_a_limit_that_is_not_lifted_stays_marked_and_nothing_is_dealt(
    touched: Tablet, fingers: Fingers, cast: Cast
) -> None:
    """The chips lie on the felt: the dealer takes them back, or asks again."""
    cast.seat_players((1, 2, 3))
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 3, "ante": 1000}])
    touched.open()
    fingers.tap(touched.seat(2))
    chips(touched, fingers, 4)
    fingers.tap(touched.find("[data-do='override']"))
    expect(touched.find("h2")).to_have_text("A floor manager signs")
    fingers.tap(touched.find("[data-do='back']"))
    word = touched.seat(2).locator(".seat-word")
    expect(word).to_have_text("Not sent")
    expect(word).to_have_class(UNSENT)
    expect(touched.next).to_have_attribute("aria-disabled", "true")
    fingers.tap(touched.find("[data-do='take-back']"))
    expect(word).not_to_have_class(UNSENT)
    touched.go("decisions")


def test_a_refused_hand_says_that_it_was_not_sent(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """Its cards and the ways out stay (OPS 5.5)."""
    to_showdown(cast)
    touched.open()
    touched.page.route("**/live/**", lambda route: route.abort())
    cast.act("enter_hands", number=1, hands=[{"seat": 1, "cards": "AsKcQs9s7s6d2d"}])
    for card in ("As", "Kh", "Qh", "9h", "8d", "7c", "2c"):
        fingers.tap(touched.find(f"[data-card='{card}']"))
    word = touched.seat(2).locator(".seat-word")
    expect(word).to_have_text("Not sent")
    expect(touched.seat(2).locator(".card:not(.is-slot)")).to_have_count(7)


def test_a_hand_begun_anew_and_left_is_the_one_that_is_settled(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """A hand with a card taken out does not stand over the one the server has."""
    in_hands(cast)
    touched.open()
    fingers.tap(touched.seat(1))
    fingers.tap(touched.find(".pad-key.is-mine").first)
    expect(touched.seat(1).locator(".card:not(.is-slot)")).to_have_count(6)
    fingers.tap(touched.seat(2))
    expect(touched.seat(1).locator(".card:not(.is-slot)")).to_have_count(7)
    assert AuditEntry.objects.filter(act="enter_hands").count() == 1


def test_chips_taken_back_leave_what_another_tablet_enters(tablet: Tablet, cast: Cast) -> None:
    """Nothing of them is sent later, neither behind the next tap nor after a reload."""
    cast.seat_players((1, 2, 3))
    cast.open_round(bank=50000)
    tablet.open()
    tablet.wager(2, ante=[100, 100, 100, 100])
    tablet.find("[data-do='take-back']").click()
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    expect(tablet.seat(2).locator("[data-spot='ante'] .spot-amount")).to_have_text("10")
    tablet.page.reload()
    tablet.wager(3, ante=[10])
    tablet.go("decisions")
    assert Round.objects.get().play["wagers"] == {"2": {"ante": 1000}, "3": {"ante": 1000}}
