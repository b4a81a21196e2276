"""The list that a house's own guards are held against is what the migrations make (AUD 6.3; tables/database/README.md)."""

import os

import pytest

from tables.database.catalog import fingerprint, read_catalog, server_major
from tables.database.reference import majors, reference, write_reference
from tables.database.spelling import respelled
from tables.queries.audit.guards import read_guards
from tests.fixtures.servers import Servers

COMMAND = "CROUPIER_WRITE_GUARDS=1 script/test tests/models/test_guard_reference.py"


@pytest.mark.django_db
def test_aud_6_3_the_list_is_fresh() -> None:
    """The database of the tests was migrated from nothing: it is the list, thing by thing."""
    if os.environ.get("CROUPIER_WRITE_GUARDS"):
        write_reference(server_major(), read_catalog())
    found = read_guards()
    differences = "\n".join(found.differences.values())
    assert not differences, f"{differences}\nIf a migration was meant to change that: {COMMAND}"
    assert found.fingerprint == fingerprint(reference(server_major()) or {})


def test_aud_6_3_there_is_a_list_for_each_version_of_postgresql() -> None:
    """The three that the specification names among them, and none for one that nobody tried."""
    assert {15, 17, 18} <= set(majors())
    assert reference(14) is None
    assert reference(1) is None


def test_aud_6_3_whoever_asks_reads_the_same(own_database: str, servers: Servers) -> None:
    """The service and the owner: names of roles and of the database do not matter."""
    as_service = read_catalog()
    assert own_database not in str(as_service)
    assert "croupier_" not in str(as_service)
    assert as_service["table"]["tables_bar"]["grants"] == "service INSERT, service SELECT, service UPDATE"
    assert as_service["table"]["tables_bar"]["owner"] == "owner"


@pytest.mark.parametrize(
    ("written", "read_again"),
    [
        (
            "((state)::text = ANY ((ARRAY['a'::character varying, 'it''s'::character varying])::text[]))",
            "((state)::text = ANY (ARRAY[('a'::character varying)::text, ('it''s'::character varying)::text]))",
        ),
        ("WHEN (((a OR b) OR (c AND d)))", "WHEN ((a OR b OR (c AND d)))"),
        ("(((a IS NULL) AND b) AND c)", "((a IS NULL) AND b AND c)"),
    ],
)
def test_aud_6_3_an_expression_has_one_spelling(written: str, read_again: str) -> None:
    """As it was written, and as PostgreSQL writes it after a dump was restored."""
    assert respelled(written) == respelled(read_again) == read_again


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("((a AND b) OR c)", "(a AND (b OR c))"),
        ("(a OR (b AND c))", "((a OR b) AND c)"),
        ("('x (a OR b) OR c')", "('x a OR b OR c')"),
        ("((a OR b) OR c))", "(a OR b OR c)"),
    ],
)
def test_aud_6_3_what_means_something_else_is_spelled_otherwise(one: str, another: str) -> None:
    """No parentheses go but those that change nothing."""
    assert respelled(one) != respelled(another)
