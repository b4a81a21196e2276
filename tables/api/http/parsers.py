"""Reads a body the strict way: one JSON object, no key twice, no NaN, nothing the database could not hold."""

import json
import math
from typing import IO, Any

from rest_framework.parsers import BaseParser

from tables.api.http.problems import BadJSONError, TooLargeError
from tables.errors import gettext_noop as _
from tables.games.reading import RepeatedKeyError, is_storable, without_repeats

MOST_BYTES = 64 * 1024
MOST_DEPTH = 16


class StrictJSONParser(BaseParser):
    """Reads a JSON object of at most 64 KiB; raises BadJSONError or TooLargeError. A message never quotes what was sent."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], *_context: object, **_more: object) -> dict[str, Any]:
        """Return the object of the body."""
        raw = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise TooLargeError(_("A request has at most %(most)s bytes."), most=MOST_BYTES)
        return read_object(raw)


def read_object(raw: bytes) -> dict[str, Any]:
    """The JSON object that the bytes spell; raises BadJSONError."""
    try:
        found = json.loads(raw.decode(), object_pairs_hook=without_repeats, parse_constant=_refuse, parse_float=_finite)
    except RepeatedKeyError as error:
        raise BadJSONError(_("A key stands twice in one object.")) from error
    except UnicodeDecodeError as error:
        raise BadJSONError(_("The body is not UTF-8.")) from error
    except json.JSONDecodeError as error:
        raise BadJSONError(
            _("The body is not JSON: line %(line)s, column %(column)s."), line=error.lineno, column=error.colno
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadJSONError(_("The body is nested too deeply, or holds a number too long.")) from error
    if not isinstance(found, dict):
        raise BadJSONError(_("The body must be a JSON object."))
    _verify_plain(found, MOST_DEPTH)
    return found


def _refuse(constant: str) -> float:
    raise BadJSONError(_("%(constant)s is not JSON."), constant=constant)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise BadJSONError(_("A number is too large."))
    return number


def _verify_plain(value: object, depth: int) -> None:
    """Neither nested without end, nor text with NUL or half a surrogate pair, which no database stores."""
    if isinstance(value, str):
        _verify_text(value)
    elif isinstance(value, dict | list):
        if depth == 0:
            raise BadJSONError(_("The body is nested too deeply, or holds a number too long."))
        for item in value:
            _verify_plain(item, depth - 1)
        if isinstance(value, dict):
            _verify_plain(list(value.values()), depth)


def _verify_text(text: str) -> None:
    if not is_storable(text):
        raise BadJSONError(_("Text with NUL or with half a surrogate pair cannot be recorded."))
