"""What simulated players and dealers see of a table, and what they can do there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from tables.games.cards import DECK, SUITS, card_text
from tables.games.values import JSON, clockwise

HAND_SIZE = 7
TIME_RUNS_OUT = "time_runs_out"
"""No act: nobody does anything until the time of the player to act has run out."""
TIME_PASSES = "time_passes"
"""No act either: what is due of changes of rules is done, as a worker does it every second."""
CARD = 2


DEALER, MANAGER, DEPUTY = "dealer", "manager", "deputy"


class Move(NamedTuple):
    """One act at a table; `refused` is the code of the refusal where it is a mistake on purpose."""

    act: str
    sent: JSON
    by: str = DEALER
    signed: bool = False
    """With the manager's PIN; by a floor manager with their own password."""
    refused: str = ""
    may_be_refused: tuple[str, ...] = ()
    """Codes of refusals that depend on what cannot be seen from here."""


@dataclass(frozen=True, slots=True)
class Look:
    """The state of a table as those around it see it; `first` is the seat where the simulation counts from."""

    state: Mapping[str, Any]
    first: int

    @property
    def rules(self) -> JSON:
        """The house rules: those of the open round, else those of the next."""
        document: JSON = (self.state["round"] or {}).get("rules") or self.state["rules"]["document"]
        return document

    @property
    def unit(self) -> int:
        """The smallest chip, in minor units."""
        unit: int = self.rules["chip_unit"]
        return unit

    @property
    def signed_above(self) -> int:
        """The largest recount that nobody has to sign."""
        most: int = self.rules["recount"]["signed_above"]
        return most

    @property
    def ante(self) -> int:
        """The least Ante."""
        least: int = self.rules["limits"]["ante"]["min"]
        return least

    @property
    def player_rake(self) -> int:
        """What a player pays the house a round."""
        rake = self.rules["terms"]["rake"]
        amount: int = rake["amount"] if rake["mode"] in ("all_players", "players_only") else 0
        return amount

    @property
    def round(self) -> JSON:
        """The open round."""
        found: JSON = self.state["round"]
        return found

    @property
    def play(self) -> JSON:
        """What was entered of the open round."""
        found: JSON = self.round["play"]
        return found

    def seats(self, *states: str) -> list[int]:
        """The seats in one of these states, from the first on."""
        found = {seat["seat"] for seat in self.state["seats"] if _state_of(seat) in states}
        return [seat for seat in clockwise(range(1, len(self.state["seats"]) + 1), self.first) if seat in found]

    def seat(self, number: int) -> JSON:
        """What stands at a seat."""
        found: JSON = self.state["seats"][number - 1]
        return found

    def chips(self, number: int) -> int:
        """The chips behind the wagers at a seat."""
        chips: int = self.seat(number)["chips"]
        return chips

    def floored(self, amount: int) -> int:
        """The amount in whole chips."""
        return amount - amount % self.unit


def _state_of(seat: JSON) -> str:
    """The state of a seat; a player who is barred does nothing until the bar is lifted, or they leave (OPS 2.3)."""
    return "barred" if seat.get("barred") else str(seat["state"])


def dealt(rng: Random, look: Look) -> dict[int, str]:
    """Hands for the seats of a round, of the cards that are not yet in a hand."""
    entered: Mapping[str, str] = look.play["hands"]
    seen = {hand[start : start + CARD] for hand in entered.values() for start in range(0, len(hand), CARD)}
    deck = [card_text(card) for card in rng.sample(DECK, len(DECK))]
    left = iter([card for card in deck if card not in seen])
    return {seat: entered.get(str(seat)) or _hand(left) for seat in look.round["deal_order"]}


def _hand(cards: Iterator[str]) -> str:
    return "".join(next(cards) for _card in range(HAND_SIZE))


def flush_length(hand: str) -> int:
    """How many cards of one suit a hand has at most; the cap of a Raise goes by it (HCF 3.2)."""
    return max(hand.count(suit) for suit in SUITS)
