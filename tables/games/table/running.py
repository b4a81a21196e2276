"""Opening, closing, suspending a table (OPS 7.2)."""

from dataclasses import replace

from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.table.change import ActCall, Change
from tables.games.table.clock import restart
from tables.games.table.reading import read_text
from tables.games.table.rules import take_due_rules
from tables.games.table.state import CLOSED, OPEN, SUSPENDED, TableState


def open_table(call: ActCall) -> Change:
    """Open a closed table for play."""
    return _change_state(call.table, CLOSED, OPEN, _("Table %(table)s is open already."))


def close_table(call: ActCall) -> Change:
    """Close a table: no round is open and every seat is cashed out (OPS 7.2)."""
    table = call.table
    if table.round is not None:
        raise WrongState(_("Round %(number)s is still open: close it, or declare it void."), number=table.round.number)
    if table.players:
        raise WrongState(
            _("Seat %(seat)s is not cashed out: everybody leaves before the table closes."), seat=min(table.players)
        )
    emptied = replace(table, present=None, answers=())
    change = _change_state(emptied, OPEN, CLOSED, _("Table %(table)s is not open."))
    boundary = take_due_rules(change.table, call.moment.now)
    return replace(
        change,
        table=boundary.table,
        payload={**change.payload, **boundary.payload},
        in_force=boundary.in_force,
    )


def suspend_table(call: ActCall, *, reason: object) -> Change:
    """Stop play at once; an open round stands as it is (OPS 7.2)."""
    words = read_text(reason, "reason")
    change = _change_state(call.table, OPEN, SUSPENDED, _("Table %(table)s is not open."))
    return replace(change, payload={**change.payload, "reason": words})


def resume_table(call: ActCall) -> Change:
    """Go on in place; the player who was to act has their time again in full, and the entry says until when (DRAW 2.7)."""
    change = _change_state(call.table, SUSPENDED, OPEN, _("Table %(table)s is not suspended."))
    if call.table.round is None:
        return change
    round_, told = restart(call.table.round, call.moment.now)
    if not told:
        return change
    payload = {**change.payload, "clock": told}
    return replace(change, table=replace(change.table, round=round_), round=round_, payload=payload)


def _change_state(table: TableState, needed: str, new: str, refusal: str) -> Change:
    if table.state != needed:
        raise WrongState(refusal, table=table.number)
    payload = {"before": {"state": table.state}, "after": {"state": new}}
    return Change(replace(table, state=new), payload, {"state": new})
