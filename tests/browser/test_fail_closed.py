"""The audit log cannot be written: the tablet says so, keeps what was entered, and sends it again afterwards (AUD 1.1)."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import psycopg
import pytest
from playwright.sync_api import expect

from tables.models import AuditEntry, Round, Seating, TapIn
from tests.audit_attacks.breaking import BREAKAGES, broken
from tests.browser.conftest import TO_READ, Tablet
from tests.cast import Cast

pytestmark = pytest.mark.browser

SAID = "This cannot be written to the audit log now, so it was not done."
FullDisk = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def full_disk(owner_connection: psycopg.Connection) -> FullDisk:
    """A database without room for another entry, for as long as it lasts."""
    return lambda: broken(owner_connection, BREAKAGES["no room for the entry"])


def press(tablet: Tablet) -> None:
    """The next step, once its words are read."""
    tablet.page.wait_for_timeout(TO_READ * 1000)
    tablet.next.click()


def test_wagers_stay_on_the_felt_and_go_off_with_the_next_press(
    tablet: Tablet, cast: Cast, full_disk: FullDisk
) -> None:
    """Neither the wagers nor the deal are done; pressed again, both are."""
    cast.seat_players((1, 2, 3))
    cast.open_round(bank=50000)
    tablet.open()
    entries = AuditEntry.objects.count()
    with full_disk():
        tablet.wager(2, ante=[10, 5], flush=[5])
        expect(tablet.message).to_contain_text(SAID)
        expect(tablet.seat(2).locator("[data-spot='ante'] .spot-amount")).to_have_text("15")
        tablet.next.click()
        expect(tablet.message).to_contain_text(SAID)
        expect(tablet.page.locator("#live")).to_have_class("live")
        tablet.step("betting")
    assert Round.objects.get().play["wagers"] == {}
    assert AuditEntry.objects.count() == entries
    press(tablet)
    tablet.step("decisions")
    expect(tablet.message).not_to_contain_text(SAID)
    assert Round.objects.get().play["wagers"] == {"2": {"ante": 1500, "flush": 500}}


def test_a_form_comes_back_as_it_was(tablet: Tablet, cast: Cast, full_disk: FullDisk) -> None:
    """The player's card and buy-in need not be asked for again."""
    cast.act("open_table", by="frank")
    tablet.open()
    tablet.seat(2).click()
    tablet.find("[data-value='50000']").click()
    tablet.find("#player-card").fill("K-2087")
    with full_disk():
        tablet.next.click()
        expect(tablet.message).to_contain_text(SAID)
        expect(tablet.find("#player-card")).to_have_value("K-2087")
    assert not Seating.objects.exists()
    press(tablet)
    expect(tablet.seat(2)).to_contain_text("K-2087")
    assert Seating.objects.get().chips == 50000


def test_decisions_and_hands_are_not_entered_twice(tablet: Tablet, cast: Cast, full_disk: FullDisk) -> None:
    """What was tapped stands; a hand is not dealt out of the dealer's memory."""
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    tablet.open()
    with full_disk():
        tablet.decide(2, "1")
        tablet.next.click()
        expect(tablet.message).to_contain_text(SAID)
        assert Round.objects.get().play.get("decisions", {}) == {}
    press(tablet)
    tablet.step("hands")
    with full_disk():
        tablet.cards("AhKhQh9h8d7c2c")
        expect(tablet.message).to_contain_text(SAID)
        expect(tablet.next).to_have_text("Send the hand again")
        assert Round.objects.get().play.get("hands", {}) == {}
    press(tablet)
    expect(tablet.find("[data-pad='status']")).to_have_text("Seat 1: card 1 of 7")
    tablet.cards("AsKs9s8h5d4c2d")
    tablet.step("settlement")
    assert set(Round.objects.get().play["hands"]) == {"1", "2"}


def test_a_dealer_who_cannot_be_tapped_in_is_told(tablet: Tablet, cast: Cast, full_disk: FullDisk) -> None:
    """By the same sentence, and Dana deals on."""
    tablet.open()
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-aside='tap-in']").click()
    with full_disk():
        tablet.keys("1002", "Enter", "395726")
        expect(tablet.message).to_contain_text(SAID)
    assert [tap.person.name for tap in TapIn.objects.filter(ended_at=None)] == ["Dana"]
