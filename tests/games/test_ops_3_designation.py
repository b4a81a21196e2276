"""The offers of the bank as values: who is asked, in which order, and how large a bank may be (OPS 3)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tables.games.designation import Answer, Candidate, Rotation, answer_offers
from tables.games.errors import RuleError
from tables.games.values import Designation, NoTaker

RAKE, CHIP = 130, 100


def rotation(
    *chips: int, min_bank: int = 5000, no_taker: NoTaker = NoTaker.CONTINUE, present: int | None = None
) -> Rotation:
    """Players at seats from 1 up with so many chips."""
    seats = {seat: Candidate(seat, held, False, False, 0) for seat, held in enumerate(chips, start=1)}
    return Rotation(Designation(min_bank, None, None, no_taker), RAKE, CHIP, seats, present, present is not None)


@pytest.mark.parametrize(
    ("chips", "most"), [(10_000, 9800), (10_030, 9900), (10_129, 9900), (10_130, 10_000), (129, 0)]
)
def test_ops_3_2_the_largest_bank_is_all_chips_but_the_rake_in_whole_chips(chips: int, most: int) -> None:
    """A stack need not be whole chips, after a share of a pot say; a bank is."""
    assert rotation(chips).most_bank(1) == most


def test_ops_3_1_the_largest_bank_in_whole_chips_can_be_declared_and_nothing_above_it() -> None:
    offered = rotation(10_170, 20_000)
    taken = answer_offers(offered, [{"seat": 1, "answer": "accepted", "bank": 10_000}])
    assert taken.accepted == Answer(1, "accepted", "", 10_000)
    assert taken.holds
    for bank in (10_040, 10_100):
        with pytest.raises(RuleError) as raised:
            answer_offers(offered, [{"seat": 1, "answer": "accepted", "bank": bank}])
        assert (raised.value.code, raised.value.seat, raised.value.params["most"]) == ("bad_amount", 1, 10_000)


def test_ops_3_2_the_least_bank_needs_the_rake_beside_it() -> None:
    assert rotation(5130).why_not_eligible(1) == ""
    assert rotation(5129).why_not_eligible(1) == "short_chips"


@pytest.mark.parametrize("bank", [0, 100, 4900, 4999, 5050, -100, None, True, "5000"])
def test_ops_3_2_less_than_the_least_bank_is_refused_with_the_amount(bank: object) -> None:
    with pytest.raises(RuleError) as raised:
        answer_offers(rotation(20_000), [{"seat": 1, "answer": "accepted", "bank": bank}])
    assert (raised.value.code, raised.value.seat, raised.value.field) == ("bad_amount", 1, "bank")
    assert "5000" in str(raised.value)


def test_ops_3_2_the_least_bank_is_taken_and_holds() -> None:
    taken = answer_offers(rotation(5130), [{"seat": 1, "answer": "accepted", "bank": 5000}])
    assert (taken.accepted, taken.holds) == (Answer(1, "accepted", "", 5000), True)


def test_ops_3_2_an_answer_below_the_least_bank_holds_no_longer() -> None:
    """It was given before there was a least bank, or under other rules."""
    for bank, holds in ((5000, True), (4900, False), (0, False)):
        offered = rotation(20_000)
        assert replace(offered, answers=(Answer(1, "accepted", "", bank),)).holds is holds


@pytest.mark.parametrize(("chips", "reason", "most"), [(5229, "short_chips", 5000), (5230, "", 5100)])
def test_ops_3_2_a_least_bank_that_is_no_whole_chips_is_the_next_chip_above_it(
    chips: int, reason: str, most: int
) -> None:
    """So that whoever is eligible can declare one."""
    offered = rotation(chips, min_bank=5050)
    assert (offered.least_bank, offered.most_bank(1), offered.why_not_eligible(1)) == (5100, most, reason)


def banking_for(rules: Designation, longest: timedelta, chips: int = 10_000) -> Rotation:
    """One player who has had the bank for so long."""
    seats = {1: Candidate(1, chips, False, False, 1, banking_for=longest)}
    return Rotation(rules, 0, CHIP, seats, 1, True)


@pytest.mark.parametrize(
    ("minutes", "banked", "reason"),
    [
        (30, timedelta(minutes=30), ""),
        (30, timedelta(minutes=30, microseconds=1), "max_minutes"),
        (30, timedelta(days=2), "max_minutes"),
        (1, timedelta(), ""),
        (10**15, timedelta(days=9000), ""),
        (None, timedelta(days=9000), ""),
    ],
)
def test_ops_3_2_a_player_banks_at_most_so_many_minutes(minutes: int | None, banked: timedelta, reason: str) -> None:
    offered = banking_for(Designation(5000, None, minutes, NoTaker.CONTINUE), banked)
    assert offered.why_not_eligible(1) == reason


def test_ops_3_2_what_was_accepted_in_time_stands_when_the_minutes_are_over() -> None:
    """The minutes count to the moment of the offer; all else about the player is looked at again."""
    rules = Designation(5000, None, 30, NoTaker.CONTINUE)
    answers = (Answer(1, "accepted", "", 5000),)
    for chips, holds in ((10_000, True), (4000, False)):
        assert replace(banking_for(rules, timedelta(hours=1), chips), answers=answers).holds is holds


def test_ops_3_2_rounds_in_a_row_are_counted_up_to_the_longest_turn() -> None:
    for in_a_row, reason in ((1, ""), (2, "max_consecutive"), (3, "max_consecutive")):
        seats = {1: Candidate(1, 10_000, False, False, in_a_row)}
        offered = Rotation(Designation(5000, 2, None, NoTaker.CONTINUE), 0, CHIP, seats, None, False)
        assert offered.why_not_eligible(1) == reason


def test_ops_3_3_where_play_halts_the_present_is_asked_no_more() -> None:
    going_on, halting = rotation(9000, 9000, present=1), rotation(9000, 9000, no_taker=NoTaker.HALT, present=1)
    assert (going_on.order, halting.order) == ([2, 1], [2])
    declined = [{"seat": 2, "answer": "declined"}]
    assert not answer_offers(going_on, declined).stopped
    assert answer_offers(halting, declined).stopped
    with pytest.raises(RuleError) as raised:
        answer_offers(answer_offers(halting, declined), [{"seat": 1, "answer": "accepted", "bank": 5000}])
    assert raised.value.params["reason"] == "no_taker_halt"
