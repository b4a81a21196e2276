"""Cards of the standard deck.

A card is a number from 0 to 51: thirteen times its suit (s, h, d, c) plus its rank (2 is 0, ace is 12). A hand as a
mask has bit n set for card n, so that the thirteen cards of one suit are one shift away.
"""

from collections.abc import Iterable, Mapping, Sequence

from tables.games.errors import RuleError, gettext_noop, quoted
from tables.games.values import JSON

RANKS = "23456789TJQKA"
# The order in which equal groups are printed: the first of these suits is shown.
SUITS = "shdc"
# What people write between cards: only a space stands for nothing.
SEPARATORS = ",;/|"
# By whether a seat is named, and whether there is such a mark.
_NO_CARD: Mapping[tuple[bool, bool], str] = {
    (False, False): gettext_noop(
        "%(found)s is no card: write a rank (2 3 4 5 6 7 8 9 T J Q K A) and then a suit (c d h s), like Ah or Td."
    ),
    (False, True): gettext_noop(
        "%(found)s is no card: write the cards side by side, or with spaces between them, like AhTd or Ah Td."
    ),
    (True, False): gettext_noop(
        "%(found)s at seat %(seat)s is no card: "
        "write a rank (2 3 4 5 6 7 8 9 T J Q K A) and then a suit (c d h s), like Ah or Td."
    ),
    (True, True): gettext_noop(
        "%(found)s at seat %(seat)s is no card: "
        "write the cards side by side, or with spaces between them, like AhTd or Ah Td."
    ),
}
RANKS_IN_SUIT = len(RANKS)
SUIT_MASK = (1 << RANKS_IN_SUIT) - 1
DECK = tuple(range(RANKS_IN_SUIT * len(SUITS)))
WHOLE_DECK = (1 << len(DECK)) - 1

_TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS = {text: card for card, text in enumerate(_TEXTS)}
_CARDS |= {text[0].lower() + text[1]: card for text, card in _CARDS.items()}


def parse_cards(text: str, seat: int | None = None) -> tuple[int, ...]:
    """Read cards written rank then suit, in the order written; raises `bad_card` naming what is none, and the seat."""
    # "10" first, so that a "1" and a "0" parted by a space do not become a ten.
    written = text.replace("10", "T").replace(" ", "")
    cards = []
    for start in range(0, len(written), 2):
        card = _CARDS.get(written[start : start + 2])
        if card is None:
            raise bad_card(written[start : start + 2], seat)
        cards.append(card)
    return tuple(cards)


def bad_card(found: object, seat: int | None = None) -> RuleError:
    """Return the error for what is no card of this deck."""
    has_separator = isinstance(found, str) and any(mark in found for mark in SEPARATORS)
    template = _NO_CARD[seat is not None, has_separator]
    return RuleError("bad_card", template, seat=seat, field="cards", found=quoted(found))


def card_text(card: int) -> str:
    """Return a card as printed: 0 is 2s, 51 is Ac."""
    return _TEXTS[card]


def hand_mask(cards: Iterable[int]) -> int:
    """Return the cards as one mask; a card given twice is in it once."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def mask_cards(mask: int) -> tuple[int, ...]:
    """Return the cards of a mask, in the order of their numbers."""
    return tuple(card for card in DECK if mask >> card & 1)


def cards_text(cards: Iterable[int] | int) -> str:
    """Return as printed cards, or the cards of a mask, from high to low; equal ranks in the order s, h, d, c."""
    held = mask_cards(cards) if isinstance(cards, int) else cards
    return "".join(_TEXTS[card] for card in sorted(held, key=_printing_order))


def _printing_order(card: int) -> tuple[int, int]:
    return -(card % RANKS_IN_SUIT), card // RANKS_IN_SUIT


def read_hands(written: Mapping[int, object], size: int, deck: int = WHOLE_DECK) -> dict[int, int]:
    """Return the hands by seat as masks, of their texts by seat: `size` cards each, of a deck given as a mask.

    Raises, in this order over all hands: bad_card, wrong_card_count, duplicate_card.
    """
    hands = {seat: _read_cards(seat, text, deck) for seat, text in written.items()}
    for seat, cards in hands.items():
        if len(cards) != size:
            template = gettext_noop("The hand at seat %(seat)s has %(found)s cards, not %(needed)s.")
            raise RuleError("wrong_card_count", template, seat=seat, field="cards", found=len(cards), needed=size)
    _verify_no_duplicate(hands)
    return {seat: hand_mask(cards) for seat, cards in hands.items()}


def _verify_no_duplicate(hands: Mapping[int, Iterable[int]]) -> None:
    """Raise `duplicate_card`, naming the card and where it already is (HCF 2.3)."""
    holders: dict[int, int] = {}
    for seat, cards in hands.items():
        for card in cards:
            if card in holders:
                template = gettext_noop("%(card)s at seat %(seat)s is already in the hand at seat %(holder)s.")
                raise RuleError(
                    "duplicate_card", template, seat=seat, field="cards", card=card_text(card), holder=holders[card]
                )
            holders[card] = seat


def _read_cards(seat: int, text: object, deck: int) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise bad_card(text, seat)
    cards = parse_cards(text, seat)
    for card in cards:
        if not deck >> card & 1:
            template = gettext_noop("%(found)s at seat %(seat)s is not in a deck of %(size)s cards.")
            raise RuleError(
                "bad_card", template, seat=seat, field="cards", found=card_text(card), size=deck.bit_count()
            )
    return cards


def replace_hands(
    written: Mapping[int, object], rows: Sequence[JSON], size: int, deck: int = WHOLE_DECK
) -> dict[int, str]:
    """Return the hands by seat, as printed, with the `cards` of each row in the place of its seat's; null takes a hand back.

    Those of the rows are read last, so that a card in two hands is reported where it was just entered. Raises what
    `read_hands` raises.
    """
    entered = {row["seat"]: row["cards"] for row in rows}
    hands = {seat: cards for seat, cards in written.items() if seat not in entered}
    hands |= {seat: cards for seat, cards in entered.items() if cards is not None}
    return {seat: cards_text(mask) for seat, mask in read_hands(hands, size, deck).items()}
