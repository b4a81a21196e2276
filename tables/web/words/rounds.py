"""The words of rounds and matches: states, flags, why one is void, the offers of the bank, whom "same again" leaves out."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.games.designation import NotEligible, OfferAnswer
from tables.games.table.match import MatchEnd
from tables.games.values import FlagCode, VoidReason
from tables.queries.tables.documents import MovedPart
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
    VoidReason.WRONG_COUNT: _("Wrong number of cards"),
    VoidReason.RED_LIGHT: _("Shuffler's red light"),
    VoidReason.FOULED_DECK: _("Fouled deck"),
    VoidReason.EXPOSED_CARD: _("Exposed card"),
    VoidReason.DEALER_ERROR: _("Dealer's error"),
    VoidReason.OTHER: _("Other"),
}
FLAGS: Mapping[str, Words] = {
    FlagCode.BANK_CHANGED: _("Bank changed"),
    FlagCode.CHIPS_SEEN: _("Chips seen"),
    FlagCode.COVER_SHORT: _("Cover short"),
    FlagCode.DEAD_HAND: _("Dead hand"),
    FlagCode.HAND_ADDED: _("Hand added"),
    FlagCode.HAND_REMOVED: _("Hand taken out"),
    FlagCode.LIMIT_OVERRIDDEN: _("Limit overridden"),
    FlagCode.OUTSIDE_LIMITS: _("Outside the limits"),
    FlagCode.RAISE_ADJUSTED: _("Raise adjusted"),
    FlagCode.WAGER_CHANGED: _("Wager changed"),
}
FLAG_SENTENCES: Mapping[str, Words] = {
    FlagCode.BANK_CHANGED: _("The bank was put right: %(after)s, not %(before)s."),
    FlagCode.CHIPS_SEEN: _("Seat %(seat)s: %(difference)s more was seen than tracked."),
    FlagCode.COVER_SHORT: _("The bank of %(bank)s does not cover the worst case of %(worst_case)s."),
    FlagCode.DEAD_HAND: _("Seat %(seat)s: the bank cannot cover the hand."),
    FlagCode.HAND_ADDED: _("Seat %(seat)s: a hand was added after the deal (%(after)s)."),
    FlagCode.HAND_REMOVED: _("Seat %(seat)s: a hand was taken out after the deal (%(before)s)."),
    FlagCode.LIMIT_OVERRIDDEN: _("Seat %(seat)s: %(spot)s %(amount)s is outside the limits, signed by the floor."),
    FlagCode.OUTSIDE_LIMITS: _("Seat %(seat)s: %(spot)s %(amount)s is outside the limits, found after the deal."),
    FlagCode.RAISE_ADJUSTED: _("Seat %(seat)s: %(excess)s of the Raise is above the cap and goes back."),
    FlagCode.WAGER_CHANGED: _("Seat %(seat)s: %(after)s was found after the deal, not %(before)s."),
}
"""What a flag says of its round, with what it holds filled in."""
MOVED_PARTS: Mapping[str, Words] = {
    MovedPart.STAKES: _("staked %(amount)s"),
    MovedPart.BANK: _("bank %(amount)s"),
    MovedPart.RAKE: _("rake %(amount)s"),
}
"""What an amount that goes back after a void is made of."""
MATCH_ENDS: Mapping[str, Words] = {
    MatchEnd.LOST: _("no Ante left"),
    MatchEnd.GIVEN_UP: _("given up"),
    MatchEnd.LEFT: _("a player left"),
}
OFFER_ANSWERS: Mapping[str, Words] = {
    OfferAnswer.ACCEPTED: _("takes it"),
    OfferAnswer.DECLINED: _("declined"),
    OfferAnswer.NOT_ELIGIBLE: _("not eligible"),
}
NOT_ELIGIBLE: Mapping[str, Words] = {
    NotEligible.SITTING_OUT: _("sits out"),
    NotEligible.BARRED: _("barred"),
    NotEligible.SHORT_CHIPS: _("too few chips"),
    NotEligible.MAX_CONSECUTIVE: _("longest turn"),
    NotEligible.MAX_MINUTES: _("time is up"),
    NotEligible.NO_TAKER_HALT: _("just had it"),
}
"""Why a player is not offered the bank."""
LEFT_OUT: Mapping[str, Words] = {
    "short_chips": _("too few chips"),
    "outside_limits": _("outside the limits"),
    "bad_seat": _("nothing to repeat"),
    "bad_amount": _("a bet that is not offered"),
}
"""Why "same again" does not put a player's wagers back, in short; other codes show the sentence of the rule."""
MOVES: Mapping[str, Words] = {
    "pay": _("Pay"),
    "take": _("Take"),
    "return": _("Return"),
    "push": _("Push"),
    "taken": _("Taken"),
    "nothing": _("Nothing moves"),
}
