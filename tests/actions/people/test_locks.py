"""Failures that lock a badge or a tablet, and what ends a lock (OPS 1.6)."""

from typing import Any

import pytest

from tables.actions.devices import unlock_badge, unlock_tablet
from tables.actions.people import sign_in as proving
from tables.models import Person, Tablet, TapIn
from tests.actions.people.attempts import enrolled, entries, try_pin
from tests.cast import PINS, Cast


def test_ops_1_6_five_failures_lock_the_badge_and_the_right_pin_no_longer_opens(cast: Cast) -> None:
    """The lock lasts 15 minutes and doubles; a floor manager can lift it; every attempt is an entry."""
    assert [try_pin(cast, "1001", "918273") for _ in range(5)] == ["not_allowed"] * 5
    assert try_pin(cast, "1001", PINS["1001"]) == "locked"
    person = Person.objects.get(badge="1001")
    assert person.lockouts == 1
    assert person.locked_until is not None
    failed = entries(cast, "sign_in_failed")
    assert [entry.payload["reason"] for entry in failed] == ["secret"] * 5 + ["locked"]
    assert (person.locked_until - failed[4].time).total_seconds() == 15 * 60
    unlock_badge(cast.in_house("frank"), badge="1001")
    assert try_pin(cast, "1001", PINS["1001"]) == ""


def test_ops_1_6_trying_a_locked_badge_makes_its_lock_no_longer(cast: Cast) -> None:
    """What is tried meanwhile is no failure more, so nobody can be kept out by it."""
    assert [try_pin(cast, "1001", "918273") for _ in range(5)] == ["not_allowed"] * 5
    before = Person.objects.filter(badge="1001").values_list("failures", "lockouts", "locked_until").get()
    assert [try_pin(cast, "1001", "918273") for _ in range(5)] == ["locked"] * 5
    assert Person.objects.filter(badge="1001").values_list("failures", "lockouts", "locked_until").get() == before


@pytest.mark.parametrize(("what", "code"), [("badge", "locked"), ("tablet", "not_allowed")])
def test_ops_1_6_what_is_locked_after_the_proof_lets_nobody_in(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, what: str, code: str
) -> None:
    """The right PIN was proved before the lock of the house was taken; the failures of others came between."""
    tablet, _token = enrolled(cast)
    first_role = proving._first_role

    def locked_meanwhile(person: Person, *more: Any) -> Any:
        if what == "badge":
            Person.objects.filter(pk=person.pk).update(lockouts=1, locked_until="2999-01-01T00:00:00Z")
        else:
            Tablet.objects.filter(pk=tablet.pk).update(failures=10, locked_at=tablet.enrolled_at)
        return first_role(person, *more)

    monkeypatch.setattr(proving, "_first_role", locked_meanwhile)
    assert try_pin(cast, "1001", PINS["1001"], tablet.pk) == code
    assert not TapIn.objects.exists()
    assert Person.objects.get(badge="1001").lockouts == (what == "badge")


def test_ops_1_6_the_lock_doubles(cast: Cast) -> None:
    """The second lock in a row lasts half an hour."""
    Person.objects.filter(badge="1001").update(lockouts=1, failures=4)
    assert try_pin(cast, "1001", "918273") == "not_allowed"
    person = Person.objects.get(badge="1001")
    last = entries(cast, "sign_in_failed")[-1]
    assert person.locked_until is not None
    assert (person.locked_until - last.time).total_seconds() == 30 * 60


def test_ops_1_6_the_doubling_starts_anew_after_a_success(cast: Cast) -> None:
    """Three locks in a row, then the right PIN: the next lock lasts a quarter of an hour again."""
    Person.objects.filter(badge="1001").update(lockouts=3)
    assert try_pin(cast, "1001", PINS["1001"]) == ""
    assert [try_pin(cast, "1001", "918273") for _ in range(5)] == ["not_allowed"] * 5
    person, last = Person.objects.get(badge="1001"), entries(cast, "sign_in_failed")[-1]
    assert person.locked_until is not None
    assert (person.locked_until - last.time).total_seconds() == 15 * 60


def test_ops_1_6_ten_failures_on_one_tablet_lock_the_tablet(cast: Cast) -> None:
    """Also when the badges are unknown or different; a floor manager's password lets it work again."""
    tablet, _token = enrolled(cast)
    for badge in ("1001", "1002", "7777", "7778", "7779"):
        assert try_pin(cast, badge, "918273", tablet.pk) == "not_allowed"
        assert try_pin(cast, badge, "918274", tablet.pk) == "not_allowed"
    assert try_pin(cast, "1001", PINS["1001"], tablet.pk) == "locked"
    unlock_tablet(tablet_id=tablet.pk, stamp=cast.stamp("frank"))
    assert try_pin(cast, "1001", PINS["1001"], tablet.pk) == ""


def test_ops_1_6_an_unlocked_tablet_counts_from_nothing(cast: Cast) -> None:
    """It takes ten failures again, not one more."""
    tablet, _token = enrolled(cast)
    Tablet.objects.filter(pk=tablet.pk).update(failures=9)
    assert try_pin(cast, "7777", "918273", tablet.pk) == "not_allowed"
    assert try_pin(cast, "1001", PINS["1001"], tablet.pk) == "locked"
    unlock_tablet(tablet_id=tablet.pk, stamp=cast.stamp("frank"))
    assert try_pin(cast, "7777", "918273", tablet.pk) == "not_allowed"
    assert try_pin(cast, "1001", PINS["1001"], tablet.pk) == ""


def test_ops_1_6_an_unlocked_badge_counts_from_nothing(cast: Cast) -> None:
    """Neither the failures before count any more nor the locks: after five new ones it is a quarter of an hour."""
    Person.objects.filter(badge="1001").update(failures=4, lockouts=3)
    unlock_badge(cast.in_house("frank"), badge="1001")
    assert [try_pin(cast, "1001", "918273") for _ in range(5)] == ["not_allowed"] * 5
    person, last = Person.objects.get(badge="1001"), entries(cast, "sign_in_failed")[-1]
    assert person.locked_until is not None
    assert (person.locked_until - last.time).total_seconds() == 15 * 60
