"""The people at a table that asks for no least bank (OPS 3.2)."""

import pytest

from tests.cast import ANY_BANK, Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast(ANY_BANK)
