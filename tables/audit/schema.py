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
        checks.append(_items(compiled(schema["items"])))
    if schema.keys() & {"properties", "required", "additionalProperties"}:
        checks.append(_members(schema))
    return checks[0] if len(checks) == 1 else _all(checks)


def _anything(_value: Any, _place: str) -> str:
    return ""


def _all(checks: list[Check]) -> Check:
    def check(value: Any, place: str) -> str:
        for one in checks:
            problem = one(value, place)
            if problem:
                return problem
        return ""

    return check


def _type(names: Any) -> Check:
    named = [names] if isinstance(names, str) else names
    if type(named) is not list or not named or not all(name in TYPES for name in named):
        raise SchemaError(f"a type is one of {', '.join(TYPES)}, or a list of them")
    # The very type: True is no integer.
    types, words = tuple(TYPES[name] for name in named), " or ".join(named)

    def check(value: Any, place: str) -> str:
        return "" if type(value) in types else f"{place} is not of type {words}"

    return check


def _enum(values: Any) -> Check:
    if type(values) is not list or not values:
        raise SchemaError("an enum is a list of values")
    allowed = {canonical(value) for value in values}

    def check(value: Any, place: str) -> str:
        return "" if canonical(value) in allowed else f"{place} is none of the values that it can be"

    return check


def _pattern(pattern: Any) -> Check:
    try:
        # A dollar is the very end in JSON Schema, and not the line end before it.
        search = re.compile(re.sub(r"\$\Z", r"\\Z", pattern)).search
    except (re.error, TypeError) as error:
        raise SchemaError(f"a pattern is a regular expression: {error}") from None

    def check(value: Any, place: str) -> str:
        return f"{place} is not written as it should be" if type(value) is str and not search(value) else ""

    return check


def _items(item: Check) -> Check:
    def check(value: Any, place: str) -> str:
        if type(value) is list:
            for number, one in enumerate(value):
                problem = item(one, place)
                if problem:
                    return problem.replace(place, f"{place}[{number}]", 1)
        return ""

    return check


def _members(schema: Mapping[str, Any]) -> Check:
    required, properties = schema.get("required", []), schema.get("properties", {})
    if type(required) is not list or type(properties) is not dict:
        raise SchemaError("required is a list of names, properties an object of schemas")
    known = {name: compiled(inner) for name, inner in properties.items()}
    others = schema.get("additionalProperties", True)
    other = None if others is False else compiled(others)

    def check(value: Any, place: str) -> str:
        if type(value) is not dict:
            return ""
        for name in required:
            if name not in value:
                return f"{place} has no {name}"
        for name, inner in value.items():
            one = known.get(name, other)
            if one is None:
                return f"{place} has a {name}, which its act does not have"
            problem = one(inner, f"{place}.{name}")
            if problem:
                return problem
        return ""

    return check
