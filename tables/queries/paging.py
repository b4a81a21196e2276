"""Parts of long lists: a period, and a page of it that starts where the one before ended."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Period:
    """From one moment, included, to another, left out; None is without end."""

    since: datetime | None = None
    until: datetime | None = None

    def on(self, name: str) -> dict[str, Any]:
        """The period as a filter on the field of this name."""
        wanted = {f"{name}__gte": self.since, f"{name}__lt": self.until}
        return {key: value for key, value in wanted.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Page:
    """How many rows, and before which key, newest first; None starts at the newest."""

    size: int = 50
    before: int | None = None

    def on(self, name: str) -> dict[str, int]:
        """The start of the page as a filter on the key of this name."""
        return {} if self.before is None else {f"{name}__lt": self.before}

    def cut(self, ordered: QuerySet[M], key: str = "pk") -> tuple[list[M], str | None]:
        """The rows of the page, and the key before which the next one starts, if there is one; one query."""
        rows = list(ordered[: self.size + 1])
        shown = rows[: self.size]
        return shown, str(getattr(shown[-1], key)) if len(rows) > self.size else None
