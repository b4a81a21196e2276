"""People and devices at the same time (OPS 1.2, 1.6)."""

import threading
from collections import Counter
from typing import Any

import pytest
from django.db import IntegrityError

from tables.actions.act import Answer
from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.actions.people import sign_in as signing
from tables.actions.people.sign_in import tap_in
from tables.actions.setup import add_table
from tables.errors import TableError, WrongState
from tables.models import AuditEntry, Person, Tablet, TapIn
from tables.stamp import CommandId
from tests.cast import HOUSE_RULES, PINS, Cast, command_id
from tests.chains import checked_chain
from tests.concurrency.conftest import Together


def two_tables(cast: Cast) -> list[int]:
    """The table of the cast and another."""
    other = add_table(casino_id=cast.casino.pk, number=13, seat_count=7, rules=HOUSE_RULES, command_id=command_id())
    return [cast.table.pk, other.pk]


def at_both(together: Together, tables: list[int]) -> list[Any]:
    """Dora taps in at two tables at once."""
    ids = [command_id() for _ in tables]

    def tap(table_id: int, command: CommandId) -> Answer:
        return tap_in(table_id=table_id, badge="1002", pin=PINS["1002"], tablet_id=None, command_id=command)

    return together(*(lambda t=t, c=c: tap(t, c) for t, c in zip(tables, ids, strict=True)))


@pytest.mark.usefixtures("without_lock")
def test_ops_1_2_without_the_lock_a_person_would_be_in_two_places_and_the_constraint_refuses_it(
    cast: Cast, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked and found her nowhere; her own row, which a tap-in writes too, is left alone here."""
    tables, barrier, create = two_tables(cast), threading.Barrier(2), TapIn.objects.create

    def held(**values: Any) -> TapIn:
        barrier.wait(5)
        return create(**values)

    monkeypatch.setattr(signing, "_forget_failures", lambda *_person: None)
    monkeypatch.setattr(TapIn.objects, "create", held)
    results = at_both(together, tables)
    assert Counter(type(result) for result in results) == {Answer: 1, IntegrityError: 1}
    assert TapIn.objects.filter(person__badge="1002", ended_at=None).count() == 1


def test_ops_1_2_a_person_taps_in_at_one_of_two_tables_at_once(cast: Cast, together: Together) -> None:
    """The other table is told where she is."""
    results = at_both(together, two_tables(cast))
    assert Counter(type(result) for result in results) == {Answer: 1, WrongState: 1}
    assert TapIn.objects.filter(person__badge="1002", ended_at=None).count() == 1


def test_ops_1_2_a_code_makes_one_tablet(cast: Cast, together: Together) -> None:
    """Typed into three browsers at once."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    results = together(*(lambda: enrol_tablet(code=code, label="Felt", command_id=command_id()) for _ in range(3)))
    refused = [result.code for result in results if isinstance(result, TableError)]
    assert refused == ["expired", "expired"]
    assert Tablet.objects.count() == 1


def test_ops_1_6_guesses_in_parallel_are_counted_exactly(cast: Cast, together: Together) -> None:
    """Of eight at once five are judged, and lock the badge; the others learn nothing. Every one is an entry."""

    def guess() -> None:
        tap_in(table_id=cast.table.pk, badge="1002", pin="918273", tablet_id=None, command_id=command_id())

    results = together(*[guess] * 8)
    assert Counter(result.code for result in results) == {"not_allowed": 5, "locked": 3}
    person = Person.objects.get(badge="1002")
    assert (person.failures, person.lockouts) == (0, 1)
    reasons = AuditEntry.objects.filter(act="sign_in_failed").values_list("payload__reason", flat=True)
    assert Counter(reasons) == {"secret": 5, "locked": 3}
    assert [fault for fault in checked_chain(cast.casino.chain) if fault] == []


def test_ops_1_6_the_right_pin_among_wrong_ones_does_not_lift_a_lock(cast: Cast, together: Together) -> None:
    """A person who was proved before the lock closed is refused under it, or came first and began the count anew."""

    def attempt(pin: str) -> Answer:
        return tap_in(table_id=cast.table.pk, badge="1002", pin=pin, tablet_id=None, command_id=command_id())

    pins = ["918273"] * 5 + [PINS["1002"]] + ["918273"] * 5
    results = together(*(lambda pin=pin: attempt(pin) for pin in pins))
    person = Person.objects.get(badge="1002")
    got_in = any(isinstance(result, Answer) for result in results)
    judged = sum(getattr(result, "code", "") == "not_allowed" for result in results)
    assert person.lockouts == 1 or (got_in and person.failures == judged % 5)
    assert judged <= (9 if got_in else 5)
