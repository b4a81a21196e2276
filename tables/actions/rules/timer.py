"""What time brings to changes of rules: nobody decided, or the notice is over between two rounds (OPS 4.2, 4.3)."""

import logging
from collections.abc import Callable

from django.db.models import DateTimeField, Exists, Func, OuterRef, Q

from tables.actions.act.path import Answer
from tables.actions.rules.changes import expire_rule_change, put_rules_in_force
from tables.errors import TableError
from tables.models import Round, RuleChange, Seating, Table
from tables.stamp import Call, CommandId, Stamp

logger = logging.getLogger(__name__)

# The database's clock, which judges the acts too.
NOW = Func(function="clock_timestamp", output_field=DateTimeField())


def scan() -> int:
    """Expire what nobody decided in time, put in force what is due at tables without a round, and say at how many.

    A round that is open takes the change in when it ends, and one that opens before the scan came does so first.
    """
    overdue = RuleChange.objects.filter(state=RuleChange.State.REQUESTED, expires_at__lte=NOW)
    in_play = Round.objects.filter(table=OuterRef("table")).exclude(state__in=Round.ENDED)
    seated = Seating.objects.filter(table=OuterRef("table"), left_at=None)
    due = RuleChange.objects.filter(
        Q(due_at__lte=NOW) | ~Exists(seated), ~Exists(in_play), state=RuleChange.State.APPROVED
    ).exclude(table__state=Table.State.SUSPENDED)
    done = [_done(expire_rule_change, change, "expire") for change in overdue]
    return sum(done) + sum(_done(put_rules_in_force, change, "in-force") for change in due)


def _done(act: Callable[..., Answer], change: RuleChange, what: str) -> bool:
    """Whether the act was done, and done now; what is wrong at one table keeps no other waiting."""
    # Twice is once.
    stamp = Stamp.of_system(CommandId.internal("rules", what, change.pk))
    try:
        return not act(Call(change.table_id, stamp), change=change.pk).replayed
    except TableError:
        # The change was decided on, or a round was opened meanwhile: the lock decides, not the scan. Or a match holds it up.
        return False
    except Exception:
        logger.exception("Change %s of the rules cannot be looked after.", change.pk)
        return False
