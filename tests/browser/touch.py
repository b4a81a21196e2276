"""Fingers: what the browser makes of a touch, its pointer events and its click, is its own (LOOK 1.10)."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import CDPSession, Locator, Page, expect

# Longer than the page waits for anything of its own, in milliseconds.
HELD = 700
# Two taps of a quick hand on one key, in milliseconds; much closer together is a bounce.
APART = 110


class Fingers:
    """One finger on a page, or the trembling of one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def tap(self, key: Locator) -> None:
        """Touch a key and lift off at once, no sooner after the last than a hand can."""
        expect(key).to_be_visible()
        self.page.wait_for_timeout(APART)
        self.page.touchscreen.tap(*middle(key))

    def type(self, digits: str) -> None:
        """Touch keys of the badge and the PIN."""
        for digit in digits:
            self.tap(self.page.locator(f".view:not([hidden]) [data-do='pin-digit'][data-digit='{digit}']"))

    @contextmanager
    def held(self, key: Locator) -> Iterator[None]:
        """Hold a key down meanwhile."""
        expect(key).to_be_visible()
        x, y = middle(key)
        self.session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        yield
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def bounce(self, key: Locator, milliseconds: int) -> None:
        """Touch a key twice, that long apart by the clock of the events."""
        x, y = middle(key)
        begun = self.page.evaluate("Date.now() / 1000")
        for start in (begun, begun + milliseconds / 1000):
            for kind, points, at in (("touchStart", [{"x": x, "y": y}], start), ("touchEnd", [], start + 0.01)):
                event = {"type": kind, "touchPoints": points, "timestamp": at}
                self.session.send("Input.dispatchTouchEvent", event)


def middle(key: Locator) -> tuple[float, float]:
    """The middle of a key on the screen."""
    box = key.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
