"""Tables that the tests of rounds of draw poker have in common."""

import pytest

from tests.cast import HEADS_UP, Cast, make_cast


@pytest.fixture
def two(db: None) -> Cast:
    """Two players with equal stacks at a heads-up table."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    return cast
