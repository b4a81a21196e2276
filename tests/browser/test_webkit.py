"""The main ways through the tablet, the placard and the board in WebKit; what touch does is tried in Chromium."""

import time
from dataclasses import dataclass

import pytest
from selenium.webdriver import Remote
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.models import Round
from tables.web.shared.session import TABLET_COOKIE
from tests.browser.conftest import TO_READ, VIEW
from tests.cast import FOUR_PLAYER, HEADS_UP, PASSWORD, PINS, Cast, command_id, make_cast
from tests.clocks import watched
from tests.fixtures.live import LiveCasino

pytestmark = pytest.mark.browser

PATIENCE = 60


@dataclass
class Screen:
    """A page in WebKit, and one that looks at it and clicks."""

    browser: Remote
    url: str

    def open(self, address: str) -> None:
        """Show a page."""
        self.browser.get(self.url + address)

    def see(self, selector: str, text: str = "") -> WebElement:
        """Wait for something that is shown, with this in its text; gives it."""
        place = (By.CSS_SELECTOR, selector)
        waiting = WebDriverWait(self.browser, PATIENCE, poll_frequency=0.05)
        if text:
            waiting.until(expected_conditions.text_to_be_present_in_element(place, text), f"{selector}: {text}")
        return waiting.until(expected_conditions.visibility_of_element_located(place), selector)

    def tap(self, selector: str, *, is_on_felt: bool = False) -> None:
        """Click something in the panel that is open, or on the felt, once it can be."""
        where = selector if is_on_felt else f"{VIEW} {selector}"
        self.see(f"{where}:not([aria-disabled='true']):not([disabled])").click()

    def step(self, name: str) -> None:
        """Wait until the table is at a step, and for as long as it takes to read it."""
        self.see(f"#table.step-{name}")
        time.sleep(TO_READ)

    def go(self, name: str) -> None:
        """Press the next step and wait for the one it leads to."""
        self.tap(".next-step")
        self.step(name)

    def digits(self, prefix: str, digits: str) -> None:
        """Tap digits on a keypad."""
        for digit in digits:
            self.tap(f"[data-do='{prefix}-digit'][data-digit='{digit}']")

    def sign(self, badge: str) -> None:
        """Tap badge and PIN in."""
        self.digits("pin", badge)
        self.tap(".next-step")
        self.digits("pin", PINS[badge])

    def cards(self, *hands: str) -> None:
        """Tap hands on the pad, in the order the page asks for them."""
        for hand in hands:
            for start in range(0, len(hand), 2):
                self.tap(f"[data-card='{hand[start : start + 2]}']")

    def take(self, seat: int, selector: str) -> None:
        """Tap the action of a seat once it is their turn."""
        self.see(f"#seat-{seat}.is-lit")
        time.sleep(TO_READ)
        self.tap(f"[data-do='take']{selector}")


@pytest.fixture
def screen(webkit: Remote, live_casino: LiveCasino) -> Screen:
    """A browser that knows nothing of the tests before."""
    webkit.get(f"{live_casino.url}/healthz")
    webkit.delete_all_cookies()
    return Screen(webkit, live_casino.url)


def at_table(screen: Screen, cast: Cast) -> None:
    """Make the browser the enrolled tablet of the table, and show it."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    _tablet, token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    screen.browser.add_cookie({"name": TABLET_COOKIE, "value": token, "path": "/"})
    screen.open(f"/tables/{cast.table.pk}/")


def sign_in(screen: Screen, badge: str) -> None:
    """Sign in as a person."""
    screen.open("/login/")
    for name, text in (("badge", badge), ("password", PASSWORD)):
        screen.see(f"[name={name}]").send_keys(text)
    screen.see(".next-step").click()


def test_high_card_flush_from_tapping_in_to_closing(screen: Screen) -> None:
    """Every step by clicks on what the page offers; a decision changed afterwards stands on the felt."""
    cast = make_cast(tapped_in=False)
    cast.seat_players((1, 2, 3), by="frank")
    at_table(screen, cast)
    screen.step("tap_in")
    screen.sign("1001")
    screen.step("offer")
    screen.tap("[data-do='amount-clear']")
    screen.digits("amount", "500")
    screen.go("betting")
    for seat in (2, 3):
        screen.tap(f"#seat-{seat}", is_on_felt=True)
        screen.tap("[data-do='chip'][data-value='1000']")
    screen.see("#seat-3 [data-spot='ante'] .spot-amount", "10")
    screen.go("decisions")
    screen.tap("[data-do='decide'][data-seat='3'][data-choice='fold']")
    screen.tap("[data-do='all-once']")
    screen.go("hands")
    screen.cards("AhKhQh9h8d7c2c", "AsKs9s8h5d4c2d")
    screen.go("settlement")
    screen.see("#pay-2 .pay-amount", "20")
    screen.tap("[data-do='tick-all']")
    screen.go("offer")
    assert Round.objects.get().state == "closed"


def test_a_void_after_decisions_is_signed(screen: Screen) -> None:
    """From the floor's menu, with the floor manager's badge and PIN."""
    cast = make_cast()
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "raise", "raise": 1000}])
    at_table(screen, cast)
    screen.step("hands")
    screen.tap(".top-floor", is_on_felt=True)
    screen.tap("[data-floor='void_round']")
    screen.tap("[data-do='void-reason'][data-reason='fouled_deck']")
    time.sleep(TO_READ)
    screen.tap(".next-step")
    screen.see(f"{VIEW} .sign-badge")
    screen.sign("2001")
    screen.see("#table.step-opening, #table.step-offer")
    assert Round.objects.get().void_reason == "fouled_deck"


def test_heads_up_draw_to_the_settlement(screen: Screen) -> None:
    """Check, draw, exchange, a bet of chips that is called, hands."""
    cast = make_cast(HEADS_UP, seat_count=2)
    cast.seat_players((1, 2), chips=10000)
    at_table(screen, cast)
    screen.step("ready")
    screen.go("action")
    screen.take(1, "[data-letter='C']")
    screen.take(2, "[data-action='draw']")
    screen.step("exchange")
    screen.take(2, "[data-count='2']")
    screen.take(1, "[data-count='0']")
    screen.step("action")
    screen.take(1, "[data-letter='C']")
    screen.step("hands")
    screen.cards("AhKd9c7h2d", "AsKs9h8c2s")
    screen.go("settlement")
    screen.see("#pay-2 .pay-amount")
    screen.tap("[data-do='tick-all']")
    screen.go("ready")
    assert Round.objects.get().state == "closed"


def test_four_player_draw_to_the_settlement(screen: Screen) -> None:
    """An opening of typed chips that is paid, the exchange, a check round, hands."""
    cast = make_cast(FOUR_PLAYER, seat_count=4)
    cast.seat_players((1, 2))
    watched()
    at_table(screen, cast)
    screen.step("ready")
    screen.go("action")
    screen.see("#seat-2.is-lit")
    screen.digits("amount", "25")
    screen.tap(".next-step")
    screen.take(1, "[data-action='pay']")
    screen.step("exchange")
    screen.take(2, "[data-count='1']")
    screen.take(1, "[data-count='3']")
    screen.step("action")
    screen.see(".clock-figure")
    screen.see("#seat-2.is-lit")
    screen.digits("amount", "50")
    screen.tap(".next-step")
    screen.take(1, "[data-action='drop']")
    screen.step("uncontested")
    screen.go("settlement")
    screen.tap("[data-do='tick-all']")
    screen.go("ready")
    assert Round.objects.get().state == "closed"


def test_placard_and_board(screen: Screen) -> None:
    """The placard has its limits; the board hears of an act without a reload and opens the table beside itself."""
    cast = make_cast()
    screen.open(f"/placard/{cast.table.pk}/")
    screen.see("#placard .placard-rules")
    width = screen.browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    sign_in(screen, "2001")
    tile = f"#tile-{cast.table.pk}"
    screen.see(f"{tile} .tile-state", "Closed")
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    screen.see(f"{tile} .tile-state", "Open")
    screen.see(f"{tile} .tile-round", "Round 1")
    screen.tap(f"{tile} .tile-open", is_on_felt=True)
    screen.see("#at-2")
