"""The words of corrections, disputes, bars and debts, ready for translation."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, str | Promise]

CORRECTION_WORDS = {
    "misread_hand": _("Misread hand"),
    "wrong_wager": _("Wrong wager"),
    "wrong_decision": _("Wrong decision"),
    "wrong_action": _("Wrong action"),
    "ruling": _("By a ruling"),
    "other": _("Other"),
}
DISPUTE_WORDS = {
    "cards": _("Cards"),
    "wager": _("Wager"),
    "decision": _("Decision"),
    "payment": _("Payment"),
    "deal": _("Deal"),
    "conduct": _("Conduct"),
    "other": _("Other"),
}
OUTCOME_WORDS = {
    "stands": _("The round stands"),
    "corrected": _("It is corrected"),
    "void": _("It is void"),
    "other": _("Other"),
}
BAR_WORDS = {
    "conduct": _("Conduct"),
    "cheating": _("Cheating"),
    "debt": _("Debt"),
    "own_request": _("His own wish"),
    "other": _("Other"),
}
SCOPE_WORDS = {
    "table": _("From this table"),
    "house": _("From the house"),
}
HOW_WORDS = {
    "seat": _("From or to his stack"),
    "chips": _("In chips"),
    "cash": _("In cash"),
    "written_off": _("Written off"),
}
OWED_WORDS = {
    "correction": _("Correction"),
    "markers": _("Markers"),
}


class Irregular(NamedTuple):
    """The choices of the floor's menu on a tablet, each as its code and its word."""

    correction_reasons: Words
    dispute_reasons: Words
    bar_reasons: Words
    bar_scopes: Words


IRREGULAR = Irregular(CORRECTION_WORDS, DISPUTE_WORDS, BAR_WORDS, SCOPE_WORDS)
