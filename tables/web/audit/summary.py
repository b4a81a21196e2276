"""What an entry of the audit log says in one line, where its act has no sentence of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.games.values import JSON

LONGEST_SUMMARY = 90
SILENT = ("lease", "effects")
"""Members of a payload that are for programs alone."""


def summary_of(payload: JSON) -> str:
    """Return an entry in one line: why it was refused, what was sent, or what changed."""
    arguments = _with_content(payload.get("sent") or {})
    content: Any = (
        payload.get("reason") if "refused" in payload else arguments or _with_content({**payload, "sent": None})
    )
    text = content if isinstance(content, str) else _flat(content)
    return text if len(text) <= LONGEST_SUMMARY else f"{text[:LONGEST_SUMMARY]}…"


def _with_content(payload: JSON) -> JSON:
    """Leave out what says nothing to a reader."""
    return {key: value for key, value in payload.items() if value not in ({}, [], None) and key not in SILENT}


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(_flat(item) for item in value)
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
