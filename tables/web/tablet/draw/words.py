"""The words of the draw games, ready for translation."""

from django.utils.translation import gettext_lazy as _

CATEGORIES = {
    "no_pair": _("No pair"),
    "pair": _("Pair"),
    "two_pair": _("Two pair"),
    "three_of_a_kind": _("Three of a kind"),
    "straight": _("Straight"),
    "flush": _("Flush"),
    "full_house": _("Full house"),
    "four_of_a_kind": _("Four of a kind"),
    "straight_flush": _("Straight flush"),
}
# What a seat shows of the last thing its player did.
DONE = {
    "drop": _("Dropped"),
    "stay": _("Stayed"),
    "draw": _("Draws"),
    "call": _("Called"),
    "pay": _("Paid"),
    "bet": _("Bet %(amount)s"),
    "raise": _("Raised %(amount)s"),
    "open": _("Opened %(amount)s"),
    "exchange": _("Exchanged %(amount)s"),
    "timeout": _("Out of time"),
}
# The letters of the keyboard, which stand on the keys: a place keeps its letter whatever it is called.
LETTERS = {"drop": "X", "match": "C", "min": "M", "half": "H", "pot": "P", "most": "A", "timeout": "T", "undo": "U"}
