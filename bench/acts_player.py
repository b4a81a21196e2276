"""The usual round of the figures: six players, every bonus, one tap an act, the same hands each time."""

import random
import secrets
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from tables.actions import perform
from tables.demonstration.simulation.workers import Crew
from tables.games.cards import DECK, card_text
from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.values import clockwise
from tables.policy import Role
from tables.stamp import Call, Stamp

SEATS = (1, 2, 3, 4, 5, 6, 7)
STACK, BANK, ANTE, BONUS = 500_000_000, 5_000_000, 1_000, 500
SEED = 7


def _hands() -> list[str]:
    """Seven hands from the left of the button on, the same every round, so that each changes as many rows."""
    cards = random.Random(SEED).sample(DECK, HAND_SIZE * len(SEATS))  # noqa: S311 - the same hands, not secrets
    texts = list(map(card_text, cards))
    return ["".join(texts[start : start + HAND_SIZE]) for start in range(0, len(texts), HAND_SIZE)]


HANDS = _hands()


@dataclass(slots=True)
class Player:
    """Plays the usual round at one table: six players, every bonus, one tap an act."""

    crew: Crew
    button: int = 0
    number: int = 0
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def do(self, act: str, **sent: Any) -> None:
        """One act by the dealer who is tapped in."""
        stamp = Stamp(self.crew.dealers[0].person_id, Role.DEALER, None, secrets.token_hex(16))
        began = time.perf_counter()
        perform(act, Call(self.crew.table_id, stamp), sent)
        self.seconds[act].append(time.perf_counter() - began)

    def play(self) -> None:
        """One round from the offer to the close."""
        self.number += 1
        self.button = clockwise(SEATS, self.button)[0]
        number, order = self.number, clockwise(SEATS, self.button)
        self.do("open_round", offers=[{"seat": self.button, "answer": "accepted", "bank": BANK}])
        wager = {"ante": ANTE, "flush": BONUS, "straight_flush": BONUS}
        self.do("enter_wagers", number=number, wagers=[{"seat": seat, **wager} for seat in order[:-1]])
        self.do("deal", number=number)
        raises = [{"seat": seat, "decision": "raise", "raise": ANTE} for seat in order[:-1]]
        self.do("enter_decisions", number=number, decisions=raises)
        hands = [{"seat": seat, "cards": hand} for seat, hand in zip(order, HANDS, strict=True)]
        self.do("enter_hands", number=number, hands=hands)
        self.do("settle_round", number=number)
        self.do("close_round", number=number)


def seat_players(crew: Crew) -> None:
    """Open the table and let seven players sit down with more chips than they can lose."""

    def do(act: str, **sent: Any) -> None:
        stamp = Stamp(crew.manager.person_id, Role.FLOOR, None, secrets.token_hex(16))
        perform(act, Call(crew.table_id, stamp), sent)

    do("open_table")
    for seat in SEATS:
        do("sit", seat=seat, buy_in=STACK)
