"""The usual people at the usual table."""

import pytest

from tests.cast import ANY_BANK, Cast, make_cast
from tests.clocks import MOVED


@pytest.fixture(autouse=True)
def _no_clock_is_moved() -> None:
    """What another test moved is no part of this one."""
    MOVED.clear()


@pytest.fixture
def cast(db: None) -> Cast:
    """Everybody is there, Dana is tapped in, the table is closed and empty."""
    return make_cast()


@pytest.fixture
def any_bank(db: None) -> Cast:
    """The same at a table that asks for no least bank (OPS 3.2)."""
    return make_cast(ANY_BANK)
