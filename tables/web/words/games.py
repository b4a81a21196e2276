"""The words of games, bets, actions, decisions and cards."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tables.games.cards import RANKS
from tables.games.draw.betting import ActionKind
from tables.games.draw.hands import Category
from tables.games.high_card_flush.contest import BetResult
from tables.games.high_card_flush.wagers import Decision, Spot
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
    Spot.ANTE: SpotWords(_("Ante"), _("Ante")),
    Spot.RAISE: SpotWords(_("Raise"), _("Raise")),
    Spot.STRAIGHT_FLUSH: SpotWords(_("Straight flush"), _("Str. fl.")),
    Spot.FLUSH: SpotWords(_("Flush"), _("Flush")),
}


class DecisionWords(NamedTuple):
    """What a player decided: as a choice of a form, as their seat on the felt shows it, and as the board's panel does."""

    name: Words
    felt: Words
    panel: Words


DECISIONS: Mapping[str, DecisionWords] = {
    Decision.RAISE: DecisionWords(SPOTS[Spot.RAISE].name, _("Stays in"), _("raised")),
    Decision.FOLD: DecisionWords(_("Folded"), _("Folded"), _("folded")),
    Decision.WALK_AWAY: DecisionWords(_("Walked away"), _("Walked away"), _("walked away")),
}


class ActionWords(NamedTuple):
    """What a player of a draw game does: as the name of a key, and as their seat shows the last thing they did."""

    name: Words
    done: Words


ACTIONS: Mapping[str, ActionWords] = {
    ActionKind.DROP: ActionWords(_("Drop"), _("Dropped")),
    ActionKind.STAY: ActionWords(_("Stay"), _("Stayed")),
    ActionKind.DRAW: ActionWords(_("Draw"), _("Draws")),
    ActionKind.CALL: ActionWords(_("Call"), _("Called")),
    ActionKind.PAY: ActionWords(_("Pay"), _("Paid")),
    ActionKind.BET: ActionWords(_("Bet"), _("Bet %(amount)s")),
    ActionKind.RAISE: ActionWords(_("Raise"), _("Raised %(amount)s")),
    ActionKind.OPEN: ActionWords(_("Open"), _("Opened %(amount)s")),
    ActionKind.EXCHANGE: ActionWords(_("Exchange"), _("Exchanged %(amount)s")),
    ActionKind.TIMEOUT: ActionWords(_("Time"), _("Out of time")),
}
RESULTS: Mapping[str, Words] = {
    BetResult.WIN: _("win"),
    BetResult.LOSE: _("lose"),
    BetResult.PUSH: _("push"),
    BetResult.RETURNED: _("back"),
}
"""What a bet came to."""
CATEGORIES: Mapping[str, Words] = {
    Category.NO_PAIR: _("No pair"),
    Category.PAIR: _("Pair"),
    Category.TWO_PAIR: _("Two pair"),
    Category.THREE_OF_A_KIND: _("Three of a kind"),
    Category.STRAIGHT: _("Straight"),
    Category.FLUSH: _("Flush"),
    Category.FULL_HOUSE: _("Full house"),
    Category.FOUR_OF_A_KIND: _("Four of a kind"),
    Category.STRAIGHT_FLUSH: _("Straight flush"),
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
