"""The offers of the bank as the value of the table has them (OPS 3)."""

from dataclasses import replace
from datetime import timedelta

from tables.games.designation import Answer
from tables.games.table.acts import blocked, legal_acts
from tests.cast import HEADS_UP, HOUSE_RULES
from tests.games.table.at_a_table import Evening


def test_ops_3_1_offers_go_round_and_each_answer_is_for_the_ledger() -> None:
    """A player who cannot take the bank is passed over, and that is an answer too."""
    evening = Evening().seat(1, 2)
    evening.act("sit", seat=3, buy_in=5000)
    change = evening.act("offer_designation", offers=[{"seat": 1, "answer": "declined"}])
    assert (change.round_number, change.answer) == (1, {"accepted": None, "next": 2, "stopped": False})
    assert evening.refused("bad_seat", "offer_designation", offers=[{"seat": 1, "answer": "declined"}])
    change = evening.act("offer_designation", offers=[{"seat": 2, "answer": "accepted", "bank": 20000}])
    assert change.offers == (Answer(2, "accepted", "", 20000),)
    assert change.payload["before"]["answers"] == [{"seat": 1, "answer": "declined", "reason": "", "bank": None}]
    assert [answer["seat"] for answer in change.payload["after"]["answers"]] == [1, 2]
    assert change.answer["accepted"] == {"seat": 2, "bank": 20000}


def test_ops_3_3_where_nobody_takes_the_bank_play_stops_and_the_floor_is_told() -> None:
    """The change names the round whose bank nobody takes."""
    evening = Evening().seat(1, 2)
    declined = [{"seat": seat, "answer": "declined"} for seat in (1, 2)]
    assert evening.act("offer_designation", offers=declined).no_taker == 1
    assert evening.refused("no_designated_player", "open_round")


def test_ops_3_3_a_round_that_closes_with_nobody_left_to_ask_tells_the_floor() -> None:
    """The offers cannot even begin."""
    rules = {**HOUSE_RULES, "designation": {"min_bank": 10000, "max_consecutive": 1, "no_taker": "halt"}}
    evening = Evening(rules).seat(1)
    evening.act("sit", seat=2, buy_in=9000)
    number = evening.take_bank(1)
    play_to_the_end(evening, number)
    assert evening.last is not None
    assert evening.last.no_taker == 2
    assert (evening.table.players[1].in_a_row, evening.table.players[1].last_bank) == (1, 50000)


def test_ops_3_4_the_bank_is_set_aside_and_a_void_keeps_it_where_it_was() -> None:
    """The acceptance stands for the deal that follows; the button does not move."""
    evening = Evening().seat(1, 2)
    number = evening.take_bank(1)
    assert evening.table.round is not None
    assert (evening.chips[1], evening.table.round.bank, evening.table.button) == (50000, 50000, 1)
    assert (evening.table.present, evening.table.answers) == (101, ())
    change = evening.act("void_round", number=number, reason="red_light")
    assert (evening.chips[1], evening.table.button) == (100000, 1)
    assert evening.table.answers == (Answer(1, "accepted", "", 50000),)
    assert change.round is not None
    assert (change.round.state, change.round.bank, change.round.void_reason) == ("void", 0, "red_light")
    assert evening.act("open_round").answer == {"round": 2, "designated_player": 1, "bank": 50000}


def test_ops_3_2_an_acceptance_that_no_longer_holds_begins_the_offers_anew() -> None:
    """The player has been counted since, and has too little; both are asked again."""
    evening = Evening().seat(1, 2)
    evening.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 50000}])
    evening.act("recount", seat=1, chips=40000, reason="passed")
    assert "seat 1" in evening.refused("no_designated_player", "open_round")
    change = evening.act("open_round", offers=[{"seat": 1, "answer": "accepted", "bank": 40000 - 100}])
    assert [answer.bank for answer in change.offers] == [39900]


def test_ops_3_1_who_took_the_bank_may_be_asked_again_and_every_answer_is_new() -> None:
    """The ledger gets what was said this time, all of it."""
    evening = Evening().seat(1, 2)
    evening.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 50000}])
    change = evening.act("offer_designation", offers=[{"seat": 1, "answer": "declined"}])
    assert change.offers == evening.table.answers == (Answer(1, "declined"),)
    change = evening.act("offer_designation", offers=[{"seat": 2, "answer": "accepted", "bank": 20000}])
    assert change.offers == (Answer(2, "accepted", "", 20000),)


def test_ops_3_2_rounds_in_a_row_are_counted_until_another_banks() -> None:
    """And each remembers the bank they had."""
    evening = Evening().seat(1, 2)
    for seat, counted in ((1, {1: 1, 2: 0}), (2, {1: 0, 2: 1})):
        play_to_the_end(evening, evening.take_bank(seat), against=3 - seat)
        assert {at: player.in_a_row for at, player in evening.table.players.items()} == counted
    assert [player.last_bank for player in evening.table.players.values()] == [50000, 50000]


TIMED = {**HOUSE_RULES, "designation": {"min_bank": 10000, "max_minutes": 20}}


def timed_out(evening: Evening, seat: int) -> str:
    """Why a player is not offered the bank now."""
    rotation = evening.table.rotation(evening.now)
    assert rotation is not None
    return rotation.why_not_eligible(seat)


def test_ops_3_2_the_minutes_in_a_row_run_from_the_first_opening_through_pauses_to_the_offer() -> None:
    """Rounds and rests count alike; when another player banks, they begin anew."""
    evening = Evening(TIMED).seat(1, 2)
    number = evening.take_bank(1)
    began = evening.now
    assert evening.table.players[1].in_a_row_since == began
    play_to_the_end(evening, number)
    play_to_the_end(evening, evening.take_bank_after_decline(2, 1))
    assert (evening.table.players[1].in_a_row_since, evening.table.players[1].in_a_row) == (began, 2)
    evening.act("suspend_table", reason="fire drill")
    evening.now = began + timedelta(minutes=20)
    assert timed_out(evening, 1) == ""
    evening.act("resume_table")
    assert (timed_out(evening, 1), timed_out(evening, 2)) == ("max_minutes", "")
    offers = [{"seat": 2, "answer": "declined"}, {"seat": 1, "answer": "accepted", "bank": 10000}]
    assert "max_minutes" in evening.refused("bad_seat", "open_round", offers=offers)
    play_to_the_end(evening, evening.take_bank(2), against=1)
    assert [player.in_a_row_since is None for player in evening.table.players.values()] == [True, False]
    assert timed_out(evening, 1) == ""


def test_ops_3_2_a_round_under_way_is_played_to_its_end_when_the_minutes_are_over() -> None:
    """And where everybody else declines, play stops and the floor is told."""
    evening = Evening(TIMED).seat(1, 2)
    number = evening.take_bank(1)
    evening.now += timedelta(hours=2)
    play_to_the_end(evening, number)
    change = evening.act("offer_designation", offers=[{"seat": 2, "answer": "declined"}])
    assert [answer[:3] for answer in change.offers] == [(2, "declined", ""), (1, "not_eligible", "max_minutes")]
    assert (change.no_taker, change.answer["stopped"]) == (2, True)


def test_ops_3_2_a_void_counts_no_minutes_and_its_acceptance_stands() -> None:
    """The deal that follows is the first of the row; in a row already, the time runs on, and the redeal is played."""
    evening = Evening(TIMED).seat(1, 2)
    evening.act("void_round", number=evening.take_bank(1), reason="red_light")
    number: int = evening.act("open_round").answer["round"]
    assert evening.table.players[1].in_a_row_since == (began := evening.now)
    play_to_the_end(evening, number)
    number = evening.take_bank_after_decline(2, 1)
    evening.now += timedelta(hours=1)
    evening.act("void_round", number=number, reason="red_light")
    assert timed_out(evening, 1) == "max_minutes"
    evening.act("open_round")
    assert evening.table.players[1].in_a_row_since == began


def test_ops_4_3_rules_that_bring_minutes_withdraw_an_answer_that_is_over_them() -> None:
    """The answer was given under rules that knew no minutes."""
    evening = Evening().seat(1, 2)
    play_to_the_end(evening, evening.take_bank(1))
    offers = [{"seat": 2, "answer": "declined"}, {"seat": 1, "answer": "accepted", "bank": 10000}]
    evening.act("offer_designation", offers=offers)
    evening.now += timedelta(hours=1)
    evening.approve(TIMED)
    withdrawn = evening.act("put_rules_in_force", change=7).payload["rules_in_force"]["withdrawn"]
    assert [answer["seat"] for answer in withdrawn] == [2, 1]


def test_ops_3_2_an_answer_from_before_there_was_a_least_bank_begins_the_offers_anew() -> None:
    """A table that was stored with a bank below the least: it is said, and nothing fails."""
    evening = Evening().seat(1, 2)
    evening.table = replace(evening.table, answers=(Answer(1, "accepted", "", 0),))
    assert "seat 1" in evening.refused("no_designated_player", "open_round")
    assert evening.take_bank(1, 10000) == 1


def test_ops_3_2_less_than_the_least_bank_is_refused_with_the_amount() -> None:
    """At the offer and at the opening alike."""
    evening = Evening().seat(1, 2)
    offers = [{"seat": 1, "answer": "accepted", "bank": 9900}]
    for act in ("offer_designation", "open_round"):
        assert "10000" in evening.refused("bad_amount", act, offers=offers)


def test_ops_3_3_who_may_come_forward_is_said_and_never_that_it_is_nobody() -> None:
    """All have declined; then only one may; then nobody."""
    evening = Evening().seat(1, 2)
    declined = [{"seat": seat, "answer": "declined"} for seat in (1, 2)]
    assert "may still take it: 1, 2." in evening.refused("no_designated_player", "open_round", offers=declined)
    for seat in (1, 2):
        evening.act("recount", seat=seat, chips=100, reason="passed")
    said = evening.refused("no_designated_player", "open_round")
    assert "no player at the table is eligible" in said
    assert "None" not in said


def test_ops_3_3_with_one_player_left_nobody_is_told_that_play_stops() -> None:
    """It takes two to play."""
    rules = {**HOUSE_RULES, "designation": {"min_bank": 10000, "max_consecutive": 1, "no_taker": "halt"}}
    evening = Evening(rules).seat(1, 2)
    number = evening.take_bank(1)
    evening.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    evening.act("deal", number=number)
    evening.act("enter_decisions", number=number, decisions=[{"seat": 2, "decision": "fold"}])
    evening.act("settle_round", number=number)
    evening.table = evening.table.with_players(replace(evening.table.players[2], sitting_out=True))
    assert evening.act("close_round", number=number).no_taker is None


def test_what_can_be_done_next_and_why_not_the_value_says_itself() -> None:
    """From opening to closing."""
    evening = Evening()
    assert (legal_acts(evening.table), blocked(evening.table, evening.now)) == (["open_table"], {})
    evening.seat()
    assert {"sit", "standing_decline", "offer_designation", "close_table"} < set(legal_acts(evening.table))
    evening.act("sit", seat=1, buy_in=50000)
    evening.act("sit", seat=2, buy_in=50000)
    assert "close_table" not in legal_acts(evening.table)
    assert blocked(evening.table, evening.now)["open_round"].code == "no_designated_player"
    number = evening.take_bank(1, 20000)
    assert blocked(evening.table, evening.now)["deal"].code == "wrong_state"
    evening.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    assert ("deal" in legal_acts(evening.table), blocked(evening.table, evening.now)) == (True, {})
    evening.act("suspend_table", reason="fire drill")
    assert (legal_acts(evening.table), blocked(evening.table, evening.now)) == (["resume_table"], {})


def test_ops_3_a_game_without_a_designated_player_offers_nothing() -> None:
    """It is said, and is not among what can be done."""
    evening = Evening(HEADS_UP).seat(1, 2)
    evening.refused("wrong_state", "offer_designation", offers=[{"seat": 1, "answer": "declined"}])
    evening.refused("wrong_state", "standing_decline", seat=1, on=True)
    assert "offer_designation" not in legal_acts(evening.table)


def play_to_the_end(evening: Evening, number: int, against: int = 2) -> None:
    """One player wagers and folds, and the round is settled and closed."""
    evening.act("enter_wagers", number=number, wagers=[{"seat": against, "ante": 1000}])
    evening.act("deal", number=number)
    evening.act("enter_decisions", number=number, decisions=[{"seat": against, "decision": "fold"}])
    evening.act("settle_round", number=number)
    evening.act("close_round", number=number)
