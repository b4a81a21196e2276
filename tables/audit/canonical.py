"""Canonical JSON and its SHA-256 (AUD 2.2): the same bytes for the same value, everywhere, for ever."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

LARGEST_INTEGER = 2**53 - 1

encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, sort_keys=True, separators=(",", ":")
).encode
"""The canonical text of a value that is known to be permitted; it verifies nothing."""


class NotCanonicalError(ValueError):
    """A value that has no place in an audit entry."""


def canonical(value: Any) -> bytes:
    """Return the canonical bytes of a JSON value: sorted keys, no spaces, UTF-8 (AUD 2.2).

    Only objects with ASCII keys, arrays, strings, booleans, null and integers below 2^53 are permitted;
    anything else raises NotCanonicalError. On these values the bytes are those of RFC 8785.
    """
    _check(value)
    return encode(value).encode()


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical bytes, as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def _check(value: Any) -> None:
    """Raise for a value that is not permitted; what lies in a list or an object is looked at in one go, for speed."""
    kind = type(value)
    if kind is dict:
        _check_keys(value)
        inner = value.values()
    elif kind is list or kind is tuple:
        inner = value
    else:
        inner = (value,)
    for item in inner:
        kind = type(item)
        if kind is str:
            if not item.isascii() or "\x00" in item:
                _check_text(item)
        elif kind is int:
            if not -LARGEST_INTEGER <= item <= LARGEST_INTEGER:
                raise NotCanonicalError(f"the integer {item} is not below 2^53")
        elif kind is dict or kind is list or kind is tuple:
            _check(item)
        elif item is not None and kind is not bool:
            raise NotCanonicalError(f"a value of type {kind.__name__} cannot stand in an entry")


def _check_keys(value: Mapping[Any, Any]) -> None:
    for key in value:
        if type(key) is not str or not key.isascii() or "\x00" in key:
            raise NotCanonicalError(f"the key {key!r} is not ASCII text")


def _check_text(value: str) -> None:
    if "\x00" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise NotCanonicalError("text with a NUL character or half a surrogate pair cannot be stored")
