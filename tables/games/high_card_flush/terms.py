"""The terms of a High Card Flush table: every house rule that bears on settlement (HCF 9.6)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from tables.games.cards import RANKS
from tables.games.errors import gettext_noop, quoted
from tables.games.high_card_flush.hands import FLUSH_LENGTHS, HAND_SIZE, RUN_LENGTHS, HandValue, qualifying_flush
from tables.games.reading import RULES
from tables.games.rule_values import (
    bad_rules,
    merged,
    read_code,
    read_rules,
    read_whole,
    read_whole_or_none,
)

FLUSH_LINES = range(4, HAND_SIZE + 1)


class TieBonuses(StrEnum):
    """What an exact tie of the flushes does to the bonuses: they push, or each stands for itself (HCF 6.3, 7.3)."""

    PUSH = "push"
    INDEPENDENT = "independent"


class SettlementOrder(StrEnum):
    """Which way round the table hands are settled (HCF 4.2)."""

    COUNTER_CLOCKWISE = "counter_clockwise"
    CLOCKWISE = "clockwise"


class CapSharing(StrEnum):
    """How the bonuses of a round share its cap (HCF 9.2)."""

    PRO_RATA = "pro_rata"
    SETTLEMENT_ORDER = "settlement_order"


class RakeMode(StrEnum):
    """Who pays the rake (HCF 9.4)."""

    NONE = "none"
    ALL_PLAYERS = "all_players"
    PLAYERS_ONLY = "players_only"
    DESIGNATED_PLAYER_ONLY = "designated_player_only"


# A table of lines is one statement: a change to it states every line again.
REPLACED_WHOLE = ("raise_caps", "flush_paytable", "straight_flush_paytable")

DEFAULTS: Mapping[str, Any] = {
    "qualifier": {"cards": 3, "rank": "9"},
    "raise_caps": {"2": 1, "3": 1, "4": 1, "5": 2, "6": 3, "7": 3},
    "flush_paytable": {"4": 2, "5": 10, "6": 50, "7": 200},
    "straight_flush_paytable": {"3": 8, "4": 60, "5": 100, "6": 500, "7": 1000},
    "straight_flush_ace_low": True,
    "exact_tie_bonuses": "push",
    "settlement_order": "counter_clockwise",
    "cover": {"symmetric": True},
    "caps": {"per_hand": None, "per_round": None, "per_round_sharing": "pro_rata"},
    "rake": {"mode": "none", "amount": 0},
}


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms, validated (HCF 9.6). Amounts in minor units; tables by length, with 0 for a length without a line."""

    qualifier_cards: int
    qualifier_rank: str
    raise_caps: tuple[int, ...]
    flush_paytable: tuple[int, ...]
    straight_flush_paytable: tuple[int, ...]
    straight_flush_ace_low: bool
    exact_tie_bonuses: TieBonuses
    settlement_order: SettlementOrder
    symmetric_cover: bool
    cap_per_hand: int | None
    cap_per_round: int | None
    per_round_sharing: CapSharing
    rake_mode: RakeMode
    rake_amount: int

    @classmethod
    def parse(cls, document: object) -> "Terms":
        """Read terms, whole or in part, laid over the defaults of HCF 9.6; raises `bad_rules` naming the key."""
        given = read_rules(document, "", (), DEFAULTS)
        return _terms_of(json.dumps(given, sort_keys=True))

    def document(self) -> dict[str, Any]:
        """The complete terms as a JSON object with the keys of HCF 9.6."""
        return {
            "qualifier": {"cards": self.qualifier_cards, "rank": self.qualifier_rank},
            "raise_caps": _lines_document(self.raise_caps),
            "flush_paytable": _lines_document(self.flush_paytable),
            "straight_flush_paytable": _lines_document(self.straight_flush_paytable),
            "straight_flush_ace_low": self.straight_flush_ace_low,
            "exact_tie_bonuses": self.exact_tie_bonuses.value,
            "settlement_order": self.settlement_order.value,
            "cover": {"symmetric": self.symmetric_cover},
            "caps": {
                "per_hand": self.cap_per_hand,
                "per_round": self.cap_per_round,
                "per_round_sharing": self.per_round_sharing.value,
            },
            "rake": {"mode": self.rake_mode.value, "amount": self.rake_amount},
        }

    def qualifies(self, value: HandValue) -> bool:
        """Whether the designated player qualifies with a hand of this value (HCF 5.1)."""
        return value.flush >= qualifying_flush(self.qualifier_cards, self.qualifier_rank)

    @property
    def player_rake(self) -> int:
        """Minor units each player owes for a hand that is not dead (HCF 9.4)."""
        return self.rake_amount if self.rake_mode in (RakeMode.ALL_PLAYERS, RakeMode.PLAYERS_ONLY) else 0

    @property
    def designated_player_rake(self) -> int:
        """Minor units the designated player owes for a round with a hand that is not dead (HCF 9.4)."""
        return self.rake_amount if self.rake_mode in (RakeMode.ALL_PLAYERS, RakeMode.DESIGNATED_PLAYER_ONLY) else 0


@lru_cache(maxsize=256)
def _terms_of(text: str) -> Terms:
    """Terms from their canonical text, so that a table's unchanged document is read once and not every round."""
    rules = merged(DEFAULTS, json.loads(text), REPLACED_WHOLE)
    qualifier = read_rules(rules["qualifier"], "qualifier", ("cards", "rank"))
    cover = read_rules(rules["cover"], "cover", ("symmetric",))
    caps = read_rules(rules["caps"], "caps", ("per_hand", "per_round", "per_round_sharing"))
    rake = read_rules(rules["rake"], "rake", ("mode", "amount"))
    return Terms(
        qualifier_cards=read_whole(qualifier["cards"], "qualifier.cards", FLUSH_LENGTHS[0], HAND_SIZE),
        qualifier_rank=_read_rank(qualifier["rank"]),
        raise_caps=_read_lines(rules["raise_caps"], "raise_caps", FLUSH_LENGTHS),
        flush_paytable=_read_lines(rules["flush_paytable"], "flush_paytable", FLUSH_LINES),
        straight_flush_paytable=_read_lines(rules["straight_flush_paytable"], "straight_flush_paytable", RUN_LENGTHS),
        straight_flush_ace_low=RULES.read_flag(rules["straight_flush_ace_low"], "straight_flush_ace_low"),
        exact_tie_bonuses=read_code(rules["exact_tie_bonuses"], "exact_tie_bonuses", TieBonuses),
        settlement_order=read_code(rules["settlement_order"], "settlement_order", SettlementOrder),
        symmetric_cover=RULES.read_flag(cover["symmetric"], "cover.symmetric"),
        cap_per_hand=read_whole_or_none(caps["per_hand"], "caps.per_hand", least=0),
        cap_per_round=read_whole_or_none(caps["per_round"], "caps.per_round", least=0),
        per_round_sharing=read_code(caps["per_round_sharing"], "caps.per_round_sharing", CapSharing),
        rake_mode=read_code(rake["mode"], "rake.mode", RakeMode),
        rake_amount=read_whole(rake["amount"], "rake.amount", least=0),
    )


def _read_rank(found: object) -> str:
    if not isinstance(found, str) or len(found) != 1 or found not in RANKS:
        raise bad_rules(
            gettext_noop("Rule %(field)s must be one rank of %(allowed)s, not %(found)s."),
            key="qualifier.rank",
            allowed=" ".join(RANKS),
            found=quoted(found),
        )
    return found


def _read_lines(found: object, key: str, lengths: range) -> tuple[int, ...]:
    """A table with one line for each length, as a tuple by length."""
    lines = read_rules(found, key, [str(length) for length in lengths])
    odds = {length: read_whole(lines[str(length)], f"{key}.{length}", least=1) for length in lengths}
    return tuple(odds.get(length, 0) for length in range(HAND_SIZE + 1))


def _lines_document(lines: tuple[int, ...]) -> dict[str, int]:
    return {str(length): line for length, line in enumerate(lines) if line}
