"""Reading one hand of a draw game from a document, each fault under its code and in the codes' order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.games.draw.betting import Action, Player
from tables.games.draw.terms import DrawTerms
from tables.games.errors import RuleError, gettext_noop, quoted
from tables.games.reading import (
    INPUT,
    Keys,
    is_whole,
    read_each,
    seat_of,
    verify_amount,
    verify_seat_number,
    verify_seats_differ,
)


@dataclass(frozen=True, slots=True)
class Form:
    """What a document of one of the draw games looks like."""

    place: str
    """The key that names the seat from which the turns are counted."""
    keys: Keys
    seat_keys: Keys
    action_numbers: Mapping[str, str | None]
    """Every action there is, with the key of the number that goes with it."""
    fewest: int
    most: int


def verify_fields(document: Mapping[str, Any], form: Form) -> None:
    """Raise `bad_field` for a key missing, unknown or of the wrong type, or an action that does not exist."""
    INPUT.verify_keys(document, *form.keys)
    read_each(document["seats"], "seats", lambda entry: INPUT.verify_keys(entry, *form.seat_keys, seat=seat_of(entry)))
    read_each(document["actions"], "actions", lambda entry: verify_action_fields(entry, form))
    INPUT.read_object(document.get("hands", {}), "hands")


def verify_action_fields(entry: Mapping[str, Any], form: Form) -> None:
    """Raise `bad_field` for an action that does not exist, or a key that does not go with it."""
    seat, do = seat_of(entry), entry.get("do")
    if "do" in entry and (not isinstance(do, str) or do not in form.action_numbers):
        template = gettext_noop("There is no action %(found)s; there are %(allowed)s.")
        raise RuleError(
            "bad_field", template, seat=seat, field="do", found=quoted(do), allowed=", ".join(form.action_numbers)
        )
    number = form.action_numbers[do] if isinstance(do, str) else None
    optional = () if "do" in entry else ("amount", "count")
    INPUT.verify_keys(entry, ("seat", "do", *([number] if number else [])), optional, seat=seat)


def verify_seats(document: Mapping[str, Any], form: Form) -> None:
    """Raise `bad_seat` for seats that are none, stand twice or are too few or many, or a place at no player."""
    seats = [entry["seat"] for entry in document["seats"]]
    verify_seats_differ(seats)
    if not form.fewest <= len(seats) <= form.most:
        template = (
            gettext_noop("A hand needs %(most)s players, not %(found)s.")
            if form.fewest == form.most
            else gettext_noop("A hand needs %(least)s to %(most)s players, not %(found)s.")
        )
        raise RuleError("bad_seat", template, field="seats", least=form.fewest, most=form.most, found=len(seats))
    place = document[form.place]
    if not is_whole(place) or place not in seats:
        template = gettext_noop("%(field)s must be the seat of a player, not %(found)s.")
        raise RuleError("bad_seat", template, field=form.place, found=quoted(place))
    read_each(document["actions"], "actions", lambda entry: verify_seat_number(entry["seat"]))


def verify_hands_of_seats(document: Mapping[str, Any]) -> None:
    """Raise `bad_field` for a hand under a key that is no seat of the round, once the seats are known to be good."""
    seats = {str(entry["seat"]) for entry in document["seats"]}
    for number in document.get("hands", {}):
        if number not in seats:
            template = gettext_noop("There is a hand for %(found)s, which is no seat of this round.")
            raise RuleError("bad_field", template, field="hands", found=quoted(number))


def verify_amounts(document: Mapping[str, Any], terms: DrawTerms) -> None:
    """Raise `bad_amount` for stacks, markers and a carried pot outside what the rules allow; minor units."""
    owns_a_part = terms.deals_for_a_carried_pot and is_whole(document.get("carry", 0), 1)
    for entry in document["seats"]:
        verify_amount(entry["seat"], "stack", entry["stack"], least=0 if owns_a_part else 1)
        if "markers_out" in entry:
            verify_amount(entry["seat"], "markers_out", entry["markers_out"], least=0, most=terms.marker_count)
    if "carry" in document:
        verify_amount(None, "carry", document["carry"], least=0)


def read_action(entry: Mapping[str, Any], form: Form, terms: DrawTerms) -> Action:
    """One action whose fields and seat are good; raises `bad_amount` for what no hand could allow."""
    seat, do = entry["seat"], entry["do"]
    field = form.action_numbers[do]
    if field is None:
        return Action(seat, do)
    verify_amount(seat, field, entry[field], *terms.number_limits(do))
    return Action(seat, do, entry[field])


def missing_cards(seat: int) -> RuleError:
    """The error for a hand that has to be compared and was not given."""
    template = gettext_noop("The hand at seat %(seat)s is missing: everybody who did not drop shows.")
    return RuleError("missing_cards", template, seat=seat, field="cards")


def in_order_of(seats: Sequence[Mapping[str, Any]], wanted: Iterable[int]) -> list[int]:
    """The wanted seats in the order in which the input lists them."""
    chosen = set(wanted)
    return [entry["seat"] for entry in seats if entry["seat"] in chosen]


def players_of(document: Mapping[str, Any]) -> list[Player]:
    """The players of a document before its hand."""
    return [
        Player(entry["seat"], entry["stack"], markers_out=entry.get("markers_out", 0)) for entry in document["seats"]
    ]
