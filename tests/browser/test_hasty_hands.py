"""Hands that are faster than the service, and forms that must not be mixed up (OPS 5.10, LOOK 1.6)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tables.models import AuditEntry, Round, Seating
from tests.browser.conftest import Tablet
from tests.browser.test_round import to_showdown
from tests.cast import PINS, Cast

pytestmark = pytest.mark.browser

# Every request of an act takes this much longer.
SLOW = """
  const send = window.fetch;
  window.fetch = (...request) => new Promise((go) => setTimeout(go, 1500)).then(() => send(...request));
"""
NO_STORE = "Storage.prototype.setItem = () => { throw new Error('the store is full'); };"
TAP_AND_TAP = """() => new Promise((done) => {
  let left = 60;
  const timer = setInterval(() => {
    document.querySelector(".view:not([hidden]) .next-step").click();
    if ((left -= 1) === 0) { clearInterval(timer); done(); }
  }, 20);
})"""

PRESS_AS_IT_CHANGES = """() => {
  const send = window.fetch;
  window.fetch = async (...request) => {
    await new Promise((go) => setTimeout(go, 900));
    const answer = await send(...request);
    setTimeout(() => document.querySelector(".view:not([hidden]) .next-step").click(), 100);
    return answer;
  };
  document.querySelector(".view:not([hidden]) .next-step").click();
}"""


def settled(tablet: Tablet, cast: Cast) -> Tablet:
    """The tablet where a round is settled."""
    to_showdown(cast)
    cast.act(
        "enter_hands", number=1, hands=[{"seat": 2, "cards": "AhKhQh9h8d7c2c"}, {"seat": 1, "cards": "AsKcQs9s7s6d2d"}]
    )
    cast.act("settle_round", number=1)
    tablet.open()
    return tablet


def test_many_taps_on_the_next_step_are_one(tablet: Tablet, cast: Cast) -> None:
    """Closing a round does not also give the next bank to a player whom nobody asked."""
    settled(tablet, cast).page.evaluate(TAP_AND_TAP)
    tablet.step("offer")
    assert list(Round.objects.values_list("number", "state")) == [(1, "closed")]
    tablet.page.wait_for_timeout(500)
    tablet.go("betting")


def test_a_key_held_down_is_one_press(tablet: Tablet, cast: Cast) -> None:
    """Enter repeats thirty times a second."""
    settled(tablet, cast)
    for _ in range(40):
        tablet.page.keyboard.down("Enter")
        tablet.page.wait_for_timeout(15)
    tablet.page.keyboard.up("Enter")
    tablet.step("offer")
    assert list(Round.objects.values_list("number", "state")) == [(1, "closed")]


def test_a_press_under_which_the_step_changes_is_not_meant(tablet: Tablet, cast: Cast) -> None:
    """The answer was slow, and the second press comes when the offer has just appeared."""
    settled(tablet, cast).page.evaluate(PRESS_AS_IT_CHANGES)
    tablet.step("offer")
    tablet.page.wait_for_timeout(400)
    assert list(Round.objects.values_list("number", "state")) == [(1, "closed")]
    tablet.go("betting")


def test_every_act_has_its_own_command_id_without_a_store(tablet: Tablet, cast: Cast) -> None:
    """Two hands on their way at once, in a browser that keeps nothing."""
    to_showdown(cast)
    for script in (NO_STORE, SLOW):
        tablet.page.add_init_script(script)
    tablet.open()
    tablet.cards("AhKhQh9h8d7c2c")
    tablet.cards("AsKs9s8h5d4c2d")
    tablet.step("settlement")
    assert AuditEntry.objects.filter(act="enter_hands").count() == 2


def test_ops_2_1_a_buy_in_is_what_the_screen_says(tablet: Tablet, cast: Cast) -> None:
    """With anything else that happens at the table meanwhile; and the bank is offered again as it was."""
    cast.seat_players((1, 2, 3), chips=80000)
    tablet.open()
    expect(tablet.next).to_have_text("Seat 1 takes the bank 799")
    tablet.seat(2).click()
    tablet.keys("100")
    cast.act("standing_decline", seat=3, on=True)
    expect(tablet.seat(3).locator(".seat-word")).to_have_text("Declines the bank")
    expect(tablet.next).to_have_text("Buy in 100")
    tablet.next.click()
    expect(tablet.seat(2).locator(".seat-chips")).to_have_text("900")
    assert Seating.objects.get(seat=2).chips == 90000
    tablet.seat(1).click()
    tablet.keys("7")
    tablet.find("[data-do='back']").click()
    expect(tablet.next).to_have_text("Seat 1 takes the bank 799")


def test_a_bank_that_was_typed_stays_when_something_else_changes(tablet: Tablet, cast: Cast) -> None:
    """It gives way to another seat only."""
    cast.seat_players((1, 2, 3), chips=80000)
    tablet.open()
    tablet.keys("300")
    cast.act("standing_decline", seat=3, on=True)
    expect(tablet.seat(3).locator(".seat-word")).to_have_text("Declines the bank")
    expect(tablet.next).to_have_text("Seat 1 takes the bank 300")
    tablet.find("[data-do='decline']").click()
    expect(tablet.next).to_have_text("Seat 2 takes the bank 799")


def test_ops_3_2_a_bank_below_the_least_is_said_before_it_is_sent(tablet: Tablet, cast: Cast) -> None:
    """With the amount; the least itself goes."""
    cast.seat_players((1, 2), chips=80000)
    tablet.open()
    expect(tablet.find(".amount-note")).to_have_text("a suggestion: type another, 100 to 799")
    tablet.keys("99")
    expect(tablet.find(".why")).to_have_text("seat 1: the bank is at least 100")
    tablet.find("[data-do='amount-clear']").first.click()
    tablet.keys("100")
    expect(tablet.next).to_have_text("Seat 1 takes the bank 100")
    tablet.go("betting")


def test_ops_5_6_other_reasons_are_said_in_words(tablet: Tablet, cast: Cast) -> None:
    """The field comes with the reason, and is empty the next time."""
    cast.seat_players((1, 2))
    cast.open_round()
    tablet.open()
    tablet.page.locator("[data-aside='floor']").first.click()
    expect(tablet.find("#void-words")).to_have_count(1)
    expect(tablet.find("#void-words")).to_be_hidden()
    tablet.find("[data-do='void-reason'][data-reason='other']").click()
    expect(tablet.find(".why")).to_have_text("say it in words")
    tablet.find("#void-words").fill("Kartendeck naß, 牌 <b>")
    tablet.next.click()
    tablet.step("opening")
    entry = AuditEntry.objects.get(act="void_round")
    assert entry.payload["sent"] == {"number": 1, "reason": "other", "words": "Kartendeck naß, 牌 <b>"}
    tablet.all_has_moved()
    tablet.page.locator("[data-aside='floor']").first.click()
    tablet.find("[data-do='back']").click()
    tablet.go("betting")
    tablet.page.locator("[data-aside='floor']").first.click()
    tablet.find("[data-do='void-reason'][data-reason='other']").click()
    expect(tablet.find("#void-words")).to_have_value("")


def test_what_was_written_about_one_player_is_not_said_of_the_next(tablet: Tablet, cast: Cast) -> None:
    """Player cards and reasons begin empty; a refused form comes back as it was."""
    cast.act("open_table", by="frank")
    tablet.open()
    for seat, card in ((2, "K-2087"), (3, "")):
        tablet.seat(seat).click()
        expect(tablet.find("#player-card")).to_have_value("")
        tablet.keys("500")
        tablet.find("#player-card").fill(card)
        tablet.next.click()
        expect(tablet.seat(seat).locator(".seat-chips")).to_have_text("500")
    tablet.seat(4).click()
    tablet.keys("500")
    tablet.find("#player-card").fill("K-2087")
    tablet.next.click()
    expect(tablet.message).to_contain_text("K-2087")
    expect(tablet.find("#player-card")).to_have_value("K-2087")


def test_ops_1_4_what_only_the_floor_does_says_so_before_it_is_tried(tablet: Tablet, cast: Cast) -> None:
    """The dealer is not asked for a reason first and refused then."""
    cast.seat_players((1, 2))
    tablet.open()
    tablet.page.locator("[data-aside='floor']").first.click()
    tablet.find("[data-floor='suspend_table']").click()
    tablet.find("#suspend-reason").fill("A fight")
    expect(tablet.find(".why")).to_have_text("a floor manager does this")


def test_look_1_6_a_slow_answer_is_waited_for_in_sight(tablet: Tablet, cast: Cast) -> None:
    """The seat, the next step and the dot say that something is on its way; nothing builds on it meanwhile."""
    cast.seat_players((1, 2))
    tablet.page.add_init_script(SLOW)
    tablet.open()
    tablet.seat(3).click()
    tablet.keys("500")
    tablet.next.click()
    expect(tablet.seat(3)).to_contain_text("Sending")
    expect(tablet.next).to_have_class(re.compile("is-sending"))
    expect(tablet.page.locator(".live-word")).to_have_text("waiting")
    expect(tablet.seat(3).locator(".seat-chips")).to_have_text("500")
    expect(tablet.page.locator(".live-word")).to_have_text("live")
    expect(tablet.next).not_to_have_class(re.compile("is-sending"))


def test_look_1_6_the_last_decision_shows_that_it_is_on_its_way(tablet: Tablet, cast: Cast) -> None:
    """The showdown begins with it, and cannot be pressed meanwhile."""
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    tablet.page.add_init_script(SLOW)
    tablet.open()
    tablet.find("[data-do='all-once']").click()
    expect(tablet.next).to_have_class(re.compile("is-sending"))
    expect(tablet.next).to_have_attribute("aria-disabled", "true")
    tablet.step("hands")


def test_ops_1_2_what_the_relieved_dealer_tapped_is_not_the_reliefs(
    tablet: Tablet, new_tablet: Callable[..., Tablet], cast: Cast, page_errors: list[str]
) -> None:
    """It is held, said, and goes off when the dealer who is there sends it."""
    to_showdown(cast)
    tablet.page.add_init_script(SLOW)
    tablet.open()
    other = new_tablet().open()
    tablet.cards("AhKhQh9h8d7c2c")
    other.page.locator("[data-aside='floor']").first.click()
    other.find("[data-aside='tap-in']").click()
    other.keys("1002", "Enter", PINS["1002"])
    expect(other.page.locator(".top-dealer")).not_to_contain_text("Dana")
    expect(tablet.message).to_contain_text("Another dealer has tapped in")
    assert not AuditEntry.objects.filter(act="enter_hands").exists()
    tablet.next.click()
    expect(tablet.seat(2).locator(".seat-word")).to_have_text("Stays in")
    assert AuditEntry.objects.get(act="enter_hands").person == "1002"
    page_errors.clear()
