"""A database that is away for a moment: later is soon enough, and nothing is said that nobody knows."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from tests.cast import make_cast

AWAY = [OperationalError("the connection is lost"), InterfaceError("the connection is closed")]


@pytest.fixture
def client() -> Client:
    """A browser that is answered, as in earnest, with any failure."""
    return Client(raise_request_exception=False)


@pytest.fixture
def fault() -> Iterator[list[Exception]]:
    """What is put in here, every statement fails with."""
    faults: list[Exception] = []

    def fail(execute: Any, *statement: Any) -> Any:
        if faults:
            raise faults[0]
        return execute(*statement)

    with connection.execute_wrapper(fail):
        yield faults
        faults.clear()


@pytest.mark.django_db
@pytest.mark.parametrize("error", AWAY, ids=["lost", "closed"])
def test_a_page_asks_again_by_itself(client: Client, fault: list[Exception], error: Exception) -> None:
    """503 and not 500: a tablet goes on trying, and does not give its act up."""
    table = make_cast().table
    fault.append(error)
    for answer in (client.get(f"/tables/{table.pk}/"), client.post(f"/tables/{table.pk}/act/", {"act": "deal"})):
        assert (answer.status_code, answer["Retry-After"]) == (503, "2")
        assert b'http-equiv="refresh"' in answer.content


@pytest.mark.django_db
def test_any_other_fault_is_no_passing_one(client: Client, fault: list[Exception]) -> None:
    """It would fail the same way again."""
    fault.append(ValueError("a fault of the service"))
    answer = client.get("/login/")
    assert answer.status_code == 200
    answer = client.post("/login/", {"badge": "2001", "password": "x"})
    assert answer.status_code == 500
    assert b"Something failed" in answer.content


@pytest.mark.django_db
def test_the_api_says_to_send_it_again_under_its_key(client: Client, fault: list[Exception]) -> None:
    """It does not say that nothing was done: the connection may have been lost after that."""
    cast = make_cast()
    client.force_login(cast.people["frank"])
    fault.append(AWAY[0])
    answer = client.get(f"/api/v1/tables/{cast.table.pk}/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer.json()["code"] == "unavailable"
    assert "done once" in answer.json()["detail"]
