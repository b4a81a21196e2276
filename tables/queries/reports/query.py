"""Reading which part of a report is asked for; the period is never open, and never longer than a year and a month (AUD 5)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from tables.errors import gettext_noop as _
from tables.models import Casino
from tables.queries.reports.model import ReportQuery
from tables.queries.reports.round_filter import ReadAmount, read_round_filter, read_whole_units
from tables.queries.times import gaming_day, gaming_day_of, gaming_days, read_date, read_moment

NAMES = ("day", "first", "last", "since", "until", "table")
LONGEST_DAYS = 400
LIMITS = "limits"
TABLE = re.compile(r"[1-9]\d{0,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something that is asked for cannot be; the template is to be translated."""

    template: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Reading:
    """What was read, and what is wrong with it, by its name."""

    query: ReportQuery
    problems: dict[str, Problem] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Spelling:
    """How times and amounts are written in an address, and what is said of a text that is no time."""

    moment: Callable[[str], datetime | None]
    no_moment: str
    amount: ReadAmount


OF_PROGRAMS = Spelling(
    read_moment, _("%(field)s must be a time with its offset, as in 2026-03-01T20:00:00Z."), read_whole_units
)


def read_report_query(
    given: Mapping[str, str], casino: Casino, now: datetime, spelling: Spelling = OF_PROGRAMS
) -> Reading:
    """One gaming day (`day`), several (`first`, `last`), or times (`since`, `until`); without any, the present day.

    `spelling` says how times and amounts are written there.
    """
    day = gaming_day_of(casino, now)
    present = gaming_day(casino, day)
    reading = Reading(ReportQuery(casino, *_ends(present)))
    _read_days(reading, given, casino, day)
    _read_times(reading, given, spelling)
    table = given.get("table", "")
    if table and not TABLE.fullmatch(table):
        reading.problems["table"] = Problem(_("%(field)s must be the number of a table."))
    query = reading.query
    if query.until <= query.since and not reading.problems:
        reading.problems["until"] = Problem(_("%(field)s must be later than the beginning."))
    if query.until - query.since > timedelta(days=LONGEST_DAYS) and not reading.problems:
        reading.problems["since"] = Problem(_("The period may have at most %(most)s days."), {"most": LONGEST_DAYS})
    rounds, wrong = read_round_filter(given, spelling.amount)
    reading.problems |= {name: Problem(*problem) for name, problem in wrong.items()}
    only = given.get("only", "")
    if only not in ("", LIMITS):
        reading.problems["only"] = Problem(_("%(field)s must be limits, or left out."))
    number = int(table) if table and not reading.problems else None
    reading.query = ReportQuery(casino, query.since, query.until, number, rounds, limits_only=only == LIMITS)
    return reading


def _read_days(reading: Reading, given: Mapping[str, str], casino: Casino, present: date) -> None:
    days: dict[str, date] = {}
    for name in ("day", "first", "last"):
        if text := given.get(name, ""):
            read = read_date(text)
            if read is None:
                reading.problems[name] = Problem(_("%(field)s must be a date, as in 2026-03-01."))
            else:
                days[name] = read
    if "day" in days and len(days) > 1:
        reading.problems["day"] = Problem(_("%(field)s stands alone, or is left out."))
    if days and not reading.problems:
        first = days.get("day") or days.get("first") or days["last"]
        last = days.get("day") or days.get("last") or max(present, first)
        reading.query = ReportQuery(casino, *_ends(gaming_days(casino, first, last)))


def _read_times(reading: Reading, given: Mapping[str, str], spelling: Spelling) -> None:
    """Times narrow or replace the ends of the days."""
    ends = {"since": reading.query.since, "until": reading.query.until}
    for name in ends:
        if text := given.get(name, ""):
            moment = spelling.moment(text)
            if moment is None:
                reading.problems[name] = Problem(spelling.no_moment)
            else:
                ends[name] = moment
    reading.query = ReportQuery(reading.query.casino, ends["since"], ends["until"])


def _ends(period: Any) -> tuple[datetime, datetime]:
    return period.since, period.until
