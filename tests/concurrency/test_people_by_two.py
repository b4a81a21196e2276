"""Requests about people decided on by several at the same time (OPS 1.4)."""

from collections import Counter

import pytest
from django.db import DatabaseError
from django.utils import timezone

from tables.actions.act import Answer
from tables.actions.people.decisions import expire_changes, reject_change, withdraw_change
from tables.actions.people.leaving import revoke_role
from tables.errors import TableError, WrongState
from tables.models import AuditEntry, Person, RoleGrant, StaffChange
from tables.policy import Role
from tables.stamp import HouseCall
from tests.chains import checked_chain
from tests.concurrency.conftest import Together
from tests.house import ADA, BORIS, INES, House, make_house


@pytest.fixture
def house(own_database: str) -> House:
    """A real house with a second admin, committed."""
    made = make_house()
    made.hire(BORIS, Role.ADMIN)
    return made


def codes(results: list[object]) -> Counter[str]:
    """What came of each: done, or the code of the refusal."""
    assert all(isinstance(result, Answer | TableError) for result in results), results
    return Counter(result.code if isinstance(result, TableError) else "done" for result in results)


def whole(house: House) -> None:
    """The chain of the house has no fault."""
    assert [fault for fault in checked_chain(house.casino.chain) if fault] == []


def test_two_who_confirm_at_once_make_one_person(house: House, together: Together) -> None:
    """The second is told that it is decided on."""
    number = house.ask_person("2001", "floor")
    results = together(lambda: house.confirm(number, INES), lambda: house.confirm(number, BORIS))
    assert codes(results) == {"done": 1, "wrong_state": 1}
    assert (Person.objects.filter(badge="2001").count(), RoleGrant.objects.filter(person__badge="2001").count()) == (
        1,
        1,
    )
    assert AuditEntry.objects.filter(act="confirm_people", payload__after__badge="2001").count() == 1
    whole(house)


def test_beside_anything_decided_at_the_same_moment_one_of_them_holds(house: House, together: Together) -> None:
    """Confirmed, rejected, withdrawn and run out: the state and the entries tell the same one story."""
    for place in range(4):
        number = house.ask_person(f"200{place}", "floor")
        results = together(
            lambda number=number: house.confirm(number, INES),
            lambda number=number: reject_change(HouseCall(house.casino.pk, house.stamp(BORIS)), change=number),
            lambda number=number: withdraw_change(HouseCall(house.casino.pk, house.stamp(ADA)), change=number),
            expire_changes,
        )
        assert codes(results[:3]) == {"done": 1, "wrong_state": 2}
        state = StaffChange.objects.get(pk=number).state
        assert Person.objects.filter(badge=f"200{place}").exists() == (state == "confirmed")
        told = AuditEntry.objects.filter(payload__after__change=number).exclude(act="manage_people")
        assert [entry.payload["after"]["state"] for entry in told] == [state]
    whole(house)


def test_two_admins_who_take_each_others_role_leave_one(house: House, together: Together) -> None:
    """The house keeps its last admin, in either order."""

    def take(badge: str, by: str) -> Answer:
        return revoke_role(HouseCall(house.casino.pk, house.stamp(by)), badge=badge, role="admin")

    results = together(lambda: take(ADA, BORIS), lambda: take(BORIS, ADA))
    refused = [result for result in results if isinstance(result, TableError)]
    assert len(refused) == 1
    assert isinstance(refused[0], WrongState) or refused[0].code == "not_allowed"
    assert RoleGrant.objects.filter(role="admin", revoked_at=None).count() == 1
    whole(house)


def test_the_last_two_rows_revoked_at_once_past_the_acts_leave_one(house: House, together: Together) -> None:
    """The database itself waits for the one before it looks at the other."""

    def revoke(badge: str) -> int:
        return RoleGrant.objects.filter(person__badge=badge, role="admin").update(revoked_at=timezone.now())

    results = together(lambda: revoke(ADA), lambda: revoke(BORIS))
    assert Counter(isinstance(result, DatabaseError) for result in results) == {True: 1, False: 1}
    assert RoleGrant.objects.filter(role="admin", revoked_at=None).count() == 1


@pytest.mark.usefixtures("without_lock")
def test_without_the_lock_the_database_still_lets_one_decision_through(house: House, together: Together) -> None:
    """Two who read the request before the other decided: the row ends once, and the badge is one person's."""
    number = house.ask_person("2001", "floor")
    results = together(*(lambda by=by: house.confirm(number, by) for by in (INES, BORIS, INES, BORIS)))
    assert sum(isinstance(result, Answer) for result in results) == 1
    assert RoleGrant.objects.filter(person__badge="2001").count() == 1
    whole(house)
