"""`manage.py verify_audit` as a process: 0 where all holds, 1 where a chain does not, 2 where nothing could be read."""

import os
import subprocess
import sys

import psycopg
import pytest
from django.core.management import CommandError

from local.postgres import APPLICATION
from local.site import MANAGE
from tests.cast import Cast, make_cast
from tests.fixtures.servers import Servers
from tests.management.calling import exit_status
from tests.management.planting import planted


def verified(database_url: str, *arguments: str) -> tuple[int, str]:
    """Run the command as from a shell; returns its status and all it said."""
    environment = os.environ | {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, MANAGE, "verify_audit", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def cast(own_database: str) -> Cast:
    """The usual people, committed."""
    return make_cast()


def test_aud_2_5_the_process_ends_with_0_1_or_2(
    cast: Cast, own_database: str, servers: Servers, owner_connection: psycopg.Connection
) -> None:
    """What is wrong is a line, never a traceback."""
    url = servers.postgres.url(APPLICATION, own_database)
    assert verified(url)[0] == 0
    planted(owner_connection, "tables_auditentry", "UPDATE tables_auditentry SET act = 'x' WHERE sequence = 2")
    status, written = verified(url)
    assert status == 1
    assert written.startswith(f"{cast.casino.chain}: NOT WHOLE: entry 2: was changed")
    for unreadable in (url.replace(own_database, "nowhere"), f"{url}&connect_timeout=1&port=1"):
        status, written = verified(unreadable)
        assert status == 2
        assert "The database cannot be read: " in written
        assert "Traceback" not in written


def test_aud_2_5_a_chain_that_may_not_be_read_is_not_said_to_hold(
    cast: Cast, owner_connection: psycopg.Connection
) -> None:
    """The right to read was taken away."""
    owner_connection.execute(f"REVOKE SELECT ON tables_auditentry FROM {APPLICATION}")
    with pytest.raises(CommandError, match="cannot be read: permission denied") as refusal:
        exit_status("verify_audit")
    assert refusal.value.returncode == 2


@pytest.mark.parametrize("chain", ["", "1/table/99", "1/house ", "1/House", "%", "'; SELECT 1 --"])
def test_aud_2_5_a_chain_that_is_not_there_is_not_said_to_hold(cast: Cast, chain: str) -> None:
    """With anything that is typed."""
    with pytest.raises(CommandError, match="There is no chain") as refusal:
        exit_status("verify_audit", chain=chain)
    assert refusal.value.returncode == 2


@pytest.mark.usefixtures("own_database")
def test_aud_2_5_an_emptied_database_is_not_said_to_hold() -> None:
    """No casino, no chain: nothing to verify is not the same as nothing wrong."""
    with pytest.raises(CommandError, match="nothing was verified") as refusal:
        exit_status("verify_audit")
    assert refusal.value.returncode == 2
