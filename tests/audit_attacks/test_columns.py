"""Every column of an entry, changed with the owner's rights and the guards off, is found, and the entry named (AUD 2.5)."""

import json
import unicodedata
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import models
from psycopg.types.json import Jsonb

from tables.models import AuditEntry
from tests.audit_attacks.tampering import Disarmed, faults, told
from tests.cast import Cast

THIS = "WHERE chain = %(chain)s AND sequence = %(sequence)s"

# What an attacker would write there instead, in SQL; a column that is not named here fails the test below.
OTHERWISE: dict[str, tuple[str, ...]] = {
    "chain": ("chain || '0'", "chain || ' '", "upper(chain) || 'x'", "'1/table/13'"),
    "sequence": ("sequence + 100", "-sequence", "0", "-9223372036854775808", "9223372036854775807"),
    "time": (
        "time + interval '1 microsecond'",
        "time - interval '1 microsecond'",
        "time - interval '1 day'",
        "time + interval '1 day'",
        "'0001-01-01 00:00:00Z'",
        "'0044-03-15 12:00:00 BC'",
        "'20000-01-01 00:00:00Z'",
        "'infinity'",
        "'-infinity'",
    ),
    "act": ("'void_round'", "act || ' '", "''", "upper(act)"),
    "table": ('coalesce("table", 0) + 1', 'nullif(13, "table")', "0"),
    "round": ("coalesce(round, 0) + 1", "2147483647"),
    "person": ("'1002'", "coalesce(person, '') || ' '", "''"),
    "role": ("'system'", "role || ' '", "''"),
    "device": ("'tablet:3'", "''"),
    "command_id": ("command_id || 'x'", "''", "upper(command_id)"),
    "payload": (
        "'{}'",
        "'null'",
        "'[]'",
        "'\"text\"'",
        "payload || '{\"more\": null}'",
        "jsonb_build_object('payload', payload)",
        "jsonb_build_array(payload)",
        "to_jsonb(payload::text)",
        "jsonb_build_object('n', ('1' || repeat('0', 20000))::numeric)",
        "jsonb_build_object('n', '9007199254740992'::numeric)",
        "(repeat('[', 600) || repeat(']', 600))::jsonb",
        "(repeat('[', 3000) || repeat(']', 3000))::jsonb",
    ),
    "schema": ("schema + 1", "0", "32767"),
    "previous_hash": ("repeat('0', 63) || '1'", "upper(previous_hash) || ''", "hash", "''"),
    "hash": ("repeat('0', 64)", "upper(hash)", "previous_hash", "substr(hash, 1, 63)", "''"),
}
# How many changes inside one payload are tried, evenly spread over all there are.
MOST = 300
# What may also be null.
NULLABLE = ("table", "round", "person", "device")


def test_aud_2_5_no_column_is_forgotten(books: Cast, owner: psycopg.Connection[Any]) -> None:
    """Found in the catalog of the database: a new column has to be hashed, and attacked here."""
    rows = owner.execute(
        "SELECT attname, attnotnull FROM pg_attribute WHERE attrelid = 'tables_auditentry'::regclass AND attnum > 0"
    ).fetchall()
    assert {name for name, _ in rows} == set(OTHERWISE)
    assert {name for name, is_needed in rows if not is_needed} == set(NULLABLE)
    fields = {
        field.column for field in AuditEntry._meta.get_fields() if isinstance(field, models.Field) and field.column
    }
    assert fields == set(OTHERWISE)


ATTACKS = [
    pytest.param(column, expression, id=f"{column}={expression[:40]}")
    for column, expressions in OTHERWISE.items()
    for expression in (*expressions, *(["null"] if column in NULLABLE else []))
]


@pytest.mark.parametrize(("column", "expression"), ATTACKS)
def test_aud_2_5_a_changed_column_is_found_and_the_entry_named(
    disarmed: Disarmed, column: str, expression: str
) -> None:
    """In the first entry, in the settlement and in the newest, wherever it changes anything."""
    here = f'UPDATE tables_auditentry SET "{column}" = {expression} {THIS}'
    changes = f'SELECT "{column}" IS DISTINCT FROM ({expression}) FROM tables_auditentry {THIS}'
    entries = disarmed.sequences()
    tried = [one for one in (entries[0], *entries[-2:]) if disarmed.rows(changes, sequence=one) == [(True,)]]
    assert tried
    for sequence in tried:
        with disarmed.tampered(here, sequence=sequence):
            fault, lines = faults()[disarmed.chain], told()
        # An entry that was moved before the first is itself the first bad one; else its own place is.
        assert fault.sequence == sequence or (column == "sequence" and fault.sequence <= 0), fault
        assert lines[disarmed.chain].startswith(f"NOT WHOLE: entry {fault.sequence}: ")


def others(value: Any) -> Iterator[Any]:
    """The same value told otherwise, or another just as likely; every one is another value to an inspector."""
    match value:
        case bool():
            yield from (not value, int(value))
        case int():
            yield from (value + 1, -value - 1, str(value), float(value), bool(value), [value], None)
        case str():
            decomposed = unicodedata.normalize("NFD", f"é{value}")
            yield from (f"{value} ", decomposed, value.swapcase() + "x", None, [value])
        case None:
            yield from (0, False, "", [], {})
        case [*items]:
            yield from ([*items, None], {"0": items})
            if len(items) > 1:
                yield from (items[::-1], items[1:])
        case {}:
            yield from ([], {"x": None}, None)


def changed(value: Any) -> Iterator[Any]:
    """The value with something in it changed, one thing at a time: each value, each key, each thing added or left out."""
    match value:
        case dict() if value:
            for key, item in value.items():
                rest = {other: value[other] for other in value if other != key}
                yield from (rest, {**rest, f"{key}_": item})
                yield from ({**value, key: other} for other in changed(item))
            yield {**value, "more": None}
        case [*items] if items:
            yield from others(items)
            for place, item in enumerate(items):
                yield from ([*items[:place], other, *items[place + 1 :]] for other in changed(item))
        case _:
            yield from others(value)


@pytest.mark.parametrize("act", ["settle_round", "bootstrap"])
def test_aud_2_5_every_change_inside_a_payload_is_found(disarmed: Disarmed, act: str) -> None:
    """Every key and every value of a settlement and of a list of people, as the database gives it back."""
    query = "SELECT chain, sequence, payload FROM tables_auditentry WHERE act = %(act)s"
    ((chain, sequence, payload),) = disarmed.rows(query, act=act)
    every = [other for other in changed(payload) if json.dumps(other) != json.dumps(payload)]
    assert len(every) > 50
    tried = every[:: max(1, len(every) // MOST)]
    write = "UPDATE tables_auditentry SET payload = %s WHERE chain = %s AND sequence = %s"
    with disarmed.tampered():
        for other in tried:
            disarmed.link.execute(write, (Jsonb(other), chain, sequence))
            assert faults()[chain].sequence == sequence, other


def test_aud_2_5_numbers_that_are_equal_to_the_database_are_not_to_the_hash(disarmed: Disarmed) -> None:
    """For jsonb 1 and 1.0 are equal, and yet it gives back what was written."""
    write = f"UPDATE tables_auditentry SET payload = jsonb_set(payload, '{{sent,number}}', '1.0') {THIS}"
    same = f"SELECT payload = jsonb_set(payload, '{{sent,number}}', '1.0') FROM tables_auditentry {THIS}"
    newest = disarmed.sequences()[-1]
    assert disarmed.rows(same, sequence=newest) == [(True,)]
    with disarmed.tampered(write, sequence=newest):
        assert "a value of type float" in faults()[disarmed.chain].problem
