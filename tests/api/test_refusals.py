"""Every refusal is a problem with its status, its code, and who or what is at fault (5-interfaces 3)."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tables.actions.devices import MOST_GUESSES
from tables.api.http.callers import role_for
from tables.models import AuditEntry, EnrolmentCode, PersonToken, Tablet
from tables.policy import Act, Role
from tables.queries.tables import board
from tests.api.http import ROOT, Http, Reply, check, program
from tests.api.play import ACCEPTED, betting, second_table, showdown
from tests.cast import PASSWORD, PINS, Cast, command_id


@pytest.mark.parametrize("address", ["tables/", "tables/1/", "schema/", "docs/", "nowhere/", ""])
def test_nobody_sees_anything(db: None, address: str) -> None:
    """Without sign-in: 401, and what is asked for."""
    reply = Http().get(address)
    assert reply.code == "401 not_allowed"
    assert reply.headers["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize("header", ["Token", "Token no-such", "Token a b", "Token \xff\xfe", "Bearer x", "Basic eA=="])
def test_a_token_that_is_none(db: None, header: str) -> None:
    """It belongs to no person, in any form."""
    assert Http().get("tables/", authorization=header).code == "401 not_allowed"


def test_a_revoked_token_belongs_to_no_person(cast: Cast, frank: Http, felt: Http) -> None:
    """A person's and a tablet's."""
    PersonToken.objects.update(revoked_at=timezone.now())
    Tablet.objects.update(revoked_at=timezone.now())
    assert frank.get("tables/").code == felt.get("tables/").code == "401 not_allowed"


def test_ops_1_6_a_locked_tablet_does_nothing(cast: Cast, felt: Http) -> None:
    """Not even show its table."""
    Tablet.objects.update(locked_at=timezone.now())
    assert felt.get(f"tables/{cast.table.pk}/").code == "423 locked"
    assert felt.refused("tap-in/", {"badge": "1001", "pin": PINS["1001"]}) == "423 locked"


def test_ops_1_2_a_tablet_without_a_dealer_only_shows_its_table(cast: Cast, felt: Http) -> None:
    """It says what to do about it."""
    felt.at("tap-out/")
    reply = felt.post(f"tables/{cast.table.pk}/seats/1/sit/", {"buy_in": 1000})
    assert reply.code == "403 not_allowed"
    assert reply.body["detail"] == "Nobody is tapped in at table 12: tap in first."
    assert felt.get(f"tables/{cast.table.pk}/").status == 200


def test_ops_1_2_a_tablet_sees_and_acts_at_its_own_table_only(cast: Cast, playing: Http) -> None:
    """Another table is forbidden to it, and the try is on record."""
    other = second_table(cast)
    assert playing.get(f"tables/{other}/").code == "403 not_allowed"
    assert playing.get(f"tables/{other}/rounds/").code == "403 not_allowed"
    assert playing.post(f"tables/{other}/seats/1/sit/", {"buy_in": 1000}, version=0).code == "403 not_allowed"
    assert AuditEntry.objects.filter(act="refused", payload__refused="sit").count() == 1
    assert [row["number"] for row in playing.get("tables/").body["tables"]] == [12]


def test_ops_1_4_a_program_acts_in_the_role_that_may(cast: Cast, frank: Http) -> None:
    """A dealer where they are tapped in, the floor anywhere, the stranger and the inspector nowhere."""
    dana, dora, sam, ines = (program(cast, badge) for badge in ("1001", "1002", "5001", "3001"))
    frank.at("open/")
    assert dana.at("seats/1/sit/", {"buy_in": 1000})["seat"] == 1
    assert frank.at("seats/2/sit/", {"buy_in": 1000})["seat"] == 2
    for who in (dora, sam, ines):
        assert who.refused("seats/3/sit/", {"buy_in": 1000}, version=3) == "403 not_allowed"
    assert dana.refused("suspend/", {"reason": "x"}) == "403 not_allowed"
    assert dora.refused("tap-out/") == "403 not_allowed"
    assert [e.role for e in AuditEntry.objects.filter(act="sit").order_by("sequence")] == ["dealer", "floor"]
    assert AuditEntry.objects.filter(act="refused").count() == 5
    assert frank.at("tap-out/") == {"dealer": None}


@pytest.mark.parametrize(
    ("act", "held", "dealing", "expected"),
    [
        (Act.SIT, {Role.DEALER, Role.FLOOR}, True, Role.DEALER),
        (Act.SIT, {Role.DEALER, Role.FLOOR}, False, Role.FLOOR),
        (Act.SUSPEND_TABLE, {Role.DEALER, Role.FLOOR}, True, Role.FLOOR),
        (Act.TAP_OUT, {Role.DEALER, Role.FLOOR}, True, Role.DEALER),
        (Act.TAP_OUT, {Role.DEALER, Role.FLOOR}, False, Role.FLOOR),
        (Act.TAP_OUT, {Role.DEALER}, False, Role.DEALER),
        (Act.SIT, {Role.COMPLIANCE, Role.ADMIN}, False, Role.COMPLIANCE),
        (Act.SUSPEND_TABLE, set(), False, Role.FLOOR),
    ],
)
def test_ops_1_4_the_role_of_a_person_who_holds_several(
    act: Act, held: set[Role], dealing: bool, expected: Role
) -> None:
    """The first that may do the act here; a dealer counts where they are tapped in."""
    assert role_for(act, held, dealing=dealing) == expected


def test_reading_needs_a_role_at_the_casino(cast: Cast) -> None:
    """The inspector reads rounds with their entries; the stranger reads nothing."""
    ines, sam = program(cast, "3001"), program(cast, "5001")
    table = f"tables/{cast.table.pk}/"
    assert ines.get(table).status == ines.get("tables/").status == 200
    for address in ("tables/", table, f"{table}rounds/", f"{table}rounds/1/", f"{table}rotation/"):
        assert sam.get(address).code == "403 not_allowed"
    assert sam.get("tables/999/").code == "404 not_found"
    assert sam.refused("tap-in/", {"badge": "1002", "pin": PINS["1002"]}) == "403 not_allowed"


def test_headers_of_an_act(playing: Http) -> None:
    """Missing and malformed: 400, 428; another person acted first: 412 with the state."""
    sit = f"tables/{playing.table_id}/seats/5/sit/"
    body = b'{"buy_in": 1000}'
    key = {"idempotency-key": command_id()}
    missing = playing.send("POST", sit, body, **{"if-match": '"4"'})
    assert (missing.code, missing.body["field"]) == ("400 bad_field", "Idempotency-Key")
    for wrong in ("short", "x" * 65, "with spaces in it", "semi;colon;"):
        assert playing.send("POST", sit, body, **{"idempotency-key": wrong, "if-match": '"4"'}).code == "400 bad_field"
    nothing = playing.send("POST", sit, body, **key)
    assert (nothing.code, nothing.body["field"]) == ("428 bad_field", "If-Match")
    for wrong in ("4", 'W/"4"', "*", '"4", "5"', '"-1"', '"four"', '""', f'"{"9" * 40}"'):
        assert playing.send("POST", sit, body, **key, **{"if-match": wrong}).code == "400 bad_field"
    stale = playing.post(sit, {"buy_in": 1000}, version=3)
    assert (stale.code, stale.body["version"], stale.body["present"]) == ("412 stale", 3, 4)
    assert stale.body["state"]["table"]["version"] == 4
    assert playing.version == 4


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("seats/9/sit/", {"buy_in": 1000}, "422 bad_seat"),
        ("seats/1/sit/", {"buy_in": 1000}, "422 bad_seat"),
        ("seats/5/sit/", {"buy_in": 1000.0}, "422 bad_amount"),
        ("seats/5/sit/", {"buy_in": "1000"}, "422 bad_amount"),
        ("seats/5/sit/", {"buy_in": True}, "422 bad_amount"),
        ("seats/5/sit/", {"buy_in": 10**400}, "422 bad_amount"),
        ("seats/5/sit/", {"buy_in": 1000, "colour": "red"}, "422 bad_field"),
        ("seats/5/sit/", {"buy_in": 1000, "seat": 5}, "422 bad_field"),
        ("seats/5/sit/", {}, "422 bad_field"),
        ("seats/2/standing-decline/", {"on": 1}, "422 bad_field"),
        ("rounds/", {}, "422 no_designated_player"),
        ("rounds/1/deal/", {}, "404 not_found"),
        ("seats/2/sit-out/", {"signature": "2001"}, "422 bad_field"),
        ("seats/2/sit-out/", {"signature": {"badge": "2001"}}, "422 bad_field"),
        ("seats/2/sit-out/", {"signature": {"badge": 2001, "secret": PINS["2001"]}}, "422 bad_field"),
        ("seats/2/sit-out/", {"signature": {"badge": "2001", "secret": "000000"}}, "403 not_allowed"),
        ("seats/2/recount/", {"chips": 900000, "reason": "tip"}, "403 needs_signature"),
        ("open/", {}, "403 not_allowed"),
        ("tap-in/", {"badge": "1001", "pin": "000000"}, "403 not_allowed"),
        ("tap-in/", {"badge": "1001", "pin": 284615}, "422 bad_field"),
        ("tap-in/", {"badge": "1001"}, "422 bad_field"),
        ("tap-in/", {"badge": "1001", "pin": "284615", "signature": {}}, "422 bad_field"),
        ("tablets/", {"code": "00000000"}, "410 expired"),
        ("tablets/", {"code": 0}, "422 bad_field"),
        ("tablets/", {"label": "x"}, "422 bad_field"),
        ("tablets/", {}, "403 not_allowed"),
        ("tablets/999/revoke/", {}, "404 not_found"),
    ],
)
def test_acts_that_are_refused(playing: Http, path: str, body: Any, expected: str) -> None:
    """Nothing has changed afterwards."""
    assert playing.refused(path, body) == expected
    assert playing.version == 4


def test_states_and_funds(cast: Cast, playing: Http, frank: Http) -> None:
    """Not now, suspended, outside the limits, too few chips."""
    found = betting(playing)
    assert playing.refused("rounds/", ACCEPTED) == "409 wrong_state"
    assert playing.refused(f"{found}settle/") == "409 wrong_state"
    assert playing.refused(f"{found}wagers/", {"wagers": [{"seat": 2, "ante": 100}]}) == "422 outside_limits"
    playing.at("seats/4/recount/", {"chips": 55000, "reason": "tip"})
    reply = playing.post(f"tables/{cast.table.pk}/{found}wagers/", {"wagers": [{"seat": 4, "ante": 30000}]})
    assert (reply.code, reply.body["seat"]) == ("422 short_chips", 4)
    frank.at("suspend/", {"reason": "A fight"})
    assert playing.refused(f"{found}deal/") == "409 suspended"


def test_ops_5_5_a_card_in_two_hands_names_the_card_and_where_it_is(playing: Http) -> None:
    """As parameters, beside the sentence."""
    found = showdown(playing)
    playing.at(f"{found}hands/", {"hands": [{"seat": 1, "cards": "AsKhQs9s7d6d2c"}]})
    reply = playing.post(
        f"tables/{playing.table_id}/{found}hands/", {"hands": [{"seat": 2, "cards": "5h4h3h2hKs9dAs"}]}
    )
    assert reply.code == "422 duplicate_card"
    assert {name: reply.body[name] for name in ("card", "seat", "holder")} == {"card": "As", "seat": 2, "holder": 1}
    assert reply.body["detail"] == "As at seat 2 is already in the hand at seat 1."
    assert reply.body["type"] == "urn:croupier:duplicate_card"


def test_ops_1_3_what_needs_a_signature_is_done_with_one(playing: Http) -> None:
    """Not the dealer's own; the entry says who signed and how."""
    found = showdown(playing)
    void = {"reason": "exposed_card"}
    assert playing.refused(f"{found}void/", void) == "403 needs_signature"
    own = {**void, "signature": {"badge": "1001", "secret": PINS["1001"]}}
    assert playing.refused(f"{found}void/", own) == "403 not_allowed"
    signed = {**void, "signature": {"badge": "2001", "secret": PINS["2001"]}}
    assert playing.at(f"{found}void/", signed)["state"] == "void"
    entry = AuditEntry.objects.get(act="void_round")
    assert entry.payload["signature"] == {"badge": "2001", "method": "pin"}


def test_addresses_and_methods_that_are_none(playing: Http) -> None:
    """404 and 405, as problems."""
    for address in ("nowhere/", "tables/0/", "tables/x/", f"tables/{10**30}/", "tables", "tables/1/seats/0/sit/"):
        assert playing.get(address).code == "404 not_found"
    assert playing.get(f"tables/{playing.table_id}/rounds/999999999/").code == "404 not_found"
    for method in ("PUT", "PATCH", "DELETE", "OPTIONS"):
        assert playing.send(method, "tables/", b"{}").code == "405 method_not_allowed"
    reply = playing.get(f"tables/{playing.table_id}/open/")
    assert (reply.code, reply.headers["Allow"]) == ("405 method_not_allowed", "POST")


def test_media_types(playing: Http) -> None:
    """What comes in is JSON, and so is what goes out."""
    deal = f"tables/{playing.table_id}/rounds/1/deal/"
    headers = {"idempotency-key": command_id(), "if-match": '"4"'}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"):
        reply = playing.send("POST", deal, b"a=1", content_type=kind, **headers)
        assert reply.code == "415 unsupported_media_type"
    assert playing.get("tables/", accept="text/html").code == "406 not_acceptable"


@pytest.mark.parametrize("query", ["since=yesterday", "until=2026-03-01T20:00:00", "cursor=x", "limit=0", "limit=201"])
def test_queries_that_cannot_be_read(playing: Http, query: str) -> None:
    """400, with the parameter at fault."""
    reply = playing.get(f"tables/{playing.table_id}/rounds/?{query}")
    assert (reply.code, reply.body["field"]) == ("400 bad_field", query.partition("=")[0])


def test_a_session_needs_its_csrf_token(cast: Cast, playing: Http) -> None:
    """The floor's browser reads as it is, and acts only from a page of the service."""
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(cast.people["frank"])
    assert browser.get(f"{ROOT}tables/").status_code == 200
    address = f"{ROOT}tables/{cast.table.pk}/suspend/"
    headers = {"idempotency-key": command_id(), "if-match": '"4"'}
    refused = browser.post(address, {"reason": "x"}, headers=headers)
    reply = Reply(refused.status_code, refused.headers, refused.content, refused.json())
    check("POST", address, reply)
    assert reply.code == "403 not_allowed"
    browser.cookies["croupier-csrf"] = "a" * 32
    done = browser.post(address, {"reason": "x"}, headers={**headers, "x-csrftoken": "a" * 32})
    assert done.status_code == 200
    assert AuditEntry.objects.get(act="suspend_table").person == "2001"


def test_enrolment_is_slowed_down_and_bound_to_the_table(cast: Cast, frank: Http) -> None:
    """A code for another table is none; who guesses waits."""
    other = second_table(cast)
    code = frank.at("tablets/")["code"]
    stranger = Http(table_id=other)
    assert stranger.refused("tablets/", {"code": code}) == "410 expired"
    assert stranger.refused("tablets/", {}) == "401 not_allowed"
    EnrolmentCode.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Http(table_id=cast.table.pk).refused("tablets/", {"code": code}) == "410 expired"
    for _ in range(MOST_GUESSES - 2):
        assert stranger.refused("tablets/", {"code": "00000000"}) == "410 expired"
    assert stranger.refused("tablets/", {"code": "00000000"}) == "423 locked"
    assert AuditEntry.objects.filter(act="enrolment_failed").count() == MOST_GUESSES


def test_a_fault_of_the_service_tells_nothing(
    cast: Cast, frank: Http, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, and the answer says only that nothing was done."""

    def fail(**_more: object) -> None:
        raise ValueError(PASSWORD)

    monkeypatch.setattr(board, "tables_on_board", fail)
    with caplog.at_level(logging.ERROR, "tables.api"):
        reply = frank.get("tables/")
    assert reply.code == "500 error"
    assert PASSWORD.encode() not in reply.raw
    assert "An act or a query of the API failed." in caplog.text
