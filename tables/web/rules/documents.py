"""A document of house rules taken apart into its rules, by dotted key, and put together again (OPS 4.2)."""

from collections.abc import Mapping
from typing import Any

from tables.games.values import JSON
from tables.web.words.choices import PAY_LINES, PAY_TABLES
from tables.web.words.rules import BOUNDS


def leaves(document: Mapping[str, Any], path: str = "") -> list[tuple[str, Any]]:
    """Every rule of a document with its dotted key."""
    found: list[tuple[str, Any]] = []
    for name, value in document.items():
        key = f"{path}.{name}" if path else name
        found += leaves(value, key) if isinstance(value, Mapping) else [(key, value)]
    return found


def fields_of(document: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Every rule that a document could have: lines that a pay table leaves out, and limits of a bet not offered, as None."""
    whole: JSON = {**document, "terms": dict(document["terms"]), "limits": dict(document["limits"])}
    for table in whole["terms"].keys() & PAY_TABLES:
        lines = whole["terms"][table]
        whole["terms"][table] = {length: lines.get(length) for length in PAY_LINES}
    for spot, limit in whole["limits"].items():
        whole["limits"][spot] = dict.fromkeys(BOUNDS) if limit is None else limit
    return leaves(whole)


def document_of(rules: Mapping[str, Any]) -> JSON:
    """The document of such rules, by dotted key: lines without odds left out, limits that are all empty null."""
    document: JSON = {}
    for name, value in rules.items():
        *path, last = name.split(".")
        part = document
        for key in path:
            part = part.setdefault(key, {})
        if value is not None or not (path and path[-1] in PAY_TABLES):
            part[last] = value
    limits = document.get("limits", {})
    document["limits"] = {spot: None if set(limit.values()) == {None} else limit for spot, limit in limits.items()}
    return document
