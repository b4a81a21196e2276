"""The words of rounds: states, flags, why one is void, the offers of the bank, whom "same again" leaves out."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.web.words import Words

ROUND_STATES: Mapping[str, Words] = {
    "betting": _("Betting"),
    "dealt": _("Dealt"),
    "betting_1": _("First betting"),
    "opening": _("Opening"),
    "exchange": _("Exchange"),
    "betting_2": _("Second betting"),
    "showdown": _("Showdown"),
    "settled": _("Settled"),
    "closed": _("Closed"),
    "void": _("Void"),
}
VOID_REASONS: Mapping[str, Words] = {
    "wrong_count": _("Wrong number of cards"),
    "red_light": _("Shuffler's red light"),
    "fouled_deck": _("Fouled deck"),
    "exposed_card": _("Exposed card"),
    "dealer_error": _("Dealer's error"),
    "other": _("Other"),
}
FLAGS: Mapping[str, Words] = {
    "chips_seen": _("Chips seen"),
    "cover_short": _("Cover short"),
    "dead_hand": _("Dead hand"),
    "limit_overridden": _("Limit overridden"),
    "outside_limits": _("Outside the limits"),
    "raise_adjusted": _("Raise adjusted"),
    "wager_changed": _("Wager changed"),
}
OFFER_ANSWERS: Mapping[str, Words] = {
    "accepted": _("takes it"),
    "declined": _("declined"),
    "not_eligible": _("not eligible"),
}
NOT_ELIGIBLE: Mapping[str, Words] = {
    "sitting_out": _("sits out"),
    "barred": _("barred"),
    "short_chips": _("too few chips"),
    "max_consecutive": _("longest turn"),
    "no_taker_halt": _("just had it"),
}
"""Why somebody is not offered the bank."""
LEFT_OUT: Mapping[str, Words] = {
    "short_chips": _("too few chips"),
    "outside_limits": _("outside the limits"),
    "bad_seat": _("nothing to repeat"),
}
"""Why "same again" does not put somebody's wagers back, in short; other codes show the sentence of the rule."""
