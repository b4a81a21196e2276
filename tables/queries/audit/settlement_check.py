"""Settlements computed again from their recorded inputs, and held against the log (OPS 5.7, AUD 5.2)."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.games.calculator import settle_recorded
from tables.games.errors import RuleError
from tables.games.recorded import OF_ROUNDS, RecordedRounds
from tables.games.values import JSON
from tables.models import Table
from tables.queries.audit.chains import read_payload
from tables.queries.paging import Period

ROUNDS_AT_A_TIME = 200
ALL_TIME = Period()
RULES = "rules_in_force"
# A round's entries that settle it, in their order, are the versions of its settlement (OPS 5.8).
PAGE = """
WITH told AS (
    SELECT round, row_number() OVER (PARTITION BY round ORDER BY sequence) AS version, sequence, time, payload
    FROM tables_auditentry
    WHERE chain = %(chain)s AND round BETWEEN %(first)s AND %(last)s AND act IN ('settle_round', 'correct_round')
), kept AS (
    SELECT round.number AS round, settlement.version, settlement.settled_at AS time, settlement.input, settlement.output,
           rules.document AS rules
    FROM tables_settlement settlement JOIN tables_round round ON round.id = settlement.round_id
    JOIN tables_rulesversion rules ON rules.id = round.rules_id
    WHERE round.table_id = %(table)s AND round.number BETWEEN %(first)s AND %(last)s
)
SELECT round, version, told.sequence, kept.input::text, kept.output::text, kept.input -> 'rules' = kept.rules,
       kept.time = told.time AND kept.input = told.payload -> 'input' AND kept.output = told.payload -> 'output'
FROM told FULL JOIN kept USING (round, version)
WHERE coalesce(kept.time, told.time) >= coalesce(%(since)s, '-infinity'::timestamptz)
  AND coalesce(kept.time, told.time) < coalesce(%(until)s, 'infinity'::timestamptz)
ORDER BY round, version
"""
# A number can be any that an entry was changed to, so that only those are asked about that there are.
NEXT_ROUNDS = """
SELECT min(number), max(number) FROM (
    SELECT number FROM (
        (SELECT DISTINCT round AS number FROM tables_auditentry WHERE chain = %(chain)s AND round > %(after)s
         ORDER BY number LIMIT %(most)s)
        UNION
        (SELECT number FROM tables_round WHERE table_id = %(table)s AND number > %(after)s ORDER BY number LIMIT %(most)s)
    ) AS known ORDER BY number LIMIT %(most)s
) AS page
"""
# What the inputs of these rounds rest on: all that was entered of them.
ENTERED = """
SELECT act, round, payload::text, sequence FROM tables_auditentry
WHERE chain = %(chain)s AND round BETWEEN %(first)s AND %(last)s AND act = ANY(%(acts)s) ORDER BY round, sequence
"""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One settlement computed again; `problem` says what is wrong with it, and is empty where nothing is."""

    table: int
    round: int
    version: int
    problem: str = ""

    def __str__(self) -> str:
        """What is wrong, as a sentence."""
        return f"table {self.table}, round {self.round}, version {self.version}: {self.problem}"


def replayed_settlements(table: Table, period: Period = ALL_TIME) -> Iterator[Replayed]:
    """Every settlement of a table made in a period, kept or only told of in the log, by rounds; by pages."""
    last = 0
    while bounds := _next_rounds(table, last):
        first, last = bounds
        values: JSON = {
            "chain": table.chain,
            "table": table.pk,
            "first": first,
            "last": last,
            "since": period.since,
            "until": period.until,
        }
        with connection.cursor() as cursor:
            cursor.execute(PAGE, values)
            rows = cursor.fetchall()
        inputs = _input_problems(values)
        for row in rows:
            problems = [inputs[row[2]]] if inputs.get(row[2]) else []
            yield Replayed(table.number, row[0], row[1], "; ".join([*problems, *_problems(row)]))


def _input_problems(values: JSON) -> dict[int, str]:
    """By their entries: the settlements of some rounds whose inputs are not what was entered, and why (AUD 2.7)."""
    with connection.cursor() as cursor:
        cursor.execute(ENTERED, {**values, "acts": list(OF_ROUNDS)})
        rows = cursor.fetchall()
    # A round's rules are compared with those of its version in the same page.
    recorded, found = RecordedRounds({}), {}
    for act, number, text, sequence in rows:
        payload = read_payload(text)
        # One that was made unreadable verification names.
        parts = payload.items() if isinstance(payload, dict) else ()
        problem = recorded.take(act, number, {key: part for key, part in parts if key != RULES})
        if problem:
            found[sequence] = problem
    return found


def _next_rounds(table: Table, after: int) -> tuple[int, int] | None:
    """The first and the last number of the next page of rounds that the log or the rows know; one may have lost some."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT_ROUNDS, {"chain": table.chain, "table": table.pk, "after": after, "most": ROUNDS_AT_A_TIME})
        first, last = cursor.fetchone()
    return None if first is None else (first, last)


def _problems(row: Sequence[Any]) -> Iterator[str]:
    sequence, document, recorded, under_its_rules, is_as_told = row[2:]
    if document is None:
        yield f"it is missing, but entry {sequence} of the log says that it was made"
        return
    yield from _recomputed(json.loads(document), json.loads(recorded))
    if not under_its_rules:
        yield "its rules are not those of the version that its round was opened under"
    if sequence is None:
        yield "no entry of the log says that it was made"
    elif not is_as_told:
        yield f"it is not what entry {sequence} of the log says"


def _recomputed(document: Any, recorded: Any) -> Iterator[str]:
    try:
        output = settle_recorded(document)
    except RuleError as error:
        yield f"its input is refused: {error}"
        return
    if not isinstance(recorded, dict):
        yield "its output is no result"
        return
    differing = [key for key in output.keys() | recorded.keys() if output.get(key) != recorded.get(key)]
    if differing:
        yield f"another result in {', '.join(sorted(differing))}"
