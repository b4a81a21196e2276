"""A limit changes from request to effect: two people in two browsers, beside a round that goes on (OPS 4.2 to 4.4)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables.games.edges import count_edges
from tables.models import Round, RuleChange, RulesVersion
from tables.queries.rules.edges import keep_edges, wanted_edges
from tests.browser.conftest import Tablet
from tests.cast import PASSWORD, Cast
from tests.fixtures.live import LiveCasino

pytestmark = pytest.mark.browser


Colleague = Callable[[str], Page]


@pytest.fixture
def colleague(live_casino: LiveCasino, new_context: Callable[..., BrowserContext]) -> Colleague:
    """A person of the floor, signed in in a browser of their own, on the page of all changes."""

    def make(badge: str) -> Page:
        page = new_context(viewport={"width": 1280, "height": 800}, base_url=live_casino.url).new_page()
        page.goto("/login/?next=/floor/changes/")
        page.fill("[name=badge]", badge)
        page.fill("[name=password]", PASSWORD)
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Changes of house rules")
        return page

    return make


def ask(page: Page, reason: str, **typed: str) -> None:
    """Fill in the form of the first table, look at what would change, and ask for it."""
    page.get_by_role("link", name=re.compile("Table 12, rules version")).click()
    page.fill("[name=reason]", reason)
    for name, value in typed.items():
        page.fill(f"[name='{name.replace('__', '.')}']", value)
    page.get_by_role("button", name="Show what would change").click()
    page.get_by_role("button", name="Ask for this change").click()
    expect(page.locator(".done")).to_contain_text("another person of the floor decides on it")


def approve(page: Page, rule: str, old: str, new: str) -> None:
    """Look at the one change that waits, old and new side by side, and sign it."""
    page.reload()
    page.get_by_role("link", name=re.compile("Look at it")).click()
    expect(page.locator(f"[data-key='{rule}'] td")).to_have_text([old, new])
    page.fill("[name=signature]", PASSWORD)
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(".done")).to_contain_text("first round boundary")


def test_ops_4_a_limit_changes_beside_a_running_round(cast: Cast, tablet: Tablet, colleague: Colleague) -> None:
    """Old limits until the round is closed, new ones after; the tablet shows both without a reload."""
    cast.seat_players((1, 2, 3))
    cast.open_round()
    tablet.open()
    tablet.step("betting")
    tablet.page.evaluate("window.same = true")
    frank, petra = colleague("2001"), colleague("2002")
    ask(frank, "a full house tonight", limits__ante__min="20")
    expect(frank.get_by_role("button", name="Approve")).to_have_count(0)
    approve(petra, "limits.ante.min", "10", "20")
    coming, limits = tablet.page.locator(".top-coming"), tablet.page.locator(".top-limits")
    expect(coming).to_contain_text("Ante, least 20")
    expect(limits).to_contain_text("10\N{EN DASH}300")
    tablet.wager(2, ante=[10])
    tablet.wager(3, ante=[10])
    tablet.go("decisions")
    tablet.decide(2, "fold")
    tablet.decide(3, "fold")
    tablet.step("settlement")
    assert RulesVersion.objects.count() == 1
    tablet.go("offer")
    expect(limits).to_contain_text("20\N{EN DASH}300")
    expect(coming).to_have_text("")
    tablet.keys("500")
    tablet.go("betting")
    tablet.find("[data-do='same-again']").click()
    expect(tablet.message).to_contain_text("Not put back: seat 1 (nothing to repeat), seat 3 (outside the limits)")
    tablet.wager(1, ante=[10])
    expect(tablet.find(".why")).to_have_text("seat 1: Ante below 20")
    assert tablet.page.evaluate("window.same") is True
    assert list(Round.objects.order_by("number").values_list("rules__number", flat=True)) == [1, 2]
    assert RuleChange.objects.get().state == "in_force"


def test_ops_4_7_a_pay_table_shows_its_edges_as_soon_as_they_are_counted(cast: Cast, colleague: Colleague) -> None:
    """Before it is asked for, and to the person who decides; the page fills in by itself."""
    frank = colleague("2001")
    frank.get_by_role("link", name=re.compile("Table 12, rules version")).click()
    frank.fill("[name=reason]", "a better bonus")
    frank.fill("[name='terms.flush_paytable.5']", "12")
    frank.get_by_role("button", name="Show what would change").click()
    expect(frank.locator("#edges")).to_contain_text("Counting the exact edges")
    for name, wanted in wanted_edges().items():
        keep_edges(name, count_edges(wanted["game"], wanted["terms"]))
    expect(frank.locator("#edges tbody tr")).to_have_count(3)
    expect(frank.locator("#edges [data-mark]")).to_contain_text("Flush")
    expect(frank.locator("[name='terms.flush_paytable.5']")).to_have_value("12")
    frank.get_by_role("button", name="Ask for this change").click()
    expect(frank.locator("#edges tbody tr")).to_have_count(3)
