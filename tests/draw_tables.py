"""House rules of the two draw games, as the tests of the tablet play them, and actions through the acts."""

from typing import Any

from tests.cast import Cast

HEADS_UP: dict[str, Any] = {
    "game": "heads_up_draw",
    "terms": {"ante": 500, "marker_count": 1, "marker_value": 2000},
    "limits": {},
    "chip_unit": 100,
    "changes": {"notice_minutes": 0, "expire_minutes": 60},
    "recount": {"signed_above": 50000},
}
FOUR_PLAYER: dict[str, Any] = {
    **HEADS_UP,
    "game": "four_player_draw",
    "terms": {"opening_min": 100, "opening_max": 100000, "action_seconds": 30, "commission_bps": 100},
}


def acting(cast: Cast, number: int, *actions: tuple[Any, ...]) -> None:
    """Take some actions, each seat, word and number."""
    for seat, do, *rest in actions:
        name = "count" if do == "exchange" else "amount"
        action = {"seat": seat, "do": do, **({name: rest[0]} if rest else {})}
        cast.act("take_actions", number=number, actions=[action])


def show(cast: Cast, number: int, hands: dict[int, str]) -> None:
    """Enter hands by seat."""
    cast.act("enter_hands", number=number, hands=[{"seat": seat, "cards": cards} for seat, cards in hands.items()])
