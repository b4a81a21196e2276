"""The deal (HCF 4.1, 9.4, 9.5; OPS 5.2)."""

from typing import Any

import pytest

from tables.games.high_card_flush.terms import RakeMode
from tables.models import Leg, Seating
from tests.actions.felt import betting, chips, last_entry, refused, the_round
from tests.cast import HOUSE_RULES, Cast, make_cast


def rules(mode: str, amount: int = 100) -> dict[str, Any]:
    """The house rules of the tests with another rake."""
    return {**HOUSE_RULES, "terms": {"rake": {"mode": mode, "amount": amount}}}


# By mode, what is collected from each seat; a mode that is added is tried here too.
COLLECTED: dict[str, dict[int, int]] = {
    "all_players": {1: 100, 2: 100, 4: 100},
    "players_only": {2: 100, 4: 100},
    "designated_player_only": {1: 100},
    "none": {},
}


@pytest.mark.parametrize("mode", [*RakeMode])
def test_hcf_9_5_rake_is_collected_at_the_deal_from_behind_the_wagers(db: None, mode: str) -> None:
    """Each mode; seat 5 has no wager and pays nothing."""
    rake = COLLECTED[mode]
    cast = make_cast(rules(mode))
    number = betting(cast, (1, 2, 4, 5))
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}, {"seat": 4, "ante": 1000}])
    before = chips()
    answer = cast.act("deal", number=number)
    assert answer.body == {"round": 1, "state": "dealt", "deal_order": [2, 4, 1]}
    assert {seat: before[seat] - stack for seat, stack in chips().items() if before[seat] != stack} == rake
    assert sum(Leg.objects.filter(account="rake").values_list("amount", flat=True)) == sum(rake.values())
    assert the_round().play["rake"] == {str(seat): amount for seat, amount in rake.items()}
    assert last_entry(cast).payload["after"] == {"deal_order": [2, 4, 1], "rake": the_round().play["rake"]}


def test_hcf_9_5_rake_can_always_be_paid(db: None) -> None:
    """A bank leaves the designated player their rake, and a wager the player's."""
    cast = make_cast(rules("all_players", 700))
    cast.seat_players((1, 2), 20700)
    offers = [{"seat": 1, "answer": "accepted", "bank": 20100}]
    refused(cast, "bad_amount", "open_round", offers=offers)
    number = cast.open_round(1, 20000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 10000}])
    cast.act("deal", number=number)
    assert chips() == {1: 0, 2: 10000}


def test_hcf_4_1_the_deal_begins_left_of_the_button_and_ends_there(any_bank: Cast) -> None:
    """Seat 4 banks the second round: the next higher number, then round the corner, then the bank (HCF 1.2): 5, 2, 4."""
    any_bank.seat_players((2, 4, 5))
    offers = [{"seat": 2, "answer": "declined"}, {"seat": 4, "answer": "accepted", "bank": 0}]
    number = any_bank.act("open_round", offers=offers).body["round"]
    any_bank.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}, {"seat": 5, "ante": 1000}])
    assert any_bank.act("deal", number=number).body["deal_order"] == [5, 2, 4]


def test_ops_5_2_with_no_wager_there_is_nobody_to_deal_to(cast: Cast) -> None:
    """Taken back is as good as never placed."""
    number = betting(cast)
    refused(cast, "wrong_state", "deal", number=number)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2}])
    refused(cast, "wrong_state", "deal", number=number)


def test_ops_5_2_the_deal_closes_the_betting(cast: Cast) -> None:
    """It is done once; what was wagered is what "same again" will put back."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000, "flush": 500}])
    cast.act("deal", number=number)
    refused(cast, "wrong_state", "deal", number=number)
    refused(cast, "wrong_state", "enter_wagers", number=number, wagers=[{"seat": 4, "ante": 1000}])
    assert Seating.objects.get(seat=2).last_wagers == {"ante": 1000, "flush": 500}
    assert Seating.objects.get(seat=4).last_wagers is None
    assert the_round().dealt_at is not None
