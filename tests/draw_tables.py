"""House rules of the two draw games, as the tests of the tablet play them, and actions through the acts."""

from typing import Any

from tables.actions.setup import add_table
from tests.cast import Cast, command_id

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


def match_given_up(cast: Cast, number: int = 13) -> Cast:
    """Another table of the house, at which seat 2 won a hand and then the match; the floor manager deals."""
    table = add_table(casino_id=cast.casino.pk, number=number, seat_count=7, rules=HEADS_UP, command_id=command_id())
    two = Cast(cast.casino, table, cast.people)
    two.seat_players((1, 2), chips=10000, by="frank")
    two.act("open_round", by="frank")
    two.act("take_actions", by="frank", number=1, actions=[{"seat": 1, "do": "drop"}])
    two.act("settle_round", by="frank", number=1)
    two.act("close_round", by="frank", number=1)
    two.act("give_up_match", by="frank", match=1, seat=1)
    return two
