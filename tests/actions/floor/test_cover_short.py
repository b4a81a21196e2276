"""A bank below the likely case of the wagers: told once for a designated player and their bank (OPS 3.5)."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.floor.alerts import acknowledge_alert
from tables.models import Alert
from tests.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people, Dana tapped in."""
    return make_cast()


def told() -> list[tuple[str, int | None, dict[str, Any]]]:
    """The alerts that nobody has acknowledged: kind, round, details."""
    rows = Alert.objects.filter(acknowledged_at=None).order_by("pk")
    return [(row.kind, row.round_number, row.details) for row in rows]


def test_ops_3_5_a_bank_below_the_likely_case_is_told_at_the_deal(cast: Cast) -> None:
    """Once, with the bank and both cases; it blocks nothing, and costs one statement."""
    cast.seat_players((1, 2, 4))
    number = cast.open_round(1, 10000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 10000}])
    assert told() == []
    with CaptureQueriesContext(connection) as captured:
        cast.act("deal", number=number)
    assert told() == [("cover_short", 1, {"bank": 10000, "likely_case": 40000, "worst_case": 40000})]
    assert len([query for query in captured if "tables_alert" in query["sql"]]) == 1


def play_round(cast: Cast, ante: int, bank: int, *, seat: int = 1, **bonuses: int) -> list[str]:
    """Play a round with one Ante, which is folded; gives the kinds of the alerts it raised, and acknowledges them."""
    offers: list[dict[str, Any]] = [{"seat": seat, "answer": "accepted", "bank": bank}]
    if cast.fresh_table.button == seat:
        offers.insert(0, {"seat": 3 - seat, "answer": "declined"})
    number: int = cast.act("open_round", offers=offers).body["round"]
    placed = {"seat": 2 if seat == 1 else 1, "ante": ante, **bonuses}
    cast.act("enter_wagers", number=number, wagers=[placed])
    cast.act("deal", number=number)
    cast.act("enter_decisions", number=number, decisions=[{"seat": placed["seat"], "decision": "fold"}])
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    found = list(Alert.objects.filter(acknowledged_at=None))
    for alert in found:
        acknowledge_alert(alert_id=alert.pk, stamp=cast.stamp("frank"))
    return [alert.kind for alert in found]


def test_ops_3_5_a_bank_above_the_likely_case_is_no_alert(cast: Cast) -> None:
    """Though the best line of a bonus would be far beyond it."""
    cast.seat_players((1, 2))
    assert play_round(cast, 1000, 10000, flush=500) == []


def test_ops_3_5_a_bank_short_of_cover_is_told_once_for_a_player_and_their_bank(cast: Cast) -> None:
    """Not in the next round, acknowledged or not, nor after one that was covered; another bank, or after another player, again."""
    cast.seat_players((1, 2))
    short = ["cover_short"]
    assert play_round(cast, 10000, 10000) == short
    assert play_round(cast, 10000, 10000) == []
    assert play_round(cast, 1000, 10000) == []
    assert play_round(cast, 10000, 10000) == []
    assert play_round(cast, 10000, 12000) == short
    assert play_round(cast, 10000, 12000) == []
    assert play_round(cast, 10000, 10000, seat=2) == short
    assert play_round(cast, 10000, 10000, seat=1) == short


def test_ops_3_5_a_bank_put_right_after_the_deal_may_fall_short(cast: Cast) -> None:
    """It is another bank: the floor is told once more."""
    cast.seat_players((1, 2))
    number = cast.open_round(1, 50000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 10000}])
    cast.act("deal", number=number)
    assert told() == []
    cast.act("change_bank", number=number, bank=30000, signed_by="petra")
    assert told() == [("cover_short", 1, {"bank": 30000, "likely_case": 40000, "worst_case": 40000})]
