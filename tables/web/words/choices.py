"""The words of the choices among house rules: in the form of the rules, on the tablet, on the placard, in the reports."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tables.games.draw.terms import ClockMode, CommissionOn, CommissionRound
from tables.games.high_card_flush.pay_tables import LENGTHS
from tables.games.high_card_flush.terms import (
    BonusContest,
    CapSharing,
    CoverPolicy,
    FoldedBonuses,
    RakeMode,
    SettlementOrder,
    TieBonuses,
)
from tables.games.high_card_flush.wagers import BONUS_SPOTS
from tables.games.values import NoTaker
from tables.web.words import Words

OPTIONAL_BETS = BONUS_SPOTS
"""The bets that a house may leave off the table (HCF 6.6)."""
PAY_TABLES = tuple(f"{bonus}_paytable" for bonus in BONUS_SPOTS)
PAY_LINES = tuple(map(str, LENGTHS))
"""The lines that a pay table can have (HCF 6.4)."""


class ChoiceWords(NamedTuple):
    """A choice of a house rule: in the form of the rules, and as the placard puts it."""

    name: Words
    placard: Words


class BonusContestWords(NamedTuple):
    """What a bonus is won against: in the form of the rules, and on the placard for each bonus and for both."""

    name: Words
    flush_heading: Words
    """Below the name of the bonus: which cards count, and against what."""
    straight_flush_heading: Words
    flush: Words
    straight_flush: Words
    both: Words
    """Where both bonuses are won alike."""


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
    CapSharing.PRO_RATA: ChoiceWords(
        _("in proportion"), _("All bonuses of a round win at most %(most)s together, shared in proportion.")
    ),
    CapSharing.SETTLEMENT_ORDER: ChoiceWords(
        _("in the order of settlement"),
        _("All bonuses of a round win at most %(most)s together, in the order of settlement."),
    ),
}
BONUS_CONTESTS: Mapping[str, BonusContestWords] = {
    BonusContest.DESIGNATED_PLAYER: BonusContestWords(
        _("the designated player's hand"),
        _("cards of one suit, against the designated player"),
        _("in a row, one suit, against the designated player"),
        _(
            "The Flush bonus is won against the designated player, qualified or not: the higher flush wins, equal ones "
            "push."
        ),
        _(
            "The Straight flush bonus is won against the designated player, qualified or not: the longer run wins, then "
            "the higher one, equal ones push."
        ),
        _(
            "Both are won against the designated player, qualified or not: the higher flush, and the longer run, then the "
            "higher one, wins; equal ones push."
        ),
    ),
    BonusContest.OWN_HAND: BonusContestWords(
        _("nobody: the player's own hand is paid"),
        _("cards of one suit, on your own hand"),
        _("in a row, one suit, on your own hand"),
        _("The Flush bonus is won by the player's own flush, whatever the designated player holds."),
        _("The Straight flush bonus is won by the player's own run, whatever the designated player holds."),
        _("Both are won by the player's own hand, whatever the designated player holds."),
    ),
    BonusContest.NONE: BonusContestWords(
        _("not offered"),
        _("not offered"),
        _("not offered"),
        _("The Flush bonus is not offered."),
        _("The Straight flush bonus is not offered."),
        _("No bonus is offered."),
    ),
}
FOLDED_BONUSES: Mapping[str, ChoiceWords] = {
    FoldedBonuses.LOST: ChoiceWords(_("lost"), _("A fold loses the Ante and every bonus.")),
    FoldedBonuses.LIVE: ChoiceWords(
        _("still played for"), _("A fold loses the Ante; its bonuses are still played for.")
    ),
}
COVER_POLICIES: Mapping[str, ChoiceWords] = {
    CoverPolicy.DEAD_HAND: ChoiceWords(
        _("dead: every bet goes back"), _("A hand that the bank does not cover is dead: all its bets go back.")
    ),
    CoverPolicy.TO_EXTENT: ChoiceWords(
        _("paid as far as the bank goes"),
        _("A hand that the bank does not cover is paid as far as the bank goes, and nobody owes the rest."),
    ),
}
RULINGS: Mapping[int, Words] = {1: _("as until 30 November 2026"), 2: _("as they are now")}
CLOCK_MODES: Mapping[str, ChoiceWords] = {
    ClockMode.SERVER: ChoiceWords(
        _("the clock"), _("Then they drop, without warning; in the exchange they exchange none and play on.")
    ),
    ClockMode.DEALER: ChoiceWords(
        _("the dealer"),
        _("Then the dealer may call time, and they drop; in the exchange they exchange none and play on."),
    ),
}


COMMISSION_ON: Mapping[str, Words] = {
    CommissionOn.TAKEN: _("all that is taken"),
    CommissionOn.NET: _("what is won beyond the stake"),
}
COMMISSION_ROUND: Mapping[str, Words] = {
    CommissionRound.UNIT: _("the smallest amount"),
    CommissionRound.CHIP: _("the smallest chip"),
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
    | Mapping[str, BonusContestWords]
    | Mapping[str, RakeModeWords]
    | Mapping[int, DeckWords],
) -> dict[str, Words]:
    """The names alone, by code as the form of the rules sends it."""
    return {str(code): of.name for code, of in words.items()}
