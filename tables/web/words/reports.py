"""The words of the reports, by column; what is no code, as the label of a tablet, is shown as it is."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.games.designation import STANDING
from tables.models import SearchedBet
from tables.policy import Act
from tables.queries.reports.access import NO_TABLET
from tables.queries.reports.exceptions import ExceptionKind
from tables.queries.reports.rake import COMMISSION
from tables.queries.reports.taken_away import ACTS as TAKEN_AWAY_ACTS
from tables.web.words import Words
from tables.web.words.choices import RAKE_MODES
from tables.web.words.floor import CORRECTION_REASONS, DEBT_REASONS, DEBT_WAYS
from tables.web.words.games import GAMES, RESULTS, SPOTS
from tables.web.words.log import ACTS
from tables.web.words.people import ROLES
from tables.web.words.rounds import FLAGS, MATCH_ENDS, NOT_ELIGIBLE, OFFER_ANSWERS, VOID_REASONS
from tables.web.words.rule_changes import RULE_CHANGE_STATES
from tables.web.words.seats import RECOUNT_REASONS

EXCEPTIONS: Mapping[str, Words] = {
    ExceptionKind.VOID: _("Void"),
    ExceptionKind.CORRECTION: _("Correction"),
    ExceptionKind.OVERRIDE: _("Limit overridden"),
    ExceptionKind.REFUSED: _("Refused act"),
    ExceptionKind.COVER_SHORT: _("Cover short"),
    ExceptionKind.DEAD_HAND: _("Dead hand"),
    ExceptionKind.OUTSIDE_LIMITS: _("Outside the limits"),
    ExceptionKind.RAISE_ADJUSTED: _("Raise adjusted"),
    ExceptionKind.WAGER_CHANGED: _("Wager changed"),
    ExceptionKind.BANK_CHANGED: _("Bank changed"),
    ExceptionKind.HAND_ADDED: _("Hand added"),
    ExceptionKind.HAND_REMOVED: _("Hand taken out"),
    ExceptionKind.RECOUNT: _("Recount"),
    ExceptionKind.OWED: _("Owed"),
    ExceptionKind.OWED_SETTLED: _("Owed, dealt with"),
}
ACCESS: Mapping[str, Words] = {
    Act.SIGN_IN: _("Signed in"),
    Act.SIGN_IN_FAILED: _("Failed"),
    Act.SIGN_OUT: _("Signed out"),
    Act.TAP_IN: _("Tapped in"),
    Act.TAP_OUT: _("Tapped out"),
    Act.SIGN: _("Signed"),
    Act.ENROL_TABLET: _("Tablet enrolled"),
    Act.ENROLMENT_FAILED: _("Wrong code"),
    Act.REVOKE_TABLET: _("Tablet revoked"),
    Act.UNLOCK_TABLET: _("Tablet unlocked"),
    Act.UNLOCK_BADGE: _("Badge unlocked"),
    Act.ISSUE_TOKEN: _("Token issued"),
}
"""What the report of access lists."""
TAKEN_AWAY: Mapping[str, Words] = {act: ACTS[act] for act in TAKEN_AWAY_ACTS}
"""What left the house, as the log names it."""
APPROVALS: Mapping[str, Words] = {"rule_change": _("Change of rules"), "staff_change": _("Change about a person")}
"""What two people do together, beside what rounds have."""
ROUND_BETS: Mapping[str, Words] = {**{spot: words.name for spot, words in SPOTS.items()}, SearchedBet.BANK: _("Bank")}
"""The bets that rounds are searched by."""
OF_COLUMN: Mapping[str, Mapping[str, Words]] = {
    "what": {**EXCEPTIONS, **ACCESS, **APPROVALS, **TAKEN_AWAY},
    "game": GAMES,
    "bet": ROUND_BETS,
    "result": RESULTS,
    "role": {role: words.name for role, words in ROLES.items()},
    "method": {**{mode: words.report for mode, words in RAKE_MODES.items()}, COMMISSION: _("commission")},
    "state": {state: words.report for state, words in RULE_CHANGE_STATES.items()},
    "answer": OFFER_ANSWERS,
    "reason": {**NOT_ELIGIBLE, STANDING: _("standing decline")},
    "active": {"yes": _("yes"), "no": _("no")},
    "over": {"yes": _("yes"), "no": _("no")},
    "how": MATCH_ENDS,
    "where": {NO_TABLET: _("no tablet")},
}
"""The words of each column of codes."""
DETAIL_NAMES: Mapping[str, Words] = {
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
    "seat": _("Seat"),
    "void_reason": _("Void"),
    "voided_by": _("Declared void by"),
    "corrections": _("Corrections"),
    "corrected_by": _("Corrected by"),
    "disputes": _("Disputes"),
    "overridden_by": _("Limit overridden by"),
    "flag": _("Flag"),
    "report": _("Report"),
    "part": _("Part"),
    "table": _("Table"),
    "round": _("Round"),
    "dispute": _("Dispute"),
    "user": _("User of the server"),
    "since": _("From"),
    "until": _("Before"),
    "export": _("Export"),
    "filter": _("Asked for"),
    "sha256": _("SHA-256"),
    **{f"before {spot}": _("Before, %(spot)s") for spot in SPOTS},
    **{f"after {spot}": _("After, %(spot)s") for spot in SPOTS},
}
"""What a detail is; `%(spot)s` is the bet."""
DETAIL_WORDS: Mapping[str, Mapping[str, Words]] = {
    "reason": {**VOID_REASONS, **RECOUNT_REASONS, **CORRECTION_REASONS, **DEBT_REASONS},
    "how": DEBT_WAYS,
    "method": {"pin": _("PIN"), "password": _("password")},
    "void_reason": VOID_REASONS,
    "flag": FLAGS,
    "spot": {spot: words.name for spot, words in SPOTS.items()},
}
"""The words of the details that are codes."""
