"""The background of changes: edges are counted once they are asked for, and time is looked at every second (OPS 4.2, 4.7)."""

import pytest
from django.core.cache import cache

from casino.celery import BEAT
from tables.games.comparison import edge_terms
from tables.games.house_rules import read_house_rules
from tables.jobs import tasks
from tables.models import RuleChange
from tables.queries.rules.edges import edges_of, wanted_edges
from tests.actions.rules.changes import asked_long_ago, due_long_ago, version_of
from tests.cast import HOUSE_RULES, make_cast


@pytest.fixture(autouse=True)
def nothing_is_counted() -> None:
    """Edges that another test counted are forgotten."""
    cache.clear()


def test_ops_4_7_edges_are_counted_by_beat_once_they_are_asked_for() -> None:
    """Asked twice they are counted once; afterwards nobody waits, and another asks in vain for nothing."""
    terms = edge_terms(read_house_rules(HOUSE_RULES))
    assert terms is not None
    assert (edges_of(terms), edges_of(terms), len(wanted_edges())) == (None, None, 1)
    tasks.count_wanted_edges()
    found = edges_of(terms)
    assert found is not None
    assert [row["bet"] for row in found] == ["ante", "flush", "straight_flush"]
    assert wanted_edges() == {}


def test_ops_4_2_beat_ends_what_nobody_decided_and_brings_what_is_due(db: None) -> None:
    """Every second, in the queue that waits for nobody."""
    cast = make_cast()
    asked_long_ago(cast)
    tasks.change_rules()
    assert RuleChange.objects.get().state == "expired"
    due_long_ago(cast)
    tasks.change_rules()
    assert version_of(cast) == 2
    assert BEAT["change-rules"]["schedule"].total_seconds() == 1  # type: ignore[attr-defined]
