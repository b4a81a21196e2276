"""If the entry cannot be written, nothing is done, and the person who asked is told (AUD 1.1)."""

import logging
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client

from tables.errors import NotRecorded
from tables.models import AuditEntry
from tests.actions.felt import chips, snapshot
from tests.api.http import Http, program
from tests.audit_attacks.breaking import BREAKAGES, LOST, broken
from tests.cast import PASSWORD, Cast, make_cast
from tests.chains import checked_chain

BUY_IN: dict[str, Any] = {"amount": 5000}


@pytest.fixture
def cast(own_database: str) -> Cast:
    """One player at an open table, committed."""
    cast = make_cast()
    cast.seat_players((2,))
    return cast


@pytest.fixture
def frank(cast: Cast) -> Http:
    """The floor manager's program."""
    return program(cast, "2001")


@pytest.mark.parametrize("breakage", [*BREAKAGES, *LOST])
def test_aud_1_1_no_entry_no_act(
    cast: Cast, frank: Http, owner_connection: psycopg.Connection, caplog: pytest.LogCaptureFixture, breakage: str
) -> None:
    """Nothing half done, a code that says so, the cause in the log; mended, the same request acts once."""
    version = frank.version
    before, entries = snapshot(cast), AuditEntry.objects.count()
    path = f"tables/{cast.table.pk}/seats/2/buy-in/"
    with broken(owner_connection, {**BREAKAGES, **LOST}[breakage]):
        refused = frank.post(path, BUY_IN, key="key-of-the-buy-in", version=version)
        assert refused.code == ("503 unavailable" if breakage in LOST else "503 not_recorded")
        assert ("done once" if breakage in LOST else "was not done") in refused.body["detail"]
        assert [record.levelno for record in caplog.records if record.name.startswith("tables")] == [logging.ERROR]
        connection.close()
    assert snapshot(cast) == before
    assert AuditEntry.objects.count() == entries
    done = frank.post(path, BUY_IN, key="key-of-the-buy-in", version=version)
    assert (done.status, done.headers.get("Idempotent-Replayed")) == (200, None)
    assert (chips(), AuditEntry.objects.count()) == ({2: 105000}, entries + 1)
    assert [fault for fault in checked_chain(cast.table.chain) if fault] == []


@pytest.mark.parametrize("breakage", ["the head is ahead", "the right to add is gone", "no room for the entry"])
def test_aud_1_1_a_refusal_that_cannot_be_recorded_is_said_to_be_none(
    cast: Cast, owner_connection: psycopg.Connection, breakage: str
) -> None:
    """A dealer who may not close a table is not told so as if it stood in the log."""
    before = snapshot(cast)
    with broken(owner_connection, BREAKAGES[breakage]), pytest.raises(NotRecorded):
        cast.act("close_table", by="dana")
    assert snapshot(cast) == before


@pytest.mark.parametrize("password", [PASSWORD, "a wrong password of the tests"])
def test_aud_1_1_nobody_signs_in_unrecorded(
    cast: Cast, owner_connection: psycopg.Connection, password: str, client: Client
) -> None:
    """Neither with the right password nor with a wrong one, and the page says why."""
    with broken(owner_connection, BREAKAGES["no room for the entry"]):
        answer = client.post("/login/", {"badge": "2001", "password": password})
    assert answer.status_code == 503
    assert "cannot be written to the audit log now" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    cast.people["frank"].refresh_from_db()
    assert cast.people["frank"].failures == 0
