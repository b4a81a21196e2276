"""A database of the module's own, with real commits, seen past the ORM in both roles."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from local.postgres import APPLICATION, OWNER
from tests.actions.felt import settled
from tests.cast import Cast, make_cast
from tests.fixtures.servers import Servers, process_name


@pytest.fixture(scope="module")
def module_database(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A clone that all tests of a module look at; each takes back what it tried."""
    with django_db_blocker.unblock(), servers.clone(f"guards_{process_name()}") as name:
        yield name


@pytest.fixture(scope="module")
def owner(servers: Servers, module_database: str) -> Iterator[psycopg.Connection[Any]]:
    """As the owner of the tables."""
    with servers.connect(OWNER, settings.DATABASES["default"]["NAME"]) as link:
        yield link


@pytest.fixture(scope="module")
def application(servers: Servers, module_database: str) -> Iterator[psycopg.Connection[Any]]:
    """As the service's own role."""
    with servers.connect(APPLICATION, settings.DATABASES["default"]["NAME"]) as link:
        yield link


@pytest.fixture(scope="module")
def books(module_database: str) -> Cast:
    """One settled round, committed, which every test of this module looks at and none can change."""
    cast = make_cast()
    settled(cast)
    return cast
