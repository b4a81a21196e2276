"""Every house rule in words: what it is called, what kind of value it takes, and the value as people read it (OPS 4.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from tables.games.cards import RANKS
from tables.web.shared.money import MoneyFormat
from tables.web.words.common import GAMES, RANK_NAMES, SPOTS

Words = str | Promise
MONEY, WHOLE, CHOICE, NUMBERED, FLAG = "money", "whole", "choice", "numbered", "flag"
ODDS, MULTIPLE, MINUTES, SECONDS, BASIS_POINTS = "odds", "multiple", "minutes", "seconds", "basis_points"
FLAGS: Mapping[str, Words] = {"true": later("yes"), "false": later("no")}
BASIS_POINTS_A_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Rule:
    """One house rule: its name, the kind of its value, the words of a choice, and what no value means if that is allowed."""

    label: Words
    kind: str = WHOLE
    choices: Mapping[str, Words] = field(default_factory=dict)
    none: Words = ""


NO_CAP = later("no cap")
RANK_WORDS: Mapping[str, Words] = {rank: RANK_NAMES.get(rank, "10" if rank == "T" else rank) for rank in RANKS}
RULES: Mapping[str, Rule] = {
    "game": Rule(later("Game"), CHOICE, GAMES),
    "chip_unit": Rule(later("Smallest chip"), MONEY),
    "designation.min_bank": Rule(later("Least bank"), MONEY),
    "designation.max_consecutive": Rule(later("Rounds in a row, at most"), WHOLE, none=later("any number")),
    "designation.no_taker": Rule(
        later("If nobody takes the bank"),
        CHOICE,
        {"continue": later("the present one goes on"), "halt": later("play stops")},
    ),
    "changes.notice_minutes": Rule(later("Notice of a change, minutes"), MINUTES),
    "changes.expire_minutes": Rule(later("Time to decide on a change, minutes"), MINUTES),
    "recount.signed_above": Rule(later("Recount signed above"), MONEY),
    "terms.qualifier.cards": Rule(later("Qualifies with a flush of, cards")),
    "terms.qualifier.rank": Rule(later("Qualifies with a flush of, high card"), CHOICE, RANK_WORDS),
    "terms.straight_flush_ace_low": Rule(later("Ace counts low in a straight flush"), FLAG, FLAGS),
    "terms.exact_tie_bonuses": Rule(
        later("Bonuses in an exact tie"), CHOICE, {"push": later("push"), "independent": later("each by its own rule")}
    ),
    "terms.settlement_order": Rule(
        later("Hands are settled"),
        CHOICE,
        {"counter_clockwise": later("counter-clockwise"), "clockwise": later("clockwise")},
    ),
    "terms.cover.symmetric": Rule(later("A hand is collected only if it could have been paid"), FLAG, FLAGS),
    "terms.caps.per_hand": Rule(later("Bonus cap a hand"), MONEY, none=NO_CAP),
    "terms.caps.per_round": Rule(later("Bonus cap a round"), MONEY, none=NO_CAP),
    "terms.caps.per_round_sharing": Rule(
        later("A round's cap is shared"),
        CHOICE,
        {"pro_rata": later("in proportion"), "settlement_order": later("in the order of settlement")},
    ),
    "terms.rake.mode": Rule(
        later("Rake is paid by"),
        CHOICE,
        {
            "none": later("nobody"),
            "all_players": later("players and designated player"),
            "players_only": later("players"),
            "designated_player_only": later("the designated player"),
        },
    ),
    "terms.rake.amount": Rule(later("Rake a round"), MONEY),
    "terms.deck": Rule(later("Cards in the deck"), NUMBERED, {"52": "52", "32": "32"}),
    "terms.ante": Rule(later("Ante"), MONEY),
    "terms.marker_count": Rule(later("Markers a player may have out")),
    "terms.marker_value": Rule(later("Value of a marker"), MONEY),
    "terms.redeem_reserve": Rule(later("Kept beside a marker redeemed"), MONEY, none=later("as much as a marker")),
    "terms.equal_start": Rule(later("A match starts with equal stacks"), FLAG, FLAGS),
    "terms.opening_min": Rule(later("Opening, least"), MONEY),
    "terms.opening_max": Rule(later("Opening, most"), MONEY),
    "terms.action_seconds": Rule(later("Time for an action, seconds"), SECONDS),
    "terms.clock_mode": Rule(
        later("The end of the time is called by"), CHOICE, {"server": later("the clock"), "dealer": later("the dealer")}
    ),
    "terms.commission_bps": Rule(later("Commission on what is won, hundredths of a percent"), BASIS_POINTS),
}
LINES: Mapping[str, tuple[Words, str]] = {
    "terms.raise_caps": (later("Largest Raise"), MULTIPLE),
    "terms.flush_paytable": (later("Flush bonus"), ODDS),
    "terms.straight_flush_paytable": (later("Straight flush bonus"), ODDS),
}
BOUNDS: Mapping[str, Words] = {"min": later("least"), "max": later("most")}
GROUPS: Mapping[str, Words] = {
    "game": later("Game"),
    "limits": later("Limits"),
    "chip_unit": later("Limits"),
    "designation": later("Designated player"),
    "terms.rake": later("Rake"),
    "terms.caps": later("Bonus caps"),
    "terms.raise_caps": later("Raise"),
    "terms.flush_paytable": later("Flush bonus"),
    "terms.straight_flush_paytable": later("Straight flush bonus"),
    "terms": later("Play"),
    "changes": later("Changes and recounts"),
    "recount": later("Changes and recounts"),
}


def rule_of(key: str) -> Rule:
    """The rule of a dotted key, as `limits.ante.min` or `terms.flush_paytable.5`."""
    if key in RULES:
        return RULES[key]
    above, _dot, last = key.rpartition(".")
    if above in LINES:
        label, kind = LINES[above]
        cards = ngettext("%(count)s card", "%(count)s cards", int(last)) % {"count": last}
        return Rule(_("%(bet)s, %(cards)s") % {"bet": label, "cards": cards}, kind)
    if last in BOUNDS:
        spot = above.rpartition(".")[2]
        return Rule(_("%(bet)s, %(bound)s") % {"bet": SPOTS.get(spot, spot), "bound": BOUNDS[last]}, MONEY)
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
    ODDS: later("%(value)s to 1"),
    MULTIPLE: later("up to %(value)s\N{MULTIPLICATION SIGN}"),
    MINUTES: later("%(value)s min"),
    SECONDS: later("%(value)s s"),
    BASIS_POINTS: later("%(value)s %%"),
}


def _number(kind: str, value: int) -> str:
    if kind != BASIS_POINTS:
        return str(value)
    whole, part = divmod(value, BASIS_POINTS_A_PERCENT)
    return f"{whole}.{part:02}"
