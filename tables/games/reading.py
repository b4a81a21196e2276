"""Reading what was sent: keys, seats, amounts and hands, each fault under its code (interfaces, 2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tables.games.cards import DECK, bad_card, card_text, hand_mask, parse_cards
from tables.games.errors import RuleError, gettext_noop, quoted, quoted_name
from tables.games.money import MAX_AMOUNT, is_whole
from tables.games.values import JSON

LAST_SEAT = 99
WHOLE_DECK = hand_mask(DECK)
LONGEST_WORDS = 200
VOID_REASONS = ("wrong_count", "red_light", "fouled_deck", "exposed_card", "dealer_error", "other")

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


def read_rows(sent: Mapping[str, Any], name: str, required: Sequence[str], optional: Sequence[str] = ()) -> list[JSON]:
    """The rows of one call, each an object with a whole `seat` and no key that is not known; no seat twice."""
    rows = sent.get(name)
    if not isinstance(rows, list) or not rows:
        raise RuleError("bad_field", gettext_noop("%(field)s must be a list of at least one object."), field=name)
    seen: set[int] = set()
    for row in rows:
        seat = _seat_of(row, name)
        if seat in seen:
            raise RuleError("bad_seat", gettext_noop("Seat %(seat)s is named twice in one call."), seat=seat)
        seen.add(seat)
        _check_keys(row, seat, ("seat", *required), optional)
    return rows


def _seat_of(row: object, name: str) -> int:
    if not isinstance(row, dict):
        raise RuleError(
            "bad_field",
            gettext_noop("Each of %(field)s must be an object, not %(found)s."),
            field=name,
            found=quoted(row),
        )
    seat = row.get("seat")
    if type(seat) is not int:
        raise RuleError(
            "bad_seat", gettext_noop("A seat must be a whole number, not %(found)s."), field="seat", found=quoted(seat)
        )
    return seat


def _check_keys(row: JSON, seat: int, required: Sequence[str], optional: Sequence[str]) -> None:
    for key in row:
        if key not in required and key not in optional:
            raise RuleError(
                "bad_field",
                gettext_noop("Seat %(seat)s: %(field)s is not known; allowed are %(allowed)s."),
                seat=seat,
                field=str(key),
                allowed=", ".join((*required, *optional)),
            )
    for key in required:
        if key not in row:
            raise RuleError("bad_field", gettext_noop("Seat %(seat)s: %(field)s is missing."), seat=seat, field=key)


def read_flag(row: JSON, key: str) -> bool:
    """A key that is true, false or absent."""
    found = row.get(key, False)
    if not isinstance(found, bool):
        raise RuleError(
            "bad_field",
            gettext_noop("Seat %(seat)s: %(field)s must be true or false, not %(found)s."),
            seat=row["seat"],
            field=key,
            found=quoted(found),
        )
    return found


def read_words(found: object, key: str, *, required: bool) -> str:
    """What somebody said, trimmed: text that can be stored, of at most 200 characters."""
    if not isinstance(found, str) or len(found) > LONGEST_WORDS or not is_storable(found):
        raise RuleError(
            "bad_field",
            gettext_noop("%(field)s must be text of at most %(most)s characters."),
            field=key,
            most=LONGEST_WORDS,
        )
    if required and not found.strip():
        raise RuleError("bad_field", gettext_noop("%(field)s must not be empty."), field=key)
    return found.strip()


def is_storable(text: str) -> bool:
    """No NUL and no half of a surrogate pair: neither can be written down."""
    return text.isprintable() or not any(letter == "\x00" or "\ud800" <= letter <= "\udfff" for letter in text)


def read_parts(sent: Mapping[str, Any], parts: Sequence[str]) -> Mapping[str, Any]:
    """The parts that were sent, at least one and only those the game has; raises `bad_field`."""
    for name in sent:
        if name not in parts:
            template = gettext_noop("A round of this game has no %(field)s; what can be corrected are %(allowed)s.")
            raise RuleError("bad_field", template, field=name, allowed=", ".join(parts))
    if not sent:
        template = gettext_noop("Send what was entered wrong, as it should be: %(allowed)s.")
        raise RuleError("bad_field", template, allowed=", ".join(parts))
    return sent


def read_void_reason(sent: Mapping[str, Any]) -> JSON:
    """Why a round is declared void, with words where the reason is `other`; raises `bad_field`."""
    reason = sent.get("reason")
    if reason not in VOID_REASONS:
        raise RuleError(
            "bad_field",
            gettext_noop("The reason must be one of %(allowed)s."),
            field="reason",
            allowed=", ".join(VOID_REASONS),
        )
    return {"reason": reason, "words": read_words(sent.get("words", ""), "words", required=reason == "other")}
