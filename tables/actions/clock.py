"""The clock of an action: what happens when it runs out, and when it is set anew (DRAW 2.7)."""

from datetime import datetime, timedelta

from django.db import connection

from tables.actions._desk import JSON, Desk, at_table
from tables.actions._floor import open_round_of, open_table_of, players_at
from tables.actions._steps import CLOCK, OUTAGE, timed, write_step
from tables.errors import TableError, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.models import Round, Table
from tables.models.views import view_of
from tables.policy import Act, Role
from tables.stamp import Call, Stamp

# The beat before this one is what tells whether nobody looked meanwhile.
BEAT = """
WITH before AS (SELECT beat_at FROM tables_heartbeat WHERE name = %s),
     beat AS (INSERT INTO tables_heartbeat (name, beat_at) VALUES (%s, clock_timestamp())
              ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at)
SELECT clock_timestamp(), (SELECT beat_at FROM before)
"""


@at_table(Act.EXPIRE_ACTION)
def expire_action(desk: Desk, *, number: int) -> JSON:
    """The time of whoever is to act is up; lateness is judged here, under the lock, by the database's clock."""
    table = open_table_of(desk)
    round_, seatings = open_round_of(table, number), players_at(table)
    game, view = view_of(round_, seatings)
    view = timed(desk, view, round_)
    expired = game.expiry(view) if view.late and not view.outage else None
    if expired is None:
        raise WrongState(_("Nobody's time is up."))
    step = game.acts[Act.TAKE_ACTIONS](view, expired)
    write_step(desk, game, round_, seatings, step)
    return {"round": round_.number, "state": round_.state, **expired, **step.answer}


@at_table(Act.RESTART_CLOCK)
def restart_clock(desk: Desk, *, number: int, reason: str) -> JSON:
    """Whoever is to act has his time again in full, after what was not his fault."""
    round_ = open_round_of(open_table_of(desk), number)
    before = round_.deadline
    if before is None:
        raise WrongState(_("No clock runs."))
    restart(desk, round_)
    desk.record(
        {"before": {"deadline": _text(before)}, "after": {"deadline": _text(round_.deadline)}, "reason": reason},
        round_number=number,
    )
    return {"round": number}


def restart(desk: Desk, round_: Round) -> None:
    """Set the deadline of a round anew, counted from now."""
    game, view = view_of(round_, {})
    seconds = game.seconds(view)
    round_.deadline = None if seconds is None else desk.now + timedelta(seconds=seconds)
    round_.save(update_fields=["deadline"])


def scan() -> int:
    """Carry out what is late at every open table, and say at how many; after an outage, set every clock anew instead."""
    with connection.cursor() as cursor:
        cursor.execute(BEAT, [CLOCK, CLOCK])
        now, last = cursor.fetchone()
    running = Round.objects.filter(deadline__isnull=False, table__state=Table.State.OPEN)
    if last is None or now - last > OUTAGE:
        return sum(_try_restart(round_) for round_ in running)
    return sum(_try_expire(round_) for round_ in running.filter(deadline__lt=now))


def _try_expire(round_: Round) -> bool:
    """Expire once: the command id names the deadline, so that two scans are one act."""
    try:
        expire_action(_call(round_, "expire"), number=round_.number)
    except (TableError, RuleError):
        # Somebody acted in time, or the table was suspended: the lock decides, not the scan.
        return False
    return True


def _try_restart(round_: Round) -> bool:
    try:
        restart_clock(_call(round_, "restart"), number=round_.number, reason="outage")
    except TableError:
        return False
    return True


def _call(round_: Round, what: str) -> Call:
    deadline = round_.deadline.strftime("%Y%m%d%H%M%S%f") if round_.deadline else "none"
    return Call(round_.table_id, Stamp(None, Role.SYSTEM, None, f"{what}-{round_.pk}-{deadline}"))


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
