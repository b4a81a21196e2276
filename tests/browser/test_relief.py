"""Relief and signatures by touch and by a reader of badges: few taps, and what is signed is said (OPS 1.8, LOOK 1.11, 1.12)."""

import json

import pytest
from playwright.sync_api import expect

from tables.actions.people.sign_in import tap_in
from tables.models import Round
from tests.actions.felt import dealt, decide, show
from tests.browser.conftest import Tablet
from tests.browser.touch import Fingers
from tests.cast import PINS, Cast, command_id

pytestmark = pytest.mark.browser

# What a reader of badges types: digits two milliseconds apart, and Enter.
READ = """async (badge) => {
  for (const key of [...badge, "Enter"]) {
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    if (target.dispatchEvent(event) && target instanceof HTMLInputElement && key.length === 1) target.value += key;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}"""


def took_over(cast: Cast, badge: str) -> None:
    """Tap in at the cast's table."""
    tap_in(table_id=cast.table.pk, badge=badge, pin=PINS[badge], tablet_id=None, command_id=command_id())


@pytest.fixture
def seen_today(cast: Cast) -> Cast:
    """Dora was seen today; Dana deals."""
    took_over(cast, "1002")
    took_over(cast, "1001")
    return cast


def test_look_1_12_relief_takes_eight_taps(touched: Tablet, fingers: Fingers, seen_today: Cast) -> None:
    """The dealer's name, the name of who comes, six digits; in the middle of a round."""
    dealt(seen_today)
    touched.open()
    taps = 0
    dealer, name = touched.page.locator(".top-dealer"), touched.find("[data-do='dealer']").get_by_text("Dora")
    for key in (dealer, name):
        fingers.tap(key)
        taps += 1
    expect(touched.find(".sign-badge")).to_have_text("Dora")
    for digit in PINS["1002"]:
        fingers.type(digit)
        taps += 1
    expect(dealer).to_contain_text("Dora")
    assert taps == 8
    touched.step("decisions")


def test_look_1_12_an_empty_table_is_tapped_in_at_by_name(touched: Tablet, fingers: Fingers, seen_today: Cast) -> None:
    """A name and six digits; a wrong PIN keeps the name."""
    touched.open()
    touched.page.locator(".top-floor").click()
    touched.find("[data-floor='tap_out']").click()
    touched.next.click()
    touched.step("tap_in")
    expect(touched.find(".work-note")).to_contain_text("This table is closed.")
    fingers.tap(touched.find("[data-do='dealer']").get_by_text("Dora"))
    fingers.type("918273")
    expect(touched.message).to_contain_text("do not belong together")
    expect(touched.find(".sign-badge")).to_have_text("Dora")
    fingers.type(PINS["1002"])
    expect(touched.page.locator(".top-dealer")).to_contain_text("Dora")


def to_hands(cast: Cast) -> int:
    """A showdown, with the hand of seat 1 entered."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    show(cast, number, {1: "AsKhQs9s7d6d2c"})
    return number


def test_ops_1_8_a_reader_taps_in_in_the_middle_of_a_hand(tablet: Tablet, cast: Cast) -> None:
    """Digits are ranks for a person and a badge from a reader; what was typed of the hand stays, and the PIN is asked for."""
    to_hands(cast)
    tablet.open()
    tablet.step("hands")
    tablet.cards("5h4h")
    begun = tablet.page.evaluate("performance.now()")
    tablet.page.evaluate(READ, "1002")
    expect(tablet.find(".sign-badge")).to_have_text("1002")
    expect(tablet.find("[data-field='pin']")).to_have_class("sign-field is-chosen")
    for digit in PINS["1002"]:
        tablet.find(f"[data-do='pin-digit'][data-digit='{digit}']").click()
    expect(tablet.page.locator(".top-dealer")).to_contain_text("Dora")
    assert tablet.page.evaluate("performance.now()") - begun < 3000
    kept = tablet.page.evaluate(f"localStorage.getItem('croupier.draft.{cast.table.pk}')")
    assert json.loads(kept)["hands"]["2"]["cards"] == ["5h", "4h"]


def test_ops_1_8_a_reader_does_not_write_into_a_field(tablet: Tablet, cast: Cast) -> None:
    """What a person wrote there stays as it was."""
    cast.seat_players((1, 2))
    tablet.open()
    tablet.seat(3).click()
    tablet.find("#player-card").fill("K-2")
    tablet.find("#player-card").focus()
    tablet.page.evaluate(READ, "1002")
    expect(tablet.find(".sign-badge")).to_have_text("1002")
    assert tablet.page.locator("#player-card").input_value() == "K-2"


def test_ops_1_8_keys_of_a_person_stay_what_they_are(tablet: Tablet, cast: Cast) -> None:
    """A hand is typed by keys, ranks first, each held back for less than a twentieth of a second."""
    number = to_hands(cast)
    tablet.open()
    tablet.step("hands")
    for key in "5h4h3h2hks9d7c":
        tablet.page.keyboard.press(key)
        tablet.page.wait_for_timeout(60)
    expect(tablet.next).not_to_have_attribute("aria-disabled", "true")
    while tablet.page.evaluate(f"localStorage.getItem('croupier.outbox.{cast.table.pk}')"):
        tablet.page.wait_for_timeout(50)
    hand = Round.objects.get(number=number).play["hands"]["2"]
    assert {hand[place : place + 2] for place in range(0, 14, 2)} == {"5h", "4h", "3h", "2h", "Ks", "9d", "7c"}


def test_look_1_11_the_signature_says_what_it_is_for(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """Old and new; a wrong PIN keeps the badge, another person's badge takes its place, and the table is told when it is done."""
    to_hands(cast)
    touched.open()
    touched.step("hands")
    fingers.tap(touched.find("[data-aside='decisions']"))
    fingers.tap(touched.find(".decision[data-seat='2'] [data-choice='fold']"))
    touched.page.wait_for_timeout(450)
    fingers.tap(touched.next)
    what = touched.find("[data-sign='acts']")
    expect(what).to_have_text("Round 1, seat 2: Raise 10 \N{RIGHTWARDS ARROW} Fold")
    expect(touched.find("[data-sign='what']")).to_have_text("")
    expect(touched.message).to_have_text("")
    fingers.type("2001")
    fingers.type("918273")
    expect(touched.find("[data-sign='what']")).to_contain_text("do not belong together")
    expect(touched.find(".sign-badge")).to_have_text("2001")
    expect(touched.find(".why")).to_contain_text("the badge is kept")
    expect(what).to_have_text("Round 1, seat 2: Raise 10 \N{RIGHTWARDS ARROW} Fold")
    fingers.tap(touched.find("[data-field='badge']"))
    fingers.type("1001")
    fingers.type(PINS["1001"])
    expect(touched.find(".why")).to_contain_text("another person signs")
    fingers.type("2001")
    fingers.type(PINS["2001"])
    expect(touched.message).to_contain_text("Done, and signed by Frank: Round 1, seat 2: Raise 10")
    assert Round.objects.get().play["decisions"]["2"] == {"decision": "fold"}


def test_ops_1_8_a_reader_fills_the_badge_of_a_signature(tablet: Tablet, cast: Cast) -> None:
    """The PIN is still to be typed."""
    cast.seat_players((1, 2))
    tablet.open()
    tablet.seat(2).click()
    tablet.find("[data-menu='recount']").click()
    tablet.find("[data-reason='passed']").click()
    for digit in "300":
        tablet.find(f"[data-do='amount-digit'][data-digit='{digit}']").click()
    tablet.page.wait_for_timeout(450)
    tablet.next.click()
    expect(tablet.find("[data-sign='acts']")).to_contain_text("Seat 2: recount 1,000")
    tablet.page.evaluate(READ, "2001")
    expect(tablet.find(".sign-badge")).to_have_text("2001")
    for digit in PINS["2001"]:
        tablet.find(f"[data-do='pin-digit'][data-digit='{digit}']").click()
    expect(tablet.seat(2).locator(".seat-chips")).to_have_text("300")
