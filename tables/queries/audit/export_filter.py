"""Which entries an export holds whole: a period, tables, acts, people (AUD 4.1)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from tables.audit.chain import time_text
from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.games.errors import quoted_name
from tables.games.values import JSON
from tables.policy import Act
from tables.queries.times import read_date, read_moment

KNOWN = ("since", "until", "first_day", "last_day", "tables", "acts", "people")
# A refused act is an entry under a name of its own.
ACTS = frozenset({*(str(act) for act in Act), "refused"})
MOST_NAMED, HIGHEST_TABLE = 100, 9999
BADGE = re.compile(r"[A-Za-z0-9]{1,16}")


@dataclass(frozen=True, slots=True)
class ExportFilter:
    """What was asked for; what is empty is not asked for. Days are gaming days, the last one included."""

    since: datetime | None = None
    until: datetime | None = None
    first_day: date | None = None
    last_day: date | None = None
    tables: tuple[int, ...] = ()
    acts: tuple[str, ...] = ()
    people: tuple[str, ...] = ()

    def document(self) -> JSON:
        """As it stands in the row, the entry and the manifest: what is not asked for is left out."""
        document = {
            "since": self.since and time_text(self.since),
            "until": self.until and time_text(self.until),
            "first_day": self.first_day and self.first_day.isoformat(),
            "last_day": self.last_day and self.last_day.isoformat(),
            "tables": list(self.tables),
            "acts": list(self.acts),
            "people": list(self.people),
        }
        return {name: value for name, value in document.items() if value}


def read_filter(sent: Mapping[str, Any]) -> ExportFilter:
    """Read what was asked for; raises BadField for what is unknown, malformed or asks for nothing."""
    for name in sent:
        if name not in KNOWN:
            raise BadField(
                _("%(field)s is not known here; allowed are %(allowed)s."),
                field=quoted_name(name),
                allowed=", ".join(KNOWN),
            )
    wanted = ExportFilter(
        since=_time(sent, "since"),
        until=_time(sent, "until"),
        first_day=_day(sent, "first_day"),
        last_day=_day(sent, "last_day"),
        tables=_several(sent, "tables", _is_table, _("%(field)s must be a list of table numbers.")),
        acts=_several(sent, "acts", ACTS.__contains__, _("%(field)s must be a list of names of acts.")),
        people=_several(sent, "people", _is_badge, _("%(field)s must be a list of badges.")),
    )
    _verify_period(wanted)
    return wanted


def _verify_period(wanted: ExportFilter) -> None:
    days, times = (wanted.first_day, wanted.last_day), (wanted.since, wanted.until)
    if any(days) and any(times):
        raise BadField(_("Ask for gaming days or for times, not for both."), field="since")
    if wanted.since and wanted.until and wanted.since >= wanted.until:
        raise BadField(_("The period ends before it begins."), field="until")
    if wanted.first_day and wanted.last_day and wanted.first_day > wanted.last_day:
        raise BadField(_("The period ends before it begins."), field="last_day")


def _time(sent: Mapping[str, Any], name: str) -> datetime | None:
    value = sent.get(name)
    if value is None:
        return None
    moment = read_moment(value) if isinstance(value, str) else None
    if moment is None:
        raise BadField(_("%(field)s must be a time with its offset, as in 2026-03-01T20:00:00Z."), field=name)
    return moment


def _day(sent: Mapping[str, Any], name: str) -> date | None:
    value = sent.get(name)
    if value is None:
        return None
    day = read_date(value) if isinstance(value, str) else None
    if day is None:
        raise BadField(_("%(field)s must be a day, as in 2026-03-01."), field=name)
    return day


def _several(sent: Mapping[str, Any], name: str, fits: Any, problem: str) -> tuple[Any, ...]:
    value = sent.get(name, [])
    if (
        not isinstance(value, list)
        or len(value) > MOST_NAMED
        or not all(_hashable(item) and fits(item) for item in value)
    ):
        raise BadField(problem, field=name)
    return tuple(dict.fromkeys(value))


def _hashable(item: object) -> bool:
    return isinstance(item, str | int) and not isinstance(item, bool)


def _is_table(item: object) -> bool:
    return isinstance(item, int) and 1 <= item <= HIGHEST_TABLE


def _is_badge(item: object) -> bool:
    return isinstance(item, str) and BADGE.fullmatch(item) is not None
