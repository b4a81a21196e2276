"""Changes of rules at the same moment: never two versions, never two decisions, no round under the old rules (OPS 4.2, 4.3)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError

from tables import actions
from tables.actions.act import Answer
from tables.actions.rules import changes as rule_changes
from tables.actions.rules import timer as rule_times
from tables.games.table import rules as rules_of_the_table
from tables.models import AuditEntry, Round, RuleChange, RulesVersion
from tables.stamp import Call
from tests.actions.felt import betting
from tests.actions.rules.changes import HIGHER, asked_long_ago, decide, due_long_ago, request, version_of, with_password
from tests.cast import Cast
from tests.concurrency.conftest import Together
from tests.concurrency.test_rounds import kinds, meeting, send, verify_books

OFFERS = [{"seat": 1, "answer": "accepted", "bank": 50000}]


def deciding(cast: Cast, act: str, number: int, who: str) -> Callable[[], Answer]:
    """The decision of a person, to be made later in a thread of its own."""
    call = Call(cast.table.pk, with_password(cast, who))
    return lambda: actions.perform(f"{act}_rule_change", call, {"change": number})


def verify_one_line(cast: Cast) -> None:
    """The books hold, and the versions follow each other, each from its own approved change."""
    verify_books(cast)
    versions = list(RulesVersion.objects.order_by("number"))
    assert [version.number for version in versions] == list(range(1, len(versions) + 1))
    assert cast.fresh_table.rules_id == versions[-1].pk


@pytest.mark.usefixtures("without_lock")
def test_without_the_lock_a_change_would_be_decided_twice_and_the_chain_refuses_it(
    cast: Cast, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both find it undecided; only one entry can follow the head they have read."""
    betting(cast)
    number = request(cast, by="dana")
    monkeypatch.setattr(rule_changes, "_verify_time", meeting(rule_changes._verify_time))
    results = together(deciding(cast, "approve", number, "frank"), deciding(cast, "reject", number, "petra"))
    assert kinds(results) == ["IntegrityError", "acted"]
    verify_one_line(cast)


@pytest.mark.usefixtures("without_lock")
def test_without_the_lock_a_change_would_make_two_versions_and_the_constraint_refuses_it(
    cast: Cast, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that opens and the time that is up, both with the change in hand."""
    cast.seat_players((1, 2))
    due_long_ago(cast)
    monkeypatch.setattr(rules_of_the_table, "what_holds_up", meeting(rules_of_the_table.what_holds_up))
    results = together(send(cast, "open_round", cast.stamp(), offers=OFFERS), rule_times.scan)
    refused = [result for result in results if isinstance(result, IntegrityError) or result == 0]
    assert len(refused) == 1
    assert RulesVersion.objects.filter(number=2).count() == 1
    verify_one_line(cast)


@pytest.mark.parametrize("other", ["approve", "reject"])
def test_ops_4_2_two_decisions_at_once_are_one(cast: Cast, together: Together, other: str) -> None:
    """Two floor managers, neither of whom asked: the second is told."""
    betting(cast)
    number = request(cast, by="dana")
    results = together(deciding(cast, "approve", number, "frank"), deciding(cast, other, number, "petra"))
    assert kinds(results) == ["WrongState", "acted"]
    assert AuditEntry.objects.filter(act__in=["approve_rule_change", "reject_rule_change"]).count() == 1
    verify_one_line(cast)


def test_ops_4_2_one_approval_sent_three_times_at_once_is_one(cast: Cast, together: Together) -> None:
    """One command id: it makes one version, and answers the same each time."""
    cast.seat_players((1, 2))
    approve = deciding(cast, "approve", request(cast), "petra")
    results = together(approve, approve, approve)
    assert kinds(results) == ["acted", "replayed", "replayed"]
    assert all(result.body == results[0].body for result in results)
    assert version_of(cast) == 2
    verify_one_line(cast)


def test_ops_4_2_approved_and_withdrawn_at_once_is_one_of_both(cast: Cast, together: Together) -> None:
    """In either order: never approved and withdrawn."""
    cast.seat_players((1, 2))
    number = request(cast)
    withdraw = send(cast, "withdraw_rule_change", cast.stamp("frank"), change=number)
    results = together(deciding(cast, "approve", number, "petra"), withdraw)
    assert kinds(results) == ["WrongState", "acted"]
    state = RuleChange.objects.get(pk=number).state
    assert (state, version_of(cast)) == (("in_force", 2) if isinstance(results[0], Answer) else ("withdrawn", 1))
    verify_one_line(cast)


def test_ops_4_2_approved_and_expired_at_once_is_expired(cast: Cast, together: Together) -> None:
    """The time is judged under the lock: once it is over, nobody approves, in either order."""
    cast.seat_players((1, 2))
    number = asked_long_ago(cast)
    results = together(deciding(cast, "approve", number, "petra"), rule_times.scan, rule_times.scan)
    assert type(results[0]).__name__ in ("Expired", "WrongState")
    assert sorted(results[1:]) == [0, 1]
    assert (RuleChange.objects.get(pk=number).state, version_of(cast)) == ("expired", 1)
    verify_one_line(cast)


def test_ops_4_3_due_and_a_round_opened_at_once_is_a_round_under_the_new_rules(cast: Cast, together: Together) -> None:
    """The act that comes first puts the change in force, and only one does."""
    cast.seat_players((1, 2))
    due_long_ago(cast)
    opening = send(cast, "open_round", cast.stamp(), offers=OFFERS)
    results = together(opening, rule_times.scan, rule_times.scan)
    assert isinstance(results[0], Answer), results[0]
    assert Round.objects.get().rules.number == version_of(cast) == 2
    assert RulesVersion.objects.filter(number=2).count() == 1
    verify_one_line(cast)


def test_ops_4_3_approved_and_a_round_opened_at_once_is_one_after_the_other(cast: Cast, together: Together) -> None:
    """Approved first, the round opens under the new rules; opened first, it keeps the old and the change waits."""
    cast.seat_players((1, 2))
    approve = deciding(cast, "approve", request(cast), "petra")
    results = together(approve, send(cast, "open_round", cast.stamp(), offers=OFFERS))
    assert kinds(results) == ["acted", "acted"]
    assert Round.objects.get().rules.number == version_of(cast)
    if version_of(cast) == 1:
        cast.act("void_round", number=1, reason="red_light")
        assert version_of(cast) == 2
    verify_one_line(cast)


def test_ops_4_2_two_requests_at_once_are_one(cast: Cast, together: Together) -> None:
    """The second is told which is open."""
    sent: dict[str, Any] = {"rules": HIGHER, "base_version": 1, "reason": "a full house"}
    stamps = [cast.stamp(who) for who in ("frank", "petra", "frank")]
    results = together(*(send(cast, "request_rule_change", stamp, **sent) for stamp in stamps))
    assert kinds(results) == ["WrongState", "WrongState", "acted"]
    assert RuleChange.objects.count() == 1
    verify_one_line(cast)


def test_ops_4_2_cancelled_and_due_at_once_is_one_of_both(cast: Cast, together: Together) -> None:
    """Never cancelled and in force."""
    cast.seat_players((1, 2))
    number = due_long_ago(cast)
    results = together(deciding(cast, "cancel", number, "petra"), rule_times.scan)
    state = RuleChange.objects.get(pk=number).state
    cancelled = isinstance(results[0], Answer)
    assert (state, version_of(cast), results[1]) == (("cancelled", 1, 0) if cancelled else ("in_force", 2, 1))
    verify_one_line(cast)


def test_ops_4_2_requests_and_decisions_do_not_disturb_a_round(cast: Cast, together: Together) -> None:
    """A wager decided on the version before them is taken: none of them moves it."""
    number = betting(cast)
    version = cast.fresh_table.version
    change = request(cast)
    wagers = send(cast, "enter_wagers", cast.stamp(), version, number=number, wagers=[{"seat": 2, "ante": 1000}])
    results = together(deciding(cast, "approve", change, "petra"), wagers)
    assert kinds(results) == ["acted", "acted"]
    decide(cast, "cancel", change)
    assert cast.fresh_table.version == version + 1
    verify_one_line(cast)
