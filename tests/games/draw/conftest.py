"""The draw games among the games, whether they are registered yet or not."""

from collections.abc import Iterator
from typing import Any, cast

import pytest

from tables.games.draw.game import FourPlayerDraw, HeadsUpDraw
from tables.games.registry import GAMES


@pytest.fixture(autouse=True, scope="module")
def draw_games() -> Iterator[None]:
    """Registered for the tests of a module, and as before after it."""
    games = cast(dict[str, Any], GAMES)
    before = dict(games)
    for game in (HeadsUpDraw(), FourPlayerDraw()):
        games.setdefault(game.key, game)
    yield
    games.clear()
    games.update(before)
