"""Who may do what: the matrix cell by cell, and every act at a table tried by everybody (OPS 1.3, 1.4)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from tables import actions
from tables.actions import TABLE_ACTS
from tables.actions.setup import add_table
from tables.errors import NotAllowed
from tables.models import Tablet
from tables.policy import MATRIX, Act, Permission, Role
from tables.stamp import Call, Stamp
from tests.actions.felt import BANK_HAND, betting, dealt, decide, refused, settled
from tests.cast import FOUR_PLAYER, HEADS_UP, HOUSE_RULES, ROLES, Cast, command_id, make_cast

pytestmark = pytest.mark.slow

ROLES_IN_ORDER = (Role.DEALER, Role.FLOOR, Role.COMPLIANCE, Role.ADMIN, Role.SYSTEM)

# The rows of OPS 1.4, the inspector's left out (tests/web/audit/test_inspector.py). A dealer's plain "yes" holds at the table they
# deal at, where it is an act at a table (docs/decisions/0012).
CELLS = """
SIT BUY_IN MOVE SIT_OUT RETURN_TO_PLAY LEAVE STANDING_DECLINE GIVE_UP_MATCH
OFFER_DESIGNATION OPEN_ROUND CHANGE_BANK ENTER_WAGERS DEAL ENTER_DECISIONS ENTER_HANDS TAKE_ACTIONS
SETTLE_ROUND CLOSE_ROUND                            | at own table | yes                   | -       | -      | -
TAP_IN TAP_OUT                                      | yes          | yes                   | -       | -      | -
VOID_ROUND                                          | at own table | yes                   | -       | -      | -
VOID_DECIDED_ROUND CHANGE_DECISION_AFTER_HAND       | -            | signed by another     | -       | -      | -
CHANGE_BANK_AFTER_DEAL CHANGE_HANDS_AFTER_DEAL
CHANGE_WAGER_AFTER_HAND RAISE_ON_SEEN_CHIPS         | -            | signed by another     | -       | -      | -
CORRECT_ROUND OVERRIDE_LIMIT                        | -            | signed by another     | -       | -      | -
RECOUNT                                             | at own table | yes                   | -       | -      | -
RECOUNT_LARGE                                       | -            | signed                | -       | -      | -
OPEN_DISPUTE REQUEST_RULE_CHANGE
WITHDRAW_RULE_CHANGE                                | at own table | yes                   | -       | -      | -
RULE_ON_DISPUTE BAR_PLAYER LIFT_BAR SETTLE_OWED     | -            | signed                | -       | -      | -
APPROVE_RULE_CHANGE REJECT_RULE_CHANGE
CANCEL_RULE_CHANGE                                  | -            | signed                | -       | -      | -
OPEN_TABLE CLOSE_TABLE SUSPEND_TABLE RESUME_TABLE
ENROL_TABLET REVOKE_TABLET UNLOCK_TABLET
TAP_OTHER_OUT ACKNOWLEDGE_ALERT UNLOCK_BADGE        | -            | yes                   | -       | -      | -
READ_AUDIT_LOG EXPORT_REPORT                        | -            | yes                   | yes     | -      | -
EXPORT_AUDIT_LOG CANCEL_EXPORT DOWNLOAD_EXPORT
EXPORT_EVIDENCE                                     | -            | -                     | yes     | -      | -
EXPIRE_ACTION RESTART_CLOCK EXPIRE_RULE_CHANGE PUT_RULES_IN_FORCE APPLY_BAR
FINISH_EXPORT EXPIRE_STAFF_CHANGE RAISE_ALERT RECORD_WITNESS_REFUSAL RECORD_DEPLOY | -           | -                     | -       | -      | yes
ACKNOWLEDGE_FINDING                                 | -            | -                     | signed  | -      | -
MAKE_CHECKPOINT                                     | -            | -                     | yes     | -      | yes
MANAGE_PEOPLE REVOKE_ROLE DEACTIVATE_PERSON         | -            | -                     | -       | signed | -
WITHDRAW_STAFF_CHANGE                               | -            | -                     | -       | yes    | -
REVIEW_ROLES                                        | -            | -                     | signed  | signed | -
CHOOSE_LANGUAGE                                     | yes          | yes                   | yes     | yes    | -
CONFIRM_PEOPLE REJECT_PEOPLE                        | -            | -                     | yes     | signed | -
"""
# Their own proof, or a command on the server, or an entry of what failed: no role is granted them.
NOBODYS = (
    *(
        "SIGN",
        "SIGN_IN",
        "SIGN_IN_FAILED",
        "SIGN_OUT",
        "ENROLMENT_FAILED",
        "OPEN_PAGE",
        "ISSUE_TOKEN",
        "EXPORT_ON_SERVER",
        "ROTATE_CHECKPOINT_KEY",
        "REVOKE_CHECKPOINT_KEY",
        "RESTORED",
    ),
    *("BASELINE", "BOOTSTRAP", "ADD_TABLE", "ADD_PERSON", "RESET_DEMONSTRATION_SECRETS"),
)


def rows() -> dict[str, list[str]]:
    """The cells by act, read from the table above."""
    found: dict[str, list[str]] = {name: ["-"] * len(ROLES_IN_ORDER) for name in NOBODYS}
    names: list[str] = []
    for line in CELLS.strip().splitlines():
        first, *cells = (part.strip() for part in line.split("|"))
        names += first.split()
        if cells:
            found, names = found | dict.fromkeys(names, cells), []
    return found


def cell(permission: Permission | None) -> str:
    """A cell of the matrix in words."""
    if permission is None:
        return "-"
    words = {
        (False, False, False): "yes",
        (True, False, False): "at own table",
        (False, True, False): "signed",
        (False, True, True): "signed by another",
    }
    return words[permission.tapped_in, permission.signed, permission.not_dealing]


def test_ops_1_4_the_matrix_cell_by_cell() -> None:
    """Every act there is, in every role."""
    assert {act.name: [cell(MATRIX[act].get(role)) for role in ROLES_IN_ORDER] for act in MATRIX} == rows()


def test_ops_1_4_every_act_has_its_row_and_every_act_at_a_table_its_function() -> None:
    """None is forgotten."""
    assert set(MATRIX) == set(Act)
    assert set(TABLE_ACTS) <= {str(act) for act in Act}


def nothing(_cast: Cast) -> None:
    """A closed table."""


def opened(cast: Cast) -> None:
    """An open one, empty."""
    cast.act("open_table", by="frank")


def suspended(cast: Cast) -> None:
    """A suspended one."""
    opened(cast)
    cast.act("suspend_table", by="frank", reason="fire drill")


def seated(cast: Cast) -> None:
    """Players between rounds; one sits out."""
    cast.seat_players((1, 2, 4))
    cast.act("sit_out", seat=4)


def wagered(cast: Cast) -> None:
    """A round with a wager."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])


def decided(cast: Cast) -> None:
    """A round in its showdown, in which everybody folded."""
    decide(cast, dealt(cast), seat2="fold", seat4="fold")


def opened_draw(cast: Cast) -> None:
    """A hand of draw poker in which the first is to act."""
    cast.seat_players((1, 2))
    cast.act("open_round")


def after_a_hand(cast: Cast) -> None:
    """A match of which one hand was played."""
    cast.seat_players((1, 2))
    cast.act("open_round")
    cast.act("take_actions", number=1, actions=[{"seat": 1, "do": "drop"}])
    cast.act("settle_round", number=1)
    cast.act("close_round", number=1)


def as_played(name: str) -> Cast:
    """The cast at a table of a game that has the act."""
    return make_cast({"take_actions": FOUR_PLAYER, "give_up_match": HEADS_UP}.get(name))


ACCEPTED = [{"seat": 1, "answer": "accepted", "bank": 20000}]
TRIED: dict[str, tuple[Callable[[Cast], Any], dict[str, Any]]] = {
    "open_table": (nothing, {}),
    "close_table": (opened, {}),
    "suspend_table": (opened, {"reason": "fire drill"}),
    "resume_table": (suspended, {}),
    "sit": (opened, {"seat": 1, "buy_in": 1000}),
    "buy_in": (seated, {"seat": 1, "amount": 1000}),
    "recount": (seated, {"seat": 1, "chips": 99000, "reason": "tip"}),
    "move": (seated, {"seat": 1, "to": 3}),
    "sit_out": (seated, {"seat": 1}),
    "return_to_play": (seated, {"seat": 4}),
    "standing_decline": (seated, {"seat": 1, "on": True}),
    "leave": (seated, {"seat": 1}),
    "give_up_match": (after_a_hand, {"match": 1, "seat": 1}),
    "offer_designation": (seated, {"offers": ACCEPTED}),
    "open_round": (seated, {"offers": ACCEPTED}),
    "change_bank": (wagered, {"number": 1, "bank": 40000}),
    "enter_wagers": (wagered, {"number": 1, "wagers": [{"seat": 2, "ante": 2000}]}),
    "deal": (wagered, {"number": 1}),
    "enter_decisions": (dealt, {"number": 1, "decisions": [{"seat": 2, "decision": "fold"}]}),
    "enter_hands": (decided, {"number": 1, "hands": [{"seat": 1, "cards": BANK_HAND}]}),
    "take_actions": (opened_draw, {"number": 1, "actions": [{"seat": 2, "do": "open", "amount": 100}]}),
    "settle_round": (decided, {"number": 1}),
    "close_round": (settled, {"number": 1}),
    "void_round": (dealt, {"number": 1, "reason": "red_light"}),
    "open_dispute": (dealt, {"number": 1, "reason": "wager"}),
    "request_rule_change": (
        wagered,
        {"rules": {"limits": {"ante": {"min": 2000}}}, "base_version": 1, "reason": "a full house"},
    ),
}
# Whose author is one person and no other, or which are signed: tests/actions, in the module of each.
TRIED_ELSEWHERE = {
    *(f"{name}_rule_change" for name in ("withdraw", "approve", "reject", "cancel")),
    *("correct_round", "settle_owed", "rule_on_dispute", "bar_player"),
}
TRIED_HERE = [name for name in TABLE_ACTS if name not in TRIED_ELSEWHERE]


@pytest.mark.parametrize("name", TRIED_HERE)
def test_ops_1_4_every_act_is_tried_by_everybody(db: None, name: str) -> None:
    """It works for whom the matrix grants it, and is refused to everybody else with nothing changed."""
    cast = as_played(name)
    prepare, sent = TRIED[name]
    prepare(cast)
    worked = []
    for who in ROLES:
        granted = MATRIX[Act(name)].get(ROLES[who])
        if granted is None or who == "sam" or (granted.tapped_in and who != "dana"):
            refused(cast, "not_allowed", name, by=who, **sent)
            refused(cast, "not_allowed", name, by=who, signed_by="ines", **sent)
        else:
            mark = transaction.savepoint()
            cast.act(name, by=who, **sent)
            transaction.savepoint_rollback(mark)
            worked.append(who)
    assert worked == (["dana", "frank", "petra"] if "dealer" in MATRIX[Act(name)] else ["frank", "petra"])


@pytest.mark.parametrize("name", TRIED_HERE)
def test_ops_1_5_a_role_one_does_not_hold_is_no_role(db: None, name: str) -> None:
    """A stamp that claims another's role, or the system's, which nobody holds."""
    cast = as_played(name)
    prepare, sent = TRIED[name]
    prepare(cast)
    for who, role in (("ines", Role.FLOOR), ("sam", Role.FLOOR), ("dana", Role.FLOOR), ("dana", Role.SYSTEM)):
        with pytest.raises(NotAllowed):
            actions.perform(name, Call(cast.table.pk, cast.stamp(who, role)), sent)


@pytest.mark.parametrize("signer", [who for who in ROLES if who != "sam"])
@pytest.mark.parametrize("dealing", ["dana", "frank"])
def test_ops_1_3_only_the_floor_signs_and_never_the_dealer(db: None, dealing: str, signer: str) -> None:
    """A void after a decision, signed by each of them in turn."""
    cast = make_cast(dealing=dealing)
    cast.seat_players((1, 2), by=dealing)
    number = cast.open_round(1, by=dealing)
    cast.act("enter_wagers", by=dealing, number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", by=dealing, number=number)
    cast.act("enter_decisions", by=dealing, number=number, decisions=[{"seat": 2, "decision": "fold"}])
    void = {"number": number, "reason": "red_light"}
    if ROLES[signer] == Role.FLOOR and signer != dealing:
        cast.act("void_round", by=dealing, signed_by=signer, **void)
    else:
        refused(cast, "not_allowed", "void_round", by=dealing, signed_by=signer, **void)


def test_ops_1_3_a_signature_does_not_make_an_act_anybodys(db: None) -> None:
    """The author needs a part in it too: compliance and admin have none at a table, under any signature."""
    cast = make_cast()
    cast.seat_players((1, 2))
    bar = {"seat": 1, "scope": "table", "reason": "conduct"}
    for who in ("ines", "ada", "dora", "sam"):
        refused(cast, "not_allowed", "bar_player", by=who, signed_by="frank", **bar)
        refused(cast, "not_allowed", "recount", by=who, signed_by="frank", seat=1, chips=0, reason="tip")
    cast.act("bar_player", by="dana", signed_by="frank", **bar)


def test_ops_1_2_a_tablet_acts_at_its_own_table_until_it_is_revoked_or_locked(db: None) -> None:
    """The right person on the wrong device is refused."""
    cast = make_cast()
    cast.act("open_table", by="frank")
    floor = cast.people["frank"]
    tablet = Tablet.objects.create(
        table=cast.table,
        label="Felt",
        token_hash="x",
        enrolled_by=floor,
        enrolled_at=floor.role_grants.get().granted_at,
    )

    elsewhere = Tablet.objects.create(
        table=add_table(casino_id=cast.casino.pk, number=14, seat_count=7, rules=HOUSE_RULES, command_id=command_id()),
        label="Next felt",
        token_hash="y",
        enrolled_by=floor,
        enrolled_at=tablet.enrolled_at,
    )

    def sit(seat: int, device: int) -> None:
        stamp = Stamp(cast.people["dana"].pk, Role.DEALER, device, command_id())
        actions.perform("sit", Call(cast.table.pk, stamp), {"seat": seat, "buy_in": 1000})

    sit(1, tablet.pk)
    with pytest.raises(NotAllowed):
        sit(2, elsewhere.pk)
    with pytest.raises(NotAllowed):
        sit(2, elsewhere.pk + 1)
    for column in ("revoked_at", "locked_at"):
        Tablet.objects.update(revoked_at=None, locked_at=None)
        Tablet.objects.update(**{column: tablet.enrolled_at})
        with pytest.raises(NotAllowed):
            sit(2, tablet.pk)
    Tablet.objects.update(revoked_at=None, locked_at=None)
    sit(2, tablet.pk)
