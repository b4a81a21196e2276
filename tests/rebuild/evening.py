"""An evening in which something of everything happened that is not the felt; all of it by acts."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tables.actions.audit import leases
from tables.actions.audit.exports import ExportResult, cancel_export, finish_export, request_export
from tables.actions.devices import enrol_tablet, issue_enrolment_code, issue_token, revoke_tablet
from tables.actions.floor.alerts import acknowledge_alert, tell_silent_tablets
from tables.actions.floor.bars import bar_from_house, lift_bar
from tables.actions.people.decisions import reject_change, withdraw_change
from tables.actions.people.languages import choose_language
from tables.actions.people.leaving import deactivate_person, revoke_role
from tables.actions.people.sign_in import tap_in
from tables.errors import NotAllowed
from tables.models import Alert, Tablet
from tables.policy import Role
from tables.stamp import HouseCall
from tests.actions.felt import settled
from tests.actions.floor.test_corrections import MISREAD, correct
from tests.actions.rules.changes import decide, request
from tests.cast import PINS, Cast, command_id, make_cast
from tests.house import ADA, INES, House

SIGNED: dict[str, Any] = {"by": "frank", "signed_by": "petra"}
WHY = {"reason": "conduct", "words": "threw cards"}


def eventful() -> Cast:
    """The evening."""
    cast = make_cast()
    _tablets(cast)
    _play(cast)
    _rules(cast)
    _people(cast)
    _exports(cast)
    return cast


def _tablets(cast: Cast) -> None:
    """A code that nobody used, a tablet that was revoked, and one that has fallen silent under its dealer."""
    issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    tablets = []
    for label in ("Old", "Felt"):
        code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
        tablets.append(enrol_tablet(code=code, label=label, command_id=command_id())[0])
    revoke_tablet(tablet_id=tablets[0].pk, stamp=cast.stamp("frank"))
    where = {"table_id": cast.table.pk, "tablet_id": tablets[1].pk}
    tap_in(badge="1001", pin=PINS["1001"], command_id=command_id(), **where)
    long_ago = timezone.now() - timedelta(minutes=5)
    Tablet.objects.filter(pk=tablets[1].pk).update(seen_at=long_ago)


def _play(cast: Cast) -> None:
    """A dispute with its ruling, one without, a correction that is owed to two, one of whom is paid; bars; a refusal."""
    number = settled(cast)
    dispute = cast.act("open_dispute", number=number, reason="wager", seat=4, words="they folded").body["dispute"]
    cast.act("open_dispute", number=number, reason="payment")
    cast.act("close_round", number=number)
    for seat in (1, 4):
        cast.act("leave", seat=seat)
    owed = correct(cast, number, MISREAD)["owed"]
    cast.act("rule_on_dispute", dispute=dispute, outcome="corrected", words="a hand was misread", **SIGNED)
    cast.act("settle_owed", owed=owed[0]["owed"], how="cash", words="paid at the desk", **SIGNED)
    cast.act("sit", seat=5, buy_in=100000, player_card="P-5")
    for seat in (2, 5):
        barred = cast.act("bar_player", seat=seat, scope="table", **WHY, **SIGNED).body["bar"]
    lift_bar(bar_id=barred, stamp=cast.stamp("frank", signed_by="frank"))
    stamp = cast.stamp("frank", signed_by="frank")
    bar_from_house(HouseCall(cast.casino.pk, stamp), player_card="P-9", reason="debt")
    try:
        cast.act("open_table", by="sam")
    except NotAllowed:
        acknowledge_alert(alert_id=Alert.objects.earliest("pk").pk, stamp=cast.stamp("frank"))


def _rules(cast: Cast) -> None:
    """One change in force, one rejected, one withdrawn, one that waits to be decided on."""
    decide(cast, "approve", request(cast))
    decide(cast, "reject", request(cast, {"limits": {"ante": {"min": 3000}}}))
    cast.act("withdraw_rule_change", by="frank", change=request(cast, {"chip_unit": 500}), words="a slip")
    decide(cast, "approve", request(cast, {"changes": {"notice_minutes": 10}}))
    decide(cast, "approve", request(cast, {"limits": {"ante": {"min": 4000}}}))


def _people(cast: Cast) -> None:
    """Somebody comes, somebody goes, roles and secrets change, and a request of each end."""
    house = House(cast.casino, {ADA: Role.ADMIN, INES: Role.COMPLIANCE})
    for badge in ("6001", "6002"):
        house.confirm(house.ask_person(badge, "floor", "dealer"))
    issue_token(casino_id=cast.casino.pk, badge="6001", label="old display", command_id=command_id())
    house.confirm(house.ask_secrets("6001", pin="395726"))
    issue_token(casino_id=cast.casino.pk, badge="6001", label="display", command_id=command_id())
    house.confirm(house.ask_roles("6001", "compliance"))
    revoke_role(HouseCall(cast.casino.pk, house.stamp(ADA)), badge="6001", role="compliance")
    deactivate_person(HouseCall(cast.casino.pk, house.stamp(ADA)), badge="6002")
    reject_change(HouseCall(cast.casino.pk, house.stamp(INES)), change=house.ask_person("6003", "dealer"))
    withdraw_change(HouseCall(cast.casino.pk, house.stamp(ADA)), change=house.ask_roles("6001", "admin"))
    house.ask_person("6004", "dealer")
    choose_language(cast.in_house("frank"), language="nl")
    tell_silent_tablets()


def _exports(cast: Cast) -> None:
    """One cancelled, one finished, one that failed, one that waits."""
    cancelled = request_export(cast.in_house("ines"), sent={}).body["export"]
    cancel_export(cast.in_house("ines"), export=cancelled)
    for result in (ExportResult("1.zip", 5, "0" * 64, {"entries": 1}), ExportResult(problem="no room")):
        request_export(cast.in_house("ines"), sent={"acts": ["deal"]})
        taken = leases.take_up("a-lease")
        assert taken is not None
        finish_export(export=taken, result=result)
    request_export(cast.in_house("ines"), sent={})
