"""The usual people at the usual table."""

import pytest

from tests.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """Everybody is there, Dana is tapped in, the table is closed and empty."""
    return make_cast()
