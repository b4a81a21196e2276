"""After a void or a correction, on whatever page: what goes back or moves, ticked off before the next offer (OPS 5.8)."""

import pytest
from playwright.sync_api import expect

from tests.actions.felt import dealt, decide, settled
from tests.browser.conftest import TO_READ, Tablet
from tests.browser.touch import Fingers
from tests.cast import Cast

pytestmark = pytest.mark.browser


def rows(tablet: Tablet) -> list[str]:
    """What each row says, on one line."""
    return [" ".join(text.split()) for text in tablet.find(".payment--moved").all_inner_texts()]


def test_ops_5_8_a_void_by_touch_is_ticked_off(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """Bank, stakes and rake, seat by seat; a tick stays over a reload; one tap says that all of it has moved."""
    dealt(cast, {"seat": 2, "ante": 1000, "flush": 500}, {"seat": 4, "ante": 1000})
    touched.open()
    fingers.tap(touched.page.locator(".top-floor"))
    fingers.tap(touched.find("[data-floor='void_round']"))
    fingers.tap(touched.find("[data-reason='wrong_count']"))
    touched.page.wait_for_timeout(TO_READ * 1000)
    fingers.tap(touched.next)
    expect(touched.find("h2")).to_have_text("Round 1 is void: Wrong number of cards")
    expect(touched.message).to_have_text("Done: Void round 1: Wrong number of cards.")
    expect(touched.find(".work-note")).to_have_text("Entered by Dana")
    assert rows(touched) == [
        "Seat 1 bank 500 rake 1 Return 501",
        "Seat 2 staked 15 rake 1 Return 16",
        "Seat 4 staked 10 rake 1 Return 11",
    ]
    second = touched.find(".payment--moved").nth(1)
    fingers.tap(second)
    expect(second).to_have_attribute("aria-pressed", "true")
    touched.page.reload()
    expect(touched.find(".payment--moved").nth(1)).to_have_attribute("aria-pressed", "true")
    touched.page.keyboard.press("Escape")
    expect(touched.page.locator("[data-view='moved']")).to_be_visible()
    fingers.tap(touched.next)
    expect(touched.find(".standing")).to_contain_text("Seat 1 has taken the bank of 500.")
    touched.page.reload()
    expect(touched.find(".standing")).to_contain_text("Seat 1 has taken the bank of 500.")


def test_ops_5_8_a_correction_made_elsewhere_comes_before_the_next_offer(tablet: Tablet, cast: Cast) -> None:
    """In the middle of the next round it is a mark; then it is a list, with what stands on the floor's list."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=4)
    cast.open_round(2, 50000)
    tablet.open()
    tablet.step("betting")
    hand = {"seat": 4, "cards": "JdTd8c6c5c4c3s"}
    decisions = [{"seat": 2, "decision": "fold"}]
    corrections = {"hands": [hand, {"seat": 2, "cards": None}], "decisions": decisions}
    cast.act("correct_round", number=number, signed_by="frank", corrections=corrections, reason="ruling")
    mark = tablet.page.locator(".top-mark")
    expect(mark).to_have_text("Corrected")
    mark.click()
    expect(tablet.message).to_have_text(f"Round {number} is corrected: By a ruling.")
    cast.act("void_round", number=2, reason="red_light")
    expect(tablet.find("h2")).to_have_count(2)
    expect(tablet.find("h2").first).to_have_text(f"Round {number} is corrected: By a ruling")
    assert rows(tablet) == [
        "Seat 1 Take 10",
        "Seat 2 the player owes 30: on the floor's list",
        "Seat 4 has left the house owes 40: on the floor's list",
        "Seat 2 bank 500 Return 500",
    ]
    tablet.all_has_moved()
    tablet.step("opening")


def test_ops_5_8_what_is_found_and_disputed_stands_in_the_top_bar(tablet: Tablet, cast: Cast) -> None:
    """Until the round is closed: a word, sentences when it is tapped, and the seats are marked."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    tablet.open()
    expect(tablet.page.locator(".top-mark")).to_have_count(0)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000, "flush": 20000, "found": True}])
    expect(tablet.page.locator(".top-mark")).to_contain_text("Wager changed")
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-floor='open_dispute']").click()
    tablet.find("[data-floor-form='open_dispute'] [data-reason='payment']").click()
    tablet.next.click()
    expect(tablet.message).to_contain_text("the dispute about round 1 is on record, and the floor is told (Payment)")
    expect(tablet.page.locator(".top-mark")).to_contain_text("Dispute")
    tablet.page.locator(".top-mark").click()
    for sentence in (
        "The round is disputed: Payment.",
        "Seat 2: Ante 10, Flush 200 was found after the deal, not Ante 10.",
        "Seat 2: Flush 200 is outside the limits, found after the deal.",
    ):
        expect(tablet.message).to_contain_text(sentence)
    assert "is-marked" in str(tablet.seat(2).get_attribute("class"))
    cast.act("void_round", number=number, reason="red_light", signed_by="frank")
    expect(tablet.page.locator(".top-mark")).to_have_count(0)
