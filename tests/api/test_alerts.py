"""Alerts over HTTP: listed, filtered, paged, acknowledged; and the board (OPS 6; interfaces, section 3)."""

import pytest
from django.utils import timezone

from tables.models import Alert
from tests.api.http import Http, program
from tests.cast import Cast, command_id


@pytest.fixture
def alerts(cast: Cast) -> list[Alert]:
    """Three at the table, one of the house."""
    rows = [
        Alert(casino=cast.casino, table=cast.table, kind=Alert.Kind.DEAD_HAND, subject="1", details={"seat": 2}),
        Alert(casino=cast.casino, table=cast.table, kind=Alert.Kind.DEAD_HAND, subject="2", round_number=7),
        Alert(casino=cast.casino, table=cast.table, kind=Alert.Kind.OWED, subject="3"),
        Alert(casino=cast.casino, kind=Alert.Kind.REFUSED, subject="4"),
    ]
    for row in rows:
        row.raised_at = timezone.now()
        row.save()
    return rows


def shown(http: Http, query: str = "") -> list[int]:
    """The alerts that are listed."""
    reply = http.get(f"alerts/?{query}")
    assert reply.status == 200, reply.body
    return [alert["id"] for alert in reply.body["alerts"]]


def test_ops_6_1_alerts_are_listed_and_filtered(frank: Http, cast: Cast, alerts: list[Alert]) -> None:
    """Newest first; by table, kind, state and time, page by page."""
    ids = [alert.pk for alert in alerts]
    assert shown(frank) == ids[::-1]
    assert shown(frank, f"table={cast.table.pk}") == ids[2::-1]
    assert shown(frank, "kind=dead_hand&state=open") == ids[1::-1]
    assert shown(frank, "state=acknowledged") == shown(frank, "since=2100-01-01T00:00:00Z") == []
    first = frank.get("alerts/?limit=3").body
    assert shown(frank, f"limit=3&cursor={first['next']}") == ids[:1]


@pytest.mark.parametrize("query", ["kind=fire", "state=seen", "table=12a", "tables=1", "cursor=x", "limit=0"])
def test_an_unknown_filter_is_refused(frank: Http, query: str) -> None:
    """Never ignored."""
    assert frank.get(f"alerts/?{query}").code == "400 bad_field"


def test_ops_1_4_the_floor_and_compliance_read_alerts(cast: Cast, felt: Http, alerts: list[Alert]) -> None:
    """Neither a dealer nor a tablet nor anybody else does."""
    assert len(shown(program(cast, "3001"))) == len(alerts)
    for nobody in (program(cast, "1001"), program(cast, "9001"), felt):
        assert nobody.get("alerts/").code == "403 not_allowed"


def test_ops_6_2_an_alert_is_acknowledged_by_name(frank: Http, cast: Cast, alerts: list[Alert]) -> None:
    """Also one of the house; again under the same key it answers the same, and the person who comes second is told."""
    petra = program(cast, "2002")
    for alert in alerts[2:]:
        key = command_id()
        reply = frank.post(f"alerts/{alert.pk}/acknowledge/", key=key)
        again = frank.post(f"alerts/{alert.pk}/acknowledge/", key=key)
        assert (reply.status, again.body, again.headers["Idempotent-Replayed"]) == (200, reply.body, "true")
        assert petra.post(f"alerts/{alert.pk}/acknowledge/").code == "409 wrong_state"
    listed = frank.get("alerts/?state=acknowledged").body["alerts"]
    assert [alert["acknowledged_by"] for alert in listed] == [{"badge": "2001", "name": "Frank"}] * 2


def test_ops_1_4_only_the_floor_acknowledges(cast: Cast, felt: Http, alerts: list[Alert]) -> None:
    """Everybody else is refused; an unknown alert is not found."""
    for nobody in (felt, program(cast, "1001"), program(cast, "3001"), program(cast, "5001")):
        assert nobody.post(f"alerts/{alerts[0].pk}/acknowledge/").code == "403 not_allowed"
    assert program(cast, "3001").post(f"alerts/{alerts[3].pk}/acknowledge/").code == "403 not_allowed"
    frank = program(cast, "2001")
    assert frank.post("alerts/999999/acknowledge/").code == "404 not_found"
    assert frank.post(f"alerts/{alerts[0].pk}/acknowledge/", {"words": "x"}).code == "422 bad_field"
    assert not Alert.objects.filter(acknowledged_at__isnull=False).exists()


def test_ops_6_1_the_board_tells_what_needs_the_floor(frank: Http, felt: Http, cast: Cast, alerts: list[Alert]) -> None:
    """To the floor and to the table's own tablet, which shows by asking that it is there."""
    assert felt.get("tables/").body["tables"][0]["alerts"] == ["dead_hand", "owed"]
    cast.seat_players((1, 2))
    cast.open_round()
    (row,) = frank.get("tables/").body["tables"]
    assert (row["round"]["bank"], row["rounds_an_hour"], row["change"]) == (50000, None, None)
    assert cast.table.tablets.get().seen_at is not None
