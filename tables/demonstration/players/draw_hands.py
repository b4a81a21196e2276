"""Hands for simulated draw poker: mostly as the cards fall, sometimes chosen so that they tie."""

from random import Random

from tables.demonstration.players.moves import CARD, Look
from tables.games.cards import DECK, RANKS, SUITS, card_text

HAND_SIZE = 5
TIES = 0.2


def dealt(rng: Random, look: Look, hands: dict[int, str]) -> None:
    """Give hands to those who show and have none yet, of the cards that are in no other hand."""
    hands |= {int(seat): hand for seat, hand in look.play["hands"].items()}
    missing = [seat for seat in look.round["hands_needed"] if seat not in hands]
    if not hands and len(missing) > 1 and rng.random() < TIES:
        hands |= dict(zip(missing, tying(rng, look), strict=False))
    seen = {card for hand in hands.values() for card in cards_of(hand)}
    left = [card for card in deck_of(look) if card not in seen]
    without = [seat for seat in missing if seat not in hands]
    drawn = iter(rng.sample(left, HAND_SIZE * len(without)))
    hands |= {seat: "".join(next(drawn) for _card in range(HAND_SIZE)) for seat in without}


def cards_of(hand: str) -> list[str]:
    """The cards of a hand, one by one."""
    return [hand[start : start + CARD] for start in range(0, len(hand), CARD)]


def deck_of(look: Look) -> list[str]:
    """The cards that the table plays with (DRAW 1.1)."""
    cards = [card_text(card) for card in DECK]
    lowest = len(RANKS) - look.rules["terms"].get("deck", len(DECK)) // len(SUITS)
    return [card for card in cards if RANKS.index(card[0]) >= lowest]


def tying(rng: Random, look: Look) -> tuple[str, str]:
    """Two hands of the same five ranks, a pair among them now and then; each in suits of its own."""
    ranks = sorted({card[0] for card in deck_of(look)})
    chosen = rng.sample(ranks, HAND_SIZE)
    if rng.random() < 0.5:
        chosen[1] = chosen[0]
    suits = {rank: rng.sample(SUITS, len(SUITS)) for rank in chosen}
    first, second = ("".join(rank + suits[rank].pop() for rank in chosen) for _hand in range(2))
    return first, second
