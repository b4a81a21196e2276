"""The rows of the settlement on the tablet: the one thing to do for each hand, and why a hand is dead (OPS 5.7)."""

from typing import Any

import pytest

from tables.games.calculator import settle_document
from tables.games.high_card_flush.terms import Terms
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.hcf.panels import Payment, payments

FIGURES = MoneyFormat.of(2)
KING_HIGH, RUN_OF_FOUR, TEN_HIGH = "KsJs3sAc8cTh4d", "9h8h7h6h2cAdQd", "Td8d5dAsQh2h4c"
OWN = {"straight_flush": "own_hand", "flush": "own_hand"}
FOLD = {"seat": 1, "ante": 100000, "straight_flush": 1000, "decision": "fold", "cards": RUN_OF_FOUR}
RAISE = {"seat": 1, "ante": 1000, "decision": "raise", "raise": 1000}


def row(seat: dict[str, Any], bank: int, rake: int = 0, **rules: Any) -> Payment:
    """The row of a round of one player, who paid so much rake at the deal."""
    terms = Terms.parse({"rake": {"mode": "players_only", "amount": rake}, **rules}).document()
    designated = {"seat": 4, "bank": bank, "cards": KING_HIGH}
    document = {"game": "high_card_flush", "rules": terms, "designated_player": designated, "seats": [seat]}
    play = {"wagers": {"1": {"ante": seat["ante"]}}, "rake": {"1": rake}}
    round_ = {"settlement": settle_document(document), "play": play, "rules": {"terms": terms}}
    [found] = payments({"round": round_}, FIGURES)  # type: ignore[typeddict-item]
    return found


def test_hcf_6_5_a_fold_whose_bonus_wins_is_paid_and_ticked_off() -> None:
    found = row(FOLD, 10**6, bonuses=OWN, bonuses_on_fold="live")
    assert (found.verb, found.amount, found.has_to_be_ticked) == ("Pay", "600", True)


def test_hcf_3_3_what_a_fold_lost_is_taken_already() -> None:
    found = row(FOLD, 10**6)
    assert (found.verb, found.amount, found.has_to_be_ticked) == ("Taken", "1,010", False)


def test_hcf_8_2_a_fold_that_the_bank_could_not_have_paid_goes_back_with_its_rake() -> None:
    found = row(FOLD, 100_999, rake=100)
    assert (found.verb, found.amount, found.rake_back, found.outcome) == ("Return", "1,010", "1", "dead")
    assert found.dead_words == "The bank declared less than the 1,010 staked"


def test_hcf_6_5_an_ante_that_goes_back_beside_a_bonus_that_is_lost() -> None:
    found = row({**FOLD, "cards": TEN_HIGH}, 50_000, rake=100, bonuses_on_fold="live")
    assert (found.verb, found.amount, found.rake_back, found.dead_words) == ("Take", "10", "1", "")


@pytest.mark.parametrize(
    ("bank", "rules", "words"),
    [
        (1999, {}, "Bank cannot cover the 20 staked"),
        (1999, {"cover": {"symmetric": False}}, "Bank cannot cover the win"),
        (1999, {"rulings": 1}, "Bank cannot cover the win"),
        (0, {"cover": {"policy": "to_extent"}}, "The bank is empty"),
    ],
)
def test_hcf_8_a_dead_hand_says_what_the_bank_could_not_cover(bank: int, rules: dict[str, Any], words: str) -> None:
    found = row({**RAISE, "cards": RUN_OF_FOUR}, bank, **rules)
    assert (found.verb, found.amount, found.dead_words) == ("Return", "20", words)


def test_hcf_8_7_a_bet_says_what_the_bank_did_not_reach() -> None:
    found = row({**RAISE, "cards": RUN_OF_FOUR}, 1500, cover={"policy": "to_extent"})
    assert (found.verb, found.amount, found.bank) == ("Pay", "15", "0")
    assert [(bet.key, bet.amount, bet.short) for bet in found.bets if bet] == [("ante", "10", ""), ("raise", "5", "5")]


def test_hcf_6_6_what_is_not_offered_has_no_column() -> None:
    found = row({**RAISE, "cards": RUN_OF_FOUR}, 10**6, bonuses={"straight_flush": "none"})
    assert len(found.bets) == len(("ante", "raise", "flush"))
