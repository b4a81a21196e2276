"""Tablets of the tests: real Chromium, real server, the usual people."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.web.shared.session import TABLET_COOKIE
from tests.browser.album import Album
from tests.browser.touch import Fingers
from tests.cast import Cast, command_id, make_cast
from tests.fixtures.live import LiveCasino

SMALLEST = {"width": 1024, "height": 768}
VIEW = ".view:not([hidden])"
# A step has to stand this long, in seconds, before a press of the next one is meant.
TO_READ = 0.45


@dataclass
class Tablet:
    """A tablet under the dealer's hand."""

    page: Page
    cast: Cast
    reached: float = 0.0

    def open(self, url: str = "") -> "Tablet":
        """Show the table."""
        self.page.goto(f"{url}/tables/{self.cast.table.pk}/")
        return self

    def find(self, selector: str) -> Locator:
        """Something in the panel that is open."""
        return self.page.locator(f"{VIEW} {selector}")

    def seat(self, seat: int) -> Locator:
        """A seat on the felt."""
        return self.page.locator(f"#seat-{seat}")

    @property
    def next(self) -> Locator:
        """The one next step."""
        return self.find(".next-step")

    @property
    def message(self) -> Locator:
        """The sentence in its fixed place."""
        return self.page.locator("#message")

    def step(self, name: str) -> None:
        """Wait until the table is at a step."""
        expect(self.page.locator("#table")).to_have_class(f"table step-{name}")
        self.reached = time.monotonic()

    def go(self, name: str) -> None:
        """Press the next step, once the one before is read, and wait for the step it leads to."""
        self.page.wait_for_timeout(max(0.0, (self.reached + TO_READ - time.monotonic()) * 1000))
        expect(self.next).not_to_have_attribute("aria-disabled", "true")
        self.next.click()
        self.step(name)

    def all_has_moved(self) -> None:
        """Say that the chips of a void or a correction have moved (OPS 5.8)."""
        expect(self.page.locator("[data-view='moved']")).to_be_visible()
        self.page.wait_for_timeout(TO_READ * 1000)
        self.find("[data-do='moved-next']").click()
        expect(self.page.locator("[data-view='moved']")).to_be_hidden()

    def wager(self, seat: int, **spots: list[int]) -> None:
        """Tap chips, by their values in major units, on the spots of a seat."""
        self.seat(seat).click()
        for spot, chips in spots.items():
            self.find(f".bet-spot[data-spot='{spot}']").click()
            for chip in chips:
                self.find(f"[data-do='chip'][data-value='{chip * 100}']").click()

    def decide(self, seat: int, choice: str) -> None:
        """Tap a decision."""
        self.find(f".decision[data-seat='{seat}'] [data-choice='{choice}']").click()

    def cards(self, cards: str) -> None:
        """Tap cards on the pad."""
        for start in range(0, len(cards), 2):
            self.find(f"[data-card='{cards[start : start + 2]}']").click()

    def keys(self, *keys: str) -> None:
        """Press keys, one by one; a text is pressed letter by letter."""
        for key in keys:
            for one in [key] if key[:1].isupper() and len(key) > 1 else key:
                self.page.keyboard.press(one)


@pytest.fixture
def cast(live_casino: LiveCasino) -> Cast:
    """The usual people, Dana tapped in."""
    return make_cast()


@pytest.fixture
def new_tablet(
    cast: Cast, live_casino: LiveCasino, new_context: Callable[..., BrowserContext]
) -> Callable[..., Tablet]:
    """Enrol a further tablet at the table; `url` for another address of the service."""

    def make(url: str = "", **options: Any) -> Tablet:
        code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
        _tablet, token = enrol_tablet(code=code, label="Felt", command_id=command_id())
        context = new_context(**({"viewport": SMALLEST} | options))
        context.add_cookies([{"name": TABLET_COOKIE, "value": token, "url": url or live_casino.url}])
        return Tablet(context.new_page(), cast)

    return make


@pytest.fixture
def tablet(new_tablet: Callable[..., Tablet]) -> Tablet:
    """The table's tablet."""
    return new_tablet()


@pytest.fixture
def touched(new_tablet: Callable[..., Tablet]) -> Tablet:
    """The table's tablet, which has a screen for fingers."""
    return new_tablet(has_touch=True)


@pytest.fixture
def fingers(touched: Tablet) -> Fingers:
    """A dealer's fingers on it."""
    return Fingers(touched.page)


@pytest.fixture
def album(request: pytest.FixtureRequest) -> Album:
    """An album called after the test."""
    return Album(request.node.originalname.removeprefix("test_"))
