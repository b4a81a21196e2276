"""The whole state of one table, as the tablet, the API and the board see it; a constant number of queries."""

from typing import NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import DateTimeField, Exists, Func, OuterRef, Subquery
from django.db.models.functions import JSONObject

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.registry import GAMES
from tables.games.table.acts import legal_acts
from tables.models import AuditEntry, ChainHead, Dispute, Match, Round, Seating, Settlement, Table, TapIn
from tables.models.values import Around, table_value
from tables.policy import Act
from tables.queries.rules.changes import coming_change
from tables.queries.tables.documents import (
    ChainDocument,
    DealerDocument,
    LastRoundDocument,
    MovedDocument,
    TableStateDocument,
)
from tables.queries.tables.moved import moved_since
from tables.queries.tables.shown import blocked_steps, shown_preview, shown_round, shown_table

# The clock that judges lateness is the database's, so a page counts down by it (DRAW 2.7).
NOW = Func(function="clock_timestamp", output_field=DateTimeField())


def table_version(table_id: int) -> int:
    """The version of a table, to ask whether anything has changed; one query."""
    version = Table.objects.filter(pk=table_id).values_list("version", flat=True).first()
    if version is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    return version


class Mark(NamedTuple):
    """What tells one state of a table from another: its version, what no version counts, and who deals."""

    version: int
    notices: int
    dealer: str | None


def table_mark(table_id: int) -> Mark:
    """The mark of a table, to ask whether anything has changed; one query."""
    badge = TapIn.objects.filter(table=OuterRef("pk"), ended_at=None).values("person__badge")
    tables = Table.objects.filter(pk=table_id).annotate(dealer=Subquery(badge))
    mark = tables.values_list("version", "notices", "dealer").first()
    if mark is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    return Mark(*mark)


def mark_of(state: TableStateDocument) -> Mark:
    """The mark of a state that was read (`table_state`)."""
    dealer = state["dealer"]["badge"] if state["dealer"] else None
    return Mark(state["table"]["version"], state["table"]["notices"], dealer)


def table_state(table_id: int) -> TableStateDocument:
    """Everything a page needs to show a table and to offer what can be done next."""
    tables = Table.objects.select_related("casino", "rules").annotate(now=NOW)
    table = tables.filter(pk=table_id).first()
    if table is None or table.rules is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    seatings = {seating.seat: seating for seating in Seating.objects.filter(table=table, left_at=None)}
    newest = _newest_round(table)
    current = newest if newest is not None and newest.state not in Round.ENDED else None
    match = _newest_match(table) if GAMES[table.rules.game].has_matches else None
    value = table_value(table, seatings, Around(table.rules, current, match=match))
    return {
        **shown_table(table, value, table.now, _chain(table)),
        "dealer": _dealer(table),
        "coming": coming_change(table.pk),
        "round": shown_round(value, newest.output) if newest is not None else None,  # type: ignore[attr-defined]
        "settlement_preview": shown_preview(value, table.now),
        "last_round": _last_round(newest, current),
        "moved": _moved(table, newest),
        "disputes": current.disputed if current is not None else [],  # type: ignore[attr-defined]
        "legal_acts": legal_acts(value),
        "blocked": blocked_steps(value, table.now),
    }


def _newest_match(table: Table) -> Match | None:
    return Match.objects.filter(table=table).order_by("-number").first()


def _newest_round(table: Table) -> Round | None:
    newest_output = Settlement.objects.filter(round=OuterRef("pk")).order_by("-version").values("output")[:1]
    corrections = AuditEntry.objects.filter(
        chain=table.chain, act=str(Act.CORRECT_ROUND), time__gte=OuterRef("opened_at")
    )
    disputes = Dispute.objects.filter(round=OuterRef("pk"), ruling=None).order_by("pk")
    disputed = disputes.values(json=JSONObject(dispute="pk", seat="seat", reason="reason"))
    return (
        Round.objects.filter(table=table, number=table.last_round)
        .select_related("rules")
        .annotate(output=Subquery(newest_output), is_corrected=Exists(corrections), disputed=ArraySubquery(disputed))
        .first()
    )


def _moved(table: Table, newest: Round | None) -> list[MovedDocument]:
    """What a void or a correction has moved; asked for only where there was one."""
    if newest is None or not (newest.state == "void" or newest.is_corrected):  # type: ignore[attr-defined]
        return []
    return moved_since(table, newest)


def _dealer(table: Table) -> DealerDocument | None:
    tap_in = TapIn.objects.filter(table=table, ended_at=None).select_related("person").first()
    if tap_in is None:
        return None
    return {"badge": tap_in.person.badge, "name": tap_in.person.name, "since": time_text(tap_in.started_at)}


def _last_round(newest: Round | None, current: Round | None) -> LastRoundDocument | None:
    if newest is None or current is not None:
        return None
    return {"number": newest.number, "state": newest.state, "void_reason": newest.void_reason}


def _chain(table: Table) -> ChainDocument:
    head = ChainHead.objects.filter(chain=table.chain).first()
    if head is None:
        return {"chain": table.chain, "sequence": 0, "hash": "0" * 64}
    return {"chain": head.chain, "sequence": head.sequence, "hash": head.hash}
