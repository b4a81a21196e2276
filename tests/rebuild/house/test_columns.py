"""Each column that is said to be held against the log is: changed past all guards, it is named (AUD 6.1)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, connections, transaction
from pytest_django import DjangoDbBlocker

from local.postgres import PASSWORD_OF, SUPERUSER
from tables.queries.audit.house_compare import house_unlike_the_log
from tables.rebuild.covered import HOUSE
from tests.cast import Cast
from tests.fixtures.servers import Servers, process_name
from tests.rebuild.evening import eventful

ALL = [(model, column) for model, names in HOUSE.items() for column in names]
ANOTHER_HOUSE = """
INSERT INTO tables_casino (name, time_zone, currency, minor_digits, gaming_day_starts, is_demonstration, epoch)
VALUES ('Other', 'UTC', 'EUR', 2, '06:00', TRUE, 1)
"""
ANOTHER_TABLE = """
INSERT INTO tables_table (casino_id, number, seat_count, state, version, notices, last_round, carry, designation)
SELECT max(id), 77, 7, 'closed', 0, 0, 0, 0, '{}' FROM tables_casino
"""
ANOTHER_ROUND = """
INSERT INTO tables_round SELECT (jsonb_populate_record(round, jsonb_build_object(
    'id', 999, 'table_id', (SELECT max(id) FROM tables_table)))).* FROM tables_round round LIMIT 1
"""
CHECKS = """
SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype IN ('c', 'u')
UNION ALL SELECT indexrelid::regclass::text FROM pg_index i WHERE indrelid = %s::regclass AND indisunique AND NOT indisprimary
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
"""
# Another value, by the type of a column.
OTHERWISE = {
    "CharField": "'x' || substr({column}, 2)",
    "DateTimeField": "coalesce({column}, now()) + interval '1 hour'",
    "BooleanField": "NOT {column}",
    "JSONField": """{column} || '{{"x": 1}}'""",
    "TimeField": "{column} + interval '1 hour'",
    "ForeignKey": "(SELECT max(other.id) FROM {other} other WHERE other.id IS DISTINCT FROM {column})",
    "OneToOneField": "(SELECT max(other.id) FROM {other} other WHERE other.id IS DISTINCT FROM {column})",
}
NUMBER = "coalesce({column}, 0) + 1000"
ROLES = """{column} || '{{"roles": ["admin"]}}'"""


@pytest.fixture(scope="module")
def evening(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """The evening, read by a superuser whom no guard stops; another house and its table are there too."""
    with django_db_blocker.unblock(), servers.clone(f"columns_{process_name()}"):
        cast = eventful()
        connections.close_all()
        database = settings.DATABASES["default"]
        database.update(USER=SUPERUSER, PASSWORD=servers.postgres.passwords[PASSWORD_OF[SUPERUSER]])
        with connection.cursor() as cursor:
            cursor.execute(ANOTHER_HOUSE)
            cursor.execute(ANOTHER_TABLE)
            cursor.execute("ALTER TABLE tables_round DISABLE TRIGGER USER")
            cursor.execute(ANOTHER_ROUND)
        assert house_unlike_the_log(cast.casino) == []
        yield cast


def change(model: str, column: str) -> None:
    """Give a column of one row another value, with triggers, keys and checks put aside."""
    meta = apps.get_model("tables", model)._meta
    field = next(field for field in meta.concrete_fields if field.attname == column)
    table, key = meta.db_table, str(meta.pk.column)
    other = field.related_model._meta.db_table if field.related_model else ""
    template = ROLES if (model, column) == ("StaffChange", "details") else OTHERWISE.get(type(field).__name__, NUMBER)
    value = template.format(column=field.column, other=other)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
        cursor.execute(CHECKS, [table, table])
        for (name,) in cursor.fetchall():
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name} CASCADE")
            cursor.execute(f"DROP INDEX IF EXISTS {name}")
        # The version of a house act that is about a table stands in no entry.
        which = "act = 'sit'" if (model, column) == ("Command", "version") else "TRUE"
        chosen = f"SELECT {key} FROM {table} WHERE {which} ORDER BY {field.column} IS NULL, {key} LIMIT 1"
        cursor.execute(f"UPDATE {table} SET {field.column} = {value} WHERE {key} = ({chosen})")
        assert cursor.rowcount == 1


@pytest.mark.parametrize(("model", "column"), ALL)
def test_aud_6_1_a_column_that_was_changed_is_named(evening: Cast, model: str, column: str) -> None:
    """With its row, whatever the database would have refused."""
    with transaction.atomic():
        change(model, column)
        found: list[Any] = house_unlike_the_log(evening.casino)
        transaction.set_rollback(True)
    assert found
    assert {finding.kind for finding in found} >= {model}, [str(finding) for finding in found]
