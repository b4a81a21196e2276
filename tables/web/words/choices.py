"""The words of the choices among house rules: in the form of the rules, on the tablet, on the placard, in the reports."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tables.games.draw.terms import ClockMode, CommissionOn, CommissionRound
from tables.games.high_card_flush.terms import (
    BonusContest,
    CapSharing,
    CoverPolicy,
    FoldedBonuses,
    RakeMode,
    SettlementOrder,
    TieBonuses,
)
from tables.games.values import NoTaker
from tables.web.words import Words


class ChoiceWords(NamedTuple):
    """A choice of a house rule: in the form of the rules, and as the placard puts it."""

    name: Words
    placard: Words


class RakeModeWords(NamedTuple):
    """A way of taking rake; `%(amount)s` is the rake a round, with the currency on the placard."""

    name: Words
    """After "Rake is paid by"."""
    tablet: Words
    placard: Words
    report: Words


RAKE_MODES: Mapping[str, RakeModeWords] = {
    RakeMode.NONE: RakeModeWords(_("nobody"), _("none"), _("The house takes no rake."), _("none")),
    RakeMode.ALL_PLAYERS: RakeModeWords(
        _("players and designated player"),
        _("%(amount)s each"),
        _(
            "In every round each player, and the designated player too, pays the house a rake of %(amount)s, whatever "
            "they bet."
        ),
        _("each player and the bank"),
    ),
    RakeMode.PLAYERS_ONLY: RakeModeWords(
        _("players"),
        _("%(amount)s a player"),
        _(
            "In every round each player pays the house a rake of %(amount)s, whatever they bet; the designated player "
            "pays none."
        ),
        _("each player"),
    ),
    RakeMode.DESIGNATED_PLAYER_ONLY: RakeModeWords(
        _("the designated player"),
        _("%(amount)s the bank alone"),
        _("In every round the designated player alone pays the house a rake of %(amount)s; the players pay none."),
        _("the bank alone"),
    ),
}
NO_TAKER: Mapping[str, ChoiceWords] = {
    NoTaker.CONTINUE: ChoiceWords(
        _("the present one goes on"), _("If nobody else takes it, the present one goes on if they are willing.")
    ),
    NoTaker.HALT: ChoiceWords(_("play stops"), _("If nobody else takes it, play stops until a player does.")),
}
TIE_BONUSES: Mapping[str, ChoiceWords] = {
    TieBonuses.PUSH: ChoiceWords(_("push"), _("With exactly equal flushes Ante, Raise and every bonus push.")),
    TieBonuses.INDEPENDENT: ChoiceWords(
        _("each by its own rule"),
        _("With exactly equal flushes Ante and Raise push; each bonus is decided by its own rule."),
    ),
}
SETTLEMENT_ORDERS: Mapping[str, ChoiceWords] = {
    SettlementOrder.COUNTER_CLOCKWISE: ChoiceWords(
        _("counter-clockwise"),
        _("Hands are settled counter-clockwise, from the right of the designated player."),
    ),
    SettlementOrder.CLOCKWISE: ChoiceWords(
        _("clockwise"), _("Hands are settled clockwise, from the left of the designated player.")
    ),
}
CAP_SHARINGS: Mapping[str, ChoiceWords] = {
    CapSharing.PRO_RATA: ChoiceWords(_("in proportion"), _("shared in proportion")),
    CapSharing.SETTLEMENT_ORDER: ChoiceWords(_("in the order of settlement"), _("in the order of settlement")),
}
BONUS_CONTESTS: Mapping[str, ChoiceWords] = {
    BonusContest.DESIGNATED_PLAYER: ChoiceWords(
        _("the designated player's hand"), _("won against the designated player's hand")
    ),
    BonusContest.OWN_HAND: ChoiceWords(
        _("nobody: the player's own hand is paid"), _("paid on the player's own hand, no matter what the bank holds")
    ),
    BonusContest.NONE: ChoiceWords(_("not offered"), _("not offered")),
}
FOLDED_BONUSES: Mapping[str, ChoiceWords] = {
    FoldedBonuses.LOST: ChoiceWords(_("lost"), _("Who folds or walks away loses the Ante and the bonuses.")),
    FoldedBonuses.LIVE: ChoiceWords(
        _("still played for"), _("Who folds or walks away loses the Ante; the bonuses are still played for.")
    ),
}
COVER_POLICIES: Mapping[str, ChoiceWords] = {
    CoverPolicy.DEAD_HAND: ChoiceWords(
        _("dead: every bet goes back"), _("A hand that the bank does not cover is dead: every bet of it goes back.")
    ),
    CoverPolicy.TO_EXTENT: ChoiceWords(
        _("paid as far as the bank goes"), _("A hand that the bank does not cover is paid as far as the bank goes.")
    ),
}
RULINGS: Mapping[int, ChoiceWords] = {
    1: ChoiceWords(
        _("as until 30 November 2026"), _("Where the rules sheet is silent, the rulings until 30 November 2026 hold.")
    ),
    2: ChoiceWords(_("as they are now"), _("Where the rules sheet is silent, the present rulings hold.")),
}
CLOCK_MODES: Mapping[str, ChoiceWords] = {
    ClockMode.SERVER: ChoiceWords(
        _("the clock"), _("Then they drop, without warning; in the exchange they exchange none and play on.")
    ),
    ClockMode.DEALER: ChoiceWords(
        _("the dealer"),
        _("Then the dealer may call time, and they drop; in the exchange they exchange none and play on."),
    ),
}


COMMISSION_ON: Mapping[str, ChoiceWords] = {
    CommissionOn.TAKEN: ChoiceWords(
        _("all that is taken"),
        _(
            "The house takes a commission of %(percent)s\N{NO-BREAK SPACE}%% of all that each winner takes from the pots, their own "
            "stake in them included."
        ),
    ),
    CommissionOn.NET: ChoiceWords(
        _("what is won beyond the stake"),
        _(
            "The house takes a commission of %(percent)s\N{NO-BREAK SPACE}%% of what each winner takes beyond all that they put "
            "into the pots."
        ),
    ),
}
"""`%(percent)s` is the part, as exact percent."""
COMMISSION_ROUND: Mapping[str, ChoiceWords] = {
    CommissionRound.UNIT: ChoiceWords(_("the smallest amount"), _("It is rounded down.")),
    CommissionRound.CHIP: ChoiceWords(_("the smallest chip"), _("It is rounded down to the smallest chip.")),
}


class DeckWords(NamedTuple):
    """A deck: its number of cards, what it is, and where its ace counts low in a straight."""

    name: Words
    placard: Words
    low_ace: Words


DECKS: Mapping[int, DeckWords] = {
    52: DeckWords("52", _("52 cards, 2 to ace; no joker."), _("Ace may also be the 1 of a straight: A-2-3-4-5.")),
    32: DeckWords("32", _("32 cards, 7 to ace; no joker."), _("A-7-8-9-10 is no straight.")),
}


def names(
    words: Mapping[str, ChoiceWords]
    | Mapping[int, ChoiceWords]
    | Mapping[str, RakeModeWords]
    | Mapping[int, DeckWords],
) -> dict[str, Words]:
    """The names alone, by code as the form of the rules sends it."""
    return {str(code): of.name for code, of in words.items()}
