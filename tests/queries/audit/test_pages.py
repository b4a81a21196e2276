"""The audit log page by page, beside the whole of it filtered and sorted in plain Python (LOOK 3, interfaces 3)."""

import itertools
import random
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.audit.chain import time_text
from tables.models import AuditEntry
from tables.queries.audit.pages import HOUSE, LogFilter, LogPage, Place, entry_row, log_page
from tables.queries.paging import Period
from tests.actions.felt import settled
from tests.cast import Cast, make_cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """A house where a round was played and some things happened beside it."""
    cast = make_cast()
    settled(cast)
    cast.act("close_round", number=1)
    cast.act("suspend_table", by="frank", reason="fire drill")
    cast.act("resume_table", by="frank")
    return cast


def everything() -> list[dict[str, Any]]:
    """All entries, newest first."""
    rows = [dict(entry_row(entry)) for entry in AuditEntry.objects.all()]
    return sorted(rows, key=lambda row: (row["time"], row["chain"], row["sequence"]), reverse=True)


def holds(row: dict[str, Any], wanted: LogFilter) -> bool:
    """Whether an entry is looked for, said a second time."""
    tables = {
        f"{wanted.casino_id}/house" if table == HOUSE else f"{wanted.casino_id}/table/{table}"
        for table in wanted.tables
    }
    since, until = wanted.period.since, wanted.period.until
    return (
        (not tables or row["chain"] in tables)
        and (not wanted.acts or row["act"] in wanted.acts)
        and (not wanted.people or row["person"] in wanted.people)
        and (wanted.round is None or row["round"] == wanted.round)
        and (since is None or row["time"] >= time_text(since))
        and (until is None or row["time"] < time_text(until))
    )


def filters(casino_id: int) -> list[LogFilter]:
    """Every combination of a few values of each filter."""
    rows = everything()
    moments = [datetime.fromisoformat(row["time"]) for row in rows]
    middle = moments[len(moments) // 2]
    periods = [Period(), Period(since=middle), Period(until=middle), Period(moments[-3], moments[3])]
    tables = [(), (12,), (HOUSE,), (12, HOUSE), (99,)]
    acts = [(), ("deal",), ("sit", "tap_in", "close_round")]
    people = [(), ("1001",), ("1001", "2001")]
    rounds = [None, 1]
    combined = itertools.product(periods, tables, acts, people, rounds)
    return [LogFilter(casino_id, *values) for values in combined]


def test_ops_every_filter_and_every_page_of_it(cast: Cast) -> None:
    """Forwards and back again, by pages of any size: each entry once, in its order, none beside."""
    rows, dice = everything(), random.Random(4)
    assert len(rows) > 20
    for wanted in filters(cast.casino.pk):
        expected = [row for row in rows if holds(row, wanted)]
        size = dice.choice((1, 2, 3, 7, 50))
        pages = [log_page(wanted, size=size)]
        while pages[-1].older is not None:
            pages.append(log_page(wanted, size=size, before=pages[-1].older))
        assert [row for page in pages for row in page.entries] == expected, wanted
        back: list[LogPage] = [pages[-1]]
        while back[-1].newer is not None and back[-1].entries:
            back.append(log_page(wanted, size=size, after=back[-1].newer))
        found = [row for page in reversed(back) for row in page.entries]
        assert found == expected, wanted
        assert pages[0].newer is None


def test_a_page_beyond_the_end_is_empty(cast: Cast) -> None:
    """A place from an address that names no entry is a place all the same."""
    long_ago = Place(datetime.fromisoformat("2001-01-01T00:00:00+00:00"), "", 0)
    assert list(log_page(LogFilter(cast.casino.pk), before=long_ago).entries) == []
    assert list(log_page(LogFilter(cast.casino.pk, tables=(12,)), before=long_ago).entries) == []
    later = long_ago._replace(time=datetime.now().astimezone() + timedelta(days=1))
    assert list(log_page(LogFilter(cast.casino.pk), after=later).entries) == []
    assert list(log_page(LogFilter(cast.casino.pk + 1)).entries) == []


@pytest.mark.parametrize("many", [1, 2])
def test_two_statements_however_much_is_asked_for(cast: Cast, many: int) -> None:
    """The chains, and the page."""
    asked = LogFilter(
        cast.casino.pk, tables=(12, HOUSE)[:many], acts=("sit", "deal")[:many], people=("1001", "2001")[:many]
    )
    with CaptureQueriesContext(
        connection,
    ) as queries:
        log_page(asked)
    assert len(queries) == 2
