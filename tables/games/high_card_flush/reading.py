"""Reading one round of High Card Flush from a document, each fault under its code and in the codes' order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tables.games.cards import read_hands
from tables.games.errors import RuleError, gettext_noop, quoted
from tables.games.high_card_flush.contest import missing_cards
from tables.games.high_card_flush.forfeit import has_live_bonus
from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import (
    BONUS_SPOTS,
    DECISIONS,
    MAX_PLAYERS,
    RAISE,
    DesignatedPlayer,
    Player,
    Wagers,
)
from tables.games.reading import INPUT, read_each, seat_of, verify_amount, verify_seats_differ

_ROUND_KEYS = (("game", "designated_player", "seats"), ("rules",))
_DESIGNATED_KEYS = (("seat", "bank"), ("cards",))
_SEAT_KEYS = (("seat", "ante", "decision"), (*BONUS_SPOTS, "raise", "cards"))

JSON = Mapping[str, Any]
Round = tuple[Terms, DesignatedPlayer, tuple[Player, ...]]


def read_round(document: Mapping[str, Any], read_terms: Callable[[object], Terms]) -> Round:
    """Terms, designated player and players of a document, or the first RuleError in the order of the codes."""
    verify_fields(document)
    terms = read_terms(document.get("rules", {}))
    designated, seats = document["designated_player"], document["seats"]
    verify_seats(designated["seat"], [entry["seat"] for entry in seats])
    _verify_amounts(terms, designated, seats)
    for entry in seats:
        if entry["decision"] == RAISE:
            verify_raise(entry["seat"], entry["ante"], entry["raise"])
    hands = _read_all_hands(terms, designated, seats)
    return (
        terms,
        DesignatedPlayer(designated["seat"], designated["bank"], hands.get(designated["seat"])),
        tuple(_player(entry, hands) for entry in seats),
    )


def verify_fields(document: Mapping[str, Any]) -> None:
    """Raise `bad_field` for a key missing, unknown or of the wrong type, or a decision that does not exist."""
    INPUT.verify_keys(document, *_ROUND_KEYS)
    designated = INPUT.read_object(document["designated_player"], "designated_player")
    INPUT.verify_keys(designated, *_DESIGNATED_KEYS, seat=seat_of(designated))
    read_each(document["seats"], "seats", _verify_fields_of_seat)


def _verify_fields_of_seat(entry: JSON) -> None:
    INPUT.verify_keys(entry, *_SEAT_KEYS, seat=seat_of(entry))
    verify_decision(seat_of(entry), entry["decision"], has_raise="raise" in entry)


def verify_decision(seat: int | None, decision: object, *, has_raise: bool) -> None:
    """Raise `bad_field` for a decision that does not exist, a raise of no amount, or an amount beside a fold (HCF 3.2)."""
    if not isinstance(decision, str) or decision not in DECISIONS:
        template = (
            gettext_noop("The decision must be one of %(allowed)s, not %(found)s.")
            if seat is None
            else gettext_noop("The decision at seat %(seat)s must be one of %(allowed)s, not %(found)s.")
        )
        raise RuleError(
            "bad_field", template, seat=seat, field="decision", allowed=", ".join(DECISIONS), found=quoted(decision)
        )
    if has_raise and decision != RAISE:
        template = (
            gettext_noop("There is a raise beside the decision %(found)s: leave it out.")
            if seat is None
            else gettext_noop("Seat %(seat)s has a raise beside the decision %(found)s: leave it out.")
        )
        raise RuleError("bad_field", template, seat=seat, field="raise", found=decision)
    if not has_raise and decision == RAISE:
        template = (
            gettext_noop("The decision is a raise without saying how much: raise is missing.")
            if seat is None
            else gettext_noop("Seat %(seat)s raises without saying how much: raise is missing.")
        )
        raise RuleError("bad_field", template, seat=seat, field="raise")


def verify_seats(button: object, seats: Sequence[object]) -> None:
    """Raise `bad_seat` unless all are different seats from 1 to 99, with one to six players (HCF 1.3)."""
    verify_seats_differ((button, *seats))
    if not 1 <= len(seats) <= MAX_PLAYERS:
        template = gettext_noop("A round needs 1 to %(most)s players beside the designated player, not %(found)s.")
        raise RuleError("bad_seat", template, field="seats", most=MAX_PLAYERS, found=len(seats))


def verify_raise(seat: int, ante: int, amount: int) -> None:
    """Raise `raise_below_ante` for a Raise of less than 1x the Ante (HCF 3.2); minor units."""
    if amount < ante:
        template = gettext_noop("The raise at seat %(seat)s must be at least the ante, %(least)s, not %(found)s.")
        raise RuleError("raise_below_ante", template, seat=seat, field="raise", least=ante, found=amount)


def _read_all_hands(terms: Terms, designated: JSON, seats: Iterable[JSON]) -> dict[int, int]:
    """The hands by seat as masks, those that are compared among them (HCF 3.3, 6.5)."""
    shown = [entry["seat"] for entry in seats if entry["decision"] == RAISE or has_live_bonus(terms, _wagers(entry))]
    written = {entry["seat"]: entry["cards"] for entry in (designated, *seats) if "cards" in entry}
    for seat in (designated["seat"], *shown) if shown else ():
        if seat not in written:
            raise missing_cards(seat)
    return read_hands(written, HAND_SIZE)


def _wagers(entry: JSON) -> Wagers:
    return Wagers(entry["ante"], entry.get("straight_flush", 0), entry.get("flush", 0))


def _player(entry: Mapping[str, Any], hands: Mapping[int, int]) -> Player:
    return Player(
        seat=entry["seat"],
        **_wagers(entry)._asdict(),
        raise_amount=entry.get("raise"),
        hand=hands.get(entry["seat"]),
    )


def _verify_amounts(terms: Terms, designated: JSON, seats: Iterable[JSON]) -> None:
    """The bank may be nothing (HCF 8.1), a wager may not; a Raise of nothing is one below the Ante."""
    verify_amount(designated["seat"], "bank", designated["bank"], least=0)
    for entry in seats:
        for field, least in (("ante", 1), ("straight_flush", 1), ("flush", 1), ("raise", 0)):
            if field in entry:
                verify_offered(terms, entry["seat"], field)
                verify_amount(entry["seat"], field, entry[field], least)


def verify_offered(terms: Terms, seat: int, spot: str) -> None:
    """Raise `bad_amount` for a bonus that is not offered (HCF 6.6, 7.4)."""
    if spot in BONUS_SPOTS and spot not in terms.wager_spots:
        template = gettext_noop(
            "Seat %(seat)s: there is no %(field)s bonus under these rules; allowed are %(allowed)s."
        )
        raise RuleError("bad_amount", template, seat=seat, field=spot, allowed=", ".join(terms.wager_spots))
