"""Who is barred, from a table or from the house (OPS 2.3)."""

from collections.abc import Sequence

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Bar
from tables.queries.floor.documents import BarDocument
from tables.queries.paging import Page
from tables.queries.people import person_or_nobody, person_row
from tables.queries.times import moment_text

STATES = ("open", "lifted")


def bars_in(casinos: Sequence[int], page: Page, *, state: str | None = "open") -> JSON:
    """One page of the bars of these casinos, newest first, and where the next page starts; one query."""
    rows = Bar.objects.filter(casino__in=casinos, **page.on("pk"))
    if state is not None:
        rows = rows.filter(lifted_at__isnull=state == "open")
    shown, following = page.cut(rows.select_related("table", "seating", "barred_by", "lifted_by").order_by("-pk"))
    return {"bars": [_row(row) for row in shown], "next": following}


def place_of_bar(bar_id: int) -> tuple[int, int | None]:
    """The casino of a bar, and its table if it is of one alone; raises NotFound."""
    place = Bar.objects.filter(pk=bar_id).values_list("casino", "table").first()
    if place is None:
        raise NotFound(_("There is no bar %(bar)s."), bar=bar_id)
    return place


def _row(row: Bar) -> BarDocument:
    return {
        "bar": row.pk,
        "scope": "house" if row.table_id is None else "table",
        "table": row.table.number if row.table else None,
        "table_id": row.table_id,
        "seat": row.seating.seat if row.seating else None,
        "player_card": row.player_card,
        "reason": row.reason,
        "words": row.words,
        "barred_by": person_row(row.barred_by),
        "barred_at": time_text(row.barred_at),
        "lifted_by": person_or_nobody(row.lifted_by),
        "lifted_at": moment_text(row.lifted_at),
    }
