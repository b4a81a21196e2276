"""The schemas of the payloads of all acts, and entries held against them (AUD 1.2)."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tables.audit.canonical import NotCanonicalError, canonical
from tables.audit.lines import read_line
from tables.audit.schema import Check, compiled

FOLDER = Path(__file__).resolve().parent / "schemas"
FIRST_SCHEMA = 2
"""Entries of the version before are of other forms, which nobody wrote down."""


@cache
def schemas() -> Mapping[str, Any]:
    """The schemas that this program knows, by act; `schemas/<act>.json` holds each."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}


@cache
def schemas_line() -> bytes:
    """The same as an export holds them: one canonical line."""
    return canonical(schemas()) + b"\n"


@cache
def _checks() -> Mapping[str, Check]:
    return {act: compiled(schema) for act, schema in schemas().items()}


def payload_problem(act: str, payload: Mapping[str, Any]) -> str:
    """What is wrong with the payload of an act; empty where nothing is, or where the act has no schema here."""
    check = _checks().get(act)
    return check(payload, "its payload") if check else ""


class Payloads:
    """Holds the payloads of an export against the schemas of this program.

    Those that the export brings are a stranger's: they are compared with ours and never applied. Of an act of which they
    differ, this program is older or newer than the export, and cannot say what its payloads should be.
    """

    def __init__(self, brought: Mapping[str, Any]) -> None:
        ours = schemas()
        self.unlike = sorted(act for act in ours.keys() | brought.keys() if ours.get(act) != brought.get(act))
        self._skipped = frozenset(self.unlike)
        self.verified = 0

    def take(self, row: Mapping[str, Any]) -> str:
        """What is wrong with the payload of an entry; empty where nothing is, and for a stub."""
        if "payload" not in row or row["schema"] < FIRST_SCHEMA or row["act"] in self._skipped:
            return ""
        act = row["act"]
        if act not in schemas():
            return f"is of the act {act!r}, of which neither this export nor this program has a schema"
        self.verified += 1
        return payload_problem(act, row["payload"])


def read_schemas(data: bytes) -> tuple[Mapping[str, Any], str]:
    """Return the schemas that an export brings, and what is wrong with their file: the one is empty, or the other."""
    try:
        document = read_line(data.removesuffix(b"\n"))
    except NotCanonicalError as error:
        return {}, str(error)
    if type(document) is not dict or not all(type(schema) is dict for schema in document.values()):
        return {}, "it is no object of a schema an act"
    return document, ""
