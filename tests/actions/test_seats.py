"""Players and their chips (OPS 1.4, 2)."""

from typing import Any

import pytest

from tables.games.money import MOST_CHIPS
from tables.models import Leg, Seating
from tests.actions.felt import betting, chips, dealt, last_entry, refused, settled
from tests.cast import Cast


def legs_of(cast: Cast) -> list[tuple[str, int]]:
    """The legs of the newest act."""
    return sorted(Leg.objects.filter(posting__sequence=last_entry(cast).sequence).values_list("account", "amount"))


@pytest.fixture
def opened(cast: Cast) -> Cast:
    """The table is open, with 50000 each at seats 1, 2 and 4."""
    cast.seat_players((1, 2, 4), 50000)
    return cast


def test_ops_2_1_a_player_sits_down_with_cash_or_with_chips(opened: Cast) -> None:
    """Cash goes down the drop and its chips come from the tray; chips come from outside."""
    assert opened.act("sit", seat=3, buy_in=20000, player_card=" 77-1 ").body == {"seat": 3, "chips": 20000}
    assert legs_of(opened) == [("drop", 20000), ("outside", -20000), ("seat", 20000), ("tray", -20000)]
    assert last_entry(opened).payload["after"] == {"seat": 3, "chips": 20000}
    opened.act("sit", seat=7, buy_in=300, source="chips")
    assert legs_of(opened) == [("outside", -300), ("seat", 300)]
    assert Seating.objects.get(seat=3).player_card == "77-1"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"seat": 1, "buy_in": 1000}, "bad_seat"),
        ({"seat": 0, "buy_in": 1000}, "bad_seat"),
        ({"seat": 8, "buy_in": 1000}, "bad_seat"),
        ({"seat": "3", "buy_in": 1000}, "bad_seat"),
        ({"seat": True, "buy_in": 1000}, "bad_seat"),
        ({"seat": 3, "buy_in": 0}, "bad_amount"),
        ({"seat": 3, "buy_in": 1050}, "bad_amount"),
        ({"seat": 3, "buy_in": "1000"}, "bad_amount"),
        ({"seat": 3, "buy_in": 2**53}, "bad_amount"),
        ({"seat": 3, "buy_in": 1000, "source": "credit"}, "bad_field"),
        ({"seat": 3, "buy_in": 1000, "source": ["cash"]}, "bad_field"),
        ({"seat": 3, "buy_in": 1000, "player_card": "x" * 41}, "bad_field"),
        ({"seat": 3, "buy_in": 1000, "player_card": "\ud83d"}, "bad_field"),
        ({"seat": 3, "buy_in": 1000, "player_card": "a\x00"}, "bad_field"),
        ({"seat": 3, "buy_in": 1000, "player_card": None}, "bad_field"),
        ({"seat": 3}, "bad_field"),
        ({"seat": 3, "buy_in": 1000, "nickname": "Bob"}, "bad_field"),
    ],
)
def test_ops_2_1_sitting_down_wrongly_is_refused(opened: Cast, sent: dict[str, Any], code: str) -> None:
    """A seat taken or none, an amount that is none, a source nobody knows."""
    refused(opened, code, "sit", **sent)


def test_ops_2_1_a_player_card_sits_at_one_seat(opened: Cast) -> None:
    """Until the player leaves; no card at all is not a card."""
    opened.act("sit", seat=3, buy_in=1000, player_card="A1")
    refused(opened, "bad_seat", "sit", seat=5, buy_in=1000, player_card="A1")
    opened.act("leave", seat=3)
    opened.act("sit", seat=5, buy_in=1000, player_card="A1")


def test_ops_2_1_a_further_buy_in(opened: Cast) -> None:
    """Its entry says before and after."""
    assert opened.act("buy_in", seat=1, amount=700, source="chips").body == {"seat": 1, "chips": 50700}
    payload = last_entry(opened).payload
    assert (payload["before"], payload["after"]) == ({"seat": 1, "chips": 50000}, {"seat": 1, "chips": 50700})
    refused(opened, "bad_seat", "buy_in", seat=3, amount=700)
    refused(opened, "bad_amount", "buy_in", seat=1, amount=-700)
    refused(opened, "bad_field", "buy_in", seat=1, amount=700, source="credit")


def test_ops_2_2_a_recount_records_the_difference_with_its_reason(opened: Cast) -> None:
    """More or less than tracked, against outside; also a recount that finds nothing is on record."""
    opened.act("recount", seat=2, chips=49000, reason="tip")
    assert legs_of(opened) == [("outside", 1000), ("seat", -1000)]
    opened.act("recount", seat=2, chips=99000, reason="other", words="from seat 4")
    payload = last_entry(opened).payload
    assert (payload["difference"], payload["reason"], payload["words"]) == (50000, "other", "from seat 4")
    opened.act("recount", seat=2, chips=99000, reason="miscount")
    assert (last_entry(opened).payload["difference"], legs_of(opened)) == (0, [])
    for sent in ({"reason": "luck"}, {"reason": "other"}, {"reason": ["tip"]}, {"reason": "tip", "words": 7}):
        refused(opened, "bad_field", "recount", seat=2, chips=0, **sent)
    refused(opened, "bad_amount", "recount", seat=2, chips=-1, reason="tip")
    refused(opened, "bad_seat", "recount", seat=3, chips=1, reason="tip")


def test_ops_1_4_a_recount_above_the_limit_is_signed(opened: Cast) -> None:
    """By more than 50000, up or down, from every person; by 50000 it is the dealer's."""
    opened.act("recount", seat=1, chips=100000, reason="passed")
    for by in ("dana", "frank"):
        refused(opened, "needs_signature", "recount", by=by, seat=1, chips=49900, reason="passed")
    refused(opened, "not_allowed", "recount", seat=1, chips=49900, reason="passed", signed_by="dora")
    opened.act("recount", seat=1, chips=49900, reason="passed", signed_by="frank")
    assert last_entry(opened).payload["signature"] == {"badge": "2001", "method": "pin"}


def test_ops_2_1_a_player_moves_with_all_that_is_theirs(opened: Cast) -> None:
    """The player's chips, their wagers of last time, their standing decline."""
    opened.act("standing_decline", seat=2, on=True)
    opened.act("move", seat=2, to=6)
    moved = Seating.objects.get(seat=6)
    assert (moved.chips, moved.standing_decline) == (50000, True)
    refused(opened, "bad_seat", "move", seat=6, to=1)
    refused(opened, "bad_seat", "move", seat=6, to=6)
    refused(opened, "bad_seat", "move", seat=6, to=8)
    refused(opened, "bad_seat", "move", seat=2, to=3)


def test_ops_3_3_the_button_goes_along_with_the_designated_player(cast: Cast) -> None:
    """And with nobody else who happens to have sat there."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("move", seat=1, to=7)
    assert cast.fresh_table.button == 7
    assert last_entry(cast).payload["after"] == {"seat": 7, "button": 7}
    cast.act("move", seat=2, to=1)
    cast.act("leave", seat=7)
    cast.act("sit", seat=7, buy_in=50000)
    cast.act("move", seat=7, to=6)
    assert cast.fresh_table.button == 7


def test_ops_3_3_the_button_goes_along_after_a_void_too_and_the_bank_stands(cast: Cast) -> None:
    """The player has not finished a round yet, and is the designated player all the same."""
    number = betting(cast)
    cast.act("void_round", number=number, reason="red_light")
    cast.act("move", seat=1, to=3)
    assert cast.fresh_table.button == 3
    assert cast.act("open_round").body["designated_player"] == 3


def test_ops_2_3_sitting_out_and_coming_back(opened: Cast) -> None:
    """Said twice it is refused."""
    opened.act("sit_out", seat=1)
    refused(opened, "wrong_state", "sit_out", seat=1)
    opened.act("return_to_play", seat=1)
    refused(opened, "wrong_state", "return_to_play", seat=1)
    refused(opened, "bad_seat", "sit_out", seat=3)


def test_ops_2_3_leaving_takes_all_chips_and_frees_the_seat(opened: Cast) -> None:
    """The answer says what the player takes along."""
    assert opened.act("leave", seat=1).body == {"seat": 1, "chips": 50000}
    assert legs_of(opened) == [("outside", 50000), ("seat", -50000)]
    assert chips() == {2: 50000, 4: 50000}
    refused(opened, "bad_seat", "leave", seat=1)
    opened.act("sit", seat=1, buy_in=1000)


def test_ops_3_1_a_standing_decline_is_given_and_taken_back(opened: Cast) -> None:
    """Not twice, and with yes or no."""
    opened.act("standing_decline", seat=1, on=True)
    refused(opened, "wrong_state", "standing_decline", seat=1, on=True)
    refused(opened, "bad_field", "standing_decline", seat=1, on="no")
    opened.act("standing_decline", seat=1, on=False)
    assert last_entry(opened).payload["after"] == {"seat": 1, "standing_decline": False}


AT_STAKE: list[dict[str, Any]] = [
    {"name": "buy_in", "amount": 1000},
    {"name": "recount", "chips": 99000, "reason": "tip"},
    {"name": "move", "to": 7},
    {"name": "sit_out"},
    {"name": "leave"},
]


@pytest.mark.parametrize("act", AT_STAKE, ids=lambda act: str(act["name"]))
def test_ops_2_1_nothing_of_it_for_a_player_in_the_round(cast: Cast, act: dict[str, Any]) -> None:
    """Not for the designated player, not beside a wager, until the round is closed; for everybody else at any time."""
    number = dealt(cast, {"seat": 2, "ante": 1000})
    for seat in (1, 2):
        refused(cast, "wrong_state", seat=seat, **act)
    cast.act(seat=4, **act)
    cast.act("enter_decisions", number=number, decisions=[{"seat": 2, "decision": "fold"}])
    cast.act("settle_round", number=number)
    refused(cast, "wrong_state", seat=2, **act)
    cast.act("close_round", number=number)
    if act["name"] != "move":
        cast.act(seat=2, **act)


def test_ops_2_1_during_the_betting_a_player_without_wagers_is_between_rounds(cast: Cast) -> None:
    """The player is short, buys in, and wagers."""
    cast.seat_players((1, 2), 10100)
    number = cast.open_round(1, 10000)
    wagers = [{"seat": 2, "ante": 6000}]
    refused(cast, "short_chips", "enter_wagers", number=number, wagers=wagers)
    cast.act("buy_in", seat=2, amount=5000)
    cast.act("enter_wagers", number=number, wagers=wagers)
    refused(cast, "wrong_state", "leave", seat=2)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2}])
    cast.act("leave", seat=2)


def test_ops_7_2_at_a_closed_or_suspended_table_nobody_sits_down(cast: Cast) -> None:
    """Nor anything else."""
    refused(cast, "wrong_state", "sit", seat=1, buy_in=1000)
    cast.seat_players((1,))
    cast.act("suspend_table", by="frank", reason="fire drill")
    refused(cast, "suspended", "sit", seat=2, buy_in=1000)
    refused(cast, "suspended", "leave", seat=1)


def test_aud_2_2_no_stack_grows_beyond_what_an_entry_can_hold(opened: Cast) -> None:
    """Sitting down, buying in and being counted end at a stack with which every bet can still be recorded."""
    assert "1000000000000" in str(refused(opened, "bad_amount", "sit", seat=3, buy_in=MOST_CHIPS + 100))
    refused(opened, "bad_amount", "buy_in", seat=1, amount=MOST_CHIPS - 49900)
    refused(opened, "bad_amount", "recount", seat=1, chips=MOST_CHIPS + 1, reason="carried", signed_by="frank")
    assert opened.act("buy_in", seat=1, amount=MOST_CHIPS - 50000).body["chips"] == MOST_CHIPS
    refused(opened, "bad_amount", "buy_in", seat=1, amount=100)
