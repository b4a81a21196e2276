"""Every main page beside the tables: a picture of each to look at, and nothing wrong by axe-core.

The board and the placard are dark, the office is light.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.actions.felt import settled
from tests.browser.album import Album
from tests.browser.test_people import sign_in
from tests.cast import Cast

pytestmark = pytest.mark.browser


def test_pages_beside_the_tables(
    cast: Cast, page: Page, new_context: Callable[..., BrowserContext], album: Album
) -> None:
    """Signing in, placards, the board and what the floor does, people, the log and the reports."""
    number = settled(cast)
    page.goto("/login/")
    album.add(page, "sign-in")
    page.goto("/enrol/")
    album.add(page, "enrol")
    page.goto(f"/placard/{cast.table.pk}/")
    album.add(page, "placard")
    for badge, pages in pages_of(cast, number).items():
        theirs = new_context().new_page()
        sign_in(theirs, badge)
        for name, address in pages.items():
            theirs.goto(address)
            album.add(theirs, name)
    assert album.faults == {}


def pages_of(cast: Cast, number: int) -> dict[str, dict[str, str]]:
    """The main pages of the floor, of the admin and of compliance, by who sees them."""
    table = f"/floor/tables/{cast.table.pk}/"
    floor = ("alerts", "disputes", "owed", "bars", "changes")
    compliance = ("exports", "checkpoints", "reports")
    board = {"board": "/floor/", "board-table": table, "round": f"{table}rounds/{number}/", "rules": f"{table}change/"}
    log = {"log": "/compliance/", "replay": f"/compliance/tables/{cast.table.number}/rounds/{number}/"}
    return {
        "2001": {**board, "rotation": f"{table}rotation/", **{name: f"/floor/{name}/" for name in floor}},
        "9001": {"people": "/people/", "new-person": "/people/new/", "person": "/people/badges/1001/"},
        "3001": {**log, **{name: f"/compliance/{name}/" for name in compliance}},
    }
