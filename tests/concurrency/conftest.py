"""Real threads on a database with real commits."""

import fcntl
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db.models import QuerySet

from tables.actions.act import path
from tests.cast import Cast, make_cast
from tests.fixtures.servers import run_folder

Together = Callable[..., list[Any]]


@pytest.fixture
def cast(own_database: str) -> Cast:
    """The usual people, committed."""
    return make_cast()


@pytest.fixture
def fifty_connections() -> Iterator[None]:
    """One test process at a time: the server of the tests serves a hundred connections, and each has some already."""
    folder, _leader = run_folder()
    with (folder / "fifty").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture
def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the rows that acts lock, without locking them."""

    def unlocked(queryset: QuerySet[Any], **_options: Any) -> QuerySet[Any]:
        return queryset.all()

    monkeypatch.setattr(QuerySet, "select_for_update", unlocked)
    monkeypatch.setattr(path, "LOCKED_TABLE", "SELECT * FROM tables_table WHERE id = %s", raising=False)
