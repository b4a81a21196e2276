"""Every house rule in words: what it is called, what kind of value it takes, and the value as people read it (OPS 4.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tables.web.words import Words
from tables.web.words.choices import (
    BONUS_CONTESTS,
    CAP_SHARINGS,
    CLOCK_MODES,
    COMMISSION_ON,
    COMMISSION_ROUND,
    COVER_POLICIES,
    DECKS,
    FOLDED_BONUSES,
    NO_TAKER,
    OPTIONAL_BETS,
    RAKE_MODES,
    RULINGS,
    SETTLEMENT_ORDERS,
    TIE_BONUSES,
    names,
)
from tables.web.words.games import GAMES, RANK_NAMES, SPOTS

MONEY, WHOLE, CHOICE, NUMBERED, FLAG = "money", "whole", "choice", "numbered", "flag"
ODDS, MULTIPLE, MINUTES, SECONDS, BASIS_POINTS = "odds", "multiple", "minutes", "seconds", "basis_points"
FLAGS: Mapping[str, Words] = {"true": _("yes"), "false": _("no")}


@dataclass(frozen=True, slots=True)
class Rule:
    """One house rule: its name, what it does in a sentence, the kind of its value, the words of a choice, and what no
    value means if that is allowed.
    """

    label: Words
    help: Words
    kind: str = WHOLE
    choices: Mapping[str, Words] = field(default_factory=dict)
    none: Words = ""


class BoundWords(NamedTuple):
    """One end of the limits of a bet."""

    name: Words
    help: Words


NO_CAP = _("no cap")
NOT_PAID = _("not paid")
NOT_OFFERED = _("not offered")
RULES: Mapping[str, Rule] = {
    "game": Rule(_("Game"), _("The game that is dealt at the table."), CHOICE, GAMES),
    "chip_unit": Rule(_("Smallest chip"), _("Every wager is a whole number of these."), MONEY),
    "designation.min_bank": Rule(
        _("Least bank"), _("The least that a player must have to be offered the bank, and must declare."), MONEY
    ),
    "designation.max_consecutive": Rule(
        _("Rounds in a row, at most"), _("After so many rounds a player passes the bank on."), none=_("any number")
    ),
    "designation.max_minutes": Rule(
        _("Minutes in a row, at most"),
        _(
            "So long after taking it a player is offered the bank once more, pauses counted; a round is played to its end."
        ),
        MINUTES,
        none=_("any number"),
    ),
    "designation.no_taker": Rule(
        _("If nobody takes the bank"),
        _("What happens when every other player declines the bank."),
        CHOICE,
        names(NO_TAKER),
    ),
    "changes.notice_minutes": Rule(
        _("Notice of a change, minutes"), _("So long tablet and placard announce a change before it holds."), MINUTES
    ),
    "changes.expire_minutes": Rule(
        _("Time to decide on a change, minutes"),
        _("A change that nobody has decided on by then is off the table."),
        MINUTES,
    ),
    "recount.signed_above": Rule(
        _("Recount signed above"), _("A recount that finds more or less than this needs a signature."), MONEY
    ),
    "terms.qualifier.cards": Rule(
        _("Qualifies with a flush of, cards"),
        _("A longer flush of the designated player always qualifies, one of so many cards with the card beside it."),
    ),
    "terms.qualifier.rank": Rule(
        _("Qualifies with a flush of, high card"),
        _("The lowest card that must be on top of a flush of that length."),
        CHOICE,
        RANK_NAMES,
    ),
    "terms.straight_flush_ace_low": Rule(
        _("Ace counts low in a straight flush"), _("Whether A-2-3 of a suit is a run."), FLAG, FLAGS
    ),
    "terms.exact_tie_bonuses": Rule(
        _("Bonuses in an exact tie"),
        _("What the bonuses of a hand do whose flush equals the designated player's card by card."),
        CHOICE,
        names(TIE_BONUSES),
    ),
    "terms.settlement_order": Rule(
        _("Hands are settled"), _("The way round the table in which the bank pays."), CHOICE, names(SETTLEMENT_ORDERS)
    ),
    "terms.bonuses.straight_flush": Rule(
        _("Straight flush bonus is won against"),
        _("Whether a straight flush must also beat the designated player's, or the bonus is not offered at all."),
        CHOICE,
        names(BONUS_CONTESTS),
    ),
    "terms.bonuses.flush": Rule(
        _("Flush bonus is won against"),
        _("Whether a flush must also beat the designated player's, or the bonus is not offered at all."),
        CHOICE,
        names(BONUS_CONTESTS),
    ),
    "terms.bonuses_on_fold": Rule(
        _("Bonuses of a hand that folds"),
        _("Whether a fold gives up the bonuses with the Ante, or the Ante alone."),
        CHOICE,
        names(FOLDED_BONUSES),
    ),
    "terms.cover.symmetric": Rule(
        _("A hand is collected only if it could have been paid"),
        _("Whether nobody loses to a bank that did not hold all that they staked."),
        FLAG,
        FLAGS,
    ),
    "terms.cover.policy": Rule(
        _("A hand that the bank does not cover is"),
        _("Whether such a hand gets everything back, or is paid what the bank still holds."),
        CHOICE,
        names(COVER_POLICIES),
    ),
    "terms.caps.per_hand": Rule(
        _("Bonus cap a hand"), _("The most that the bonuses of one hand win together."), MONEY, none=NO_CAP
    ),
    "terms.caps.per_round": Rule(
        _("Bonus cap a round"), _("The most that is paid for all bonuses of a round together."), MONEY, none=NO_CAP
    ),
    "terms.caps.per_round_sharing": Rule(
        _("A round's cap is shared"),
        _("How the bonuses of a round share its cap when they win more."),
        CHOICE,
        names(CAP_SHARINGS),
    ),
    "terms.rake.mode": Rule(_("Rake is paid by"), _("Who pays the house for a round."), CHOICE, names(RAKE_MODES)),
    "terms.rake.amount": Rule(_("Rake a round"), _("What each of them pays, beside the wagers."), MONEY),
    "terms.rake.designated_player_amount": Rule(
        _("Rake of the designated player"),
        _("What the designated player pays where it is not the same."),
        MONEY,
        none=_("the same"),
    ),
    "terms.rulings": Rule(
        _("Rulings where the sheet is silent"),
        _(
            "They say when a hand is covered, what a fold forfeits, how a round's cap is shared, and in draw poker whether a "
            "player who is all in is dealt for a carried pot."
        ),
        NUMBERED,
        {str(rulings): words for rulings, words in RULINGS.items()},
    ),
    "terms.deck": Rule(_("Cards in the deck"), _("The cards that are dealt from."), NUMBERED, names(DECKS)),
    "terms.ante": Rule(_("Ante"), _("What both players put in before every deal."), MONEY),
    "terms.marker_count": Rule(
        _("Markers a player may have out"), _("So often a player without chips may stake a marker.")
    ),
    "terms.marker_value": Rule(_("Value of a marker"), _("The chips that a marker brings."), MONEY),
    "terms.redeem_reserve": Rule(
        _("Kept beside a marker redeemed"),
        _("A winner redeems a marker only if so much stays beside it."),
        MONEY,
        none=_("as much as a marker"),
    ),
    "terms.equal_start": Rule(
        _("A match starts with equal stacks"), _("Whether both must have the same chips at the beginning."), FLAG, FLAGS
    ),
    "terms.opening_min": Rule(_("Opening, least"), _("The least amount that opens a hand."), MONEY),
    "terms.opening_max": Rule(_("Opening, most"), _("The largest amount that opens a hand."), MONEY),
    "terms.action_seconds": Rule(
        _("Time for an action, seconds"), _("So long a player has for an opening, an exchange or a bet."), SECONDS
    ),
    "terms.clock_mode": Rule(
        _("The end of the time is called by"),
        _("Whether the clock itself ends the time, or sounds and lets the dealer end it."),
        CHOICE,
        names(CLOCK_MODES),
    ),
    "terms.commission_bps": Rule(
        _("Commission on what is won, hundredths of a percent"),
        _("The part of what a winner takes that goes to the house."),
        BASIS_POINTS,
    ),
    "terms.commission_on": Rule(
        _("Commission is taken of"),
        _("All that a winner takes from the pots, or only what they take beyond all that they put into them."),
        CHOICE,
        COMMISSION_ON,
    ),
    "terms.commission_round": Rule(
        _("Commission is rounded down to"),
        _(
            "The smallest chip of the table is what a house should choose: every amount can then be paid in chips. Rounded to the "
            "smallest amount of the currency, a winner may be owed less than a chip."
        ),
        CHOICE,
        COMMISSION_ROUND,
    ),
}
LINES: Mapping[str, tuple[Words, Words, str]] = {
    "terms.raise_caps": (
        _("Largest Raise"),
        _("The largest Raise with a flush of so many cards, as a multiple of the Ante."),
        MULTIPLE,
    ),
    "terms.flush_paytable": (
        _("Flush bonus"),
        _("What so many cards of a suit are paid to 1, as 10 or 3:2; empty for nothing of their own."),
        ODDS,
    ),
    "terms.straight_flush_paytable": (
        _("Straight flush bonus"),
        _("What a run of so many cards is paid to 1, as 10 or 3:2; empty for nothing of its own."),
        ODDS,
    ),
}
BOUNDS: Mapping[str, BoundWords] = {
    "min": BoundWords(_("least"), _("The least that may be placed.")),
    "max": BoundWords(_("most"), _("The most that may be placed.")),
}
GROUPS: Mapping[str, Words] = {
    "game": _("Game"),
    "limits": _("Limits"),
    "chip_unit": _("Limits"),
    "designation": _("Designated player"),
    "terms.rake": _("Rake"),
    "terms.caps": _("Bonus caps"),
    "terms.raise_caps": _("Raise"),
    "terms.flush_paytable": _("Flush bonus"),
    "terms.bonuses.flush": _("Flush bonus"),
    "terms.straight_flush_paytable": _("Straight flush bonus"),
    "terms.bonuses.straight_flush": _("Straight flush bonus"),
    "terms": _("Play"),
    "changes": _("Changes and recounts"),
    "recount": _("Changes and recounts"),
}


def rule_of(key: str) -> Rule:
    """The rule of a dotted key, as `limits.ante.min` or `terms.flush_paytable.5`."""
    if key in RULES:
        return RULES[key]
    above, _dot, last = key.rpartition(".")
    if above in LINES:
        label, says, kind = LINES[above]
        cards = ngettext("%(count)s card", "%(count)s cards", int(last)) % {"count": last}
        none = NOT_PAID if kind == ODDS else ""
        return Rule(gettext("%(bet)s, %(cards)s") % {"bet": label, "cards": cards}, says, kind, none=none)
    if last in BOUNDS:
        spot = above.rpartition(".")[2]
        none = NOT_OFFERED if spot in OPTIONAL_BETS else ""
        return Rule(_spot_words(spot, BOUNDS[last].name), BOUNDS[last].help, MONEY, none=none)
    if above == "limits":
        return Rule(
            _spot_words(last, gettext("limits")), _("The least and the most of this bet."), MONEY, none=NOT_OFFERED
        )
    return Rule(key, "")


def is_line(key: str) -> bool:
    """Whether a rule is one line of a table: of the largest Raises, or of a pay table."""
    return key.rpartition(".")[0] in LINES


def _spot_words(spot: str, bound: Words) -> str:
    return gettext("%(bet)s, %(bound)s") % {"bet": SPOTS[spot].name, "bound": bound}


def group_of(key: str) -> str:
    """The heading that a rule stands under: the longest that fits."""
    fitting = [name for name in GROUPS if key == name or key.startswith(f"{name}.")]
    return str(GROUPS[max(fitting, key=len)]) if fitting else str(GROUPS["terms"])
