"""People and roles over HTTP (OPS 1.4; interfaces, section 3)."""

from typing import Any

import pytest

from tables.actions.devices import issue_token
from tables.actions.people.sign_in import tap_in
from tables.errors import TableError
from tables.models import AuditEntry, Person, RoleGrant, StaffChange
from tables.policy import Role
from tests.actions.people.test_requests import NEW_PASSWORD, NEW_PIN, everything
from tests.api.http import Http
from tests.cast import PASSWORD, Cast, command_id
from tests.house import ADA, BORIS, INES, House, make_house

NORA = {"badge": "2009", "name": "Nora", "roles": ["floor"], "pin": NEW_PIN, "password": NEW_PASSWORD}


@pytest.fixture
def house(db: None) -> House:
    """A real house with a second admin."""
    made = make_house()
    made.hire(BORIS, Role.ADMIN)
    return made


def of(house: House, badge: str) -> Http:
    """The program of a person."""
    return Http(issue_token(casino_id=house.casino.pk, badge=badge, label="tests", command_id=command_id()))


def by(badge: str, secret: str = PASSWORD) -> dict[str, Any]:
    """A signature."""
    return {"signature": {"badge": badge, "secret": secret}}


def test_ops_1_4_two_programs_make_a_person(house: House) -> None:
    """Asked for and confirmed; the list says who gave what, and what waits."""
    ada, ines = of(house, ADA), of(house, INES)
    asked = ada.post("people/", {**NORA, **by(ADA)})
    assert (asked.status, asked.body["state"]) == (200, "requested")
    number = asked.body["change"]
    assert [change["change"] for change in ines.get("people/").body["changes"]] == [number]
    assert ada.post(f"people/changes/{number}/confirm/", by(ADA)).code == "403 own_change"
    assert ines.post(f"people/changes/{number}/confirm/").body["state"] == "confirmed"
    found = next(row for row in ada.get("people/").body["people"] if row["badge"] == "2009")
    assert [(held["role"], held["given_by"], held["confirmed_by"]) for held in found["roles"]] == [("floor", ADA, INES)]
    assert NEW_PIN.encode() not in ada.get("people/").raw
    assert ines.post(f"people/changes/{number}/reject/").code == "409 wrong_state"
    assert of(house, "2009").get("people/").code == "403 not_allowed"


def test_ops_1_4_roles_secrets_and_leaving(house: House) -> None:
    """Every other address once, and what it refuses."""
    house.hire("2001", Role.FLOOR)
    ada, boris, ines = of(house, ADA), of(house, BORIS), of(house, INES)
    assert ada.post("people/2001/roles/", {"roles": ["dealer"]}).code == "403 needs_signature"
    assert ada.post("people/2001/roles/", {"roles": ["dealer"], **by(BORIS)}).code == "403 not_allowed"
    number = ada.post("people/2001/roles/", {"roles": ["dealer"], **by(ADA)}).body["change"]
    assert boris.post(f"people/changes/{number}/confirm/").code == "403 needs_signature"
    assert boris.post(f"people/changes/{number}/confirm/", by(BORIS)).status == 200
    number = ada.post("people/2001/secrets/", {"pin": NEW_PIN, **by(ADA)}).body["change"]
    assert ada.post(f"people/changes/{number}/withdraw/").body["state"] == "withdrawn"
    number = ada.post("people/2001/secrets/", {"password": NEW_PASSWORD, **by(ADA)}).body["change"]
    assert ines.post(f"people/changes/{number}/reject/").body["state"] == "rejected"
    left = ada.post("people/2001/roles/floor/revoke/", by(ADA))
    assert left.body == {"badge": "2001", "roles": ["dealer"], "active": True, "tapped_out_at": None}
    assert ada.post("people/2001/deactivate/", by(ADA)).body["active"] is False
    assert ada.post(f"people/{INES}/deactivate/", by(ADA)).code == "409 wrong_state"
    assert ada.post("people/7777/deactivate/", by(ADA)).code == "404 not_found"
    assert list(RoleGrant.objects.filter(person__badge="2001", revoked_at=None)) == []


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("badge", {"badge": 7}),
        ("roles", {"roles": ["system"]}),
        ("roles", {"roles": 3}),
        ("pin", {"pin": "777777"}),
        ("password", {"password": "short"}),
        ("pin", {"pin": None}),
        ("is_superuser", {"is_superuser": "yes"}),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_done(house: House, field: str, wrong: dict[str, Any]) -> None:
    """Also what is not known: it is never ignored."""
    ada, before = of(house, ADA), everything()
    reply = ada.post("people/", {**NORA, **by(ADA), **wrong})
    assert (reply.code, reply.body["field"]) == ("422 bad_field", field)
    assert everything() == before


def test_interfaces_3_sent_twice_it_is_done_once(house: House) -> None:
    """With another PIN under the same key it is refused; the password is proved once."""
    ada, key = of(house, ADA), command_id()
    first = ada.post("people/", {**NORA, **by(ADA)}, key=key)
    again = ada.post("people/", {**NORA, **by(ADA)}, key=key)
    assert (again.body, again.headers["Idempotent-Replayed"]) == (first.body, "true")
    assert ada.post("people/", {**NORA, **by(ADA), "pin": "284615"}, key=key).code == "409 conflict"
    assert StaffChange.objects.filter(badge="2009").count() == 1
    assert AuditEntry.objects.filter(act="sign").count() == 1


def test_ops_1_6_the_floor_unlocks_a_badge(cast: Cast, frank: Http) -> None:
    """Five failures lock it; an entry says who lifted the lock."""
    for _attempt in range(5):
        with pytest.raises(TableError):
            tap_in(table_id=cast.table.pk, badge="1002", pin="918273", tablet_id=None, command_id=command_id())
    assert frank.post("people/1002/unlock/").body == {"badge": "1002"}
    assert Person.objects.get(badge="1002").locked_until is None
    entry = AuditEntry.objects.filter(act="unlock_badge").get()
    assert (entry.person, entry.payload["unlocked"]) == ("2001", "1002")
    assert frank.post("people/7777/unlock/").code == "404 not_found"


def test_a_tablet_has_no_part_in_it(cast: Cast, felt: Http) -> None:
    """People are changed by people, signed in as themselves."""
    assert felt.get("people/").code == "403 not_allowed"
    assert felt.post("people/", {**NORA, **by("9001")}).code == "403 not_allowed"
    assert Http().post("people/", NORA).status == 401


def test_the_list_costs_the_same_for_many(house: House, django_assert_num_queries: Any) -> None:
    """With any number of people who work here."""
    ines = of(house, INES)
    with django_assert_num_queries(10):
        ines.get("people/")
    for number in range(4):
        house.hire(f"20{number:02}", Role.DEALER)
        house.ask_person(f"40{number:02}", "floor")
    with django_assert_num_queries(10):
        ines.get("people/")
