"""OPS 4.6, LOOK 4: the placard on a large screen and on paper, in a real browser."""

import re
from collections.abc import Callable, Iterable
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
# From the smallest screen that is hung up to the largest, upright too.
SCREENS: tuple[tuple[int, int], ...] = (
    *((1024, 768), (1280, 800), (1440, 900), (1920, 1080), (2560, 1440), (3840, 2160)),
    *((1080, 1920), (768, 1024), (2160, 3840)),
)
# The text of the rules in pixels, alone and below a change of nearly all of them: on the smallest screen, and on paper,
# where 12 pixels are 9 points.
SMALLEST_TYPE, SMALLEST_PRINT = (11.5, 9.5), (15, 11.9)
# A4 without its margins, in pixels of the browser.
SHEET: ViewportSize = {"width": 734, "height": 1062}
LONG_NAME = "Donaudampfschifffahrtsgesellschaftskapitaenskasino".ljust(120, "o")
RIGHT_TO_LEFT_NAME = "كازينو النيل 7"
# Every line of every text on the page, and what of it lies over another text or off the page. Letters do not
# need the whole height of their line.
READ = """() => {
  const rows = [], words = document.createTreeWalker(document.getElementById("placard"), NodeFilter.SHOW_TEXT);
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    if (!text.data.trim() || text.parentElement.closest(".sr")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom, width, height } of range.getClientRects())
      if (width > 1) rows.push({ text, left, right, top: top + height * 0.15, bottom: bottom - height * 0.15 });
  }
  const told = (row) => row.text.data.trim().slice(0, 40);
  const over = [];
  for (const [place, one] of rows.entries())
    for (const other of rows.slice(place + 1))
      if (one.text !== other.text && one.left < other.right - 1 && other.left < one.right - 1 &&
          one.top < other.bottom - 1 && other.top < one.bottom - 1) over.push(`${told(one)} | ${told(other)}`);
  const beside = rows.filter(({ left, right }) => left < 0 || right > innerWidth + 0.5).map(told);
  const below = rows.filter(({ bottom }) => bottom > innerHeight + 0.5).map(told);
  const clipped = [...document.querySelectorAll("#placard *")]
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth && !part.closest(".sr, bdi, small"))
    .filter((part) => getComputedStyle(part).display !== "inline").map((part) => part.className || part.tagName);
  const { scrollWidth, scrollHeight } = document.documentElement;
  const type = parseFloat(getComputedStyle(document.querySelector(".placard-rules")).fontSize);
  return { over, beside, below, clipped, scrolls: scrollWidth > innerWidth || scrollHeight > innerHeight, type };
}"""
# The longest any game has to say: everything set, and a change of nearly all of it coming.
LONGEST: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "high_card_flush": (
        {
            **HOUSE_RULES,
            "terms": {
                "rake": {"mode": "all_players", "amount": 250, "designated_player_amount": 12_550},
                "bonuses": {"flush": "own_hand", "straight_flush": "designated_player"},
                "cover": {"symmetric": True, "policy": "to_extent"},
                "rulings": 2,
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
                "bonuses_on_fold": "live",
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


@pytest.mark.parametrize("game", LONGEST)
def test_look_4_the_layout_holds_on_every_screen(page: Page, game: str) -> None:
    """Nothing over anything else, nothing cut off, nothing to scroll, and larger type on a larger screen."""
    rules, changes = LONGEST[game]
    cast = make_cast(rules, tapped_in=False)
    for is_announced in (False, True):
        if is_announced:
            announce(cast, changes)
        sizes = read_all(page, cast, SCREENS)
        assert sizes[3840, 2160] == pytest.approx(2 * sizes[1920, 1080], rel=0.03)
        assert sizes[2160, 3840] == pytest.approx(2 * sizes[1080, 1920], rel=0.03)
        assert min(sizes.values()) >= SMALLEST_TYPE[is_announced]
    for name in (LONG_NAME, RIGHT_TO_LEFT_NAME):
        cast.casino.name = name
        cast.casino.save()
        read_all(page, cast, ((1024, 768), (1920, 1080), (768, 1024)))


def read_all(page: Page, cast: Cast, screens: Iterable[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """Look at the placard on some screens; gives how large the text of the rules is on each, in pixels."""
    page.goto(f"/placard/{cast.table.pk}/")
    sizes = {}
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        read = page.evaluate(READ)
        sizes[width, height] = read.pop("type")
        expected = {"over": [], "beside": [], "below": [], "clipped": [], "scrolls": False}
        assert read == expected, (width, height)
    return sizes


@pytest.mark.parametrize("game", LONGEST)
def test_look_4_the_sheet_of_paper_is_full(page: Page, game: str) -> None:
    """What is printed fills the sheet, in type that is read from a metre; afterwards the screen is as it was."""
    rules, changes = LONGEST[game]
    cast = make_cast(rules, tapped_in=False)
    for is_announced in (False, True):
        if is_announced:
            announce(cast, changes)
        page.goto(f"/placard/{cast.table.pk}/")
        before, screen = page.evaluate(READ)["type"], page.viewport_size
        assert screen is not None
        page.set_viewport_size(SHEET)
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        read = page.evaluate(READ)
        assert read["type"] >= SMALLEST_PRINT[is_announced]
        assert (read["over"], read["beside"], read["below"]) == ([], [], [])
        foot = page.evaluate("document.querySelector('.placard-foot').getBoundingClientRect().bottom")
        assert foot == pytest.approx(278 * 96 / 25.4, abs=8)
        page.emulate_media(media="screen")
        page.set_viewport_size(screen)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate(READ)["type"] == before


def test_ops_4_6_a_name_from_right_to_left_leaves_the_page_as_it_is(page: Page) -> None:
    """A number in the name belongs to the name, and the mark of a demonstration stands after it."""
    cast = make_cast(tapped_in=False)
    cast.casino.name = RIGHT_TO_LEFT_NAME
    cast.casino.save()
    page.goto(f"/placard/{cast.table.pk}/")
    name, mark = (page.locator(f".placard-house {part}").bounding_box() for part in ("bdi", ".placard-demo"))
    assert name is not None
    assert mark is not None
    assert name["x"] + name["width"] <= mark["x"]
    expect(page.locator(".placard-house bdi")).to_have_css("direction", "rtl")
    expect(page.locator(".placard-house")).to_have_css("direction", "ltr")


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
