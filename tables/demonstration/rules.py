"""House rules of the demonstration's tables; amounts in cents."""

from typing import Any

JSON = dict[str, Any]

EURO = 100


def house_rules(ante: tuple[int, int], bonus: tuple[int, int], chip_unit: int, min_bank: int, **terms: Any) -> JSON:
    """A whole house-rules document (OPS 4.1) with limits and bank in whole euros; the terms as they stand in it."""
    return {
        "game": "high_card_flush",
        "terms": terms,
        "limits": {"ante": _limit(ante), "flush": _limit(bonus), "straight_flush": _limit(bonus)},
        "chip_unit": chip_unit * EURO,
        "designation": {"min_bank": min_bank * EURO},
        "changes": {"notice_minutes": 0, "expire_minutes": 60},
        "recount": {"signed_above": 2 * min_bank * EURO},
    }


def _limit(euros: tuple[int, int]) -> JSON:
    least, most = euros
    return {"min": least * EURO, "max": most * EURO}


def rake(mode: str, amount: int) -> JSON:
    """The house's share of a round, in whole euros (HCF 9.4)."""
    return {"mode": mode, "amount": amount * EURO}


MAIN_FLOOR = house_rules((5, 100), (5, 25), 1, 100, rake=rake("all_players", 1))
LOW_LIMIT = house_rules((2, 25), (1, 10), 1, 50, rake=rake("players_only", 1))
CAPPED = house_rules(
    (10, 200),
    (5, 50),
    5,
    500,
    rake=rake("designated_player_only", 5),
    caps={"per_hand": 10_000 * EURO, "per_round": 25_000 * EURO, "per_round_sharing": "pro_rata"},
)
HIGH_LIMIT = house_rules(
    (50, 1000),
    (25, 100),
    5,
    2000,
    rake=rake("all_players", 10),
    cover={"symmetric": False},
    settlement_order="clockwise",
)
