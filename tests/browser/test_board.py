"""The floor's board in a browser: live, beside it one table, by finger and by keyboard (OPS 6, LOOK 2)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables.actions.setup import add_table
from tables.models import Alert
from tests.browser.test_look import MEASURE
from tests.cast import FOUR_PLAYER, HEADS_UP, HOUSE_RULES, PASSWORD, Cast, command_id

pytestmark = pytest.mark.browser


@pytest.fixture
def board(cast: Cast, page: Page) -> Page:
    """Frank at the board."""
    return signed_in(cast, page)


def signed_in(cast: Cast, page: Page) -> Page:
    """Sign in as the floor manager."""
    page.goto("/login/")
    page.fill("[name=badge]", cast.people["frank"].badge)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/floor/")
    return page


def tile(cast: Cast) -> str:
    """The tile of the table."""
    return f"#tile-{cast.table.pk}"


def short_of_cover(cast: Cast) -> None:
    """A dealt round whose bank does not cover the wagers."""
    cast.seat_players((1, 2, 4))
    number = cast.open_round(1, 10000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 10000}])
    cast.act("deal", number=number)


def test_ops_6_1_what_an_act_changes_is_seen_within_two_seconds(board: Page, cast: Cast) -> None:
    """Without a reload, in the tile and in the table beside it; minutes run on by themselves."""
    board.evaluate("window.wasHere = true")
    expect(board.locator(f"{tile(cast)} .tile-state")).to_have_text("Closed")
    short_of_cover(cast)
    expect(board.locator(f"{tile(cast)} .tile-state")).to_have_text("Open")
    expect(board.locator(f"{tile(cast)} .tile-round")).to_have_text("Round 1 Dealt")
    expect(board.locator(f"{tile(cast)} .tile-need")).to_contain_text("Cover short")
    board.click(f"{tile(cast)} .tile-open")
    expect(board.locator("#at-2")).to_contain_text("Ante 100")
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "fold"}])
    expect(board.locator("#at-2")).to_contain_text("folded")
    assert board.evaluate("window.wasHere") is True


def test_look_2_a_table_opens_beside_the_board_and_an_alert_is_acknowledged(board: Page, cast: Cast) -> None:
    """One tap each; the address is the table's, and back is the board alone."""
    short_of_cover(cast)
    board.click(f"{tile(cast)} .tile-open")
    expect(board.locator("#panel-title")).to_have_text("Table 12")
    assert board.url.endswith(f"/floor/tables/{cast.table.pk}/")
    tiles, panel = board.locator(".tiles").bounding_box(), board.locator("#panel").bounding_box()
    assert tiles
    assert panel
    assert tiles["x"] + tiles["width"] <= panel["x"]
    board.get_by_role("button", name="Acknowledge").click()
    expect(board.locator(f"{tile(cast)} .tile-need")).to_have_count(0)
    assert Alert.objects.get().acknowledged_by == cast.people["frank"]
    board.go_back()
    expect(board.locator("#panel")).to_have_count(0)
    board.reload()
    expect(board.locator(f"{tile(cast)} .tile-round")).to_have_text("Round 1 Dealt")


def test_look_2_needs_me_is_kept_in_the_address(board: Page, cast: Cast) -> None:
    """Also after a reload; the table that needs the floor comes by itself."""
    board.get_by_role("link", name="Needs me").click()
    expect(board.get_by_text("Nothing needs anybody.")).to_be_visible()
    short_of_cover(cast)
    expect(board.locator(tile(cast))).to_be_visible()
    board.reload()
    assert board.url.endswith("?needs=me")
    expect(board.get_by_role("link", name="Needs me")).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768)])
def test_look_2_twenty_tables_on_one_screen(cast: Cast, page: Page, width: int, height: int) -> None:
    """Without scrolling, each with all its lines, nothing too small or too faint to read or touch."""
    games = (HOUSE_RULES, FOUR_PLAYER, HEADS_UP)
    for number in range(13, 32):
        rules = games[number % 3]
        seats = 2 if rules is HEADS_UP else 4
        add_table(casino_id=cast.casino.pk, number=number, seat_count=seats, rules=rules, command_id=command_id())
    short_of_cover(cast)
    page.set_viewport_size({"width": width, "height": height})
    signed_in(cast, page)
    expect(page.locator(".tile")).to_have_count(20)
    assert page.evaluate(
        "(() => { const t = document.querySelector('.tiles'); return t.scrollHeight <= t.clientHeight })()"
    )
    assert hidden_lines(page) == []
    measure(page)
    page.click(f"{tile(cast)} .tile-open")
    expect(page.locator("#at-2")).to_be_visible()
    assert page.evaluate(
        "(() => { const t = document.querySelector('.tiles'); return t.scrollHeight <= t.clientHeight })()"
    )
    assert page.evaluate(
        "document.querySelector('.beside-body').scrollWidth <= document.querySelector('.beside-body').clientWidth"
    )


def hidden_lines(page: Page) -> list[str]:
    """Lines of tiles that lie outside their tile or under what needs the floor."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".tile")].flatMap(tile => {
          const need = tile.querySelector(".tile-need");
          const end = (need ?? tile).getBoundingClientRect()[need ? "top" : "bottom"];
          return [...tile.querySelectorAll(".tile-head, .tile-line")].filter(line => line.getBoundingClientRect().bottom > end + 1)
            .map(line => line.textContent);
        })"""
    )
    return found


def measure(page: Page) -> None:
    """Sizes and contrast, as the tablet's are measured."""
    script = MEASURE.replace('document.querySelector(view + " .next-step")', "document.body").replace(
        "#tablet", "#board"
    )
    found = page.evaluate(script, "")
    assert found["scrolls"] is False
    # A link that is stretched over its whole tile, and one in the way of nothing, are measured by their words.
    assert [name for name in found["small"] if not name.startswith(("tile-open", "skip"))] == []
    assert found["faint"] == []


def test_the_board_says_when_it_has_no_connection_and_comes_back_by_itself(
    board: Page, cast: Cast, page_errors: list[str]
) -> None:
    """What stands there is told to be old."""
    expect(board.locator("#live")).to_have_text("live")
    board.context.set_offline(True)
    expect(board.locator("#live")).to_contain_text("No connection: as of")
    cast.act("open_table", by="frank")
    board.context.set_offline(False)
    expect(board.locator("#live")).to_have_text("live")
    expect(board.locator(f"{tile(cast)} .tile-state")).to_have_text("Open")
    page_errors.clear()


def test_the_board_with_the_keyboard_alone(board: Page, cast: Cast) -> None:
    """Open a table, acknowledge, close; the focus stays where it is while the board changes under it."""
    short_of_cover(cast)
    board.locator(f"{tile(cast)} .tile-open").focus()
    board.keyboard.press("Enter")
    expect(board.locator("#panel-title")).to_be_focused()
    for _press in range(12):
        board.keyboard.press("Tab")
        if board.evaluate("document.activeElement.textContent") == "Acknowledge":
            break
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "fold"}])
    expect(board.locator("#at-2")).to_contain_text("folded")
    assert board.evaluate("document.activeElement.textContent") == "Acknowledge"
    board.keyboard.press("Enter")
    expect(board.locator(".alert")).to_have_count(0)
    board.keyboard.press("Escape")
    expect(board.locator(f"{tile(cast)} .tile-open")).to_be_focused()
    expect(board.locator("#panel")).to_have_count(0)


def test_ops_1_2_a_code_stays_while_the_board_goes_on(
    board: Page, cast: Cast, new_context: Callable[..., BrowserContext]
) -> None:
    """It is shown once by the server; another browser becomes the tablet with it, and is listed."""
    board.click(f"{tile(cast)} .tile-open")
    board.get_by_role("button", name="One-time code").click()
    code = board.locator(".code").inner_text()
    cast.act("open_table", by="frank")
    expect(board.locator(f"{tile(cast)} .tile-state")).to_have_text("Open")
    expect(board.locator(".code")).to_have_text(code)
    other = new_context().new_page()
    other.goto("/enrol/")
    other.fill("[name=code]", code)
    other.keyboard.press("Enter")
    other.wait_for_url("**/tables/*/")
    expect(board.locator(".tablets")).to_contain_text("is there")


def test_ops_1_2_two_taps_make_this_browser_the_tablet(board: Page, cast: Cast) -> None:
    """The table, then the button."""
    board.click(f"{tile(cast)} .tile-open")
    board.get_by_role("button", name="This browser is its tablet").click()
    board.wait_for_url(f"**/tables/{cast.table.pk}/")
    expect(board.locator("#tablet")).to_be_visible()
