"""The entry with which the comparison of rows with the log begins in a chain of before (AUD 1.2; docs/decisions/0149)."""

from tables.actions.act.context import ActContext
from tables.actions.act.path import at_table, in_house
from tables.actions.act.rows import standing_of, table_of
from tables.games.table.document import table_document
from tables.games.values import JSON
from tables.models import AuditEntry, Casino, Table
from tables.policy import Act
from tables.queries.audit.baseline_rows import house_rows, table_rows
from tables.stamp import Call, CommandId, HouseCall, Stamp


def write_baselines() -> list[str]:
    """Write the baseline of every chain that begins with older entries and has none; returns the names of these chains."""
    written = []
    for casino in Casino.objects.order_by("pk"):
        if _needs_one(casino.chain):
            _of_house(HouseCall(casino.pk, _by_system(casino.chain)))
            written.append(casino.chain)
    for table in Table.objects.order_by("pk"):
        if _needs_one(table.chain):
            _of_table(Call(table.pk, _by_system(table.chain)))
            written.append(table.chain)
    return written


def _needs_one(chain: str) -> bool:
    entries = AuditEntry.objects.filter(chain=chain)
    return entries.filter(sequence=1, schema=1).exists() and not entries.filter(act=Act.BASELINE).exists()


def _by_system(chain: str) -> Stamp:
    return Stamp.of_system(CommandId.internal("baseline", *chain.split("/")))


@in_house(Act.BASELINE)
def _of_house(context: ActContext) -> JSON:
    casino = Casino.objects.get(pk=context.casino.pk)
    context.record_whole({"settings": casino.settings, "rows": house_rows(casino)})
    return {}


@at_table(Act.BASELINE, moves_version=False)
def _of_table(context: ActContext) -> JSON:
    table = table_of(context)
    state = standing_of(context).state
    context.record_whole({"state": table_document(state), "rows": table_rows(table)})
    return {}
