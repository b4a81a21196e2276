"""Hands forgotten or not dealt, late bets, Raises on chips that are seen, on the value alone (OPS 1.4, 2.2, 5.4)."""

from typing import Any

import pytest

from tests.actions.felt import BANK_HAND, BETTER, WORSE
from tests.cast import HOUSE_RULES
from tests.games.table.at_a_table import Evening
from tests.games.table.slips import FOLD, Slips, flags
from tests.games.table.test_evenings import lying


def test_ops_5_4_a_hand_that_was_dealt_and_not_entered_is_added() -> None:
    """In the order of the felt; it pays the rake, decides, shows and is settled like all others."""
    evening = Slips().dealt(2, 6)
    evening.decide(seat2=1000, seat6=FOLD)
    assert evening.state[0] == "showdown"
    change = evening.play("enter_wagers", wagers=[{"seat": 4, "ante": 1000, "flush": 500, "found": True}])
    wagers = {"ante": 1000, "flush": 500}
    assert (change.needs, change.answer["undecided"]) == (("change_hands_after_deal",), [4])
    assert change.payload["flags"] == [{"code": "hand_added", "seat": 4, "after": wagers}]
    assert change.payload["before"] == {"wagers": {"4": {}}, "rake": {"4": None}}
    assert change.payload["after"] == {"wagers": {"4": wagers}, "rake": {"4": 100}}
    round_ = evening.table.round
    assert round_ is not None
    assert (round_.state, evening.chips[4]) == ("dealt", 100000 - 100 - 1500)
    assert round_.game.describe(round_.view(evening.table.stacks))["deal_order"] == [2, 4, 6, 1]
    assert evening.table.players[4].last_wagers == wagers
    evening.decide(seat4=1000)
    evening.show(seat1=BANK_HAND, seat2=WORSE, seat4=BETTER)
    settled = evening.play("settle_round").answer["settlement"]
    assert [seat["seat"] for seat in settled["seats"]] == [6, 4, 2]
    assert settled["rake"] == 400
    evening.play("close_round")
    assert evening.chips[4] == 100000 - 100 + 2000 + 1000


def test_ops_5_4_a_hand_that_was_entered_and_not_dealt_is_taken_out() -> None:
    """Everything of it goes back: wagers, Raise, rake, cards and decision; who is left goes on."""
    evening = Slips().dealt(2, 4, flush=500)
    evening.decide(seat2=1000, seat4=2000)
    evening.show(seat4=WORSE)
    change = evening.play("enter_wagers", removed=[4])
    assert change.needs == ("change_hands_after_deal",)
    wagers, decision = {"ante": 1000, "flush": 500}, {"decision": "raise", "raise": 2000}
    assert change.payload["flags"] == [{"code": "hand_removed", "seat": 4, "before": wagers}]
    assert change.payload["before"] == {
        "wagers": {"4": wagers},
        "decisions": {"4": decision},
        "hands": {"4": WORSE},
        "rake": {"4": 100},
    }
    assert change.payload["after"] == {key: {"4": {} if key == "wagers" else None} for key in change.payload["before"]}
    round_ = evening.table.round
    assert round_ is not None
    assert {key: list(round_.play[key]) for key in ("wagers", "decisions", "hands", "rake")} == {
        "wagers": ["2"],
        "decisions": ["2"],
        "hands": [],
        "rake": ["1", "2"],
    }
    assert (evening.state[0], evening.chips[4], evening.table.players[4].last_wagers) == ("showdown", 100000, None)
    evening.play("void_round", reason="red_light")
    assert evening.chips == dict.fromkeys((1, 2, 4, 6), 100000)


def test_hcf_8_2_a_folded_hand_is_taken_out_of_the_bank_it_was_lost_to() -> None:
    """The designated player has collected it already."""
    evening = Slips().dealt(2, 4)
    evening.decide(seat4=FOLD)
    assert evening.state == ("dealt", 50000, 51000, 1000)
    evening.play("enter_wagers", removed=[4])
    assert (evening.state, evening.chips[4]) == (("dealt", 50000, 50000, 1000), 100000)


def test_ops_5_4_the_wrong_seat_is_put_right_in_one_call() -> None:
    """The only hand gives way to another, and a third is found different beside it; each has its flag."""
    evening = Slips().dealt(2)
    evening.play("enter_wagers", removed=[2], wagers=[{"seat": 4, "ante": 1000, "found": True}])
    assert [(flag["code"], flag["seat"]) for flag in flags(evening)] == [("hand_removed", 2), ("hand_added", 4)]
    assert (evening.state, evening.chips) == (
        ("dealt", 50000, 50000, 1000),
        {1: 49900, 2: 100000, 4: 98900, 6: 100000},
    )
    wagers = [{"seat": 4, "ante": 2000, "found": True}, {"seat": 6, "ante": 40000, "found": True}]
    change = evening.play("enter_wagers", wagers=wagers)
    assert [flag["code"] for flag in change.payload["flags"]] == ["wager_changed", "hand_added", "outside_limits"]
    assert change.needs == ("change_hands_after_deal",)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"removed": [2, 4]}, "bad_seat"),
        ({"removed": [6]}, "bad_seat"),
        ({"removed": [1]}, "bad_seat"),
        ({"removed": [2, 2]}, "bad_seat"),
        ({"removed": ["2"]}, "bad_seat"),
        ({"removed": [True]}, "bad_seat"),
        ({"removed": []}, "bad_field"),
        ({"removed": 2}, "bad_field"),
        ({"removed": [2], "wagers": []}, "bad_field"),
        ({"removed": [2], "wagers": [{"seat": 2, "ante": 1000, "found": True}]}, "bad_seat"),
        ({"removed": [2], "same_again": True}, "wrong_state"),
        ({"wagers": [{"seat": 2, "found": True}]}, "bad_field"),
        ({"wagers": [{"seat": 6, "found": True}]}, "bad_seat"),
        ({"wagers": [{"seat": 6, "ante": 1000}]}, "wrong_state"),
        ({"wagers": [{"seat": 6, "flush": 500, "found": True}]}, "bad_field"),
        ({"wagers": [{"seat": 3, "ante": 1000, "found": True}]}, "bad_seat"),
        ({"wagers": [{"seat": 1, "ante": 1000, "found": True}]}, "bad_seat"),
        ({"wagers": [{"seat": 6, "ante": 60000, "found": True}]}, "short_chips"),
        ({"wagers": [{"seat": 6, "ante": 0, "found": True}]}, "bad_amount"),
    ],
    ids=str,
)
def test_ops_5_4_what_is_no_hand_is_neither_added_nor_taken_out(sent: dict[str, Any], code: str) -> None:
    """The last hand neither: then the round is void."""
    evening = Slips().dealt(2, 4)
    evening.refused(code, "enter_wagers", number=evening.number, **sent)


def test_ops_5_4_hands_come_and_go_between_the_deal_and_the_settlement() -> None:
    """Before it wagers are entered and taken back; after it the floor corrects."""
    evening = Slips()
    evening.play("enter_wagers", wagers=[{"seat": 2, "ante": 1000}])
    evening.refused("wrong_state", "enter_wagers", number=evening.number, removed=[2])
    evening.play("deal")
    evening.decide(seat2=FOLD)
    evening.play("settle_round")
    assert "by the floor" in evening.refused("wrong_state", "enter_wagers", number=evening.number, removed=[2])


def test_hcf_1_3_a_seventh_hand_is_not_added() -> None:
    """Seven with the designated player's."""
    evening = Evening(HOUSE_RULES, seat_count=8).seat(1, 2, 3, 4, 5, 6, 7, 8)
    number = evening.take_bank(1)
    evening.act("enter_wagers", number=number, wagers=[{"seat": seat, "ante": 1000} for seat in (2, 3, 4, 5, 6, 7)])
    evening.act("deal", number=number)
    eighth = {"seat": 8, "ante": 1000, "found": True}
    assert "At most 6" in evening.refused("bad_seat", "enter_wagers", number=number, wagers=[eighth])
    evening.act("enter_wagers", number=number, wagers=[eighth], removed=[7])


def test_ops_2_2_the_chips_of_a_hand_that_is_added_may_be_seen() -> None:
    """The recount is part of the same act."""
    evening = Slips().dealt(2)
    evening.play("enter_wagers", wagers=[{"seat": 6, "ante": 60000, "found": True, "seen": True}])
    assert flags(evening)[0] == {"code": "chips_seen", "seat": 6, "difference": 20100}
    assert (evening.chips[6], lying(evening.table)) == (60000, 400000 - 300 + 20100)


def test_ops_5_4_a_wager_found_once_a_hand_is_shown_is_signed() -> None:
    """It may be a late bet; also after the hand was taken back. Found as it was, it is none."""
    evening = Slips().dealt(2, 4)
    evening.decide(seat2=1000, seat4=1000)
    more = [{"seat": 2, "ante": 1000, "flush": 500, "found": True}]
    assert evening.play("enter_wagers", wagers=more).needs == ()
    evening.show(seat4=WORSE)
    evening.play("enter_hands", hands=[{"seat": 4, "cards": None}])
    assert evening.play("enter_wagers", wagers=more).needs == ()
    late = [{"seat": 2, "ante": 1000, "flush": 600, "found": True}]
    assert evening.play("enter_wagers", wagers=late).needs == ("change_wager_after_hand",)
    higher = [{"seat": 2, "ante": 2000, "found": True}]
    assert evening.play("enter_wagers", wagers=higher).needs == (
        "change_wager_after_hand",
        "change_decision_after_hand",
    )


def test_ops_2_2_a_raise_on_chips_that_are_seen_is_1x_unless_it_is_signed() -> None:
    """Cash does not play, and chips come to the table between hands."""
    evening = Slips()
    evening.play("enter_wagers", wagers=[{"seat": 2, "ante": 30000}])
    evening.play("deal")
    raised = {"seat": 2, "decision": "raise", "raise": 90000}
    evening.refused("short_chips", "enter_decisions", number=evening.number, decisions=[raised])
    change = evening.play("enter_decisions", decisions=[{**raised, "seen": True}])
    assert (change.needs, change.payload["flags"][0]["difference"]) == (("raise_on_seen_chips",), 20100)
    evening = Slips()
    evening.play("enter_wagers", wagers=[{"seat": 2, "ante": 30000}])
    evening.act("recount", seat=4, chips=0, reason="carried")
    evening.play("deal")
    evening.decide(seat2=60000)
    # What is tracked plays for any Raise.
    assert evening.last is not None
    assert evening.last.needs == ()
