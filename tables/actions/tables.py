"""Opening, closing, suspending a table (OPS 7.2)."""

from tables.actions.act.context import JSON
from tables.actions.act.context import ActContext as Desk
from tables.actions.act.path import at_table
from tables.actions.act.reading import need_text
from tables.actions.act.rows import players_at, round_of, table_of
from tables.actions.clock import restart
from tables.actions.rules.effect import take_due_rules
from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.models import Table
from tables.policy import Act

State = Table.State


@at_table(Act.OPEN_TABLE)
def open_table(desk: Desk) -> JSON:
    """Open a closed table for play."""
    return _change_state(desk, State.CLOSED, State.OPEN, _("Table %(table)s is open already."))


@at_table(Act.CLOSE_TABLE)
def close_table(desk: Desk) -> JSON:
    """Close a table: no round is open and every seat is cashed out (OPS 7.2)."""
    table = table_of(desk)
    current = round_of(table)
    if current is not None:
        raise WrongState(_("Round %(number)s is still open: close it, or declare it void."), number=current.number)
    seated = sorted(players_at(table))
    if seated:
        raise WrongState(
            _("Seat %(seat)s is not cashed out: everybody leaves before the table closes."), seat=seated[0]
        )
    table.designation = {}
    answer = _change_state(desk, State.OPEN, State.CLOSED, _("Table %(table)s is not open."))
    take_due_rules(desk, {})
    return answer


@at_table(Act.SUSPEND_TABLE)
def suspend_table(desk: Desk, *, reason: str) -> JSON:
    """Stop play at once; an open round stands as it is (OPS 7.2)."""
    words = need_text(reason, "reason")
    return _change_state(desk, State.OPEN, State.SUSPENDED, _("Table %(table)s is not open."), {"reason": words})


@at_table(Act.RESUME_TABLE)
def resume_table(desk: Desk) -> JSON:
    """Go on in place (OPS 7.2)."""
    table = table_of(desk)
    current = round_of(table) if table.state == State.SUSPENDED else None
    # Whoever was to act has his time again in full, and the entry says until when (DRAW 2.7).
    clock = restart(desk, current) if current is not None else {}
    more = {"clock": clock} if clock else {}
    return _change_state(desk, State.SUSPENDED, State.OPEN, _("Table %(table)s is not suspended."), more)


def _change_state(desk: Desk, needed: str, new: str, refusal: str, more: JSON | None = None) -> JSON:
    table = table_of(desk)
    if table.state != needed:
        raise WrongState(refusal, table=table.number)
    before, table.state = table.state, new
    desk.record({"before": {"state": str(before)}, "after": {"state": str(new)}, **(more or {})})
    return {"state": str(new)}
