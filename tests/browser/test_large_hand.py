"""The hand large in the middle of the felt, its words, and two taps for one wrong card (LOOK 1.9)."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tables.models import Round
from tests.browser.conftest import Tablet
from tests.browser.test_round import to_showdown
from tests.browser.touch import Fingers
from tests.cast import Cast

pytestmark = pytest.mark.browser

LEAST_CARD = 56
LEAST_TARGET = 48
SIGN = {"s": "♠︎", "h": "♥︎", "d": "♦︎", "c": "♣︎"}


def middle(tablet: Tablet, part: str = "") -> Locator:
    """The large hand, or something of it."""
    return tablet.page.locator(f"#large-hand {part}")


def lying(tablet: Tablet, cards: str) -> None:
    """Wait until these cards lie in the middle, free slots left out."""
    written = [cards[at : at + 2].replace("T", "10") for at in range(0, len(cards), 2)]
    expect(middle(tablet, ".card:not(.is-slot)")).to_have_text([code[:-1] + SIGN[code[-1]] for code in written])


def test_look_1_9_the_hand_stands_large_with_what_it_comes_to(tablet: Tablet, cast: Cast) -> None:
    """Its words come with the answer; it stays until the next is begun, and the last hand says whether it qualifies."""
    to_showdown(cast)
    tablet.open()
    tablet.cards("AhKhQh")
    lying(tablet, "AhKhQh")
    expect(middle(tablet, ".large-words")).to_have_text("3 of 7 cards")
    tablet.cards("9h8d7c2c")
    expect(middle(tablet, ".large-seat")).to_have_text("Seat 2")
    expect(middle(tablet, ".large-words")).to_have_text("four hearts, ace high: Raise up to 1x; run of three")
    expect(middle(tablet, ".card.is-flush")).to_have_count(4)
    expect(middle(tablet, ".card.is-run")).to_have_count(3)
    box = middle(tablet, ".card").first.bounding_box()
    assert box
    assert box["width"] >= LEAST_CARD
    assert box["height"] >= LEAST_TARGET
    tablet.cards("As")
    lying(tablet, "As")
    expect(middle(tablet, ".large-seat")).to_have_text("Seat 1")


def test_hcf_3_4_a_raise_above_the_cap_says_what_goes_back(tablet: Tablet, cast: Cast) -> None:
    """In front of the player, as soon as the hand is in."""
    to_showdown(cast)
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "raise", "raise": 3000}])
    tablet.open()
    tablet.cards("AhKhQh9h8d7c2c")
    expect(middle(tablet, ".large-note")).to_have_text("Raise 30: 20 of it goes back")


def test_look_1_9_one_wrong_card_is_two_taps(touched: Tablet, fingers: Fingers, cast: Cast) -> None:
    """In the middle at once, and later at its seat and on the pad."""
    to_showdown(cast)
    touched.open()
    touched.cards("AhKhQh9h8d7c2c")
    fingers.tap(middle(touched, "[data-card='7c']"))
    lying(touched, "AhKhQh9h8d2c")
    expect(middle(touched, ".is-current")).to_have_count(1)
    fingers.tap(touched.find("[data-card='7d']"))
    expect(touched.seat(2).locator(".seat-word")).to_have_text("Stays in")
    assert Round.objects.get().play["hands"] == {"2": "AhKhQh9h8d7d2c"}
    touched.cards("AsKs9s")
    fingers.tap(touched.seat(2))
    lying(touched, "AhKhQh9h8d7d2c")
    expect(touched.find(".pad-key.is-mine")).to_have_count(7)
    fingers.tap(touched.find("[data-card='8d']"))
    fingers.tap(touched.find("[data-card='8c']"))
    expect(touched.seat(1)).to_have_class(re.compile("is-lit"))
    expect(touched.seat(2).locator(".seat-word")).to_have_text("Stays in")
    assert Round.objects.get().play["hands"] == {"2": "AhKhQh9h8c7d2c"}
    expect(touched.seat(1).locator(".card:not(.is-slot)")).to_have_count(3)


def test_look_1_9_a_seat_tapped_twice_leaves_its_hand_as_it_was(tablet: Tablet, cast: Cast) -> None:
    """Also when a card was taken out of it meanwhile; a card too many is not taken."""
    to_showdown(cast)
    tablet.open()
    tablet.cards("AhKhQh9h8d7c2c")
    expect(tablet.seat(2).locator(".seat-word")).to_have_text("Stays in")
    tablet.seat(2).click()
    tablet.find("[data-card='3c']").click()
    expect(tablet.message).to_contain_text("Seat 2: tap the card that is wrong first.")
    tablet.find("[data-card='Qh']").click()
    tablet.seat(2).click()
    expect(tablet.seat(1)).to_have_class(re.compile("is-lit"))
    expect(tablet.seat(2).locator(".card:not(.is-slot)")).to_have_count(7)
    assert Round.objects.get().play["hands"] == {"2": "AhKhQh9h8d7c2c"}
