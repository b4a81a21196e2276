"""Tablets of the two draw games, as their pages are asked for."""

import re
from typing import Any

import pytest

from tests.cast import make_cast
from tests.clocks import watched
from tests.draw_tables import FOUR_PLAYER, HEADS_UP
from tests.web.conftest import Browser, client_data, tablet_client


@pytest.fixture
def two(db: None) -> Browser:
    """The tablet of a heads-up table with equal stacks."""
    cast = make_cast(HEADS_UP, seat_count=2)
    cast.seat_players((1, 2), chips=10000)
    return Browser(tablet_client(cast), cast)


@pytest.fixture
def four(db: None) -> Browser:
    """The tablet of a table of four, two of them short, with a clock that is watched."""
    cast = make_cast(FOUR_PLAYER, seat_count=4)
    cast.act("open_table", by="frank")
    for seat, chips in ((1, 10000), (2, 10000), (3, 3000), (4, 1500)):
        cast.act("sit", seat=seat, buy_in=chips)
    watched()
    return Browser(tablet_client(cast), cast)


def seen(browser: Browser) -> tuple[dict[str, Any], str]:
    """What the modules get, and the words of the page, tags left out."""
    answer = browser.client.get(browser.url)
    html = answer.content.decode().partition('<script id="client"')[0]
    return client_data(answer), " ".join(re.sub(r"<[^>]+>", " ", html).split())
