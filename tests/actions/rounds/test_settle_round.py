"""The settlement through the acts (HCF 3 to 9; OPS 5.7, 5.8; AUD 1.2)."""

from typing import Any

import pytest

from tables.games.calculator import settle_document
from tables.models import Leg, Settlement
from tests.actions.felt import (
    BANK_HAND,
    BETTER,
    WORSE,
    chips,
    dealt,
    decide,
    last_entry,
    refused,
    settled,
    show,
    the_round,
)
from tests.cast import HOUSE_RULES, Cast, make_cast


def legs_of(cast: Cast) -> list[tuple[str, int | None, int]]:
    """The legs of the newest act: account, seat, amount."""
    legs = Leg.objects.filter(posting__sequence=last_entry(cast).sequence).select_related("seating")
    return sorted((leg.account, leg.seating.seat if leg.seating else 0, leg.amount) for leg in legs)


def test_ops_5_7_the_settlement_is_the_calculators_on_what_was_recorded(cast: Cast) -> None:
    """The entry holds exactly the input, whole rules included, and the output; the answer is the output."""
    number = dealt(cast, {"seat": 2, "ante": 1000, "flush": 500, "straight_flush": 500}, {"seat": 4, "ante": 2000})
    decide(cast, number, seat2=1000, seat4=2000)
    show(cast, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    answer = cast.act("settle_round", number=number)
    settlement, payload = Settlement.objects.get(), last_entry(cast).payload
    assert set(payload) == {"input", "output", "effects"}
    assert payload["input"] == settlement.input
    assert payload["output"] == settlement.output == answer.body["settlement"]
    assert settle_document(settlement.input) == settlement.output
    assert settlement.input["rules"]["limits"] == HOUSE_RULES["limits"]
    assert settlement.input["rules"]["terms"]["qualifier"] == {"cards": 3, "rank": "9"}
    assert (settlement.version, settlement.replaces, last_entry(cast).round) == (1, None, number)


def test_hcf_8_3_chips_follow_the_settlement(cast: Cast) -> None:
    """Seat 2 wins 2000, seat 4 loses 2000; each leg of the journal says so."""
    settled(cast)
    assert legs_of(cast) == [("pot", 0, -4000), ("seat", 2, 4000)]
    assert (the_round().bank, the_round().pot, the_round().state) == (50000, 0, "settled")
    assert chips() == {1: 100000 - 50000 - 100, 2: 100000 - 100 + 2000, 4: 100000 - 100 - 2000}


def test_hcf_9_5_a_dead_hand_gets_everything_back_and_its_rake(any_bank: Cast) -> None:
    """A bank of nothing covers nobody: both hands are dead, and the designated player pays no rake either."""
    settled(any_bank, bank=0)
    assert chips() == {1: 100000, 2: 100000, 4: 100000}
    assert [flag["code"] for flag in the_round().flags] == ["dead_hand", "dead_hand"]
    assert legs_of(any_bank) == [
        ("pot", 0, -4000),
        ("rake", 0, -300),
        ("seat", 1, 100),
        ("seat", 2, 2100),
        ("seat", 4, 2100),
    ]


def test_hcf_8_4_one_dead_hand_the_others_pay_their_rake(any_bank: Cast) -> None:
    """The bank of 2000 is walked from the right of the button: seat 4 loses 2000 to it, then seat 2 wins 33000 and is dead."""
    number = dealt(
        any_bank, {"seat": 2, "ante": 1000, "straight_flush": 500, "flush": 500}, {"seat": 4, "ante": 1000}, bank=2000
    )
    decide(any_bank, number, seat2=1000, seat4=1000)
    show(any_bank, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    any_bank.act("settle_round", number=number)
    assert the_round().flags == [{"code": "dead_hand", "seat": 2}]
    assert chips() == {1: 100000 - 2000 - 100, 2: 100000, 4: 100000 - 100 - 2000}
    assert the_round().bank == 4000


def test_hcf_3_4_the_excess_of_an_adjusted_raise_goes_back(cast: Cast) -> None:
    """Four hearts raise 1x: of 3000 on an Ante of 1000 only 1000 counts; the flag stays on a dead hand too."""
    number = dealt(cast)
    decide(cast, number, seat2=3000, seat4=3000)
    show(cast, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    cast.act("settle_round", number=number)
    assert {"code": "raise_adjusted", "seat": 2, "excess": 2000} in the_round().flags
    assert {"code": "raise_adjusted", "seat": 4, "excess": 2000} in the_round().flags
    assert chips() == {1: 49900, 2: 100000 - 100 + 2000, 4: 100000 - 100 - 2000}


def test_hcf_3_3_everybody_folds_and_no_hand_is_needed(cast: Cast) -> None:
    """The bank has the stakes, and everybody paid their rake (HCF 9.4)."""
    number = dealt(cast)
    decide(cast, number, seat2="fold", seat4="walk_away")
    answer = cast.act("settle_round", number=number)
    assert answer.body["settlement"]["qualifies"] is None
    assert (the_round().bank, chips()) == (52000, {1: 49900, 2: 98900, 4: 98900})
    assert legs_of(cast) == []


@pytest.mark.parametrize("missing", [1, 2, 4])
def test_ops_5_3_every_hand_that_did_not_fold_and_the_designated_players_is_needed(cast: Cast, missing: int) -> None:
    """The refusal names the seat."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4=1000)
    hands: dict[int, str | None] = {1: BANK_HAND, 2: BETTER, 4: WORSE}
    show(cast, number, {seat: cards for seat, cards in hands.items() if seat != missing})
    assert refused(cast, "missing_cards", "settle_round", number=number).seat == missing


def test_ops_5_8_a_round_is_settled_once(cast: Cast) -> None:
    """Neither again, nor void, nor from another state."""
    number = settled(cast)
    refused(cast, "wrong_state", "settle_round", number=number)
    refused(cast, "wrong_state", "void_round", number=number, reason="red_light")
    refused(cast, "wrong_state", "void_round", number=number, reason="red_light", signed_by="frank")
    cast.act("close_round", number=number)
    refused(cast, "wrong_state", "settle_round", number=number)


def test_ops_4_1_a_round_is_settled_under_the_rules_it_was_opened_under(db: None) -> None:
    """Every rule of the terms reaches the settlement: here a cap of the house."""
    terms: dict[str, Any] = {"caps": {"per_hand": 500000}, "rake": {"mode": "none", "amount": 0}}
    cast = make_cast({**HOUSE_RULES, "terms": terms})
    settled(cast)
    assert Settlement.objects.get().input["rules"]["terms"]["caps"]["per_hand"] == 500000
    assert the_round().rules.number == 1
