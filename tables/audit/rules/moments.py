"""Times as entries have them: in the one form, real, and shifted by the grace between two chains (AUD 2.6)."""

import re
from datetime import UTC, datetime, timedelta

FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
GRACE = timedelta(seconds=5)
"""Two chains are not written under one lock: so much may an act at a table be seen before or after one of the house."""
DOUBT = timedelta(days=1)
"""A clock that was set back is held responsible for what does not fit within a day around it."""
EARLIEST, LATEST = "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"
_MINUTE, _SECONDS, _POINT, _FRACTION, _LENGTH = 17, slice(17, 19), 19, slice(20, 26), 27


class Times:
    """Tells times that are real ones in the one form; fast where most fall into the same minute."""

    def __init__(self) -> None:
        self._minute = ""

    def is_real(self, text: str) -> bool:
        """Whether a text is a moment of the calendar, UTC, with six digits of a second."""
        if (
            text[:_MINUTE] == self._minute
            and len(text) == _LENGTH
            and text[_POINT] == "."
            and text[_LENGTH - 1] == "Z"
            and text[_FRACTION].isdigit()
            and text[_SECONDS].isdigit()
            and text[_SECONDS] < "60"
            and text.isascii()
        ):
            return True
        if not FORM.fullmatch(text) or read(text) is None:
            return False
        self._minute = text[:_MINUTE]
        return True


def read(text: str) -> datetime | None:
    """The moment that a text in the one form names; None where no calendar has it."""
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError:
        return None


def shifted(text: str, by: timedelta) -> str:
    """A time some while later, or earlier where it is below zero; never out of the calendar."""
    moment = read(text)
    if moment is None:
        return text
    try:
        moved = moment + by
    except OverflowError:
        return EARLIEST if by < timedelta(0) else LATEST
    # Not strftime, which on some systems writes the year 800 with three digits.
    return f"{moved.isoformat(timespec='microseconds').removesuffix('+00:00')}Z"
