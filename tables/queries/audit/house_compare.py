"""The rows of the house and of the floor, held against what the log implies of them (AUD 6.1)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db import DataError

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Casino, Table
from tables.queries.audit.baseline_rows import older_digest, open_ids
from tables.queries.audit.commands_compare import command_findings
from tables.queries.audit.house_kinds import HOUSE_KINDS
from tables.queries.audit.rebuild.snapshot import snapshot
from tables.queries.audit.row_kinds import RowKind, rows_of, stream
from tables.queries.audit.table_kinds import FLOOR_KINDS
from tables.rebuild.house.book import KEYS, Book, model_of, named
from tables.rebuild.house.entry import Entry
from tables.rebuild.house.fold import FOLDS, fold_chain
from tables.rebuild.rows import ExpectedRow, Finding, added, compare, missing

# What the folds read: few of the millions of entries, found where they lie.
ENTRIES = """
SELECT chain, sequence, time, act, "table", round, person, device, payload::text AS payload, schema
FROM tables_auditentry
WHERE chain = %(chain)s AND (
    sequence = 1 OR act = ANY(%(acts)s) OR payload ? 'rules_in_force' OR payload ? 'expired'
    OR payload #> '{effects,alerts}' IS NOT NULL)
ORDER BY sequence
"""
NOT_READ = _("%(chain)s: its entries or its rows cannot be read: run verify_audit")
OLDER = _("%(name)s: the rows of before the upgrade are not those that entry %(sequence)s counted")


class Scope(NamedTuple):
    """Rows of one casino or table: whose chain says them."""

    chain: str
    id: int
    kinds: Mapping[str, RowKind]


def house_unlike_the_log(casino: Casino) -> list[Finding]:
    """Return what is not as the log has it, of the people, the devices, the floor, the rules and the exports of a house.

    All of it is read as of one moment, so that acts that go on meanwhile are seen wholly or not at all.
    """
    try:
        with snapshot():
            return list(_findings(casino))
    except (DataError, KeyError, TypeError, ValueError, RecursionError, OverflowError):
        # Entries that were tampered with may hold anything; that is for verification to name.
        return [Finding(casino.chain, None, "", (), NOT_READ, {"chain": casino.chain})]


def _findings(casino: Casino) -> Iterator[Finding]:
    tables = list(Table.objects.filter(casino=casino).order_by("number"))
    book = folded(casino, tables)
    yield from book.faults
    pending = {(name, key): row for name, rows in book.rows.items() for key, row in rows.items()}
    yield from _settings(casino, pending)
    for scope in (
        Scope(casino.chain, casino.pk, HOUSE_KINDS),
        *(Scope(table.chain, table.pk, FLOOR_KINDS) for table in tables),
    ):
        for of_scope, kind in scope.kinds.items():
            yield from _kind(book, scope, of_scope, kind, pending)
    for (name, key), expected in pending.items():
        yield missing(named(name, key), expected)
    yield from command_findings(casino, book.older.get(casino.chain))


def folded(casino: Casino, tables: list[Table]) -> Book:
    """Return all that the chains of a casino imply of these rows."""
    book = Book()
    for chain in (*(table.chain for table in tables), casino.chain):
        fold_chain(book, _entries(chain))
    return book


def _entries(chain: str) -> Iterator[Entry]:
    acts = [*FOLDS, "baseline"]
    for row in stream(ENTRIES, {"chain": chain, "acts": acts}):
        yield Entry(**{**row, "time": time_text(row["time"]), "payload": json.loads(row["payload"])})


def _settings(casino: Casino, pending: dict[Any, ExpectedRow]) -> Iterator[Finding]:
    """The casino itself; one of before that no baseline states stands unproved, which the fold has said."""
    expected = pending.pop(("casino", ()), None)
    if expected is not None:
        row = Casino.objects.get(pk=casino.pk)
        yield from compare(named("casino", ()), expected, {**row.settings, "epoch": row.epoch})


def _kind(book: Book, scope: Scope, name: str, kind: RowKind, pending: dict[Any, ExpectedRow]) -> Iterator[Finding]:
    """Each row of a kind against the log; what no entry made has to be among what the baseline counted."""
    stated: JSON = book.older.get(scope.chain, {}).get(name, {})
    last = stated.get("last", 0)
    for row in rows_of(kind, scope.id):
        key = tuple(row[column] for column in KEYS[name])
        expected = pending.pop((name, key), None)
        if expected is not None:
            yield from compare(named(name, key), expected, row)
        elif row["id"] > last:
            yield added(named(name, key), scope.chain, model_of(name), key)
    if stated:
        yield from _older(book, scope, name, kind)


def _older(book: Book, scope: Scope, name: str, kind: RowKind) -> Iterator[Finding]:
    """The digest of what stood for ever already, made again."""
    stated = book.older[scope.chain][name]
    again = older_digest(kind, scope.id, stated["last"], open_ids(stated))
    if again != {part: stated[part] for part in ("count", "sha256")}:
        sequence = baseline_sequence(scope.chain)
        parameters = {"name": name.replace("_", " "), "sequence": sequence}
        yield Finding(scope.chain, sequence, model_of(name), (), OLDER, parameters)


def baseline_sequence(chain: str) -> int | None:
    """Return the sequence of the baseline of a chain; None where it has none."""
    query = "SELECT min(sequence) AS first FROM tables_auditentry WHERE chain = %(chain)s AND act = 'baseline'"
    sequence: int | None = next(iter(stream(query, {"chain": chain})))["first"]
    return sequence
