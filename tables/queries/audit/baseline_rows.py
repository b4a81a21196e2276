"""What the rows beside the log say, as the baseline entry of an upgrade states it (AUD 1.2, 6.1; docs/decisions/0149).

A row that can still change stands in full, or by its id where the table's value has it. Of those that stand for ever, each
kind has their number and one SHA-256 over a canonical line each, in the order of their ids up to `last`. The comparison makes
the same digest again: the rows up to `last` without those that were open.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping

from tables.audit.canonical import canonical, digest
from tables.audit.chain import time_text
from tables.games.values import JSON
from tables.models import Casino, Table
from tables.queries.audit.house_kinds import HOUSE_KINDS
from tables.queries.audit.row_kinds import RowKind, rows_of, stream
from tables.queries.audit.table_kinds import TABLE_KINDS

# Each command of a later entry is held against that entry; what is left is from before.
OLDER_COMMANDS = """
SELECT command_id, act, person.badge AS person, version, answer, acted_at
FROM tables_command command LEFT JOIN tables_person person ON person.id = person_id
WHERE NOT EXISTS (SELECT FROM tables_auditentry entry WHERE entry.time = command.acted_at
                  AND entry.command_id = command.command_id AND entry.payload #> '{effects,answer}' IS NOT NULL)
ORDER BY command_id COLLATE "C"
"""


def house_rows(casino: Casino) -> JSON:
    """State the rows of the house, {kind: {open, count, last, sha256}}; `command` has every chain's remembered answers."""
    return {**_stated(HOUSE_KINDS, casino.pk), "command": older_commands()}


def table_rows(table: Table) -> JSON:
    """State the rows of a table in the same way."""
    return _stated(TABLE_KINDS, table.pk)


def older_digest(kind: RowKind, scope: int, last: int, without: Iterable[int]) -> JSON:
    """Return number and digest of the rows up to an id without some that are named: {count, sha256}."""
    rows = rows_of(kind, scope, "id <= %(last)s AND id <> ALL(%(without)s)", last=last, without=list(without))
    return _digest(rows)


def older_commands() -> JSON:
    """Return number and digest of the remembered answers that no entry with effects stands for."""
    return _digest(_command(row) for row in stream(OLDER_COMMANDS, {}))


def open_ids(stated: JSON) -> list[int]:
    """Return the ids of the rows of a kind that a baseline found open."""
    return [row["id"] if isinstance(row, dict) else row for row in stated["open"]]


def _stated(kinds: Mapping[str, RowKind], scope: int) -> JSON:
    return {name: _kind_stated(kind, scope) for name, kind in kinds.items()}


def _kind_stated(kind: RowKind, scope: int) -> JSON:
    newest = next(iter(stream(f"SELECT max(id) AS last FROM ({kind.query}) AS kept", {"scope": scope})))  # noqa: S608 - constants
    last = newest["last"] or 0
    still = list(rows_of(kind, scope, f"id <= %(last)s AND ({kind.is_open})", last=last))
    ids = [row["id"] for row in still]
    return {"open": still if kind.in_full else ids, "last": last, **older_digest(kind, scope, last, ids)}


def _digest(rows: Iterable[JSON]) -> JSON:
    count, sha256 = 0, hashlib.sha256()
    for row in rows:
        count += 1
        sha256.update(canonical(row) + b"\n")
    return {"count": count, "sha256": sha256.hexdigest()}


def _command(row: JSON) -> JSON:
    answer = row["answer"]
    return {
        **row,
        "answer": digest(json.loads(answer) if isinstance(answer, str) else answer),
        "acted_at": time_text(row["acted_at"]),
    }
