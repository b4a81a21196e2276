"""A played round on a database of the module's own, and those who attack it: the application, the owner, a superuser."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.conf import settings

from local.postgres import SUPERUSER
from tables import actions
from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.policy import Role
from tables.stamp import Call, Stamp
from tests.audit_attacks.tampering import Disarmed
from tests.cast import Cast, command_id
from tests.fixtures.servers import Servers
from tests.models.conftest import application, books, module_database, owner

__all__ = ["application", "books", "module_database", "owner"]


@pytest.fixture(scope="module")
def superuser(servers: Servers, module_database: str) -> Iterator[psycopg.Connection[Any]]:
    """An attacker who has the whole server to themselves."""
    with servers.connect(SUPERUSER, settings.DATABASES["default"]["NAME"]) as link:
        yield link


@pytest.fixture(scope="module")
def disarmed(books: Cast, owner: psycopg.Connection[Any]) -> Disarmed:
    """The owner at the chain of the table, whose newest entry comes from a tablet."""
    code = issue_enrolment_code(table_id=books.table.pk, stamp=books.stamp("frank"))
    tablet, _token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    stamp = Stamp(books.people["dana"].pk, Role.DEALER, tablet.pk, command_id())
    actions.perform("close_round", Call(books.table.pk, stamp), {"number": 1})
    return Disarmed(owner, books.table.chain)
