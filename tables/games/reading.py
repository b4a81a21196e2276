"""Reading what was sent: objects, keys, seats, amounts, rows, text and JSON, each fault under its code (interfaces, 2)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeGuard, TypeVar

from tables.games.errors import Entry, RuleError, gettext_noop, quoted, quoted_name
from tables.games.money import MAX_AMOUNT
from tables.games.values import JSON, VoidReason

LAST_SEAT = 99
LONGEST_WORDS = 200

Read = TypeVar("Read")
Keys = tuple[tuple[str, ...], tuple[str, ...]]
"""The keys an object must have, and those it may have."""


def is_whole(value: object, least: int = 0, most: int = MAX_AMOUNT) -> TypeGuard[int]:
    """Whether a value is a whole number between two others; 1.0, "1" and true are none."""
    return type(value) is int and least <= value <= most


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads objects of one kind: each fault has the same code, and a sentence that names the field and what is allowed."""

    code: str
    not_object: str
    unknown: str
    nothing_allowed: str
    missing: str
    not_flag: str

    def read_object(self, found: object, field: str) -> JSON:
        """Return an object; raises a fault for anything else."""
        if not isinstance(found, dict):
            raise RuleError(self.code, self.not_object, field=field, found=quoted(found))
        return found

    def read_flag(self, found: object, field: str, seat: int | None = None) -> bool:
        """Return true or false; raises a fault for anything that merely looks like it."""
        if not isinstance(found, bool):
            raise RuleError(self.code, self.not_flag, seat=seat, field=field, found=quoted(found))
        return found

    def verify_keys(
        self,
        entry: Mapping[str, Any],
        required: Collection[str],
        optional: Collection[str] = (),
        *,
        seat: int | None = None,
        path: str = "",
    ) -> None:
        """Raise a fault for a key that is neither required nor optional, or that is missing; `path` leads to the object."""
        for name in entry:
            if name not in required and name not in optional:
                allowed = ", ".join((*required, *optional))
                template = self.unknown if allowed else self.nothing_allowed
                raise RuleError(self.code, template, seat=seat, field=dotted(path, name), allowed=allowed)
        for name in required:
            if name not in entry:
                needed = ", ".join(required)
                raise RuleError(self.code, self.missing, seat=seat, field=dotted(path, name), needed=needed)


INPUT = Reader(
    "bad_field",
    not_object=gettext_noop("%(field)s must be an object, not %(found)s."),
    unknown=gettext_noop("The key %(field)s is not known; allowed here are %(allowed)s."),
    nothing_allowed=gettext_noop("The key %(field)s is not known; no key is allowed here."),
    missing=gettext_noop("The key %(field)s is missing; needed here are %(needed)s."),
    not_flag=gettext_noop("%(field)s must be true or false, not %(found)s."),
)
"""Documents and what is sent with an act."""
ROWS = Reader(
    "bad_field",
    not_object=gettext_noop("Each of %(field)s must be an object, not %(found)s."),
    unknown=gettext_noop("Seat %(seat)s: %(field)s is not known; allowed are %(allowed)s."),
    nothing_allowed=gettext_noop("Seat %(seat)s: %(field)s is not known; no key is allowed here."),
    missing=gettext_noop("Seat %(seat)s: %(field)s is missing."),
    not_flag=gettext_noop("Seat %(seat)s: %(field)s must be true or false, not %(found)s."),
)
"""The rows of an act, one a seat."""
RULES = Reader(
    "bad_rules",
    not_object=gettext_noop("Rule %(field)s must be an object, not %(found)s."),
    unknown=gettext_noop("Rule %(field)s is not known; allowed here are %(allowed)s."),
    nothing_allowed=gettext_noop("Rule %(field)s is not known; this game has no rules here."),
    missing=gettext_noop("Rule %(field)s is missing; needed here are %(needed)s."),
    not_flag=gettext_noop("Rule %(field)s must be true or false, not %(found)s."),
)
"""House rules and terms; a field is the dotted path to a rule, like caps.per_hand."""


def dotted(path: str, name: object) -> str:
    """Return the path of a key inside another; the outermost object has no name of its own."""
    return f"{path}.{quoted_name(name)}" if path else quoted_name(name)


@contextmanager
def at_entry(field: str, number: int, of: int) -> Iterator[None]:
    """Name the entry of a list, counted from 1, of so many, in the error that something of it is refused with."""
    try:
        yield
    except RuleError as error:
        error.entry = Entry(field, number, of)
        raise


def read_each(found: object, field: str, read: Callable[[JSON], Read]) -> list[Read]:
    """Return what is read of each object of a list, perhaps empty, in order; the error of one names it by its number.

    Raises `bad_field` for anything but a list of objects.
    """
    if not isinstance(found, list):
        template = gettext_noop("%(field)s must be a list, not %(found)s.")
        raise RuleError("bad_field", template, field=field, found=quoted(found))
    done = []
    for number, entry in enumerate(found, start=1):
        with at_entry(field, number, len(found)):
            done.append(read(ROWS.read_object(entry, field)))
    return done


def read_rows(sent: Mapping[str, Any], field: str, required: Sequence[str], optional: Sequence[str] = ()) -> list[JSON]:
    """Return the rows of one call, each an object with a whole `seat` and these keys; no seat twice.

    Raises `bad_field` or `bad_seat`.
    """
    rows = sent.get(field)
    if not isinstance(rows, list) or not rows:
        raise RuleError("bad_field", gettext_noop("%(field)s must be a list of at least one object."), field=field)
    seen: set[int] = set()
    for number, row in enumerate(rows, start=1):
        with at_entry(field, number, len(rows)):
            seat = _read_seat_of_row(row, field)
        if seat in seen:
            raise RuleError("bad_seat", gettext_noop("Seat %(seat)s is named twice in one call."), seat=seat)
        seen.add(seat)
        ROWS.verify_keys(row, ("seat", *required), optional, seat=seat)
    return rows


def read_seats(found: object, field: str) -> list[int]:
    """Return a list of whole numbers, at least one and none twice; raises `bad_field` or `bad_seat`."""
    if not isinstance(found, list) or not found:
        raise RuleError("bad_field", gettext_noop("%(field)s must be a list of at least one seat."), field=field)
    for place, seat in enumerate(found):
        if type(seat) is not int:
            template = gettext_noop("A seat must be a whole number, not %(found)s.")
            raise RuleError("bad_seat", template, field=field, found=quoted(seat))
        if seat in found[:place]:
            raise RuleError("bad_seat", gettext_noop("Seat %(seat)s is named twice in one call."), seat=seat)
    return found


def _read_seat_of_row(row: object, field: str) -> int:
    entry = ROWS.read_object(row, field)
    if "seat" not in entry:
        raise RuleError("bad_seat", gettext_noop("The seat is missing: a whole number is needed."), field="seat")
    if type(entry["seat"]) is not int:
        template = gettext_noop("A seat must be a whole number, not %(found)s.")
        raise RuleError("bad_seat", template, field="seat", found=quoted(entry["seat"]))
    return entry["seat"]


def seat_of(entry: Mapping[str, Any]) -> int | None:
    """Return the seat an entry is about, for a message; None where it has none that could be one."""
    return whole_or_none(entry.get("seat"))


def whole_or_none(seat: object) -> int | None:
    """Return a seat where it is a whole number, for a message; None elsewhere."""
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
            template = gettext_noop("Seat %(seat)s stands twice: each player has a seat of their own.")
            raise RuleError("bad_seat", template, seat=whole_or_none(seat), field="seat")
        taken.add(seat)


def verify_amount(seat: int | None, field: str, amount: object, least: int, most: int = MAX_AMOUNT) -> None:
    """Raise `bad_amount` unless it is a whole number, of minor units say, from `least` to `most`."""
    if is_whole(amount, least, most):
        return
    template = _RANGES[seat is not None, least == most]
    raise RuleError("bad_amount", template, seat=seat, field=field, least=least, most=most, found=quoted(amount))


# By whether a seat is named, and whether only one number is allowed.
_RANGES: Mapping[tuple[bool, bool], str] = {
    (False, False): gettext_noop("The %(field)s must be a whole number from %(least)s to %(most)s, not %(found)s."),
    (False, True): gettext_noop("The %(field)s must be %(most)s, not %(found)s."),
    (True, False): gettext_noop(
        "The %(field)s at seat %(seat)s must be a whole number from %(least)s to %(most)s, not %(found)s."
    ),
    (True, True): gettext_noop("The %(field)s at seat %(seat)s must be %(most)s, not %(found)s."),
}


def read_text(found: object, field: str, *, most: int = LONGEST_WORDS, required: bool = True) -> str:
    """Return text as written, trimmed, of at most so many characters that can be stored; raises `bad_field`."""
    if not isinstance(found, str) or len(found) > most or not is_storable(found):
        template = gettext_noop("%(field)s must be text of at most %(most)s characters.")
        raise RuleError("bad_field", template, field=field, most=most)
    if required and not found.strip():
        raise RuleError("bad_field", gettext_noop("%(field)s must not be empty."), field=field)
    return found.strip()


def is_storable(text: str) -> bool:
    """Return whether a text has no NUL and no half of a surrogate pair: neither can be written down."""
    return text.isprintable() or not any(letter == "\x00" or "\ud800" <= letter <= "\udfff" for letter in text)


def read_parts(sent: Mapping[str, Any], parts: Sequence[str]) -> Mapping[str, Any]:
    """Return the parts that were sent, at least one and only those the game has; raises `bad_field`."""
    for name in sent:
        if name not in parts:
            template = gettext_noop("A round of this game has no %(field)s; what can be corrected are %(allowed)s.")
            raise RuleError("bad_field", template, field=name, allowed=", ".join(parts))
    if not sent:
        template = gettext_noop("Send what was entered wrong, as it should be: %(allowed)s.")
        raise RuleError("bad_field", template, allowed=", ".join(parts))
    return sent


def read_void_reason(sent: Mapping[str, Any]) -> JSON:
    """Return why a round is declared void, with words where the reason is `other`; raises `bad_field`."""
    reason = sent.get("reason")
    if reason not in [*VoidReason]:
        raise RuleError(
            "bad_field",
            gettext_noop("The reason must be one of %(allowed)s."),
            field="reason",
            allowed=", ".join(VoidReason),
        )
    return {"reason": reason, "words": read_text(sent.get("words", ""), "words", required=reason == VoidReason.OTHER)}


class RepeatedKeyError(ValueError):
    """A key that stands twice in one JSON object."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"the key {key} stands twice")


def without_repeats(pairs: list[tuple[str, Any]]) -> JSON:
    """Return the object of its pairs, as the `object_pairs_hook` of json; raises RepeatedKeyError."""
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _value in pairs]
        raise RepeatedKeyError(next(name for name in names if names.count(name) > 1))
    return result
