"""The fixtures other tests stand on."""

import threading
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from local.postgres import APPLICATION
from tests.fixtures.live import LiveCasino


def current() -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database(), current_user")
        return tuple(cursor.fetchone())


@pytest.mark.django_db
def test_database_tests_run_as_the_application():
    assert current()[1] == APPLICATION


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (x int)",
        "CREATE TEMP TABLE mine (x int)",
        "CREATE SCHEMA mine",
        "ALTER TABLE django_session ADD COLUMN x int",
        "DROP TABLE django_session",
        "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    ],
)
def test_aud_2_4_the_application_cannot_shape_the_database(statement):
    with (
        pytest.raises(Exception, match=r"permission denied|must be owner"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.django_db
def test_durable_transactions_work_inside_a_rolled_back_test():
    with transaction.atomic(durable=True):
        assert current()


def test_own_database_is_seen_by_every_thread(own_database, together):
    assert own_database.startswith("own_")
    assert together(current, current) == [(own_database, APPLICATION)] * 2
    assert current()[0] == own_database


def test_owner_connection_reaches_the_database_of_the_test(own_database, owner_connection: psycopg.Connection):
    assert owner_connection.execute("SELECT current_database()").fetchone() == (own_database,)
    owner_connection.execute("CREATE TABLE mine (x int)")


def test_together_gives_results_and_errors_in_order(together):
    def fail():
        raise ValueError("no")

    results = together(threading.get_ident, fail)
    assert isinstance(results[0], int)
    assert isinstance(results[1], ValueError)


@pytest.mark.browser
def test_chromium_reaches_the_live_casino(page, live_casino: LiveCasino):
    answer = page.goto("/readyz")
    assert answer.status == 200, answer.text()
    assert page.evaluate("window.isSecureContext") is True


@pytest.mark.browser
def test_chromium_reaches_it_from_elsewhere(new_context, live_casino: LiveCasino):
    page = new_context(base_url=live_casino.lan_url()).new_page()
    assert page.goto("/healthz").status == 200
    assert page.evaluate("window.isSecureContext") is False
