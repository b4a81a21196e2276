"""The terms of the two draw games: every house rule that bears on a hand (DRAW 1, 2)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from tables.games.draw.hands import HAND_SIZE, LONGEST_DECK, SHORTEST_DECK
from tables.games.errors import gettext_noop, quoted
from tables.games.money import MAX_AMOUNT
from tables.games.reading import RULES
from tables.games.rule_values import (
    RULINGS,
    bad_rules,
    read_code,
    read_rules,
    read_rulings,
    read_whole,
    read_whole_or_none,
)
from tables.games.values import FIRST_RULINGS, LATEST_RULINGS, MOST_ACTION_SECONDS

DECKS = (LONGEST_DECK, SHORTEST_DECK)
WHOLE_IN_BASIS_POINTS = 10_000

HEADS_UP_DEFAULTS: Mapping[str, Any] = {
    "deck": LONGEST_DECK,
    "ante": 500,
    "marker_count": 0,
    "marker_value": 0,
    "redeem_reserve": None,
    "equal_start": True,
}
FOUR_PLAYER_DEFAULTS: Mapping[str, Any] = {
    "opening_min": 100,
    "opening_max": 1_000_000,
    "action_seconds": 30,
    "clock_mode": "server",
    "commission_bps": 10,
    "commission_on": "taken",
    "commission_round": "unit",
}


class ClockMode(StrEnum):
    """Who ends the time of an action: the service by itself, or the dealer (DRAW 2.7)."""

    SERVER = "server"
    DEALER = "dealer"


class CommissionOn(StrEnum):
    """What the commission is a part of: all that a winner takes from the pots, or what goes beyond their stake (DRAW 2.8)."""

    TAKEN = "taken"
    NET = "net"


class CommissionRound(StrEnum):
    """What a commission is rounded down to: a minor unit, or at a table its smallest chip (DRAW 2.8)."""

    UNIT = "unit"
    CHIP = "chip"


class DrawTerms(Protocol):
    """What the terms of either game say to what both have in common."""

    @property
    def rulings(self) -> int:
        """Whose rulings hold (HCF 9.6)."""

    @property
    def deck(self) -> int:
        """How many cards are played with."""

    @property
    def marker_count(self) -> int:
        """The most markers a player may have outstanding (DRAW 1.8)."""

    @property
    def marker_value(self) -> int:
        """The chips a marker brings, in minor units (DRAW 1.8)."""

    @property
    def seconds(self) -> int | None:
        """How long a player has for an action; None where there is no clock (DRAW 1.11, 2.7)."""

    @property
    def expires_alone(self) -> bool:
        """Whether the end of the time is the end of it, dealer or no dealer (DRAW 2.7)."""

    @property
    def deals_for_a_carried_pot(self) -> bool:
        """Whether a player who cannot pay the ante is dealt for their part of a carried pot all the same (DRAW 1.12)."""

    @property
    def chip_amounts(self) -> Mapping[str, int]:
        """The amounts that are put on the table as they are, so that they must be whole chips (OPS 4.4)."""

    def document(self) -> dict[str, Any]:
        """The complete terms as a JSON object."""

    def number_limits(self, do: str) -> tuple[int, int]:
        """The least and the most an action may take with any hand: minor units, or cards exchanged."""


@dataclass(frozen=True, slots=True)
class HeadsUpTerms:
    """The terms of heads-up draw, validated; amounts in minor units (DRAW 1.1, 1.2, 1.8)."""

    deck: int
    ante: int
    marker_count: int
    marker_value: int
    redeem_reserve: int | None
    """None where it is as much as a marker's value, and follows a change of that."""
    equal_start: bool
    rulings: int

    seconds = None
    expires_alone = False

    @classmethod
    def parse(cls, document: object, absent_rulings: int = LATEST_RULINGS) -> "HeadsUpTerms":
        """Read terms, whole or in part, laid over the defaults; raises `bad_rules` naming the key.

        `absent_rulings` are the rulings of a document that names none (HCF 9.6).
        """
        given = read_rules(document, "", (), (*HEADS_UP_DEFAULTS, RULINGS))
        rules = {**HEADS_UP_DEFAULTS, RULINGS: absent_rulings, **given}
        terms = cls(
            deck=_read_deck(rules["deck"]),
            ante=read_whole(rules["ante"], "ante", least=1),
            marker_count=read_whole(rules["marker_count"], "marker_count", least=0),
            marker_value=read_whole(rules["marker_value"], "marker_value", least=0),
            redeem_reserve=read_whole_or_none(rules["redeem_reserve"], "redeem_reserve", least=0),
            equal_start=RULES.read_flag(rules["equal_start"], "equal_start"),
            rulings=read_rulings(rules[RULINGS]),
        )
        if terms.marker_count and not terms.marker_value:
            template = gettext_noop("Rule %(field)s is 0: markers that can be issued must be worth something.")
            raise bad_rules(template, key="marker_value")
        return terms

    def document(self) -> dict[str, Any]:
        """The complete terms as a JSON object."""
        return asdict(self)

    @property
    def reserve(self) -> int:
        """Return what a winner keeps beside the marker they redeem, in minor units (DRAW 1.8)."""
        return self.marker_value if self.redeem_reserve is None else self.redeem_reserve

    @property
    def deals_for_a_carried_pot(self) -> bool:
        """Whether a player who cannot pay the ante is dealt for their part of a carried pot all the same (DRAW 1.12)."""
        return self.rulings != FIRST_RULINGS

    @property
    def chip_amounts(self) -> Mapping[str, int]:
        """The amounts that are put on the table as they are, so that they must be whole chips (OPS 4.4)."""
        return {"ante": self.ante, "marker_value": self.marker_value}

    def number_limits(self, do: str) -> tuple[int, int]:
        """The least and the most an action may take with any hand: minor units, or cards exchanged (DRAW 1.5)."""
        return _number_limits(do)


@dataclass(frozen=True, slots=True)
class FourPlayerTerms:
    """The terms of four-player draw, validated; amounts in minor units (DRAW 2.2, 2.7, 2.8)."""

    opening_min: int
    opening_max: int
    action_seconds: int
    clock_mode: ClockMode
    commission_bps: int
    commission_on: CommissionOn
    commission_round: CommissionRound
    rulings: int
    chip_unit: int = 1
    """The smallest chip of the table in minor units, which the house rules name beside the terms; 1 for terms alone."""

    deck = LONGEST_DECK
    marker_count = 0
    marker_value = 0
    deals_for_a_carried_pot = False

    @classmethod
    def parse(cls, document: object, absent_rulings: int = LATEST_RULINGS) -> "FourPlayerTerms":
        """Read terms, whole or in part, laid over the defaults; raises `bad_rules` naming the key.

        `absent_rulings` are the rulings of a document that names none (HCF 9.6).
        """
        given = read_rules(document, "", (), (*FOUR_PLAYER_DEFAULTS, RULINGS))
        rules = {**FOUR_PLAYER_DEFAULTS, RULINGS: absent_rulings, **given}
        terms = cls(
            opening_min=read_whole(rules["opening_min"], "opening_min", least=1),
            opening_max=read_whole(rules["opening_max"], "opening_max", least=1),
            action_seconds=read_whole(rules["action_seconds"], "action_seconds", least=1),
            clock_mode=read_code(rules["clock_mode"], "clock_mode", ClockMode),
            commission_bps=read_whole(rules["commission_bps"], "commission_bps", least=0, most=WHOLE_IN_BASIS_POINTS),
            commission_on=read_code(rules["commission_on"], "commission_on", CommissionOn),
            commission_round=read_code(rules["commission_round"], "commission_round", CommissionRound),
            rulings=read_rulings(rules[RULINGS]),
        )
        if terms.opening_min > terms.opening_max:
            template = gettext_noop("Rule %(field)s is %(found)s, above opening_max, which is %(most)s.")
            raise bad_rules(template, key="opening_min", found=terms.opening_min, most=terms.opening_max)
        return terms

    def document(self) -> dict[str, Any]:
        """The complete terms as a JSON object."""
        terms = {key: value for key, value in asdict(self).items() if key != "chip_unit"}
        codes = {"clock_mode": self.clock_mode, "commission_on": self.commission_on}
        codes["commission_round"] = self.commission_round
        return {**terms, **{key: code.value for key, code in codes.items()}}

    def with_chip_unit(self, chip_unit: int) -> "FourPlayerTerms":
        """The terms at a table with this smallest chip, in minor units (DRAW 2.8)."""
        return replace(self, chip_unit=chip_unit)

    @property
    def chip_amounts(self) -> Mapping[str, int]:
        """The amounts that are put on the table as they are, so that they must be whole chips (OPS 4.4)."""
        return {"opening_min": self.opening_min, "opening_max": self.opening_max}

    @property
    def seconds(self) -> int:
        """How long a player has for an action; of stored rules that know no bound, a day at most (DRAW 2.7)."""
        return min(self.action_seconds, MOST_ACTION_SECONDS)

    @property
    def expires_alone(self) -> bool:
        """Whether the end of the time is the end of it, dealer or no dealer (DRAW 2.7)."""
        return self.clock_mode is ClockMode.SERVER

    def number_limits(self, do: str) -> tuple[int, int]:
        """The least and the most an action may take with any hand: minor units, or cards exchanged (DRAW 2.2)."""
        return (self.opening_min, self.opening_max) if do == "open" else _number_limits(do)

    def commission(self, taken: int, stake: int) -> int:
        """What the house gets of what a winner takes from the pots and put into them, rounded down once; minor units (DRAW 2.8)."""
        base = taken if self.commission_on is CommissionOn.TAKEN else max(0, taken - stake)
        exact = base * self.commission_bps // WHOLE_IN_BASIS_POINTS
        return exact if self.commission_round is CommissionRound.UNIT else exact - exact % self.chip_unit


def _number_limits(do: str) -> tuple[int, int]:
    return (0, HAND_SIZE) if do == "exchange" else (1, MAX_AMOUNT)


def _read_deck(found: object) -> int:
    if type(found) is not int or found not in DECKS:
        template = gettext_noop("Rule %(field)s must be one of %(allowed)s, not %(found)s.")
        raise bad_rules(template, key="deck", allowed=", ".join(map(str, DECKS)), found=quoted(found))
    return found
