"""People and moments as every list shows them."""

from datetime import datetime
from typing import TYPE_CHECKING

from tables.audit.chain import time_text

if TYPE_CHECKING:
    from tables.models import Person


def person_row(person: "Person | None") -> dict[str, str] | None:
    """Badge and name, or nobody."""
    return {"badge": person.badge, "name": person.name} if person is not None else None


def moment_text(moment: datetime | None) -> str | None:
    """A time in UTC with all its digits, or none yet."""
    return time_text(moment) if moment is not None else None
