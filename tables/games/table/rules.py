"""When an approved change of house rules takes effect: at a round boundary, in the act that is there first (OPS 4.3)."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.comparison import differences
from tables.games.designation import NOT_ELIGIBLE, Rotation
from tables.games.errors import quoted
from tables.games.registry import GAMES
from tables.games.table.change import ActCall, Change
from tables.games.table.state import CLOSED, SUSPENDED, ComingRules, TableState
from tables.games.values import JSON, BetweenRounds

A_TABLE_RESTS = _("Everything stands as it is until the table is resumed.")
A_GAME_WAITS = _("Another game begins at a closed table: this waits until the table is closed.")


class Boundary(NamedTuple):
    """A table at a round boundary, under the rules that hold from there on."""

    table: TableState
    in_force: ComingRules | None = None
    """The change that took effect there, if one did."""
    payload: JSON = {}
    """What the entry of the act says of it."""


def put_rules_in_force(call: ActCall, *, change: object) -> Change:
    """Between rounds, time brings an approved change into force (OPS 4.3)."""
    table, coming = call.table, call.table.coming
    if coming is None or coming.change != change:
        raise WrongState(_("Change %(change)s does not wait to be put in force."), change=quoted(change))
    if table.round is not None:
        raise WrongState(_("A round is open: its rules stay what they are until it is over."))
    boundary = take_due_rules(table, call.moment.now)
    if boundary.in_force is None:
        raise WrongState(what_holds_up(table) or _("The notice of this change is not over."))
    answer = {"change": change, "state": "in_force", "rules_version": coming.rules.number}
    return Change(boundary.table, {"change": change, **boundary.payload}, answer, in_force=coming)


def take_due_rules(table: TableState, now: datetime) -> Boundary:
    """At a round boundary: take the approved change in force, unless its notice still runs or something holds it up.

    The caller knows that no round is open, or that it ends with this act.
    """
    coming = table.coming
    # An empty table needs no notice.
    if coming is None or (coming.due_at > now and table.players) or what_holds_up(table):
        return Boundary(table)
    followed, withdrawn = _withdraw_what_no_longer_fits(replace(table, in_force=coming.rules, coming=None), now)
    told: JSON = {
        "change": coming.change,
        "before": {"version": coming.base.number},
        "after": {"version": coming.rules.number, "document": coming.rules.document},
        "differences": differences(coming.base.rules.document(), coming.rules.rules.document()),
        **({"withdrawn": withdrawn} if withdrawn else {}),
    }
    return Boundary(followed, coming, {"rules_in_force": told})


def what_holds_up(table: TableState) -> str:
    """The sentence why a change that is due cannot take effect at this round boundary, or nothing."""
    if table.coming is None:
        return ""
    if table.state == SUSPENDED:
        return A_TABLE_RESTS
    before, after = table.coming.base.rules, table.coming.rules.rules
    if before.game != after.game:
        return "" if table.state == CLOSED else A_GAME_WAITS
    between = BetweenRounds(table.stacks, table.carry, table.match_seats)
    return GAMES[before.game].blocks_change(before.terms, after.terms, between)


def due_after_notice(table: TableState, now: datetime) -> datetime:
    """When a change approved now may take effect at the earliest; an empty table needs no notice (OPS 4.3)."""
    return now + timedelta(minutes=table.rules.changes.notice_minutes if table.players else 0)


def _withdraw_what_no_longer_fits(table: TableState, now: datetime) -> tuple[TableState, list[dict[str, Any]]]:
    """The offers of the coming round answered under the old rules, where they would not hold under the new (OPS 3.2)."""
    rotation, answers = table.rotation(now), [answer._asdict() for answer in table.answers]
    if rotation is None:
        return replace(table, present=None, answers=()), answers
    passed_over = [answer.seat for answer in rotation.answers if answer.answer == NOT_ELIGIBLE]
    # A player who was passed over and is eligible now is asked in turn, so all are asked anew.
    if rotation.answers and all(map(rotation.why_not_eligible, passed_over)) and not _is_over(rotation):
        return table, []
    return replace(table, answers=()), answers


def _is_over(rotation: Rotation) -> bool:
    """Whether the time of the player who took the bank is up by the minutes of these rules (OPS 3.2)."""
    return rotation.accepted is not None and bool(rotation.why_not_eligible(rotation.accepted.seat))
