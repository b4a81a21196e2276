"""Barring players from the table or the house (HCF 10.2; OPS 2.3, 3.2)."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables.actions.floor.bars import bar_from_house, bar_player, lift_bar
from tables.actions.setup import add_table
from tables.errors import NeedsSignature, NotAllowed, TableError
from tables.models import AuditEntry, Bar, Seating, Table
from tables.stamp import Call, HouseCall
from tests.actions.felt import BANK_HAND, BETTER, betting, chips, dealt, decide, last_entry, refused, show
from tests.cast import HOUSE_RULES, Cast, command_id
from tests.state import table_state

SIGNED: dict[str, Any] = {"by": "frank", "signed_by": "petra"}
WHY = {"reason": "conduct", "words": "threw cards"}


def bar(cast: Cast, seat: int, scope: str = "table", **more: Any) -> int:
    """Bar the player who sits there, signed by Petra; returns the number of the bar."""
    number: int = cast.act("bar_player", seat=seat, scope=scope, **{**WHY, **SIGNED, **more}).body["bar"]
    return number


def lift(cast: Cast, bar_id: int) -> None:
    """Lift a bar with Frank's own signature."""
    lift_bar(bar_id=bar_id, stamp=cast.stamp("frank", signed_by="frank"))


def seating(seat: int) -> Seating:
    """Return the player who sits there."""
    return Seating.objects.get(seat=seat, left_at=None)


def with_card(cast: Cast, seat: int = 4, card: str = "P-4") -> None:
    """A player with a card sits down."""
    cast.act("sit", seat=seat, buy_in=100000, player_card=card)


def test_ops_2_3_a_barred_player_can_only_be_counted_and_cashed_out(cast: Cast) -> None:
    """Nothing else of the seat is done, until the player has gone."""
    cast.seat_players((1, 2, 4))
    bar(cast, 4)
    state = table_state(cast.table.pk)
    assert (state["seats"][3]["barred"], state["seats"][3]["state"]) == (True, "sitting_out")
    refused(cast, "wrong_state", "return_to_play", seat=4)
    refused(cast, "wrong_state", "buy_in", seat=4, amount=1000)
    refused(cast, "wrong_state", "move", seat=4, to=5)
    refused(cast, "wrong_state", "standing_decline", seat=4, on=True)
    refused(cast, "wrong_state", "bar_player", seat=4, scope="table", **WHY, **SIGNED)
    cast.act("recount", seat=4, chips=99000, reason="tip")
    assert cast.act("leave", seat=4).body == {"seat": 4, "chips": 99000}


def test_ops_3_2_a_barred_player_is_offered_no_bank(cast: Cast) -> None:
    """And what the player had accepted is withdrawn; the entry says so, and why they are passed over."""
    cast.seat_players((1, 2, 4))
    cast.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 50000}])
    bar(cast, 1)
    payload = last_entry(cast).payload
    assert payload["withdrawn"] == [{"seat": 1, "answer": "accepted", "reason": "", "bank": 50000}]
    assert (payload["scope"], payload["reason"], payload["words"]) == ("table", "conduct", "threw cards")
    state = table_state(cast.table.pk)["designation"]
    assert state["accepted"] is None
    assert state["ineligible"]["1"] == "barred"
    refused(cast, "bad_seat", "open_round", offers=[{"seat": 1, "answer": "accepted", "bank": 20000}])
    cast.act("open_round", offers=[{"seat": 2, "answer": "accepted", "bank": 20000}])
    refused(cast, "bad_seat", "enter_wagers", number=1, wagers=[{"seat": 1, "ante": 1000}])


def test_ops_2_3_a_round_under_way_is_played_to_its_end(cast: Cast) -> None:
    """The player's chips are at stake; then they leave with what they have."""
    number = dealt(cast)
    bar(cast, 2)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1200, "found": True}])
    decide(cast, number, seat2=1200, seat4="fold")
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)
    refused(cast, "wrong_state", "leave", seat=2)
    cast.act("close_round", number=number)
    assert chips()[2] == 100000 - 100 + 2400
    cast.act("leave", seat=2)


def test_ops_2_3_before_the_deal_a_barred_player_may_take_wagers_back(cast: Cast) -> None:
    """And not put more down once they are."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    bar(cast, 2)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2}])
    refused(cast, "bad_seat", "enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("leave", seat=2)


def test_ops_2_3_a_card_barred_here_sits_down_no_more_here(cast: Cast) -> None:
    """A refusal is an entry, so that the floor knows that the player came; lifted, they are welcome."""
    cast.seat_players((1, 2))
    with_card(cast)
    number = bar(cast, 4)
    cast.act("leave", seat=4)
    error = refused(cast, "not_allowed", "sit", seat=4, buy_in=1000, player_card="P-4")
    assert error.params["reason"] == "conduct"
    assert AuditEntry.objects.filter(act="refused").latest("sequence").payload["refused"] == "sit"
    elsewhere = add_table(casino_id=cast.casino.pk, number=13, seat_count=7, rules=HOUSE_RULES, command_id=command_id())
    there = Cast(cast.casino, elsewhere, cast.people)
    there.act("open_table", by="frank")
    there.act("sit", by="frank", seat=1, buy_in=1000, player_card="P-4")
    lift(cast, number)
    cast.act("sit", seat=4, buy_in=1000, player_card="P-4")


def test_ops_2_3_without_a_card_the_bar_is_of_the_one_who_sits_there(cast: Cast) -> None:
    """The player who comes after is another one."""
    cast.seat_players((1, 2, 4))
    bar(cast, 4)
    cast.act("leave", seat=4)
    cast.act("sit", seat=4, buy_in=1000)
    assert not seating(4).barred
    refused(cast, "bad_field", "bar_player", seat=4, scope="house", **WHY, **SIGNED)


def test_ops_2_3_a_bar_from_the_house_is_a_house_act_and_reaches_every_table(cast: Cast) -> None:
    """The entry stands in the house chain; each table where the player sits notices, and has its own entry."""
    cast.seat_players((1, 2))
    with_card(cast)
    version = cast.fresh_table.version
    number = bar(cast, 4, "house")
    house = AuditEntry.objects.filter(chain=cast.casino.chain).latest("sequence")
    assert (house.act, house.payload["player_card"], house.payload["scope"]) == ("bar_player", "P-4", "house")
    assert seating(4).barred
    assert seating(4).sitting_out
    here = last_entry(cast)
    assert (here.act, here.role, here.payload["seat"]) == ("apply_bar", "system", 4)
    assert cast.fresh_table.version == version + 1
    refused(cast, "wrong_state", "return_to_play", seat=4)
    lift(cast, number)
    assert not seating(4).barred
    assert seating(4).sitting_out
    cast.act("return_to_play", seat=4)


def test_ops_2_3_a_card_is_barred_from_the_house_without_sitting(cast: Cast) -> None:
    """From the floor's list; twice is once too often, and lifting it too."""
    stamp = cast.stamp("frank", signed_by="petra")
    answer = bar_from_house(HouseCall(cast.casino.pk, stamp), player_card=" P-9 ", **WHY)
    assert bar_from_house(HouseCall(cast.casino.pk, stamp), player_card="P-9", **WHY).replayed
    cast.seat_players((1, 2))
    refused(cast, "not_allowed", "sit", seat=4, buy_in=1000, player_card="P-9")
    with pytest.raises(TableError):
        bar_from_house(HouseCall(cast.casino.pk, cast.stamp("frank", signed_by="petra")), player_card="P-9", **WHY)
    lift(cast, answer.body["bar"])
    with pytest.raises(TableError):
        lift(cast, answer.body["bar"])
    cast.act("sit", seat=4, buy_in=1000, player_card="P-9")


def test_ops_2_3_one_bar_lifted_another_stands(cast: Cast) -> None:
    """The player plays when none is left."""
    cast.seat_players((1, 2))
    with_card(cast)
    here, everywhere = bar(cast, 4), bar(cast, 4, "house")
    lift(cast, everywhere)
    assert seating(4).barred
    lift(cast, here)
    assert not seating(4).barred


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"seat": 3}, "bad_seat"),
        ({"seat": 3, "scope": "house"}, "bad_seat"),
        ({"seat": 99}, "bad_seat"),
        ({"seat": "4", "scope": "house"}, "bad_field"),
        ({"scope": "world"}, "bad_field"),
        ({"scope": None}, "bad_field"),
        ({"reason": "bored"}, "bad_field"),
        ({"reason": "other", "words": ""}, "bad_field"),
        ({"scope": "house", "reason": "bored"}, "bad_field"),
        ({"signed_by": None}, "needs_signature"),
        ({"signed_by": "dora"}, "not_allowed"),
        ({"signed_by": None, "scope": "house"}, "needs_signature"),
        ({"by": "ines"}, "not_allowed"),
    ],
)
def test_ops_2_3_what_is_wrong_bars_nobody(cast: Cast, sent: dict[str, Any], code: str) -> None:
    """Signed, with a scope and a reason, a player who sits there."""
    cast.seat_players((1, 2))
    with_card(cast)
    refused(cast, code, "bar_player", **{"seat": 4, "scope": "table", **WHY, **SIGNED, **sent})
    assert not Bar.objects.exists()


def test_interfaces_3_a_bar_decided_on_an_old_table_is_stale(cast: Cast) -> None:
    """Another player may sit there by now: also the house act asks for the version it was decided on."""
    cast.seat_players((1, 2))
    with_card(cast)
    old = cast.fresh_table.version - 1
    for scope in ("table", "house"):
        call = Call(cast.table.pk, cast.stamp("frank", signed_by="petra"), old)
        with pytest.raises(TableError) as error:
            cast_bar(call, scope)
        assert error.value.code == "stale"
    cast_bar(Call(cast.table.pk, cast.stamp("frank", signed_by="petra"), old + 1), "house")


def cast_bar(call: Call, scope: str) -> None:
    """Bar seat 4 by a call with a version."""
    bar_player(call, seat=4, scope=scope, **WHY)


def test_ops_2_3_lifting_is_signed_by_the_floor(cast: Cast) -> None:
    """And by nobody else."""
    cast.seat_players((1, 2))
    number = bar(cast, 2)
    with pytest.raises(NeedsSignature):
        lift_bar(bar_id=number, stamp=cast.stamp("frank"))
    with pytest.raises(NotAllowed):
        lift_bar(bar_id=number, stamp=cast.stamp("ines", signed_by="petra"))
    assert Bar.objects.get().lifted_at is None


def test_ops_2_3_the_database_holds_a_bar_against_every_writer(cast: Cast) -> None:
    """Rows slipped in beside the acts: a bar marks the seats, a seat is marked at its birth, and none is let off."""
    cast.seat_players((1, 2))
    with_card(cast)
    more = {"reason": "conduct", "barred_by": cast.people["frank"], "barred_at": seating(4).sat_at}
    Bar.objects.create(casino=cast.casino, player_card="P-4", **more)
    assert seating(4).barred
    with pytest.raises(IntegrityError), transaction.atomic():
        Seating.objects.filter(seat=4).update(barred=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seating.objects.filter(seat=4).update(sitting_out=False)
    table = Table.objects.get()
    Bar.objects.create(casino=cast.casino, table=table, player_card="P-5", **more)
    Seating.objects.create(table=table, seat=5, player_card="P-5", sat_at=seating(4).sat_at)
    assert seating(5).barred
    assert seating(5).sitting_out
