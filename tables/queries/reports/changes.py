"""Changes of rules: requester, approver, times, and what the placard showed (AUD 5.1, OPS 4.6)."""

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import quote

from django.db.models import Count, OuterRef, Q, Subquery

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.comparison import differences
from tables.games.values import JSON
from tables.models import AuditEntry, Round, RuleChange
from tables.policy import Act
from tables.queries.reports.model import Column, Page, Part, ReportQuery, row_before

# Rules that are amounts, by the end of their key.
AMOUNTS = (
    "min",
    "max",
    "amount",
    "chip_unit",
    "min_bank",
    "signed_above",
    "per_hand",
    "per_round",
    "ante",
    "marker_value",
    "redeem_reserve",
    "opening_min",
    "opening_max",
)

LIMITS = "limits"
"""The first part of the keys of rules that are limits."""
OF_CHANGES = (Act.REQUEST_RULE_CHANGE, Act.APPROVE_RULE_CHANGE)


def changes_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """Every change that was open at any time of the period, or came into force in it, the newest first; two queries.

    Where limits alone are asked for, changes of other rules are left out, and a page may be shorter than the next.
    """
    before = row_before(cursor)
    touching = Q(ended_at=None) | Q(ended_at__gte=query.since)
    changes = RuleChange.objects.filter(
        touching, table__casino=query.casino, requested_at__lt=query.until, pk__lt=before
    ).select_related("table__casino", "base", "version", "requested_by", "decided_by", "ended_by")
    played = Round.objects.filter(rules=OuterRef("version__pk")).order_by().values("rules")
    changes = changes.annotate(rounds=Subquery(played.annotate(number_of=Count("pk")).values("number_of")))
    if query.table is not None:
        changes = changes.filter(table__number=query.table)
    rows = list(changes.order_by("-pk")[: size + 1])
    shown = rows[:size]
    entries = _entries(shown)
    found = [_change(change, entries, query) for change in shown]
    further = str(shown[-1].pk) if len(rows) > size else None
    return [row for row in found if row["differences"] or not query.limits_only], further


def _entries(changes: Sequence[RuleChange]) -> dict[tuple[str, int], int]:
    """The entries that asked for the changes and that approved them, by act and change."""
    times = [time for change in changes for time in (change.requested_at, change.decided_at) if time]
    chains = {change.table.chain for change in changes}
    found = AuditEntry.objects.filter(act__in=OF_CHANGES, time__in=times, chain__in=chains)
    rows = found.values_list("act", "payload__change", "sequence")
    return {(act, change): sequence for act, change, sequence in rows}


def _change(change: RuleChange, entries: dict[tuple[str, int], int], query: ReportQuery) -> JSON:
    version = getattr(change, "version", None)
    announced = change.decided_at if change.due_at is not None else None
    in_force = version.in_force_from if version else None
    return {
        "change": change.pk,
        "table": change.table.number,
        "state": str(change.state),
        "requested_at": time_text(change.requested_at),
        "requested_by": change.requested_by.badge,
        "reason": change.reason,
        "decided_at": _time(change.decided_at),
        "decided_by": change.decided_by.badge if change.decided_by else None,
        "due_at": _time(change.due_at),
        "ended_at": _time(change.ended_at),
        "ended_by": change.ended_by.badge if change.ended_by else None,
        "words": change.words,
        "version": version.number if version else None,
        "rounds": (getattr(change, "rounds", None) or 0) if version else None,
        "differences": [
            _difference(row)
            for row in differences(change.base.document, change.document)
            if not query.limits_only or row["key"].partition(".")[0] == LIMITS
        ],
        "chain": change.table.chain,
        "request_entry": entries.get((Act.REQUEST_RULE_CHANGE, change.pk)),
        "approval_entry": entries.get((Act.APPROVE_RULE_CHANGE, change.pk)),
        "placard_before": _placard(change, change.requested_at),
        "placard_announced": _placard(change, announced),
        "placard_after": _placard(change, in_force),
    }


def _difference(row: JSON) -> JSON:
    """A rule before and after; null is no such rule, as where there is no cap."""
    is_amount = row["key"].rpartition(".")[2] in AMOUNTS
    return {"rule": row["key"], "before": row.get("before"), "after": row.get("after"), "is_amount": is_amount}


def _placard(change: RuleChange, at: datetime | None) -> str | None:
    return f"/placard/{change.table_id}/?at={quote(time_text(at))}" if at else None


def _time(moment: datetime | None) -> str | None:
    return time_text(moment) if moment else None


RULE_CHANGES = Part(
    "changes",
    _("Changes of rules"),
    (
        Column("change", _("Change"), "number"),
        Column("table", _("Table"), "number"),
        Column("state", _("State"), "word"),
        Column("requested_at", _("Asked for"), "time"),
        Column("requested_by", _("Asked for by"), "badge"),
        Column("reason", _("Reason")),
        Column("decided_at", _("Decided"), "time"),
        Column("decided_by", _("Decided by"), "badge"),
        Column("due_at", _("Due"), "time"),
        Column("ended_at", _("In force or ended"), "time"),
        Column("ended_by", _("Ended by"), "badge"),
        Column("words", _("Words")),
        Column("version", _("Version"), "number"),
        Column("rounds", _("Rounds played under it"), "number"),
        Column("differences", _("Differences"), "differences"),
        Column("chain", _("Chain")),
        Column("request_entry", _("Entry of the request"), "number"),
        Column("approval_entry", _("Entry of the approval"), "number"),
        Column("placard_before", _("Placard when asked for"), "address"),
        Column("placard_announced", _("Placard when announced"), "address"),
        Column("placard_after", _("Placard when in force"), "address"),
    ),
    changes_page,
)
