"""Every house rule in words: what it is called, what kind of value it takes, and the value as people read it (OPS 4.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tables.web.shared.money import MoneyFormat
from tables.web.words import Words
from tables.web.words.choices import (
    CAP_SHARINGS,
    CLOCK_MODES,
    DECKS,
    NO_TAKER,
    RAKE_MODES,
    SETTLEMENT_ORDERS,
    TIE_BONUSES,
    names,
)
from tables.web.words.games import GAMES, RANK_NAMES, SPOTS

MONEY, WHOLE, CHOICE, NUMBERED, FLAG = "money", "whole", "choice", "numbered", "flag"
ODDS, MULTIPLE, MINUTES, SECONDS, BASIS_POINTS = "odds", "multiple", "minutes", "seconds", "basis_points"
FLAGS: Mapping[str, Words] = {"true": _("yes"), "false": _("no")}
BASIS_POINTS_A_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Rule:
    """One house rule: its name, the kind of its value, the words of a choice, what no value means, and what it does."""

    label: Words
    kind: str = WHOLE
    choices: Mapping[str, Words] = field(default_factory=dict)
    none: Words = ""
    hint: Words = ""
    """What the rule does, in a sentence, where its name does not say it all."""


NO_CAP = _("no cap")
RULES: Mapping[str, Rule] = {
    "game": Rule(_("Game"), CHOICE, GAMES),
    "chip_unit": Rule(_("Smallest chip"), MONEY),
    "designation.min_bank": Rule(
        _("Least bank"),
        MONEY,
        hint=_("The least that can be declared; it takes these chips, and the rake beside them."),
    ),
    "designation.max_consecutive": Rule(_("Rounds in a row, at most"), WHOLE, none=_("any number")),
    "designation.max_minutes": Rule(
        _("Minutes in a row, at most"),
        MINUTES,
        none=_("any number"),
        hint=_("From taking the bank to the next offer, pauses counted; a round under way is played to its end."),
    ),
    "designation.no_taker": Rule(_("If nobody takes the bank"), CHOICE, names(NO_TAKER)),
    "changes.notice_minutes": Rule(_("Notice of a change, minutes"), MINUTES),
    "changes.expire_minutes": Rule(_("Time to decide on a change, minutes"), MINUTES),
    "recount.signed_above": Rule(_("Recount signed above"), MONEY),
    "terms.qualifier.cards": Rule(_("Qualifies with a flush of, cards")),
    "terms.qualifier.rank": Rule(_("Qualifies with a flush of, high card"), CHOICE, RANK_NAMES),
    "terms.straight_flush_ace_low": Rule(_("Ace counts low in a straight flush"), FLAG, FLAGS),
    "terms.exact_tie_bonuses": Rule(_("Bonuses in an exact tie"), CHOICE, names(TIE_BONUSES)),
    "terms.settlement_order": Rule(_("Hands are settled"), CHOICE, names(SETTLEMENT_ORDERS)),
    "terms.cover.symmetric": Rule(_("A hand is collected only if it could have been paid"), FLAG, FLAGS),
    "terms.caps.per_hand": Rule(_("Bonus cap a hand"), MONEY, none=NO_CAP),
    "terms.caps.per_round": Rule(_("Bonus cap a round"), MONEY, none=NO_CAP),
    "terms.caps.per_round_sharing": Rule(_("A round's cap is shared"), CHOICE, names(CAP_SHARINGS)),
    "terms.rake.mode": Rule(_("Rake is paid by"), CHOICE, names(RAKE_MODES)),
    "terms.rake.amount": Rule(_("Rake a round"), MONEY),
    "terms.deck": Rule(_("Cards in the deck"), NUMBERED, names(DECKS)),
    "terms.ante": Rule(_("Ante"), MONEY),
    "terms.marker_count": Rule(_("Markers a player may have out")),
    "terms.marker_value": Rule(_("Value of a marker"), MONEY),
    "terms.redeem_reserve": Rule(_("Kept beside a marker redeemed"), MONEY, none=_("as much as a marker")),
    "terms.equal_start": Rule(_("A match starts with equal stacks"), FLAG, FLAGS),
    "terms.opening_min": Rule(_("Opening, least"), MONEY),
    "terms.opening_max": Rule(_("Opening, most"), MONEY),
    "terms.action_seconds": Rule(_("Time for an action, seconds"), SECONDS),
    "terms.clock_mode": Rule(_("The end of the time is called by"), CHOICE, names(CLOCK_MODES)),
    "terms.commission_bps": Rule(_("Commission on what is won, hundredths of a percent"), BASIS_POINTS),
}
LINES: Mapping[str, tuple[Words, str]] = {
    "terms.raise_caps": (_("Largest Raise"), MULTIPLE),
    "terms.flush_paytable": (_("Flush bonus"), ODDS),
    "terms.straight_flush_paytable": (_("Straight flush bonus"), ODDS),
}
BOUNDS: Mapping[str, Words] = {"min": _("least"), "max": _("most")}
GROUPS: Mapping[str, Words] = {
    "game": _("Game"),
    "limits": _("Limits"),
    "chip_unit": _("Limits"),
    "designation": _("Designated player"),
    "terms.rake": _("Rake"),
    "terms.caps": _("Bonus caps"),
    "terms.raise_caps": _("Raise"),
    "terms.flush_paytable": _("Flush bonus"),
    "terms.straight_flush_paytable": _("Straight flush bonus"),
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
        label, kind = LINES[above]
        cards = ngettext("%(count)s card", "%(count)s cards", int(last)) % {"count": last}
        return Rule(gettext("%(bet)s, %(cards)s") % {"bet": label, "cards": cards}, kind)
    if last in BOUNDS:
        spot = above.rpartition(".")[2]
        return Rule(gettext("%(bet)s, %(bound)s") % {"bet": SPOTS[spot].name, "bound": BOUNDS[last]}, MONEY)
    return Rule(key)


def leaves(document: Mapping[str, Any], path: str = "") -> list[tuple[str, Any]]:
    """Every rule of a document with its dotted key."""
    found: list[tuple[str, Any]] = []
    for name, value in document.items():
        key = f"{path}.{name}" if path else name
        found += leaves(value, key) if isinstance(value, Mapping) else [(key, value)]
    return found


def group_of(key: str) -> str:
    """The heading that a rule stands under: the longest that fits."""
    fitting = [name for name in GROUPS if key == name or key.startswith(f"{name}.")]
    return str(GROUPS[max(fitting, key=len)]) if fitting else str(GROUPS["terms"])


def value_words(key: str, value: Any, figures: MoneyFormat) -> str:
    """A value as people read it; amounts in minor units become figures of the casino."""
    rule = rule_of(key)
    if value is None:
        return str(rule.none)
    if rule.kind == MONEY:
        return figures.amount(value)
    if rule.choices:
        name = str(value).lower() if rule.kind == FLAG else str(value)
        return str(rule.choices.get(name, name))
    return str(UNITS.get(rule.kind, "%(value)s")) % {"value": _number(rule.kind, value)}


UNITS: Mapping[str, Words] = {
    ODDS: _("%(value)s to 1"),
    MULTIPLE: _("up to %(value)s\N{MULTIPLICATION SIGN}"),
    MINUTES: _("%(value)s min"),
    SECONDS: _("%(value)s s"),
    BASIS_POINTS: _("%(value)s %%"),
}


def _number(kind: str, value: int) -> str:
    if kind != BASIS_POINTS:
        return str(value)
    whole, part = divmod(value, BASIS_POINTS_A_PERCENT)
    return f"{whole}.{part:02}"
