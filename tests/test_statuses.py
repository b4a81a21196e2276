"""A refusal has one status, on a page and in the API."""

from http import HTTPStatus
from typing import Any

import pytest
from django.http import HttpResponse
from rest_framework.test import APIRequestFactory

from tables import errors
from tables.actions.audit.checkpoints import NotCopiedError
from tables.api.http.problems import TITLES, handler
from tables.errors import RULE_STATUSES, TableError, status_of
from tables.games.errors import RuleError
from tables.web.shared.errors import refused

STATUSES = {
    "bad_field": 422,
    "not_allowed": 403,
    "own_change": 403,
    "needs_signature": 403,
    "locked": 423,
    "conflict": 409,
    "stale": 412,
    "wrong_state": 409,
    "suspended": 409,
    "not_recorded": 503,
    "not_found": 404,
    "expired": 410,
}
"""As the interfaces have it; of a rule that is broken it is 422."""
KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, TableError)]


def in_the_api(error: TableError | RuleError) -> tuple[int, str]:
    """What a program is answered."""
    context: dict[str, Any] = {"request": APIRequestFactory().get("/"), "kwargs": {}}
    answer = handler(error, context)
    return answer.status_code, answer.data["code"]


def on_a_page(error: TableError | RuleError) -> tuple[int, str]:
    """What a browser is answered."""
    answer = refused(HttpResponse(), error)
    return answer.status_code, answer["Croupier-Code"]


@pytest.mark.parametrize("kind", [*KINDS, NotCopiedError], ids=lambda kind: kind.__name__)
def test_each_error_has_one_status(kind: type[TableError]) -> None:
    """Its class says which."""
    error = kind("It is refused.")
    assert in_the_api(error) == on_a_page(error) == (kind.status, kind.code)
    assert kind.status == STATUSES.get(kind.code, HTTPStatus.SERVICE_UNAVAILABLE)


def test_every_code_of_the_interfaces_is_an_error() -> None:
    """None was left out."""
    assert {kind.code for kind in KINDS} == set(STATUSES)


@pytest.mark.parametrize("code", sorted({*TITLES, *RULE_STATUSES}))
def test_each_code_of_the_rules_has_one_status(code: str) -> None:
    """The games know nothing of HTTP; a code that an act refuses with too has the status it has there."""
    error = RuleError(code, "It is refused.")
    assert in_the_api(error) == on_a_page(error) == (status_of(error), code)
    if code in ("expired", "wrong_state", "not_found", "stale", "conflict"):
        assert status_of(error) == STATUSES[code]
