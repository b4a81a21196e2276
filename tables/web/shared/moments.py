"""Times as the inspector reads them: to the second, in the zone of the house (LOOK 3)."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format

from tables.models import Casino

TO_THE_SECOND = "Y-m-d H:i:s T"


def moment_shown(text: str, casino: Casino) -> str:
    """A time as it stands in an entry, in words for a page."""
    return date_format(datetime.fromisoformat(text).astimezone(ZoneInfo(casino.time_zone)), TO_THE_SECOND)
