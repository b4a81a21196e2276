"""The offers of the bank as values: who is asked, in which order, and how large a bank may be (OPS 3)."""

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
    return Rotation(Designation(min_bank, None, no_taker), RAKE, CHIP, seats, present, present is not None)


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


def test_ops_3_2_rounds_in_a_row_are_counted_up_to_the_longest_turn() -> None:
    for in_a_row, reason in ((1, ""), (2, "max_consecutive"), (3, "max_consecutive")):
        seats = {1: Candidate(1, 10_000, False, False, in_a_row)}
        offered = Rotation(Designation(5000, 2, NoTaker.CONTINUE), 0, CHIP, seats, None, False)
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
