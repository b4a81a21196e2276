"""Pictures of the main pages for the README, run inside the virtual environment by script/pictures.

Serves a new demonstration casino from a folder that is thrown away, plays a round at its first table as a
dealer would, and takes one picture a page. What is on them is made up anew each time, so they are made on purpose, not by CI.
"""

import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
VIEW = ".view:not([hidden])"
HANDS = (
    "AhKh9h8d5c4s2d",
    "6sTc5sKdTdQh7c",
    "AsKs9s8h5d4c2c",
    "3h7h2h3c6h4h5h",
    "Kc3dAcJc9cThAd",
    "Qs8sJd9d4d7d2s",
    "8c6c3s5hTs4c6d",
)

# What script/serve prints: the code, and a line for each person.
CODE = re.compile(r"enter the code (\w+ \w+)")
LOGIN = re.compile(r"^(\d{4}) +(\S+) +(\S+) +(\S+) +(\S.*)$", re.MULTILINE)


class Login(NamedTuple):
    """A person as script/serve prints them."""

    badge: str
    name: str
    pin: str
    password: str
    roles: str


@contextmanager
def demonstration() -> Iterator[tuple[str, str, dict[str, Login]]]:
    """Serve a new casino; gives its address, a code for a tablet of table 1, and a login for each role."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-pictures-"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(ROOT / "script" / "serve"), "--data", str(folder), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as served:
        try:
            printed = _until_served(served)
            code = CODE.search(printed)
            if code is None:
                sys.exit(f"The demonstration did not start as expected:\n{printed}")
            rows = [Login(*row.groups()) for row in LOGIN.finditer(printed)]
            by_role = {role: row for row in reversed(rows) for role in row.roles.split(", ")}
            yield f"http://127.0.0.1:{port}", code.group(1), by_role
        finally:
            served.terminate()
            served.wait(60)
            shutil.rmtree(folder, ignore_errors=True)


def _until_served(served: subprocess.Popen[str]) -> str:
    printed = ""
    for line in served.stdout or ():
        printed += line
        if "Croupier serves" in line:
            break
    return printed


class Photographer:
    """Browsers at one casino, and the pictures taken of it."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url

    def page(self) -> Page:
        """A page in a browser of its own."""
        context = self.browser.new_context(base_url=self.url, viewport={"width": 1280, "height": 800})
        context.set_default_timeout(60_000)
        return context.new_page()

    def signed_in(self, login: Login) -> Page:
        """A page of a person who has signed in with badge and password."""
        page = self.page()
        page.goto("/login/")
        page.fill("[name=badge]", login.badge)
        page.fill("[name=password]", login.password)
        page.click(".next-step")
        page.wait_for_load_state("networkidle")
        return page

    def take(self, page: Page, name: str) -> None:
        """Write the picture of what the page shows now."""
        page.wait_for_timeout(700)
        page.screenshot(path=IMAGES / f"{name}.png")
        print(f"docs/images/{name}.png")


def play_a_round(page: Page, dealer: Login, code: str, camera: Photographer) -> None:
    """Enrol, tap in, and play a round to its close as a dealer does; a picture while the last hand is being typed."""
    page.goto("/enrol/")
    page.fill("[name=code]", code)
    page.click(".next-step")
    page.wait_for_selector("#table")
    page.wait_for_load_state("networkidle")
    page.keyboard.type(dealer.badge)
    page.keyboard.press("Enter")
    page.keyboard.type(dealer.pin)
    _wait(page, "offer")
    _go(page, "betting")
    banker = page.locator(".seat.is-designated").get_attribute("data-seat")
    seats = page.locator(".seat:not(.is-empty)").evaluate_all("each => each.map(seat => seat.dataset.seat)")
    for seat in seats:
        if seat != banker:
            page.locator(f"#seat-{seat}").click()
            page.locator(f"{VIEW} [data-do='chip']").nth(1).click()
    _go(page, "decisions")
    page.locator(f"{VIEW} [data-do='all-once']").click()
    _go(page, "hands")
    hands = HANDS[: len(seats)]
    for hand in hands[:-1]:
        page.keyboard.type(hand)
    page.keyboard.type(hands[-1][:-4])
    camera.take(page, "tablet")
    page.keyboard.type(hands[-1][-4:])
    _go(page, "settlement")
    _go(page, "offer")


def _wait(page: Page, step: str) -> None:
    expect(page.locator("#table")).to_have_class(f"table step-{step}")


def _go(page: Page, step: str) -> None:
    page.wait_for_timeout(500)
    page.locator(f"{VIEW} .next-step").click()
    _wait(page, step)


def main() -> None:
    """Take every picture."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    IMAGES.mkdir(parents=True, exist_ok=True)
    with demonstration() as (url, code, by_role), sync_playwright() as playwright:
        expect.set_options(timeout=60_000)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        camera = Photographer(browser, url)
        tablet = camera.page()
        play_a_round(tablet, by_role["dealer"], code, camera)
        floor = camera.signed_in(by_role["floor"])
        for address, name in (("/floor/tables/1/", "board"), ("/floor/tables/1/rounds/1/", "round")):
            floor.goto(address)
            camera.take(floor, name)
        inspector = camera.signed_in(by_role["compliance"])
        inspector.goto("/compliance/")
        camera.take(inspector, "log")
        placard = camera.page()
        placard.goto("/placard/1/")
        camera.take(placard, "placard")
        browser.close()


if __name__ == "__main__":
    main()
