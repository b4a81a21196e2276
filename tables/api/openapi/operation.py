"""What one method of one address does, takes and answers, and short ways to say so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.api.openapi.shapes import WHOLE, record, ref
from tables.games.values import JSON


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address; `body` is None for a reading, `versioned` an act at a table."""

    tag: str
    summary: str
    answer: JSON
    body: JSON | None = None
    example: JSON = field(default_factory=dict)
    versioned: bool = False
    listed: bool = False
    """Takes a period and a page."""
    filters: Sequence[JSON] = ()
    """What else narrows a reading, as parameters of the query."""
    open: bool = False
    """Needs no sign-in: what is sent is the proof."""
    media: str = "application/json"
    """Of the answer, where it is a file."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """By status, what else can be refused."""
    expires: str = ""
    """What there is no time left for, where the answer can be that it is too late."""
    file: str = ""
    """The media type of the file that it can be answered as instead."""
    more: str = ""


def table_act(tag: str, summary: str, answer: JSON, body: JSON | None = None, **more: Any) -> Operation:
    """An act at a table: its answer carries the version, and any act may be signed."""
    shape = body or record()
    properties = {**shape["properties"], "signature": ref("Signature")}
    answered = {**answer, "properties": {"version": WHOLE, **answer["properties"]}}
    answered["required"] = ["version", *answer.get("required", ())]
    return Operation(tag, summary, answered, {**shape, "properties": properties}, versioned=True, **more)


def house_act(tag: str, summary: str, answer: JSON, body: JSON | None = None, **more: Any) -> Operation:
    """An act of the house: done on no version of a table."""
    return Operation(tag, summary, answer, body or record(), **more)


def query(name: str, shape: JSON, description: str, *, several: bool = False) -> JSON:
    """A parameter of a query; several of it are asked for by naming it several times."""
    described = {"name": name, "in": "query", "schema": shape, "description": description}
    return {**described, "schema": {"type": "array", "items": shape}, "explode": True} if several else described
