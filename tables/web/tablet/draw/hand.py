"""The cards of a five-card hand as the felt draws them."""

from collections import Counter

from tables.games.cards import RANKS
from tables.web.tablet.cards import Face, codes, face

HAND_SIZE = 5


def five_faces(cards: str) -> list[Face]:
    """Equal ranks stand together and first, the larger group before the smaller, then from high to low (DRAW 1.9)."""
    held = codes(cards)
    counts = Counter(code[0] for code in held)
    ordered = sorted(held, key=lambda code: (counts[code[0]], RANKS.index(code[0])), reverse=True)
    return [face(code, is_flush=counts[code[0]] > 1) for code in ordered]
