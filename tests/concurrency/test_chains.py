"""Fifty writers at one chain and at ten, from the first entry on (AUD 2.1, 2.3); `python -m bench.chains` writes 20,000 entries."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tables import actions
from tables.actions.act import Answer
from tables.actions.act.context import ActContext
from tables.actions.act.path import at_table
from tables.actions.setup import add_table
from tables.errors import NotRecorded
from tables.games.values import JSON
from tables.models import AuditEntry, ChainHead, Command, Table
from tables.policy import Act
from tables.queries.audit.journal import differences_at
from tables.stamp import Call
from tests.cast import HOUSE_RULES, Cast, command_id
from tests.chains import checked_chain
from tests.concurrency.conftest import Together

pytestmark = [pytest.mark.usefixtures("cast", "fifty_connections"), pytest.mark.invented_payloads]
WRITERS, TABLES, EACH = 50, 10, 8


@at_table(Act.OPEN_TABLE)
def say(context: ActContext, *, word: int) -> JSON:
    """An act that is nothing but its entry, so that every writer of an empty chain has one to write."""
    context.record({"said": word})
    return {}


def tables(cast: Cast, count: int) -> list[Table]:
    """Tables whose chains are still empty."""
    return [
        add_table(casino_id=cast.casino.pk, number=40 + n, seat_count=7, rules=HOUSE_RULES, command_id=command_id())
        for n in range(count)
    ]


def saying(cast: Cast, table: Table, writer: int) -> Callable[[], Answer]:
    """One writer's one entry."""
    call = Call(table.pk, cast.stamp("frank"))
    return lambda: say(call, word=writer)


def verify_chains(tables: list[Table], *, entries: int) -> None:
    """Each of these chains is as long as it must be, without a gap, and holds; its head is its newest entry."""
    for table in tables:
        sequences = AuditEntry.objects.filter(chain=table.chain).order_by("sequence").values_list("sequence", flat=True)
        assert list(sequences) == list(range(1, entries + 1))
        assert [fault for fault in checked_chain(table.chain) if fault] == []
        assert ChainHead.objects.get(chain=table.chain).sequence == entries


@pytest.mark.parametrize("count", [1, TABLES])
def test_aud_2_3_fifty_first_entries_at_once(cast: Cast, together: Together, count: int) -> None:
    """One is first, the others follow: nobody is refused, and nothing said is lost or said twice."""
    empty = tables(cast, count)
    results = together(*(saying(cast, empty[n % count], n) for n in range(WRITERS)))
    assert Counter(type(result) for result in results) == {Answer: WRITERS}
    verify_chains(empty, entries=WRITERS // count)
    said = AuditEntry.objects.filter(chain__in=[table.chain for table in empty])
    assert sorted(entry.payload["said"] for entry in said) == list(range(WRITERS))


@pytest.mark.usefixtures("without_lock")
def test_aud_2_3_without_the_lock_the_trigger_keeps_the_chain(cast: Cast, together: Together) -> None:
    """An act that has read a head that has moved on meanwhile is refused, and has done nothing: no gap and no fork."""
    (table,) = tables(cast, 1)
    commands = Command.objects.count()
    results = together(*(saying(cast, table, n) for n in range(WRITERS)))
    kinds = Counter(type(result) for result in results)
    assert set(kinds) == {Answer, NotRecorded}
    verify_chains([table], entries=kinds[Answer])
    assert Command.objects.count() - commands == kinds[Answer]


def test_aud_2_1_fifty_writers_at_ten_tables(cast: Cast, together: Together) -> None:
    """Five at each, all at work from an empty chain on: every chip bought is in a stack, every entry in its chain."""
    ten = tables(cast, TABLES)
    for table in ten:
        actions.perform("open_table", Call(table.pk, cast.stamp("frank")), {})

    def writer(table: Table, seat: int) -> Callable[[], None]:
        sits = ("sit", {"seat": seat, "buy_in": 1000})
        acts = [sits, *[("buy_in", {"seat": seat, "amount": 100})] * (EACH - 1)]
        calls = [(Call(table.pk, cast.stamp("frank")), *act) for act in acts]

        def write() -> None:
            for call, name, sent in calls:
                actions.perform(name, call, sent)

        return write

    assert together(*(writer(ten[n % TABLES], 1 + n // TABLES) for n in range(WRITERS))) == [None] * WRITERS
    verify_chains(ten, entries=1 + WRITERS // TABLES * EACH)
    chips: list[Any] = [list(table.seatings.values_list("chips", flat=True)) for table in ten]
    assert chips == [[1000 + 100 * (EACH - 1)] * (WRITERS // TABLES)] * TABLES
    assert [difference for table in ten for difference in differences_at(table)] == []
