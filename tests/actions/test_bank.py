"""Offering the bank (OPS 3.1 to 3.4)."""

from typing import Any

import pytest

from tables.models import DesignationOffer
from tests.actions.felt import betting, chips, last_entry, refused, settled
from tests.cast import HOUSE_RULES, Cast, make_cast
from tests.state import table_state


def offer(cast: Cast, *answers: tuple[int, int | str]) -> Any:
    """Send answers in one call: a bank, or "declined"."""
    return cast.act("offer_designation", offers=rows(*answers)).body


def rows(*answers: tuple[int, int | str]) -> list[dict[str, Any]]:
    """The offers as they are sent."""
    return [
        {"seat": seat, "answer": "declined"}
        if said == "declined"
        else {"seat": seat, "answer": "accepted", "bank": said}
        for seat, said in answers
    ]


def ledger(number: int) -> list[tuple[int, str, str, int | None]]:
    """What the rotation ledger holds of a round."""
    kept = DesignationOffer.objects.filter(round_number=number).order_by("pk")
    return list(kept.values_list("seat", "answer", "reason", "bank"))


def designation(**changes: Any) -> dict[str, Any]:
    """The house rules of the tests with other rules of designation."""
    return {**HOUSE_RULES, "designation": {**HOUSE_RULES["designation"], **changes}}


def play_round(cast: Cast, wagering: int, offers: list[dict[str, Any]] | None = None) -> None:
    """A whole round, in which one player wagers and folds."""
    number = cast.act("open_round", offers=offers).body["round"]
    cast.act("enter_wagers", number=number, wagers=[{"seat": wagering, "ante": 1000}])
    cast.act("deal", number=number)
    cast.act("enter_decisions", number=number, decisions=[{"seat": wagering, "decision": "fold"}])
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)


def test_ops_3_1_with_none_yet_the_lowest_seat_is_asked_first(cast: Cast) -> None:
    """Each answer says who is next; the entry names the round to come."""
    cast.seat_players((3, 5, 6))
    assert offer(cast, (3, "declined")) == {"accepted": None, "next": 5, "stopped": False}
    assert offer(cast, (5, 20000))["accepted"] == {"seat": 5, "bank": 20000}
    assert last_entry(cast).round == 1
    assert cast.act("open_round").body == {"round": 1, "designated_player": 5, "bank": 20000}
    assert ledger(1) == [(3, "declined", "", None), (5, "accepted", "", 20000)]
    assert chips()[5] == 80000


def test_ops_3_1_the_offers_go_clockwise_from_the_left_of_the_present_one_who_comes_last(cast: Cast) -> None:
    """Seat 4 banked: 5, 1, 2, 4; all answers of a round in one call that opens it."""
    cast.seat_players((1, 2, 4, 5))
    play_round(cast, 1, rows((1, "declined"), (2, "declined"), (4, 20000)))
    state = table_state(cast.table.pk)["designation"]
    assert (state["next"], state["remaining"]) == (5, [5, 1, 2, 4])
    play_round(cast, 1, rows((5, "declined"), (1, "declined"), (2, "declined"), (4, 30000)))
    assert [seat for seat, *_rest in ledger(2)] == [5, 1, 2, 4]


@pytest.mark.parametrize("leaves", [True, False])
def test_ops_3_1_where_the_present_has_left_it_begins_left_of_their_seat(cast: Cast, leaves: bool) -> None:
    """A player who sits down there is a player like any other, and comes last."""
    cast.seat_players((1, 2, 4))
    play_round(cast, 4, rows((1, "declined"), (2, 20000)))
    if leaves:
        cast.act("leave", seat=2)
        assert table_state(cast.table.pk)["designation"]["remaining"] == [4, 1]
    cast.act("sit", seat=3 if not leaves else 2, buy_in=50000)
    remaining = table_state(cast.table.pk)["designation"]["remaining"]
    assert remaining == ([4, 1, 2] if leaves else [3, 4, 1, 2])


@pytest.mark.parametrize(
    ("offers", "code"),
    [
        ([(2, "declined")], "bad_seat"),
        ([(1, "declined"), (4, 20000)], "bad_seat"),
        ([(1, "declined"), (1, 20000)], "bad_seat"),
        ([(3, 20000)], "bad_seat"),
        ([(1, 20000), (2, "declined")], "bad_field"),
        ([(1, 100000)], "bad_amount"),
        ([(1, 20050)], "bad_amount"),
        ([(1, -100)], "bad_amount"),
        ([], "bad_field"),
    ],
)
def test_ops_3_1_out_of_order_or_beyond_the_chips_is_refused(
    cast: Cast, offers: list[tuple[int, int | str]], code: str
) -> None:
    """A bank leaves the rake of 100 behind: of 100000 at most 99900."""
    cast.seat_players((1, 2, 4))
    refused(cast, code, "offer_designation", offers=rows(*offers))
    refused(cast, code, "open_round", offers=rows(*offers))


@pytest.mark.parametrize(
    "row",
    [
        {"seat": 1, "answer": "declined", "bank": 5},
        {"seat": 1, "answer": "maybe"},
        {"seat": 1},
        {"seat": 1, "answer": "accepted", "bank": 20000, "reason": "x"},
        {"seat": 1, "answer": "not_eligible"},
    ],
)
def test_ops_3_1_an_answer_is_accepted_or_declined(cast: Cast, row: dict[str, Any]) -> None:
    """Nobody but the rules says that a player is not eligible."""
    cast.seat_players((1, 2, 4))
    refused(cast, "bad_field", "offer_designation", offers=[row])


def test_hcf_8_1_a_bank_may_be_nothing_and_all_but_the_rake(any_bank: Cast) -> None:
    """Accepted means with an amount."""
    any_bank.seat_players((1, 2))
    refused(any_bank, "bad_amount", "offer_designation", offers=[{"seat": 1, "answer": "accepted"}])
    offer(any_bank, (1, 0))
    offer(any_bank, (1, 99900))
    assert any_bank.act("open_round").body["bank"] == 99900


def test_ops_3_2_who_cannot_is_recorded_with_the_reason_and_passed_over(db: None) -> None:
    """Sitting out, short of the least bank and the rake, too often in a row."""
    cast = make_cast(designation(max_consecutive=1))
    cast.seat_players((1, 2, 4, 5), 20000)
    play_round(cast, 2, rows((1, 10000)))
    cast.act("sit_out", seat=2)
    cast.act("recount", seat=4, chips=10000, reason="tip")
    state = table_state(cast.table.pk)["designation"]
    assert state["ineligible"] == {"2": "sitting_out", "4": "short_chips", "1": "max_consecutive"}
    assert state["next"] == 5
    for seat in (1, 2, 4):
        refused(cast, "bad_seat", "offer_designation", offers=rows((seat, 5000)))
    assert offer(cast, (5, "declined")) == {"accepted": None, "next": None, "stopped": True}
    assert ledger(2) == [
        (2, "not_eligible", "sitting_out", None),
        (4, "not_eligible", "short_chips", None),
        (5, "declined", "", None),
        (1, "not_eligible", "max_consecutive", None),
    ]


def test_ops_3_1_a_standing_decline_is_recorded_each_round(cast: Cast) -> None:
    """On the way to the player who is asked; and one who gave it can take the bank all the same when it is their turn."""
    cast.seat_players((1, 2, 4))
    cast.act("standing_decline", seat=1, on=True)
    play_round(cast, 4, rows((2, 20000)))
    assert ledger(1)[0] == (1, "declined", "standing", None)
    play_round(cast, 2, rows((4, 20000)))
    play_round(cast, 2, rows((1, 20000)))
    play_round(cast, 4, rows((2, 20000)))
    cast.act("standing_decline", seat=4, on=True)
    play_round(cast, 1, rows((2, 20000)))
    assert [answer[:3] for answer in ledger(5)] == [
        (4, "declined", "standing"),
        (1, "declined", "standing"),
        (2, "accepted", ""),
    ]


def test_ops_3_3_where_nobody_else_takes_it_the_present_goes_on(cast: Cast) -> None:
    """By the default of the house rules."""
    cast.seat_players((1, 2))
    play_round(cast, 2, rows((1, 20000)))
    play_round(cast, 2, rows((2, "declined"), (1, 20000)))
    assert cast.fresh_table.button == 1


def test_ops_3_3_or_play_stops_until_a_player_takes_it(db: None) -> None:
    """With `halt` the present is not asked; anybody else may come forward, in no order."""
    cast = make_cast(designation(no_taker="halt"))
    cast.seat_players((1, 2, 4))
    play_round(cast, 2, rows((1, 20000)))
    assert table_state(cast.table.pk)["designation"]["remaining"] == [2, 4]
    assert offer(cast, (2, "declined"), (4, "declined"))["stopped"] is True
    refused(cast, "no_designated_player", "open_round")
    refused(cast, "bad_seat", "open_round", offers=rows((1, 20000)))
    assert cast.act("open_round", offers=rows((4, 20000))).body["designated_player"] == 4
    assert [answer[:2] for answer in ledger(2)] == [(2, "declined"), (4, "declined"), (4, "accepted")]


def test_ops_3_3_after_a_void_the_present_is_still_the_present(db: None) -> None:
    """With `halt` the player is not asked again, though they have not finished a round."""
    cast = make_cast(designation(no_taker="halt"))
    number = betting(cast)
    cast.act("void_round", number=number, reason="red_light")
    cast.act("recount", seat=1, chips=60000, reason="carried")
    cast.act("recount", seat=1, chips=11000, reason="carried")
    assert table_state(cast.table.pk)["designation"]["remaining"] == [2, 4]


def test_ops_3_3_everybody_has_declined_for_good(cast: Cast) -> None:
    """Play stands still until one of them says otherwise; a player who sits down is asked."""
    cast.seat_players((1, 2))
    for seat in (1, 2):
        cast.act("standing_decline", seat=seat, on=True)
    assert table_state(cast.table.pk)["designation"]["stopped"] is True
    cast.act("sit", seat=5, buy_in=50000)
    assert table_state(cast.table.pk)["designation"]["next"] == 5
    assert offer(cast, (5, "declined"))["stopped"] is True
    cast.act("open_round", offers=rows((2, 20000)))
    assert [answer[:3] for answer in ledger(1)] == [
        (1, "declined", "standing"),
        (2, "declined", "standing"),
        (5, "declined", ""),
        (2, "accepted", ""),
    ]


def test_ops_3_1_an_acceptance_can_be_followed_by_other_offers(cast: Cast) -> None:
    """The player thought better of it: the offers begin anew and are recorded again."""
    cast.seat_players((1, 2))
    offer(cast, (1, 20000))
    offer(cast, (1, "declined"), (2, 30000))
    assert cast.act("open_round").body["designated_player"] == 2
    assert len(ledger(1)) == 3


@pytest.mark.parametrize("act", ["leave", "sit_out"])
def test_ops_3_1_a_player_who_accepted_and_goes_takes_the_answer_along(cast: Cast, act: str) -> None:
    """The answers of the others stand: the next in order is asked."""
    cast.seat_players((1, 2, 4))
    offer(cast, (1, "declined"), (2, 20000))
    cast.act(act, seat=2)
    assert last_entry(cast).payload["withdrawn"][0]["bank"] == 20000
    refused(cast, "no_designated_player", "open_round")
    state = table_state(cast.table.pk)["designation"]
    assert (state["accepted"], state["next"]) == (None, 4)


def test_ops_3_1_a_player_who_sits_down_where_another_had_answered_is_asked(cast: Cast) -> None:
    """The answer belonged to the player, not to the seat; a player who moved is not asked twice."""
    cast.seat_players((1, 2, 4))
    offer(cast, (1, "declined"), (2, "declined"))
    cast.act("leave", seat=1)
    cast.act("sit", seat=1, buy_in=50000)
    cast.act("move", seat=2, to=6)
    assert table_state(cast.table.pk)["designation"]["remaining"] == [1, 4]


def test_ops_3_2_an_acceptance_without_the_chips_for_it_is_none(cast: Cast) -> None:
    """Recounted below the bank, or below what makes the player eligible: the offers begin anew."""
    cast.seat_players((1, 2), 60000)
    offer(cast, (1, 50000))
    cast.act("recount", seat=1, chips=50000, reason="tip")
    refused(cast, "no_designated_player", "open_round")
    assert table_state(cast.table.pk)["designation"]["next"] == 1
    offer(cast, (1, 10000))
    cast.act("recount", seat=1, chips=10000, reason="tip")
    refused(cast, "no_designated_player", "open_round")
    cast.act("buy_in", seat=1, amount=100)
    assert cast.act("open_round").body["bank"] == 10000


def test_hcf_8_1_the_bank_is_offered_between_rounds(cast: Cast) -> None:
    """Not while one is open, settled or not."""
    number = settled(cast)
    refused(cast, "wrong_state", "offer_designation", offers=rows((2, 20000)))
    refused(cast, "wrong_state", "open_round", offers=rows((2, 20000)))
    cast.act("close_round", number=number)
    refused(cast, "no_designated_player", "open_round")
    offer(cast, (2, 20000))


def test_ops_3_1_at_an_empty_table_there_is_nobody_to_ask(cast: Cast) -> None:
    """It is open, and nobody sits there."""
    cast.act("open_table", by="frank")
    refused(cast, "bad_seat", "offer_designation", offers=rows((1, 0)))
    refused(cast, "no_designated_player", "open_round")
