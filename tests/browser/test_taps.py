"""One tap is one tap, whatever the page becomes under the finger (LOOK 1.10)."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tables.actions.people.sign_in import tap_out
from tables.models import Round
from tests.browser.conftest import Tablet
from tests.browser.test_round import to_showdown
from tests.browser.touch import HELD, Fingers, middle
from tests.cast import FOUR_PLAYER, PINS, Cast, make_cast
from tests.clocks import watched
from tests.fixtures.live import LiveCasino

pytestmark = pytest.mark.browser

FOUR = pytest.mark.parametrize("cast", [(FOUR_PLAYER, 4)], indirect=True)
BENEATH = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-do]')?.dataset.do ?? ''"


@pytest.fixture
def cast(live_casino: LiveCasino, request: pytest.FixtureRequest) -> Cast:
    """The usual people, at the usual table or one of the rules a test names."""
    rules, seat_count = getattr(request, "param", (None, 7))
    return make_cast(rules, seat_count=seat_count) if rules else make_cast()


def sign(tablet: Tablet, fingers: Fingers, badge: str = "2001") -> Locator:
    """Type badge and PIN of who signs, but for the last digit; gives its key."""
    expect(tablet.find("h2")).to_have_text("A floor manager signs")
    fingers.type(badge)
    fingers.tap(tablet.next)
    fingers.type(PINS[badge][:-1])
    return tablet.find(f"[data-do='pin-digit'][data-digit='{PINS[badge][-1]}']")


def lift_over_a_key(tablet: Tablet, fingers: Fingers, key: Locator, reached: Callable[[], object]) -> None:
    """Touch a key, lift off once the page has become what it leads to; there is a key of that page under the finger."""
    place = middle(key)
    with fingers.held(key):
        reached()
        tablet.page.wait_for_timeout(HELD)
        assert tablet.page.evaluate(BENEATH, place)
    tablet.page.wait_for_timeout(HELD)


def drafts(tablet: Tablet) -> Any:
    """What the browser keeps of what was tapped."""
    kept = tablet.page.evaluate(f"localStorage.getItem('croupier.draft.{tablet.cast.table.pk}')")
    return json.loads(kept or "{}")


def in_hands(cast: Cast) -> None:
    """A showdown in which a hand is in already, so that changing a decision is signed (OPS 1.4)."""
    to_showdown(cast)
    cast.act("enter_hands", number=1, hands=[{"seat": 1, "cards": "AsKcQs9s7s6d2d"}])


def fold_late(tablet: Tablet, fingers: Fingers) -> None:
    """Seat 2 folds after all; the floor is asked."""
    fingers.tap(tablet.find("[data-aside='decisions']"))
    fingers.tap(tablet.find(".decision[data-seat='2'] [data-choice='fold']"))
    fingers.tap(tablet.next)
    expect(tablet.find("h2")).to_have_text("A floor manager signs")


def chips(tablet: Tablet, fingers: Fingers, count: int) -> None:
    """Tap the largest chip some times."""
    for _chip in range(count):
        fingers.tap(tablet.find("[data-do='chip']").last)


def count_seat(tablet: Tablet, fingers: Fingers, seat: int) -> None:
    """Count a stack far from what it was; the floor is asked."""
    fingers.tap(tablet.seat(seat))
    fingers.tap(tablet.find("[data-menu='recount']"))
    fingers.tap(tablet.find("[data-reason]").first)
    for digit in "300":
        fingers.tap(tablet.find(f"[data-do='amount-digit'][data-digit='{digit}']"))
    fingers.tap(tablet.next)


def test_a_signature_gives_no_card_to_the_hand_beneath(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """Refused and signed: the last digit is a digit, and no card."""
    in_hands(cast)
    touched.open()
    fold_late(touched, fingers)
    for badge in ("1001", "2001"):
        fingers.tap(sign(touched, fingers, badge))
    expect(touched.seat(2).locator(".seat-word")).to_have_text("Folded")
    touched.page.wait_for_timeout(HELD)
    assert not drafts(touched).get("hands")
    assert Round.objects.get().play["decisions"] == {"2": {"decision": "fold"}}


@pytest.fixture
def pin_on_take_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frank's PIN ends on the digit that lies where the betting has "Take all back"."""
    monkeypatch.setitem(PINS, "2001", "471953")


@pytest.mark.usefixtures("pin_on_take_back")
def test_a_signature_takes_no_wager_back(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """A lifted limit is signed, and the wagers of the seat stand."""
    cast.seat_players((1, 2, 3))
    cast.open_round(bank=50000)
    touched.open()
    chips(touched, fingers, 4)
    fingers.tap(touched.find("[data-do='override']"))
    fingers.tap(sign(touched, fingers))
    expect(touched.seat(2).locator("[data-spot='ante'] .spot-amount")).to_have_text("400")
    touched.page.wait_for_timeout(1500)
    expect(touched.seat(2).locator("[data-spot='ante'] .spot-amount")).to_have_text("400")
    assert Round.objects.get().play["wagers"] == {"2": {"ante": 40000}}


def test_a_signature_types_nothing_into_the_bank(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """The offer's keypad lies under the one of the signature."""
    cast.seat_players((1, 2))
    touched.open()
    expect(touched.next).to_have_text("Seat 1 takes the bank 999")
    count_seat(touched, fingers, 2)
    fingers.tap(sign(touched, fingers))
    expect(touched.seat(2).locator(".seat-chips")).to_have_text("300")
    touched.page.wait_for_timeout(HELD)
    expect(touched.next).to_have_text("Seat 1 takes the bank 999")


def test_a_signature_decides_nothing(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """The rows of the decisions lie under the keypad."""
    cast.seat_players()
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": seat, "ante": 1000} for seat in range(2, 7)])
    cast.act("deal", number=1)
    touched.open()
    count_seat(touched, fingers, 7)
    fingers.tap(sign(touched, fingers))
    expect(touched.seat(7).locator(".seat-chips")).to_have_text("300")
    touched.page.wait_for_timeout(HELD)
    assert not drafts(touched).get("decisions")
    assert touched.find(".choice[aria-pressed='true']").count() == 0


def test_tapping_in_with_a_slow_finger_does_nothing_in_the_first_view(
    touched: Tablet, fingers: Fingers, cast: Cast
) -> None:
    """The server is there before the finger has lifted off."""
    in_hands(cast)
    tap_out(table_id=cast.table.pk, stamp=cast.stamp("dana"))
    touched.open()
    touched.step("tap_in")
    fingers.type("1002")
    fingers.tap(touched.next)
    fingers.type(PINS["1002"][:-1])
    key = touched.find(f"[data-do='pin-digit'][data-digit='{PINS['1002'][-1]}']")
    lift_over_a_key(touched, fingers, key, lambda: touched.step("hands"))
    assert not drafts(touched).get("hands")


@FOUR
def test_a_slow_finger_on_a_key_of_the_draw_presses_no_other(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """The last to pay is answered by the keys of the exchange, under the finger."""
    cast.seat_players((1, 2))
    watched()
    number = cast.act("open_round").body["round"]
    cast.act("take_actions", number=number, actions=[{"seat": 2, "do": "open", "amount": 500}])
    touched.open()
    key = touched.find("[data-do='take'][data-action='pay']")
    expect(key).to_be_enabled()
    touched.page.wait_for_timeout(300)
    lift_over_a_key(touched, fingers, key, lambda: touched.step("exchange"))
    assert [action["do"] for action in Round.objects.get().play["actions"]] == ["open", "pay"]


def test_a_slow_finger_on_the_next_step_does_not_take_the_one_after(
    touched: Tablet, fingers: Fingers, cast: Cast
) -> None:
    """Another tablet deals while the finger is down: what lifts off is no "Close round"."""
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    touched.open()

    def dealt() -> None:
        cast.act("deal", number=1)
        cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "fold"}])
        touched.step("settlement")

    lift_over_a_key(touched, fingers, touched.next, dealt)
    assert Round.objects.get().state == "showdown"


def test_a_finger_held_on_a_key_presses_it_once(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """However long, at once and at the click; the keyboard and the mouse go on as before."""
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    touched.open()
    chip = touched.find("[data-do='chip'][data-value='1000']")
    amount = touched.seat(2).locator("[data-spot='ante'] .spot-amount")
    with fingers.held(chip):
        touched.page.wait_for_timeout(HELD)
    expect(amount).to_have_text("10")
    chip.click()
    expect(amount).to_have_text("20")
    chip.press("Enter")
    chip.press("Space")
    expect(amount).to_have_text("40")
    with fingers.held(touched.find("[data-do='clear-spot']")):
        touched.page.wait_for_timeout(HELD)
    expect(amount).to_have_text("")


def test_a_bounce_is_one_tap(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """Chips, cards and digits of an amount; the same a little later is two."""
    cast.seat_players((1, 2))
    touched.open()
    fingers.tap(touched.find("[data-do='amount-clear']"))
    fingers.bounce(touched.find("[data-do='amount-digit'][data-digit='2']"), 50)
    expect(touched.find(".amount-figure")).to_have_text("2")
    fingers.bounce(touched.find("[data-do='amount-digit'][data-digit='5']"), 150)
    expect(touched.find(".amount-figure")).to_have_text("255")
    cast.open_round(bank=50000)
    touched.step("betting")
    fingers.bounce(touched.find("[data-do='chip'][data-value='1000']"), 50)
    expect(touched.seat(2).locator("[data-spot='ante'] .spot-amount")).to_have_text("10")
    touched.go("decisions")
    fingers.tap(touched.find("[data-do='all-once']"))
    touched.go("hands")
    fingers.bounce(touched.find("[data-card='Ah']"), 50)
    expect(touched.message).to_have_text("")
    for card in ("Kh", "Qh"):
        fingers.tap(touched.find(f"[data-card='{card}']"))
    expect(touched.seat(2).locator(".card:not(.is-slot)")).to_have_count(3)


def test_a_bounce_on_a_tick_ticks(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """It does not take the tick away again."""
    in_hands(cast)
    cast.act("enter_hands", number=1, hands=[{"seat": 2, "cards": "AhKhQh9h8d7c2c"}])
    cast.act("settle_round", number=1)
    touched.open()
    row = touched.find("[data-do='tick']").first
    fingers.bounce(row, 50)
    expect(row).to_have_attribute("aria-pressed", "true")
