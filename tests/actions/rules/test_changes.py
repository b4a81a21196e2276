"""Changes of house rules: asking, deciding, and four eyes (OPS 1.3, 1.5, 4.2, 4.5)."""

from datetime import timedelta
from typing import Any

import pytest

from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.actions.rules import timer as rule_times
from tables.actions.rules.changes import expire_rule_change
from tables.errors import TableError
from tables.models import Alert, AuditEntry, RoleGrant, RuleChange
from tables.policy import Role
from tables.stamp import Call, Signature, Stamp
from tests.actions.felt import betting, last_entry, refused
from tests.actions.rules.changes import (
    HIGHER,
    NOTICE,
    asked_long_ago,
    dana_since,
    decide,
    due_long_ago,
    refusal,
    request,
    version_of,
    with_password,
)
from tests.cast import ROLES, Cast, command_id


def test_ops_4_2_a_request_says_what_would_change_and_moves_no_version(cast: Cast) -> None:
    """The round on the table does not notice; what asks for notices does."""
    betting(cast)
    before = cast.fresh_table
    number = request(cast, by="dana")
    change, after = RuleChange.objects.get(pk=number), cast.fresh_table
    assert (after.version, after.notices) == (before.version, before.notices + 1)
    assert (change.state, change.requested_by_id) == ("requested", cast.people["dana"].pk)
    assert change.expires_at - change.requested_at == timedelta(minutes=60)
    assert change.document["limits"]["ante"] == {"min": 2000, "max": 30000}
    payload = last_entry(cast).payload
    assert payload["differences"] == [{"key": "limits.ante.min", "before": 1000, "after": 2000}]
    assert payload["sent"]["reason"] == "a full house tonight"


@pytest.mark.parametrize(
    ("rules", "code", "field"),
    [
        ({"limits": {"ante": {"min": 40000}}}, "bad_rules", "limits.ante"),
        ({"limits": {"ante": {"min": 1050}}}, "bad_rules", "limits.ante.min"),
        ({"limits": {"ante": {"low": 1}}}, "bad_rules", "limits.ante.low"),
        ({"terms": {"raise_caps": {"4": 2}}}, "bad_rules", "raise_caps.2"),
        ({"terms": {"caps": {"per_hand": 400000}}}, "bad_rules", "caps.per_hand"),
        ({"terms": {"qualifier": {"rank": "1"}}}, "bad_rules", "qualifier.rank"),
        ({"changes": {"expire_minutes": 0}}, "bad_rules", "changes.expire_minutes"),
        ({"colour": "green"}, "bad_rules", "colour"),
        ({"limits": {"ante": {"min": 1000}}}, "wrong_state", "rules"),
        ({}, "wrong_state", "rules"),
        ([], "bad_field", "rules"),
        ({"chip_unit": 300}, "bad_rules", "limits.ante.min"),
    ],
)
def test_ops_4_5_a_change_that_contradicts_itself_or_changes_nothing_is_refused(
    cast: Cast, rules: Any, code: str, field: str
) -> None:
    """The message names the rule, and nothing is open afterwards."""
    error = refused(cast, code, "request_rule_change", by="frank", rules=rules, base_version=1, reason="why not")
    assert error.field == field
    assert not RuleChange.objects.exists()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"base_version": 2}, "stale"),
        ({"base_version": "1"}, "bad_field"),
        ({"base_version": True}, "bad_field"),
        ({"reason": ""}, "bad_field"),
        ({"reason": "x" * 201}, "bad_field"),
        ({"reason": None}, "bad_field"),
    ],
)
def test_ops_4_2_a_request_names_its_base_and_its_reason(cast: Cast, more: dict[str, Any], code: str) -> None:
    """Otherwise nothing is asked for."""
    sent: dict[str, Any] = {"rules": HIGHER, "base_version": 1, "reason": "why not", **more}
    refused(cast, code, "request_rule_change", by="frank", **sent)
    assert not RuleChange.objects.exists()


def test_ops_4_2_one_change_a_table_is_open_and_the_refusal_names_it(cast: Cast) -> None:
    """Asked for or approved; once it has ended the next can be asked for."""
    cast.seat_players((1, 2))
    number = request(cast, NOTICE)
    again: dict[str, Any] = {"rules": HIGHER, "base_version": 1, "reason": "me too"}
    assert str(number) in str(refused(cast, "wrong_state", "request_rule_change", by="petra", **again))
    decide(cast, "approve", number)
    assert version_of(cast) == 2
    number = request(cast)
    decide(cast, "approve", number)
    again["base_version"] = 2
    refused(cast, "wrong_state", "request_rule_change", by="petra", **again)
    decide(cast, "cancel", number)
    assert request(cast) > number


@pytest.mark.parametrize("act", ["approve", "reject"])
def test_ops_4_2_the_requester_never_decides_in_any_role(cast: Cast, act: str) -> None:
    """As floor, as dealer with a third person's signature, with their own beneath another's session, with two roles."""
    cast.seat_players((1, 2))
    dana = cast.people["dana"]
    RoleGrant.objects.create(casino=cast.casino, person=dana, role=Role.FLOOR, granted_at=dana_since(cast))
    number = request(cast, by="dana")
    own = Signature(dana.pk, "password", dana.credential_version)
    frank = Signature(cast.people["frank"].pk, "password", cast.people["frank"].credential_version)
    tries = [
        Stamp(dana.pk, Role.FLOOR, None, command_id(), own),
        Stamp(dana.pk, Role.DEALER, None, command_id(), own),
        Stamp(dana.pk, Role.DEALER, None, command_id(), frank),
        Stamp(dana.pk, Role.FLOOR, None, command_id(), frank),
        Stamp(cast.people["frank"].pk, Role.FLOOR, None, command_id(), own),
    ]
    assert [refusal(cast, act, number, stamp) for stamp in tries] == ["own_change"] * 5
    entries = AuditEntry.objects.filter(chain=cast.casino.chain, act="refused", payload__code="own_change")
    assert entries.count() == 5
    assert Alert.objects.filter(kind="refused").count() == 5


def test_ops_1_3_a_change_is_decided_in_ones_own_session_with_ones_password(cast: Cast) -> None:
    """Not by a PIN, not from a tablet, not in another's session, not without any signature, not by dealer or compliance."""
    number = request(cast)
    petra = cast.people["petra"]
    pin = Signature(petra.pk, "pin", petra.credential_version)
    password = Signature(petra.pk, "password", petra.credential_version)
    third = cast.people["dana"].pk
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    tablet, _token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    on_tablet = Stamp(petra.pk, Role.FLOOR, tablet.pk, command_id(), password)
    assert refusal(cast, "approve", number, Stamp(petra.pk, Role.FLOOR, None, command_id(), pin)) == "not_allowed"
    assert refusal(cast, "approve", number, Stamp(petra.pk, Role.FLOOR, 1, command_id(), password)) == "not_allowed"
    assert refusal(cast, "approve", number, on_tablet) == "not_allowed"
    assert refusal(cast, "approve", number, Stamp(third, Role.DEALER, None, command_id(), password)) == "not_allowed"
    assert refusal(cast, "approve", number, Stamp(petra.pk, Role.FLOOR, None, command_id())) == "needs_signature"
    old = Signature(petra.pk, "password", petra.credential_version + 1)
    assert refusal(cast, "approve", number, Stamp(petra.pk, Role.FLOOR, None, command_id(), old)) == "not_allowed"


def test_ops_4_2_undecided_in_time_a_change_expires(cast: Cast) -> None:
    """Nobody can decide on it any more, and time ends it; before its time the system cannot."""
    number = request(cast)
    system = Call(cast.table.pk, Stamp(None, Role.SYSTEM, None, command_id()))
    with pytest.raises(TableError, match="still time"):
        expire_rule_change(system, change=number)
    cast.act("withdraw_rule_change", by="frank", change=number)
    number = asked_long_ago(cast)
    assert refusal(cast, "approve", number, with_password(cast, "petra")) == "expired"
    assert refusal(cast, "reject", number, with_password(cast, "petra")) == "expired"
    assert (rule_times.scan(), rule_times.scan()) == (1, 0)
    change = RuleChange.objects.get(pk=number)
    assert (change.state, change.decided_by_id, last_entry(cast).act) == ("expired", None, "expire_rule_change")


def test_ops_4_2_an_expired_change_is_not_in_the_way_of_the_next(cast: Cast) -> None:
    """Also where nothing has looked at the time: the request ends it, and its entry says so."""
    old = asked_long_ago(cast)
    number = request(cast, by="petra")
    assert RuleChange.objects.get(pk=old).state == "expired"
    assert last_entry(cast).payload["expired"] == {"change": old}
    assert RuleChange.objects.get(pk=number).state == "requested"


def test_ops_4_2_an_approved_change_stays_in_the_way_until_it_is_in_force(cast: Cast) -> None:
    """The time to decide on it may be over long since: it was decided on."""
    cast.seat_players((1, 2))
    approved = due_long_ago(cast)
    more: dict[str, Any] = {"rules": HIGHER, "base_version": 1, "reason": "me too"}
    assert str(approved) in str(refused(cast, "wrong_state", "request_rule_change", by="petra", **more))
    assert RuleChange.objects.get().state == "approved"
    assert (rule_times.scan(), version_of(cast)) == (1, 2)


def test_ops_4_2_its_requester_withdraws_a_change_and_nobody_else(cast: Cast) -> None:
    """As long as nobody has decided."""
    cast.seat_players((1, 2))
    decide(cast, "approve", request(cast, NOTICE))
    number = request(cast)
    refused(cast, "not_allowed", "withdraw_rule_change", by="petra", change=number)
    cast.act("withdraw_rule_change", by="frank", change=number, words="a slip")
    change = RuleChange.objects.get(pk=number)
    assert (change.state, change.ended_by_id, change.words) == ("withdrawn", cast.people["frank"].pk, "a slip")
    refused(cast, "wrong_state", "withdraw_rule_change", by="frank", change=number)
    assert refusal(cast, "approve", number, with_password(cast, "petra")) == "wrong_state"
    number = request(cast)
    decide(cast, "approve", number)
    refused(cast, "wrong_state", "withdraw_rule_change", by="frank", change=number)


def test_ops_4_2_a_change_is_rejected_or_cancelled_by_a_second_person(cast: Cast) -> None:
    """Cancelling also after the notice, while a round still runs; never one's own; and nothing of it comes into force."""
    betting(cast)
    number = request(cast)
    decide(cast, "reject", number)
    assert RuleChange.objects.get(pk=number).state == "rejected"
    number = request(cast)
    assert refusal(cast, "cancel", number, with_password(cast, "petra")) == "wrong_state"
    decide(cast, "approve", number)
    assert refusal(cast, "cancel", number, with_password(cast, "frank")) == "own_change"
    decide(cast, "cancel", number)
    cast.act("void_round", number=1, reason="red_light")
    assert (RuleChange.objects.get(pk=number).state, version_of(cast)) == ("cancelled", 1)


@pytest.mark.parametrize("act", ["approve", "reject", "cancel", "withdraw"])
@pytest.mark.parametrize(
    ("number", "code"), [(999, "not_found"), ("1", "bad_field"), (0, "bad_field"), (None, "bad_field")]
)
def test_ops_4_2_a_change_that_is_none_is_named(cast: Cast, act: str, number: object, code: str) -> None:
    """A number of another table, or no number."""
    assert refusal(cast, act, number, with_password(cast, "petra")) == code


@pytest.mark.parametrize("act", ["approve", "reject", "cancel"])
def test_ops_1_4_only_another_of_the_floor_decides(cast: Cast, act: str) -> None:
    """Everybody in their role, and everybody as if they were of the floor, signed by themselves and by Petra."""
    betting(cast)
    number = request(cast)
    if act == "cancel":
        decide(cast, "approve", number)
    codes = set()
    for who in ("dana", "dora", "ines", "ada", "sam"):
        person, petra = cast.people[who], cast.people["petra"]
        for role in {ROLES[who], Role.FLOOR, Role.SYSTEM}:
            for signer in (person, petra):
                signature = Signature(signer.pk, "password", signer.credential_version)
                codes.add(refusal(cast, act, number, Stamp(person.pk, role, None, command_id(), signature)))
    assert codes == {"not_allowed"}
    decide(cast, act, number)
