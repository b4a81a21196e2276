"""How a match ends: lost, given up, left; and what chips bought, recounts and corrections do to it (DRAW 1.12, 1.13)."""

import pytest

from tables.models import Match, Round, Seating
from tests.actions.felt import last_entry, refused
from tests.actions.rounds.test_draw_matches import played
from tests.actions.rounds.test_draw_rounds import acting, chips, in_order, tie
from tests.cast import HEADS_UP, Cast, make_cast


@pytest.fixture
def two(db: None) -> Cast:
    """Two players with equal stacks at a heads-up table."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    return cast


def won_by(match: Match) -> int:
    """The seat of the winner."""
    return Seating.objects.get(pk=match.winner_id or 0).seat


def lost(cast: Cast) -> None:
    """A match that the second loses in its first hand, markers and all."""
    number = cast.act("open_round").body["round"]
    acting(cast, number, (1, "bet", 13500), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    hands = [{"seat": 1, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]
    cast.act("enter_hands", number=number, hands=hands)
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)


def test_draw_1_13_chips_bought_after_a_lost_match_begin_another(two: Cast) -> None:
    """With equal stacks asked for again, and never the old one."""
    lost(two)
    two.act("buy_in", seat=2, amount=5000)
    error = refused(two, "wrong_state", "open_round")
    assert str(error) == "A match starts with equal stacks: seat 1 has 24000, seat 2 5000."
    two.act("buy_in", seat=2, amount=19000)
    assert played(two) == 1
    assert list(Match.objects.order_by("number").values_list("number", "how", "hands")) == [(1, "lost", 1), (2, "", 1)]
    assert in_order(two)


def test_draw_1_13_a_recount_that_leaves_no_ante_is_put_right_or_the_next_buy_in_ends_the_match(two: Cast) -> None:
    """A mistyped count alone ends nothing."""
    played(two)
    Seating.objects.filter(seat=1).update(markers_out=3)
    two.act("recount", seat=1, chips=400, reason="miscount")
    assert Match.objects.get().ended_at is None
    two.act("buy_in", seat=1, amount=1000)
    assert last_entry(two).payload["match_ended"]["winner"] == 2
    assert Match.objects.get().how == "lost"


def test_draw_1_13_a_match_is_given_up_with_the_pot_that_is_carried(two: Cast) -> None:
    """The other wins both; it is an entry, and the books are in order."""
    tie(two)
    answer = two.act("give_up_match", match=1, seat=1).body
    assert answer == {"match": 1, "winner": 2, "pot": 1000}
    assert (chips(two), two.fresh_table.carry, two.fresh_table.button) == ({1: 9500, 2: 10500}, 0, None)
    match = Match.objects.get()
    assert (match.how, won_by(match), match.hands) == ("given_up", 2, 1)
    assert [player["net"] for player in match.players] == [-500, 500]
    assert last_entry(two).payload["match_ended"]["nets"] == {"1": -500, "2": 500}
    refused(two, "wrong_state", "give_up_match", match=1, seat=2)
    assert in_order(two)


def test_draw_1_13_a_match_is_given_up_between_rounds_by_one_who_plays_it(two: Cast) -> None:
    """Inside a hand a player drops; nobody gives up what they do not play."""
    two.act("sit", seat=3, buy_in=5000)
    two.act("sit_out", seat=3)
    refused(two, "not_found", "give_up_match", match=1, seat=1)
    number = two.act("open_round").body["round"]
    error = refused(two, "wrong_state", "give_up_match", match=1, seat=1)
    assert str(error) == "Round 1 is open: the hand is played to its end, or dropped; then a match is given up."
    acting(two, number, (1, "drop"))
    two.act("settle_round", number=number)
    two.act("close_round", number=number)
    refused(two, "wrong_state", "give_up_match", match=1, seat=3)
    refused(two, "bad_field", "give_up_match", match="1", seat=1)
    refused(two, "not_found", "give_up_match", match=2, seat=1)
    two.act("give_up_match", match=1, seat=2)
    assert won_by(Match.objects.get()) == 1


def all_in_tie(cast: Cast) -> None:
    """Both have put in all they have, markers too, and show the same."""
    number = cast.act("open_round").body["round"]
    acting(cast, number, (1, "bet", 13500), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    hands = [{"seat": 1, "cards": "AsJs9s6s3s"}, {"seat": 2, "cards": "AhTh8h6h2h"}]
    cast.act("enter_hands", number=number, hands=hands)
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)


def test_draw_1_12_an_all_in_tie_is_dealt_for_and_its_winner_wins_the_match(two: Cast) -> None:
    """Nobody can ante, and nothing can be bet: the hand goes stay, draw, exchange, call."""
    all_in_tie(two)
    assert (chips(two), two.fresh_table.carry, Match.objects.get().ended_at) == ({1: 0, 2: 0}, 28000, None)
    number = two.act("open_round").body["round"]
    first = Round.objects.get(number=number).play["first"]
    refused(two, "illegal_action", "take_actions", number=number, actions=[{"seat": first, "do": "bet", "amount": 100}])
    acting(two, number, (2, "stay"), (1, "draw"), (1, "exchange", 0), (2, "exchange", 0), (2, "call"))
    hands = [{"seat": 1, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]
    two.act("enter_hands", number=number, hands=hands)
    two.act("settle_round", number=number)
    two.act("close_round", number=number)
    match = Match.objects.get()
    assert (match.how, won_by(match), match.hands) == ("lost", 1, 2)
    assert [player["net"] for player in match.players] == [14000, -14000]
    assert in_order(two)


def test_draw_1_13_a_correction_tells_the_match_that_is_on_and_leaves_one_that_is_over(two: Cast) -> None:
    """What was won so far follows the newest settlement (OPS 5.8)."""
    tie(two)
    corrected = {"hands": [{"seat": 2, "cards": "QhJs8c5s3c"}]}
    two.act("correct_round", by="frank", signed_by="petra", number=1, corrections=corrected, reason="misread_hand")
    nets = [player["net"] for player in Match.objects.get().players]
    assert sum(nets) == -two.fresh_table.carry == 0
    assert sorted(nets) == [-500, 500]
    two.act("leave", seat=1)
    corrected = {"hands": [{"seat": 2, "cards": "AdKs9h7c2s"}]}
    before = Match.objects.values().get()
    two.act("correct_round", by="frank", signed_by="petra", number=1, corrections=corrected, reason="ruling")
    assert Match.objects.values().get() == before


def test_draw_1_13_a_pot_that_went_with_a_match_given_up_is_taken_back_from_its_winner_by_a_correction(
    two: Cast,
) -> None:
    """It was not shared, so that halves would be wrong (OPS 5.8)."""
    tie(two)
    two.act("give_up_match", match=1, seat=1)
    hands = {row["seat"]: row["hand"] for row in Round.objects.get().settlements.get().output["seats"]}
    assert set(hands) == {1, 2}
    corrected = {"hands": [{"seat": 2, "cards": "QhJs8c5s3c"}]}
    two.act("correct_round", by="frank", signed_by="petra", number=1, corrections=corrected, reason="misread_hand")
    assert chips(two) == {1: 10500, 2: 9500}
    assert in_order(two)
