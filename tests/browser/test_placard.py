"""OPS 4.6, LOOK 4: the placard on a large screen and on paper, in a real browser."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.cast import FOUR_PLAYER, HEADS_UP, HOUSE_RULES, Cast, make_cast
from tests.fixtures.live import LiveCasino
from tests.rule_history import approve, put_in_force, request_change

pytestmark = pytest.mark.browser

WALLS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, {"width": 1920, "height": 1080})
# The longest any game has to say: everything set, and a change of nearly all of it coming.
LONGEST: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "high_card_flush": (
        {
            **HOUSE_RULES,
            "terms": {
                "rake": {"mode": "players_only", "amount": 250},
                "caps": {"per_hand": 50_000_000, "per_round": 100_000_000, "per_round_sharing": "settlement_order"},
            },
            "limits": {spot: {"min": 2500, "max": 1_000_000} for spot in ("ante", "flush", "straight_flush")},
            "designation": {"min_bank": 5_000_000, "max_consecutive": 12, "no_taker": "continue"},
            "changes": {"notice_minutes": 120, "expire_minutes": 60},
        },
        {
            "limits": {spot: {"min": 5000, "max": 2_000_000} for spot in ("ante", "flush", "straight_flush")},
            "terms": {
                "flush_paytable": {"4": 3, "5": 15, "6": 75, "7": 300},
                "straight_flush_paytable": {"3": 7, "4": 50, "5": 110, "6": 600, "7": 1200},
                "rake": {"mode": "all_players", "amount": 350},
                "exact_tie_bonuses": "independent",
                "settlement_order": "clockwise",
            },
        },
    ),
    "heads_up_draw": (
        {
            **HEADS_UP,
            "terms": {"ante": 50_000, "marker_count": 12, "marker_value": 2_000_000, "redeem_reserve": 1_000_000},
        },
        {"terms": {"ante": 100_000, "deck": 32, "marker_count": 6, "equal_start": False}, "chip_unit": 500},
    ),
    "four_player_draw": (
        {**FOUR_PLAYER, "terms": {"opening_min": 10_000, "opening_max": 100_000_000, "commission_bps": 125}},
        {"terms": {"opening_min": 20_000, "clock_mode": "dealer", "action_seconds": 45, "commission_bps": 250}},
    ),
}


def announce(cast: Cast, changes: dict[str, Any]) -> None:
    """A change that is two hours away."""
    change = request_change(cast, changes, timezone.now())
    approve(cast, change, timezone.now(), due=timezone.now() + timedelta(hours=2))


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("game", LONGEST)
def test_look_4_one_screen_and_one_page_of_paper(page: Page, game: str) -> None:
    """Nothing to scroll on either wall, the limits in the largest figures, and one A4 page."""
    rules, changes = LONGEST[game]
    cast = make_cast(rules, tapped_in=False)
    for is_announced in (False, True):
        if is_announced:
            announce(cast, changes)
        for wall in WALLS:
            page.set_viewport_size(wall)
            page.goto(f"/placard/{cast.table.pk}/")
            expect(page.locator(".placard-coming")).to_have_count(int(is_announced))
            look_at(page, wall["height"])
        assert pages_of(page.pdf(format="A4", prefer_css_page_size=True)) == 1


def look_at(page: Page, height: int) -> None:
    """All of it is on the screen, and the limits can be read at five metres."""
    fits = "[document.documentElement.scrollHeight <= innerHeight, document.documentElement.scrollWidth <= innerWidth]"
    assert page.evaluate(fits) == [True, True]
    sizes = page.evaluate(
        "[...document.querySelectorAll('#placard *')].filter((e) => e.innerText?.trim())"
        ".map((e) => parseFloat(getComputedStyle(e).fontSize))"
    )
    limits = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.placard-limit dd')).fontSize)")
    assert limits == max(sizes)
    # Five metres ask for letters of about a twentieth of the height of the screen.
    assert limits >= height / 20


def test_ops_4_3_the_page_on_the_wall_follows_the_rules(
    live_casino: LiveCasino, new_context: Callable[..., BrowserContext]
) -> None:
    """Within seconds and without a reload; while nothing changes it is answered 304."""
    cast = make_cast(tapped_in=False)
    page = new_context().new_page()
    answers: list[int] = []
    page.on("response", lambda response: answers.append(response.status) if response.url.endswith("/") else None)
    page.goto(f"{live_casino.url}/placard/{cast.table.pk}/")
    page.evaluate("window.notReloaded = true")
    change = request_change(cast, {"limits": {"ante": {"min": 2000, "max": 50000}}}, timezone.now())
    approve(cast, change, timezone.now())
    expect(page.locator(".placard-coming ins")).to_have_text("20 \N{EN DASH} 500")
    put_in_force(cast, change, timezone.now())
    expect(page.locator(".placard-limit dd").first).to_contain_text("20 \N{EN DASH} 500")
    expect(page.locator(".placard-coming")).to_have_count(0)
    with page.expect_response(lambda response: response.status == 304):
        pass
    assert page.evaluate("window.notReloaded") is True
    assert set(answers) == {200, 304}
