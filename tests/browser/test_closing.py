"""The settlement is shown before it is an act, and closing the round settles and closes it (LOOK 1.12)."""

import re
from typing import Any

import pytest
from playwright.sync_api import Request, Route, expect

from tables.models import AuditEntry, Round, Settlement
from tests.browser.conftest import Tablet
from tests.browser.test_round import to_showdown
from tests.browser.touch import Fingers
from tests.cast import Cast

WINNER, LOSER = "AhKhQh9h8d7c2c", "AsKsQs8c5d4h2d"
AGAIN = "Th9c7c6h4d3h2s"


def acts(tablet: Tablet) -> list[str]:
    """Hear of the requests that act; each adds its act to the list, and the one that follows it."""
    seen: list[str] = []

    def hear(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/act/"):
            fields = dict(re.findall(r'name="(\w+)"\r\n\r\n(.*?)\r\n', request.post_data or ""))
            fields = fields or dict(pair.split("=", 1) for pair in (request.post_data or "").split("&"))
            seen.append(fields["act"] + ("+" if "follow_up" in fields else ""))

    tablet.page.on("request", hear)
    return seen


def type_hands(tablet: Tablet) -> None:
    """All that a round of one player needs."""
    tablet.cards(WINNER)
    tablet.cards(LOSER)
    tablet.step("settlement")


def test_look_1_12_what_is_shown_is_no_act_until_the_round_is_closed(
    touched: Tablet, fingers: Fingers, cast: Cast
) -> None:
    """One tap sends both in one request; each has its own entry."""
    to_showdown(cast)
    touched.open()
    seen = acts(touched)
    type_hands(touched)
    expect(touched.find("#pay-2 .pay-move")).to_have_text("Pay 20", use_inner_text=True)
    assert (Round.objects.get().state, Settlement.objects.count()) == ("showdown", 0)
    expect(touched.next).to_have_text("Close round")
    touched.page.wait_for_timeout(450)
    fingers.tap(touched.next)
    touched.step("offer")
    assert seen[-1] == "settle_round+"
    assert "close_round" not in seen
    told = AuditEntry.objects.filter(act__in=("settle_round", "close_round")).order_by("sequence")
    assert [entry.act for entry in told] == ["settle_round", "close_round"]
    assert len({entry.command_id for entry in told}) == 2
    assert Round.objects.get().state == "closed"


def test_look_1_12_a_hand_is_typed_again_in_front_of_its_settlement(
    touched: Tablet, fingers: Fingers, cast: Cast
) -> None:
    """The pad comes with a tap on the seat; what is paid then is what the new hand comes to."""
    to_showdown(cast)
    touched.open()
    type_hands(touched)
    fingers.tap(touched.seat(2))
    fingers.tap(touched.find("[data-do='back']"))
    expect(touched.find("#pay-2 .pay-move")).to_have_text("Pay 20", use_inner_text=True)
    fingers.tap(touched.seat(2))
    fingers.tap(touched.find("[data-do='clear-hand']"))
    for card in re.findall("..", AGAIN):
        fingers.tap(touched.find(f"[data-card='{card}']"))
    expect(touched.find("#pay-2 .pay-move")).to_have_text("Take 20", use_inner_text=True)
    assert Round.objects.get().play["hands"]["2"] == AGAIN
    touched.page.wait_for_timeout(450)
    fingers.tap(touched.next)
    touched.step("offer")
    assert Settlement.objects.get().input["seats"][0]["cards"] == AGAIN


def test_look_1_12_nobody_closes_by_a_settlement_that_is_on_its_way_to_change(tablet: Tablet, cast: Cast) -> None:
    """The key waits for the hand that was typed anew."""
    to_showdown(cast)
    tablet.open()
    type_hands(tablet)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    tablet.page.route("**/act/", hold)
    tablet.seat(2).click()
    tablet.find("[data-do='clear-hand']").click()
    tablet.cards(AGAIN)
    expect(tablet.find("#pay-2")).to_be_visible()
    expect(tablet.next).to_have_attribute("aria-disabled", "true")
    assert len(held) == 1
    held[0].continue_()
    expect(tablet.next).not_to_have_attribute("aria-disabled", "true")


def test_look_1_12_a_break_between_the_two_leaves_a_settled_round_that_closes(
    tablet: Tablet, cast: Cast, monkeypatch: pytest.MonkeyPatch, page_errors: list[str]
) -> None:
    """The network breaks after the settlement: the tablet sends both again, and each is done once."""
    to_showdown(cast)
    tablet.open()
    type_hands(tablet)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(1)
        fields: Any = route.request.post_data or ""
        only_the_first = re.sub(r"&follow_up=[^&]*", "", fields)
        route.fetch(post_data=only_the_first)
        route.abort()

    tablet.page.route("**/act/", lose)
    tablet.page.wait_for_timeout(450)
    tablet.next.click()
    tablet.step("offer")
    assert (Round.objects.get().state, Settlement.objects.count()) == ("closed", 1)
    assert AuditEntry.objects.filter(act="settle_round").count() == 1
    page_errors.clear()
