"""The same thing at the same time, first without the lock and then with it (OPS 5.8, 5.10)."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError

from tables import actions
from tables.actions.act import Answer, outcomes
from tables.errors import Stale
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.models import AuditEntry, Round, Seating, Settlement
from tables.queries.audit.journal import differences_at
from tables.stamp import Call, Stamp
from tests.actions.felt import BANK_HAND, BETTER, WORSE, betting, chips, dealt, decide, show
from tests.cast import Cast
from tests.chains import checked_chain
from tests.concurrency.conftest import Together

# Should the threads not meet, the test goes on and fails, and does not hang.
MEETS_WITHIN = 5


def showdown(cast: Cast) -> int:
    """A round that lacks nothing but its settlement."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4=1000)
    show(cast, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    return number


def send(cast: Cast, name: str, stamp: Stamp, version: int | None = None, **sent: Any) -> Callable[[], Answer]:
    """An act to be done later, in a thread of its own."""
    return lambda: actions.perform(name, Call(cast.table.pk, stamp, version), sent)


def meeting(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, held until two threads are in it: both have read, neither has written."""
    barrier = threading.Barrier(2)

    def held(*args: Any) -> Any:
        barrier.wait(MEETS_WITHIN)
        return function(*args)

    return held


def kinds(results: list[Any]) -> list[str]:
    """What came of each thread."""
    return sorted(
        ("replayed" if result.replayed else "acted") if isinstance(result, Answer) else type(result).__name__
        for result in results
    )


def verify_books(cast: Cast) -> None:
    """The chain holds and the balances are the journal's."""
    assert [fault for fault in checked_chain(cast.table.chain) if fault] == []
    assert list(differences_at(cast.table)) == []


def test_without_the_lock_an_unlocked_row_read_and_written_loses_a_change(cast: Cast, together: Together) -> None:
    """The race itself: two buy-ins of 1000 read 100000 each, and 101000 is what is left."""
    betting(cast)
    barrier = threading.Barrier(2)

    def read_then_write() -> None:
        seating = Seating.objects.get(seat=2)
        barrier.wait(MEETS_WITHIN)
        Seating.objects.filter(pk=seating.pk).update(chips=seating.chips + 1000)

    together(read_then_write, read_then_write)
    assert chips()[2] == 101000


@pytest.mark.usefixtures("without_lock")
def test_without_the_lock_a_change_would_be_lost_and_the_chain_refuses_it(
    cast: Cast, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both acts have read the same stack and the same head; only one entry can follow that head."""
    betting(cast)
    monkeypatch.setattr(outcomes, "moment_of", meeting(outcomes.moment_of))
    stamps = [cast.stamp(), cast.stamp()]
    results = together(*(send(cast, "buy_in", stamp, seat=2, amount=1000) for stamp in stamps))
    assert kinds(results) == ["NotRecorded", "acted"]
    assert chips()[2] == 101000
    verify_books(cast)


def test_with_the_lock_both_changes_stand(cast: Cast, together: Together) -> None:
    """One after the other."""
    betting(cast)
    stamps = [cast.stamp() for _ in range(4)]
    results = together(*(send(cast, "buy_in", stamp, seat=2, amount=1000) for stamp in stamps))
    assert kinds(results) == ["acted"] * 4
    assert chips()[2] == 104000
    verify_books(cast)


@pytest.mark.usefixtures("without_lock")
def test_ops_5_8_without_the_lock_a_round_would_be_settled_twice_and_the_database_refuses_it(
    cast: Cast, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both find the round in its showdown; (round, version) is unique, and a version follows the one that is there."""
    number, acts = showdown(cast), GAMES["high_card_flush"].acts
    monkeypatch.setitem(acts, "settle_round", meeting(acts["settle_round"]))
    results = together(*(send(cast, "settle_round", cast.stamp(), number=number) for _ in range(2)))
    assert kinds(results) == ["IntegrityError", "acted"]
    refused = next(result for result in results if isinstance(result, IntegrityError))
    # Which of the two facts stands in the way depends on whether the other has committed by then.
    facts = ("one_settlement_a_version", "does not follow what it replaces")
    assert any(fact in str(refused) for fact in facts), refused
    assert Settlement.objects.count() == 1
    verify_books(cast)


def test_ops_5_10_the_same_settle_sent_twice_at_once_acts_once_and_answers_the_same(
    cast: Cast, together: Together
) -> None:
    """One command id: a finger that slipped, a retry that overtook its answer."""
    number, stamp, version = showdown(cast), cast.stamp(), cast.fresh_table.version
    results = together(*(send(cast, "settle_round", stamp, version, number=number) for _ in range(4)))
    assert kinds(results) == ["acted", "replayed", "replayed", "replayed"]
    assert len({str(result.version) for result in results}) == 1
    assert all(result.body == results[0].body for result in results)
    assert AuditEntry.objects.filter(act="settle_round").count() == Settlement.objects.count() == 1
    verify_books(cast)


def test_ops_5_8_two_settles_at_once_settle_once(cast: Cast, together: Together) -> None:
    """Two command ids: one is told that the round is settled."""
    number = showdown(cast)
    results = together(*(send(cast, "settle_round", cast.stamp(), number=number) for _ in range(2)))
    assert kinds(results) == ["RuleError", "acted"]
    assert next(result for result in results if isinstance(result, RuleError)).code == "wrong_state"
    assert Settlement.objects.count() == 1


def test_ops_5_10_of_two_tablets_on_the_same_state_the_second_is_told(cast: Cast, together: Together) -> None:
    """Both saw the same version and sent different wagers."""
    number = betting(cast)
    version = cast.fresh_table.version
    wagers = [[{"seat": 2, "ante": 1000}], [{"seat": 2, "ante": 2000}]]
    results = together(
        *(send(cast, "enter_wagers", cast.stamp(), version, number=number, wagers=rows) for rows in wagers)
    )
    assert kinds(results) == ["Stale", "acted"]
    stale = next(result for result in results if isinstance(result, Stale))
    assert stale.params["present"] == version + 1
    assert cast.fresh_table.version == version + 1


def test_ops_5_4_two_tablets_that_add_the_same_hand_at_once_add_it_once(cast: Cast, together: Together) -> None:
    """The second finds it there; without the version of what it saw, too. Taken out at once, one has nothing to take out."""
    number = dealt(cast, seats=(1, 2, 4, 5))
    added = [{"seat": 5, "ante": 1000, "found": True}]
    signed = [cast.stamp(signed_by="petra") for _ in range(6)]
    version = cast.fresh_table.version
    results = together(
        *(send(cast, "enter_wagers", stamp, version, number=number, wagers=added) for stamp in signed[:2])
    )
    assert kinds(results) == ["Stale", "acted"]
    results = together(*(send(cast, "enter_wagers", stamp, number=number, removed=[5]) for stamp in signed[2:4]))
    assert kinds(results) == ["RuleError", "acted"]
    results = together(*(send(cast, "change_bank", stamp, number=number, bank=30000) for stamp in signed[4:]))
    assert kinds(results) == ["RuleError", "acted"]
    assert [flag["code"] for flag in Round.objects.get().flags] == ["hand_added", "hand_removed", "bank_changed"]
    verify_books(cast)


def test_ops_5_1_two_rounds_opened_at_once_are_one(cast: Cast, together: Together) -> None:
    """Two tablets tapped the same offer."""
    cast.seat_players((1, 2))
    offers = [{"seat": 1, "answer": "accepted", "bank": 20000}]
    results = together(*(send(cast, "open_round", cast.stamp(), offers=offers) for _ in range(3)))
    assert kinds(results) == ["WrongState", "WrongState", "acted"]
    assert Round.objects.count() == 1
    verify_books(cast)
