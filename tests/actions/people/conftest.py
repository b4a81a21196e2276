"""Who proves something here."""

import pytest

from tests.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people, nobody tapped in yet."""
    return make_cast(tapped_in=False)
