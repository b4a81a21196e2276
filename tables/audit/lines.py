"""Reading canonical JSON strictly and fast: what is read is exactly what its bytes say (AUD 2.2, 4.4)."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tables.audit.canonical import NotCanonicalError, canonical, encode

LONGEST_LINE = 32 * 2**20
"""Bytes of one line, beyond which it is no line of an export."""

_LONG_NUMBER = b"9" * 16
_DIGITS = bytes(ord("9") if chr(byte).isdigit() else ord(" ") for byte in range(128)) + b" " * 128
_HASH = b'"hash":"'
_HASH_DIGITS = 64


def _refuse_number(text: str) -> float:
    raise NotCanonicalError(f"the number {text[:40]} is not a whole one")


_decode = json.JSONDecoder(parse_float=_refuse_number, parse_constant=_refuse_number).raw_decode


def read_line(line: bytes) -> Any:
    """Return the value of one canonical line, given without its line end; raises NotCanonicalError, saying what is wrong.

    Nothing but the canonical bytes of a value passes: no repeated key, other order, space, fraction or escape.
    """
    try:
        text = line.decode()
        value, end = _decode(text)
        if end != len(text):
            raise NotCanonicalError(f"something follows its JSON value, at character {end + 1}")
        same = encode(value) == text if _is_plain(line) else canonical(value) == line
    except NotCanonicalError:
        raise
    except UnicodeDecodeError:
        raise NotCanonicalError("it is not UTF-8 text") from None
    except RecursionError:
        raise NotCanonicalError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise NotCanonicalError(f"it is not JSON: {error.msg} at character {error.pos + 1}") from None
    except ValueError:
        raise NotCanonicalError("it holds a number that is far too long") from None
    if not same:
        raise NotCanonicalError(_difference(text, value))
    return value


def line_of_stored(entry: Mapping[str, Any]) -> bytes:
    """Return the canonical line of an entry whose payload is JSON text, as a database stores it.

    The other fields must be text, whole numbers or null. Raises NotCanonicalError like `canonical`, only faster.
    """
    try:
        payload, end = _decode(entry["payload"])
    except ValueError as error:
        raise NotCanonicalError(str(error)) from None
    if end != len(entry["payload"]):
        raise NotCanonicalError("something follows the JSON value of its payload")
    value = {**entry, "payload": payload}
    line = encode(value).encode(errors="surrogatepass")
    return line if _is_plain(line) else canonical(value)


def _is_plain(line: bytes) -> bool:
    """Whether nothing out of the ordinary can be in a line, so that looking at each of its values is not needed.

    All is ASCII, without an escaped character that might be NUL or half of a pair, or a number that might be too large.
    Numbers that are not whole were refused on reading.
    """
    return line.isascii() and b"\\u" not in line and _LONG_NUMBER not in line.translate(_DIGITS)


def hash_of_line(line: bytes) -> str:
    """Return the SHA-256 of the canonical line of an entry without its `hash` field (AUD 2.2).

    The line must have been read, and what stands before `hash` in it (act, chain, command_id, device) be text or null:
    in text a quotation mark has a backslash before it, so that the first `"hash":"` is the field.
    """
    start = line.index(_HASH)
    return hashlib.sha256(line[:start] + line[start + len(_HASH) + _HASH_DIGITS + 2 :]).hexdigest()


def _difference(text: str, value: Any) -> str:
    """Why a text is not the canonical one of its value, in words."""
    repeated: list[str] = []

    def note_repeats(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        repeated.extend(key for key in keys if keys.count(key) > 1)

    json.loads(text, object_pairs_hook=note_repeats)
    if repeated:
        return f"the key {repeated[0]!r} stands twice"
    expected = encode(value)
    place = next((at for at, pair in enumerate(zip(text, expected, strict=False)) if pair[0] != pair[1]), 0)
    found, wanted = text[place : place + 12], expected[place : place + 12]
    return f"it is not written in the one canonical way: at character {place + 1} stands {found!r}, not {wanted!r}"
