"""How a round ends without a settlement, in every game (OPS 5.6)."""

from collections.abc import Mapping
from typing import Any

from tables.games.errors import RuleError, gettext_noop
from tables.games.game import JSON, read_words

VOID_REASONS = ("wrong_count", "red_light", "fouled_deck", "exposed_card", "dealer_error", "other")


def read_void_reason(sent: Mapping[str, Any]) -> JSON:
    """Why a round is declared void, with words where the reason is `other`; raises `bad_field`."""
    reason = sent.get("reason")
    if reason not in VOID_REASONS:
        raise RuleError(
            "bad_field",
            gettext_noop("The reason must be one of %(allowed)s."),
            field="reason",
            allowed=", ".join(VOID_REASONS),
        )
    return {"reason": reason, "words": read_words(sent.get("words", ""), "words", required=reason == "other")}
