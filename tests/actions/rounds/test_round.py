"""A round from opening to closing through the acts (OPS 5)."""

import pytest

from tables.models import AuditEntry, Leg, Round, Seating, Settlement
from tests.cast import Cast, make_cast
from tests.state import table_state


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people at the usual table."""
    return make_cast()


def test_ops_5_a_whole_round(cast: Cast) -> None:
    """Open, wager, deal, decide, show, settle, close: chips, button and bank follow."""
    cast.seat_players((1, 2, 4))
    number = cast.open_round(1)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000, "flush": 500}, {"seat": 4, "ante": 2000}])
    cast.act("deal", number=number)
    decisions = [{"seat": 2, "decision": "raise", "raise": 1000}, {"seat": 4, "decision": "fold"}]
    cast.act("enter_decisions", number=number, decisions=decisions)
    cast.act("enter_hands", number=number, hands=[{"seat": 2, "cards": "5h4h3h2hKs9d7c"}])
    cast.act("enter_hands", number=number, hands=[{"seat": 1, "cards": "AsKhQs9s7d6d2c"}])
    answer = cast.act("settle_round", number=number)
    assert answer.body["settlement"]["seats"][0]["outcome"] == "folded"
    state = table_state(cast.table.pk)
    assert state["round"]["state"] == "settled"
    cast.act("close_round", number=number)
    chips = {seating.seat: seating.chips for seating in Seating.objects.all()}
    assert chips == {1: 100000 - 100 + 2000 - 3000, 2: 100000 - 100 + 3000, 4: 100000 - 100 - 2000}
    assert Round.objects.get().state == "closed"
    assert Settlement.objects.count() == 1
    assert sum(leg.amount for leg in Leg.objects.all()) == 0
    assert AuditEntry.objects.filter(chain=cast.table.chain).count() == 1 + 3 + 1 + 1 + 1 + 1 + 2 + 1 + 1
    assert table_state(cast.table.pk)["designation"]["next"] == 2
