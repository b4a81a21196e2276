"""Moments, dates and gaming days: read from addresses, written for programs, reckoned by the casino's clock (OPS 7.1)."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime

from tables.audit.chain import time_text
from tables.queries.paging import Period

DAY = timedelta(days=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# A fixed form, because the standard's week dates and missing parts are never meant here.
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,6})?)?([Zz]|[+-]\d\d:?\d\d)", re.ASCII)
LOCAL = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?", re.ASCII)
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
# Beyond these no gaming day can be reckoned.
FIRST_DATE, LAST_DATE = date(1900, 1, 1), date(9998, 12, 31)


def read_moment(text: str) -> datetime | None:
    """An RFC 3339 time with its offset, in UTC; None for anything else."""
    # A plus that was not escaped in an address arrives as a blank.
    spelled = re.sub(r"(?<=[\d]) (?=\d\d:?\d\d$)", "+", text)
    if not MOMENT.fullmatch(spelled):
        return None
    try:
        moment = parse_datetime(spelled.upper())
        return moment.astimezone(UTC) if moment else None
    except (ValueError, OverflowError):
        return None


def moments_by_clock(text: str, time_zone: str) -> list[datetime]:
    """Return the moments at which a clock of the house shows this time, in UTC: as a rule one.

    Two in the hour that exists twice, none in the one that is left out and for a text that is no time.
    """
    if not LOCAL.fullmatch(text):
        return []
    zone = ZoneInfo(time_zone)
    try:
        local = datetime.fromisoformat(text.upper())
        found = [local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
    except (ValueError, OverflowError):
        return []
    shown = [moment for moment in found if moment.astimezone(zone).replace(tzinfo=None) == local]
    return sorted(set(shown))


def read_date(text: str) -> date | None:
    """A date like 2026-03-01; None for anything else."""
    if not DATE.fullmatch(text):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_DATE <= day <= LAST_DATE else None


def moment_text(moment: datetime | None) -> str | None:
    """Return a time in UTC with all its digits; None where there is none yet."""
    return time_text(moment) if moment is not None else None


def microseconds_of(moment: datetime) -> int:
    """Return a moment as a whole number, for a place in a list that is ordered by time."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def moment_at(microseconds: int) -> datetime:
    """Return the moment of `microseconds_of`, in UTC."""
    return EPOCH + timedelta(microseconds=microseconds)


class Clock(Protocol):
    """The settings of a casino from which its gaming days follow."""

    time_zone: str
    gaming_day_starts: time


def gaming_day(casino: Clock, day: date) -> Period:
    """From the start of the gaming day of this date to the start of the next, also where the clocks change in between."""
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
