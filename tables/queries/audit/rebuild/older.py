"""What a table had before its log could imply it: unchanged since the baseline counted it (AUD 1.2; docs/decisions/0149)."""

from collections.abc import Iterator

from tables.errors import gettext_noop as _
from tables.models import AuditEntry, Table
from tables.queries.audit.baseline_rows import older_digest, open_ids
from tables.queries.audit.table_kinds import FELT_KINDS
from tables.rebuild.rows import Finding

OLDER = _("table %(table)s: its rows of %(kind)s from before the upgrade are not those that entry %(sequence)s counted")


def older_findings(table: Table) -> Iterator[Finding]:
    """Yield a finding for each kind of row whose number or digest is not that of the baseline; nothing where there is none."""
    entry = AuditEntry.objects.filter(chain=table.chain, act="baseline").order_by("sequence").first()
    if entry is None:
        return
    stated = entry.payload.get("rows", {})
    for name, kind in FELT_KINDS.items():
        if name not in stated:
            continue
        of_kind = stated[name]
        found = older_digest(kind, table.pk, of_kind["last"], open_ids(of_kind))
        if found != {"count": of_kind["count"], "sha256": of_kind["sha256"]}:
            parameters = {"table": table.number, "kind": name, "sequence": entry.sequence}
            yield Finding(table.chain, entry.sequence, name, (), OLDER, parameters)
