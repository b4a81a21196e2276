"""The cards of a hand as the felt draws them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.games.cards import RANKS, SUITS, cards_text, hand_mask, parse_cards
from tables.games.high_card_flush.hands import HAND_SIZE, flush_text, straight_flush_text
from tables.web.words.games import RANK_NAMES, SUIT_NAMES

SIGNS = {
    "s": "\N{BLACK SPADE SUIT}",
    "h": "\N{BLACK HEART SUIT}",
    "d": "\N{BLACK DIAMOND SUIT}",
    "c": "\N{BLACK CLUB SUIT}",
}
RED = ("h", "d")
TEXT_STYLE = "\N{VARIATION SELECTOR-15}"


@dataclass(frozen=True, slots=True)
class Face:
    """One card: its code, what is printed on it, and its part in the hand."""

    code: str
    rank: str
    sign: str
    suit: str
    is_flush: bool = False
    is_run: bool = False

    @property
    def name(self) -> str:
        """The card in words."""
        return _("%(rank)s of %(suit)s") % {
            "rank": RANK_NAMES[self.code[0]],
            "suit": SUIT_NAMES[self.suit],
        }


def face(code: str, *, is_flush: bool = False, is_run: bool = False) -> Face:
    """The face of a card written as `Ah`."""
    rank, suit = code[0], code[1]
    return Face(code, "10" if rank == "T" else rank, SIGNS[suit] + TEXT_STYLE, suit, is_flush, is_run)


def codes(cards: str) -> list[str]:
    """`AhKh` as `["Ah", "Kh"]`."""
    return [cards[start : start + 2] for start in range(0, len(cards), 2)]


def faces(cards: str, *, ace_low: bool) -> list[Face]:
    """A complete hand, flush first, then the rest from high to low; the flush and the run are marked (HCF 2)."""
    mask = hand_mask(parse_cards(cards))
    flush = codes(flush_text(mask))
    run = codes(straight_flush_text(mask, ace_low=ace_low) or "")
    rest = [code for code in codes(cards_text(mask)) if code not in flush]
    ordered = [*flush, *sorted(rest, key=lambda code: (SUITS.index(code[1]), -RANKS.index(code[0])))]
    return [face(code, is_flush=code in flush, is_run=code in run) for code in ordered]


def pad_rows(deck: int) -> list[list[Face]]:
    """The keys of the pad: a row a suit, from the ace down to the lowest card of the deck (LOOK 1.3, DRAW 1.1)."""
    ranks = RANKS[-(deck // len(SUITS)) :]
    return [[face(rank + suit) for rank in reversed(ranks)] for suit in SUITS]


FLUSH_HAND_SIZE = HAND_SIZE
SLOTS = tuple(range(HAND_SIZE))
