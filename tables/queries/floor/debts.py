"""What is owed to players and by them, until it is dealt with (OPS 5.8, 7.2)."""

from collections.abc import Sequence

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Owed
from tables.queries.floor.documents import DebtDocument
from tables.queries.paging import Page
from tables.queries.people import person_or_nobody
from tables.queries.times import moment_text

STATES = ("open", "settled")


def owed_in(casinos: Sequence[int], page: Page, *, state: str | None = "open", table_id: int | None = None) -> JSON:
    """One page of what is owed at the tables of these casinos, newest first, and where the next page starts; one query."""
    rows = Owed.objects.filter(table__casino__in=casinos, **page.on("pk"))
    if state is not None:
        rows = rows.filter(settled_at__isnull=state == "open")
    if table_id is not None:
        rows = rows.filter(table=table_id)
    shown, following = page.cut(rows.select_related("table", "round", "seating", "settled_by").order_by("-pk"))
    return {"owed": [_row(row) for row in shown], "next": following}


def table_of_owed(owed_id: int) -> int:
    """The table at which it is owed; raises NotFound."""
    table_id = Owed.objects.filter(pk=owed_id).values_list("table", flat=True).first()
    if table_id is None:
        raise NotFound(_("There is nothing listed as owed under %(owed)s."), owed=owed_id)
    return table_id


def _row(row: Owed) -> DebtDocument:
    return {
        "owed": row.pk,
        "table": row.table.number,
        "table_id": row.table_id,
        "round": row.round.number if row.round else None,
        "seat": row.seating.seat,
        "player_card": row.seating.player_card,
        "is_there": row.seating.left_at is None,
        "reason": row.reason,
        "amount": row.amount,
        "raised_at": time_text(row.raised_at),
        "settled_by": person_or_nobody(row.settled_by),
        "settled_at": moment_text(row.settled_at),
        "words": row.words,
    }
