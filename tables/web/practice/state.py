"""The state of a practice table as the tablet is told it: of the value alone, without a row (TAB 4.3)."""

from datetime import datetime

from django.utils.translation import gettext as _

from tables.games.table.acts import legal_acts
from tables.models import Casino, Table
from tables.queries.tables.documents import TableStateDocument
from tables.queries.tables.shown import blocked_steps, shown_preview, shown_round, shown_table
from tables.web.practice.table import Practice

NO_CHAIN = "0" * 64


def practice_state(practice: Practice, now: datetime) -> TableStateDocument:
    """Every key of the state of a table. The rows that it takes are made for this and never saved."""
    casino = Casino(pk=0, name=_("Practice"), currency="EUR", minor_digits=2, time_zone="UTC")
    row = Table(pk=practice.number, casino=casino, number=0, version=practice.version)
    last = practice.last_round if practice.table.round is None else None
    shown = shown_table(row, practice.table, now, {"chain": "", "sequence": 0, "hash": NO_CHAIN})
    return {
        **shown,
        "dealer": {"badge": "", "name": _("You"), "since": shown["now"]},
        "round": shown_round(practice.table, practice.settlement),
        "settlement_preview": shown_preview(practice.table, now),
        "last_round": None if last is None else {**last._asdict()},  # type: ignore[typeddict-item]
        "legal_acts": legal_acts(practice.table),
        "blocked": blocked_steps(practice.table, now),
    }
