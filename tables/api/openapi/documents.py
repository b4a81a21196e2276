"""JSON Schema made of the documents that queries answer with, so that none of them is described twice."""

from collections.abc import Mapping
from enum import EnumType
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from tables.api.openapi.games import ROUND_STATE, WAGERS
from tables.api.openapi.shapes import (
    AMOUNT,
    ANYTHING,
    COUNT,
    FLAG,
    HASH,
    NET,
    RULES_DOCUMENT,
    SEAT,
    TEXT,
    TIME,
    WHOLE,
    by_seat,
    many,
    one_of,
    or_null,
    record,
    ref,
)
from tables.games.values import JSON
from tables.queries.values import Unit

UNITS: Mapping[str, JSON] = {
    "seat": SEAT,
    "amount": AMOUNT,
    "net": NET,
    "count": COUNT,
    "time": TIME,
    "hash": HASH,
    "rules": RULES_DOCUMENT,
    "round_state": ROUND_STATE,
    "wagers": WAGERS,
    "play": ref("Play"),
    "settlement": ref("Settlement"),
}
PLAIN: Mapping[Any, JSON] = {int: WHOLE, str: TEXT, bool: FLAG, object: {}, Any: {}}


class Documents:
    """The documents that have a name in the description; what has none is spelled out where it stands."""

    def __init__(self, names: Mapping[Any, str]) -> None:
        self.names = names

    def component(self, document: Any, **instead: JSON) -> JSON:
        """Return the schema of a TypedDict; `instead` holds the schemas of keys that say more than their types."""
        hints = get_type_hints(document, include_extras=True)
        properties = {key: self.shape(hint) for key, hint in hints.items() if key not in instead} | instead
        optional = document.__optional_keys__
        return record(*optional, **properties)

    def shape(self, hint: Any) -> JSON:
        """Return the schema of a type: a TypedDict, a list, a dict by seat, a choice, a plain value, or none of it."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is NotRequired:
            return self.shape(arguments[0])
        if origin is Annotated:
            return self._annotated(self.shape(arguments[0]), arguments[1:])
        if origin in (Union, UnionType):
            (shape,) = (self.shape(one) for one in arguments if one is not NoneType)
            return or_null(shape)
        if origin is Literal:
            return one_of(*arguments)
        if origin is list:
            return many(self.shape(arguments[0]))
        if origin is dict:
            return ANYTHING if arguments[1] is Any else by_seat(self.shape(arguments[1]))
        if is_typeddict(hint):
            return ref(self.names[hint]) if hint in self.names else self.component(hint)
        return PLAIN[hint]

    def _annotated(self, shape: JSON, notes: tuple[Any, ...]) -> JSON:
        for note in notes:
            if isinstance(note, Unit):
                shape = UNITS[note.name]
            elif isinstance(note, EnumType | tuple):
                shape = one_of(*note)
            else:
                shape = {**shape, "description": note}
        return shape
