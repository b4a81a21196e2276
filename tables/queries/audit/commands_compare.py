"""Remembered answers, each held against the entry of its command (AUD 6.1, OPS 5.10)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tables.audit.canonical import NotCanonicalError, digest
from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Casino
from tables.queries.audit.baseline_rows import older_commands
from tables.queries.audit.row_kinds import stream
from tables.rebuild.rows import ExpectedRow, Finding, Source, added, compare, missing

# Both in one pass, sorted where they lie. The chains of this casino, and the commands of nobody else's: where there are two
# houses, each is asked only for what no entry of any names.
BOTH = """
WITH told AS (
    SELECT chain, sequence, time, act, "table", person, command_id, payload #>> '{effects,answer}' AS answer,
           payload #> '{effects,version}' AS version
    FROM tables_auditentry WHERE payload #> '{effects,answer}' IS NOT NULL
), kept AS (
    SELECT command_id, act, person.badge AS person, version, answer, acted_at
    FROM tables_command command LEFT JOIN tables_person person ON person.id = person_id
)
SELECT told.chain, told.sequence, told.command_id AS told_id, told.act AS told_act, told.person AS told_person,
       told.time AS told_at, told.answer AS told_answer, told.version AS told_version, told."table" AS told_table,
       kept.command_id AS kept_id, kept.act, kept.person, kept.acted_at, kept.answer, kept.version
FROM told FULL JOIN kept ON told.command_id = kept.command_id AND told.time = kept.acted_at
WHERE (told.chain IS NULL OR told.chain LIKE %(chains)s)
ORDER BY coalesce(told.command_id, kept.command_id)
"""
BASELINE = "SELECT time FROM tables_auditentry WHERE chain = %(chain)s AND act = 'baseline' ORDER BY sequence LIMIT 1"
OLDER = _("the remembered answers of before the upgrade are not those that the baseline counted")


def command_findings(casino: Casino, older: Mapping[str, Any] | None) -> Iterator[Finding]:
    """Yield each remembered answer that its entry does not name, or that is missing; `older` is the house's baseline."""
    begins = next((row["time"] for row in stream(BASELINE, {"chain": casino.chain})), None) if older else None
    for row in stream(BOTH, {"chains": f"{casino.pk}/%"}):
        key = (row["told_id"] or row["kept_id"],)
        name = f"command {key[0]}"
        if row["told_id"] is None:
            if begins is None or row["acted_at"] > begins:
                yield added(name, casino.chain, "Command", key)
        elif row["kept_id"] is None:
            yield missing(name, _expected(row, key))
        else:
            yield from compare(name, _expected(row, key), _found(row))
    if older is not None and older_commands() != older.get("command"):
        yield Finding(casino.chain, None, "Command", (), OLDER, {})


def _expected(row: JSON, key: tuple[str]) -> ExpectedRow:
    """What the entry says; of an act of the house that is about a table, the table's version stands in no entry."""
    version: JSON = {}
    if row["told_version"] is not None or row["told_table"] is None:
        version = {"version": json.loads(row["told_version"] or "0")}
    values = {"act": row["told_act"], "person": row["told_person"], "acted_at": time_text(row["told_at"])}
    source = Source(row["chain"], row["sequence"])
    return ExpectedRow("Command", key, {**values, "answer": row["told_answer"], **version}, source)


def _found(row: JSON) -> JSON:
    answer = json.loads(row["answer"]) if isinstance(row["answer"], str) else row["answer"]
    try:
        said = digest(answer)
    except NotCanonicalError:
        said = None
    kept = {name: row[name] for name in ("act", "person", "version")}
    return {**kept, "acted_at": time_text(row["acted_at"]), "answer": said}
