"""Gaming days: every report and export by day means them (OPS 7.1)."""

from datetime import date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from tables.queries.paging import Period

DAY = timedelta(days=1)


class Clock(Protocol):
    """What of a casino its gaming days follow from."""

    time_zone: str
    gaming_day_starts: time


def gaming_day(casino: Clock, day: date) -> Period:
    """From the start of the gaming day of this date to the start of the next, whatever the clocks do in between."""
    return gaming_days(casino, day, day)


def gaming_days(casino: Clock, first: date, last: date) -> Period:
    """From the start of the first gaming day to the end of the last."""
    return Period(_start(casino, first), _start(casino, last + DAY))


def gaming_day_of(casino: Clock, moment: datetime) -> date:
    """The date of the gaming day a moment belongs to."""
    day = moment.astimezone(ZoneInfo(casino.time_zone)).date()
    while moment < _start(casino, day):
        day -= DAY
    while moment >= _start(casino, day + DAY):
        day += DAY
    return day


def _start(casino: Clock, day: date) -> datetime:
    """Where clocks go forward over the start, as much later; where they go back over it, the first time they show it."""
    local = datetime.combine(day, casino.gaming_day_starts, ZoneInfo(casino.time_zone))
    # In UTC, because times of one zone are compared without its offset.
    return local.astimezone(ZoneInfo("UTC"))
