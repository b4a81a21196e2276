"""The words of alerts, corrections, disputes, bars and debts."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tables.models import Account, Alert, Bar, Dispute, Owed, Ruling, Settlement
from tables.web.words import Words
from tables.web.words.rounds import VOID_REASONS
from tables.web.words.seats import RECOUNT_REASONS


class AlertWords(NamedTuple):
    """A kind of alert: its name, and what one says, with the alert's details filled in."""

    name: Words
    sentence: Words


ALERTS: Mapping[str, AlertWords] = {
    Alert.Kind.DEAD_HAND: AlertWords(_("Dead hand"), _("seat %(seat)s: the bank could not cover it")),
    Alert.Kind.OVERRIDE: AlertWords(_("Limit overridden"), _("seat %(seat)s: %(spot)s %(amount)s, signed")),
    Alert.Kind.OUTSIDE_LIMITS: AlertWords(
        _("Outside the limits"), _("seat %(seat)s: %(spot)s %(amount)s, found after the deal")
    ),
    Alert.Kind.CORRECTION: AlertWords(_("Correction"), _("settlement %(version)s replaces %(replaces)s")),
    Alert.Kind.REFUSED: AlertWords(_("Refused act"), "%(reason)s"),
    Alert.Kind.COVER_SHORT: AlertWords(
        _("Cover short"), _("bank %(bank)s, likely case %(likely_case)s, worst case %(worst_case)s")
    ),
    Alert.Kind.NO_DESIGNATED_PLAYER: AlertWords(_("Nobody takes the bank"), _("before round %(coming_round)s")),
    Alert.Kind.OWED: AlertWords(_("Owed"), _("seat %(seat)s: %(amount)s")),
    Alert.Kind.SILENT_TABLET: AlertWords(_("Silent tablet"), _("%(tablet)s has not asked since %(since)s")),
    Alert.Kind.CHANGED_SOURCE: AlertWords(
        _("Changed program"), _("version %(version)s has other files than it had: call the people who run the service")
    ),
    Alert.Kind.WITNESS_REFUSED: AlertWords(
        _("Log refused by a witness"),
        _(
            "%(witness)s does not cosign checkpoint %(checkpoint)s: another log was signed with the key of the house, or "
            "this one was set back"
        ),
    ),
    Alert.Kind.DISPUTE: AlertWords(_("Dispute"), _("seat %(seat)s: %(words)s")),
}
DISPUTE_WITHOUT_A_SEAT = "%(words)s"
CORRECTION_REASONS: Mapping[str, Words] = {
    Settlement.Reason.MISREAD_HAND: _("Misread hand"),
    Settlement.Reason.WRONG_WAGER: _("Wrong wager"),
    Settlement.Reason.WRONG_DECISION: _("Wrong decision"),
    Settlement.Reason.WRONG_BANK: _("Wrong bank"),
    Settlement.Reason.WRONG_SEAT: _("Wrong seat"),
    Settlement.Reason.WRONG_ACTION: _("Wrong action"),
    Settlement.Reason.RULING: _("By a ruling"),
    Settlement.Reason.OTHER: _("Other"),
}
DISPUTE_REASONS: Mapping[str, Words] = {
    Dispute.Reason.CARDS: _("Cards"),
    Dispute.Reason.WAGER: _("Wager"),
    Dispute.Reason.DECISION: _("Decision"),
    Dispute.Reason.PAYMENT: _("Payment"),
    Dispute.Reason.DEAL: _("Deal"),
    Dispute.Reason.CONDUCT: _("Conduct"),
    Dispute.Reason.OTHER: _("Other"),
}
RULINGS: Mapping[str, Words] = {
    Ruling.Outcome.STANDS: _("The round stands"),
    Ruling.Outcome.CORRECTED: _("It is corrected"),
    Ruling.Outcome.VOID: _("It is void"),
    Ruling.Outcome.OTHER: _("Other"),
}
BAR_REASONS: Mapping[str, Words] = {
    Bar.Reason.CONDUCT: _("Conduct"),
    Bar.Reason.CHEATING: _("Cheating"),
    Bar.Reason.DEBT: _("Debt"),
    Bar.Reason.OWN_REQUEST: _("Their own wish"),
    Bar.Reason.OTHER: _("Other"),
}
BAR_SCOPES: Mapping[str, Words] = {
    Bar.Scope.TABLE: _("From this table"),
    Bar.Scope.HOUSE: _("From the house"),
}
DEBT_WAYS: Mapping[str, Words] = {
    Owed.Way.SEAT: _("From or to their stack"),
    Owed.Way.CHIPS: _("In chips"),
    Owed.Way.CASH: _("In cash"),
    Owed.Way.WRITTEN_OFF: _("Written off"),
}
"""How a debt is dealt with."""
DEBT_REASONS: Mapping[str, Words] = {
    Owed.Reason.CORRECTION: _("Correction"),
    Owed.Reason.MARKERS: _("Markers"),
}

MOVED_ACCOUNTS: Mapping[str, Words] = {
    Account.RAKE: _("Rake"),
    Account.DROP: _("Drop box"),
    Account.POT: _("Pot"),
}
"""Where a correction moves chips beside the players' stacks."""


class FloorChoices(NamedTuple):
    """The choices of the menus on a tablet, each as its code and its word."""

    void_reasons: Mapping[str, Words]
    recount_reasons: Mapping[str, Words]
    correction_reasons: Mapping[str, Words]
    dispute_reasons: Mapping[str, Words]
    bar_reasons: Mapping[str, Words]
    bar_scopes: Mapping[str, Words]


FLOOR_CHOICES = FloorChoices(
    VOID_REASONS, RECOUNT_REASONS, CORRECTION_REASONS, DISPUTE_REASONS, BAR_REASONS, BAR_SCOPES
)
