"""The words of the table, ready for translation."""

from django.utils.translation import gettext_lazy as _

GAMES = {
    "high_card_flush": _("High Card Flush"),
    "heads_up_draw": _("Heads-up draw"),
    "four_player_draw": _("Four-player draw"),
}
SPOTS = {
    "ante": _("Ante"),
    "raise": _("Raise"),
    "straight_flush": _("Straight flush"),
    "flush": _("Flush"),
}
# On the felt every spot has its place and its shape; the short name fits under a thumb.
SHORT_SPOTS = {
    "ante": _("Ante"),
    "raise": _("Raise"),
    "straight_flush": _("Str. fl."),
    "flush": _("Flush"),
}
# What a player of a draw game does, as the name of a key.
ACTIONS = {
    "drop": _("Drop"),
    "stay": _("Stay"),
    "draw": _("Draw"),
    "call": _("Call"),
    "pay": _("Pay"),
    "bet": _("Bet"),
    "raise": _("Raise"),
    "open": _("Open"),
    "exchange": _("Exchange"),
    "timeout": _("Time"),
}
RESULTS = {
    "win": _("win"),
    "lose": _("lose"),
    "push": _("push"),
    "returned": _("back"),
}
OFFER_ANSWERS = {
    "accepted": _("takes it"),
    "declined": _("declined"),
    "not_eligible": _("not eligible"),
}
NOT_ELIGIBLE = {
    "sitting_out": _("sits out"),
    "barred": _("barred"),
    "short_chips": _("too few chips"),
    "max_consecutive": _("longest turn"),
    "no_taker_halt": _("just had it"),
}
LEFT_OUT = {
    "short_chips": _("too few chips"),
    "outside_limits": _("outside the limits"),
    "bad_seat": _("nothing to repeat"),
}
RANK_NAMES = {"A": _("Ace"), "K": _("King"), "Q": _("Queen"), "J": _("Jack")}
SUIT_NAMES = {"s": _("spades"), "h": _("hearts"), "d": _("diamonds"), "c": _("clubs")}
VOID_REASONS = {
    "wrong_count": _("Wrong number of cards"),
    "red_light": _("Shuffler's red light"),
    "fouled_deck": _("Fouled deck"),
    "exposed_card": _("Exposed card"),
    "dealer_error": _("Dealer's error"),
    "other": _("Other"),
}
RECOUNT_REASONS = {
    "tip": _("Tip"),
    "passed": _("Chips passed"),
    "carried": _("Chips carried"),
    "miscount": _("Miscount"),
    "other": _("Other"),
}
TABLE_STATES = {
    "closed": _("Closed"),
    "open": _("Open"),
    "suspended": _("Suspended"),
}
ROUND_STATES = {
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
# What a field of a form is called, where a sentence names it.
FIELDS = {
    "actions": _("Actions"),
    "badge": _("Badge"),
    "bank": _("Bank"),
    "buy_in": _("Buy-in"),
    "cards": _("Cards"),
    "code": _("Code"),
    "decision": _("Decision"),
    "how": _("How"),
    "label": _("Name of the tablet"),
    "licence": _("Licence number"),
    "name": _("Name"),
    "outcome": _("Ruling"),
    "password": _("Password"),
    "pin": _("PIN"),
    "player_card": _("Player card"),
    "reason": _("Reason"),
    "roles": _("Roles"),
    "seat": _("Seat"),
    "source": _("From"),
    "words": _("In words"),
}
FLAGS = {
    "chips_seen": _("Chips seen"),
    "cover_short": _("Cover short"),
    "dead_hand": _("Dead hand"),
    "limit_overridden": _("Limit overridden"),
    "outside_limits": _("Outside the limits"),
    "raise_adjusted": _("Raise adjusted"),
    "wager_changed": _("Wager changed"),
}
ALERTS = {
    "dead_hand": _("Dead hand"),
    "override": _("Limit overridden"),
    "outside_limits": _("Outside the limits"),
    "correction": _("Correction"),
    "refused": _("Refused act"),
    "cover_short": _("Cover short"),
    "no_designated_player": _("Nobody takes the bank"),
    "owed": _("Owed"),
    "silent_tablet": _("Silent tablet"),
    "dispute": _("Dispute"),
}
CHANGE_STATES = {
    "requested": _("waits for a decision"),
    "approved": _("approved, not in force yet"),
    "rejected": _("rejected"),
    "withdrawn": _("withdrawn"),
    "expired": _("ran out undecided"),
    "cancelled": _("cancelled"),
    "in_force": _("in force"),
}
# As a sentence names them: "Only a floor manager may do this."
WHO = {
    "dealer": _("a dealer"),
    "floor": _("a floor manager"),
    "compliance": _("compliance"),
    "admin": _("an administrator"),
}
ROLES = {
    "dealer": _("Dealer"),
    "floor": _("Floor"),
    "compliance": _("Compliance"),
    "admin": _("Administration"),
}
STAFF_CHANGES = {
    "create_person": _("New person"),
    "grant_role": _("New role"),
    "reset_credential": _("New secrets"),
    "returns": _("Comes back with new secrets"),
}
STAFF_CHANGE_STATES = {
    "requested": _("waits"),
    "confirmed": _("confirmed"),
    "rejected": _("rejected"),
    "withdrawn": _("withdrawn"),
    "expired": _("run out"),
}
