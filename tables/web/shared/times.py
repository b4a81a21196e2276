"""Times as people read them: on the clock of the house (OPS 7.1, LOOK 3)."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

HOUR = 60


@dataclass(frozen=True, slots=True)
class HouseClock:
    """The clock on the wall of a casino."""

    zone: ZoneInfo

    @classmethod
    def of(cls, time_zone: str) -> "HouseClock":
        """The clock of a time zone by its name."""
        return cls(ZoneInfo(time_zone))

    def short(self, moment: datetime | str, now: datetime | str | None = None) -> str:
        """Hour and minute, as in 21:04; with the day where that is not the day of `now`, as in 2 Dec, 21:04."""
        return self._with_day(moment, now, "H:i")

    def second(self, moment: datetime | str, now: datetime | str | None = None) -> str:
        """To the second, as in 21:04:31; with the day where that is not the day of `now`, as in 2 Dec, 21:04:31."""
        return self._with_day(moment, now, "H:i:s")

    def full(self, moment: datetime | str) -> str:
        """Date and time to the second with the zone, as in 2026-03-01 21:04:31 CET."""
        return f"{self._local(moment):%Y-%m-%d %H:%M:%S %Z}"

    def zoned(self, moment: datetime | str) -> str:
        """Date and time with the offset, as programs write it too: 2026-10-25T02:30:00+02:00."""
        return self._local(moment).isoformat()

    def written_out(self, moment: datetime | str, *, to_the_second: bool = False) -> str:
        """Date in words, time and zone, as in 1 March 2026, 21:04 (CET)."""
        local = self._local(moment)
        return f"{date_format(local, 'j F Y, H:i:s' if to_the_second else 'j F Y, H:i')} ({local.tzname()})"

    def _with_day(self, moment: datetime | str, now: datetime | str | None, time: str) -> str:
        local, today = self._local(moment), self._local(now or timezone.now())
        if local.date() == today.date():
            return date_format(local, time)
        return date_format(local, f"j M, {time}" if local.year == today.year else f"j M Y, {time}")

    def _local(self, moment: datetime | str) -> datetime:
        return _moment(moment).astimezone(self.zone)


def minutes_between(since: datetime | str, now: datetime | str) -> str:
    """Return how long something has lasted, in words: 45 min, 2 h 05."""
    minutes = max(0, int((_moment(now) - _moment(since)).total_seconds()) // 60)
    if minutes < HOUR:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s") % {"hours": minutes // HOUR, "minutes": f"{minutes % HOUR:02}"}


def _moment(moment: datetime | str) -> datetime:
    """A row has its times as such, a document as RFC 3339 text."""
    return datetime.fromisoformat(moment) if isinstance(moment, str) else moment
