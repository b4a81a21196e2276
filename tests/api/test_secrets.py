"""No secret in any entry, idempotency record or log (AUD 1.3)."""

import logging

import pytest
from django.db import connection

from tables.models import AuditEntry, Command, EnrolmentCode, PersonToken, Tablet
from tests.api.http import Http, program
from tests.api.play import showdown
from tests.cast import PASSWORD, PINS, Cast

WRONG = "739164"


def rows(*models: type) -> str:
    """Everything these tables hold."""
    found = []
    for model in models:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {model._meta.db_table}")  # type: ignore[attr-defined]
            found.append(str(cursor.fetchall()))
    return "".join(found)


def test_aud_1_3_no_secret_is_kept_or_logged(cast: Cast, playing: Http, caplog: pytest.LogCaptureFixture) -> None:
    """PINs, passwords, codes and tokens, given right or wrong, at the right place or not."""
    caplog.set_level(logging.DEBUG)
    frank = program(cast, "2001")
    code = frank.at("tablets/")["code"]
    stranger = Http(table_id=cast.table.pk)
    token = stranger.at("tablets/", {"code": code, "label": "Felt"})["token"]
    guess = "10203040"
    stranger.refused("tablets/", {"code": guess})
    found = showdown(playing)
    void = {"reason": "exposed_card"}
    for secret in (WRONG, PASSWORD + WRONG):
        assert "not_allowed" in playing.refused(f"{found}void/", {**void, "signature": signed(secret)})
    playing.refused(f"{found}deal/", {"signature": {**signed(WRONG), "pin": WRONG}})
    playing.refused("tap-in/", {"badge": "1002", "pin": WRONG})
    playing.refused("tap-in/", {"badge": "1002", "pin": WRONG, "secret": WRONG})
    playing.at("tap-in/", {"badge": "1002", "pin": PINS["1002"]})
    playing.at(f"{found}void/", {**void, "signature": signed(PASSWORD)})
    playing.at("seats/2/recount/", {"chips": 0, "reason": "miscount", "signature": signed(PINS["2001"])})
    kept = rows(AuditEntry, Command, EnrolmentCode, PersonToken, Tablet) + caplog.text
    given = (WRONG, PASSWORD, PINS["1002"], PINS["2001"], code, guess, token, frank.token, playing.token)
    assert [secret for secret in given if str(secret) in kept] == []
    assert AuditEntry.objects.get(act="void_round").payload["signature"] == {"badge": "2001", "method": "password"}


def signed(secret: str) -> dict[str, str]:
    """Frank's signature."""
    return {"badge": "2001", "secret": secret}
