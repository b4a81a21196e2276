"""Rounds, the clock and the state of the table as the value has them (OPS 5, 7.2; DRAW 2.7)."""

from datetime import datetime, timedelta

import pytest

from tables.audit.chain import time_text
from tables.games.calculator import settle_document
from tables.games.table.acts import legal_acts
from tables.games.table.clock import moment_text
from tables.games.table.state import Moment
from tests.cast import FOUR_PLAYER, HOUSE_RULES
from tests.games.table.at_a_table import EVENING, Evening
from tests.games.table.test_bank import play_to_the_end


def test_ops_5_7_a_round_is_settled_and_closed_and_its_chips_come_back() -> None:
    """The entry of a settlement is its input and output and nothing else (AUD 1.2)."""
    evening = Evening().seat(1, 2)
    number = evening.take_bank(1)
    evening.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    assert evening.act("deal", number=number).round is not None
    assert evening.table.players[2].last_wagers == {"ante": 1000}
    evening.act("enter_decisions", number=number, decisions=[{"seat": 2, "decision": "fold"}])
    change = evening.act("settle_round", number=number)
    assert change.settlement is not None
    assert change.payload == {"input": change.settlement[0], "output": change.settlement[1]}
    assert settle_document(change.settlement[0]) == change.settlement[1]
    assert change.round is not None
    assert change.round.settled_at == evening.now
    change = evening.act("close_round", number=number)
    assert (evening.table.round, change.round and change.round.bank, change.round and change.round.pot) == (None, 0, 0)
    # The rake of both is gone, the ante has changed hands.
    assert evening.chips == {1: 100900, 2: 98900}


def test_ops_5_2_a_large_recount_on_the_way_is_asked_for_with_the_act() -> None:
    """Chips that are seen behind a wager beyond the tracked stack."""
    evening = Evening().seat(1)
    evening.act("sit", seat=2, buy_in=1000)
    number = evening.take_bank(1)
    wagers = [{"seat": 2, "ante": 2000, "seen": True}]
    assert evening.act("enter_wagers", number=number, wagers=wagers).needs == ()
    assert evening.act("void_round", number=number, reason="red_light").needs == ()


def test_ops_5_6_a_void_after_decisions_is_asked_for_with_the_act() -> None:
    """The matrix has an act of its own for it."""
    evening = Evening().seat(1, 2)
    number = evening.take_bank(1)
    evening.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    evening.act("deal", number=number)
    evening.act("enter_decisions", number=number, decisions=[{"seat": 2, "decision": "fold"}])
    assert evening.act("void_round", number=number, reason="red_light").needs == ("void_decided_round",)
    assert evening.chips == {1: 100000, 2: 100000}


@pytest.mark.parametrize(
    ("number", "code"),
    [(1, "wrong_state"), (3, "not_found"), (0, "not_found"), ("2", "bad_field"), (True, "bad_field")],
)
def test_ops_5_an_act_names_the_round_that_is_open(number: object, code: str) -> None:
    """One that is over, one that is not there, or no number."""
    evening = Evening().seat(1, 2)
    play_to_the_end(evening, evening.take_bank(1))
    evening.take_bank(2)
    evening.refused(code, "deal", number=number)


def test_ops_5_a_round_that_has_just_ended_is_over() -> None:
    """It is there, and nothing more is done in it."""
    evening = Evening().seat(1, 2)
    number = evening.take_bank(1)
    play_to_the_end(evening, number)
    assert "Round 1 is over" in evening.refused("wrong_state", "deal", number=number)


def test_ops_5_a_game_has_its_own_acts() -> None:
    """What it has not is refused, and so is what no game has."""
    evening = Evening().seat(1, 2)
    number = evening.take_bank(1)
    evening.refused("wrong_state", "take_actions", number=number, actions=[])
    evening.refused("not_found", "shuffle", number=number)
    evening.refused("bad_field", "deal", number=number, cut=True)
    evening.refused("bad_field", "deal")
    assert "still open" in evening.refused("wrong_state", "open_round")
    assert "bank is offered between" in evening.refused("wrong_state", "offer_designation", offers=[])


def test_ops_7_2_a_table_closes_with_nobody_there() -> None:
    """No round, no player; what was answered is forgotten."""
    evening = Evening().seat(1, 2)
    number = evening.take_bank(1)
    assert "Round 1" in evening.refused("wrong_state", "close_table")
    evening.act("void_round", number=number, reason="red_light")
    assert "Seat 1" in evening.refused("wrong_state", "close_table")
    for seat in (1, 2):
        evening.act("leave", seat=seat)
    assert evening.act("close_table").answer == {"state": "closed"}
    assert (evening.table.present, evening.table.answers, legal_acts(evening.table)) == (None, (), ["open_table"])
    evening.refused("wrong_state", "close_table")
    evening.refused("wrong_state", "resume_table")
    evening.refused("bad_field", "suspend_table", reason=" ")


@pytest.fixture
def four() -> Evening:
    """A table with a clock of thirty seconds, and a hand that has begun."""
    evening = Evening(FOUR_PLAYER).seat(1, 2, 3, chips=10000)
    evening.act("open_round")
    return evening


def test_draw_2_7_the_clock_begins_with_the_act_and_late_is_late(four: Evening) -> None:
    """A minute later, the action is refused and the time-out carried out."""
    assert four.table.round is not None
    assert four.table.round.deadline == four.now + timedelta(seconds=30)
    turn = four.table.round.game.describe(four.table.round.view({}))["turn"]
    opening = [{"seat": turn, "do": "open", "amount": 500}]
    four.refused("expired", "take_actions", number=1, actions=opening)
    change = four.act("expire_action", number=1)
    assert change.answer["actions"] == [{"seat": turn, "do": "timeout"}]
    assert change.round is not None
    assert change.round.clock_from == four.now


def test_draw_2_7_an_action_at_the_deadline_itself_is_in_time(four: Evening) -> None:
    """A millionth of a second later is late."""
    round_ = four.table.round
    assert round_ is not None
    assert round_.deadline is not None
    at_it, after_it = (round_.deadline + timedelta(microseconds=late) for late in (0, 1))
    assert not round_.view({}, Moment(at_it)).late
    assert round_.view({}, Moment(after_it)).late
    assert not round_.view({}, Moment(after_it)).outage
    assert round_.view({}, Moment(after_it, watched=False)).outage


def test_ops_1_4_chips_seen_up_to_the_limit_of_recounts_need_no_more() -> None:
    """Beyond it, the act of the matrix is named."""
    rules = {**HOUSE_RULES, "recount": {"signed_above": 3100}}
    for chips, needs in ((1000, ()), (900, ("recount_large",))):
        evening = Evening(rules).seat(1)
        evening.act("sit", seat=2, buy_in=chips)
        number = evening.take_bank(1)
        change = evening.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 2000, "seen": True}])
        # Taken in are the ante and what it takes to play on behind it.
        assert (change.needs, evening.chips[2]) == (needs, 2100)


def test_draw_2_7_after_an_outage_nobody_is_held_to_lateness(four: Evening) -> None:
    """The moment says that nobody watched: the action stands, and there is nothing to carry out."""
    assert four.table.round is not None
    turn = four.table.round.game.describe(four.table.round.view({}))["turn"]
    four.refused("wrong_state", "expire_action", number=1, watched=False)
    four.act("take_actions", number=1, actions=[{"seat": turn, "do": "open", "amount": 500}], watched=False)


def test_draw_2_7_a_clock_set_anew_names_the_deadline_that_falls(four: Evening) -> None:
    """Both are in the entry; resuming a table sets it anew as well."""
    assert four.table.round is not None
    assert four.table.round.deadline is not None
    falls = moment_text(four.table.round.deadline)
    change = four.act("restart_clock", number=1, deadline=falls, reason="outage")
    new = moment_text(four.now + timedelta(seconds=30))
    assert change.payload == {
        "sent": {"number": 1, "deadline": falls, "reason": "outage"},
        "before": {"deadline": falls},
        "after": {"deadline": new},
        "reason": "outage",
    }
    four.refused("wrong_state", "restart_clock", number=1, deadline=falls, reason="outage")
    four.act("suspend_table", reason="fire drill")
    assert four.act("resume_table").payload["clock"]["before"] == {"deadline": new}


@pytest.mark.parametrize("moment", [EVENING, datetime.fromisoformat("2026-05-01T01:02:03.000004+02:00")])
def test_aud_2_2_times_in_a_payload_stand_as_times_of_entries_do(moment: datetime) -> None:
    """The rules know nothing of the audit log, so the form of a time is written twice; it is the same."""
    assert moment_text(moment) == time_text(moment)
