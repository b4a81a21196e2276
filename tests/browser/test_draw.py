"""The draw games on the tablet, in a real browser, beside what the settlement calculator says (DRAW 1, 2)."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from tables.actions import clock
from tables.games.calculator import settle_document
from tables.models import AuditEntry, Match, Round
from tests.browser.conftest import Tablet
from tests.cast import Cast, make_cast
from tests.clocks import late_by, run_out, watched
from tests.draw_tables import FOUR_PLAYER, HEADS_UP, acting
from tests.fixtures.live import LiveCasino

pytestmark = pytest.mark.browser

LIT = re.compile("is-lit")


@pytest.fixture
def cast(live_casino: LiveCasino, request: pytest.FixtureRequest) -> Cast:
    """The usual people at a draw table with as many seats as it has players."""
    rules, seat_count = request.param
    return make_cast(rules, seat_count=seat_count)


TWO = pytest.mark.parametrize("cast", [(HEADS_UP, 2)], indirect=True)
FOUR = pytest.mark.parametrize("cast", [(FOUR_PLAYER, 4)], indirect=True)


def press(tablet: Tablet, *presses: tuple[int, str]) -> None:
    """Wait for the turn of a seat and press the letters on the keys, or digits and Enter."""
    for seat, keys in presses:
        expect(tablet.seat(seat)).to_have_class(LIT)
        expect(tablet.page.locator("[data-do='take'][aria-disabled='true']")).to_have_count(0)
        tablet.keys(*keys.split(" "))


def tap(tablet: Tablet, seat: int, selector: str) -> None:
    """Tap a key once the eye has had the time to see whose turn it is."""
    expect(tablet.seat(seat)).to_have_class(LIT)
    tablet.page.wait_for_timeout(300)
    tablet.find(f"[data-do='take']{selector}").click()


def money(units: int) -> str:
    """An amount as the page writes it."""
    return f"{units // 100:,}" + (f".{units % 100:02d}" if units % 100 else "")


def settled(number: int) -> dict[str, Any]:
    """What the calculator answers to a round as it was entered."""
    round_ = Round.objects.get(number=number)
    keys = ("first", "button", "carry", "seats", "actions", "hands")
    document = {"game": round_.rules.document["game"], "rules": round_.rules.document}
    document |= {key: round_.play[key] for key in keys if key in round_.play}
    answer: dict[str, Any] = settle_document(document)
    return answer


def expect_settlement(tablet: Tablet, number: int) -> dict[str, Any]:
    """Compare every row, and every seat, with what `settle` says."""
    expected = settled(number)
    for row in expected["seats"]:
        shown = tablet.find(f"#pay-{row['seat']}")
        expect(shown.locator(".pay-bank b")).to_have_text(money(row["stack"]))
        expect(tablet.seat(row["seat"]).locator(".seat-chips")).to_have_text(money(row["stack"]))
        sign = "+" if row["net"] > 0 else "\N{MINUS SIGN}" if row["net"] < 0 else ""
        expect(tablet.seat(row["seat"]).locator(".seat-net")).to_have_text(sign + money(abs(row["net"])))
    return expected


@TWO
def test_a_heads_up_match_to_the_last_marker_with_a_tie_carried_over(tablet: Tablet, cast: Cast) -> None:
    """A tie leaves the pot; both are issued their last marker; the winner redeems, the loser is out (DRAW 1.8, 1.10)."""
    cast.act("open_table", by="frank")
    for seat, chips in ((1, 10000), (2, 9000)):
        cast.act("sit", seat=seat, buy_in=chips)
    tablet.open()
    expect(tablet.find(".why")).to_have_text("A match starts with equal stacks: seat 1 has 100, seat 2 90.")
    cast.act("buy_in", seat=2, amount=1000)
    expect(tablet.find(".ready-note")).to_have_text("The pot begins with 10.")
    tablet.go("action")
    press(tablet, (1, "c"))
    tap(tablet, 2, "[data-action='draw']")
    tablet.step("exchange")
    press(tablet, (2, "0"))
    tap(tablet, 1, "[data-count='3']")
    tablet.step("action")
    expect(tablet.seat(1).locator(".stake--exchanged")).to_have_text("3 exchanged")
    press(tablet, (1, "c"))
    tablet.step("hands")
    tablet.keys("ahkd9c7h2d")
    tablet.cards("AdKs9h7c2s")
    tablet.step("settlement")
    assert expect_settlement(tablet, 1)["result"] == "tie"
    expect(tablet.find(".ending")).to_contain_text("A tie: the pot of 10 stays on the table")
    tablet.go("ready")
    expect(tablet.page.locator(".pot")).to_contain_text("Carried over")
    expect(tablet.find(".ready-note")).to_have_text("The pot begins with 20, of it 10 carried over.")
    last_deal(tablet)


def last_deal(tablet: Tablet) -> None:
    """All that both have and can be issued."""
    tablet.go("action")
    expect(tablet.page.locator(".pot-note")).to_have_text("10 of it carried over")
    press(tablet, (2, "1 0 9"))
    expect(tablet.find(".amount-note")).to_have_text("markers issued: 1")
    expect(tablet.next).to_have_text("Bet 109")
    tablet.keys("Delete")
    tap(tablet, 2, "[data-letter='A']")
    expect(tablet.find("[data-action='draw']")).to_contain_text("Draw 110")
    expect(tablet.find("[data-action='draw']")).to_contain_text("issues 1 marker")
    press(tablet, (1, "c"))
    tablet.step("exchange")
    press(tablet, (1, "2"), (2, "5"))
    tablet.step("action")
    expect(tablet.seat(1).locator(".marker-line")).to_have_text("1 of 1")
    press(tablet, (2, "c"))
    tablet.step("hands")
    tablet.keys("kskdqc7s2c", "ahadkc7h2s")
    tablet.step("settlement")
    expected = expect_settlement(tablet, 2)
    assert [seat["markers_out"] for seat in expected["seats"]] == [0, 1]
    expect(tablet.find("#pay-1 .pay-move")).to_have_text(f"Pay {money(expected['pot'] - 2000)}", use_inner_text=True)
    expect(tablet.find("#pay-1 .pay-parts")).to_contain_text("1 marker redeemed")
    expect(tablet.seat(1).locator(".markers")).to_contain_text("1 redeemed")
    tablet.go("ready")
    expect(tablet.find("h2")).to_have_text("The match is over")
    expect(tablet.find(".ready-match")).to_contain_text(
        "Seat 1 has won match 1: the other has nothing left for an Ante."
    )


@TWO
def test_draw_1_13_a_match_is_given_up_at_the_seat(tablet: Tablet, cast: Cast) -> None:
    """A key of the seat between rounds; what it does is read before it is said, and how the match ended stands there then."""
    cast.seat_players((1, 2), chips=10000)
    cast.act("open_round")
    acting(cast, 1, (1, "drop"))
    tablet.open()
    expect(tablet.find("[data-menu='give_up_match']")).to_be_hidden()
    tablet.step("settlement")
    tablet.go("ready")
    expect(tablet.find(".ready-match")).to_have_text("Match 1 is on: 1 hand so far.")
    tablet.seat(1).click()
    tablet.find("[data-menu='give_up_match']").click()
    expect(tablet.find("[data-form='give_up_match']")).to_have_text(
        "The other player wins the match. Both keep their chips."
    )
    expect(tablet.next).to_have_text("Seat 1 gives the match up")
    tablet.next.click()
    expect(tablet.find(".ready-match")).to_contain_text("Seat 2 has won match 1: the other gave it up.")
    assert Match.objects.get().how == "given_up"
    tablet.seat(1).click()
    expect(tablet.find("[data-menu='give_up_match']")).to_be_hidden()


@FOUR
def test_a_hand_of_four_with_two_all_ins_a_time_out_and_a_split_side_pot(tablet: Tablet, cast: Cast) -> None:
    """Seats 3 and 4 are all in, seat 1 lets their time pass, seats 2 and 3 share the side pot (DRAW 2.4 to 2.8)."""
    cast.act("open_table", by="frank")
    for seat, chips in ((1, 10000), (2, 10000), (3, 3000), (4, 1500)):
        cast.act("sit", seat=seat, buy_in=chips)
    watched()
    tablet.open()
    tablet.go("action")
    press(tablet, (2, "1 0 Enter"), (3, "c"), (4, "c"))
    tap(tablet, 1, "[data-action='pay']")
    tablet.step("exchange")
    press(tablet, (2, "1"), (3, "1"), (4, "0"), (1, "5"))
    tablet.step("action")
    press(tablet, (2, "4 0 Enter"), (3, "c"), (4, "c"))
    expect(tablet.seat(1)).to_have_class(LIT)
    expect(tablet.seat(3).locator(".seat-word")).to_have_text("All in")
    expect(tablet.page.locator(".pot-amount")).to_have_text(["55", "30", "20"])
    time_passes(tablet)
    tablet.step("hands")
    expect(tablet.seat(1).locator(".seat-word")).to_have_text("Out of time")
    for cards in ("KsKdQc7s2c", "KhKcQd7h2d", "AsAdJc8s3c"):
        tablet.cards(cards)
    tablet.step("settlement")
    expected = expect_settlement(tablet, 1)
    assert expected["winners"] == [2, 3, 4]
    paid = {1: None, 2: "Pay 34.85", 3: "Pay 14.85", 4: "Pay 54.45"}
    for seat, move in paid.items():
        expect(tablet.find(f"#pay-{seat} .pay-move")).to_have_text(move or "", use_inner_text=True)
    assert 3485 - 2000 + 1485 + 5445 + expected["rake"] == expected["pot"]
    expect(tablet.find("#pay-2 .pay-parts")).to_contain_text("not matched, goes back 20")
    expect(tablet.page.locator(".pot-note")).to_have_text(["to seat 4", "shared by 2, 3"])
    tablet.go("ready")
    assert Round.objects.get().state == "closed"


def time_passes(tablet: Tablet) -> None:
    """Let the time of the player to act run out; the page learns from the server what came of it (DRAW 2.7)."""
    figure = tablet.page.locator(".clock-figure")
    expect(figure).to_have_text(re.compile(r"^(2\d|30)$"))
    run_out()
    tablet.page.reload()
    expect(figure).to_have_text("0")
    expect(tablet.seat(1).locator(".seat-word")).to_have_text("Time is up")
    expect(tablet.find(".why")).to_have_text("seat 1: time is up")
    assert clock.scan() == 1
    assert AuditEntry.objects.filter(act="expire_action").count() == 1


@FOUR
def test_an_action_waits_for_the_network_over_a_reload_and_is_done_once(tablet: Tablet, cast: Cast) -> None:
    """What was tapped stands at the seat; what was typed and not sent is there again; a second tap is none (LOOK 1.6)."""
    cast.seat_players((1, 2, 3))
    watched()
    number = cast.act("open_round").body["round"]
    tablet.open()
    press(tablet, (2, "2 5"))
    tablet.page.reload()
    expect(tablet.next).to_have_text("Open with 25")
    tablet.seat(4).click()
    tablet.keys("300", "Escape")
    expect(tablet.next).to_have_text("Open with 25")
    tablet.page.route("**/act/", lambda route: route.abort())
    tablet.next.click()
    expect(tablet.seat(2).locator(".seat-word")).to_have_text("Opened 25")
    expect(tablet.find("[data-action='drop']")).to_have_attribute("aria-disabled", "true")
    tablet.page.reload()
    expect(tablet.seat(2).locator(".seat-word")).to_have_text("Opened 25")
    tablet.page.unroute("**/act/")
    tap(tablet, 3, "[data-action='pay']")
    tablet.find("[data-action='pay']").click(timeout=1000, force=True)
    expect(tablet.seat(1)).to_have_class(LIT)
    assert [action["do"] for action in Round.objects.get(number=number).play["actions"]] == ["open", "pay"]
    tablet.keys("u")
    expect(tablet.seat(3)).to_have_class(LIT)
    expect(tablet.find(".undo-note")).to_have_text("seat 2: Opened 25")


@pytest.mark.parametrize(
    "cast", [({**FOUR_PLAYER, "terms": {"clock_mode": "dealer", "action_seconds": 1}}, 4)], indirect=True
)
def test_draw_2_7_a_dealer_who_keeps_the_time_is_called_and_calls_it(
    tablet: Tablet, cast: Cast, new_tablet: Callable[..., Tablet]
) -> None:
    """The alarm is a shape and a word; the key waits for it; a tablet whose own clock is wrong shows the same."""
    cast.seat_players((1, 2, 3))
    watched()
    cast.act("open_round")
    second = new_tablet()
    second.page.clock.install(time="2001-01-01T00:00:00Z")
    for one in (tablet, second):
        one.open()
        expect(one.seat(2).locator(".seat-word")).to_have_text("Time is up")
        expect(one.find(".time-key")).to_be_enabled()
    tablet.find(".time-key").click()
    expect(tablet.seat(2).locator(".seat-word")).to_have_text("Out of time")


@FOUR
def test_draw_2_7_a_suspended_table_shows_its_clock_stopped(tablet: Tablet, cast: Cast) -> None:
    """And starts it anew in full when play goes on."""
    cast.seat_players((1, 2))
    watched()
    acting(cast, cast.act("open_round").body["round"], (2, "open", 500))
    late_by(1, timedelta(seconds=-9))
    cast.act("suspend_table", by="frank", reason="a dispute")
    tablet.open()
    expect(tablet.page.locator(".clock.is-set")).to_have_class(re.compile("is-stopped"))
    expect(tablet.seat(1).locator(".seat-word")).to_have_text("Clock stopped")
    cast.act("resume_table", by="frank")
    expect(tablet.page.locator(".clock-figure")).to_have_text(re.compile(r"^(2\d|30)$"))
