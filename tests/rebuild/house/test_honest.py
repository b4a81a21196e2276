"""An honest house ends without a word: whatever its people do, the rows are what the log implies (AUD 6.1, 6.2)."""

import pytest

from tables.queries.audit.house_compare import house_findings
from tests.actions.felt import settled
from tests.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """An evening with a settled round."""
    cast = make_cast()
    settled(cast)
    return cast


def told(cast: Cast) -> list[str]:
    """All that is said."""
    return [str(finding) for finding in house_findings(cast.casino)]


def test_aud_6_2_a_settled_round(cast: Cast) -> None:
    """The people, their tap-in, what was remembered."""
    assert told(cast) == []
