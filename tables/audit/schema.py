"""A small part of JSON Schema: what the payload of an act looks like, and whether one does (AUD 1.2).

Known are `type`, `required`, `properties`, `additionalProperties`, `enum`, `items` and `pattern`, with the meaning that
JSON Schema gives them, and `$schema`, `title` and `description`, which say nothing of a value. Any other word in a schema
is a SchemaError, so that none is thought to hold that is not looked at.
"""

import re
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any

from tables.audit.canonical import canonical

Check = Callable[[Any, str], str]
"""What is wrong with a value, given also by its place; empty where nothing is."""
_Check = Callable[[Any], str]
"""The same from its place on: `.wagers[2] is not of type object`. So a place is put together only where something is wrong."""

TYPES: Mapping[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": NoneType,
}
_WORDS = frozenset({"type", "required", "properties", "additionalProperties", "enum", "items", "pattern"})
_SILENT = frozenset({"$schema", "title", "description"})


class SchemaError(ValueError):
    """A schema that says something which is not known here."""


def compiled(schema: Any) -> Check:
    """Return the check of a schema, made once for many values; raises SchemaError."""
    inner = _compiled(schema)

    def check(value: Any, place: str) -> str:
        problem = inner(value)
        return f"{place}{problem}" if problem else ""

    return check


def _compiled(schema: Any) -> _Check:
    if schema is True:
        return _anything
    if type(schema) is not dict or not schema.keys() <= _WORDS | _SILENT:
        raise SchemaError(f"a schema is an object of {', '.join(sorted(_WORDS))}")
    checks = []
    if "type" in schema:
        checks.append(_type(schema["type"]))
    if "enum" in schema:
        checks.append(_enum(schema["enum"]))
    if "pattern" in schema:
        checks.append(_pattern(schema["pattern"]))
    if "items" in schema:
        checks.append(_items(_compiled(schema["items"])))
    if schema.keys() & {"properties", "required", "additionalProperties"}:
        checks.append(_members(schema))
    return checks[0] if len(checks) == 1 else _all(checks)


def _anything(_value: Any) -> str:
    return ""


def _all(checks: list[_Check]) -> _Check:
    def check(value: Any) -> str:
        for one in checks:
            problem = one(value)
            if problem:
                return problem
        return ""

    return check


def _type(names: Any) -> _Check:
    named = [names] if isinstance(names, str) else names
    if type(named) is not list or not named or not all(name in TYPES for name in named):
        raise SchemaError(f"a type is one of {', '.join(TYPES)}, or a list of them")
    # The very type: True is no integer.
    types, words = tuple(TYPES[name] for name in named), " or ".join(named)

    def check(value: Any) -> str:
        return "" if type(value) in types else f" is not of type {words}"

    return check


def _enum(values: Any) -> _Check:
    if type(values) is not list or not values:
        raise SchemaError("an enum is a list of values")
    allowed = {canonical(value) for value in values}

    def check(value: Any) -> str:
        return "" if canonical(value) in allowed else " is none of the values that it can be"

    return check


def _pattern(pattern: Any) -> _Check:
    try:
        # A dollar is the very end in JSON Schema, and not the line end before it.
        search = re.compile(re.sub(r"\$\Z", r"\\Z", pattern)).search
    except (re.error, TypeError) as error:
        raise SchemaError(f"a pattern is a regular expression: {error}") from None

    def check(value: Any) -> str:
        return " is not written as it should be" if type(value) is str and not search(value) else ""

    return check


def _items(item: _Check) -> _Check:
    def check(value: Any) -> str:
        if type(value) is list:
            for number, one in enumerate(value):
                problem = item(one)
                if problem:
                    return f"[{number}]{problem}"
        return ""

    return check


def _members(schema: Mapping[str, Any]) -> _Check:
    required, properties = schema.get("required", []), schema.get("properties", {})
    if type(required) is not list or type(properties) is not dict:
        raise SchemaError("required is a list of names, properties an object of schemas")
    known = {name: _compiled(inner) for name, inner in properties.items()}
    others = schema.get("additionalProperties", True)
    other = None if others is False else _compiled(others)

    def check(value: Any) -> str:
        if type(value) is not dict:
            return ""
        for name in required:
            if name not in value:
                return f" has no {name}"
        for name, inner in value.items():
            one = known.get(name, other)
            if one is None:
                return f" has a {name}, which its act does not have"
            problem = one(inner)
            if problem:
                return f".{name}{problem}"
        return ""

    return check
