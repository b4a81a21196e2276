"""The cast at an open table, with a tablet and programs."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.api.http import Http, program, tablet
from tests.cast import Cast, make_cast


@pytest.fixture(autouse=True)
def nobody_was_slowed_down() -> Iterator[None]:
    """The tries of one test are not counted in another."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people, Dana tapped in at the one table."""
    return make_cast()


@pytest.fixture
def frank(cast: Cast) -> Http:
    """The floor manager's program."""
    return program(cast, "2001")


@pytest.fixture
def ines(cast: Cast) -> Http:
    """The program of compliance."""
    return program(cast, "3001")


@pytest.fixture
def felt(cast: Cast) -> Http:
    """The tablet of the table, Dana tapped in there."""
    return tablet(cast)[0]


@pytest.fixture
def playing(cast: Cast, felt: Http) -> Http:
    """The tablet at an open table with three players."""
    cast.seat_players((1, 2, 4))
    return felt
