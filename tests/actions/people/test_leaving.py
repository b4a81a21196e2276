"""Roles that are taken away and people who leave: at once, with all that hung on them (OPS 1.4, 1.5)."""

from typing import Any

import pytest
from django.test import Client

from tables.actions.devices import issue_token
from tables.actions.people.leaving import deactivate_person, revoke_role
from tables.actions.people.sign_in import tap_in
from tables.actions.setup import add_table
from tables.errors import BadField, NeedsSignature, NotAllowed, WrongState
from tables.models import Person, RoleGrant, TapIn
from tables.policy import Role
from tables.queries.identity import person_of_token, roles_of
from tables.stamp import HouseCall, Stamp
from tests.actions.people.test_requests import NEW_PASSWORD, NEW_PIN, refused
from tests.cast import HOUSE_RULES, PASSWORD, command_id
from tests.house import ADA, BORIS, INES, House, make_house


@pytest.fixture
def house(db: None) -> House:
    """A real house with a second admin, a floor manager and a dealer."""
    made = make_house()
    for badge, role in ((BORIS, Role.ADMIN), ("2001", Role.FLOOR), ("1001", Role.DEALER)):
        made.hire(badge, role)
    return made


def take(house: House, badge: str, role: str, *, by: str = ADA, stamp: Stamp | None = None) -> dict[str, Any]:
    """Take a role away."""
    given = stamp or house.stamp(by)
    return revoke_role(HouseCall(house.casino.pk, given), badge=badge, role=role).body


def leave(house: House, badge: str, *, by: str = ADA, stamp: Stamp | None = None) -> dict[str, Any]:
    """Deactivate a person."""
    return deactivate_person(HouseCall(house.casino.pk, stamp or house.stamp(by)), badge=badge).body


def roles(house: House, badge: str) -> list[str]:
    """What a person may do now."""
    return sorted(roles_of(house.person(badge).pk, house.casino.pk))


def test_ops_1_4_a_role_is_taken_by_an_admin_who_signs_and_it_is_an_entry(house: House) -> None:
    """At once, by one person: taking away can wait for nobody."""
    refused(
        NeedsSignature, "needs_signature", lambda: take(house, "2001", "floor", stamp=house.stamp(ADA, signed=False))
    )
    refused(NotAllowed, "not_allowed", lambda: take(house, "2001", "floor", by=INES))
    refused(NotAllowed, "not_allowed", lambda: take(house, "2001", "floor", by="2001"))
    refused(NotAllowed, "not_allowed", lambda: take(house, "2001", "floor", stamp=house.stamp(ADA, signed=BORIS)))
    refused(WrongState, "wrong_state", lambda: take(house, "2001", "dealer"))
    refused(BadField, "bad_field", lambda: take(house, "2001", "system"))
    assert take(house, "2001", "floor")["roles"] == []
    grant = RoleGrant.objects.select_related("revoked_by").get(person__badge="2001")
    assert (grant.revoked_by, grant.revoked_at is None) == (house.person(ADA), False)
    entry = house.last("revoke_role")
    assert (entry.person, entry.payload["sent"]) == (ADA, {"badge": "2001", "role": "floor"})
    assert entry.payload["before"] == {"roles": ["floor"], "active": True}
    assert entry.payload["after"] == {"roles": [], "active": True, "tapped_out_at": None}
    house.confirm(house.ask_roles("2001", "floor", "dealer"))
    assert roles(house, "2001") == ["dealer", "floor"]


def test_ops_1_5_a_house_keeps_its_last_admin_and_its_last_compliance_officer(house: House) -> None:
    """It is refused for everybody who asks, the last one included; with a second one it is possible."""
    refused(WrongState, "wrong_state", lambda: take(house, INES, "compliance"))
    refused(WrongState, "wrong_state", lambda: leave(house, INES))
    take(house, ADA, "admin")
    refused(WrongState, "wrong_state", lambda: take(house, BORIS, "admin", by=BORIS))
    refused(WrongState, "wrong_state", lambda: leave(house, BORIS, by=BORIS))
    assert roles(house, BORIS) == ["admin"]


def test_ops_1_2_a_dealer_who_loses_the_role_deals_no_longer(house: House) -> None:
    """The dealer is tapped out by the same act; one who is left with the floor role stays at the table."""
    table = add_table(casino_id=house.casino.pk, number=7, seat_count=7, rules=HOUSE_RULES, command_id=command_id())

    def tap(badge: str) -> None:
        tap_in(table_id=table.pk, badge=badge, pin="284615", tablet_id=None, command_id=command_id())

    tap("1001")
    assert take(house, "1001", "dealer")["tapped_out_at"] == 7
    assert not TapIn.objects.filter(ended_at=None).exists()
    with pytest.raises(NotAllowed):
        tap("1001")
    house.confirm(house.ask_roles("2001", "dealer"))
    tap("2001")
    assert take(house, "2001", "dealer")["tapped_out_at"] is None
    assert TapIn.objects.filter(ended_at=None).count() == 1
    assert leave(house, "2001")["tapped_out_at"] == 7


def test_ops_1_2_a_dealer_who_is_left_with_a_role_of_the_office_is_tapped_out_too(house: House) -> None:
    """Compliance has no part at a table."""
    table = add_table(casino_id=house.casino.pk, number=7, seat_count=7, rules=HOUSE_RULES, command_id=command_id())
    house.confirm(house.ask_roles("1001", "compliance"), by=BORIS)
    tap_in(table_id=table.pk, badge="1001", pin="284615", tablet_id=None, command_id=command_id())
    assert take(house, "1001", "dealer") == {
        "badge": "1001",
        "roles": ["compliance"],
        "active": True,
        "tapped_out_at": 7,
    }
    assert not TapIn.objects.filter(ended_at=None).exists()


def test_ops_1_6_a_token_ends_with_the_last_role_and_stays_ended(house: House) -> None:
    """It lives on with the roles that are left; a role that is given later does not bring it back."""
    house.confirm(house.ask_roles("2001", "dealer"))
    token = issue_token(casino_id=house.casino.pk, badge="2001", label="report", command_id=command_id())
    take(house, "2001", "dealer")
    assert person_of_token(token) is not None
    take(house, "2001", "floor")
    assert person_of_token(token) is None
    house.confirm(house.ask_roles("2001", "floor"))
    assert person_of_token(token) is None


def test_ops_1_5_a_person_who_leaves_is_nobody_and_comes_back_by_two_people(house: House) -> None:
    """Their tokens end, their badge opens nothing, no role can be given them; new secrets bring them back, without a role."""
    token = issue_token(casino_id=house.casino.pk, badge="2001", label="report", command_id=command_id())
    assert person_of_token(token) is not None
    leave(house, "2001")
    assert person_of_token(token) is None
    refused(WrongState, "wrong_state", lambda: leave(house, "2001"))
    refused(WrongState, "wrong_state", lambda: house.ask_roles("2001", "floor"))
    refused(WrongState, "wrong_state", lambda: house.ask_person("2001", "floor"))
    house.confirm(house.ask_secrets("2001", NEW_PIN, NEW_PASSWORD))
    assert (house.person("2001").is_active, roles(house, "2001"), person_of_token(token)) == (True, [], None)
    house.confirm(house.ask_roles("2001", "floor"))
    assert roles(house, "2001") == ["floor"]


def test_ops_1_4_new_secrets_asked_for_before_a_person_left_do_not_bring_them_back(house: House) -> None:
    """Two people wanted a new PIN, not that the person returns."""
    number = house.ask_secrets("2001", NEW_PIN)
    leave(house, "2001")
    refused(WrongState, "wrong_state", lambda: house.confirm(number))
    assert not Person.objects.get(badge="2001").is_active


@pytest.mark.parametrize("how", ["password", "pin", "role", "deactivated"])
def test_ops_1_5_a_session_ends_at_once(house: House, how: str) -> None:
    """Of a person with new secrets, of one who lost a role, of one who left: the next request is a stranger's."""
    browser = Client()
    browser.post("/login/", {"badge": "2001", "password": PASSWORD})
    assert browser.get("/floor/").status_code == 200
    match how:
        case "password":
            house.confirm(house.ask_secrets("2001", password=NEW_PASSWORD))
        case "pin":
            house.confirm(house.ask_secrets("2001", NEW_PIN))
        case "role":
            take(house, "2001", "floor")
        case "deactivated":
            leave(house, "2001")
    assert browser.get("/floor/")["Location"].startswith("/login/")
    assert browser.get("/api/v1/tables/").status_code == 401


def test_ops_1_4_a_signature_proved_before_the_role_was_lost_signs_nothing(house: House) -> None:
    """The roles and the version of the credentials are read again under the lock."""
    stale = house.stamp(BORIS)
    take(house, BORIS, "admin")
    refused(NotAllowed, "not_allowed", lambda: take(house, "2001", "floor", stamp=stale))
