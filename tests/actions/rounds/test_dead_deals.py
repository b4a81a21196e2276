"""Void and dead deals at every stage of every game (HCF 10.1; OPS 1.4, 5.6; DRAW 1.8, 1.10)."""

from typing import Any

import pytest

from tables.models import Leg, Match, Round, Seating
from tables.queries.audit.journal import differences_at
from tests.actions.felt import BANK_HAND, BETTER, refused
from tests.actions.rounds.test_draw_rounds import acting, tie
from tests.cast import FOUR_PLAYER, HEADS_UP, HOUSE_RULES, Cast, make_cast
from tests.state import table_state

WAGERS = [{"seat": 2, "ante": 1000, "flush": 500}, {"seat": 4, "ante": 2000}]
# What is done to reach each stage, one act after another.
BANKED: dict[str, tuple[str, dict[str, Any]]] = {
    "opened": ("open_round", {"offers": [{"seat": 1, "answer": "accepted", "bank": 50000}]}),
    "betting": ("enter_wagers", {"wagers": WAGERS}),
    "dealt": ("deal", {}),
    "one has folded": ("enter_decisions", {"decisions": [{"seat": 2, "decision": "fold"}]}),
    "showdown": ("enter_decisions", {"decisions": [{"seat": 4, "decision": "raise", "raise": 6000}]}),
    "a hand is shown": ("enter_hands", {"hands": [{"seat": 1, "cards": BANK_HAND}]}),
    "all hands are shown": ("enter_hands", {"hands": [{"seat": 4, "cards": BETTER}]}),
}
TWO: dict[str, tuple[Any, ...]] = {
    "betting_1": (),
    "a bet in betting_1": (("first", "bet", 9000),),
    "exchange": (("second", "draw"),),
    "betting_2": (("second", "exchange", 1), ("first", "exchange", 2)),
    "a bet in betting_2": (("first", "bet", 2000),),
    "showdown": (("second", "call"),),
    "hands are shown": (),
}
FOUR: dict[str, tuple[Any, ...]] = {
    "opening": (),
    "opened": ((2, "open", 1000), (3, "pay")),
    "exchange": ((4, "drop"), (1, "pay")),
    "betting": ((2, "exchange", 1), (3, "exchange", 0), (1, "exchange", 5)),
    "a raise in betting": ((2, "raise", 2000),),
    "showdown": ((3, "call"), (1, "drop")),
    "hands are shown": (),
}
HANDS = {1: "AsAdKc7h2d", 2: "KsKdQc7s2c", 3: "QsQdJc8s3c"}


def stands(cast: Cast) -> dict[str, Any]:
    """All that a void has to give back: stacks, markers, the house's takings, button, carried pot, match."""
    table = cast.fresh_table
    taken: dict[str, int] = {}
    for leg in Leg.objects.filter(posting__table=table).exclude(account__in=["seat", "bank", "pot"]):
        taken[leg.account] = taken.get(leg.account, 0) + leg.amount
    return {
        "players": list(Seating.objects.order_by("pk").values_list("seat", "chips", "markers_out", "in_a_row")),
        "accounts": {account: amount for account, amount in taken.items() if amount},
        "table": (table.button, table.carry, list(Match.objects.filter(table=table, hands__gt=0).values())),
    }


def void(cast: Cast, number: int, before: dict[str, Any]) -> None:
    """Declare the round void, with a signature where a player had decided; everything is as before it."""
    sent: dict[str, Any] = {"number": number, "reason": "wrong_count"}
    if Round.objects.get(number=number).play["decided"]:
        refused(cast, "needs_signature", "void_round", **sent)
        refused(cast, "not_allowed", "void_round", signed_by="dora", **sent)
        cast.act("void_round", signed_by="petra", **sent)
    else:
        cast.act("void_round", **sent)
    assert stands(cast) == before
    round_ = Round.objects.get(number=number)
    assert (round_.state, round_.bank, round_.pot) == ("void", 0, 0)
    assert not list(differences_at(cast.fresh_table))
    refused(cast, "wrong_state", "settle_round", number=number)


@pytest.mark.parametrize("stage", BANKED)
def test_hcf_10_1_a_banked_round_is_void_at_any_stage(db: None, stage: str) -> None:
    """Bets, forfeited ones, fees and the bank go back; the button does not move, and the bank stands for the next deal."""
    cast = make_cast(HOUSE_RULES)
    cast.seat_players((1, 2, 4))
    before = stands(cast)
    for reached, (name, sent) in BANKED.items():
        cast.act(name, **(sent if name == "open_round" else {"number": 1, **sent}))
        if reached == stage:
            break
    # The button stands at the player who took the bank, and stays there for the deal that follows.
    before["table"] = (1, *before["table"][1:])
    void(cast, 1, before)
    assert cast.act("open_round").body == {"round": 2, "designated_player": 1, "bank": 50000}


@pytest.mark.parametrize("stage", TWO)
def test_hcf_10_1_a_hand_of_two_is_void_at_any_stage(db: None, stage: str) -> None:
    """Antes, markers and the pot that a tie had carried go back to where they were; the same deal begins anew."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    tie(cast)
    before = stands(cast)
    number = cast.act("open_round").body["round"]
    first = Round.objects.get(number=number).play["first"]
    seats = {"first": first, "second": 3 - first}
    for reached, taken in TWO.items():
        acting(cast, number, *((seats[who], *rest) for who, *rest in taken))
        if reached == "hands are shown":
            shown = [{"seat": seat, "cards": HANDS[seat]} for seat in (1, 2)]
            cast.act("enter_hands", number=number, hands=shown)
        if reached == stage:
            break
    void(cast, number, before)
    cast.act("open_round")
    assert Round.objects.get(number=number + 1).play["first"] == first


@pytest.mark.parametrize("stage", FOUR)
def test_hcf_10_1_a_hand_of_four_is_void_at_any_stage(db: None, stage: str) -> None:
    """Openings and bets go back, no commission is taken, and the button does not move."""
    cast = make_cast(FOUR_PLAYER)
    cast.seat_players((1, 2, 3, 4), chips=10000)
    before = stands(cast)
    number = cast.act("open_round").body["round"]
    for reached, taken in FOUR.items():
        acting(cast, number, *taken)
        if reached == "hands are shown":
            shown = [{"seat": seat, "cards": HANDS[seat]} for seat in (2, 3)]
            cast.act("enter_hands", number=number, hands=shown)
        if reached == stage:
            break
    void(cast, number, before)
    cast.act("open_round")
    assert Round.objects.get(number=number + 1).play["button"] == 1


@pytest.mark.parametrize("rules", [HEADS_UP, FOUR_PLAYER])
def test_ops_5_8_a_settled_hand_is_never_void(db: None, rules: dict[str, Any]) -> None:
    """It is corrected, under any signature; of banked rounds tests/actions/rounds/test_close_and_void.py says so."""
    cast = make_cast(rules)
    cast.seat_players((1, 2), chips=10000)
    number = cast.act("open_round").body["round"]
    acting(cast, number, (table_state(cast.table.pk)["round"]["turn"], "drop"))
    cast.act("settle_round", number=number)
    refused(cast, "wrong_state", "void_round", signed_by="petra", number=number, reason="red_light")
    cast.act("close_round", number=number)
    refused(cast, "wrong_state", "void_round", signed_by="petra", number=number, reason="red_light")
