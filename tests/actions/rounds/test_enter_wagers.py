"""Wagers before the deal (HCF 1.3, 3.1, 3.5; OPS 2.2, 4.4, 5.2, 5.4)."""

from typing import Any

import pytest

from tables.models import Leg
from tests.actions.felt import betting, chips, last_entry, refused, the_round
from tests.cast import ANY_BANK, Cast, make_cast


@pytest.mark.parametrize(
    ("wager", "code", "field"),
    [
        ({"ante": 900}, "outside_limits", "ante"),
        ({"ante": 30100}, "outside_limits", "ante"),
        ({"ante": 1050}, "outside_limits", "ante"),
        ({"ante": 1000, "flush": 10100}, "outside_limits", "flush"),
        ({"ante": 1000, "straight_flush": 400}, "outside_limits", "straight_flush"),
        ({"flush": 500}, "bad_field", "ante"),
        ({"ante": 0}, "bad_amount", "ante"),
        ({"ante": -1000}, "bad_amount", "ante"),
        ({"ante": 1000.0}, "bad_amount", "ante"),
        ({"ante": "1000"}, "bad_amount", "ante"),
        ({"ante": True}, "bad_amount", "ante"),
        ({"ante": 2**53}, "bad_amount", "ante"),
        ({"ante": 1000, "flush": None}, "bad_amount", "flush"),
        ({"ante": 1000, "raise": 1000}, "bad_field", "raise"),
        ({"ante": 1000, "seen": 1}, "bad_field", "seen"),
        ({"ante": 1000, "found": True}, "wrong_state", None),
    ],
)
def test_ops_4_4_a_wager_that_breaks_a_limit_or_is_none_is_refused(
    cast: Cast, wager: dict[str, Any], code: str, field: str | None
) -> None:
    """The message names seat and field; nothing of the call is taken, also not the good wager beside it."""
    number = betting(cast)
    wagers = [{"seat": 4, "ante": 1000}, {"seat": 2, **wager}]
    error = refused(cast, code, "enter_wagers", number=number, wagers=wagers)
    assert (error.params.get("field"), error.field) == (field, field)


def test_ops_4_4_the_limit_stands_in_the_message(cast: Cast) -> None:
    """The dealer can say it aloud."""
    number = betting(cast)
    error = refused(cast, "outside_limits", "enter_wagers", number=number, wagers=[{"seat": 2, "ante": 31000}])
    assert str(error) == "Seat 2: ante of 31000 is outside the limits, 1000 to 30000."


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"wagers": []}, "bad_field"),
        ({"wagers": "all"}, "bad_field"),
        ({"wagers": [7]}, "bad_field"),
        ({"wagers": [{"ante": 1000}]}, "bad_seat"),
        ({"wagers": [{"seat": "2", "ante": 1000}]}, "bad_seat"),
        ({"wagers": [{"seat": 2, "ante": 1000}, {"seat": 2, "ante": 1000}]}, "bad_seat"),
        ({"wagers": [{"seat": 3, "ante": 1000}]}, "bad_seat"),
        ({"wagers": [{"seat": 1, "ante": 1000}]}, "bad_seat"),
        ({"wagers": [{"seat": 99, "ante": 1000}]}, "bad_seat"),
        ({"wagers": [{"seat": 2, "ante": 1000}], "same_again": True}, "bad_field"),
        ({"same_again": "yes"}, "bad_field"),
        ({"same_again": 1}, "bad_field"),
        ({"same_again": False}, "bad_field"),
        ({}, "bad_field"),
    ],
)
def test_ops_5_2_what_is_no_list_of_wagers_is_refused(cast: Cast, sent: dict[str, Any], code: str) -> None:
    """Nobody there, the designated player, a seat twice, both ways at once."""
    refused(cast, code, "enter_wagers", number=betting(cast), **sent)


def test_ops_5_2_the_round_has_to_be_the_open_one(cast: Cast) -> None:
    """An old number, one that does not exist, one that is no number."""
    number = betting(cast)
    wagers = [{"seat": 2, "ante": 1000}]
    refused(cast, "not_found", "enter_wagers", number=number + 1, wagers=wagers)
    refused(cast, "bad_field", "enter_wagers", number="1", wagers=wagers)
    cast.act("void_round", number=number, reason="dealer_error")
    refused(cast, "wrong_state", "enter_wagers", number=number, wagers=wagers)


def test_ops_5_4_wagers_replace_what_the_seat_had_and_can_be_taken_back(cast: Cast) -> None:
    """Chips follow each time, and the entry says before and after."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 2000, "flush": 500}])
    assert (chips()[2], the_round().pot) == (97500, 2500)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000, "straight_flush": 700}])
    assert (chips()[2], the_round().pot) == (98300, 1700)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2}])
    assert (chips()[2], the_round().pot, the_round().play["wagers"]) == (100000, 0, {})
    payload = last_entry(cast).payload
    assert payload["before"] == {"wagers": {"2": {"ante": 1000, "straight_flush": 700}}}
    assert payload["after"] == {"wagers": {"2": {}}}


def test_hcf_3_5_ante_bonuses_a_1x_raise_and_the_rake_have_to_be_on_the_table(any_bank: Cast) -> None:
    """With 10100 the largest Ante without a bonus is 5000: twice that, and the rake of 100."""
    number = betting(any_bank, chips=10100, bank=0)
    error = refused(any_bank, "short_chips", "enter_wagers", number=number, wagers=[{"seat": 2, "ante": 5100}])
    assert (error.seat, error.params["needed"]) == (2, 10300)
    any_bank.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 5000}])
    refused(any_bank, "short_chips", "enter_wagers", number=number, wagers=[{"seat": 2, "ante": 5000, "flush": 500}])
    any_bank.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 4700, "flush": 500}])


def test_ops_2_2_chips_that_are_seen_are_recounted_in_the_same_act_with_a_flag(any_bank: Cast) -> None:
    """What is missing for the wager, a 1x Raise and the rake is found at the seat: 12000 for 8000 and 8000 and 100."""
    number = betting(any_bank, chips=12000, bank=0)
    any_bank.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 8000, "seen": True}])
    assert chips()[2] == 8000 + 100
    assert the_round().flags == [{"code": "chips_seen", "seat": 2, "difference": 4100}]
    legs = Leg.objects.filter(posting__sequence=last_entry(any_bank).sequence).values_list("account", "amount")
    assert sorted(legs) == [("outside", -4100), ("pot", 8000), ("seat", -3900)]
    assert last_entry(any_bank).payload["flags"] == the_round().flags


def test_ops_2_2_seen_says_nothing_where_the_stack_is_long_enough(cast: Cast) -> None:
    """No recount, no flag."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 8000, "seen": True}])
    assert (chips()[2], the_round().flags) == (92000, [])


def test_ops_1_4_a_large_recount_by_seeing_is_signed(any_bank: Cast) -> None:
    """The house rules of the tests let the dealer find up to 50000."""
    number = betting(any_bank, chips=10200, bank=0)
    wagers = [{"seat": 2, "ante": 30000, "flush": 500, "seen": True}, {"seat": 4, "ante": 1000}]
    refused(any_bank, "needs_signature", "enter_wagers", number=number, wagers=wagers)
    refused(any_bank, "not_allowed", "enter_wagers", number=number, wagers=wagers, signed_by="dora")
    any_bank.act("enter_wagers", number=number, wagers=wagers, signed_by="frank")
    assert the_round().flags == [{"code": "chips_seen", "seat": 2, "difference": 50400}]
    assert last_entry(any_bank).payload["signature"] == {"badge": "2001", "method": "pin"}


def test_ops_4_4_a_limit_is_overridden_under_the_signature_of_a_person_who_does_not_deal(cast: Cast) -> None:
    """Outside the limits or the chip unit; within them the word costs nothing and flags nothing."""
    number = betting(cast)
    wagers = [{"seat": 2, "ante": 40050, "override": True}, {"seat": 4, "ante": 1000, "override": True}]
    refused(cast, "needs_signature", "enter_wagers", number=number, wagers=wagers)
    refused(cast, "not_allowed", "enter_wagers", number=number, wagers=wagers, signed_by="dana")
    cast.act("enter_wagers", number=number, wagers=wagers, signed_by="petra")
    assert the_round().flags == [{"code": "limit_overridden", "seat": 2, "spot": "ante", "amount": 40050}]
    cast.act("enter_wagers", number=number, wagers=[{"seat": 4, "ante": 2000, "override": True}])


def test_hcf_1_3_at_most_six_players_beside_the_designated_player(db: None) -> None:
    """At a table of eight the seventh is refused, and can come in when another goes out."""
    cast = make_cast(seat_count=8)
    number = betting(cast, seats=(1, 2, 3, 4, 5, 6, 7, 8))
    six = [{"seat": seat, "ante": 1000} for seat in range(2, 8)]
    cast.act("enter_wagers", number=number, wagers=six)
    refused(cast, "bad_seat", "enter_wagers", number=number, wagers=[{"seat": 8, "ante": 1000}])
    cast.act("enter_wagers", number=number, wagers=[{"seat": 3}, {"seat": 8, "ante": 1000}])
    assert sorted(the_round().play["wagers"]) == ["2", "4", "5", "6", "7", "8"]


def test_ops_2_3_who_sits_out_is_not_dealt_to(cast: Cast) -> None:
    """The player comes back before the deal, and may."""
    cast.seat_players((1, 2, 4))
    cast.act("sit_out", seat=4)
    number = cast.open_round(1)
    refused(cast, "bad_seat", "enter_wagers", number=number, wagers=[{"seat": 4, "ante": 1000}])
    cast.act("return_to_play", seat=4)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 4, "ante": 1000}])


def played_once(cast: Cast, seats: tuple[int, ...] = (1, 2, 4, 5)) -> None:
    """A round in which everybody but seat 1 wagered, folded and is done."""
    cast.seat_players(seats)
    number = cast.open_round(1)
    cast.act("enter_wagers", number=number, wagers=[{"seat": s, "ante": 1000, "flush": 500} for s in seats[1:]])
    cast.act("deal", number=number)
    cast.act("enter_decisions", number=number, decisions=[{"seat": s, "decision": "fold"} for s in seats[1:]])
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)


def test_ops_5_2_same_again_says_who_is_back_and_who_is_left_out_and_why(cast: Cast) -> None:
    """Seat 1 banked and wagered nothing, seat 5 is short, seat 4 has placed already, seat 2 banks."""
    played_once(cast, (1, 2, 4, 5, 6))
    cast.act("recount", seat=5, chips=1500, reason="carried", signed_by="frank")
    number = cast.open_round(2, 20000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 4, "ante": 3000}])
    answer = cast.act("enter_wagers", number=number, same_again=True)
    assert answer.body["put_back"] == [6]
    assert [(row["seat"], row["code"]) for row in answer.body["left_out"]] == [(1, "bad_seat"), (5, "short_chips")]
    assert answer.body["left_out"][0]["reason"] == "Seat 1 has no last wagers."
    assert the_round().play["wagers"] == {"4": {"ante": 3000}, "6": {"ante": 1000, "flush": 500}}


def test_ops_5_2_same_again_leaves_out_the_seventh_and_who_sits_out(db: None) -> None:
    """Seat 8 has no room once six are back; seat 3 sits out."""
    cast = make_cast(seat_count=9)
    played_once(cast, (1, 2, 3, 4, 5, 6, 7))
    for seat in (8, 9):
        cast.act("sit", seat=seat, buy_in=50000)
    number = cast.open_round(2, 20000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 8, "ante": 1000}, {"seat": 9, "ante": 1000}])
    cast.act("sit_out", seat=3)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 1, "ante": 1000}])
    answer = cast.act("enter_wagers", number=number, same_again=True)
    assert answer.body["put_back"] == [4, 5, 6]
    assert {row["seat"]: row["reason"] for row in answer.body["left_out"]} == {
        3: "Seat 3 is sitting out.",
        7: "At most 6 hands are dealt beside the designated player's.",
    }


def test_ops_5_2_same_again_obeys_the_limits_and_knows_no_override(cast: Cast) -> None:
    """What was overridden once is not put back without another signature."""
    cast.seat_players((1, 2))
    number = cast.open_round(1)
    wagers = [{"seat": 2, "ante": 500, "override": True}]
    cast.act("enter_wagers", number=number, wagers=wagers, signed_by="frank")
    cast.act("deal", number=number)
    cast.act("void_round", number=number, reason="red_light")
    number = cast.act("open_round").body["round"]
    answer = cast.act("enter_wagers", number=number, same_again=True)
    assert answer.body["put_back"] == []
    assert answer.body["left_out"][0]["code"] == "outside_limits"


def test_ops_5_2_same_again_after_the_deal_is_refused(cast: Cast) -> None:
    """Also where nobody would be put back."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}, {"seat": 4, "ante": 1000}])
    cast.act("deal", number=number)
    refused(cast, "wrong_state", "enter_wagers", number=number, same_again=True)


def test_hcf_9_5_without_rake_the_whole_stack_can_be_wagered(db: None) -> None:
    """Half of it: the other half is the Raise."""
    cast = make_cast({**ANY_BANK, "terms": {"rake": {"mode": "designated_player_only", "amount": 100}}})
    number = betting(cast, chips=20000, bank=0)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 10000}])
