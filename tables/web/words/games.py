"""The words of games, bets, actions, decisions and cards."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tables.games.cards import RANKS
from tables.web.words import Words

GAMES: Mapping[str, Words] = {
    "high_card_flush": _("High Card Flush"),
    "heads_up_draw": _("Heads-up draw"),
    "four_player_draw": _("Four-player draw"),
}


class SpotWords(NamedTuple):
    """A bet: its name, and a short one that fits on the felt and under a thumb."""

    name: Words
    short: Words


SPOTS: Mapping[str, SpotWords] = {
    "ante": SpotWords(_("Ante"), _("Ante")),
    "raise": SpotWords(_("Raise"), _("Raise")),
    "straight_flush": SpotWords(_("Straight flush"), _("Str. fl.")),
    "flush": SpotWords(_("Flush"), _("Flush")),
}


class DecisionWords(NamedTuple):
    """What a player decided: as a choice of a form, as their seat on the felt shows it, and as the board's panel does."""

    name: Words
    felt: Words
    panel: Words


DECISIONS: Mapping[str, DecisionWords] = {
    "raise": DecisionWords(SPOTS["raise"].name, _("Stays in"), _("raised")),
    "fold": DecisionWords(_("Folded"), _("Folded"), _("folded")),
    "walk_away": DecisionWords(_("Walked away"), _("Walked away"), _("walked away")),
}


class ActionWords(NamedTuple):
    """What a player of a draw game does: as the name of a key, and as their seat shows the last thing they did."""

    name: Words
    done: Words


ACTIONS: Mapping[str, ActionWords] = {
    "drop": ActionWords(_("Drop"), _("Dropped")),
    "stay": ActionWords(_("Stay"), _("Stayed")),
    "draw": ActionWords(_("Draw"), _("Draws")),
    "call": ActionWords(_("Call"), _("Called")),
    "pay": ActionWords(_("Pay"), _("Paid")),
    "bet": ActionWords(_("Bet"), _("Bet %(amount)s")),
    "raise": ActionWords(_("Raise"), _("Raised %(amount)s")),
    "open": ActionWords(_("Open"), _("Opened %(amount)s")),
    "exchange": ActionWords(_("Exchange"), _("Exchanged %(amount)s")),
    "timeout": ActionWords(_("Time"), _("Out of time")),
}
RESULTS: Mapping[str, Words] = {
    "win": _("win"),
    "lose": _("lose"),
    "push": _("push"),
    "returned": _("back"),
}
"""What a bet came to."""
CATEGORIES: Mapping[str, Words] = {
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
"""What a hand of a draw game is."""
RANK_NAMES: Mapping[str, Words] = {
    **{rank: rank for rank in RANKS},
    "T": "10",
    "J": _("Jack"),
    "Q": _("Queen"),
    "K": _("King"),
    "A": _("Ace"),
}
SUIT_NAMES: Mapping[str, Words] = {"s": _("spades"), "h": _("hearts"), "d": _("diamonds"), "c": _("clubs")}
