"""Players and their chips as the value of the table has them (OPS 2)."""

import pytest

from tables.games.table.seats import set_barred
from tables.games.values import Leg
from tests.cast import HEADS_UP
from tests.games.table.at_a_table import EVENING, Evening


@pytest.fixture
def evening() -> Evening:
    """A table that is open, and empty."""
    return Evening().seat()


def test_ops_2_1_a_player_sits_down_with_chips_of_the_tray(evening: Evening) -> None:
    """The stay is the one the moment gives."""
    change = evening.act("sit", seat=3, buy_in=20000, player_card="A7")
    assert (evening.table.players[3].stay, evening.table.players[3].player_card) == (101, "A7")
    assert change.legs == [
        Leg("seat", 3, 20000),
        Leg("tray", None, -20000),
        Leg("drop", None, 20000),
        Leg("outside", None, -20000),
    ]
    assert change.answer == {"seat": 3, "chips": 20000}
    assert change.payload == {
        "sent": {"seat": 3, "buy_in": 20000, "player_card": "A7"},
        "before": {"seat": 3, "chips": None},
        "after": {"seat": 3, "chips": 20000},
    }


def test_ops_2_1_a_closed_table_seats_nobody() -> None:
    """Nor does one that is suspended."""
    evening = Evening()
    evening.refused("wrong_state", "sit", seat=1, buy_in=1000)
    evening.seat(1).act("suspend_table", reason="fire drill")
    evening.refused("suspended", "sit", seat=2, buy_in=1000)


def test_ops_2_1_a_seat_is_there_free_and_the_card_new(evening: Evening) -> None:
    """Each is said by itself."""
    evening.act("sit", seat=1, buy_in=1000, player_card="A7")
    assert "from 1 to 7" in evening.refused("bad_seat", "sit", seat=8, buy_in=1000)
    assert "is taken" in evening.refused("bad_seat", "sit", seat=1, buy_in=1000)
    assert "sits at seat 1" in evening.refused("bad_seat", "sit", seat=2, buy_in=1000, player_card="A7")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"amount": 0}, "bad_amount"),
        ({"amount": 950}, "bad_amount"),
        ({"amount": True}, "bad_amount"),
        ({"amount": 1000, "source": "credit"}, "bad_field"),
        ({"amount": 1000, "tip": 1}, "bad_field"),
        ({}, "bad_field"),
    ],
)
def test_ops_2_1_a_buy_in_is_in_whole_chips(evening: Evening, sent: dict[str, object], code: str) -> None:
    """Of cash or chips; what is unknown or missing is refused."""
    evening.act("sit", seat=1, buy_in=1000)
    evening.refused(code, "buy_in", seat=1, **sent)


def test_ops_2_2_a_recount_moves_the_difference_and_a_large_one_needs_more(evening: Evening) -> None:
    """The value says which act of the matrix it comes to; the caller asks whether it is permitted."""
    evening.act("sit", seat=1, buy_in=1000)
    change = evening.act("recount", seat=1, chips=900, reason="tip")
    assert (evening.chips, change.needs) == ({1: 900}, ())
    assert change.legs == [Leg("seat", 1, -100), Leg("outside", None, 100)]
    assert evening.act("recount", seat=1, chips=50900, reason="miscount").needs == ()
    assert evening.act("recount", seat=1, chips=900, reason="miscount").needs == ()
    assert evening.act("recount", seat=1, chips=51000, reason="miscount").needs == ("recount_large",)
    assert evening.act("recount", seat=1, chips=0, reason="miscount").needs == ("recount_large",)
    evening.refused("bad_field", "recount", seat=1, chips=900, reason="other")
    evening.refused("bad_field", "recount", seat=1, chips=900, reason="luck")


def test_ops_2_1_a_player_who_moves_takes_button_and_answer_along() -> None:
    """And stays who they are: the stay is the same."""
    evening = Evening().seat(1, 2)
    evening.act("void_round", number=evening.take_bank(1), reason="red_light")
    stay = evening.table.players[1].stay
    change = evening.act("move", seat=1, to=5)
    assert change.payload["before"] == {"seat": 1, "button": 1}
    assert change.payload["after"] == {"seat": 5, "button": 5}
    assert evening.table.players[5].stay == stay == evening.table.present
    assert [answer.seat for answer in evening.table.answers] == [5]
    assert list(evening.table.players) == [2, 5]
    evening.refused("bad_seat", "move", seat=5, to=2)


def test_ops_2_3_nobody_who_has_chips_at_stake_moves_leaves_or_is_counted() -> None:
    """The bank neither, nor a player with a wager; others may."""
    evening = Evening().seat(1, 2, 3)
    number = evening.take_bank(1)
    evening.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    assert "banks round 1" in evening.refused("wrong_state", "leave", seat=1)
    assert "is in round 1" in evening.refused("wrong_state", "recount", seat=2, chips=1, reason="tip")
    assert evening.act("leave", seat=3).left == {3: 103}
    assert list(evening.table.players) == [1, 2]


def test_ops_2_3_sitting_out_and_declining_for_good_take_an_answer_back() -> None:
    """It is on record what was withdrawn; twice is refused."""
    evening = Evening().seat(1, 2)
    evening.act("offer_designation", offers=[{"seat": 1, "answer": "declined"}])
    assert evening.act("sit_out", seat=1).payload["withdrawn"][0]["seat"] == 1
    evening.refused("wrong_state", "sit_out", seat=1)
    evening.act("return_to_play", seat=1)
    evening.act("standing_decline", seat=2, on=True)
    evening.refused("wrong_state", "standing_decline", seat=2, on=True)
    evening.refused("bad_field", "standing_decline", seat=2, on="yes")
    rotation = evening.table.rotation(evening.now)
    assert rotation is not None
    assert rotation.next_seat == 1


def test_ops_2_3_a_barred_player_is_only_counted_and_cashed_out() -> None:
    """What they answered to an offer falls; the end of the bar leaves them sitting out."""
    evening = Evening().seat(1, 2)
    evening.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 20000}])
    evening.table, told = set_barred(evening.table, 1, barred=True)
    assert told["withdrawn"][0]["answer"] == "accepted"
    for name, sent in (("buy_in", {"amount": 100}), ("move", {"to": 4}), ("return_to_play", {})):
        assert "barred" in evening.refused("wrong_state", name, seat=1, **sent)
    evening.act("recount", seat=1, chips=99900, reason="tip")
    evening.table, told = set_barred(evening.table, 1, barred=False)
    assert (told, evening.table.players[1].sitting_out) == ({}, True)
    evening.act("return_to_play", seat=1)


def test_ops_7_2_a_player_who_leaves_a_match_shares_its_pot_and_redeems_markers() -> None:
    """In one movement; the match, its pot and its button are gone, and what is not redeemed is owed."""
    evening = Evening({**HEADS_UP, "terms": {**HEADS_UP["terms"], "equal_start": False}}).seat(1, 2, chips=4000)
    play_to_a_tie(evening)
    carried = evening.table.carry
    assert carried > 0
    change = evening.act("leave", seat=2)
    assert change.payload["before"]["carry"] == carried
    assert sum(leg.amount for leg in change.legs) == 0
    assert [leg for leg in change.legs if leg.account == "pot"] == [Leg("pot", None, -carried)]
    assert (evening.table.carry, evening.table.match_seats, evening.table.button) == (0, [], None)
    match = evening.table.match
    assert match is not None
    assert (match.how, match.winner, [player.net for player in match.players]) == ("left", None, [0, 0])
    # Each had two markers of 2000 in the pot of 16000; of a half, the player who leaves redeems two.
    assert (carried, evening.chips, change.answer["chips"]) == (16000, {1: 8000}, 4000)
    assert [leg for leg in change.legs if leg.account in ("markers", "owed")] == [Leg("markers", 2, 4000)]


def play_to_a_tie(evening: Evening, option_taken: int = 0) -> None:
    """One round in which both show the same, and put in all they have, markers too; or, by the last option but one, little."""
    number = evening.act("open_round").answer["round"]
    while evening.table.round is not None and evening.table.round.state != "showdown":
        seen = evening.table.round.game.describe(evening.table.round.view(evening.table.stacks))
        option = seen["options"][option_taken if len(seen["options"]) > 1 else 0]
        action = {"seat": seen["turn"], "do": option["do"], **({"count": 0} if option["do"] == "exchange" else {})}
        if "most" in option and option["do"] != "exchange":
            action["amount"] = option["most"]
        evening.act("take_actions", number=number, actions=[action])
    hands = [{"seat": 1, "cards": "AsKsQsJs9h"}, {"seat": 2, "cards": "AdKdQdJd9c"}]
    evening.act("enter_hands", number=number, hands=hands)
    evening.act("settle_round", number=number)
    evening.act("close_round", number=number)


def test_draw_1_10_a_pot_that_a_tie_left_opens_the_next_round_of_the_same_match() -> None:
    """It is in no pot meanwhile; the button is where the game left it, and the match goes on."""
    evening = Evening({**HEADS_UP, "terms": {**HEADS_UP["terms"], "equal_start": False}}).seat(1, 2, chips=9000)
    play_to_a_tie(evening, option_taken=-2)
    closed, match, button, carried = evening.last, evening.table.match, evening.table.button, evening.table.carry
    assert closed is not None
    assert closed.round is not None
    assert (closed.round.pot, carried > 0, button is not None) == (0, True, True)
    assert match is not None
    assert (set(match.stays), match.hands, match.is_on) == ({101, 102}, 1, True)
    change = evening.act("open_round")
    antes = sum(leg.amount for leg in change.legs if leg.account == "pot")
    assert change.round is not None
    assert (change.round.pot, evening.table.carry) == (carried + antes, 0)
    assert (evening.table.match, evening.table.button) == (match, button)


def test_draw_1_1_other_players_begin_a_match_of_their_own() -> None:
    """No button of the one before is left."""
    evening = Evening({**HEADS_UP, "terms": {**HEADS_UP["terms"], "equal_start": False}}).seat(1, 2, 3, chips=9000)
    evening.act("sit_out", seat=3)
    play_to_a_tie(evening, option_taken=-2)
    evening.act("leave", seat=2)
    evening.act("return_to_play", seat=3)
    evening.act("open_round")
    match = evening.table.match
    assert match is not None
    assert (set(match.stays), match.number, match.is_on, evening.table.button) == ({101, 103}, 2, True, None)


def test_the_value_an_act_was_given_stays_as_it_was() -> None:
    """An act answers with another table."""
    evening = Evening().seat(1, 2)
    before, said = evening.table, repr(evening.table)
    evening.take_bank(1)
    assert repr(before) == said
    assert evening.now > EVENING
    assert before.round is None
    assert before.players[1].chips == 100000
