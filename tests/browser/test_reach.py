"""Pages beyond the felt, enlarged pages, and what a screen reader is told (interfaces section 4)."""

import pytest
from playwright.sync_api import Page, expect

from tables.actions.devices import revoke_tablet
from tables.models import Tablet as Tablets
from tests.browser.conftest import Tablet
from tests.cast import Cast

pytestmark = pytest.mark.browser

SMALL = """[...document.querySelectorAll("a, button, input:not([type=hidden])")]
  .map(element => [element.textContent.trim() || element.name, element.getBoundingClientRect()])
  .filter(([_name, box]) => box.width < 48 || box.height < 48).map(([name]) => name)"""
# What lies at the middle of a key is the key, or something in it.
COVERED = """[...document.querySelectorAll(".view:not([hidden]) button")].filter(button => {
  button.scrollIntoView({block: "center", inline: "center"});
  const box = button.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.width && !button.contains(there);
}).map(button => button.textContent.trim())"""


@pytest.mark.parametrize("address", ["/login/", "/enrol/", "/nowhere/"])
def test_everything_to_be_touched_is_large_enough(page: Page, cast: Cast, page_errors: list[str], address: str) -> None:
    """48 px at least, links among them."""
    page.goto(address)
    assert page.evaluate(SMALL) == []
    page_errors.clear()


@pytest.mark.parametrize(("width", "height"), [(853, 533), (683, 512)])
def test_an_enlarged_page_scrolls_and_nothing_lies_over_anything(
    tablet: Tablet, cast: Cast, width: int, height: int
) -> None:
    """1280x800 and 1024x768 at one and a half times the size."""
    cast.seat_players()
    cast.open_round()
    tablet.page.set_viewport_size({"width": width, "height": height})
    tablet.open()
    assert tablet.page.evaluate(COVERED) == []


def test_a_seat_tells_each_wager_by_its_name(tablet: Tablet, cast: Cast) -> None:
    """The shape beside the amount says nothing to a person who does not see it."""
    cast.seat_players((1, 2))
    cast.open_round()
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000, "flush": 500}])
    tablet.open()
    expect(tablet.seat(2)).to_have_accessible_name("2 Seat 2 985 Ante 10 Raise Str. fl. Flush 5")


def test_ops_1_2_a_revoked_tablet_says_what_it_is(tablet: Tablet, cast: Cast, page_errors: list[str]) -> None:
    """It is led to where it can become one again, and told why."""
    tablet.open()
    revoke_tablet(tablet_id=Tablets.objects.get().pk, stamp=cast.stamp("frank"))
    expect(tablet.page.locator(".note")).to_have_text(
        "This browser is no longer the tablet of a table: it was revoked."
    )
    page_errors.clear()
