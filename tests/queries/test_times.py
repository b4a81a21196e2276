"""OPS 7.1: every report and export by day means gaming days, also on the days the clocks change."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from tables.models import Casino
from tables.queries.times import gaming_day, gaming_day_of, gaming_days

HOUSES = {
    "six": Casino(time_zone="Europe/Bucharest", gaming_day_starts=time(6)),
    "inside the hour that is skipped or comes twice": Casino(time_zone="Europe/Berlin", gaming_day_starts=time(2, 30)),
    "midnight": Casino(time_zone="UTC", gaming_day_starts=time(0)),
    "a day that never was": Casino(time_zone="Pacific/Apia", gaming_day_starts=time(6)),
}


def test_ops_7_1_a_gaming_day_runs_from_its_start_to_the_next() -> None:
    """At six by the casino's clock: the night belongs to the day before."""
    house = HOUSES["six"]
    period = gaming_day(house, date(2026, 3, 1))
    assert period.since == datetime(2026, 3, 1, 4, tzinfo=UTC)
    assert period.until == datetime(2026, 3, 2, 4, tzinfo=UTC)
    assert gaming_day_of(house, datetime(2026, 3, 2, 3, 59, 59, tzinfo=UTC)) == date(2026, 3, 1)
    assert gaming_day_of(house, datetime(2026, 3, 2, 4, tzinfo=UTC)) == date(2026, 3, 2)


def test_ops_7_1_days_on_which_clocks_change_have_23_and_25_hours() -> None:
    """The day before the clocks go forward ends an hour early."""
    house = HOUSES["six"]
    assert _length(house, date(2026, 3, 28)) == timedelta(hours=23)
    assert _length(house, date(2026, 10, 24)) == timedelta(hours=25)


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize("year", [2011, 2026])
def test_ops_7_1_every_moment_belongs_to_exactly_one_day(name: str, year: int) -> None:
    """Over a whole year, day after day without gap or overlap."""
    house = HOUSES[name]
    for number in range(366):
        day = date(year, 1, 1) + timedelta(days=number)
        period = gaming_day(house, day)
        assert period.since is not None
        assert period.until == gaming_day(house, day + timedelta(days=1)).since
        if period.since == period.until:
            continue  # a date the zone leaves out
        assert gaming_day_of(house, period.since) == day
        assert period.until is not None
        assert gaming_day_of(house, period.until - timedelta(microseconds=1)) == day


def test_ops_7_1_several_days() -> None:
    """From the start of the first to the end of the last."""
    house = HOUSES["six"]
    period = gaming_days(house, date(2026, 3, 1), date(2026, 3, 7))
    assert period.since == gaming_day(house, date(2026, 3, 1)).since
    assert period.until == gaming_day(house, date(2026, 3, 7)).until


def _length(house: Casino, day: date) -> timedelta:
    period = gaming_day(house, day)
    assert period.since is not None
    assert period.until is not None
    return period.until - period.since
