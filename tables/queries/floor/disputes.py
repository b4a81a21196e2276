"""Disputes with their evidence and their rulings (OPS 5.9)."""

from collections.abc import Sequence

from django.db.models import QuerySet

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Dispute
from tables.queries.floor.documents import DisputeDocument, DisputeWithEvidenceDocument
from tables.queries.paging import Page
from tables.queries.people import person_row

STATES = ("open", "ruled")


def disputes_at(table_id: int, page: Page, *, state: str | None = None) -> JSON:
    """One page of the disputes of a table, newest first, and where the next page starts; one query."""
    return _page(Dispute.objects.filter(table=table_id), page, state)


def disputes_in(casinos: Sequence[int], page: Page, *, state: str | None = "open") -> JSON:
    """One page of the disputes at the tables of these casinos, newest first; one query."""
    return _page(Dispute.objects.filter(table__casino__in=casinos), page, state)


def disputes_about(table_id: int, number: int) -> list[DisputeWithEvidenceDocument]:
    """The disputes about one round, oldest first, with their evidence; one query."""
    rows = _with_people(Dispute.objects.filter(table=table_id, round__number=number)).order_by("pk")
    return [{**_row(row), "evidence": row.evidence} for row in rows]


def dispute_at(table_id: int, dispute_id: int) -> DisputeWithEvidenceDocument:
    """One dispute of a table, with its evidence; raises NotFound; one query."""
    row = _with_people(Dispute.objects.filter(table=table_id, pk=dispute_id)).first()
    if row is None:
        raise NotFound(_("There is no dispute %(dispute)s at this table."), dispute=dispute_id)
    return {**_row(row), "evidence": row.evidence}


def _with_people(rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
    return rows.select_related("table", "round", "opened_by", "ruling__ruled_by")


def _page(rows: QuerySet[Dispute], page: Page, state: str | None) -> JSON:
    if state is not None:
        rows = rows.filter(ruling__isnull=state == "open")
    shown, following = page.cut(_with_people(rows.filter(**page.on("pk"))).defer("evidence").order_by("-pk"))
    return {"disputes": [_row(row) for row in shown], "next": following}


def _row(row: Dispute) -> DisputeDocument:
    ruling = getattr(row, "ruling", None)
    return {
        "dispute": row.pk,
        "table": row.table.number,
        "table_id": row.table_id,
        "round": row.round.number,
        "seat": row.seat,
        "reason": row.reason,
        "words": row.words,
        "opened_by": person_row(row.opened_by),
        "opened_at": time_text(row.opened_at),
        "ruling": {
            "outcome": ruling.outcome,
            "words": ruling.words,
            "ruled_by": person_row(ruling.ruled_by),
            "ruled_at": time_text(ruling.ruled_at),
        }
        if ruling
        else None,
    }
