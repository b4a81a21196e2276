"""Rules that were changed before a test begins, as two people change them: row by row, at chosen times (OPS 4.2)."""

from datetime import datetime, timedelta
from typing import Any

from tables.games.house_rules import change_house_rules, read_house_rules
from tables.models import RuleChange, RulesVersion
from tests.cast import Cast


def request_change(cast: Cast, changes: dict[str, Any], at: datetime, *, until: datetime | None = None) -> RuleChange:
    """Frank asks for it."""
    base = RulesVersion.objects.filter(table=cast.table).order_by("-number")[0]
    return RuleChange.objects.create(
        table=cast.table,
        base=base,
        changes=changes,
        document=change_house_rules(read_house_rules(base.document), changes).document(),
        reason="a new evening",
        requested_by=cast.people["frank"],
        requested_at=at,
        expires_at=until or at + timedelta(hours=1),
    )


def approve(cast: Cast, change: RuleChange, at: datetime, *, due: datetime | None = None) -> None:
    """Petra signs it."""
    change.state, change.decided_by, change.decided_at = "approved", cast.people["petra"], at
    change.due_at = due or at
    change.save()


def put_in_force(cast: Cast, change: RuleChange, at: datetime) -> RulesVersion:
    """The next round boundary has come."""
    version = RulesVersion.objects.create(
        table=cast.table,
        number=change.base.number + 1,
        game=change.document["game"],
        document=change.document,
        in_force_from=at,
        change=change,
    )
    end(change, "in_force", at)
    table = cast.fresh_table
    table.rules = version
    table.save()
    return version


def end(change: RuleChange, state: str, at: datetime, by: Any = None) -> None:
    """It ends: in force, cancelled, withdrawn, expired."""
    change.state, change.ended_at, change.ended_by = state, at, by
    change.save()
