"""Command ids: one rule for pages and programs, and none of theirs is one of the service's own (interfaces, section 3)."""

from typing import Any

import pytest
from django.test import Client

from tables.actions.rules import timer
from tables.errors import BadField
from tables.models import AuditEntry, Command
from tables.policy import Act, Role
from tables.stamp import CommandId, Stamp
from tests.actions.rules.changes import asked_long_ago
from tests.api.http import program
from tests.cast import PASSWORD, Cast, make_cast
from tests.doors import HOUSE_DOORS, Door, body_of, filled, form_of
from tests.web.conftest import tablet_client

pytestmark = pytest.mark.usefixtures("vault")

FOREIGN = ("rules:expire:1", "a b c d e f", "\u00e4" * 9, "short", "x" * 65, "x" * 200)
NEVER = (*FOREIGN, "", "nul\0nul\0nul", "line feed\n", "\ud800" * 9, "\u0661" * 9)
IDS_OF_ITS_OWN = {Act.ENROL_TABLET: "a code is new each time", Act.CANCEL_EXPORT: "a second press finds it cancelled"}
"""Forms whose page makes the command id itself."""
WHO = {Act.EXPORT_AUDIT_LOG: "ines", Act.MAKE_CHECKPOINT: "ines", Act.ACKNOWLEDGE_FINDING: "ines"} | dict.fromkeys(
    (
        *(Act.MANAGE_PEOPLE, Act.WITHDRAW_STAFF_CHANGE, Act.CONFIRM_PEOPLE, Act.REJECT_PEOPLE),
        *(Act.REVOKE_ROLE, Act.DEACTIVATE_PERSON, Act.REVIEW_ROLES),
    ),
    "ada",
)
DOORS = [door for door in HOUSE_DOORS if not door.reads and door.act not in IDS_OF_ITS_OWN]


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people."""
    return make_cast()


def browser(cast: Cast, who: str) -> Client:
    """A person who signed in."""
    client = Client()
    client.post("/login/", {"badge": cast.people[who].badge, "password": PASSWORD})
    return client


@pytest.mark.parametrize("text", NEVER)
def test_what_is_no_command_id_is_refused_by_name(text: str) -> None:
    """With a sentence that says what one is."""
    with pytest.raises(BadField) as refusal:
        CommandId.sent(text, field="command")
    assert refusal.value.field == "command"
    assert str(refusal.value) == "command must be 8 to 64 letters from A to Z, digits, _ or -, new for each act."


@pytest.mark.parametrize("value", [None, 12345678, ["abcdefgh"], b"abcdefgh"])
def test_what_is_no_text_is_refused_too(value: Any) -> None:
    """A program may send anything."""
    with pytest.raises(BadField):
        CommandId.sent(value)


@pytest.mark.parametrize("text", ["abcdefgh", "A-Z_0-9-", "x" * 64])
def test_what_is_one_stays_as_it_was_sent(text: str) -> None:
    """Letter by letter, since it is stored and hashed."""
    assert CommandId.sent(text) == text


def test_an_internal_id_has_a_colon_and_one_that_was_sent_has_none() -> None:
    """So neither can be the other."""
    assert CommandId.internal("rules", "expire", 1) == "rules:expire:1"
    assert ":" in CommandId.fresh("page")
    assert CommandId.fresh("page") != CommandId.fresh("page")
    for parts in (("alone",), ("a", ""), ("a", "b:c"), ("a", "b c"), ("a", "x" * 64)):
        with pytest.raises(ValueError, match="no command id"):
            CommandId.internal(*parts)


def test_a_stamp_takes_nothing_else() -> None:
    """Nor can a text be called one."""
    with pytest.raises(TypeError):
        Stamp(1, Role.FLOOR, None, "rules:expire:1")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        CommandId("rules:expire:1")


@pytest.mark.parametrize("door", DOORS, ids=lambda door: str(door.act))
def test_a_page_refuses_a_foreign_command_id_with_a_sentence(cast: Cast, door: Door) -> None:
    """Nothing is done, nothing remembered, no fault of the database."""
    who = WHO.get(door.act, "frank")
    prepared, client = door.prepare(cast), browser(cast, who)
    count = Command.objects.count()
    for text in (*FOREIGN, "nul\0nul\0nul"):
        form = {**form_of(door, cast.people[who].badge), "command": text}
        answer = client.post(filled(door.web, cast, prepared), form)
        assert (answer.status_code, answer["Croupier-Code"]) == (422, "bad_field"), text
        assert "must be 8 to 64 letters from A to Z" in answer.content.decode()
    assert Command.objects.count() == count
    assert not AuditEntry.objects.filter(command_id__in=FOREIGN).exists()


@pytest.mark.parametrize("door", DOORS, ids=lambda door: str(door.act))
def test_the_api_refuses_a_foreign_command_id_with_a_sentence(cast: Cast, door: Door) -> None:
    """The same sentence, of its header."""
    who = WHO.get(door.act, "frank")
    prepared, sender = door.prepare(cast), program(cast, cast.people[who].badge)
    count = Command.objects.count()
    for text in FOREIGN:
        reply = sender.post(filled(door.api, cast, prepared), body_of(door, cast.people[who].badge), key=text)
        assert reply.code == "400 bad_field", text
        assert reply.body["detail"].startswith("Idempotency-Key must be 8 to 64 letters from A to Z")
    assert Command.objects.count() == count


def test_a_tablet_refuses_it_as_well(cast: Cast) -> None:
    """Umlauts are letters to Python, and none here."""
    page = tablet_client(cast)
    for text in (*FOREIGN, ""):
        sent = {"act": "open_table", "command": text, "version": "0", "input": "{}"}
        answer = page.post(f"/tables/{cast.table.pk}/act/", sent)
        assert (answer.status_code, answer["Croupier-Code"]) == (422, "bad_field"), text
    assert cast.fresh_table.state == "closed"


def test_ops_4_2_nobody_uses_up_the_command_id_of_the_clock(cast: Cast) -> None:
    """Compliance tries, on each of their pages and over the API; the clock expires the change all the same."""
    cast.act("open_table", by="frank")
    change = asked_long_ago(cast)
    taken, pages = f"rules:expire:{change}", browser(cast, "ines")
    assert pages.post("/compliance/exports/ask/", {"command": taken}).status_code == 422
    assert pages.post("/compliance/checkpoints/make/", {"command": taken}).status_code == 422
    assert program(cast, "3001").post("audit/exports/", {}, key=taken).code == "400 bad_field"
    assert timer.scan() == 1
    assert Command.objects.get(pk=taken).act == "expire_rule_change"
