"""What a command id stands for: a command sent again after an upgrade has the fingerprint that it had before.

The expected values are spelled out, act by act, and hashed here, so that a renamed parameter of an act is found.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import pytest

from tables.actions.devices import enrol_tablet, issue_enrolment_code, issue_token
from tables.actions.people.secrets import fingerprint
from tables.actions.people.sign_in import end_session, sign_in, tap_in
from tables.models import Command, RulesVersion, Tablet
from tables.policy import Act
from tests.api.http import program
from tests.cast import PASSWORD, PINS, Cast, command_id, make_cast
from tests.doors import HOUSE_DOORS, Door, body_of, filled

pytestmark = pytest.mark.usefixtures("vault")

WHO = {
    Act.EXPORT_AUDIT_LOG: "3001",
    Act.CANCEL_EXPORT: "3001",
    Act.MAKE_CHECKPOINT: "3001",
    Act.ACKNOWLEDGE_FINDING: "3001",
    Act.REVIEW_ROLES: "3001",
} | dict.fromkeys((Act.MANAGE_PEOPLE, Act.WITHDRAW_STAFF_CHANGE, Act.CONFIRM_PEOPLE, Act.REJECT_PEOPLE), "9001")
WHO |= dict.fromkeys((Act.REVOKE_ROLE, Act.DEACTIVATE_PERSON), "9001")

AT_TABLES = {
    Act.APPROVE_RULE_CHANGE: {"change": "{rules}"},
    Act.REJECT_RULE_CHANGE: {"change": "{rules}"},
    Act.CANCEL_RULE_CHANGE: {"change": "{rules}"},
    Act.LIFT_BAR: {"bar": "{bar}", "words": "calm again"},
    Act.SETTLE_OWED: {"owed": "{owed}", "how": "cash", "words": "paid"},
}
IN_HOUSE: dict[Act, Mapping[str, Any]] = {
    Act.TAP_OTHER_OUT: {"table": 12},
    Act.ENROL_TABLET: {"table": 12},
    Act.REVOKE_TABLET: {"tablet": "{tablet}"},
    Act.UNLOCK_TABLET: {"tablet": "{tablet}"},
    Act.UNLOCK_BADGE: {"badge": "1002"},
    Act.ACKNOWLEDGE_ALERT: {"alert": "{alert}"},
    Act.WITHDRAW_STAFF_CHANGE: {"change": "{change}"},
    Act.CONFIRM_PEOPLE: {"change": "{change}"},
    Act.REJECT_PEOPLE: {"change": "{change}"},
    Act.REVOKE_ROLE: {"badge": "2002", "role": "floor"},
    Act.DEACTIVATE_PERSON: {"badge": "2002"},
    Act.EXPORT_AUDIT_LOG: {"filter": {}},
    Act.CANCEL_EXPORT: {"export": "{export}"},
    Act.CHOOSE_LANGUAGE: {"language": "nl"},
    Act.MAKE_CHECKPOINT: {},
    Act.REVIEW_ROLES: {"roles": "{roles}", "words": "as it should be"},
    Act.ACKNOWLEDGE_FINDING: {"finding": "{finding}", "words": "looked at"},
}
ACT_OF = {Act.TAP_OTHER_OUT: Act.TAP_OUT}
"""A floor manager who taps a dealer out does the dealer's act."""


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people."""
    return make_cast()


def digest_of(act: Act, table_id: int | None, sent: Mapping[str, Any]) -> str:
    """The fingerprint as it has been since the first release."""
    return hashlib.sha256(json.dumps([str(act), table_id, sent], sort_keys=True).encode()).hexdigest()


def with_numbers(sent: Mapping[str, Any], prepared: Mapping[str, Any]) -> dict[str, Any]:
    """What is sent, with the numbers of what was prepared."""
    return {
        name: prepared[value[1:-1]] if isinstance(value, str) and value.startswith("{") else value
        for name, value in sent.items()
    }


@pytest.mark.parametrize(
    "door", [door for door in HOUSE_DOORS if door.act in {**AT_TABLES, **IN_HOUSE}], ids=lambda door: str(door.act)
)
def test_aud_1_1_the_fingerprint_of_an_act_over_the_api(cast: Cast, door: Door) -> None:
    """Of every act of the house that has an address, and of those at a table that share one with it."""
    prepared, who, key = door.prepare(cast), WHO.get(door.act, "2001"), command_id()
    reply = program(cast, who).post(filled(door.api, cast, prepared), body_of(door, who), key=key)
    assert reply.status == 200, reply.body
    table_id = cast.table.pk if door.act in AT_TABLES else None
    sent = with_numbers({**AT_TABLES, **IN_HOUSE}[door.act], prepared)
    assert Command.objects.get(pk=key).digest == digest_of(ACT_OF.get(door.act, door.act), table_id, sent)


def test_aud_1_1_the_fingerprint_of_a_request_about_people(cast: Cast) -> None:
    """With a fingerprint of each secret: another PIN under the same id is another command."""
    key, body = command_id(), {"badge": "2009", "name": "Nora", "roles": ["dealer"], "pin": "940275"}
    signature = {"badge": "9001", "secret": PASSWORD}
    assert program(cast, "9001").post("people/", {**body, "signature": signature}, key=key).status == 200
    sent = {"kind": "create_person", "badge": "2009", "name": "Nora", "licence": "", "roles": ["dealer"]}
    expected = digest_of(Act.MANAGE_PEOPLE, None, {**sent, "secrets": [fingerprint("940275"), ""]})
    assert Command.objects.get(pk=key).digest == expected


def test_aud_1_1_the_fingerprint_of_an_act_at_the_table(cast: Cast) -> None:
    """Its arguments as they were sent, and none that was left out."""
    cast.act("open_table", by="frank")
    assert Command.objects.get(act="open_table").digest == digest_of(Act.OPEN_TABLE, cast.table.pk, {})
    cast.act("sit", seat=1, buy_in=100000)
    assert Command.objects.get(act="sit").digest == digest_of(Act.SIT, cast.table.pk, {"seat": 1, "buy_in": 100000})


def test_aud_1_1_the_fingerprint_of_a_bar_from_a_seat_and_from_the_house(cast: Cast) -> None:
    """One is done at a table and names it by its number; both say what was sent beside it."""
    cast.act("open_table", by="frank")
    cast.act("sit", seat=1, buy_in=100000, player_card="P-9")
    cast.act("bar_player", by="frank", signed_by="petra", seat=1, scope="house", reason="conduct")
    sent = {"table": 12, "seat": 1, "scope": "house", "reason": "conduct", "words": ""}
    assert Command.objects.get(act="bar_player").digest == digest_of(Act.BAR_PLAYER, None, sent)
    key, body = command_id(), {"player_card": " P-8 ", "reason": "cheating"}
    signature = {"badge": "2002", "secret": PASSWORD}
    assert program(cast, "2002").post("bars/", {**body, "signature": signature}, key=key).status == 200
    sent = {"player_card": "P-8", "reason": "cheating", "words": ""}
    assert Command.objects.get(pk=key).digest == digest_of(Act.BAR_PLAYER, None, sent)


def test_aud_1_1_the_fingerprint_of_who_proves_something(cast: Cast) -> None:
    """Signing in and out, tapping in, enrolling, a token: never with a secret."""
    casino_id, keys = cast.casino.pk, [command_id() for _number in range(5)]
    person = sign_in(casino_id=casino_id, badge="2001", password=PASSWORD, command_id=keys[0])
    end_session(casino_id=casino_id, person=person, tablet_id=None, command_id=keys[1])
    tap_in(table_id=cast.table.pk, badge="1002", pin=PINS["1002"], tablet_id=None, command_id=keys[2])
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    enrol_tablet(code=code, label="Felt", command_id=keys[3])
    issue_token(casino_id=casino_id, badge="2001", label="report", command_id=keys[4])
    assert Tablet.objects.count() == 1
    assert [Command.objects.get(pk=key).digest for key in keys] == [
        digest_of(Act.SIGN_IN, None, {"badge": "2001"}),
        digest_of(Act.SIGN_OUT, None, {"badge": "2001"}),
        digest_of(Act.TAP_IN, None, {"table": 12, "badge": "1002"}),
        digest_of(Act.ENROL_TABLET, None, {"label": "Felt"}),
        digest_of(Act.ISSUE_TOKEN, None, {"badge": "2001", "label": "report"}),
    ]


def test_aud_1_1_the_fingerprint_of_setting_up(cast: Cast) -> None:
    """People and tables of a demonstration come by commands on the server."""
    person = Command.objects.filter(act="add_person").earliest("acted_at")
    assert person.digest == digest_of(Act.ADD_PERSON, None, {"badge": "1001"})
    rules = RulesVersion.objects.get(table=cast.table).document
    sent = {"number": 12, "seat_count": 7, "rules": rules}
    assert Command.objects.get(act="add_table").digest == digest_of(Act.ADD_TABLE, None, sent)
