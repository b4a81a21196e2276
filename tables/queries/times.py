"""Times and dates as they are written in addresses."""

import re
from datetime import UTC, date, datetime

from django.utils.dateparse import parse_datetime

# A fixed form, because the standard's week dates and missing parts are nobody's meaning here.
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,6})?)?([Zz]|[+-]\d\d:?\d\d)", re.ASCII)
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
# Beyond these no gaming day can be reckoned.
FIRST_DATE, LAST_DATE = date(1900, 1, 1), date(9998, 12, 31)


def read_moment(text: str) -> datetime | None:
    """An RFC 3339 time with its offset, in UTC; None for anything else."""
    # A plus that was not escaped in an address arrives as a blank.
    given = re.sub(r"(?<=[\d]) (?=\d\d:?\d\d$)", "+", text)
    if not MOMENT.fullmatch(given):
        return None
    try:
        moment = parse_datetime(given.upper())
        return moment.astimezone(UTC) if moment else None
    except (ValueError, OverflowError):
        return None


def read_date(text: str) -> date | None:
    """A date like 2026-03-01; None for anything else."""
    if not DATE.fullmatch(text):
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if FIRST_DATE <= found <= LAST_DATE else None
