"""Reading documents of a known form: what is missing, unknown or of another type is named."""

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any

HASH_DIGITS = 64
TIME_CHARACTERS = 27


class DocumentError(ValueError):
    """A document that is not of the form it should have."""


Kinds = type | tuple[type, ...]
TEXT_OR_NOTHING = (str, NoneType)
OBJECT_OR_NOTHING = (dict, NoneType)


def read_fields(document: object, name: str, kinds: Mapping[str, Kinds]) -> dict[str, Any]:
    """Return a document that has exactly these fields with values of these types; raises DocumentError."""
    if type(document) is not dict:
        raise DocumentError(f"{name} is no object")
    for key in kinds.keys() - document.keys():
        raise DocumentError(f"{name} has no {key}")
    for key in document.keys() - kinds.keys():
        raise DocumentError(f"{name} has a {key}, which is unknown")
    for key, kind in kinds.items():
        # type() and not isinstance: a boolean is no number here.
        if type(document[key]) not in (kind if isinstance(kind, tuple) else (kind,)):
            raise DocumentError(f"{name} has a {key} of another type than it should be")
        if type(document[key]) is int and document[key] < 0:
            raise DocumentError(f"{name} has a {key} below zero")
    return document


def read_hash(text: object, name: str) -> bytes:
    """Return the 32 bytes of a hash in 64 lower-case hexadecimal digits; raises DocumentError."""
    if not is_hash(text):
        raise DocumentError(f"{name} is no SHA-256 in 64 lower-case hexadecimal digits")
    return bytes.fromhex(str(text))


def is_hash(text: object) -> bool:
    """Whether a value is a hash as documents show them."""
    return type(text) is str and len(text) == HASH_DIGITS and not text.strip("0123456789abcdef")


def read_each(values: list[Any], read: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Read every item of a list."""
    return tuple(read(value) for value in values)
