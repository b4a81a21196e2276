"""The words of the reports, ready for translation; a code without one is shown as it is."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.web.words.common import NOT_ELIGIBLE, OFFER_ANSWERS, RECOUNT_REASONS, ROLES, SPOTS, VOID_REASONS

WHAT: Mapping[str, str | Promise] = {
    "void": _("Void"),
    "correction": _("Correction"),
    "override": _("Limit overridden"),
    "refused": _("Refused act"),
    "dead_hand": _("Dead hand"),
    "outside_limits": _("Outside the limits"),
    "raise_adjusted": _("Raise adjusted"),
    "wager_changed": _("Wager changed"),
    "recount": _("Recount"),
    "owed": _("Owed"),
    "owed_settled": _("Owed, dealt with"),
    "sign_in": _("Signed in"),
    "sign_in_failed": _("Failed"),
    "sign_out": _("Signed out"),
    "tap_in": _("Tapped in"),
    "tap_out": _("Tapped out"),
    "sign": _("Signed"),
    "enrol_tablet": _("Tablet enrolled"),
    "enrolment_failed": _("Wrong code"),
    "revoke_tablet": _("Tablet revoked"),
    "unlock_tablet": _("Tablet unlocked"),
    "unlock_badge": _("Badge unlocked"),
    "issue_token": _("Token issued"),
}
METHODS: Mapping[str, str | Promise] = {
    "none": _("none"),
    "all_players": _("each player and the bank"),
    "players_only": _("each player"),
    "designated_player_only": _("the bank alone"),
    "commission": _("commission"),
}
STATES: Mapping[str, str | Promise] = {
    "requested": _("asked for"),
    "approved": _("approved"),
    "rejected": _("rejected"),
    "withdrawn": _("withdrawn"),
    "expired": _("expired"),
    "cancelled": _("cancelled"),
    "in_force": _("in force"),
}
YES_NO: Mapping[str, str | Promise] = {"yes": _("yes"), "no": _("no")}
OF_COLUMN: Mapping[str, Mapping[str, str | Promise]] = {
    "what": WHAT,
    "role": {**ROLES, "system": _("System")},
    "method": METHODS,
    "state": STATES,
    "answer": OFFER_ANSWERS,
    "reason": {**NOT_ELIGIBLE, "standing": _("standing decline")},
    "active": YES_NO,
    "where": {"no_tablet": _("no tablet")},
}
"""The words of each column of codes."""
DETAIL_NAMES: Mapping[str, str | Promise] = {
    "reason": _("Reason"),
    "words": _("Words"),
    "before": _("Before"),
    "after": _("After"),
    "amount": _("Amount"),
    "difference": _("Difference"),
    "excess": _("Given back"),
    "returned": _("Given back"),
    "spot": _("Bet"),
    "version": _("Settlement version"),
    "how": _("How"),
    "act": _("Act"),
    "code": _("Code"),
    "method": _("With"),
    "unlocked": _("Badge"),
    "token_for": _("Badge"),
    "label": _("Name"),
    **{f"before {spot}": _("Before, %(spot)s") for spot in SPOTS},
    **{f"after {spot}": _("After, %(spot)s") for spot in SPOTS},
}
"""What a detail is; `%(spot)s` is the bet."""
DETAIL_WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "reason": {**VOID_REASONS, **RECOUNT_REASONS},
    "method": {"pin": _("PIN"), "password": _("password")},
    "spot": SPOTS,
}
"""The words of the details that are codes."""
