"""Changes of house rules: what is coming at a table, what is open in the house, and one change with its comparison."""

from collections.abc import Sequence
from typing import cast

from django.db.models import Q

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.comparison import differences, edge_terms, worst_case
from tables.games.values import JSON
from tables.models import RuleChange
from tables.models.values import house_rules
from tables.queries.paging import Page, Period
from tables.queries.people import person_or_nobody, person_row
from tables.queries.rules.documents import (
    ComingChangeDocument,
    ComparedRuleChangeDocument,
    ComparisonDocument,
    DifferenceDocument,
    EdgeDocument,
    RuleChangeDocument,
)
from tables.queries.rules.edges import edges_of
from tables.queries.times import moment_text

ALWAYS = Period()


def coming_change(table_id: int) -> ComingChangeDocument | None:
    """The approved change that waits for its time or for the end of a round, with what will be different (OPS 4.3).

    It takes effect at the first round boundary from `due_at` on; one query.
    """
    change = RuleChange.objects.filter(table=table_id, state=RuleChange.State.APPROVED).select_related("base").first()
    if change is None or change.due_at is None:
        return None
    return {
        "change": change.pk,
        "due_at": time_text(change.due_at),
        "base_version": change.base.number,
        "document": change.document,
        "differences": _differences(
            *(house_rules(stored).document() for stored in (change.base.document, change.document))
        ),
    }


def open_change(table_id: int) -> int | None:
    """The number of the change that is open at a table; one query."""
    return RuleChange.objects.filter(table=table_id, state__in=RuleChange.OPEN).values_list("pk", flat=True).first()


def changes_at(
    *, page: Page, period: Period = ALWAYS, table_id: int | None = None, casinos: Sequence[int] = ()
) -> JSON:
    """Changes of one table, or of all tables of these casinos, newest first, and where the next page starts; one query."""
    wanted = Q(table=table_id) if table_id is not None else Q(table__casino__in=casinos)
    matching = RuleChange.objects.filter(wanted, **page.on("pk"), **period.on("requested_at"))
    newest_first = matching.select_related(*_JOINED).order_by("-pk")
    shown, following = page.cut(newest_first)
    return {"changes": [_change(row) for row in shown], "next": following}


def changes_open(casino_id: int) -> list[RuleChangeDocument]:
    """Every change of the house that is not decided, or not in force yet; one query."""
    rows = RuleChange.objects.filter(table__casino=casino_id, state__in=RuleChange.OPEN).select_related(*_JOINED)
    return [_change(row) for row in rows.order_by("table__number")]


def change_of(change_id: int, *, table_id: int | None = None) -> ComparedRuleChangeDocument:
    """One change, old and new side by side, with the worst case and the edges under each (OPS 4.2); one query.

    Edges that are not counted yet are None, and are asked for.
    """
    wanted = {} if table_id is None else {"table": table_id}
    change = RuleChange.objects.filter(pk=change_id, **wanted).select_related(*_JOINED).first()
    if change is None:
        raise NotFound(_("There is no change %(change)s of the rules here."), change=change_id)
    return {**_change(change), **compared(change.base.document, change.document, change.table.seat_count)}


def compared(before: JSON, after: JSON, seat_count: int) -> ComparisonDocument:
    """Two whole documents side by side; edges only where the change bears on them."""
    old, new = house_rules(before), house_rules(after)
    # A document that was stored has lost the order of its rules.
    before, after = old.document(), new.document()
    terms = {"before": edge_terms(old), "after": edge_terms(new)}
    bears = None not in terms.values() and terms["before"] != terms["after"]
    return {
        "rules_before": before,
        "rules_after": after,
        "differences": _differences(before, after),
        "worst_case": {"before": worst_case(old, seat_count), "after": worst_case(new, seat_count)},
        "edges_differ": bears,
        "edges": {"before": _edges(terms["before"], bears=bears), "after": _edges(terms["after"], bears=bears)},
    }


_JOINED = ("table", "base", "version", "requested_by", "decided_by", "ended_by")


def _edges(terms: JSON | None, *, bears: bool) -> list[EdgeDocument] | None:
    return cast(list[EdgeDocument] | None, edges_of(terms)) if terms and bears else None


def _differences(before: JSON, after: JSON) -> list[DifferenceDocument]:
    return cast(list[DifferenceDocument], differences(before, after))


def _change(change: RuleChange) -> RuleChangeDocument:
    version = getattr(change, "version", None)
    return {
        "change": change.pk,
        "table": change.table.number,
        "table_id": change.table_id,
        "casino": change.table.casino_id,
        "game": change.base.game,
        "state": str(change.state),
        "base_version": change.base.number,
        "version": version.number if version else None,
        "rules": change.changes,
        "reason": change.reason,
        "words": change.words,
        "requested_by": person_row(change.requested_by),
        "requested_at": time_text(change.requested_at),
        "expires_at": time_text(change.expires_at),
        "decided_by": person_or_nobody(change.decided_by),
        "decided_at": moment_text(change.decided_at),
        "due_at": moment_text(change.due_at),
        "ended_by": person_or_nobody(change.ended_by),
        "ended_at": moment_text(change.ended_at),
    }
