"""Fifty writers over five tables (AUD 2.3; architecture 3.2)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tables import actions
from tables.actions.act import Answer
from tables.actions.setup import add_table
from tables.errors import Conflict
from tables.models import AuditEntry, Leg, Table
from tables.queries.audit.journal import differences_at
from tables.stamp import Call
from tests.cast import HOUSE_RULES, Cast, command_id
from tests.chains import checked_chain
from tests.concurrency.conftest import Together

pytestmark = pytest.mark.usefixtures("cast", "fifty_connections")
WRITERS = 50


def five_tables(cast: Cast) -> list[Table]:
    """The table of the cast and four more, all closed and their chains empty."""
    more = [
        add_table(casino_id=cast.casino.pk, number=20 + n, seat_count=7, rules=HOUSE_RULES, command_id=command_id())
        for n in range(4)
    ]
    return [cast.table, *more]


def writer(cast: Cast, table: Table, *acts: tuple[str, dict[str, Any]]) -> Callable[[], list[str]]:
    """A dealer who does some acts at a table, one after the other; returns what came of each."""
    stamps = [cast.stamp("frank") for _ in acts]

    def write() -> list[str]:
        done = []
        for stamp, (name, sent) in zip(stamps, acts, strict=True):
            try:
                actions.perform(name, Call(table.pk, stamp), sent)
                done.append("acted")
            except Exception as error:  # noqa: BLE001 - the test looks at it
                done.append(type(error).__name__)
        return done

    return write


def outcomes(results: list[Any]) -> Counter[str]:
    """How often each thing came of an act."""
    return Counter(
        outcome for result in results for outcome in (result if isinstance(result, list) else [repr(result)])
    )


def test_aud_2_3_fifty_writers_leave_no_gap_no_fork_and_no_deadlock(cast: Cast, together: Together) -> None:
    """From empty chains: of ten at a table one opens it; then all fifty buy in twice."""
    tables = five_tables(cast)
    assert not AuditEntry.objects.filter(chain__contains="table").exists()
    opened = together(*(writer(cast, tables[n % 5], ("open_table", {})) for n in range(WRITERS)))
    assert outcomes(opened) == {"acted": 5, "WrongState": WRITERS - 5}
    for table in tables:
        actions.perform("sit", Call(table.pk, cast.stamp("frank")), {"seat": 1, "buy_in": 1000})
    buy_in = ("buy_in", {"seat": 1, "amount": 100})
    bought = together(*(writer(cast, tables[n % 5], buy_in, buy_in) for n in range(WRITERS)))
    assert outcomes(bought) == {"acted": 2 * WRITERS}
    for table in Table.objects.all():
        sequences = AuditEntry.objects.filter(chain=table.chain).order_by("sequence").values_list("sequence", flat=True)
        assert list(sequences) == list(range(1, 2 + 2 * WRITERS // 5 + 1))
        assert table.version == len(sequences)
        assert [fault for fault in checked_chain(table.chain) if fault] == []
        assert list(differences_at(table)) == []
    assert sum(Leg.objects.filter(account="seat").values_list("amount", flat=True)) == 5 * 1000 + 2 * WRITERS * 100


def test_ops_5_10_one_command_id_at_two_tables_at_once_acts_at_one(cast: Cast, together: Together) -> None:
    """The locks differ, so the primary key decides; the loser has done nothing."""
    first, second, *_rest = five_tables(cast)
    stamp = cast.stamp("frank")
    results = together(
        *(lambda table=table: actions.perform("open_table", Call(table.pk, stamp), {}) for table in (first, second))
    )
    assert sorted(type(result).__name__ for result in results) == [Answer.__name__, Conflict.__name__]
    assert sorted(Table.objects.filter(pk__in=[first.pk, second.pk]).values_list("state", flat=True)) == [
        "closed",
        "open",
    ]
