"""Writing down that an approved change of house rules took effect; when it does, the rules say (OPS 4.3)."""

from tables.actions.act.context import ActContext
from tables.actions.act.rows import table_of
from tables.games.table.state import ComingRules
from tables.models import RuleChange, RulesVersion


def write_rules(context: ActContext, change: RuleChange | None, coming: ComingRules) -> RulesVersion:
    """The next version of the table's rules, from this act on; the table's version moves with it."""
    if change is None or change.pk != coming.change:
        raise AssertionError(f"change {coming.change} takes effect without its row")
    table = table_of(context)
    version = RulesVersion.objects.create(
        table=table,
        number=coming.rules.number,
        game=coming.rules.rules.game,
        document=change.document,
        in_force_from=context.now,
        change=change,
    )
    change.state, change.ended_at = RuleChange.State.IN_FORCE, context.now
    change.save(update_fields=["state", "ended_at"])
    table.rules = version
    context.moves_version = True
    return version
