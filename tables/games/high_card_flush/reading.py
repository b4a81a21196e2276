"""Reading one round of High Card Flush from a document, each fault under its code and in the codes' order."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tables.games.cards import bad_card, card_text, hand_mask, parse_cards
from tables.games.errors import RuleError, gettext_noop, quoted, quoted_name
from tables.games.high_card_flush.contest import missing_cards
from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import BONUS_SPOTS, MAX_PLAYERS, DesignatedPlayer, Player
from tables.games.money import MAX_AMOUNT, is_whole

LAST_SEAT = 99
RAISE, FOLDS = "raise", ("fold", "walk_away")
DECISIONS = (RAISE, *FOLDS)

_ROUND_KEYS = (("game", "designated_player", "seats"), ("rules",))
_DESIGNATED_KEYS = (("seat", "bank"), ("cards",))
_SEAT_KEYS = (("seat", "ante", "decision"), (*BONUS_SPOTS, "raise", "cards"))

Round = tuple[Terms, DesignatedPlayer, tuple[Player, ...]]


def read_round(document: Mapping[str, Any], read_terms: Callable[[object], Terms]) -> Round:
    """Terms, designated player and players of a document, or the first RuleError in the order of the codes."""
    verify_fields(document)
    terms = read_terms(document.get("rules", {}))
    designated, seats = document["designated_player"], document["seats"]
    verify_seats(designated["seat"], [entry["seat"] for entry in seats])
    _verify_amounts(designated, seats)
    for entry in seats:
        if entry["decision"] == RAISE:
            verify_raise(entry["seat"], entry["ante"], entry["raise"])
    hands = _read_all_hands(designated, seats)
    return (
        terms,
        DesignatedPlayer(designated["seat"], designated["bank"], hands.get(designated["seat"])),
        tuple(_player(entry, hands) for entry in seats),
    )


def verify_fields(document: Mapping[str, Any]) -> None:
    """Raise `bad_field` for a key missing, unknown or of the wrong type, or a decision that does not exist."""
    _verify_keys(document, _ROUND_KEYS, None)
    designated, seats = document["designated_player"], document["seats"]
    if not isinstance(designated, dict):
        raise _wrong_type("designated_player", designated, gettext_noop("%(field)s must be an object, not %(found)s."))
    _verify_keys(designated, _DESIGNATED_KEYS, _seat_of(designated))
    if not isinstance(seats, list):
        raise _wrong_type("seats", seats, gettext_noop("%(field)s must be a list, not %(found)s."))
    for entry in seats:
        if not isinstance(entry, dict):
            raise _wrong_type("seats", entry, gettext_noop("Each of %(field)s must be an object, not %(found)s."))
        _verify_keys(entry, _SEAT_KEYS, _seat_of(entry))
        verify_decision(_seat_of(entry), entry["decision"], has_raise="raise" in entry)


def verify_decision(seat: int | None, decision: object, *, has_raise: bool) -> None:
    """Raise `bad_field` for a decision that does not exist, a raise of no amount, or an amount beside a fold (HCF 3.2)."""
    if not isinstance(decision, str) or decision not in DECISIONS:
        template = gettext_noop("The decision at seat %(seat)s must be one of %(allowed)s, not %(found)s.")
        raise RuleError(
            "bad_field", template, seat=seat, field="decision", allowed=", ".join(DECISIONS), found=quoted(decision)
        )
    if has_raise and decision != RAISE:
        template = gettext_noop("Seat %(seat)s has a raise beside the decision %(found)s: leave it out.")
        raise RuleError("bad_field", template, seat=seat, field="raise", found=decision)
    if not has_raise and decision == RAISE:
        template = gettext_noop("Seat %(seat)s raises without saying how much: raise is missing.")
        raise RuleError("bad_field", template, seat=seat, field="raise")


def verify_seats(button: object, seats: Iterable[object]) -> None:
    """Raise `bad_seat` unless all are different seats from 1 to 99, with one to six players (HCF 1.3)."""
    taken: set[int] = set()
    for seat in (button, *seats):
        if not is_whole(seat, 1, LAST_SEAT):
            template = gettext_noop("A seat must be a whole number from 1 to %(most)s, not %(found)s.")
            raise RuleError("bad_seat", template, seat=_whole_or_none(seat), most=LAST_SEAT, found=quoted(seat))
        if seat in taken:
            template = gettext_noop("Seat %(seat)s stands twice: every player, and the designated player, has his own.")
            raise RuleError("bad_seat", template, seat=seat, field="seat")
        taken.add(seat)
    if not 1 <= len(taken) - 1 <= MAX_PLAYERS:
        template = gettext_noop("A round needs 1 to %(most)s players beside the designated player, not %(found)s.")
        raise RuleError("bad_seat", template, field="seats", most=MAX_PLAYERS, found=len(taken) - 1)


def verify_amount(seat: int, field: str, amount: object, least: int) -> None:
    """Raise `bad_amount` unless it is a whole number of minor units, at least `least`."""
    if not is_whole(amount, least):
        template = gettext_noop(
            "The %(field)s at seat %(seat)s must be a whole number from %(least)s to %(most)s, not %(found)s."
        )
        raise RuleError(
            "bad_amount", template, seat=seat, field=field, least=least, most=MAX_AMOUNT, found=quoted(amount)
        )


def verify_raise(seat: int, ante: int, amount: int) -> None:
    """Raise `raise_below_ante` for a Raise of less than 1x the Ante (HCF 3.2); minor units."""
    if amount < ante:
        template = gettext_noop("The raise at seat %(seat)s must be at least the ante, %(least)s, not %(found)s.")
        raise RuleError("raise_below_ante", template, seat=seat, field="raise", least=ante, found=amount)


def read_hands(written: Mapping[int, object], needed: Iterable[int] = ()) -> dict[int, int]:
    """The hands by seat as masks, of their texts by seat, with those that are `needed` among them (HCF 2.3, 3.3).

    Raises, in this order over all hands: missing_cards, bad_card, wrong_card_count, duplicate_card.
    """
    for seat in needed:
        if seat not in written:
            raise missing_cards(seat)
    hands = {seat: _read_cards(seat, text) for seat, text in written.items()}
    for seat, cards in hands.items():
        if len(cards) != HAND_SIZE:
            template = gettext_noop("The hand at seat %(seat)s has %(found)s cards, not %(needed)s.")
            raise RuleError("wrong_card_count", template, seat=seat, field="cards", found=len(cards), needed=HAND_SIZE)
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


def _read_cards(seat: int, text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise bad_card(text, seat)
    return parse_cards(text, seat)


def _read_all_hands(designated: Mapping[str, Any], seats: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    raised = [entry["seat"] for entry in seats if entry["decision"] == RAISE]
    written = {entry["seat"]: entry["cards"] for entry in (designated, *seats) if "cards" in entry}
    return read_hands(written, [designated["seat"], *raised] if raised else [])


def _player(entry: Mapping[str, Any], hands: Mapping[int, int]) -> Player:
    return Player(
        seat=entry["seat"],
        ante=entry["ante"],
        straight_flush=entry.get("straight_flush", 0),
        flush=entry.get("flush", 0),
        raise_amount=entry.get("raise"),
        hand=hands.get(entry["seat"]),
    )


def _verify_amounts(designated: Mapping[str, Any], seats: Iterable[Mapping[str, Any]]) -> None:
    """The bank may be nothing (HCF 8.1), a wager may not; a Raise of nothing is one below the Ante."""
    verify_amount(designated["seat"], "bank", designated["bank"], least=0)
    for entry in seats:
        for field, least in (("ante", 1), ("straight_flush", 1), ("flush", 1), ("raise", 0)):
            if field in entry:
                verify_amount(entry["seat"], field, entry[field], least)


def _verify_keys(entry: Mapping[str, Any], keys: tuple[tuple[str, ...], tuple[str, ...]], seat: int | None) -> None:
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


def _wrong_type(field: str, found: object, template: str) -> RuleError:
    return RuleError("bad_field", template, field=field, found=quoted(found))


def _seat_of(entry: Mapping[str, Any]) -> int | None:
    return _whole_or_none(entry.get("seat"))


def _whole_or_none(seat: object) -> int | None:
    return seat if is_whole(seat) else None
