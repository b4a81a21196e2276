"""A house with evenings behind it, committed, and its owner who goes round every guard and puts it back."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import psycopg
import pytest
from django.conf import settings

from local.postgres import SUPERUSER
from tests.cast import Cast
from tests.fixtures.servers import Servers
from tests.management.planting import armed
from tests.management.playing import casino_in_play
from tests.models.conftest import module_database
from tests.rebuild.evenings import banked_evening, evening_of_draw

__all__ = ["module_database"]

Tampered = Callable[..., AbstractContextManager[None]]


@pytest.fixture(scope="module")
def evening(module_database: str) -> Cast:
    """Table 12 between two rounds of High Card Flush with a correction, and table 14 of heads-up draw in a second match."""
    cast = casino_in_play()
    banked_evening(cast)
    evening_of_draw(cast)
    return cast


@pytest.fixture(scope="module")
def superuser(servers: Servers, module_database: str) -> Iterator[psycopg.Connection[Any]]:
    """The whole server."""
    with servers.connect(SUPERUSER, settings.DATABASES["default"]["NAME"]) as link:
        yield link


@pytest.fixture
def tampered(evening: Cast, superuser: psycopg.Connection[Any]) -> Tampered:
    """Change rows with every trigger and foreign key put aside; afterwards they stand as they did."""

    @contextmanager
    def change(*statements: tuple[str, str]) -> Iterator[None]:
        tables = list(dict.fromkeys(table for table, _statement in statements))
        superuser.execute("SET session_replication_role = replica")
        for table in tables:
            superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            superuser.execute(f"CREATE TABLE kept_{table} AS TABLE {table}")
        try:
            for table, statement in statements:
                assert superuser.execute(statement).rowcount > 0, (table, statement)
            yield
        finally:
            for table in tables:
                superuser.execute(f"DELETE FROM {table}")
                superuser.execute(f"INSERT INTO {table} TABLE kept_{table}")
                superuser.execute(f"DROP TABLE kept_{table}")
                armed(superuser, table)

    return change
