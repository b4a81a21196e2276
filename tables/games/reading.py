"""Reading what was sent: keys, seats, amounts and hands, each fault under its code (interfaces, 2)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tables.games.cards import DECK, bad_card, card_text, hand_mask, parse_cards
from tables.games.errors import RuleError, gettext_noop, quoted, quoted_name
from tables.games.money import MAX_AMOUNT, is_whole

LAST_SEAT = 99
WHOLE_DECK = hand_mask(DECK)

Keys = tuple[tuple[str, ...], tuple[str, ...]]
"""The keys an object must have, and those it may have."""


def verify_keys(entry: Mapping[str, Any], keys: Keys, seat: int | None) -> None:
    """Raise `bad_field` for a key that is not known, or that is missing."""
    required, optional = keys
    allowed = ", ".join(required + optional)
    for name in entry:
        if name not in required and name not in optional:
            template = gettext_noop("The key %(field)s is not known; allowed here are %(allowed)s.")
            raise RuleError("bad_field", template, seat=seat, field=quoted_name(name), allowed=allowed)
    for name in required:
        if name not in entry:
            template = gettext_noop("The key %(field)s is missing; needed here are %(needed)s.")
            raise RuleError("bad_field", template, seat=seat, field=name, needed=", ".join(required))


def read_object(found: object, field: str) -> dict[str, Any]:
    """An object; raises `bad_field` for anything else."""
    if not isinstance(found, dict):
        raise _wrong_type(field, found, gettext_noop("%(field)s must be an object, not %(found)s."))
    return found


def read_objects(found: object, field: str) -> Iterator[dict[str, Any]]:
    """The objects of a list, perhaps empty, each as it is reached; raises `bad_field` for anything else."""
    if not isinstance(found, list):
        raise _wrong_type(field, found, gettext_noop("%(field)s must be a list, not %(found)s."))
    for entry in found:
        if not isinstance(entry, dict):
            raise _wrong_type(field, entry, gettext_noop("Each of %(field)s must be an object, not %(found)s."))
        yield entry


def seat_of(entry: Mapping[str, Any]) -> int | None:
    """The seat an entry is about, for a message; None where it has none that could be one."""
    return whole_or_none(entry.get("seat"))


def whole_or_none(seat: object) -> int | None:
    """What was found as a seat, for a message."""
    return seat if is_whole(seat) else None


def verify_seat_number(seat: object) -> None:
    """Raise `bad_seat` for anything but a whole number from 1 to 99."""
    if not is_whole(seat, 1, LAST_SEAT):
        template = gettext_noop("A seat must be a whole number from 1 to %(most)s, not %(found)s.")
        raise RuleError("bad_seat", template, seat=whole_or_none(seat), most=LAST_SEAT, found=quoted(seat))


def verify_seats_differ(seats: Iterable[object]) -> None:
    """Raise `bad_seat` unless all are different seats from 1 to 99."""
    taken: set[object] = set()
    for seat in seats:
        verify_seat_number(seat)
        if seat in taken:
            template = gettext_noop("Seat %(seat)s stands twice: everybody has a seat of his own.")
            raise RuleError("bad_seat", template, seat=whole_or_none(seat), field="seat")
        taken.add(seat)


def verify_amount(seat: int | None, field: str, amount: object, least: int, most: int = MAX_AMOUNT) -> None:
    """Raise `bad_amount` unless it is a whole number, of minor units say, from `least` to `most`."""
    if is_whole(amount, least, most):
        return
    template = (
        gettext_noop("The %(field)s must be a whole number from %(least)s to %(most)s, not %(found)s.")
        if seat is None
        else gettext_noop(
            "The %(field)s at seat %(seat)s must be a whole number from %(least)s to %(most)s, not %(found)s."
        )
    )
    raise RuleError("bad_amount", template, seat=seat, field=field, least=least, most=most, found=quoted(amount))


def read_hands(written: Mapping[int, object], size: int, deck: int = WHOLE_DECK) -> dict[int, int]:
    """The hands of `size` cards of a deck, given as a mask, by seat as masks, of their texts by seat.

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


def _wrong_type(field: str, found: object, template: str) -> RuleError:
    return RuleError("bad_field", template, field=field, found=quoted(found))
