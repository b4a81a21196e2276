"""One command id, one act (OPS 5.10; AUD 1.3)."""

from dataclasses import replace
from typing import Any

import pytest

from tables import actions
from tables.actions.act import Answer
from tables.actions.people.sign_in import sign, sign_in, tap_in
from tables.errors import Conflict, NotAllowed, NotFound, Stale, TableError
from tables.games.errors import RuleError
from tables.models import AuditEntry, Command, Person, Tablet
from tables.policy import Role
from tables.stamp import Call, Stamp
from tests.actions.felt import betting, refused, snapshot
from tests.cast import PASSWORD, PINS, Cast, command_id


@pytest.fixture
def stamp(cast: Cast) -> Stamp:
    """Dana's, to be used more than once."""
    return cast.stamp("dana")


def send(cast: Cast, stamp: Stamp, name: str, version: int | None = None, **sent: Any) -> Answer:
    """An act under a command id of one's own choice."""
    return actions.perform(name, Call(cast.table.pk, stamp, version), sent)


def test_ops_5_10_sent_twice_it_acts_once_and_answers_the_same(cast: Cast, stamp: Stamp) -> None:
    """Also with a version that is stale by now, and after the table has moved on."""
    number = betting(cast)
    wagers = [{"seat": 2, "ante": 1000}]
    version = cast.fresh_table.version
    first = send(cast, stamp, "enter_wagers", version, number=number, wagers=wagers)
    after = snapshot(cast)
    again = send(cast, stamp, "enter_wagers", version, number=number, wagers=wagers)
    assert (first.replayed, again.replayed) == (False, True)
    assert (again.body, again.version) == (first.body, first.version)
    assert snapshot(cast) == after
    cast.act("deal", number=number)
    assert send(cast, stamp, "enter_wagers", number=number, wagers=wagers).body == first.body


def test_ops_5_10_the_settlement_is_answered_the_same_for_ever(cast: Cast, stamp: Stamp) -> None:
    """Nested answers come back equal, also once the round is closed and the person has lost their role."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    cast.act("enter_decisions", number=number, decisions=[{"seat": 2, "decision": "fold"}])
    first = send(cast, stamp, "settle_round", number=number)
    cast.act("close_round", number=number)
    cast.people["dana"].role_grants.update(revoked_at=cast.people["dana"].role_grants.get().granted_at)
    assert send(cast, stamp, "settle_round", number=number).body == first.body


def test_ops_5_10_the_id_used_for_something_else_is_a_conflict(cast: Cast, stamp: Stamp) -> None:
    """Another body, another act, another person, another table; nothing is done and no body is shown."""
    number = betting(cast)
    send(cast, stamp, "enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    before = snapshot(cast)
    others: list[tuple[Stamp, str, dict[str, Any]]] = [
        (stamp, "enter_wagers", {"number": number, "wagers": [{"seat": 2, "ante": 1100}]}),
        (stamp, "enter_wagers", {"number": number, "wagers": [{"seat": 2, "ante": 1000.0}]}),
        (stamp, "deal", {"number": number}),
        (replace(cast.stamp("frank"), command_id=stamp.command_id), "enter_wagers", sent_before(number)),
    ]
    for other, name, sent in others:
        with pytest.raises(Conflict):
            send(cast, other, name, **sent)
    assert snapshot(cast) == before


def sent_before(number: int) -> dict[str, Any]:
    """What Dana had sent."""
    return {"number": number, "wagers": [{"seat": 2, "ante": 1000}]}


def test_ops_5_10_a_failure_is_not_remembered(cast: Cast, stamp: Stamp) -> None:
    """What was refused can be sent again under the same id once it is right."""
    number = betting(cast)
    with pytest.raises(RuleError):
        send(cast, stamp, "deal", number=number)
    with pytest.raises(Stale):
        send(cast, stamp, "deal", 1, number=number)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    assert not send(cast, stamp, "deal", number=number).replayed


def test_ops_5_10_a_refusal_of_rights_is_not_remembered_either(cast: Cast) -> None:
    """Though it is an entry."""
    stamp = cast.stamp("dora")
    with pytest.raises(NotAllowed):
        send(cast, stamp, "sit", seat=1, buy_in=1000)
    assert not Command.objects.filter(pk=stamp.command_id).exists()
    cast.act("open_table", by="frank")
    tap_in(table_id=cast.table.pk, badge="1002", pin=PINS["1002"], tablet_id=None, command_id=command_id())
    assert send(cast, stamp, "sit", seat=1, buy_in=1000).body == {"seat": 1, "chips": 1000}


def test_ops_5_10_who_acts_on_an_old_version_learns_the_present_one(cast: Cast, stamp: Stamp) -> None:
    """An older or a newer one; nothing is changed."""
    cast.act("open_table", by="frank")
    before = snapshot(cast)
    for version in (0, 2):
        with pytest.raises(Stale) as stale:
            send(cast, stamp, "sit", version, seat=1, buy_in=1000)
        assert (stale.value.params["version"], stale.value.params["present"]) == (version, 1)
    assert snapshot(cast) == before
    assert send(cast, stamp, "sit", 1, seat=1, buy_in=1000).version == 2


def test_ops_5_10_a_tap_in_is_replayed_too(cast: Cast) -> None:
    """One entry; the PIN is asked for each time."""
    stamp_id = command_id()
    asked: dict[str, Any] = {"table_id": cast.table.pk, "badge": "1002", "tablet_id": None, "command_id": stamp_id}
    first = tap_in(pin=PINS["1002"], **asked)
    again = tap_in(pin=PINS["1002"], **asked)
    assert (again.body, again.replayed) == (first.body, True)
    with pytest.raises(NotAllowed):
        tap_in(pin="918273", **asked)
    assert AuditEntry.objects.filter(act="tap_in", command_id=stamp_id).count() == 1


def test_ops_5_10_an_unknown_act_or_argument_is_refused(cast: Cast) -> None:
    """By name; a missing one too."""
    cast.act("open_table", by="frank")
    assert refused(cast, "bad_field", "sit", seat=1, buy_in=1000, colour="red").field == "colour"
    assert refused(cast, "bad_field", "sit", seat=1).field == "buy_in"
    refused(cast, "not_found", "steal")
    with pytest.raises(NotFound):
        actions.perform("open_table", Call(0, cast.stamp("frank")), {})


def test_aud_1_3_no_secret_stands_in_an_entry_or_beside_a_command(cast: Cast) -> None:
    """Signed in, tapped in, signed, and failed at each; neither a PIN, nor a password, nor a hash of one."""
    casino_id = cast.casino.pk
    sign_in(casino_id=casino_id, badge="2001", password=PASSWORD, command_id=command_id())
    sign(casino_id=casino_id, badge="2001", secret=PINS["2001"], tablet_id=None, command_id=command_id())
    for secret in ("918273", "a wrong password"):
        with pytest.raises(TableError):
            sign(casino_id=casino_id, badge="2001", secret=secret, tablet_id=None, command_id=command_id())
    betting(cast)
    # Hashes of entries are digits too; a PIN could stand in one by chance.
    written = [str(row) for row in AuditEntry.objects.values("payload", "command_id", "device", "person")]
    written += [str(row) for row in Command.objects.values("answer", "command_id")]
    hashes = [value for person in Person.objects.all() for value in (person.pin_hash, person.password) if value]
    secrets = [PASSWORD, "918273", "a wrong password", *filter(None, PINS.values()), *hashes]
    secrets += list(Tablet.objects.values_list("token_hash", flat=True))
    assert not [secret for secret in secrets for text in written if secret in text]


def test_aud_1_1_a_refusal_is_an_entry_of_the_house_and_what_only_lacks_a_signature_is_none(cast: Cast) -> None:
    """Dora, who is not tapped in, is refused and on record; Dana is told to fetch the floor."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    house = AuditEntry.objects.filter(chain=cast.casino.chain)
    before = house.count()
    with pytest.raises(NotAllowed):
        cast.act("deal", by="dora", number=number)
    entry = house.latest("sequence")
    assert (entry.act, entry.person, entry.role, entry.table) == ("refused", "1002", str(Role.DEALER), 12)
    assert entry.payload["refused"] == "deal"
    assert entry.payload["code"] == "not_allowed"
    refused(cast, "needs_signature", "recount", seat=4, chips=0, reason="tip")
    assert house.count() == before + 1
