"""The rows of a table are what its chain implies (AUD 6.1)."""

import pytest

from tables.models import Table
from tables.queries.audit.rebuild.compare import unlike_the_log
from tests.cast import Cast
from tests.management.playing import casino_in_play


@pytest.fixture
def house(db: None) -> Cast:
    """A table in play."""
    return casino_in_play()


def told(cast: Cast) -> list[str]:
    """All that is said against the table."""
    table = Table.objects.select_related("casino").get(pk=cast.table.pk)
    return [str(finding) for finding in unlike_the_log(table)]


def test_aud_6_2_an_honest_table_is_accused_of_nothing(house: Cast) -> None:
    """Nothing at all is said."""
    assert told(house) == []
