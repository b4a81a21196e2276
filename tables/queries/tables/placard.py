"""The placard of a table: what stands there now, and what stood there at any time (OPS 4.6).

Nothing of it names a person: it is public.
"""

from datetime import datetime

from django.db.models import Q, QuerySet

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.models import RuleChange, RulesVersion, Table
from tables.models.values import house_rules
from tables.queries.tables.placard_documents import AnnouncedChangeDocument, PlacardDocument, PlacardRulesDocument
from tables.queries.times import moment_text


def placard(table_id: int, at: datetime | None = None) -> PlacardDocument:
    """What the placard shows, or showed at a time; `rules` is null before the first version. Three queries."""
    table = Table.objects.filter(pk=table_id).select_related("casino").first()
    if table is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    version = _version(table, at)
    change = _announced(table, at) if version is not None else None
    return {
        "table": {"id": table.pk, "number": table.number},
        "casino": {
            "name": table.casino.name,
            "time_zone": table.casino.time_zone,
            "currency": table.casino.currency,
            "minor_digits": table.casino.minor_digits,
            "demonstration": table.casino.is_demonstration,
        },
        "at": moment_text(at),
        "rules": _rules(version) if version is not None else None,
        "coming": _coming(change) if change is not None else None,
    }


def _version(table: Table, at: datetime | None) -> RulesVersion | None:
    """The version in force: of those that had begun by then, the newest."""
    versions = RulesVersion.objects.filter(table=table)
    wanted = versions.filter(pk=table.rules_id or 0) if at is None else versions.filter(in_force_from__lte=at)
    return wanted.order_by("-number").first()


def _announced(table: Table, at: datetime | None) -> RuleChange | None:
    """The change that had been approved and was not yet in force, nor cancelled."""
    changes: QuerySet[RuleChange] = RuleChange.objects.filter(table=table)
    if at is None:
        return changes.filter(state=RuleChange.State.APPROVED).first()
    approved = changes.filter(decided_at__lte=at).exclude(state=RuleChange.State.REJECTED)
    return approved.filter(Q(ended_at=None) | Q(ended_at__gt=at)).order_by("-decided_at").first()


def _rules(version: RulesVersion) -> PlacardRulesDocument:
    return {
        "version": version.number,
        "in_force_from": time_text(version.in_force_from),
        "document": house_rules(version.document).document(),
    }


def _coming(change: RuleChange) -> AnnouncedChangeDocument:
    due = change.due_at or change.decided_at
    return {
        "announced_at": moment_text(change.decided_at),
        "due_at": moment_text(due),
        "document": house_rules(change.document).document(),
    }
