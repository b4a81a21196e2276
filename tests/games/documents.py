"""Inputs of the settlement calculator and house rules that tests start from; each call makes a fresh one."""

from typing import Any

from tables.games.calculator import settle_document
from tables.games.errors import RuleError
from tables.games.values import JSON


def raised(seat: int, cards: str, **more: Any) -> JSON:
    return {"seat": seat, "ante": 1000, "decision": "raise", "raise": 1000, "cards": cards, **more}


def round_document(*seats: JSON, **more: Any) -> JSON:
    """A round at whose seat 4 stands the button, with one raised hand unless others are given."""
    return {
        "game": "high_card_flush",
        "designated_player": {"seat": 4, "bank": 50_000, "cards": "AsKhQs9s7d6d2c"},
        "seats": list(seats) or [raised(1, "5h4h3h2hKs9d7c")],
        **more,
    }


def house_rules_document(**more: Any) -> JSON:
    return {
        "game": "high_card_flush",
        "terms": {},
        "limits": {
            "ante": {"min": 1000, "max": 50_000},
            "flush": {"min": 500, "max": 10_000},
            "straight_flush": {"min": 500, "max": 10_000},
        },
        "chip_unit": 100,
        "designation": {"min_bank": 100_000, "max_consecutive": None, "max_minutes": None, "no_taker": "continue"},
        "changes": {"notice_minutes": 0, "expire_minutes": 60},
        "recount": {"signed_above": 20_000},
        **more,
    }


def fault(document: JSON) -> RuleError | None:
    """The error a document is answered with, or None where it settles."""
    try:
        settle_document(document)
    except RuleError as error:
        return error
    return None
