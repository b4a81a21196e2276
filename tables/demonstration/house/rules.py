"""House rules of the demonstration's tables; amounts in cents."""

from typing import Any

from tables.games.values import JSON

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


def draw_rules(game: str, chip_unit: int, **terms: Any) -> JSON:
    """A whole house-rules document of a draw game; the chip unit in whole euros, the terms as they stand in it."""
    return {
        "game": game,
        "terms": terms,
        "limits": {},
        "chip_unit": chip_unit * EURO,
        "changes": {"notice_minutes": 0, "expire_minutes": 60},
        "recount": {"signed_above": 200 * EURO},
    }


HEADS_UP = draw_rules("heads_up_draw", 1, ante=5 * EURO, marker_count=3, marker_value=50 * EURO)
SHORT_DECK = draw_rules("heads_up_draw", 5, deck=32, ante=10 * EURO, equal_start=False)
# A commission in cents could not be paid in chips (DRAW 2.8); rounded down to a chip, a rate below a percent takes nothing.
FOUR_PLAYER = draw_rules(
    "four_player_draw",
    1,
    opening_min=2 * EURO,
    opening_max=500 * EURO,
    commission_bps=500,
    commission_round="chip",
)
DEALERS_CLOCK = draw_rules(
    "four_player_draw",
    5,
    opening_min=5 * EURO,
    opening_max=1000 * EURO,
    clock_mode="dealer",
    commission_bps=250,
    commission_round="chip",
)


def hurried(rules: JSON) -> JSON:
    """The same rules with one second for an action, so that time-outs can be waited for."""
    return {**rules, "terms": {**rules["terms"], "action_seconds": 1}}
