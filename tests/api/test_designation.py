"""OPS 3 over HTTP: the offers of the bank, who may take it, and what stands in the state of the table."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from tables.models import Seating, Table
from tests.api.http import Http, tablet
from tests.cast import HOUSE_RULES, Cast, make_cast


def house(**designation: Any) -> Cast:
    """A table with these rules of designation and three players."""
    rules = {**HOUSE_RULES, "designation": {**HOUSE_RULES["designation"], **designation}}
    cast = make_cast(rules)
    cast.seat_players((1, 2, 4))
    return cast


def opened(felt: Http, *offers: dict[str, Any]) -> Any:
    return felt.at("rounds/", {"offers": list(offers)})


def accepts(seat: int, bank: int = 50000) -> dict[str, Any]:
    return {"seat": seat, "answer": "accepted", "bank": bank}


def declines(seat: int) -> dict[str, Any]:
    return {"seat": seat, "answer": "declined"}


def play(felt: Http, number: int) -> None:
    """A round against one who folds."""
    button = state(felt)["table"]["button"]
    player = next(seat for seat in (1, 2, 4) if seat != button)
    at = f"rounds/{number}/"
    felt.at(f"{at}wagers/", {"wagers": [{"seat": player, "ante": 1000}]})
    felt.at(f"{at}deal/")
    felt.at(f"{at}decisions/", {"decisions": [{"seat": player, "decision": "fold"}]})
    felt.at(f"{at}settle/")
    felt.at(f"{at}close/")


def state(felt: Http) -> Any:
    return felt.get(f"tables/{felt.table_id}/").body


def refused(felt: Http, *offers: dict[str, Any]) -> str:
    before = state(felt)
    code: str = felt.post(f"tables/{felt.table_id}/rounds/", {"offers": list(offers)}).code
    assert state(felt) | {"now": ""} == before | {"now": ""}
    return code


def test_ops_3_1_clockwise_and_each_answer_on_record(db: None) -> None:
    """From the left of the player who has the position; a standing decline each round anew, in the ledger as in the state."""
    felt = tablet(house())[0]
    felt.at("seats/2/standing-decline/", {"on": True})
    assert refused(felt, accepts(4)) == "422 bad_seat"
    assert opened(felt, declines(1), accepts(4))["designated_player"] == 4
    play(felt, 1)
    designation = state(felt)["designation"]
    assert (designation["next"], designation["remaining"]) == (1, [1, 2, 4])
    assert opened(felt, accepts(1))["designated_player"] == 1
    play(felt, 2)
    ledger = felt.get(f"tables/{felt.table_id}/rotation/").body
    told = [(offer["round"], offer["seat"], offer["answer"], offer["reason"]) for offer in reversed(ledger["offers"])]
    assert told == [
        (1, 1, "declined", ""),
        (1, 2, "declined", "standing"),
        (1, 4, "accepted", ""),
        (2, 1, "accepted", ""),
    ]
    assert {row["seat"]: row["rounds_banked"] for row in ledger["players"]} == {1: 1, 2: 0, 4: 1}


def test_ops_3_2_not_more_than_so_many_in_a_row(db: None) -> None:
    felt = tablet(house(max_consecutive=1))[0]
    opened(felt, accepts(1))
    play(felt, 1)
    assert state(felt)["designation"]["ineligible"] == {"1": "max_consecutive"}
    assert refused(felt, declines(2), declines(4), accepts(1)) == "422 bad_seat"
    assert opened(felt, declines(2), accepts(4))["designated_player"] == 4


def test_ops_3_2_less_than_the_least_bank_is_refused_with_the_amount(db: None) -> None:
    """And the last bank of a player is suggested as the least, where the rules ask for more since."""
    cast = house()
    felt = tablet(cast)[0]
    assert (state(felt)["designation"]["least_bank"], state(felt)["designation"]["most_bank"]["1"]) == (10000, 99900)
    sent = {"offers": [accepts(1, 9900)]}
    answer = felt.post(f"tables/{felt.table_id}/rounds/", sent)
    assert (answer.code, answer.body["field"], answer.body["seat"]) == ("422 bad_amount", "bank", 1)
    assert "from 10000 to 99900" in answer.body["detail"]
    Seating.objects.filter(seat=1).update(last_bank=500)
    assert state(felt)["designation"]["suggested_bank"]["1"] == 10000


def test_ops_3_2_not_longer_than_so_many_minutes_in_a_row(db: None) -> None:
    """From the first opening to the offer; the round that is open then is played to its end."""
    felt = tablet(house(max_minutes=30))[0]
    opened(felt, accepts(1))
    Seating.objects.filter(seat=1).update(in_a_row_since=F("in_a_row_since") - timedelta(minutes=29))
    play(felt, 1)
    assert state(felt)["designation"]["ineligible"] == {}
    Seating.objects.filter(seat=1).update(in_a_row_since=F("in_a_row_since") - timedelta(minutes=2))
    assert state(felt)["designation"]["ineligible"] == {"1": "max_minutes"}
    assert refused(felt, declines(2), declines(4), accepts(1)) == "422 bad_seat"
    opened(felt, declines(2), accepts(4))
    play(felt, 2)
    assert dict(Seating.objects.filter(in_a_row_since=None).values_list("seat", "in_a_row")) == {1: 0, 2: 0}
    assert state(felt)["designation"]["ineligible"] == {}


def test_ops_3_2_a_bank_below_the_least_that_was_accepted_before_begins_the_offers_anew(db: None) -> None:
    """As it is stored at a table of the version before."""
    cast = house()
    felt = tablet(cast)[0]
    answers = [{"seat": 1, "answer": "accepted", "reason": "", "bank": 0}]
    Table.objects.filter(pk=cast.table.pk).update(designation={"present": None, "answers": answers})
    designation = state(felt)["designation"]
    assert (designation["accepted"], designation["next"], designation["answers"]) == (None, 1, [])
    assert felt.post(f"tables/{felt.table_id}/rounds/", {}).code == "422 no_designated_player"
    assert opened(felt, accepts(1, 10000))["bank"] == 10000


def test_ops_3_2_chips_for_the_bank_and_the_rake_sitting_out_and_barred(db: None) -> None:
    """Each with its reason."""
    cast = house(min_bank=90000)
    felt = tablet(cast)[0]
    felt.at("seats/1/recount/", {"chips": 90050, "reason": "tip"})
    felt.at("seats/2/sit-out/")
    cast.act("bar_player", by="frank", signed_by="frank", seat=4, reason="other", words="shouts", scope="table")
    assert state(felt)["designation"]["ineligible"] == {"1": "short_chips", "2": "sitting_out", "4": "barred"}
    assert state(felt)["designation"]["stopped"] is True


@pytest.mark.parametrize(("rule", "code"), [("continue", ""), ("halt", "422 bad_seat")])
def test_ops_3_3_where_nobody_else_takes_it(db: None, rule: str, code: str) -> None:
    """The present one goes on, or play stops until another player does."""
    felt = tablet(house(no_taker=rule))[0]
    opened(felt, accepts(1))
    play(felt, 1)
    offers = [declines(2), declines(4), accepts(1)]
    if code:
        assert refused(felt, *offers) == code
        felt.at("designation/offers/", {"offers": offers[:2]})
        assert state(felt)["designation"]["stopped"] is True
        assert opened(felt, accepts(2))["designated_player"] == 2
    else:
        assert opened(felt, *offers)["designated_player"] == 1


def test_ops_3_4_the_bank_is_set_aside_and_3_5_measured_against_the_worst_case(db: None) -> None:
    """An Ante of 10 and both bonuses of 5: 10 + 3 x 10 at even money, and the highest lines that go together."""
    felt = tablet(house())[0]
    number = opened(felt, accepts(1, 50000))["round"]
    assert state(felt)["seats"][0]["chips"] == 100000 - 50000
    felt.at(f"rounds/{number}/wagers/", {"wagers": [{"seat": 2, "ante": 1000}]})
    assert state(felt)["round"]["cover"] == {"worst_case": 4000, "likely_case": 4000, "short": False}
    felt.at(f"rounds/{number}/wagers/", {"wagers": [{"seat": 2, "ante": 1000, "straight_flush": 500, "flush": 500}]})
    # Seven in a row of one suit: 1000 to 1 and 200 to 1; likely, three in a row and four of one suit.
    worst, likely = 4000 + 500 * 1200, 4000 + 500 * (8 + 2)
    assert state(felt)["round"]["cover"] == {"worst_case": worst, "likely_case": likely, "short": False}
    felt.at(f"rounds/{number}/wagers/", {"wagers": [{"seat": 2, "ante": 20000}]})
    assert state(felt)["round"]["cover"] == {"worst_case": 80000, "likely_case": 80000, "short": True}
    felt.at(f"rounds/{number}/deal/")  # a warning, never a block
    assert state(felt)["round"]["state"] == "dealt"
