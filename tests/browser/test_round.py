"""Whole rounds on the tablet, in a real browser, beside what the settlement calculator says."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tables.games.calculator import settle_document
from tables.models import Round
from tests.browser.conftest import Tablet
from tests.cast import HOUSE_RULES, Cast

pytestmark = pytest.mark.browser

# Seat 4 ties exactly, seat 3 wins more than the bank has, seat 7 loses, seat 2 wins; 6 folds, 5 walks away.
BANKER = "AsKs9s8h5d4c2c"
HANDS = {7: "6sTc5sKdTdQh7c", 4: "AhKh9h8d5c4s2d", 3: "3h7h2h3c6h4h5h", 2: "Kc3dAcJc9cThAd"}
WAGERS: dict[int, dict[str, list[int]]] = {
    2: {"ante": [10], "flush": [5]},
    3: {"ante": [10, 10], "straight_flush": [5]},
    4: {"ante": [25], "straight_flush": [5], "flush": [5]},
    5: {"ante": [10]},
    6: {"ante": [10], "flush": [5]},
    7: {"ante": [50]},
}


def calculated() -> dict[str, Any]:
    """The same round through the calculator."""
    seats = []
    for seat, spots in WAGERS.items():
        entry: dict[str, Any] = {"seat": seat} | {spot: sum(chips) * 100 for spot, chips in spots.items()}
        entry |= {"decision": "raise", "raise": entry["ante"], "cards": HANDS[seat]} if seat in HANDS else {}
        seats.append(entry | ({"decision": {5: "walk_away", 6: "fold"}[seat]} if seat in (5, 6) else {}))
    document = {"game": "high_card_flush", "rules": HOUSE_RULES, "seats": seats}
    found: dict[str, Any] = settle_document(
        document | {"designated_player": {"seat": 1, "bank": 10000, "cards": BANKER}}
    )
    return found


def movement(row: dict[str, Any]) -> str:
    """What the dealer is told to do for a settled hand."""
    if row["outcome"] == "dead":
        return f"Return {sum(bet['stake'] for bet in row['bets'].values()) // 100:,}"
    if row["outcome"] == "folded":
        return f"Taken {-row['net'] // 100:,}"
    if row["net"] == 0:
        return "Push"
    return f"Pay {row['net'] // 100:,}" if row["net"] > 0 else f"Take {-row['net'] // 100:,}"


def play_to_hands(tablet: Tablet) -> None:
    """Offer, wager, deal and decide by tapping."""
    tablet.open()
    tablet.step("offer")
    tablet.keys("100")
    tablet.go("betting")
    for seat, spots in WAGERS.items():
        tablet.wager(seat, **spots)
    tablet.go("decisions")
    tablet.find("[data-do='all-once']").click()
    tablet.decide(6, "fold")
    tablet.decide(5, "walk_away")
    tablet.step("hands")


def test_a_round_of_six_players_is_paid_as_the_calculator_says(tablet: Tablet, cast: Cast) -> None:
    """A fold, a walk-away, a dead hand and a tie, row by row in paying order (LOOK 1.4)."""
    cast.seat_players()
    play_to_hands(tablet)
    for cards in (*HANDS.values(), BANKER):
        tablet.cards(cards)
    tablet.step("settlement")
    expected = calculated()
    assert {row["outcome"] for row in expected["seats"]} == {"settled", "folded", "dead"}
    for place, row in enumerate(expected["seats"]):
        shown = tablet.find(".payment").nth(place)
        expect(shown.locator(".pay-seat")).to_have_text(f"Seat {row['seat']}")
        expect(shown.locator(".pay-move")).to_have_text(movement(row), use_inner_text=True)
        if row["bank_after"] is not None:
            expect(shown.locator(".pay-bank b")).to_have_text(f"{row['bank_after'] // 100:,}")
    expect(tablet.page.locator(".bank-amount")).to_have_text(f"{expected['designated_player']['bank_after'] // 100:,}")
    assert Round.objects.get().state == "showdown"
    tablet.find(".payment").first.click()
    expect(tablet.find(".payment").first).to_have_attribute("aria-pressed", "true")
    tablet.go("offer")
    assert Round.objects.get().state == "closed"


def test_a_reload_in_the_middle_loses_nothing(tablet: Tablet, cast: Cast) -> None:
    """Neither chips tapped nor half a hand (LOOK 1.6)."""
    cast.seat_players((1, 2, 3))
    cast.open_round(bank=50000)
    tablet.open()
    tablet.wager(2, ante=[10])
    tablet.wager(3, ante=[1])
    tablet.page.reload()
    expect(tablet.seat(3).locator("[data-spot='ante'] .spot-amount")).to_have_text("1")
    expect(tablet.find(".why")).to_have_text("seat 3: Ante below 10")
    tablet.seat(3).click()
    tablet.find("[data-do='take-back']").click()
    tablet.go("decisions")
    tablet.decide(2, "2")
    tablet.page.reload()
    expect(tablet.find(".decision[data-seat='2'] [data-choice='2']")).to_have_attribute("aria-pressed", "true")
    tablet.step("hands")
    tablet.cards("AhKhQh")
    tablet.page.reload()
    expect(tablet.seat(2).locator(".card:not(.is-slot)")).to_have_text(["A♥︎", "K♥︎", "Q♥︎"])
    tablet.cards("9h8d7c2c")
    expect(tablet.seat(1)).to_have_class(re.compile("is-lit"))


def test_a_card_in_two_hands_is_named_and_either_can_be_retaken(tablet: Tablet, cast: Cast) -> None:
    """On the pad it is struck through; the way out opens the other hand (OPS 5.5)."""
    to_showdown(cast)
    tablet.open()
    tablet.cards("AhKhQh9h8d7c2c")
    tablet.cards("AsKs")
    expect(tablet.find("[data-card='7c']")).to_have_class("pad-key suit-c is-out")
    tablet.find("[data-card='7c']").click()
    expect(tablet.message).to_contain_text("7♣︎ is already in seat 2's hand.")
    tablet.message.get_by_role("button", name="Retake seat 2").click()
    expect(tablet.message).not_to_contain_text("7♣")
    tablet.cards("AhKhQh9h8d6c2c")
    tablet.cards("7c9s5d4d3d")
    tablet.step("settlement")
    assert Round.objects.get().play["hands"] == {"1": "AsKs9s7c5d4d3d", "2": "AhKhQh9h8d6c2c"}


def to_showdown(cast: Cast) -> None:
    """A round of one player, all hands still needed."""
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "raise", "raise": 1000}])


def test_a_void_after_decisions_is_signed_in_the_panel(tablet: Tablet, cast: Cast) -> None:
    """The floor's badge and PIN, and everything goes back (OPS 1.3, 5.6)."""
    to_showdown(cast)
    tablet.open()
    tablet.page.locator("[data-aside='floor']").first.click()
    tablet.find("[data-reason='fouled_deck']").click()
    tablet.next.click()
    expect(tablet.find("h2")).to_have_text("A floor manager signs")
    tablet.keys("2001", "Enter", "471938")
    tablet.step("opening")
    assert Round.objects.get().void_reason == "fouled_deck"


def test_a_stack_that_is_short_is_taken_when_the_dealer_sees_the_chips(tablet: Tablet, cast: Cast) -> None:
    """The recount goes with the wager (OPS 2.2)."""
    cast.seat_players((1, 2), chips=12000)
    cast.open_round(bank=11000)
    tablet.open()
    tablet.wager(2, ante=[100])
    tablet.message.get_by_role("button", name="I see the chips").click()
    tablet.go("decisions")
    assert Round.objects.get().flags == [{"code": "chips_seen", "seat": 2, "difference": 8100}]


def test_hands_at_the_keyboard_alone(tablet: Tablet, cast: Cast) -> None:
    """A whole round without a pointer (interfaces, section 4)."""
    cast.seat_players((1, 2, 3))
    tablet.open()
    tablet.step("offer")
    tablet.keys("d", "100", "Enter")
    tablet.step("betting")
    tablet.keys("4", "f", "2", "ArrowRight", "3", "Enter")
    tablet.step("decisions")
    tablet.keys("1", "f")
    tablet.step("hands")
    tablet.keys("ahkhqh9h8d7c2d", "Backspace", "2c", "asks9s8h5d4c10d")
    tablet.step("settlement")
    tablet.page.wait_for_timeout(450)
    tablet.keys("Enter")
    tablet.step("offer")
    assert Round.objects.get().designated_seat == 2


def test_a_tablet_on_the_lan_needs_no_secure_context(
    new_tablet: Callable[..., Tablet], live_casino: Any, cast: Cast
) -> None:
    """Command ids come with the page: nothing of HTTPS alone is used (interfaces, section 4)."""
    cast.seat_players((1, 2))
    url = live_casino.lan_url()
    tablet = new_tablet(url).open(url)
    assert tablet.page.evaluate("isSecureContext") is False
    tablet.keys("100")
    tablet.go("betting")


def test_ops_5_4_a_wager_found_different_and_a_decision_changed(tablet: Tablet, cast: Cast) -> None:
    """Until settlement what was entered can be entered again, from the panel of its own step."""
    to_showdown(cast)
    tablet.open()
    tablet.find("[data-aside='wagers']").click()
    expect(tablet.next).to_have_attribute("aria-disabled", "true")
    tablet.find(".bet-spot[data-spot='flush']").click()
    tablet.find("[data-do='chip'][data-value='500']").click()
    tablet.next.click()
    expect(tablet.seat(2).locator("[data-spot='flush'] .spot-amount")).to_have_text("5")
    tablet.find("[data-aside='decisions']").click()
    tablet.decide(2, "2")
    tablet.next.click()
    expect(tablet.seat(2).locator("[data-spot='raise'] .spot-amount")).to_have_text("20")
    tablet.cards("AhKhQh9h8d7c2c")
    tablet.find("[data-aside='decisions']").click()
    tablet.decide(2, "fold")
    tablet.next.click()
    expect(tablet.find("h2")).to_have_text("A floor manager signs")
    tablet.keys("2001", "Enter", "471938")
    expect(tablet.seat(2).locator(".seat-word")).to_have_text("Folded")
    expect(tablet.seat(2).locator(".seat-word")).not_to_have_class(re.compile("is-sending"))
    round_ = Round.objects.get()
    assert round_.play["wagers"] == {"2": {"ante": 1000, "flush": 500}}
    assert round_.play["decisions"] == {"2": {"decision": "fold"}}
    assert [flag["code"] for flag in round_.flags] == ["wager_changed"]
