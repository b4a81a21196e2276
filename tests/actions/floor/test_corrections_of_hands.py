"""A settled round whose bank was mistyped, or that has a hand too many or too few, put right (OPS 5.8, 2.4; HCF 8)."""

from typing import Any

import pytest

from tables.models import Owed, Settlement
from tests.actions.felt import BANK_HAND, BETTER, WORSE, chips, dealt, decide, refused, settled, show, the_round
from tests.actions.floor.test_corrections import correct, in_order, moved_by_it
from tests.cast import Cast
from tests.state import table_state

OTHER_HAND = "QhJhThQdQc2d2s"
ADDED: dict[str, Any] = {
    "wagers": [{"seat": 5, "ante": 1000, "flush": 500}],
    "decisions": [{"seat": 5, "decision": "raise", "raise": 1000}],
    "hands": [{"seat": 5, "cards": "4d3d2d8c9cTs8h"}],
}
SEATS = {"seats": (1, 2, 4, 5)}


def typed_wrong(cast: Cast, bank: int = 10000) -> int:
    """A round settled against a bank that was typed too low: the straight flush of seat 2 is dead."""
    number = dealt(cast, {"seat": 2, "ante": 1000, "straight_flush": 500}, {"seat": 4, "ante": 1000}, bank=bank)
    decide(cast, number, seat2=1000, seat4=1000)
    show(cast, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    cast.act("settle_round", number=number)
    return number


def outcomes(cast: Cast) -> dict[int, str]:
    """What became of each hand, by the newest settlement."""
    output = Settlement.objects.latest("version").output
    return {seat["seat"]: seat["outcome"] for seat in output["seats"]}


def test_ops_5_8_a_mistyped_bank_is_put_right_while_the_chips_still_lie(cast: Cast) -> None:
    """What lies in the bank is what was declared, and the dead hand is paid; the designated player has it back at the close."""
    number = typed_wrong(cast)
    assert outcomes(cast) == {4: "settled", 2: "dead"}
    body = correct(cast, number, {"bank": 80000}, reason="wrong_bank")
    assert outcomes(cast) == {4: "settled", 2: "settled"}
    assert body["settlement"]["designated_player"]["bank_before"] == 80000
    # Ante, Raise and 60 to 1; the rake of a hand that is not dead any more.
    assert moved_by_it(cast) == {("seat", 1): -70000, ("seat", 2): 31900, ("bank", None): 38000, ("rake", None): 100}
    assert (the_round().bank, the_round().bank_declared) == (80000 + 2000 - 32000, 10000)
    assert in_order(cast)
    cast.act("close_round", number=number)
    assert chips() == {1: 100000 - 100 + 2000 - 32000, 2: 100000 - 100 + 32000, 4: 97900}
    assert in_order(cast)


def test_ops_5_8_a_mistyped_bank_is_put_right_after_the_round(cast: Cast) -> None:
    """The bank's part is the designated player's; corrected back, everything lies where it did."""
    number = typed_wrong(cast)
    cast.act("close_round", number=number)
    before = chips()
    correct(cast, number, {"bank": 80000}, reason="wrong_bank")
    assert chips() == {1: before[1] - 32000, 2: before[2] + 31900, 4: before[4]}
    assert in_order(cast)
    correct(cast, number, {"bank": 10000}, reason="wrong_bank")
    assert (chips(), in_order(cast)) == (before, True)
    assert [settlement.version for settlement in Settlement.objects.order_by("version")] == [1, 2, 3]


def test_ops_5_8_what_the_designated_player_is_short_of_is_owed(cast: Cast) -> None:
    """They left with their chips."""
    number = typed_wrong(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=1)
    correct(cast, number, {"bank": 80000}, reason="wrong_bank")
    assert [owed.amount for owed in Owed.objects.all()] == [-32000]
    assert in_order(cast)


@pytest.mark.parametrize("is_closed", [False, True])
def test_ops_5_8_a_hand_forgotten_is_added_and_taken_out_again(cast: Cast, is_closed: bool) -> None:
    """It is settled like all others, and its rake collected; the felt shows it."""
    number = settled(cast, **SEATS)
    if is_closed:
        cast.act("close_round", number=number)
    before = chips()
    correct(cast, number, ADDED, reason="wrong_seat")
    assert outcomes(cast) == {5: "settled", 4: "settled", 2: "settled"}
    # Three cards of a suit lose to three spades, ace high; the Flush bonus is lost too.
    assert chips()[5] == before[5] - 2500 - 100
    assert in_order(cast)
    if not is_closed:
        shown = table_state(cast.table.pk)["round"]["settlement"]["seats"]
        assert [seat["seat"] for seat in shown] == [5, 4, 2]
    correct(cast, number, {"removed": [5]}, reason="wrong_seat")
    assert (chips(), in_order(cast)) == (before, True)
    assert "5" not in {str(seat["seat"]) for seat in Settlement.objects.latest("version").input["seats"]}


def test_ops_5_8_a_hand_that_was_not_dealt_is_taken_out(cast: Cast) -> None:
    """Its stakes, what it lost, and its rake."""
    number = settled(cast)
    cast.act("close_round", number=number)
    correct(cast, number, {"removed": [4]}, reason="wrong_seat")
    assert chips() == {1: 100000 - 100 - 2000, 2: 101900, 4: 100000}
    assert in_order(cast)


def test_ops_5_8_the_wrong_seat_and_the_bank_in_one_correction(cast: Cast) -> None:
    """All of it holds, or none."""
    number = settled(cast, **SEATS)
    correct(cast, number, {**ADDED, "removed": [4], "bank": 60000}, reason="wrong_seat")
    newest = Settlement.objects.latest("version")
    assert [seat["seat"] for seat in newest.input["seats"]] == [2, 5]
    assert newest.input["designated_player"]["bank"] == 60000
    cast.act("close_round", number=number)
    assert (in_order(cast), chips()[4]) == (True, 100000)


def test_ops_5_8_a_player_who_left_since_is_owed_for_a_hand_that_is_added(cast: Cast) -> None:
    """They sat there when the round was settled."""
    number = settled(cast, **SEATS)
    cast.act("close_round", number=number)
    cast.act("leave", seat=5)
    correct(cast, number, ADDED, reason="wrong_seat")
    assert [owed.amount for owed in Owed.objects.all()] == [-2600]
    assert in_order(cast)


@pytest.mark.parametrize(
    ("corrections", "code"),
    [
        ({**ADDED, "wagers": [{"seat": 3, "ante": 1000}]}, "bad_seat"),
        (
            {
                "wagers": [{"seat": 3, "ante": 1000}],
                "decisions": [{"seat": 3, "decision": "fold"}],
            },
            "bad_seat",
        ),
        ({"wagers": ADDED["wagers"]}, "bad_seat"),
        ({"wagers": ADDED["wagers"], "decisions": ADDED["decisions"]}, "missing_cards"),
        ({"decisions": ADDED["decisions"]}, "bad_seat"),
        ({"removed": [5]}, "bad_seat"),
        ({"removed": [2, 4]}, "bad_seat"),
        ({"removed": [1]}, "bad_seat"),
        ({"removed": [4], "wagers": [{"seat": 4, "ante": 1000}]}, "bad_seat"),
        ({"removed": [4], "hands": [{"seat": 4, "cards": OTHER_HAND}]}, "bad_seat"),
        ({"removed": "4"}, "bad_field"),
        ({"removed": []}, "bad_field"),
        ({"bank": -1}, "bad_amount"),
        ({"bank": "50000"}, "bad_amount"),
        ({"bank": None}, "bad_amount"),
        ({"bank": 50000}, "bad_field"),
        ({"seen": True}, "bad_field"),
    ],
    ids=str,
)
def test_ops_5_8_what_cannot_have_been_is_refused(cast: Cast, corrections: dict[str, Any], code: str) -> None:
    """An empty seat, a hand without its cards, nobody left, the bank that it is."""
    number = settled(cast, **SEATS)
    sent: dict[str, Any] = {
        "number": number,
        "corrections": corrections,
        "reason": "wrong_seat",
        "by": "frank",
        "signed_by": "petra",
    }
    refused(cast, code, "correct_round", **sent)
