"""A full turn of the button over six seats with declines, played on the tablet; the rotation ledger shows exactly it (OPS 3)."""

import csv
import io
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Round, Table
from tests.browser.conftest import Tablet
from tests.cast import PASSWORD, Cast

pytestmark = pytest.mark.browser

# Round by round: who declines, who takes the bank, and the bank in major units. Every seat has it once.
TURN = [
    ((), 1, 100),
    ((2,), 3, 300),
    ((), 4, 250),
    ((5,), 6, 200),
    ((1,), 2, 150),
    ((3, 4), 5, 100),
]
HANDS = ("5h4h3h2hKs9d7c", "JdTd8d6c5c4c3s", "AsKhQs9s7s6d2c")


def play_round(tablet: Tablet, declining: tuple[int, ...], seat: int, bank: int) -> None:
    """From the offer to the closing, as the dealer does it with fingers and keys."""
    for _seat in declining:
        tablet.find("[data-do='decline']").click()
    expect(tablet.find("[data-offer='title']")).to_contain_text(f"seat {seat}")
    tablet.keys(str(bank))
    tablet.go("betting")
    expect(tablet.page.locator(".bank-amount")).to_have_text(str(bank))
    for player in players(seat):
        tablet.wager(player, ante=[10])
    tablet.go("decisions")
    tablet.find("[data-do='all-once']").click()
    tablet.step("hands")
    tablet.keys(*(hand.lower() for hand in HANDS))
    tablet.step("settlement")
    tablet.go("offer")


def players(bank_seat: int) -> list[int]:
    """Two who play against this bank: the designated player's neighbours."""
    return sorted({bank_seat % 6 + 1, (bank_seat - 2) % 6 + 1})


def offers() -> list[tuple[str, str, str, str]]:
    """Every offer of the turn with its answer: round, seat, answer, bank; the newest first."""
    asked = []
    for number, (declining, seat, bank) in enumerate(TURN, start=1):
        asked += [(str(number), str(other), "declined", "") for other in declining]
        asked.append((str(number), str(seat), "accepted", f"{bank}.00"))
    return asked[::-1]


def counts(seat: int) -> list[str]:
    """Offered, took, declined, not eligible, rounds banked, largest bank of a seat."""
    declined = sum(seat in declining for declining, _taker, _bank in TURN)
    banks = [bank for _declining, taker, bank in TURN if taker == seat]
    return [str(number) for number in (len(banks) + declined, len(banks), declined, 0, len(banks), max(banks))]


def test_ops_3_a_full_turn_of_the_button_over_six_seats(
    tablet: Tablet, cast: Cast, new_context: Callable[..., BrowserContext]
) -> None:
    """Then the ledger, its print and its CSV are exactly what was played (OPS 3.6)."""
    cast.seat_players((1, 2, 3, 4, 5, 6))
    tablet.open()
    tablet.step("offer")
    for declining, seat, bank in TURN:
        play_round(tablet, declining, seat, bank)
        assert Table.objects.get().button == seat
    assert list(Round.objects.order_by("number").values_list("designated_seat", "state")) == [
        (seat, "closed") for _declining, seat, _bank in TURN
    ]
    verify_ledger(new_context().new_page(), cast)


def verify_ledger(page: Page, cast: Cast) -> None:
    """As the floor manager reads it."""
    page.goto("/login/")
    page.fill("[name='badge']", "2001")
    page.fill("[name='password']", PASSWORD)
    page.locator("form button").first.click()
    address = f"/floor/tables/{cast.table.pk}/rotation/"
    page.goto(address)
    by_seat, every_offer = page.locator("table.ledger").all()
    rows = [row.split("\t") for row in by_seat.locator("tbody").inner_text().splitlines()]
    assert [(row[0], row[3:]) for row in rows] == [(str(seat), counts(seat)) for seat in range(1, 7)]
    shown = every_offer.locator("tbody tr")
    assert shown.count() == len(offers())
    lines = list(csv.DictReader(io.StringIO(page.request.get(f"{address}?format=csv").text().lstrip("\ufeff"))))
    assert [(line["round"], line["seat"], line["answer"], line["bank (EUR)"]) for line in lines] == offers()
    assert page.pdf(format="A4").startswith(b"%PDF")
