"""What the floor's lists of bars, debts and disputes have in common: a state, and rows that exist."""

from collections.abc import Callable
from typing import TypeVar

from django.http import Http404, HttpRequest

from tables.errors import NotFound

PAGE = 50
T = TypeVar("T")


def state_of(request: HttpRequest, other: str) -> str:
    """Return which rows an address asks for: those in the `other` state, or those that are open."""
    return other if request.GET.get("state") == other else "open"


def found_or_404(look_up: Callable[[], T]) -> T:
    """Return what was looked up; a row that does not exist is no page."""
    try:
        return look_up()
    except NotFound as error:
        raise Http404 from error
