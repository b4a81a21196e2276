"""The board: what it shows of every table, its mark, its pace, and how many statements it takes (OPS 6, LOOK 2)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.actions.floor.alerts import acknowledge_alert
from tables.actions.people.sign_in import tap_in, tap_out
from tables.actions.setup import add_table
from tables.models import Alert, Round, RulesVersion, Settlement, Table, Tablet
from tables.queries.floor.alerts import MOST_A_TABLE, AlertFilter, alerts_of, most_urgent
from tables.queries.paging import Page
from tables.queries.tables.board import board_mark, board_of, tables_on_board
from tests.actions.felt import betting
from tests.cast import HOUSE_RULES, PINS, Cast, command_id, make_cast

STATEMENTS = 6


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people, Dana tapped in."""
    return make_cast()


def more_tables(cast: Cast, count: int) -> None:
    """Further tables of the house, open and closed ones."""
    for number in range(20, 20 + count):
        table = add_table(
            casino_id=cast.casino.pk, number=number, seat_count=7, rules=HOUSE_RULES, command_id=command_id()
        )
        raise_alert(cast, subject=str(number), table=table)


def raise_alert(
    cast: Cast, *, kind: Alert.Kind = Alert.Kind.OWED, subject: str = "x", table: Table | None = None
) -> Alert:
    """An alert as an act raises it."""
    return Alert.objects.create(
        casino=cast.casino, table=table, kind=kind, subject=subject, raised_at=timezone.now(), details={"seat": 2}
    )


def test_ops_6_1_a_table_on_the_board(cast: Cast) -> None:
    """State, round, dealer, designated player and bank, limits, players."""
    betting(cast, bank=40000)
    ((row,), house) = board_of(cast.casino.pk)
    assert (row["number"], row["state"], row["players"], house) == (12, "open", 3, [])
    assert (row["dealer"]["name"], row["limits"]["ante"]) == ("Dana", {"min": 1000, "max": 30000})
    shown = {key: row["round"][key] for key in ("number", "state", "designated_player", "bank")}
    assert shown == {"number": 1, "state": "betting", "designated_player": 1, "bank": 40000}
    assert (row["rounds_an_hour"], row["change"], row["alerts"]) == (None, None, [])


def test_the_board_takes_as_many_statements_for_twenty_tables_as_for_one(cast: Cast) -> None:
    """As well its rows as its mark; how fast they are, bench/ measures."""
    for further in (0, 19):
        more_tables(cast, further)
        with CaptureQueriesContext(connection) as captured:
            rows, _house = board_of(cast.casino.pk)
        assert (len(rows), len(captured)) == (further + 1, STATEMENTS)
        with CaptureQueriesContext(connection) as captured:
            board_mark(cast.casino.pk)
        assert len(captured) == 1


def test_ops_6_1_the_mark_changes_with_all_that_the_board_shows(cast: Cast) -> None:
    """Seats, dealers, alerts and their acknowledgement, tablets that fall silent or come back; and nothing else."""
    moment = timezone.now()
    tablet = Tablet.objects.create(
        table=cast.table, label="Felt", token_hash="x", enrolled_by=cast.people["frank"], enrolled_at=moment
    )
    alert = raise_alert(cast)
    happenings: list[Callable[[], object]] = [
        lambda: cast.act("open_table", by="frank"),
        lambda: tap_out(table_id=cast.table.pk, stamp=cast.stamp("dana")),
        lambda: tap_in(table_id=cast.table.pk, badge="1002", pin=PINS["1002"], tablet_id=None, command_id=command_id()),
        lambda: raise_alert(cast, subject="y"),
        lambda: acknowledge_alert(alert_id=alert.pk, stamp=cast.stamp("frank")),
        lambda: Tablet.objects.filter(pk=tablet.pk).update(seen_at=timezone.now()),
        lambda: Tablet.objects.filter(pk=tablet.pk).update(seen_at=timezone.now() - timedelta(minutes=1)),
        lambda: Tablet.objects.filter(pk=tablet.pk).update(locked_at=moment),
    ]
    before = board_mark(cast.casino.pk)
    assert len(before) == len(happenings) * 4
    for happening in happenings:
        happening()
        after = board_mark(cast.casino.pk)
        assert after != before
        before = after


def test_ops_6_1_pace_is_counted_from_the_first_round_of_the_last_hour(cast: Cast) -> None:
    """Four rounds in the last ten minutes are 24 an hour; void ones and those of before do not count."""
    for minutes_ago, state in (
        (90, "closed"),
        (10, "closed"),
        (8, "closed"),
        (7, "void"),
        (5, "closed"),
        (2, "closed"),
    ):
        a_round_that_ended(cast, minutes_ago, state)
    assert pace(cast) == 24


def test_ops_6_1_a_table_that_stands_still_slows_down(cast: Cast) -> None:
    """Twelve rounds in the first half of the hour are twelve an hour, not more."""
    for minutes_ago in range(59, 35, -2):
        a_round_that_ended(cast, minutes_ago, "closed")
    assert pace(cast) == 12


def test_ops_6_1_two_rounds_are_no_pace(cast: Cast) -> None:
    """A figure from so few would say nothing."""
    a_round_that_ended(cast, 3, "closed")
    a_round_that_ended(cast, 2, "closed")
    assert pace(cast) is None


def test_ops_6_1_the_most_urgent_alert_comes_first_and_no_table_takes_all_the_room(cast: Cast) -> None:
    """Play that has stopped before a refusal, the older before the newer; counted are all."""
    for number in range(MOST_A_TABLE + 5):
        raise_alert(cast, kind=Alert.Kind.REFUSED, subject=str(number), table=cast.table)
    last = raise_alert(cast, kind=Alert.Kind.NO_DESIGNATED_PLAYER, table=cast.table)
    raise_alert(cast, kind=Alert.Kind.REFUSED)
    found = most_urgent([cast.casino.pk])
    here = found[cast.table.pk]
    assert (here[0]["id"], len(here), here[0]["open"]) == (last.pk, MOST_A_TABLE, MOST_A_TABLE + 6)
    assert [alert["kind"] for alert in found[None]] == ["refused"]
    (row,) = tables_on_board(casinos=[cast.casino.pk])
    assert row["alerts"] == ["no_designated_player", "refused"]


def test_every_kind_of_alert_has_its_urgency(db: None) -> None:
    """None is left out of the order."""
    cast = make_cast()
    for kind in Alert.Kind:
        raise_alert(cast, kind=kind, table=cast.table)
    assert {alert["kind"] for alert in most_urgent([cast.casino.pk])[cast.table.pk]} == {
        str(kind) for kind in Alert.Kind
    }


def test_ops_6_2_alerts_are_listed_page_by_page(cast: Cast) -> None:
    """Newest first, by table, kind and whether they are acknowledged."""
    rows = [raise_alert(cast, subject=str(number), table=cast.table) for number in range(3)]
    raise_alert(cast, kind=Alert.Kind.REFUSED)
    acknowledge_alert(alert_id=rows[0].pk, stamp=cast.stamp("frank"))
    casinos = [cast.casino.pk]
    first = alerts_of(casinos, AlertFilter(kind="owed"), Page(2))
    assert [alert["id"] for alert in first["alerts"]] == [rows[2].pk, rows[1].pk]
    second = alerts_of(casinos, AlertFilter(kind="owed"), Page(2, int(first["next"])))
    assert [alert["id"] for alert in second["alerts"]] == [rows[0].pk]
    assert (second["next"], second["alerts"][0]["acknowledged_by"]) == (None, {"badge": "2001", "name": "Frank"})
    assert len(alerts_of(casinos, AlertFilter(table_id=cast.table.pk, state="open"), Page())["alerts"]) == 2
    assert len(alerts_of(casinos, AlertFilter(state="acknowledged"), Page())["alerts"]) == 1


def a_round_that_ended(cast: Cast, minutes_ago: int, state: str) -> None:
    """A round of one minute, as it stands afterwards."""
    number = cast.fresh_table.last_round + 1
    Table.objects.filter(pk=cast.table.pk).update(last_round=number)
    ended = timezone.now() - timedelta(minutes=minutes_ago, seconds=-60)
    rules, opened = RulesVersion.objects.get(), ended - timedelta(minutes=1)
    round_ = Round.objects.create(table=cast.table, number=number, rules=rules, state="betting", opened_at=opened)
    if state == "closed":
        Settlement.objects.create(round=round_, version=1, input={"rules": rules.document}, output={}, settled_at=ended)
        Round.objects.filter(pk=round_.pk).update(state="settled", settled_at=ended)
    Round.objects.filter(pk=round_.pk).update(state=state, ended_at=ended, void_reason="red_light")


def pace(cast: Cast) -> int | None:
    """Rounds an hour at the table."""
    ((row,), _house) = board_of(cast.casino.pk)
    found: int | None = row["rounds_an_hour"]
    return found
