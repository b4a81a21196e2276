"""The clock of an action: what happens when it runs out, and when it is set anew (DRAW 2.7)."""

from dataclasses import replace
from datetime import UTC, datetime

from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.table.change import ActCall, Change
from tables.games.table.outcomes import take_step, with_clock
from tables.games.table.reading import read_open_round
from tables.games.table.state import OpenRound, verify_open
from tables.games.values import JSON


def expire_action(call: ActCall, *, number: object) -> Change:
    """The time of the player who is to act is up, as the moment of the act has it."""
    table = verify_open(call.table)
    round_ = read_open_round(table, number)
    view = round_.view(table.stacks, call.moment)
    expired = round_.game.expiry(view) if view.late and not view.outage else None
    if expired is None:
        raise WrongState(_("Nobody's time is up."))
    change = take_step(call, round_, round_.game.acts["take_actions"](view, expired))
    return replace(change, answer={**expired, **change.answer})


def restart_clock(call: ActCall, *, number: object, deadline: object, reason: object) -> Change:
    """The player who is to act has their time again in full; `deadline` names the one that falls."""
    table = verify_open(call.table)
    round_ = read_open_round(table, number)
    if round_.deadline is None or moment_text(round_.deadline) != deadline:
        raise WrongState(_("The clock runs no longer, or was set anew meanwhile."))
    restarted, told = restart(round_, call.moment.now)
    return Change(
        replace(table, round=restarted),
        {**told, "reason": reason},
        {"round": round_.number},
        round_number=round_.number,
        round=restarted,
    )


def restart(round_: OpenRound, now: datetime) -> tuple[OpenRound, JSON]:
    """A round whose clock is set anew, counted from now, with both deadlines for the entry; as it is where none runs."""
    if round_.deadline is None:
        return round_, {}
    seconds = round_.game.seconds(round_.view({}))
    restarted = with_clock(round_, now, seconds)
    after = moment_text(restarted.deadline) if restarted.deadline else None
    return restarted, {"before": {"deadline": moment_text(round_.deadline)}, "after": {"deadline": after}}


def moment_text(moment: datetime) -> str:
    """A time as audit entries have it: UTC with all six digits (AUD 2.2)."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
