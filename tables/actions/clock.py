"""The clock of an action: what happens when it runs out, and when it is set anew (DRAW 2.7)."""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import connection

from tables.actions.act.context import ActContext
from tables.actions.act.outcomes import CLOCK, OUTAGE, play
from tables.actions.act.path import Answer, at_table
from tables.audit.chain import time_text
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.games.table import clock as rules
from tables.games.values import JSON
from tables.models import Round, Table
from tables.models.values import open_round_of
from tables.policy import Act
from tables.stamp import Call, CommandId, Stamp

logger = logging.getLogger(__name__)

# Beats of two scans at once wait for each other at the row, so that `since` is never older than the last gap.
BEAT = """
INSERT INTO tables_heartbeat AS beat (name, beat_at, since) VALUES (%s, clock_timestamp(), clock_timestamp())
ON CONFLICT (name) DO UPDATE SET
    since = CASE WHEN excluded.beat_at - beat.beat_at > %s * interval '1 second' THEN excluded.beat_at ELSE beat.since END,
    beat_at = greatest(beat.beat_at, excluded.beat_at)
RETURNING clock_timestamp(), since
"""

# A table whose row is held for long must not make an outage of it at all others.
IMPATIENT, AS_BEFORE = "SET lock_timeout = '1s'", "RESET lock_timeout"


@at_table(Act.EXPIRE_ACTION)
def expire_action(context: ActContext, *, number: int) -> JSON:
    """The time of the player who is to act is up; lateness is judged here, under the lock, by the database's clock."""
    return play(context)


@at_table(Act.RESTART_CLOCK)
def restart_clock(context: ActContext, *, number: int, deadline: str, reason: str) -> JSON:
    """The player who is to act has their time again in full, after what was not their fault; `deadline` names the one that falls."""
    return play(context)


def restart(context: ActContext, round_: Round) -> JSON:
    """Set the deadline of a round anew, counted from now; both for the entry of the act that does so, if one runs."""
    restarted, told = rules.restart(open_round_of(round_), context.now)
    if told:
        round_.clock_from, round_.deadline = restarted.clock_from, restarted.deadline
        round_.save(update_fields=["clock_from", "deadline"])
    return told


def scan() -> int:
    """Set every clock anew that an outage fell into, carry out what is late at open tables, and say at how many."""
    with connection.cursor() as cursor:
        cursor.execute(IMPATIENT)
        cursor.execute(BEAT, [CLOCK, OUTAGE.total_seconds()])
        now, since = cursor.fetchone()
    running = Round.objects.filter(deadline__isnull=False, table__state=Table.State.OPEN).select_related("rules")
    restarted = [_done(_restart, round_) for round_ in running.filter(clock_from__lt=since)]
    expired = [_done(_expire, round_) for round_ in running.filter(deadline__lt=now, clock_from__gte=since)]
    with connection.cursor() as cursor:
        cursor.execute(AS_BEFORE)
    return sum(restarted) + sum(expired)


def _done(act: Callable[[Round], Answer | None], round_: Round) -> bool:
    """Whether an act was done, and done now; what is wrong at one table keeps no other waiting."""
    try:
        answer = act(round_)
    except (TableError, RuleError):
        # The player acted in time, or the table was suspended: the lock decides, not the scan.
        return False
    except Exception:
        logger.exception("The clock of round %s cannot be looked after.", round_.pk)
        return False
    return answer is not None and not answer.replayed


def _expire(round_: Round) -> Answer | None:
    value = open_round_of(round_)
    # Where the dealer decides, it is not even tried.
    expires = value.game.expiry(value.view({}))
    return expire_action(_call(round_, "expire"), number=round_.number) if expires else None


def _restart(round_: Round) -> Answer | None:
    if round_.deadline is None:
        return None
    call = _call(round_, "restart")
    return restart_clock(call, number=round_.number, deadline=time_text(round_.deadline), reason="outage")


def _call(round_: Round, what: str) -> Call:
    """Twice is once: the command id names the deadline."""
    deadline: datetime | None = round_.deadline
    command_id = CommandId.internal("clock", what, round_.pk, f"{deadline:%Y%m%d%H%M%S%f}")
    return Call(round_.table_id, Stamp.of_system(command_id))
