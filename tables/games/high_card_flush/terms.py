"""The terms of a High Card Flush table: every house rule that bears on settlement (HCF 9.6)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from tables.games.cards import RANKS
from tables.games.errors import gettext_noop, quoted
from tables.games.high_card_flush.hands import FLUSH_LENGTHS, HAND_SIZE, HandValue, qualifying_flush
from tables.games.high_card_flush.pay_tables import MOST_ODDS, PayTable, read_pay_table
from tables.games.high_card_flush.wagers import BONUS_SPOTS, WAGER_SPOTS, Spot
from tables.games.money import MAX_AMOUNT
from tables.games.reading import RULES
from tables.games.rule_values import (
    RULINGS,
    bad_rules,
    merged,
    read_code,
    read_rules,
    read_rulings,
    read_whole,
    read_whole_or_none,
)
from tables.games.values import FIRST_RULINGS, LATEST_RULINGS


class BonusContest(StrEnum):
    """What a bonus is won against, or that it is not offered (HCF 6.6, 7.4)."""

    DESIGNATED_PLAYER = "designated_player"
    OWN_HAND = "own_hand"
    NONE = "none"


class FoldedBonuses(StrEnum):
    """What a fold does to the bonuses of a hand (HCF 3.3, 6.5)."""

    LOST = "lost"
    LIVE = "live"


class CoverPolicy(StrEnum):
    """What happens to a hand the bank does not cover: it is dead, or paid as far as the bank goes (HCF 8.4, 8.7)."""

    DEAD_HAND = "dead_hand"
    TO_EXTENT = "to_extent"


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
    "bonuses": {"straight_flush": "designated_player", "flush": "designated_player"},
    "bonuses_on_fold": "lost",
    "cover": {"symmetric": True, "policy": "dead_hand"},
    "caps": {"per_hand": None, "per_round": None, "per_round_sharing": "pro_rata"},
    "rake": {"mode": "none", "amount": 0, "designated_player_amount": None},
}


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms, validated (HCF 9.6). Amounts in minor units; `raise_caps` by flush length."""

    qualifier_cards: int
    qualifier_rank: str
    raise_caps: tuple[int, ...]
    flush_paytable: PayTable
    straight_flush_paytable: PayTable
    straight_flush_ace_low: bool
    exact_tie_bonuses: TieBonuses
    settlement_order: SettlementOrder
    straight_flush_bonus: BonusContest
    flush_bonus: BonusContest
    bonuses_on_fold: FoldedBonuses
    symmetric_cover: bool
    cover_policy: CoverPolicy
    cap_per_hand: int | None
    cap_per_round: int | None
    per_round_sharing: CapSharing
    rake_mode: RakeMode
    rake_amount: int
    designated_player_amount: int | None
    """What the designated player pays instead of `rake_amount`; None where it is the same (HCF 9.4)."""
    rulings: int
    """Whose rulings hold: 1 as they were until 2026-11-30, 2 as they are (HCF 9.6)."""

    @classmethod
    def parse(cls, document: object, absent_rulings: int = LATEST_RULINGS) -> "Terms":
        """Read terms, whole or in part, laid over the defaults of HCF 9.6; raises `bad_rules` naming the key.

        `absent_rulings` are the rulings of a document that names none.
        """
        given = read_rules(document, "", (), (*DEFAULTS, RULINGS))
        return _terms_of(json.dumps({RULINGS: absent_rulings, **given}, sort_keys=True))

    def document(self) -> dict[str, Any]:
        """The complete terms as a JSON object with the keys of HCF 9.6."""
        return {
            "qualifier": {"cards": self.qualifier_cards, "rank": self.qualifier_rank},
            "raise_caps": {str(length): self.raise_caps[length] for length in FLUSH_LENGTHS},
            "flush_paytable": self.flush_paytable.document(),
            "straight_flush_paytable": self.straight_flush_paytable.document(),
            "straight_flush_ace_low": self.straight_flush_ace_low,
            "exact_tie_bonuses": self.exact_tie_bonuses.value,
            "settlement_order": self.settlement_order.value,
            "bonuses": {"straight_flush": self.straight_flush_bonus.value, "flush": self.flush_bonus.value},
            "bonuses_on_fold": self.bonuses_on_fold.value,
            "cover": {"symmetric": self.symmetric_cover, "policy": self.cover_policy.value},
            "caps": {
                "per_hand": self.cap_per_hand,
                "per_round": self.cap_per_round,
                "per_round_sharing": self.per_round_sharing.value,
            },
            "rake": {
                "mode": self.rake_mode.value,
                "amount": self.rake_amount,
                "designated_player_amount": self.designated_player_amount,
            },
            RULINGS: self.rulings,
        }

    def contest(self, spot: str) -> BonusContest:
        """What a bonus is won against, or that it is not offered (HCF 6.6, 7.4)."""
        return self.flush_bonus if spot == Spot.FLUSH else self.straight_flush_bonus

    def pay_table(self, spot: str) -> PayTable:
        """The pay table of a bonus (HCF 6.4, 7.3)."""
        return self.flush_paytable if spot == Spot.FLUSH else self.straight_flush_paytable

    @property
    def wager_spots(self) -> tuple[str, ...]:
        """The wagers that can be placed: the Ante, and the bonuses that are offered (HCF 3.1, 6.6)."""
        return tuple(spot for spot in WAGER_SPOTS if spot not in BONUS_SPOTS or self.contest(spot) != BonusContest.NONE)

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
        if self.rake_mode not in (RakeMode.ALL_PLAYERS, RakeMode.DESIGNATED_PLAYER_ONLY):
            return 0
        return self.rake_amount if self.designated_player_amount is None else self.designated_player_amount


@lru_cache(maxsize=256)
def _terms_of(text: str) -> Terms:
    """Terms from their canonical text, so that a table's unchanged document is read once and not every round."""
    rules = merged(DEFAULTS, json.loads(text), REPLACED_WHOLE)
    qualifier = read_rules(rules["qualifier"], "qualifier", ("cards", "rank"))
    bonuses = read_rules(rules["bonuses"], "bonuses", BONUS_SPOTS)
    cover = read_rules(rules["cover"], "cover", ("symmetric", "policy"))
    caps = read_rules(rules["caps"], "caps", ("per_hand", "per_round", "per_round_sharing"))
    rake = read_rules(rules["rake"], "rake", ("mode", "amount", "designated_player_amount"))
    rulings = read_rulings(rules[RULINGS])
    most_odds = MAX_AMOUNT if rulings == FIRST_RULINGS else MOST_ODDS
    return Terms(
        qualifier_cards=read_whole(qualifier["cards"], "qualifier.cards", FLUSH_LENGTHS[0], HAND_SIZE),
        qualifier_rank=_read_rank(qualifier["rank"]),
        raise_caps=_read_raise_caps(rules["raise_caps"]),
        flush_paytable=read_pay_table(rules["flush_paytable"], "flush_paytable", most_odds),
        straight_flush_paytable=read_pay_table(rules["straight_flush_paytable"], "straight_flush_paytable", most_odds),
        straight_flush_ace_low=RULES.read_flag(rules["straight_flush_ace_low"], "straight_flush_ace_low"),
        exact_tie_bonuses=read_code(rules["exact_tie_bonuses"], "exact_tie_bonuses", TieBonuses),
        settlement_order=read_code(rules["settlement_order"], "settlement_order", SettlementOrder),
        straight_flush_bonus=read_code(bonuses["straight_flush"], "bonuses.straight_flush", BonusContest),
        flush_bonus=read_code(bonuses["flush"], "bonuses.flush", BonusContest),
        bonuses_on_fold=read_code(rules["bonuses_on_fold"], "bonuses_on_fold", FoldedBonuses),
        symmetric_cover=RULES.read_flag(cover["symmetric"], "cover.symmetric"),
        cover_policy=read_code(cover["policy"], "cover.policy", CoverPolicy),
        cap_per_hand=read_whole_or_none(caps["per_hand"], "caps.per_hand", least=0),
        cap_per_round=read_whole_or_none(caps["per_round"], "caps.per_round", least=0),
        per_round_sharing=read_code(caps["per_round_sharing"], "caps.per_round_sharing", CapSharing),
        rake_mode=read_code(rake["mode"], "rake.mode", RakeMode),
        rake_amount=read_whole(rake["amount"], "rake.amount", least=0),
        designated_player_amount=read_whole_or_none(
            rake["designated_player_amount"], "rake.designated_player_amount", least=0
        ),
        rulings=rulings,
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


def _read_raise_caps(found: object) -> tuple[int, ...]:
    """The largest Raise by flush length, as a multiple of the Ante; a line for each length (HCF 3.2)."""
    lines = read_rules(found, "raise_caps", [str(length) for length in FLUSH_LENGTHS])
    caps = {length: read_whole(lines[str(length)], f"raise_caps.{length}", least=1) for length in FLUSH_LENGTHS}
    return tuple(caps.get(length, 0) for length in range(HAND_SIZE + 1))
