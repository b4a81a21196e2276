"""The rows beside the log, by kind, said in the log's words: badges, table numbers and stays, never an id of a person (AUD 6.1).

Each kind is one SELECT over the rows of a scope (a casino or a table), whose first column is the row's id. What is secret is
not read; of what is long or of a person, a digest is said.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from tables.audit.canonical import digest
from tables.audit.chain import time_text
from tables.games.values import JSON

ROWS_AT_A_TIME = 2000


class RowKind(NamedTuple):
    """Rows of one kind: how they are read, and which of them can still change."""

    query: str
    """A SELECT of `id` and of what the log says, by name, with the parameter `scope`."""
    is_open: str
    """The SQL condition, over the columns of the query, under which a row can still change."""
    documents: frozenset[str] = frozenset()
    """Columns of JSON."""
    said: Callable[[JSON], JSON] = dict
    """What is said of a row in place of what it holds."""
    in_full: bool = True
    """Whether a baseline states open rows in full, and not by their ids alone."""


def rows_of(kind: RowKind, scope: int, condition: str = "TRUE", **values: Any) -> Iterator[JSON]:
    """Yield the rows of a kind in the order of their ids, as an entry could state them; memory stays the same."""
    query = f"SELECT * FROM ({kind.query}) AS kept WHERE {condition} ORDER BY id"  # noqa: S608 - put together from constants
    for row in stream(query, {"scope": scope, **values}):
        yield kind.said({name: _stated(value, is_document=name in kind.documents) for name, value in row.items()})


def stream(query: str, values: Mapping[str, Any]) -> Iterator[JSON]:
    """Yield the rows of a query by column name, a few thousand at a time."""
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.execute(query, values)
        while rows := cursor.fetchmany(ROWS_AT_A_TIME):
            names = [column[0] for column in cursor.description]
            yield from (dict(zip(names, row, strict=True)) for row in rows)


def _stated(value: Any, *, is_document: bool) -> Any:
    if isinstance(value, datetime):
        return time_text(value)
    return json.loads(value) if is_document and isinstance(value, str) else value


def with_digests(*names: str) -> Callable[[JSON], JSON]:
    """Return what says a row with the SHA-256 of these columns in their place."""
    return lambda row: {name: digest(value) if name in names else value for name, value in row.items()}
