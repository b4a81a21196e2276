"""The practice table by touch: cards to type, the comparison at the end, and who signs (TAB 4.3)."""

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from tests.browser.conftest import Tablet

pytestmark = pytest.mark.browser
CODE = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


def test_tab_4_3_a_round_of_practice_by_touch(tablet: Tablet) -> None:
    cache.clear()
    page = tablet.page
    tablet.open()
    page.goto(page.url.replace(f"/tables/{tablet.cast.table.pk}/", "/practice/high_card_flush/"))
    tablet.step("offer")
    note = page.locator(".practice-notes p:not([hidden])")
    expect(note).to_have_text("Nothing here counts.")
    tablet.go("betting")
    tablet.wager(3, ante=[10])
    tablet.go("decisions")
    tablet.find("[data-do='all-once']").click()
    tablet.go("hands")
    expect(note).to_contain_text("Seat 3 shows")
    for _hand in range(2):
        seat = page.locator(".seat.is-lit").get_attribute("data-seat")
        expect(note).to_contain_text(f"Seat {seat} shows")
        shown = re.findall(r"(10|[2-9AKQJ])([♠♥♦♣])", note.inner_text())
        assert len(shown) == 7
        tablet.cards("".join(("T" if rank == "10" else rank) + CODE[sign] for rank, sign in shown))
    tablet.go("settlement")
    expect(note).to_contain_text("All hands were typed as they lay.")
    expect(note).to_contain_text("taps")
    # What the strip leaves out is its own alone: the hands on the felt stay.
    expect(tablet.seat(3).locator(".hand .card").first).to_be_visible()
    page.get_by_role("button", name="Start again").click()
    tablet.step("offer")
