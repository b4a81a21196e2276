"""AUD 5, OPS 7.1: which part of a report is asked for, by gaming days and times."""

from datetime import UTC, datetime

import pytest

from tables.models import Casino
from tables.queries.reports.query import read_report_query

NOW = datetime(2026, 3, 2, 3, tzinfo=UTC)
HOUSE = {"time_zone": "Europe/Bucharest"}


@pytest.mark.parametrize(
    ("given", "since", "until"),
    [
        ({}, "2026-03-01T04:00Z", "2026-03-02T04:00Z"),
        ({"day": "2026-02-14"}, "2026-02-14T04:00Z", "2026-02-15T04:00Z"),
        ({"first": "2026-02-01", "last": "2026-02-28"}, "2026-02-01T04:00Z", "2026-03-01T04:00Z"),
        ({"first": "2026-02-01"}, "2026-02-01T04:00Z", "2026-03-02T04:00Z"),
        ({"since": "2026-03-01T20:00:00Z"}, "2026-03-01T20:00Z", "2026-03-02T04:00Z"),
        ({"since": "2026-03-01T20:00:00Z", "until": "2026-03-01T21:00:00Z"}, "2026-03-01T20:00Z", "2026-03-01T21:00Z"),
    ],
)  # fmt: skip
def test_ops_7_1_a_period_is_one_gaming_day_unless_more_is_asked_for(
    given: dict[str, str], since: str, until: str
) -> None:
    reading = read_report_query(given, Casino(**HOUSE), NOW)
    assert not reading.problems
    assert (reading.query.since, reading.query.until) == (datetime.fromisoformat(since), datetime.fromisoformat(until))


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"day": "yesterday"}, "day"),
        ({"day": "2026-02-30"}, "day"),
        ({"day": "2026-02-14", "last": "2026-02-15"}, "day"),
        ({"first": "9999-12-31"}, "first"),
        ({"first": "2026-03-01", "last": "2026-02-01"}, "until"),
        ({"since": "2026-03-01"}, "since"),
        ({"since": "2026-03-01T20:00:00Z", "until": "2026-03-01T20:00:00Z"}, "until"),
        ({"first": "2020-01-01"}, "since"),
        ({"table": "0"}, "table"),
        ({"table": "twelve"}, "table"),
    ],
)
def test_aud_5_what_cannot_be_asked_for_names_the_field(given: dict[str, str], field: str) -> None:
    assert list(read_report_query(given, Casino(**HOUSE), NOW).problems) == [field]
