"""Who may do what: the one matrix (OPS 1.4), enforced by the path of every act, below the pages and the API."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """A role a person holds at a casino; `system` is for what time brings and is held by nobody."""

    DEALER = "dealer"
    FLOOR = "floor"
    COMPLIANCE = "compliance"
    ADMIN = "admin"
    INSPECTOR = "inspector"
    """Reads all that compliance reads, and changes nothing of the house: a regulator's (AUD 7.5)."""
    SYSTEM = "system"


class Act(StrEnum):
    """Every act of a casino that changes something, or that the matrix has a word on."""

    SIT = "sit"
    BUY_IN = "buy_in"
    MOVE = "move"
    SIT_OUT = "sit_out"
    RETURN_TO_PLAY = "return_to_play"
    LEAVE = "leave"
    GIVE_UP_MATCH = "give_up_match"
    STANDING_DECLINE = "standing_decline"
    OFFER_DESIGNATION = "offer_designation"
    OPEN_ROUND = "open_round"
    CHANGE_BANK = "change_bank"
    ENTER_WAGERS = "enter_wagers"
    DEAL = "deal"
    ENTER_DECISIONS = "enter_decisions"
    ENTER_HANDS = "enter_hands"
    TAKE_ACTIONS = "take_actions"
    SETTLE_ROUND = "settle_round"
    CLOSE_ROUND = "close_round"
    TAP_IN = "tap_in"
    TAP_OUT = "tap_out"
    TAP_OTHER_OUT = "tap_other_out"
    VOID_ROUND = "void_round"
    VOID_DECIDED_ROUND = "void_decided_round"
    CHANGE_DECISION_AFTER_HAND = "change_decision_after_hand"
    CHANGE_BANK_AFTER_DEAL = "change_bank_after_deal"
    CHANGE_HANDS_AFTER_DEAL = "change_hands_after_deal"
    CHANGE_WAGER_AFTER_HAND = "change_wager_after_hand"
    RAISE_ON_SEEN_CHIPS = "raise_on_seen_chips"
    CORRECT_ROUND = "correct_round"
    OVERRIDE_LIMIT = "override_limit"
    RECOUNT = "recount"
    RECOUNT_LARGE = "recount_large"
    OPEN_DISPUTE = "open_dispute"
    REQUEST_RULE_CHANGE = "request_rule_change"
    WITHDRAW_RULE_CHANGE = "withdraw_rule_change"
    RULE_ON_DISPUTE = "rule_on_dispute"
    BAR_PLAYER = "bar_player"
    LIFT_BAR = "lift_bar"
    APPLY_BAR = "apply_bar"
    SETTLE_OWED = "settle_owed"
    APPROVE_RULE_CHANGE = "approve_rule_change"
    REJECT_RULE_CHANGE = "reject_rule_change"
    CANCEL_RULE_CHANGE = "cancel_rule_change"
    EXPIRE_RULE_CHANGE = "expire_rule_change"
    PUT_RULES_IN_FORCE = "put_rules_in_force"
    OPEN_TABLE = "open_table"
    CLOSE_TABLE = "close_table"
    SUSPEND_TABLE = "suspend_table"
    RESUME_TABLE = "resume_table"
    EXPIRE_ACTION = "expire_action"
    RESTART_CLOCK = "restart_clock"
    ENROL_TABLET = "enrol_tablet"
    REVOKE_TABLET = "revoke_tablet"
    UNLOCK_TABLET = "unlock_tablet"
    UNLOCK_BADGE = "unlock_badge"
    RAISE_ALERT = "raise_alert"
    ACKNOWLEDGE_ALERT = "acknowledge_alert"
    READ_AUDIT_LOG = "read_audit_log"
    EXPORT_AUDIT_LOG = "export_audit_log"
    CANCEL_EXPORT = "cancel_export"
    FINISH_EXPORT = "finish_export"
    DOWNLOAD_EXPORT = "download_export"
    EXPORT_ON_SERVER = "export_on_server"
    EXPORT_REPORT = "export_report"
    EXPORT_EVIDENCE = "export_evidence"
    RECORD_DEPLOY = "record_deploy"
    ACKNOWLEDGE_FINDING = "acknowledge_finding"
    MAKE_CHECKPOINT = "make_checkpoint"
    RECORD_WITNESS_REFUSAL = "record_witness_refusal"
    ROTATE_CHECKPOINT_KEY = "rotate_checkpoint_key"
    REVOKE_CHECKPOINT_KEY = "revoke_checkpoint_key"
    RESTORED = "restored"
    MANAGE_PEOPLE = "manage_people"
    WITHDRAW_STAFF_CHANGE = "withdraw_staff_change"
    EXPIRE_STAFF_CHANGE = "expire_staff_change"
    REVOKE_ROLE = "revoke_role"
    DEACTIVATE_PERSON = "deactivate_person"
    CONFIRM_PEOPLE = "confirm_people"
    REJECT_PEOPLE = "reject_people"
    REVIEW_ROLES = "review_roles"
    CHOOSE_LANGUAGE = "choose_language"
    SIGN = "sign"
    SIGN_IN = "sign_in"
    SIGN_IN_FAILED = "sign_in_failed"
    SIGN_OUT = "sign_out"
    ENROLMENT_FAILED = "enrolment_failed"
    OPEN_PAGE = "open_page"
    ISSUE_TOKEN = "issue_token"
    BASELINE = "baseline"
    BOOTSTRAP = "bootstrap"
    ADD_TABLE = "add_table"
    ADD_PERSON = "add_person"
    RESET_DEMONSTRATION_SECRETS = "reset_demonstration_secrets"


@dataclass(frozen=True, slots=True)
class Permission:
    """What one cell of the matrix grants beyond a plain yes."""

    tapped_in: bool = False
    """Only at the table where they are tapped in."""
    signed: bool = False
    """With their PIN or password, for this act alone."""
    not_dealing: bool = False
    """Not by the person who is dealing at the table."""


YES = Permission()
AT_OWN_TABLE = Permission(tapped_in=True)
SIGNED = Permission(signed=True)
SIGNED_BY_ANOTHER = Permission(signed=True, not_dealing=True)

DEALING = {Role.DEALER: AT_OWN_TABLE, Role.FLOOR: YES}
EITHER = {Role.DEALER: YES, Role.FLOOR: YES}
FLOOR_ONLY = {Role.FLOOR: YES}
FLOOR_SIGNED = {Role.FLOOR: SIGNED}
FLOOR_BESIDE_THE_DEALER = {Role.FLOOR: SIGNED_BY_ANOTHER}

EVERYBODY = {Role.DEALER: YES, Role.FLOOR: YES, Role.COMPLIANCE: YES, Role.ADMIN: YES, Role.INSPECTOR: YES}
READING = {Role.FLOOR: YES, Role.COMPLIANCE: YES, Role.INSPECTOR: YES}
EXPORTING = {Role.COMPLIANCE: YES, Role.INSPECTOR: YES}
BY_TIME = {Role.SYSTEM: YES}

NO_ROLE: dict[Role, Permission] = {}
"""Not granted by any role: the act is its own proof, or is done by a command on the server."""

MATRIX: dict[Act, dict[Role, Permission]] = {
    Act.SIT: DEALING,
    Act.BUY_IN: DEALING,
    Act.MOVE: DEALING,
    Act.SIT_OUT: DEALING,
    Act.RETURN_TO_PLAY: DEALING,
    Act.LEAVE: DEALING,
    Act.GIVE_UP_MATCH: DEALING,
    Act.STANDING_DECLINE: DEALING,
    Act.OFFER_DESIGNATION: DEALING,
    Act.OPEN_ROUND: DEALING,
    Act.CHANGE_BANK: DEALING,
    Act.ENTER_WAGERS: DEALING,
    Act.DEAL: DEALING,
    Act.ENTER_DECISIONS: DEALING,
    Act.ENTER_HANDS: DEALING,
    Act.TAKE_ACTIONS: DEALING,
    Act.SETTLE_ROUND: DEALING,
    Act.CLOSE_ROUND: DEALING,
    Act.TAP_IN: EITHER,
    Act.TAP_OUT: EITHER,
    Act.TAP_OTHER_OUT: FLOOR_ONLY,
    Act.VOID_ROUND: DEALING,
    Act.VOID_DECIDED_ROUND: FLOOR_BESIDE_THE_DEALER,
    Act.CHANGE_DECISION_AFTER_HAND: FLOOR_BESIDE_THE_DEALER,
    Act.CHANGE_BANK_AFTER_DEAL: FLOOR_BESIDE_THE_DEALER,
    Act.CHANGE_HANDS_AFTER_DEAL: FLOOR_BESIDE_THE_DEALER,
    Act.CHANGE_WAGER_AFTER_HAND: FLOOR_BESIDE_THE_DEALER,
    Act.RAISE_ON_SEEN_CHIPS: FLOOR_BESIDE_THE_DEALER,
    Act.CORRECT_ROUND: FLOOR_BESIDE_THE_DEALER,
    Act.OVERRIDE_LIMIT: FLOOR_BESIDE_THE_DEALER,
    Act.RECOUNT: DEALING,
    Act.RECOUNT_LARGE: FLOOR_SIGNED,
    Act.OPEN_DISPUTE: DEALING,
    Act.REQUEST_RULE_CHANGE: DEALING,
    Act.WITHDRAW_RULE_CHANGE: DEALING,
    Act.RULE_ON_DISPUTE: FLOOR_SIGNED,
    Act.BAR_PLAYER: FLOOR_SIGNED,
    Act.LIFT_BAR: FLOOR_SIGNED,
    Act.APPLY_BAR: BY_TIME,
    Act.SETTLE_OWED: FLOOR_SIGNED,
    Act.APPROVE_RULE_CHANGE: FLOOR_SIGNED,
    Act.REJECT_RULE_CHANGE: FLOOR_SIGNED,
    Act.CANCEL_RULE_CHANGE: FLOOR_SIGNED,
    Act.EXPIRE_RULE_CHANGE: BY_TIME,
    Act.PUT_RULES_IN_FORCE: BY_TIME,
    Act.OPEN_TABLE: FLOOR_ONLY,
    Act.CLOSE_TABLE: FLOOR_ONLY,
    Act.SUSPEND_TABLE: FLOOR_ONLY,
    Act.RESUME_TABLE: FLOOR_ONLY,
    Act.EXPIRE_ACTION: BY_TIME,
    Act.RESTART_CLOCK: BY_TIME,
    Act.ENROL_TABLET: FLOOR_ONLY,
    Act.REVOKE_TABLET: FLOOR_ONLY,
    Act.UNLOCK_TABLET: FLOOR_ONLY,
    Act.UNLOCK_BADGE: FLOOR_ONLY,
    Act.RAISE_ALERT: BY_TIME,
    Act.ACKNOWLEDGE_ALERT: FLOOR_ONLY,
    Act.READ_AUDIT_LOG: READING,
    Act.EXPORT_REPORT: READING,
    Act.EXPORT_AUDIT_LOG: EXPORTING,
    Act.MAKE_CHECKPOINT: {Role.COMPLIANCE: YES, Role.SYSTEM: YES},
    Act.RECORD_WITNESS_REFUSAL: BY_TIME,
    Act.EXPORT_EVIDENCE: EXPORTING,
    Act.CANCEL_EXPORT: EXPORTING,
    Act.FINISH_EXPORT: BY_TIME,
    Act.RECORD_DEPLOY: BY_TIME,
    Act.ACKNOWLEDGE_FINDING: {Role.COMPLIANCE: SIGNED},
    Act.DOWNLOAD_EXPORT: EXPORTING,
    Act.MANAGE_PEOPLE: {Role.ADMIN: SIGNED},
    Act.WITHDRAW_STAFF_CHANGE: {Role.ADMIN: YES},
    Act.EXPIRE_STAFF_CHANGE: BY_TIME,
    Act.REVOKE_ROLE: {Role.ADMIN: SIGNED},
    Act.DEACTIVATE_PERSON: {Role.ADMIN: SIGNED},
    Act.CONFIRM_PEOPLE: {Role.COMPLIANCE: YES, Role.ADMIN: SIGNED},
    Act.REJECT_PEOPLE: {Role.COMPLIANCE: YES, Role.ADMIN: SIGNED},
    Act.REVIEW_ROLES: {Role.COMPLIANCE: SIGNED, Role.ADMIN: SIGNED},
    Act.CHOOSE_LANGUAGE: EVERYBODY,
    Act.SIGN: NO_ROLE,
    Act.SIGN_IN: NO_ROLE,
    Act.SIGN_IN_FAILED: NO_ROLE,
    Act.SIGN_OUT: NO_ROLE,
    Act.ENROLMENT_FAILED: NO_ROLE,
    Act.OPEN_PAGE: NO_ROLE,
    Act.ISSUE_TOKEN: NO_ROLE,
    Act.EXPORT_ON_SERVER: NO_ROLE,
    Act.BASELINE: NO_ROLE,
    Act.ROTATE_CHECKPOINT_KEY: NO_ROLE,
    Act.REVOKE_CHECKPOINT_KEY: NO_ROLE,
    Act.RESTORED: NO_ROLE,
    Act.BOOTSTRAP: NO_ROLE,
    Act.ADD_TABLE: NO_ROLE,
    Act.ADD_PERSON: NO_ROLE,
    Act.RESET_DEMONSTRATION_SECRETS: NO_ROLE,
}


LOG_READERS = tuple(MATRIX[Act.READ_AUDIT_LOG])
EXPORTERS = tuple(EXPORTING)
PEOPLE_READERS = (Role.ADMIN, Role.COMPLIANCE, Role.INSPECTOR)
"""Who may see which pages beside what they may do there."""


def permission(act: Act, role: Role) -> Permission | None:
    """What the matrix grants to the role for the act; None is a plain no (OPS 1.4)."""
    return MATRIX[act].get(role)
