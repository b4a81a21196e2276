"""What the service's password alone lets an attacker add, and what the trigger on insertion makes of it (AUD 2.3)."""

from typing import Any

import psycopg
import pytest

from local.postgres import APPLICATION
from tests.audit_attacks.test_application import FOR_EVER
from tests.cast import Cast
from tests.models.past import refusal, undone
from tests.models.test_guards import INSERT_ENTRY, entry

HEADS = "SELECT md5(string_agg(head::text, ',' ORDER BY chain)) FROM public.tables_chainhead head"


def insertion(link: psycopg.Connection[Any], chain: str, **changes: Any) -> list[Any]:
    """The values of an entry that would be taken, but for these changes."""
    values = entry(link, chain) | changes
    return [values[key] for key in ("chain", "sequence", "time", "previous_hash", "hash")]


@pytest.mark.parametrize(
    "time", ["infinity", "-infinity", "20000-01-01 00:00Z", "0044-03-15 00:00Z BC", "0001-01-01 00:00Z", "tomorrow"]
)
def test_aud_2_3_nobody_stops_a_chain_by_a_time_that_no_clock_shows(
    books: Cast, application: psycopg.Connection[Any], time: str
) -> None:
    """Every later act would have to be later still, or could not even read the head."""
    for chain in (books.table.chain, "1/table/13"):
        assert refusal(application, INSERT_ENTRY, *insertion(application, chain, time=time)) == "CheckViolation"


def test_aud_2_3_a_chain_goes_on_after_a_clock_that_was_ahead(
    books: Cast, owner: psycopg.Connection[Any], application: psycopg.Connection[Any]
) -> None:
    """With the time of its head, and no other."""
    ahead = "UPDATE tables_chainhead SET time = '2100-01-01 00:00Z' WHERE chain = %s"
    chain = books.table.chain
    values = insertion(owner, chain)
    with undone(owner) as run:
        run("ALTER TABLE tables_chainhead DISABLE TRIGGER USER")
        run(ahead, chain)
        values[2] = "2100-01-01 00:00:01Z"
        with pytest.raises(psycopg.errors.CheckViolation), owner.transaction():
            run(INSERT_ENTRY, *values)
        values[2] = "2100-01-01 00:00Z"
        run(INSERT_ENTRY, *values)


@pytest.mark.parametrize("table", FOR_EVER)
def test_aud_2_4_what_is_there_is_not_added_again(
    books: Cast, application: psycopg.Connection[Any], table: str
) -> None:
    """Not under its own key by any form of INSERT, and nothing takes its place."""
    (there,) = application.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)
    for words in ("", "OVERRIDING SYSTEM VALUE"):
        kind = refusal(application, f"INSERT INTO {table} {words} SELECT * FROM {table} ORDER BY 1 LIMIT 1")
        assert kind in ("UniqueViolation", "CheckViolation") if there else not kind, words
    quietly = f"WITH added AS (INSERT INTO {table} SELECT * FROM {table} ON CONFLICT DO NOTHING RETURNING 1) SELECT 1 / count(*) FROM added"
    assert refusal(application, quietly) in ("DivisionByZero", "CheckViolation")


def test_aud_2_3_tables_and_functions_of_the_same_name_are_not_taken_by_the_trigger(
    books: Cast, owner: psycopg.Connection[Any], application: psycopg.Connection[Any]
) -> None:
    """Even where the administrator let the service make temporary ones: the trigger looks where it was told to."""
    (database,) = owner.execute("SELECT quote_ident(current_database())").fetchone() or ("",)
    owner.execute(f"GRANT TEMPORARY ON DATABASE {database} TO {APPLICATION}")
    chain = books.table.chain
    good, forged = insertion(application, chain), insertion(application, chain, sequence=501, previous_hash="e" * 64)
    try:
        with undone(application) as run:
            run(
                "CREATE TEMPORARY TABLE tables_chainhead AS SELECT chain, 500::bigint AS sequence,"
                " repeat('e', 64) AS hash, time FROM public.tables_chainhead"
            )
            run("CREATE TEMPORARY TABLE tables_auditentry AS TABLE public.tables_auditentry")
            run("CREATE FUNCTION pg_temp.repeat(text, int) RETURNS text LANGUAGE sql AS 'SELECT repeat(''e'', 64)'")
            run(
                "CREATE FUNCTION pg_temp.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT timestamptz ''infinity'''"
            )
            run("SET LOCAL search_path = pg_temp, public")
            statement = INSERT_ENTRY.replace("INTO tables_auditentry", "INTO public.tables_auditentry")
            for values in (
                forged,
                insertion(application, "1/table/13", previous_hash="e" * 64),
                [*good[:2], "infinity", *good[3:]],
            ):
                with pytest.raises(psycopg.errors.CheckViolation), application.transaction():
                    run(statement, *values)
            run(statement, *good)
            moved = "SELECT sequence FROM {}.tables_chainhead WHERE chain = %s"
            assert run(moved.format("public"), chain).fetchone() == (good[1],)
            assert run(moved.format("pg_temp"), chain).fetchone() == (500,)
    finally:
        owner.execute(f"REVOKE TEMPORARY ON DATABASE {database} FROM {APPLICATION}")


def test_aud_2_3_heads_move_by_entries_alone(books: Cast, application: psycopg.Connection[Any]) -> None:
    """Refused entries, also one at the end of many, leave every head where it was."""
    before = application.execute(HEADS).fetchone()
    good = insertion(application, books.table.chain)
    bad = [good[0], good[1] + 2, *good[2:]]
    values = ", ".join(["(%s, %s, %s, 'x', 'system', 'x', '{}', 1, %s, %s)"] * 2)
    many = INSERT_ENTRY[: INSERT_ENTRY.index("VALUES")] + "VALUES " + values
    assert refusal(application, many, *good, *bad) == "CheckViolation"
    with pytest.raises(psycopg.errors.CheckViolation):
        application.execute(many, [*good, *bad])
    assert application.execute(HEADS).fetchone() == before
