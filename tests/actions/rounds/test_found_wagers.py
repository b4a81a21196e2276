"""Wagers found different after the deal (OPS 4.4, 5.4)."""

from typing import Any

import pytest

from tests.actions.felt import BANK_HAND, BETTER, WORSE, chips, dealt, decide, last_entry, refused, show, the_round
from tests.cast import Cast


def found(cast: Cast, number: int, **wager: Any) -> None:
    """Seat 2's wagers are found to be these."""
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "found": True, **wager}])


def test_ops_5_4_a_wager_found_different_stands_and_is_flagged(cast: Cast) -> None:
    """Also outside the limits and the chip unit, each spot by itself; the rake stays as it was collected."""
    number = dealt(cast)
    found(cast, number, ante=950, flush=12000)
    before, after = {"ante": 1000}, {"ante": 950, "flush": 12000}
    assert the_round().flags == [
        {"code": "wager_changed", "seat": 2, "before": before, "after": after},
        {"code": "outside_limits", "seat": 2, "spot": "ante", "amount": 950},
        {"code": "outside_limits", "seat": 2, "spot": "flush", "amount": 12000},
    ]
    assert (chips()[2], the_round().pot) == (100000 - 100 - 12950, 12950 + 1000)
    assert last_entry(cast).payload["flags"] == the_round().flags


def test_ops_5_4_found_as_it_was_flags_nothing(cast: Cast) -> None:
    """The floor looked, and it was right."""
    number = dealt(cast)
    found(cast, number, ante=1000)
    assert the_round().flags == []


@pytest.mark.parametrize(
    ("wager", "code"),
    [
        ({"seat": 2, "ante": 2000}, "wrong_state"),
        ({"seat": 2, "found": True}, "bad_field"),
        ({"seat": 2, "flush": 500, "found": True}, "bad_field"),
        ({"seat": 1, "ante": 1000, "found": True}, "bad_seat"),
        ({"seat": 5, "ante": 1000, "found": True}, "bad_seat"),
        ({"seat": 2, "ante": 60000, "found": True}, "short_chips"),
    ],
)
def test_ops_5_4_after_the_deal_a_wager_is_only_found(cast: Cast, wager: dict[str, Any], code: str) -> None:
    """Not placed, not taken back, not where nobody was dealt to; chips beyond the stack have to be seen."""
    refused(cast, code, "enter_wagers", number=dealt(cast), wagers=[wager])


def test_ops_2_2_chips_beyond_the_stack_are_seen_after_the_deal_too(cast: Cast) -> None:
    """60000 and as much for the Raise against 100000 less the rake."""
    number = dealt(cast)
    refused(cast, "needs_signature", "enter_wagers", number=number, wagers=[seen(80000)])
    cast.act("enter_wagers", number=number, wagers=[seen(60000)])
    assert (chips()[2], the_round().flags[0]) == (60000, {"code": "chips_seen", "seat": 2, "difference": 20100})


def seen(ante: int) -> dict[str, Any]:
    """Seat 2's Ante, found and seen."""
    return {"seat": 2, "ante": ante, "found": True, "seen": True}


def test_hcf_3_3_found_on_a_folded_hand_the_difference_is_forfeited_too(cast: Cast) -> None:
    """It goes to the bank, or comes back from there; the 1x Raise is no longer asked for.

    What the declared bank could not have paid stays on the layout until the settlement gives it back (HCF 8.2).
    """
    number = dealt(cast)
    decide(cast, number, seat2="fold")
    assert the_round().bank == 51000
    found(cast, number, ante=99000)
    assert (chips()[2], the_round().bank, the_round().pot) == (900, 50000, 99000 + 1000)
    found(cast, number, ante=50000)
    assert (chips()[2], the_round().bank, the_round().pot) == (49900, 50000 + 50000, 1000)
    found(cast, number, ante=500)
    assert (chips()[2], the_round().bank) == (99400, 50500)


def test_hcf_3_2_an_ante_found_above_the_raise_stands_and_the_player_decides_anew(cast: Cast) -> None:
    """The Raise goes back to the stack, the round to the decisions; the dealer is told who decides."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4=1000)
    assert the_round().state == "showdown"
    answer = cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 10000, "found": True}])
    assert answer.body["undecided"] == [2]
    assert (the_round().state, the_round().pot, chips()[2]) == ("dealt", 10000 + 2000, 89900)
    payload = last_entry(cast).payload
    assert payload["before"]["decisions"] == {"2": {"decision": "raise", "raise": 1000}}
    assert payload["after"]["decisions"] == {"2": None}
    decide(cast, number, seat2=10000)
    assert the_round().state == "showdown"


def test_hcf_3_2_an_ante_found_below_the_raise_leaves_it(cast: Cast) -> None:
    """Above its cap it is adjusted at the showdown (HCF 3.4)."""
    number = dealt(cast, {"seat": 2, "ante": 10000})
    decide(cast, number, seat2=10000)
    found(cast, number, ante=2000)
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)
    assert {"code": "raise_adjusted", "seat": 2, "excess": 8000} in the_round().flags
    assert chips()[2] == 100000 - 100 + 2 * 2000


def test_ops_1_4_withdrawing_a_raise_once_a_hand_was_entered_is_signed(cast: Cast) -> None:
    """It changes a decision; a higher Ante that the Raise still reaches does not."""
    number = dealt(cast)
    decide(cast, number, seat2=2000, seat4=1000)
    show(cast, number, {4: WORSE})
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 2000, "found": True}], signed_by="frank")
    refused(cast, "needs_signature", "enter_wagers", number=number, wagers=[{"seat": 2, "ante": 2100, "found": True}])
    wagers = [{"seat": 2, "ante": 2100, "found": True}]
    cast.act("enter_wagers", number=number, wagers=wagers, signed_by="frank")
    refused(cast, "needs_signature", "enter_decisions", number=number, decisions=[{"seat": 2, "decision": "fold"}])
    decide(cast, number, "frank", seat2=2100)
    assert the_round().play["hands"] == {"4": WORSE}


def test_ops_1_4_withdrawing_the_only_decision_does_not_undo_that_there_was_one(cast: Cast) -> None:
    """A void is signed as soon as anybody has decided (HCF 10.1)."""
    number = dealt(cast, {"seat": 2, "ante": 1000})
    decide(cast, number, seat2=1000)
    found(cast, number, ante=5000)
    assert the_round().play["decisions"] == {}
    refused(cast, "needs_signature", "void_round", number=number, reason="wrong_count")


def test_ops_5_4_nothing_is_found_once_the_round_is_settled(cast: Cast) -> None:
    """A correction is the floor's (OPS 5.8)."""
    number = dealt(cast)
    decide(cast, number, seat2="fold", seat4="fold")
    cast.act("settle_round", number=number)
    refused(cast, "wrong_state", "enter_wagers", number=number, wagers=[{"seat": 2, "ante": 2000, "found": True}])
