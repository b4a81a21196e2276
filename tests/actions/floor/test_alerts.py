"""What an act shows the floor, acknowledging it by name, and a tablet that falls silent (OPS 6)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.actions.devices import enrol_tablet, issue_enrolment_code, revoke_tablet
from tables.actions.floor.alerts import acknowledge_alert, tablet_asked, tell_silent_tablets
from tables.actions.people.sign_in import tap_in, tap_out
from tables.errors import NotAllowed, NotFound, WrongState
from tables.models import Alert, AuditEntry, Tablet, TapIn
from tables.policy import Role
from tests.actions.felt import BANK_HAND, BETTER, betting, dealt, decide, last_entry, show
from tests.cast import HOUSE_RULES, PINS, Cast, command_id, make_cast

HALT = {**HOUSE_RULES, "designation": {"min_bank": 10000, "max_consecutive": None, "no_taker": "halt"}}
SIX = [{"seat": seat, "ante": 1000} for seat in (2, 3, 4, 5, 6, 7)]


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people, Dana tapped in."""
    return make_cast()


def told() -> list[tuple[str, int | None, dict[str, Any]]]:
    """The alerts that nobody has acknowledged: kind, round, details."""
    rows = Alert.objects.filter(acknowledged_at=None).order_by("pk")
    return [(row.kind, row.round_number, row.details) for row in rows]


def test_ops_6_1_a_round_in_which_nothing_happens_tells_the_floor_nothing(cast: Cast) -> None:
    """And its acts take no statement more than before."""
    number = dealt(cast, bank=50000)
    decide(cast, number, seat2=1000, seat4="fold")
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    assert told() == []


def test_ops_6_1_a_dead_hand_is_told_with_its_seat(any_bank: Cast) -> None:
    """In the transaction of the settlement."""
    number = dealt(any_bank, {"seat": 2, "ante": 1000}, bank=0)
    decide(any_bank, number, seat2=1000)
    show(any_bank, number, {1: BANK_HAND, 2: BETTER})
    any_bank.act("settle_round", number=number)
    assert ("dead_hand", 1, {"seat": 2}) in told()


def test_ops_4_4_an_override_and_a_wager_found_outside_the_limits_are_told(cast: Cast) -> None:
    """Each with the spot and the amount; sent again, it is still one alert."""
    number = betting(cast)
    row = {"seat": 2, "ante": 40000, "override": True}
    cast.act("enter_wagers", number=number, wagers=[row], signed_by="petra")
    cast.act("enter_wagers", number=number, wagers=[row], signed_by="petra")
    assert told() == [("override", 1, {"seat": 2, "spot": "ante", "amount": 40000})]
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 500, "found": True}])
    assert told()[1:] == [("outside_limits", 1, {"seat": 2, "spot": "ante", "amount": 500})]


def test_ops_3_3_play_that_stops_for_want_of_a_bank_is_told(db: None) -> None:
    """All have declined; and where nobody can even be asked, when the round before is closed."""
    cast = make_cast(HALT)
    cast.seat_players((1, 2))
    declined = [{"seat": seat, "answer": "declined"} for seat in (1, 2)]
    cast.act("offer_designation", offers=declined)
    assert told() == [("no_designated_player", None, {"coming_round": 1})]
    cast.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 20000}])
    cast.act("open_round")
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    decide(cast, 1, seat2="fold")
    cast.act("settle_round", number=1)
    cast.act("standing_decline", seat=2, on=True)
    cast.act("close_round", number=1)
    assert told()[1:] == [("no_designated_player", None, {"coming_round": 2})]


def test_ops_6_1_a_refused_act_is_told_with_its_reason(cast: Cast) -> None:
    """At its table."""
    with pytest.raises(NotAllowed):
        cast.act("open_table", by="dana")
    ((kind, _number, details),) = told()
    assert (kind, details["refused"], details["code"]) == ("refused", "open_table", "not_allowed")
    assert Alert.objects.get().table == cast.table


def test_ops_6_1_each_refused_act_is_told(cast: Cast) -> None:
    """Two attempts are two subjects, each with its entry, also where nobody has acknowledged the first."""
    for _ in range(2):
        with pytest.raises(NotAllowed):
            cast.act("open_table", by="dana")
    assert [kind for kind, _number, _details in told()] == ["refused"] * 2
    subjects = Alert.objects.order_by("pk").values_list("subject", flat=True)
    entries = AuditEntry.objects.filter(act="refused").order_by("sequence")
    assert list(subjects) == [f"{entry.chain}#{entry.sequence}" for entry in entries]


def test_interfaces_3_an_alert_is_counted_beside_the_version(cast: Cast) -> None:
    """Where the act that raises it moves the version too."""
    number, before = betting(cast), cast.fresh_table
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    quiet = cast.fresh_table
    assert (quiet.version, quiet.notices) == (before.version + 1, before.notices)
    row = {"seat": 2, "ante": 40000, "override": True}
    cast.act("enter_wagers", number=number, wagers=[row], signed_by="petra")
    after = cast.fresh_table
    assert (after.version, after.notices) == (quiet.version + 1, quiet.notices + 1)


def test_ops_6_2_an_alert_is_acknowledged_by_name_with_an_entry(cast: Cast) -> None:
    """Once; the person who comes second is told who was first."""
    alert = short(cast)
    acknowledge_alert(alert_id=alert.pk, stamp=cast.stamp("frank"))
    alert.refresh_from_db()
    assert alert.acknowledged_by == cast.people["frank"]
    entry = AuditEntry.objects.filter(act="acknowledge_alert").get()
    assert (entry.person, entry.table, entry.round) == ("2001", 12, 1)
    assert entry.payload["after"]["kind"] == "cover_short"
    with pytest.raises(WrongState, match="Frank has acknowledged this already"):
        acknowledge_alert(alert_id=alert.pk, stamp=cast.stamp("petra"))
    assert AuditEntry.objects.filter(act="acknowledge_alert").count() == 1


@pytest.mark.parametrize("who", ["dana", "ines", "ada", "sam"])
def test_ops_1_4_only_the_floor_acknowledges(cast: Cast, who: str) -> None:
    """Everybody else is refused, and the alert stays."""
    alert = short(cast)
    with pytest.raises(NotAllowed):
        acknowledge_alert(alert_id=alert.pk, stamp=cast.stamp(who))
    with pytest.raises(NotAllowed):
        acknowledge_alert(alert_id=alert.pk, stamp=cast.stamp(who, Role.FLOOR))
    alert.refresh_from_db()
    assert alert.acknowledged_at is None
    with pytest.raises(NotFound):
        acknowledge_alert(alert_id=alert.pk + 999, stamp=cast.stamp("frank"))


def test_ops_6_2_the_database_keeps_an_alert_as_it_was_raised(cast: Cast) -> None:
    """Past the acts: neither taken away, nor made another, nor acknowledged by nobody or twice."""
    alert = short(cast)
    acknowledge_alert(alert_id=alert.pk, stamp=cast.stamp("frank"))
    other = Alert.objects.create(casino=cast.casino, kind="refused", subject="x", raised_at=alert.raised_at)
    for change in (
        lambda: Alert.objects.filter(pk=alert.pk).update(acknowledged_by=cast.people["petra"]),
        lambda: Alert.objects.filter(pk=alert.pk).update(acknowledged_by=None, acknowledged_at=None),
        lambda: Alert.objects.filter(pk=other.pk).update(details={"seat": 9}),
        lambda: Alert.objects.filter(pk=other.pk).update(acknowledged_at=alert.raised_at),
        lambda: Alert.objects.filter(pk=other.pk).delete(),
        lambda: Alert.objects.create(casino=cast.casino, kind="refused", subject="x", raised_at=alert.raised_at),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_ops_6_2_two_who_acknowledge_at_once_are_one(own_database: str, together: Callable[..., list[Any]]) -> None:
    """One of them did; the other is told so."""
    cast = make_cast()
    alert = short(cast)
    stamps = [cast.stamp("frank"), cast.stamp("petra")]
    results = together(*(lambda stamp=stamp: acknowledge_alert(alert_id=alert.pk, stamp=stamp) for stamp in stamps))
    assert sorted(type(result).__name__ for result in results) == ["Answer", "WrongState"]
    assert AuditEntry.objects.filter(act="acknowledge_alert").count() == 1


def test_ops_6_1_a_tablet_that_falls_silent_under_its_dealer_is_told_once(cast: Cast) -> None:
    """Half a minute after it asked last; acknowledged, it is not told again."""
    tablet = a_tablet(cast)
    assert tell_silent_tablets() == 0
    asked(tablet, 20)
    assert tell_silent_tablets() == 0
    asked(tablet, 31)
    assert (tell_silent_tablets(), tell_silent_tablets()) == (1, 0)
    ((kind, number, details),) = told()
    assert (kind, number, details["tablet"], details["dealer"]) == ("silent_tablet", None, "Felt", "1001")
    acknowledge_alert(alert_id=Alert.objects.get().pk, stamp=cast.stamp("frank"))
    assert tell_silent_tablets() == 0


def test_ops_6_1_a_tablet_that_came_back_and_went_again_is_told_again(cast: Cast) -> None:
    """The silence that was acknowledged was another one."""
    tablet = a_tablet(cast)
    earlier = TapIn.objects.get(ended_at=None).started_at - timedelta(minutes=3)
    kind, subject = Alert.Kind.SILENT_TABLET, f"table/{cast.table.number}"
    alert = Alert.objects.create(casino=cast.casino, table=cast.table, kind=kind, subject=subject, raised_at=earlier)
    acknowledge_alert(alert_id=alert.pk, stamp=cast.stamp("frank"))
    asked(tablet, 31)
    assert tell_silent_tablets() == 1


def test_ops_6_1_no_tablet_is_missed_where_nobody_deals_or_another_one_asks(cast: Cast) -> None:
    """A second tablet at the table, a dealer who tapped out, one who tapped in without any tablet."""
    first, second = a_tablet(cast), a_tablet(cast)
    asked(first, 300)
    tablet_asked(second)
    assert tell_silent_tablets() == 0
    asked(second, 300)
    tap_out(table_id=cast.table.pk, stamp=cast.stamp("dana"))
    assert tell_silent_tablets() == 0
    tap_in(table_id=cast.table.pk, badge="1002", pin=PINS["1002"], tablet_id=None, command_id=command_id())
    since(300)
    assert tell_silent_tablets() == 0


def test_ops_6_1_a_dealer_left_with_a_revoked_tablet_is_told(cast: Cast) -> None:
    """There is none that could ask."""
    tablet = a_tablet(cast)
    asked(tablet, 300)
    revoke_tablet(tablet_id=tablet.pk, stamp=cast.stamp("frank"))
    assert tell_silent_tablets() == 1


def test_ops_6_1_asking_is_remembered_every_ten_seconds(cast: Cast) -> None:
    """By one statement, which most polls do without."""
    tablet = Tablet.objects.get(pk=a_tablet(cast).pk)
    with CaptureQueriesContext(connection) as first:
        tablet_asked(tablet)
    tablet.refresh_from_db()
    with CaptureQueriesContext(connection) as second:
        tablet_asked(tablet)
    assert (len(first), len(second)) == (1, 0)


def short(cast: Cast) -> Alert:
    """The alert of a bank that does not cover the wagers of round 1."""
    cast.seat_players((1, 2, 4))
    number = cast.open_round(1, 10000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 10000}])
    cast.act("deal", number=number)
    assert last_entry(cast).act == "deal"
    return Alert.objects.get()


def a_tablet(cast: Cast) -> Tablet:
    """A tablet at the table, Dana tapped in there."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    tablet, _token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    pin = PINS["1001"]
    tap_in(table_id=cast.table.pk, badge="1001", pin=pin, tablet_id=tablet.pk, command_id=command_id())
    return tablet


def asked(tablet: Tablet, seconds: int) -> None:
    """The tablet asked last so long ago, and everything else was before."""
    since(seconds + 60)
    moment = TapIn.objects.get(ended_at=None).started_at + timedelta(seconds=60)
    Tablet.objects.filter(pk=tablet.pk).update(seen_at=moment)


def since(seconds: int) -> None:
    """The dealer tapped in so long ago, and every tablet was enrolled before."""
    there = TapIn.objects.get(ended_at=None)
    TapIn.objects.filter(pk=there.pk).update(ended_at=Now())
    moment = timezone.now() - timedelta(seconds=seconds)
    TapIn.objects.create(table=there.table, person=there.person, tablet=there.tablet, started_at=moment)
    Tablet.objects.update(enrolled_at=moment)
