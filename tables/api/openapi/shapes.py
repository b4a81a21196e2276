"""What the shapes of the API are made of, as JSON Schema."""

from typing import Any

from tables.games.values import JSON

MOST = 2**53 - 1
WHOLE: JSON = {"type": "integer"}
COUNT: JSON = {"type": "integer", "minimum": 0}
SEAT: JSON = {"type": "integer", "minimum": 1, "maximum": 12, "description": "A seat of the table."}
AMOUNT: JSON = {"type": "integer", "minimum": 0, "maximum": MOST, "description": "Whole minor units of the currency."}
STAKE: JSON = {**AMOUNT, "minimum": 1}
NET: JSON = {"type": "integer", "description": "Whole minor units, below 0 for a loss."}
HASH: JSON = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
FLAG: JSON = {"type": "boolean"}
TEXT: JSON = {"type": "string"}
WORDS: JSON = {"type": "string", "maxLength": 200}
TIME: JSON = {"type": "string", "format": "date-time", "description": "RFC 3339, UTC."}
CARDS: JSON = {
    "type": "string",
    "description": "A hand: rank `23456789TJQKA` then suit `cdhs`; spaces, lower case and `10` are read too.",
    "examples": ["AhKhQh 9d8d 2c2s"],
}
ANYTHING: JSON = {"type": "object"}
RULES_DOCUMENT: JSON = {**ANYTHING, "description": "The whole house rules: terms, limits, chip unit, designation."}


def ref(name: str) -> JSON:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(shape: JSON) -> JSON:
    """The shape, or null."""
    if isinstance(shape.get("type"), str):
        choices = {"enum": [*shape["enum"], None]} if "enum" in shape else {}
        return {**shape, "type": [shape["type"], "null"], **choices}
    return {"anyOf": [shape, {"type": "null"}]}


def many(shape: JSON, **more: Any) -> JSON:
    """A list of the shape."""
    return {"type": "array", "items": shape, **more}


def one_of(*words: str) -> JSON:
    """One of these words."""
    return {"type": "string", "enum": [str(word) for word in words]}


def record(*optional: str, **properties: JSON) -> JSON:
    """An object with these properties, all needed but the optional ones."""
    needed = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, **({"required": needed} if needed else {})}


def by_seat(shape: JSON) -> JSON:
    """An object whose keys are seats."""
    return {"type": "object", "additionalProperties": shape}
