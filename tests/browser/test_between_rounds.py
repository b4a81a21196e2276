"""Between rounds: opening, sitting down, offering the bank, stopping and closing, all in the panel (OPS 2, 3, 7.2)."""

import pytest
from playwright.sync_api import expect

from tables.models import DesignationOffer, Round, Seating
from tests.browser.conftest import Tablet
from tests.cast import Cast

pytestmark = pytest.mark.browser


def test_ops_1_2_a_floor_manager_taps_in_opens_and_hands_over(tablet: Tablet, cast: Cast) -> None:
    """Badge and PIN on the keypad; the sixth digit taps in; the next dealer relieves them."""
    tablet.open()
    expect(tablet.find(".why")).to_have_text("a floor manager does this")
    tablet.find("[data-aside='tap-in']").click()
    for digit in "2001":
        tablet.find(f"[data-digit='{digit}']").click()
    for digit in "471938":
        tablet.find(f"[data-digit='{digit}']").click()
    expect(tablet.page.locator(".top-dealer")).to_contain_text("Frank")
    tablet.go("stopped")
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-aside='tap-in']").click()
    tablet.keys("1001", "Enter", "000000")
    expect(tablet.message).to_contain_text("do not belong together")
    tablet.keys("284615")
    expect(tablet.page.locator(".top-dealer")).to_contain_text("Dana")


def test_ops_2_players_sit_down_buy_in_move_and_leave(tablet: Tablet, cast: Cast) -> None:
    """Every form in the panel, none over the table."""
    cast.act("open_table", by="frank")
    tablet.open()
    tablet.seat(2).click()
    tablet.find("[data-value='50000']").click()
    tablet.find("[data-source='chips']").click()
    tablet.find("#player-card").fill("K-2087")
    tablet.next.click()
    expect(tablet.seat(2)).to_contain_text("K-2087")
    tablet.seat(2).click()
    tablet.find("[data-menu='buy_in']").click()
    tablet.keys("250", "Enter")
    expect(tablet.seat(2).locator(".seat-chips")).to_have_text("750")
    tablet.seat(2).click()
    tablet.find("[data-menu='recount']").click()
    tablet.keys("740")
    tablet.find("[data-reason='tip']").click()
    tablet.next.click()
    expect(tablet.seat(2).locator(".seat-chips")).to_have_text("740")
    tablet.seat(2).click()
    tablet.find("[data-menu='move']").click()
    tablet.find("[data-do='to-seat'][data-seat='5']").click()
    tablet.next.click()
    expect(tablet.seat(5)).to_contain_text("K-2087")
    for menu, word in (("sit_out", "Sitting out"), ("return_to_play", "")):
        tablet.seat(5).click()
        tablet.find(f"[data-menu='{menu}']").click()
        tablet.next.click()
        expect(tablet.seat(5).locator(".seat-word")).to_have_text(word)
    tablet.seat(5).click()
    tablet.find("[data-menu='leave']").click()
    tablet.next.click()
    expect(tablet.seat(5)).to_contain_text("Empty")
    assert not Seating.objects.filter(left_at=None).exists()


def test_ops_3_3_nobody_takes_the_bank_until_a_player_does(tablet: Tablet, cast: Cast) -> None:
    """Declines are collected and can be taken back; a stopped table has a way on; standing declines are shown."""
    cast.seat_players((1, 2, 3))
    cast.act("standing_decline", seat=2, on=True)
    tablet.open()
    expect(tablet.find(".offer-seat").nth(1)).to_contain_text("standing")
    tablet.find("[data-do='decline']").click()
    expect(tablet.find("h2")).to_have_text("The bank is offered to seat 3")
    tablet.find(".offer-seat").first.click()
    expect(tablet.find("h2")).to_have_text("The bank is offered to seat 1")
    tablet.find("[data-do='decline']").click()
    tablet.find("[data-do='decline']").click()
    tablet.step("stopped")
    tablet.find(".offer-seat[data-seat='2']").click()
    tablet.keys("300")
    expect(tablet.next).to_have_text("Seat 2 takes the bank 300")
    tablet.go("betting")
    answers = DesignationOffer.objects.order_by("pk").values_list("seat", "answer", "reason")
    assert list(answers) == [(1, "declined", ""), (2, "declined", "standing"), (3, "declined", ""), (2, "accepted", "")]


def test_after_a_void_the_bank_stands_or_is_offered_again(tablet: Tablet, cast: Cast) -> None:
    """HCF 10.1: the button does not move; but the player who has it may have had enough."""
    cast.seat_players((1, 2, 3))
    cast.open_round(1, 40000)
    cast.act("void_round", number=1, reason="red_light")
    tablet.open()
    tablet.all_has_moved()
    expect(tablet.find(".standing")).to_contain_text("Seat 1 has taken the bank of 400.")
    tablet.find("[data-aside='offer']").click()
    expect(tablet.find("h2")).to_have_text("The bank is offered to seat 2")
    tablet.keys("200")
    tablet.go("betting")
    assert Round.objects.get(number=2).designated_seat == 2


def test_ops_4_4_a_limit_is_lifted_under_signature(tablet: Tablet, cast: Cast) -> None:
    """The page says what is wrong before the deal; the floor's badge and PIN lift it."""
    cast.seat_players((1, 2))
    cast.open_round()
    tablet.open()
    tablet.wager(2, ante=[5])
    expect(tablet.find(".why")).to_have_text("seat 2: Ante below 10")
    tablet.find("[data-do='override']").click()
    expect(tablet.find("h2")).to_have_text("A floor manager signs")
    tablet.keys("2001", "Enter", "471938")
    tablet.go("decisions")
    assert Round.objects.get().play["wagers"] == {"2": {"ante": 500}}


def test_ops_7_2_a_suspended_round_goes_on_in_place(tablet: Tablet, cast: Cast) -> None:
    """Suspended and resumed by the floor; the tablet follows by itself."""
    cast.seat_players((1, 2))
    cast.open_round()
    tablet.open()
    tablet.step("betting")
    cast.act("suspend_table", by="frank", reason="a dispute")
    tablet.step("suspended")
    expect(tablet.find(".why")).to_have_text("a floor manager does this")
    cast.act("resume_table", by="frank")
    tablet.step("betting")
