"""Proving who one is: PINs, tap-ins, signatures, codes of tablets (OPS 1.2, 1.3, 1.6)."""

from typing import Any

import pytest

from tables.actions.devices import (
    MOST_GUESSES,
    enrol_tablet,
    issue_enrolment_code,
    revoke_tablet,
)
from tables.actions.people.secrets import hash_pin
from tables.actions.people.sign_in import sign, sign_in, tap_out
from tables.errors import BadField, Expired, Locked, NeedsSignature, NotAllowed, WrongState
from tables.models import AuditEntry, Command, EnrolmentCode, Person, TapIn
from tests.actions.people.attempts import enrolled, entries, try_pin
from tests.cast import PASSWORD, PINS, Cast, command_id


def test_ops_1_2_the_relieved_dealer_is_tapped_out_by_the_same_act(cast: Cast) -> None:
    """One dealer a table; taking over is one act with one entry."""
    assert try_pin(cast, "1001", PINS["1001"]) == ""
    assert try_pin(cast, "1002", PINS["1002"]) == ""
    assert [tap.person.badge for tap in TapIn.objects.filter(ended_at=None)] == ["1002"]
    assert [entry.payload["before"] for entry in entries(cast, "tap_in")] == [{"dealer": None}, {"dealer": "1001"}]


@pytest.mark.parametrize(
    "pin", ["12345", "1234567", "123456", "654321", "890123", "777777", "001001", "12a456", "١٢٣٤٥٦"]
)
def test_ops_1_6_trivial_pins_are_refused(pin: str) -> None:
    """No run up or down, no single digit, not the badge, nothing but six ASCII digits."""
    with pytest.raises(BadField) as refused:
        hash_pin(pin, "1001")
    assert refused.value.field == "pin"


def test_ops_1_2_a_code_is_good_once_and_for_five_minutes(cast: Cast) -> None:
    """Used twice or too late it is refused; the token is stored hashed and nowhere else."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    tablet, token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    with pytest.raises(Expired):
        enrol_tablet(code=code, label="Copy", command_id=command_id())
    late = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    EnrolmentCode.objects.filter(used_at=None).update(expires_at=tablet.enrolled_at)
    with pytest.raises(Expired):
        enrol_tablet(code=late, label="Late", command_id=command_id())
    with pytest.raises(Expired):
        enrol_tablet(code="00000000", label="Guess", command_id=command_id())
    recorded = [str(entry.payload) for entry in AuditEntry.objects.all()]
    assert not any(secret in text for secret in (code, late, token) for text in recorded)
    assert len(entries(cast, "enrolment_failed")) == 3


def test_ops_1_2_a_dealer_cannot_enrol_and_the_refusal_is_an_entry(cast: Cast) -> None:
    """The matrix gives tablets to the floor alone (OPS 1.4)."""
    with pytest.raises(NotAllowed):
        issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("dana"))
    assert not EnrolmentCode.objects.exists()
    assert entries(cast, "refused")[-1].payload["refused"] == "enrol_tablet"


def test_ops_1_2_a_revoked_tablet_taps_nobody_in(cast: Cast) -> None:
    """Nor can it be revoked twice."""
    tablet, _token = enrolled(cast)
    revoke_tablet(tablet_id=tablet.pk, stamp=cast.stamp("frank"))
    assert try_pin(cast, "1001", PINS["1001"], tablet.pk) == "not_allowed"
    assert not TapIn.objects.exists()
    with pytest.raises(WrongState):
        revoke_tablet(tablet_id=tablet.pk, stamp=cast.stamp("frank"))


def test_ops_1_3_a_signature_is_proved_by_pin_or_password(cast: Cast) -> None:
    """Six digits are a PIN, anything else a password; a wrong one counts."""
    casino_id = cast.casino.pk
    by_pin = sign(casino_id=casino_id, badge="2001", secret=PINS["2001"], tablet_id=None, command_id=command_id())
    by_password = sign(casino_id=casino_id, badge="2001", secret=PASSWORD, tablet_id=None, command_id=command_id())
    assert (by_pin.method, by_password.method) == ("pin", "password")
    with pytest.raises(NotAllowed):
        sign(casino_id=casino_id, badge="2001", secret="918273", tablet_id=None, command_id=command_id())
    assert Person.objects.get(badge="2001").failures == 1


def test_ops_1_4_a_void_after_a_decision_is_signed_and_not_by_the_dealer(cast: Cast) -> None:
    """Dana deals: she cannot void it alone, Frank can sign it, and a locked signer cannot."""
    assert try_pin(cast, "1001", PINS["1001"]) == ""
    cast.seat_players((1, 2))
    number = cast.open_round(1)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    cast.act("enter_decisions", number=number, decisions=[{"seat": 2, "decision": "raise", "raise": 1000}])
    with pytest.raises(NeedsSignature):
        cast.act("void_round", number=number, reason="wrong_count")
    with pytest.raises(NotAllowed):
        cast.act("void_round", number=number, reason="wrong_count", signed_by="dana")
    cast.act("void_round", number=number, reason="wrong_count", signed_by="frank")
    entry = AuditEntry.objects.filter(chain=cast.table.chain).latest("sequence")
    assert entry.payload["signature"] == {"badge": "2001", "method": "pin"}
    assert entry.person == "1001"


def test_ops_1_3_the_dealer_cannot_sign_their_own_round(cast: Cast) -> None:
    """A floor manager who relieves a dealer is the dealer."""
    assert try_pin(cast, "2001", PINS["2001"]) == ""
    cast.seat_players((1, 2), by="frank")
    number = cast.open_round(1, by="frank")
    cast.act("enter_wagers", by="frank", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", by="frank", number=number)
    cast.act("enter_decisions", by="frank", number=number, decisions=[{"seat": 2, "decision": "fold"}])
    with pytest.raises(NotAllowed):
        cast.act("void_round", by="frank", number=number, reason="red_light", signed_by="frank")
    cast.act("void_round", by="frank", number=number, reason="red_light", signed_by="petra")


def test_ops_1_3_a_dealer_of_the_round_cannot_sign_it_after_tapping_out(cast: Cast) -> None:
    """Being relieved makes nobody a second person; in the next round the relieved dealer is one."""
    assert try_pin(cast, "2001", PINS["2001"]) == ""
    cast.seat_players((1, 2), by="frank")
    number = cast.open_round(1, by="frank")
    assert try_pin(cast, "1001", PINS["1001"]) == ""
    folds = [{"seat": 2, "decision": "fold"}]
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    cast.act("enter_decisions", number=number, decisions=folds)
    with pytest.raises(NotAllowed):
        cast.act("void_round", number=number, reason="red_light", signed_by="frank")
    cast.act("void_round", number=number, reason="red_light", signed_by="petra")
    again = cast.act("open_round").body["round"]
    cast.act("enter_wagers", number=again, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=again)
    cast.act("enter_decisions", number=again, decisions=folds)
    cast.act("void_round", number=again, reason="red_light", signed_by="frank")


def test_ops_1_2_tapping_out_and_being_tapped_out(cast: Cast) -> None:
    """One's own leave needs nothing more; another's is the floor's."""
    assert try_pin(cast, "1001", PINS["1001"]) == ""
    with pytest.raises(NotAllowed):
        tap_out(table_id=cast.table.pk, stamp=cast.stamp("dora"))
    tap_out(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    with pytest.raises(WrongState):
        tap_out(table_id=cast.table.pk, stamp=cast.stamp("dana"))


def test_ops_1_2_a_person_is_tapped_in_at_one_table(cast: Cast) -> None:
    """Sam, who has no role, is nowhere; a role is needed."""
    assert try_pin(cast, "5001", "918273") == "not_allowed"
    assert sign_in(casino_id=cast.casino.pk, badge="2001", password=PASSWORD, command_id=command_id()).name == "Frank"
    with pytest.raises(NotAllowed):
        sign_in(casino_id=cast.casino.pk, badge="1001", password=PASSWORD, command_id=command_id())
    with pytest.raises(NotAllowed):
        sign_in(casino_id=cast.casino.pk, badge="2001", password="wrong", command_id=command_id())


def test_ops_1_6_a_locked_badge_signs_nothing(cast: Cast) -> None:
    """Also a signature proved before the lock is refused under it."""
    assert try_pin(cast, "1001", PINS["1001"]) == ""
    cast.seat_players((1, 2))
    stamp_before = cast.stamp("dana", signed_by="frank")
    Person.objects.filter(badge="2001").update(locked_until="2999-01-01T00:00:00Z")
    with pytest.raises(Locked):
        sign(casino_id=cast.casino.pk, badge="2001", secret=PINS["2001"], tablet_id=None, command_id=command_id())
    assert stamp_before.signature is not None
    with pytest.raises(NotAllowed):
        cast.act("recount", seat=1, chips=500000, reason="miscount", signed_by="frank")


def test_ops_1_2_guessing_codes_is_slowed_and_cannot_flood_the_chain(cast: Cast) -> None:
    """Half a minute's worth of wrong codes is on record; what follows is refused unrecorded."""
    for _ in range(MOST_GUESSES):
        with pytest.raises(Expired):
            enrol_tablet(code="00000000", label="Guess", command_id=command_id())
    with pytest.raises(Locked):
        enrol_tablet(code="00000000", label="Guess", command_id=command_id())
    assert len(entries(cast, "enrolment_failed")) == MOST_GUESSES
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    enrol_tablet(code=code, label="Felt", command_id=command_id())


def test_ops_1_2_a_code_may_come_up_again(cast: Cast) -> None:
    """Eight digits repeat in the end; the newest code counts."""
    stamp = cast.stamp("frank")
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=stamp)
    used, _token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    old = EnrolmentCode.objects.get()
    EnrolmentCode.objects.create(
        table=cast.table, code_hash=old.code_hash, issued_by=old.issued_by, expires_at=old.expires_at
    )
    again, _token = enrol_tablet(code=code, label="Second", command_id=command_id())
    assert again.pk != used.pk


def test_ops_1_6_a_signature_that_is_given_is_an_entry_too(cast: Cast) -> None:
    """Under the command id of the act it is for, which is still free; a person without a role signs nothing."""
    sent: dict[str, Any] = {"casino_id": cast.casino.pk, "tablet_id": None, "command_id": command_id()}
    sign(badge="2001", secret=PINS["2001"], **sent)
    entry = entries(cast, "sign")[-1]
    assert (entry.person, entry.role, entry.payload) == ("2001", "floor", {"badge": "2001", "method": "pin"})
    assert not Command.objects.filter(pk=sent["command_id"]).exists()
    with pytest.raises(NotAllowed):
        sign(badge="5001", secret=PASSWORD, **sent)
    assert entries(cast, "sign_in_failed")[-1].payload["reason"] == "role"


def test_aud_1_2_entries_of_tablets_and_tap_outs_name_their_table(cast: Cast) -> None:
    """Though they stand in the chain of the house."""
    tablet, _token = enrolled(cast)
    revoke_tablet(tablet_id=tablet.pk, stamp=cast.stamp("frank"))
    assert try_pin(cast, "1001", PINS["1001"]) == ""
    tap_out(table_id=cast.table.pk, stamp=cast.stamp("dana"))
    named = [
        entry.table for act in ("enrol_tablet", "revoke_tablet", "tap_in", "tap_out") for entry in entries(cast, act)
    ]
    assert named == [12] * 5
