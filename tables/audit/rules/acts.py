"""Which acts, roles and schemas an entry may have: closed lists, which only grow (AUD 2.6).

They stand here and not in the matrix of rights, because they judge entries of every earlier version too, and because the
verifier is handed on without the service. A test holds them against the matrix (docs/decisions/0157).
"""

from collections.abc import Mapping
from typing import NamedTuple

SYSTEM, DEALER, FLOOR, COMPLIANCE, ADMIN, INSPECTOR = "system", "dealer", "floor", "compliance", "admin", "inspector"
PEOPLE = frozenset({DEALER, FLOOR, COMPLIANCE, ADMIN, INSPECTOR})
ROLES = PEOPLE | {SYSTEM}
SCHEMAS = frozenset({1, 2})
EFFECTS_SCHEMA = 2
"""From this one on a payload says what its act brought about (AUD 1.2)."""
HOUSE, TABLE, ANYWHERE = "house", "table", "anywhere"


class ActRule(NamedTuple):
    """What an entry of an act may be."""

    place: str
    """In which chains it stands."""
    roles: frozenset[str]
    signed_by: frozenset[str] = frozenset()
    """The roles of whom one has to have signed it; none where no signature is asked for."""
    unsigned: frozenset[str] = frozenset()
    """The roles that do it without a signature all the same."""
    apart: bool = False
    """Whether the dealer cannot be the one who signed."""


def _rules(place: str, roles: set[str] | frozenset[str], names: str) -> dict[str, ActRule]:
    return {name: ActRule(place, frozenset(roles)) for name in names.split()}


def _signed(place: str, signer: str, names: str, *, apart: bool = False) -> dict[str, ActRule]:
    """What is signed may be sent from a dealer's tablet too."""
    return {
        name: ActRule(place, frozenset({signer, DEALER}), frozenset({signer}), apart=apart) for name in names.split()
    }


ACTS: Mapping[str, ActRule] = {
    **_rules(
        TABLE,
        {DEALER, FLOOR},
        "sit buy_in recount move sit_out return_to_play standing_decline leave give_up_match offer_designation open_round"
        " change_bank enter_wagers deal enter_decisions enter_hands take_actions settle_round close_round void_round"
        " open_dispute request_rule_change withdraw_rule_change",
    ),
    **_rules(TABLE, {FLOOR}, "open_table close_table suspend_table resume_table"),
    **_rules(TABLE, {SYSTEM}, "expire_action restart_clock apply_bar expire_rule_change put_rules_in_force"),
    **_signed(TABLE, FLOOR, "rule_on_dispute settle_owed approve_rule_change reject_rule_change cancel_rule_change"),
    **_signed(TABLE, FLOOR, "correct_round", apart=True),
    **_signed(ANYWHERE, FLOOR, "bar_player lift_bar"),
    **_rules(ANYWHERE, {SYSTEM}, "baseline"),
    **_rules(HOUSE, {DEALER, FLOOR}, "tap_in tap_out"),
    **_rules(HOUSE, {FLOOR}, "enrol_tablet revoke_tablet unlock_tablet unlock_badge acknowledge_alert"),
    **_rules(HOUSE, {COMPLIANCE, INSPECTOR}, "export_audit_log cancel_export download_export export_evidence"),
    **_rules(HOUSE, {FLOOR, COMPLIANCE, INSPECTOR}, "export_report"),
    "review_roles": ActRule(HOUSE, frozenset({COMPLIANCE, ADMIN, DEALER}), frozenset({COMPLIANCE, ADMIN})),
    **_rules(HOUSE, {COMPLIANCE, SYSTEM}, "make_checkpoint"),
    **_signed(HOUSE, ADMIN, "manage_people revoke_role deactivate_person"),
    **_rules(HOUSE, {ADMIN}, "withdraw_staff_change"),
    **_signed(HOUSE, COMPLIANCE, "acknowledge_finding"),
    "restored": ActRule(HOUSE, frozenset({COMPLIANCE}), frozenset({ADMIN})),
    **{
        name: ActRule(HOUSE, frozenset({COMPLIANCE, ADMIN, DEALER}), frozenset({ADMIN}), frozenset({COMPLIANCE}))
        for name in ("confirm_people", "reject_people")
    },
    **_rules(HOUSE, PEOPLE, "choose_language sign sign_out"),
    **_rules(HOUSE, PEOPLE - {DEALER}, "sign_in"),
    **_rules(
        HOUSE,
        {SYSTEM},
        "bootstrap add_table add_person reset_demonstration_secrets issue_token export_on_server finish_export"
        " raise_alert record_witness_refusal record_deploy rotate_checkpoint_key revoke_checkpoint_key expire_staff_change sign_in_failed enrolment_failed",
    ),
    **_rules(HOUSE, ROLES, "refused"),
}

ROLE_NOT_HELD = frozenset({"refused", "sign_out"})
"""Written of people who need not hold the role that is named: a refusal says just that, and a session may outlast a role."""

ALERTS_OF_ACTS = frozenset(
    {
        *("dead_hand", "override", "correction", "refused", "cover_short"),
        *("no_designated_player", "owed", "dispute", "outside_limits", "silent_tablet"),
        *("witness_refused", "changed_source"),
    }
)
"""The kinds of alerts that only acts raise, so that an entry names each (AUD 1.2)."""

ALERTS_OF_HOUSE = frozenset({"refused", "silent_tablet", "witness_refused", "changed_source"})
"""Those of them that entries of the house raise; the others come from a table."""

PLAYED: Mapping[str, Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "bank": {
        "change_bank": (),
        "enter_wagers": (),
        "deal": (("enter_wagers",),),
        "enter_decisions": (("deal",),),
        "enter_hands": (("enter_decisions",),),
        "settle_round": (("enter_wagers",), ("enter_decisions",)),
        "close_round": (("settle_round",),),
        "void_round": (),
    },
    "draw": {
        "take_actions": (),
        "expire_action": (),
        "restart_clock": (),
        "enter_hands": (("take_actions", "expire_action"),),
        "settle_round": (("take_actions", "expire_action"),),
        "close_round": (("settle_round",),),
        "void_round": (),
    },
}
"""By family of games: the acts of a round, and of each which acts have to come before it, one of every group."""

ONCE_A_ROUND = frozenset({"deal", "settle_round"})
AFTER_SETTLEMENT = frozenset({"close_round"})
DECIDES = frozenset({"enter_decisions", "take_actions", "expire_action"})
"""After any of these only the floor declares a round void, and signs it."""
