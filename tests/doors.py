"""The doors of the service: where each act of the matrix is asked for over the web and over the API (OPS 1.4).

A new act is one line in `HOUSE_DOORS` (or comes by itself, where it is an act at a table that tests/test_policy.py tries).
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from tables.actions.audit.exports import request_export
from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.actions.people.requests import Secrets, request_person
from tables.actions.people.sign_in import tap_in
from tables.actions.setup import NewPerson, add_demonstration_person
from tables.api.urls import ACTS, TABLE
from tables.games.values import JSON
from tables.jobs.findings import keep
from tables.models import Alert, Person, RuleChange, Tablet
from tables.policy import Act, Role
from tables.queries.audit.findings import Finding
from tables.queries.tables.state import table_version
from tables.stamp import HouseCall, Signature, Stamp
from tests.actions.felt import settled
from tests.actions.floor.test_corrections import MISREAD
from tests.actions.floor.test_debts import owed_to_seat_4
from tests.actions.rules.changes import request
from tests.cast import PASSWORD, PINS, Cast, command_id
from tests.house_access import held_roles
from tests.moments import betting_round, dealt_round, decided, large_ante, players, settled_round, shown

HOUR = timedelta(hours=1)
Named = Mapping[str, Any]


@dataclass(frozen=True)
class Door:
    """How an act is asked for: what has to be there, and the requests; `{name}` is filled in from what was prepared."""

    act: Act
    prepare: Callable[[Cast], JSON]
    web: str
    api: str
    form: JSON = field(default_factory=dict)
    """What the form holds; the password that signs is added."""
    body: JSON = field(default_factory=dict)
    signed: bool = False
    by_badge: bool = False
    """The form of the page asks for a badge and its secret, not for the password of the session."""
    reads: bool = False


def nothing(_cast: Cast) -> JSON:
    """Dana deals; nothing else is needed."""
    return {}


def petra_deals(cast: Cast) -> JSON:
    """Let a dealer deal who is none of those who try."""
    tap_in(table_id=cast.table.pk, badge="2002", pin=PINS["2002"], tablet_id=None, command_id=command_id())
    return {}


def tablet(cast: Cast) -> JSON:
    """A tablet at the table."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    row, _token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    return {"tablet": row.pk}


def locked_tablet(cast: Cast) -> JSON:
    """One that is locked."""
    found = tablet(cast)
    Tablet.objects.filter(pk=found["tablet"]).update(locked_at=timezone.now())
    return found


def alert(cast: Cast) -> JSON:
    """An alert that nobody has acknowledged."""
    row = Alert.objects.create(
        casino=cast.casino, table=cast.table, kind="silent_tablet", subject="x", details={}, raised_at=timezone.now()
    )
    return {"alert": row.pk}


def asked_for(cast: Cast, who: str = "ada") -> JSON:
    """A request about a new person."""
    person = cast.people[who]
    stamp = Stamp(
        person.pk, Role.ADMIN, None, command_id(), Signature(person.pk, "password", person.credential_version)
    )
    details = {"name": "Nora", "roles": ["dealer"]}
    answer = request_person(HouseCall(cast.casino.pk, stamp), badge="2009", details=details, secrets=Secrets("940275"))
    return {"change": answer.body["change"]}


def asked_for_by_another(cast: Cast) -> JSON:
    """The same of an admin who is none of those who try."""
    zoe = NewPerson("9002", "Zoe", [Role.ADMIN], PASSWORD)
    add_demonstration_person(casino=cast.casino, person=zoe, command_id=command_id())
    cast.people["zoe"] = Person.objects.get(badge="9002")
    return asked_for(cast, "zoe")


def asked_rules(cast: Cast) -> JSON:
    """A change of the table's rules that Dana asked for."""
    cast.act("open_table", by="frank")
    return {"rules": request(cast, by="dana")}


def coming_rules(cast: Cast) -> JSON:
    """A change that Petra approved and whose notice runs."""
    cast.act("open_table", by="frank")
    found = request(cast, by="dana")
    RuleChange.objects.filter(pk=found).update(
        state="approved", decided_by=cast.people["petra"], decided_at=timezone.now(), due_at=timezone.now() + HOUR
    )
    return {"rules": found}


def barred(cast: Cast) -> JSON:
    """A player who is barred from the table."""
    cast.seat_players((1, 2))
    signed = {"by": "frank", "signed_by": "petra"}
    return {"bar": cast.act("bar_player", seat=1, scope="table", reason="conduct", words="x", **signed).body["bar"]}


def owed(cast: Cast) -> JSON:
    """What a correction could not take any more."""
    return {"owed": owed_to_seat_4(cast).pk}


def kept_finding(cast: Cast) -> JSON:
    """What a verification found at the table."""
    finding = Finding(chain=cast.table.chain, round=1, words="table 12, round 1: something else").document("rows")
    keep([finding], "2026-03-01T20:00:00.000000Z", 1)
    return {"finding": finding["id"]}


def asked_export(cast: Cast) -> JSON:
    """An export that waits to be made."""
    return {"export": request_export(cast.in_house("ines"), sent={}).body["export"]}


NORA: JSON = {"badge": "2009", "name": "Nora", "roles": ["dealer"], "pin": "940275"}
HOUSE_DOORS = (
    Door(Act.TAP_OTHER_OUT, petra_deals, "/floor/tables/{table}/tap-out/", "tables/{table}/tap-out/"),
    Door(Act.ENROL_TABLET, nothing, "/floor/tables/{table}/code/", "tables/{table}/tablets/"),
    Door(Act.REVOKE_TABLET, tablet, "/floor/tablets/{tablet}/revoke/", "tables/{table}/tablets/{tablet}/revoke/"),
    Door(Act.UNLOCK_TABLET, locked_tablet, "/floor/tablets/{tablet}/unlock/", "tables/{table}/tablets/{tablet}/unlock/"),
    Door(Act.UNLOCK_BADGE, nothing, "/floor/unlock-badge/", "people/1002/unlock/", form={"badge": "1002"}),
    Door(Act.ACKNOWLEDGE_ALERT, alert, "/floor/alerts/{alert}/acknowledge/", "alerts/{alert}/acknowledge/"),
    Door(Act.MANAGE_PEOPLE, nothing, "/people/create/", "people/", form=NORA, body=NORA, signed=True),
    Door(Act.WITHDRAW_STAFF_CHANGE, asked_for, "/people/changes/{change}/withdraw/", "people/changes/{change}/withdraw/"),
    Door(
        Act.CONFIRM_PEOPLE, asked_for_by_another,
        "/people/changes/{change}/confirm/", "people/changes/{change}/confirm/", signed=True,
    ),
    Door(
        Act.REJECT_PEOPLE, asked_for_by_another,
        "/people/changes/{change}/reject/", "people/changes/{change}/reject/", signed=True,
    ),
    Door(
        Act.REVOKE_ROLE, nothing, "/people/badges/2002/take/", "people/2002/roles/floor/revoke/",
        form={"role": "floor"}, signed=True,
    ),
    Door(Act.DEACTIVATE_PERSON, nothing, "/people/badges/2002/deactivate/", "people/2002/deactivate/", signed=True),
    Door(
        Act.APPROVE_RULE_CHANGE, asked_rules,
        "/floor/changes/{rules}/approve/", "tables/{table}/rule-changes/{rules}/approve/", signed=True,
    ),
    Door(
        Act.REJECT_RULE_CHANGE, asked_rules,
        "/floor/changes/{rules}/reject/", "tables/{table}/rule-changes/{rules}/reject/", signed=True,
    ),
    Door(
        Act.CANCEL_RULE_CHANGE, coming_rules,
        "/floor/changes/{rules}/cancel/", "tables/{table}/rule-changes/{rules}/cancel/", signed=True,
    ),
    Door(
        Act.LIFT_BAR, barred, "/floor/bars/{bar}/lift/", "bars/{bar}/lift/",
        form={"words": "calm again"}, body={"words": "calm again"}, signed=True, by_badge=True,
    ),
    Door(
        Act.SETTLE_OWED, owed, "/floor/owed/{owed}/settle/", "owed/{owed}/settle/",
        form={"how": "cash", "words": "paid"}, body={"how": "cash", "words": "paid"}, signed=True, by_badge=True,
    ),
    Door(
        Act.CHOOSE_LANGUAGE, nothing, "/language/", "people/me/language/", form={"language": "nl"}, body={"language": "nl"},
    ),
    Door(Act.EXPORT_AUDIT_LOG, nothing, "/compliance/exports/ask/", "audit/exports/"),
    Door(Act.CANCEL_EXPORT, asked_export, "/compliance/exports/{export}/cancel/", "audit/exports/{export}/cancel/"),
    Door(Act.MAKE_CHECKPOINT, nothing, "/compliance/checkpoints/make/", "audit/checkpoints/"),
    Door(
        Act.ACKNOWLEDGE_FINDING, kept_finding,
        "/compliance/findings/{finding}/acknowledge/", "audit/findings/{finding}/acknowledge/",
        form={"words": "looked at"}, body={"words": "looked at"}, signed=True,
    ),
    Door(
        Act.REVIEW_ROLES, held_roles, "/people/reviews/{roles}/", "people/reviews/{roles}/",
        form={"words": "as it should be"}, body={"words": "as it should be"}, signed=True,
    ),
    Door(Act.READ_AUDIT_LOG, nothing, "/compliance/", "audit/entries/", reads=True),
)  # fmt: skip


def opened_dispute(cast: Cast) -> JSON:
    """A dispute about a settled round."""
    settled(cast)
    return {"dispute": cast.act("open_dispute", number=1, reason="wager").body["dispute"]}


SIGNED_AT_TABLES: dict[Act, tuple[str, Callable[[Cast], JSON], JSON]] = {
    Act.BAR_PLAYER: ("bar_player", players, {"scope": "table", "reason": "conduct", "words": "threw cards"}),
    Act.RULE_ON_DISPUTE: ("rule_on_dispute", opened_dispute, {"outcome": "stands", "words": "as the camera shows"}),
    Act.CORRECT_ROUND: ("correct_round", settled_round, {"corrections": MISREAD, "reason": "misread_hand"}),
    Act.VOID_DECIDED_ROUND: ("void_round", decided, {"reason": "red_light"}),
    Act.CHANGE_DECISION_AFTER_HAND: (
        "enter_decisions", shown, {"decisions": [{"seat": 2, "decision": "fold"}]},
    ),
    Act.CHANGE_BANK_AFTER_DEAL: ("change_bank", dealt_round, {"bank": 60000}),
    Act.CHANGE_HANDS_AFTER_DEAL: ("enter_wagers", dealt_round, {"removed": [4]}),
    Act.CHANGE_WAGER_AFTER_HAND: ("enter_wagers", shown, {"wagers": [{"seat": 2, "ante": 900, "found": True}]}),
    Act.RAISE_ON_SEEN_CHIPS: (
        "enter_decisions", large_ante, {"decisions": [{"seat": 2, "decision": "raise", "raise": 90000, "seen": True}]},
    ),
    Act.RECOUNT_LARGE: ("recount", players, {"chips": 10000, "reason": "miscount"}),
    Act.OVERRIDE_LIMIT: ("enter_wagers", betting_round, {"wagers": [{"seat": 2, "ante": 40000, "override": True}]}),
}  # fmt: skip
"""Acts at a table that the floor signs, each by the act it is asked for with; what was prepared is sent with it."""

# Tried through their doors by their own modules: there they are done by one person and no other, or signed by another.
ELSEWHERE = {
    Act.TAP_IN: "the badge is the door: tests/web/tablet/test_relief.py, tests/api/test_evening.py",
    Act.TAP_OUT: "the dealer's own: tests/web/tablet/test_tablet.py, tests/api/test_evening.py",
    Act.WITHDRAW_RULE_CHANGE: "one's own: tests/api/test_rule_changes.py, tests/web/rules/test_rule_changes.py",
    Act.EXPORT_REPORT: "answered with a stream: tests/web/audit/test_taken_away.py",
    Act.EXPORT_EVIDENCE: "a page alone, which needs a committed round: tests/exports/test_evidence.py",
    Act.DOWNLOAD_EXPORT: "needs a finished file: tests/api/test_audit.py, tests/web/audit/test_compliance_pages.py",
}
TIMES = "brought by time: no address asks for it"
PROOF = "its own proof: a person who knows the secret or the code"
SERVER = "a command on the server: tests/management"
NO_DOOR = {
    **dict.fromkeys(
        (
            act
            for act in Act
            if act.value.startswith(("expire_", "put_rules", "restart_", "finish_", "apply_", "raise_alert", "record_"))
        ),
        TIMES,
    ),
    **dict.fromkeys(
        (Act.SIGN, Act.SIGN_IN, Act.SIGN_IN_FAILED, Act.SIGN_OUT, Act.ENROLMENT_FAILED, Act.OPEN_PAGE), PROOF
    ),
    **dict.fromkeys((Act.ISSUE_TOKEN, Act.BOOTSTRAP, Act.ADD_TABLE, Act.ADD_PERSON, Act.BASELINE), SERVER),
    **dict.fromkeys((Act.RESET_DEMONSTRATION_SECRETS, Act.EXPORT_ON_SERVER), SERVER),
    **dict.fromkeys((Act.ROTATE_CHECKPOINT_KEY, Act.REVOKE_CHECKPOINT_KEY, Act.RESTORED), SERVER),
}

ADDRESSES = {act: address for address, act in ACTS.items()} | {
    "open_round": f"{TABLE}rounds/",
    "request_rule_change": f"{TABLE}rule-changes/",
}


def of_table(name: str, cast: Cast, sent: Named) -> tuple[str, JSON]:
    """The address of an act at the table over the API, and the body that is left."""
    filled = {"table_id": cast.table.pk, **sent}
    address = ADDRESSES[name]
    in_path = re.findall(r"<\w+:(\w+)>", address)
    path = re.sub(r"<\w+:(\w+)>", lambda found: str(filled[found[1]]), address)
    return path, {key: value for key, value in sent.items() if key not in in_path}


def form_of_table(name: str, cast: Cast, sent: Named) -> JSON:
    """The form of an act at the table, as its page sends it."""
    version = str(table_version(cast.table.pk))
    return {"act": name, "command": command_id(), "version": version, "input": json.dumps(sent)}


def filled(address: str, cast: Cast, prepared: Named) -> str:
    """An address with its table, tablet, request."""
    return address.format(table=cast.table.pk, **prepared)


def form_of(door: Door, badge: str) -> JSON:
    """What is typed into the form, signed by the same person."""
    if door.by_badge:
        return {**door.form, "badge": badge, "secret": PASSWORD, "command": command_id()}
    return {**door.form, "signature": PASSWORD} if door.signed else dict(door.form)


def body_of(door: Door, badge: str) -> JSON:
    """What a program sends, signed by the same person."""
    return {**door.body, "signature": {"badge": badge, "secret": PASSWORD}} if door.signed else dict(door.body)
