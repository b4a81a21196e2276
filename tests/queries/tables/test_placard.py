"""OPS 4.6: for any moment in the past the service says what the placard showed."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.errors import NotFound
from tables.models import RulesVersion
from tables.queries.tables.placard import placard
from tests.cast import Cast, make_cast
from tests.rule_history import approve, end, put_in_force, request_change

MINUTE = timedelta(minutes=1)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def begun(cast: Cast) -> datetime:
    """When the first version went up."""
    return RulesVersion.objects.get().in_force_from


def ante(most: int) -> dict[str, Any]:
    return {"limits": {"ante": {"min": 1000, "max": most}}}


def shown(cast: Cast, at: datetime | None) -> tuple[int | None, int | None]:
    """The largest Ante that stood there, and the one that was announced."""
    found: Any = placard(cast.table.pk, at)
    most = [found[part] and found[part]["document"]["limits"]["ante"]["max"] for part in ("rules", "coming")]
    return most[0], most[1]


def test_ops_4_6_a_change_is_announced_from_its_approval_until_it_is_in_force(cast: Cast, begun: datetime) -> None:
    """Not while it is only asked for; afterwards the next version stands there."""
    change = request_change(cast, ante(40000), begun + MINUTE)
    approve(cast, change, begun + 2 * MINUTE, due=begun + 12 * MINUTE)
    assert shown(cast, None) == (30000, 40000)
    put_in_force(cast, change, begun + 13 * MINUTE)
    assert shown(cast, None) == (40000, None)
    at = [shown(cast, begun + minute * MINUTE) for minute in (0, 1, 2, 12)]
    assert at == [(30000, None), (30000, None), (30000, 40000), (30000, 40000)]
    assert shown(cast, begun + 13 * MINUTE - timedelta(microseconds=1)) == (30000, 40000)
    assert shown(cast, begun + 13 * MINUTE) == (40000, None)
    announced: Any = placard(cast.table.pk, begun + 5 * MINUTE)["coming"]
    assert announced["due_at"] == placard_time(begun + 12 * MINUTE)


def test_ops_4_6_a_cancelled_change_is_announced_until_then(cast: Cast, begun: datetime) -> None:
    """And one that was rejected, withdrawn or expired never was."""
    change = request_change(cast, ante(40000), begun + MINUTE)
    approve(cast, change, begun + 2 * MINUTE, due=begun + 12 * MINUTE)
    end(change, "cancelled", begun + 5 * MINUTE, cast.people["petra"])
    refused = request_change(cast, ante(50000), begun + 6 * MINUTE)
    refused.decided_by, refused.decided_at = cast.people["petra"], begun + 7 * MINUTE
    end(refused, "rejected", begun + 7 * MINUTE)
    withdrawn = request_change(cast, ante(60000), begun + 8 * MINUTE)
    end(withdrawn, "withdrawn", begun + 9 * MINUTE, cast.people["frank"])
    assert shown(cast, begun + 4 * MINUTE) == (30000, 40000)
    assert [shown(cast, begun + minute * MINUTE) for minute in range(5, 10)] == [(30000, None)] * 5
    assert shown(cast, None) == (30000, None)


def test_ops_4_6_before_the_first_version_there_was_no_placard(cast: Cast, begun: datetime) -> None:
    found = placard(cast.table.pk, begun - timedelta(microseconds=1))
    assert (found["rules"], found["coming"]) == (None, None)
    with pytest.raises(NotFound):
        placard(cast.table.pk + 1)


def test_ops_4_6_names_nobody(cast: Cast, begun: datetime) -> None:
    """The placard is public: it says what was approved, and not by whom."""
    approve(cast, request_change(cast, ante(40000), begun + MINUTE), begun + 2 * MINUTE)
    text = str(placard(cast.table.pk))
    for person in cast.people.values():
        assert person.name not in text
        assert person.badge not in text
    assert "a new evening" not in text


@pytest.mark.parametrize("changes", [0, 3])
def test_three_statements_however_long_the_history(cast: Cast, begun: datetime, changes: int) -> None:
    """A placard on every wall asks every few seconds."""
    for number in range(changes):
        moment = begun + 10 * number * MINUTE
        change = request_change(cast, ante(40000 + 1000 * number), moment)
        approve(cast, change, moment + MINUTE)
        put_in_force(cast, change, moment + 2 * MINUTE)
    for at in (None, datetime.now(UTC)):
        with CaptureQueriesContext(connection) as captured:
            placard(cast.table.pk, at)
        assert len(captured) == 3


def placard_time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
