"""The panels beside the steps of a tablet, each added to an album."""

from playwright.sync_api import expect

from tests.browser.album import Album
from tests.browser.conftest import VIEW, Tablet

SEAT_KEYS = f"{VIEW} [data-menu]:not([disabled])"
FLOOR_KEYS = f"{VIEW} [data-floor]:not([disabled]):not([data-do='open-bank']):not([data-floor='correct_round'])"


def floor_menu(tablet: Tablet, album: Album, name: str) -> None:
    """All that the floor is called for, as far as it can be done now."""
    tablet.page.locator(".top-floor").click()
    album.add_menu(tablet.page, f"floor-{name}", FLOOR_KEYS)
    tablet.find("[data-do='back']").click()


def seat_menu(tablet: Tablet, album: Album, seat: int, name: str) -> None:
    """All that can be done at a seat."""
    tablet.seat(seat).click()
    album.add_menu(tablet.page, f"seat-{name}", SEAT_KEYS)
    tablet.find("[data-do='back']").click()


def correction(tablet: Tablet, album: Album) -> None:
    """The last round, put right on felt and pad."""
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-floor='correct_round']").click()
    expect(tablet.page.locator("[data-view='correction']")).to_be_visible()
    album.add(tablet.page, "correction")
    tablet.seat(2).click()
    album.add(tablet.page, "correction-seat")
    tablet.page.keyboard.press("Escape")
    tablet.page.keyboard.press("Escape")


def aside(tablet: Tablet, album: Album, name: str, step: str) -> None:
    """A panel beside a step."""
    tablet.find(f"[data-aside='{name}']").click()
    album.add(tablet.page, f"{step}-{name}")
    tablet.find("[data-do='back']").click()
