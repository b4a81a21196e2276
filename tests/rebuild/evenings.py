"""Evenings with something of everything that a table's rows can say."""

from typing import Any

from tables.actions.setup import add_table
from tests.cast import HEADS_UP, Cast, command_id
from tests.state import table_state

TIE = {1: "AsJs9s6s3s", 2: "AhTh8h6h2h"}
WON = {1: "AsAdKc7h2d", 2: "KsKdQc7s2c"}


def banked_evening(cast: Cast) -> None:
    """The second round is settled, corrected and closed; a player leaves, one is barred, and the bank is offered again."""
    cast.act("enter_hands", by="frank", number=2, hands=[{"seat": 2, "cards": "AsKhQs9s7d6d2c"}])
    cast.act("settle_round", by="frank", number=2)
    cast.act("close_round", by="frank", number=2)
    hands = [{"seat": 1, "cards": "AsJsQs9s7d6d2c"}]
    cast.act(
        "correct_round", by="frank", signed_by="petra", number=1, corrections={"hands": hands}, reason="misread_hand"
    )
    cast.act("sit", by="frank", seat=6, buy_in=20000, player_card="C-6", source="chips")
    cast.act("leave", by="frank", seat=4)
    cast.act("bar_player", by="frank", signed_by="petra", seat=6, scope="table", reason="conduct")
    cast.act("offer_designation", by="frank", offers=[{"seat": 1, "answer": "declined"}])
    cast.act("standing_decline", by="frank", seat=1, on=True)


def evening_of_draw(cast: Cast) -> None:
    """A tie whose pot was played on is corrected; a match is left, and another is on with a round in play."""
    table = add_table(casino_id=cast.casino.pk, number=14, seat_count=7, rules=HEADS_UP, command_id=command_id())
    at = Cast(cast.casino, table, cast.people)
    at.act("open_table", by="frank")
    for seat in (1, 2):
        at.act("sit", by="frank", seat=seat, buy_in=100000)
    _hand(at, TIE)
    _hand(at, WON)
    corrected: dict[str, Any] = {"hands": [{"seat": 1, "cards": "AsAc9c7h2d"}]}
    at.act("correct_round", by="frank", signed_by="petra", number=1, corrections=corrected, reason="misread_hand")
    at.act("give_up_match", by="frank", match=1, seat=1)
    at.act("recount", by="frank", signed_by="petra", seat=1, chips=99500, reason="carried")
    at.act("open_round", by="frank")


def _hand(at: Cast, shown: dict[int, str]) -> None:
    number = at.act("open_round", by="frank").body["round"]
    first, second = table_state(at.table.pk)["round"]["order"]
    said = [(first, "stay"), (second, "draw"), (second, "exchange", 0), (first, "exchange", 0), (first, "call")]
    for seat, do, *count in said:
        action = {"seat": seat, "do": do, **({"count": count[0]} if count else {})}
        at.act("take_actions", by="frank", number=number, actions=[action])
    hands = [{"seat": seat, "cards": hand} for seat, hand in shown.items()]
    at.act("enter_hands", by="frank", number=number, hands=hands)
    at.act("settle_round", by="frank", number=number)
    at.act("close_round", by="frank", number=number)
