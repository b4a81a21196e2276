"""Correcting settled hands of the draw games: pots, markers, and a pot that a tie had carried (OPS 5.8; DRAW 1.8, 1.10)."""

from typing import Any

import pytest

from tables.models import Leg, Owed, Round, Seating
from tables.queries.audit.rebuild.compare import unlike_the_log
from tables.queries.audit.settlement_check import replayed_settlements
from tests.actions.felt import last_entry, refused
from tests.actions.rounds.test_draw_rounds import acting, chips, in_order, tie
from tests.cast import FOUR_PLAYER, HEADS_UP, Cast, make_cast

# Seat 1 had a pair of aces after all.
NO_TIE = {"hands": [{"seat": 1, "cards": "AsAc9c7h2d"}]}
TIE = {"hands": [{"seat": 1, "cards": "AsKd9c7h2d"}]}
ACES, KINGS = "AsAdKc7h2d", "KsKdQc7s2c"


@pytest.fixture
def two(db: None) -> Cast:
    """Two players with equal stacks at a heads-up table."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    return cast


@pytest.fixture
def four(db: None) -> Cast:
    """Four players at one table."""
    cast = make_cast(FOUR_PLAYER)
    cast.seat_players((1, 2, 3, 4), chips=10000)
    return cast


def correct(cast: Cast, number: int, corrections: dict[str, Any], reason: str = "misread_hand") -> dict[str, Any]:
    """Correct a hand with Petra's signature."""
    sent = {"number": number, "corrections": corrections, "reason": reason}
    body: dict[str, Any] = cast.act("correct_round", by="frank", signed_by="petra", **sent).body
    assert in_order(cast)
    assert list(unlike_the_log(cast.fresh_table)) == []
    assert not any(row.problem for row in replayed_settlements(cast.fresh_table))
    return body


def moved_by_it(cast: Cast) -> dict[tuple[str, int | None], int]:
    """What the newest act moved, by account and seat."""
    legs = Leg.objects.filter(posting__sequence=last_entry(cast).sequence).select_related("seating")
    return {(leg.account, leg.seating.seat if leg.seating else None): leg.amount for leg in legs}


def dropped(cast: Cast) -> int:
    """A hand whose first player drops at once; gives its number."""
    number: int = cast.act("open_round").body["round"]
    acting(cast, number, (Round.objects.get(number=number).play["first"], "drop"))
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    return number


def all_in(cast: Cast, bet: int = 11500) -> int:
    """A hand for more than both have, with a marker each or with all they can have, that seat 1 wins; it is settled."""
    number: int = cast.act("open_round").body["round"]
    acting(cast, number, (1, "bet", bet), (2, "draw"), (2, "exchange", 1), (1, "exchange", 1), (1, "call"))
    hands = [{"seat": 1, "cards": ACES}, {"seat": 2, "cards": KINGS}]
    cast.act("enter_hands", number=number, hands=hands)
    cast.act("settle_round", number=number)
    return number


def markers() -> dict[int, int]:
    """Markers outstanding of who sits there."""
    return dict(Seating.objects.filter(left_at=None).values_list("seat", "markers_out"))


def test_draw_1_10_a_pot_that_was_no_tie_is_taken_from_where_it_lies(two: Cast) -> None:
    """It has not been played for yet; the next deal carries nothing."""
    number = tie(two)
    correct(two, number, NO_TIE)
    assert moved_by_it(two) == {("pot", None): -1000, ("seat", 1): 1000}
    assert (two.fresh_table.carry, chips(two)) == (0, {1: 10500, 2: 9500})
    correct(two, number, TIE)
    assert (two.fresh_table.carry, chips(two)) == (1000, {1: 9500, 2: 9500})
    two.act("open_round")
    assert Round.objects.latest("number").pot == 2000


def test_draw_1_10_a_settled_tie_closes_with_what_its_correction_left(two: Cast) -> None:
    """The pot of the round is what it carries."""
    number = two.act("open_round").body["round"]
    acting(two, number, (1, "stay"), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    hands = [{"seat": 1, "cards": "AsAc9c7h2d"}, {"seat": 2, "cards": "AdKs9h7c2s"}]
    two.act("enter_hands", number=number, hands=hands)
    two.act("settle_round", number=number)
    correct(two, number, TIE)
    assert (Round.objects.get().pot, chips(two)) == (1000, {1: 9500, 2: 9500})
    two.act("close_round", number=number)
    assert (Round.objects.get().pot, two.fresh_table.carry) == (0, 1000)
    assert in_order(two)


def test_draw_1_10_a_void_deal_gives_the_pot_back_and_it_still_lies(two: Cast) -> None:
    """Nobody has played for it."""
    number = tie(two)
    two.act("open_round")
    two.act("void_round", number=number + 1, reason="red_light")
    correct(two, number, NO_TIE)
    assert (two.fresh_table.carry, chips(two)) == (0, {1: 10500, 2: 9500})


def test_draw_1_10_a_pot_that_was_played_on_is_shared_between_the_two(two: Cast) -> None:
    """The player who won it since keeps it: the hand comes out as if its pot had been shared when it tied (OPS 7.2)."""
    number = tie(two)
    dropped(two)
    before = chips(two)
    correct(two, number, NO_TIE)
    assert chips(two) == {1: before[1] + 500, 2: before[2] - 500}
    assert two.fresh_table.carry == 0
    two.act("leave", seat=2)
    correct(two, number, TIE)
    assert Owed.objects.get().amount == 500
    assert chips(two) == {1: before[1]}


def test_draw_1_10_while_it_is_played_for_the_two_owe_it(two: Cast) -> None:
    """The pot on the layout stays, and so do the stacks that were dealt to."""
    number = tie(two)
    two.act("open_round")
    before, pot = chips(two), Round.objects.latest("number").pot
    correct(two, number, NO_TIE)
    assert (chips(two), Round.objects.latest("number").pot) == (before, pot)
    assert {row.seating.seat: row.amount for row in Owed.objects.all()} == {1: 500, 2: -500}
    assert moved_by_it(two) == {("owed", 1): 500, ("owed", 2): -500}


def test_draw_1_13_a_lost_match_turns_out_to_have_been_a_tie(two: Cast) -> None:
    """The match is over, so nobody plays for the pot: both have their half of it, and the log and the journal say the same."""
    number = all_in(two, bet=13500)
    two.act("close_round", number=number)
    assert "match_ended" in last_entry(two).payload
    correct(two, number, {"hands": [{"seat": 1, "cards": "AsKd9c7h2d"}, {"seat": 2, "cards": "AdKs9h7c2s"}]})
    assert two.fresh_table.carry == 0
    correct(two, number, {"hands": [{"seat": 1, "cards": KINGS}, {"seat": 2, "cards": ACES}]})


def test_draw_1_8_markers_are_issued_and_redeemed_by_a_correction(two: Cast) -> None:
    """The other one has won: their marker is redeemed, and the one who had redeemed theirs has it out again."""
    number = all_in(two)
    assert (chips(two), markers()) == ({1: 22000, 2: 0}, {1: 0, 2: 1})
    correct(two, number, {"hands": [{"seat": 1, "cards": "AsQdKc7h2d"}]})
    assert (chips(two), markers()) == ({1: 0, 2: 22000}, {1: 1, 2: 0})
    assert moved_by_it(two) == {("seat", 1): -22000, ("seat", 2): 22000, ("markers", 1): -2000, ("markers", 2): 2000}
    two.act("close_round", number=number)
    assert in_order(two)


def test_draw_1_8_a_correction_issues_markers_up_to_the_agreed_line(db: None) -> None:
    """The one marker that is agreed on is a marker still, and not chips."""
    two = make_cast({**HEADS_UP, "terms": {**HEADS_UP["terms"], "marker_count": 1}})
    two.seat_players((1, 2), chips=10000)
    number = all_in(two)
    correct(two, number, {"hands": [{"seat": 1, "cards": "AsQdKc7h2d"}]})
    assert (chips(two), markers()) == ({1: 0, 2: 22000}, {1: 1, 2: 0})
    assert moved_by_it(two) == {("seat", 1): -22000, ("seat", 2): 22000, ("markers", 1): -2000, ("markers", 2): 2000}


def test_draw_1_8_markers_of_a_player_who_left_are_chips_between_them_and_the_house(two: Cast) -> None:
    """The player left owing one; by the correction they had won and owe none, and are owed all they would have taken away."""
    number = all_in(two)
    two.act("close_round", number=number)
    two.act("leave", seat=2)
    assert [row.amount for row in Owed.objects.all()] == [-2000]
    correct(two, number, {"hands": [{"seat": 1, "cards": "AsQdKc7h2d"}]})
    assert (chips(two), markers()) == ({1: 0}, {1: 1})
    # 22000 they had won, and the marker that stands as owed already.
    assert sum(row.amount for row in Owed.objects.all()) == 22000
    assert moved_by_it(two) == {("seat", 1): -22000, ("markers", 1): -2000, ("owed", 2): 24000}


def test_draw_2_8_other_actions_make_other_pots_and_another_commission(four: Cast) -> None:
    """The whole list is entered anew; a hand shown by who dropped after all counts for nothing."""
    number = four.act("open_round").body["round"]
    order = [2, 3, 4, 1]
    acting(four, number, (2, "open", 1000), *((seat, "pay") for seat in order[1:]))
    acting(four, number, *((seat, "exchange", 0) for seat in order), *((seat, "call") for seat in order))
    hands = {1: "AsAdKc7h2d", 2: "QsQdJc8s3c", 3: "KsKdKh7s2c", 4: "JsJdTc8c3h"}
    four.act("enter_hands", number=number, hands=[{"seat": seat, "cards": cards} for seat, cards in hands.items()])
    four.act("settle_round", number=number)
    four.act("close_round", number=number)
    assert chips(four) == {1: 9000, 2: 9000, 3: 12960, 4: 9000}
    actions = Round.objects.get().play["actions"]
    dropped_after_all = [*actions[:-3], {"seat": 3, "do": "drop"}, *actions[-2:]]
    correct(four, number, {"actions": dropped_after_all}, "wrong_action")
    assert chips(four) == {1: 12960, 2: 9000, 3: 9000, 4: 9000}
    assert moved_by_it(four) == {("seat", 1): 3960, ("seat", 3): -3960}
    raised = [{"seat": 2, "do": "raise", "amount": 500}, *({"seat": seat, "do": "call"} for seat in (3, 4, 1))]
    correct(four, number, {"actions": [*actions[:-4], *raised]}, "wrong_action")
    assert chips(four) == {1: 8500, 2: 8500, 3: 14440, 4: 8500}
    assert sum(leg.amount for leg in Leg.objects.filter(account="rake")) == 60
    assert four.fresh_table.button == 1


@pytest.mark.parametrize(
    ("corrections", "code"),
    [
        ({"wagers": [{"seat": 1, "ante": 500}]}, "bad_field"),
        ({"actions": []}, "illegal_action"),
        ({"actions": "bet"}, "bad_field"),
        ({"actions": [{"seat": 1, "do": "bet", "amount": 10**6}]}, "insufficient_funds"),
        ({"hands": [{"seat": 1, "cards": "AdKs9h7c2s"}]}, "duplicate_card"),
        ({"hands": [{"seat": 3, "cards": "AsAc9c7h2d"}]}, "bad_seat"),
        ({"hands": [{"seat": 1, "cards": None}]}, "missing_cards"),
        (TIE, "bad_field"),
    ],
)
def test_ops_5_8_a_wrong_correction_of_a_hand_changes_nothing(
    two: Cast, corrections: dict[str, Any], code: str
) -> None:
    """Checked like the calculator checks an input."""
    number = tie(two)
    sent = {"number": number, "corrections": corrections, "reason": "misread_hand"}
    refused(two, code, "correct_round", by="frank", signed_by="petra", **sent)
