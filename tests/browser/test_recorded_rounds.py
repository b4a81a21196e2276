"""A recorded round, dealt with one finger; all twenty are measured by bench.taps."""

import pytest

from tables.models import Round
from tests.browser.conftest import Tablet
from tests.browser.dealing import Dealer
from tests.browser.recording import RecordedRound, recording
from tests.cast import Cast

pytestmark = pytest.mark.browser

MOST = 8


def play(cast: Cast, round_: RecordedRound) -> None:
    """A round without exceptions through the acts, so that there are wagers to be placed again."""
    bank = [{"seat": round_.bank, "answer": "accepted", "bank": 100000}]
    number = cast.act("open_round", offers=bank).body["round"]
    if number > 1:
        cast.act("enter_wagers", number=number, same_again=True)
    rows = [
        {"seat": seat} | {spot: sum(chips) * 100 for spot, chips in spots.items()}
        for seat, spots in round_.wagers.items()
    ]
    cast.act("enter_wagers", number=number, wagers=rows)
    cast.act("deal", number=number)
    wagers = Round.objects.get(number=number).play["wagers"]
    decisions = [{"seat": int(seat), "decision": "raise", "raise": spots["ante"]} for seat, spots in wagers.items()]
    cast.act("enter_decisions", number=number, decisions=decisions)
    hands = [{"seat": seat, "cards": cards} for seat, cards in round_.hands.items()]
    cast.act("enter_hands", number=number, hands=hands)
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)


def test_taps_of_a_plain_round_beside_the_cards(touched: Tablet, cast: Cast) -> None:
    """The first plain round of the recording, after those in which everybody wagers for the first time."""
    first, second, plain, *_others = recording().rounds
    assert plain.is_plain
    cast.seat_players(recording().seats, chips=recording().chips)
    for round_ in (first, second):
        play(cast, round_)
    touched.open()
    touched.step("offer")
    dealt = Dealer(touched).deal(plain)
    assert dealt.cards == 7 * len(recording().seats)
    assert dealt.beside <= MOST
    assert Round.objects.get(number=3).state == "closed"
