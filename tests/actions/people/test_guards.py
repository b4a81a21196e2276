"""Four eyes as the database keeps them, tried from a shell: the ORM, as the application's role (OPS 1.4)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.utils import timezone

from tables.models import Person, RoleGrant, StaffChange
from tables.policy import Role
from tests.actions.people.test_requests import everything
from tests.house import ADA, BORIS, INES, House, make_house


@pytest.fixture
def house(db: None) -> House:
    """A real house with a second admin and a dealer."""
    made = make_house()
    made.hire(BORIS, Role.ADMIN)
    made.hire("1001", Role.DEALER)
    return made


def database_refuses(work: Callable[[], object]) -> None:
    """The database takes none of what is tried, and nothing has changed."""
    before = everything()
    with pytest.raises(DatabaseError), transaction.atomic():
        work()
    assert everything() == before


def grant(house: House, badge: str, role: str, by: str | None, confirmed: str | None, **more: Any) -> None:
    """A row that gives a role."""
    people = {"granted_by": by, "confirmed_by": confirmed}
    named = {name: house.person(of) if of else None for name, of in people.items()}
    values: dict[str, Any] = {"granted_at": timezone.now(), **named, **more}
    RoleGrant.objects.create(casino=house.casino, person=house.person(badge), role=role, **values)


@pytest.mark.parametrize(
    ("by", "confirmed"), [(None, None), (ADA, None), (None, INES), (ADA, ADA), (ADA, "1001"), (ADA, INES), (ADA, BORIS)]
)
def test_a_role_without_a_confirmed_request_is_refused(house: House, by: str | None, confirmed: str | None) -> None:
    """By nobody, by one, by one twice, confirmed by who gets it, or by two who never asked nor confirmed."""
    database_refuses(lambda: grant(house, "1001", "admin", by, confirmed))


def test_a_role_that_was_not_in_the_confirmed_request_is_refused(house: House) -> None:
    """Two people confirmed a dealer; no floor manager comes of it, at any moment."""
    change = StaffChange.objects.get(badge="1001")
    database_refuses(lambda: grant(house, "1001", "floor", ADA, INES, granted_at=change.decided_at))
    database_refuses(lambda: grant(house, "1001", "dealer", ADA, INES, granted_at=change.decided_at))


def request(house: House, by: str, **more: Any) -> StaffChange:
    """A row that asks for something."""
    values: dict[str, Any] = {"kind": "grant_role", "badge": "1001", "details": {"roles": ["floor"]}, **more}
    asked_by = house.person(by)
    return StaffChange.objects.create(casino=house.casino, requested_by=asked_by, requested_at=timezone.now(), **values)


@pytest.mark.parametrize("by", [INES, "1001"])
def test_a_request_of_a_person_who_is_no_admin_is_refused(house: House, by: str) -> None:
    """Compliance confirms, and asks for nothing."""
    database_refuses(lambda: request(house, by))


def test_a_request_begins_undecided_of_a_known_kind_and_alone(house: House) -> None:
    """None comes into the world confirmed."""
    decided = {"decided_by": house.person(INES), "decided_at": timezone.now()}
    database_refuses(lambda: request(house, ADA, state="confirmed", **decided))
    database_refuses(lambda: request(house, ADA, kind="make_admin"))
    request(house, ADA)
    database_refuses(lambda: request(house, ADA, kind="reset_credential", details={}))


@pytest.mark.parametrize(
    ("about", "decided_by", "state"),
    [
        ("1001", ADA, "confirmed"),
        ("1001", ADA, "rejected"),
        ("1001", "1001", "confirmed"),
        ("1001", INES, "withdrawn"),
        ("1001", None, "confirmed"),
        (BORIS, BORIS, "confirmed"),
        (INES, INES, "confirmed"),
    ],
)
def test_a_decision_of_the_wrong_person_is_refused(
    house: House, about: str, decided_by: str | None, state: str
) -> None:
    """Of who asked, of one without the role, of nobody, of whom it is about."""
    change = request(house, ADA, badge=about)
    change.state, change.decided_at = state, timezone.now()
    change.decided_by = house.person(decided_by) if decided_by else None
    database_refuses(change.save)


def test_a_decided_request_keeps_no_secret_and_stands_for_ever(house: House) -> None:
    """Nor can what was asked for be changed before it is confirmed."""
    change = request(house, ADA, pin_hash="x")
    ends = {"state": "rejected", "decided_by": house.person(INES), "decided_at": timezone.now()}
    rows = StaffChange.objects.filter(pk=change.pk)
    database_refuses(lambda: rows.update(**ends))
    database_refuses(lambda: rows.update(details={"roles": ["admin"]}))
    database_refuses(lambda: rows.update(badge=ADA))
    rows.update(**ends, pin_hash="")
    database_refuses(lambda: rows.update(state="requested", decided_by=None, decided_at=None))
    database_refuses(lambda: rows.update(pin_hash="x"))


def test_a_secret_set_by_hand_is_refused(house: House) -> None:
    """Neither a password nor a PIN, with or without a new version; nobody comes back, or gets another's badge."""
    person = house.person("1001")
    person.set_password("set by hand, in a shell")
    database_refuses(person.save)
    rows = Person.objects.filter(badge="1001")
    database_refuses(lambda: rows.update(pin_hash="x", credential_version=99))
    database_refuses(lambda: rows.update(badge="1002"))
    database_refuses(lambda: rows.update(credential_version=0))
    database_refuses(lambda: rows.update(is_active=False))
    RoleGrant.objects.filter(person=person).update(revoked_at=timezone.now())
    rows.update(is_active=False)
    database_refuses(lambda: rows.update(is_active=True))
    database_refuses(lambda: grant(house, "1001", "dealer", ADA, INES))


@pytest.mark.parametrize("role", ["admin", "compliance"])
def test_a_house_keeps_one_of_each(house: House, role: str) -> None:
    """The last row of the role cannot be revoked, nor all at once."""
    held = RoleGrant.objects.filter(role=role, revoked_at=None)
    if role == "admin":
        database_refuses(lambda: held.update(revoked_at=timezone.now()))
        RoleGrant.objects.filter(person__badge=ADA).update(revoked_at=timezone.now())
    database_refuses(lambda: held.update(revoked_at=timezone.now()))


def test_ops_1_5_there_is_no_superuser(house: House) -> None:
    """No flag for one, and no command that makes one: roles alone say who may do what."""
    assert issubclass(Person, AbstractBaseUser)
    for name in ("is_superuser", "is_staff", "groups", "user_permissions"):
        assert not hasattr(house.person(ADA), name)
    people = Person.objects.count()
    with pytest.raises((CommandError, AttributeError)):
        call_command("createsuperuser", interactive=False, badge="0000")
    assert Person.objects.count() == people
