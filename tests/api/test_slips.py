"""A mistyped bank, hands added and taken out, and late bets over HTTP (OPS 5.4, 5.8; interfaces, section 3)."""

from typing import Any

from tests.actions.felt import BANK_HAND, BETTER, WORSE, dealt, decide, refused, settled, show, the_round
from tests.actions.floor.test_corrections_of_hands import ADDED
from tests.api.http import Http
from tests.api.test_floor import signed
from tests.cast import HEADS_UP, Cast, make_cast


def test_ops_5_4_the_bank_of_a_round_has_an_address(cast: Cast, frank: Http, felt: Http) -> None:
    """From the tablet; after the deal with the floor's signature."""
    cast.seat_players((1, 2))
    number = cast.open_round(1, 10000)
    address = f"rounds/{number}/bank/"
    assert felt.at(address, {"bank": 20000})["bank"] == 20000
    assert felt.refused(address, {"bank": 100}) == "422 bad_amount"
    assert felt.refused(address, {}) == "422 bad_field"
    assert felt.refused(address, {"bank": 20000, "words": "x"}) == "422 bad_field"
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    assert felt.refused(address, {"bank": 50000}) == "403 needs_signature"
    assert felt.at(address, signed(bank=50000))["state"] == "dealt"
    shown = frank.get(f"tables/{cast.table.pk}/").body
    assert shown["round"]["bank_declared"] == 50000
    assert "change_bank" in shown["legal_acts"]
    assert [flag["code"] for flag in frank.get(f"tables/{cast.table.pk}/rounds/{number}/").body["flags"]] == [
        "bank_changed",
        "bank_changed",
    ]


def test_ops_5_4_hands_come_in_and_go_out_by_wagers(cast: Cast, felt: Http) -> None:
    """`found` for a seat that had none, and `removed`."""
    number = dealt(cast, seats=(1, 2, 4, 5))
    address = f"rounds/{number}/wagers/"
    body: dict[str, Any] = {"wagers": [{"seat": 5, "ante": 1000, "found": True}], "removed": [4]}
    assert felt.refused(address, body) == "403 needs_signature"
    answer = felt.at(address, signed(**body))
    assert answer["undecided"] == [5]
    assert sorted(the_round().play["wagers"]) == ["2", "5"]
    assert felt.refused(address, signed(removed=[2, 5])) == "422 bad_seat"
    assert felt.refused(address, signed(removed=[{}])) == "422 bad_seat"


def test_ops_1_4_a_late_bet_is_refused_without_a_signature(cast: Cast, felt: Http) -> None:
    """A flush was seen before the bet on it was."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4=1000)
    show(cast, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    late = {"wagers": [{"seat": 2, "ante": 1000, "flush": 45000, "found": True}]}
    assert felt.refused(f"rounds/{number}/wagers/", late) == "403 needs_signature"


def test_ops_5_8_bank_and_hands_are_corrected(cast: Cast, felt: Http) -> None:
    """In one call, signed."""
    number = settled(cast, seats=(1, 2, 4, 5))
    corrections = {**ADDED, "bank": 60000, "removed": [4]}
    answer = felt.at(f"rounds/{number}/corrections/", signed(corrections=corrections, reason="wrong_bank"))
    assert [seat["seat"] for seat in answer["settlement"]["seats"]] == [5, 2]
    assert answer["settlement"]["designated_player"]["bank_before"] == 60000


def test_ops_5_8_a_draw_game_says_what_can_be_corrected(db: None) -> None:
    """It has neither a bank nor wagers."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    number = cast.act("open_round").body["round"]
    cast.act("take_actions", number=number, actions=[{"seat": 1, "do": "drop"}])
    cast.act("settle_round", number=number)
    from_here: dict[str, Any] = {"number": number, "reason": "wrong_bank", "by": "frank", "signed_by": "petra"}
    for part, found in (("bank", 1000), ("removed", [1])):
        refusal = refused(cast, "bad_field", "correct_round", corrections={part: found}, **from_here)
        assert str(refusal) == f"A round of this game has no {part}; what can be corrected are actions, hands."
