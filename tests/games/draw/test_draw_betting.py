"""What holds in every hand of either game, however it is played (DRAW 0.3, 1.2 to 1.11, 2.2 to 2.9)."""

import itertools
from typing import Any

import pytest
from hypothesis import strategies as st

from tables.games.calculator import settle_document
from tables.games.cards import DECK, cards_text
from tables.games.draw.betting import Action, Hand, Player
from tables.games.draw.four_player import betting as four_player
from tables.games.draw.four_player.betting import FourPlayerHand
from tables.games.draw.hands import deck_mask
from tables.games.draw.heads_up import betting as heads_up
from tables.games.draw.heads_up.betting import HeadsUpHand, reach
from tables.games.draw.terms import FourPlayerTerms, HeadsUpTerms
from tables.games.money import MAX_AMOUNT
from tests.games.draw.playing import edges, for_all, refusal, row

pytestmark = pytest.mark.slow

CHIPS = st.sampled_from([1, 99, 100, 101, 250, 400, 700, 2_000, 5_000]) | st.integers(1, 3_000)
WORDS = sorted({*heads_up.ACTION_NUMBERS, *four_player.ACTION_NUMBERS})

HEADS_UP_TERMS = st.fixed_dictionaries(
    {
        "deck": st.sampled_from([52, 32]),
        "ante": st.integers(1, 300),
        "marker_count": st.integers(0, 3),
        "marker_value": st.integers(100, 900),
        "redeem_reserve": st.none() | st.integers(0, 1_000),
    }
).map(HeadsUpTerms.parse)
FOUR_PLAYER_TERMS = st.fixed_dictionaries(
    {
        "opening_min": st.integers(1, 300),
        "opening_max": st.integers(300, 3_000),
        "commission_bps": st.sampled_from([0, 10, 250, 10_000]),
    }
).map(FourPlayerTerms.parse)


@st.composite
def heads_up_hands(draw: st.DrawFn) -> HeadsUpHand:
    terms = draw(HEADS_UP_TERMS)
    players = []
    for seat in draw(st.permutations([2, 5])):
        player = Player(seat, draw(CHIPS), markers_out=draw(st.integers(0, terms.marker_count)))
        if reach(terms, player) < terms.ante:
            player = player._replace(chips=terms.ante)
        players.append(player)
    return heads_up.start(terms, draw(st.sampled_from([0, 0, 333])), players, draw(st.sampled_from([2, 5])))


@st.composite
def four_player_hands(draw: st.DrawFn) -> FourPlayerHand:
    seats = draw(st.lists(st.integers(1, 9), min_size=2, max_size=4, unique=True))
    players = [Player(seat, draw(CHIPS)) for seat in seats]
    return four_player.start(draw(FOUR_PLAYER_TERMS), players, draw(st.sampled_from(seats)))


def next_action(draw: st.DrawFn, hand: Hand) -> Action:
    """One of the options; dropping and running out of time are rarer, so that hands go on."""
    words = [option for option in hand.options() if option.do not in ("drop", "timeout")]
    option = draw(st.sampled_from([*words, *words, *hand.options()]))
    numbers = st.sampled_from(sorted(edges(option)))
    if option.least is not None and option.most is not None:
        numbers |= st.integers(option.least, option.most)
    return Action(hand.turn or 0, option.do, draw(numbers))


@st.composite
def played(draw: st.DrawFn, hands: st.SearchStrategy[Any]) -> list[tuple[Any, Action | None]]:
    """A hand from its start to its end, each moment with the action that follows; at most fifteen of them are drawn."""
    hand = draw(hands)
    moments: list[tuple[Any, Action | None]] = []
    while hand.turn is not None:
        words = [option.do for option in hand.options()]
        closing = next((word for word in ("call", "draw", "pay") if word in words), None)
        taken = next_action(draw, hand) if len(moments) < 15 or closing is None else Action(hand.turn, closing)
        moments.append((hand, taken))
        hand = hand.apply(taken)
    return [*moments, (hand, None)]


def verify_options(hand: Hand) -> None:
    """Each offered action applies, its neighbours outside are refused, and so is all that is not offered."""
    offered = {option.do: option for option in hand.options()}
    for do in WORDS:
        option = offered.get(do)
        if option is None:
            assert all(refusal(hand, Action(hand.turn or 0, do, number)) for number in (0, 1, 100, MAX_AMOUNT))
            continue
        for number in edges(option):
            assert refusal(hand, Action(hand.turn or 0, do, number)) is None
        if option.least is not None and option.most is not None:
            assert refusal(hand, Action(hand.turn or 0, do, option.least - 1)) == "bad_amount"
            over = refusal(hand, Action(hand.turn or 0, do, option.most + 1))
            assert over in ("bad_amount", "insufficient_funds")
    for player in hand.players:
        if player.seat != hand.turn:
            expected = "illegal_action" if hand.turn is None else "out_of_turn"
            assert refusal(hand, Action(player.seat, "drop")) == expected


@for_all(played(heads_up_hands()))
def test_draw_1_4_to_1_7_what_is_offered_is_all_that_is_allowed(moments):
    for hand, _taken in moments:
        verify_options(hand)


@for_all(played(four_player_hands()))
def test_draw_2_2_to_2_4_what_is_offered_is_all_that_is_allowed(moments):
    for hand, _taken in moments:
        verify_options(hand)


@for_all(played(heads_up_hands()))
def test_draw_1_7_and_1_8_chips_and_markers_are_kept_and_bets_can_be_matched(moments):
    start = moments[0][0]
    worth = sum(player.chips - player.markers_out * start.terms.marker_value for player in start.players) + start.pot
    for hand, taken in moments:
        terms = hand.terms
        assert all(player.chips >= 0 and 0 <= player.markers_out <= terms.marker_count for player in hand.players)
        assert sum(p.chips - p.markers_out * terms.marker_value for p in hand.players) + hand.pot == worth
        assert hand.pot == hand.carry + sum(player.paid for player in hand.players)
        if taken is not None and taken.do in ("bet", "raise"):
            after = hand.apply(taken)
            assert after.to_call == taken.number
            assert reach(terms, next(player for player in after.players if player.seat == after.turn)) >= after.to_call


@for_all(played(heads_up_hands()))
def test_draw_1_3_to_1_6_the_phases_come_in_order_and_the_first_begins_each(moments):
    phases = [hand.phase for hand, _taken in moments]
    order = ["betting_1", "exchange", "betting_2", "showdown"]
    assert sorted(phases, key=order.index) == phases
    first = moments[0][0].players[0].seat
    for phase in ("betting_1", "betting_2"):
        began = [hand.turn for hand, _taken in moments if hand.phase == phase]
        assert not began or began[0] == first
    exchanging = [hand for hand, _taken in moments if hand.phase == "exchange"]
    drew = [taken.seat for _hand, taken in moments if taken is not None and taken.do == "draw"]
    assert [hand.turn for hand in exchanging[:1]] == drew


@for_all(played(four_player_hands()))
def test_draw_2_4_it_ends_when_all_who_remain_have_matched_or_have_no_chips(moments):
    end = moments[-1][0]
    chips = sum(player.chips for player in moments[0][0].players)
    for hand, _taken in moments:
        assert all(player.chips >= 0 for player in hand.players)
        assert sum(player.chips for player in hand.players) + hand.pot == chips
    if len(end.remaining) > 1:
        assert all(player.paid == end.stake or not player.chips for player in end.remaining)
        assert all(player.exchanged is not None for player in end.remaining)
        betting = [(hand, taken) for hand, taken in moments if hand.phase == "betting"]
        if betting:
            with_chips = {player.seat for player in betting[0][0].remaining if player.chips}
            assert with_chips == {taken.seat for _hand, taken in betting}


@for_all(played(four_player_hands()))
def test_draw_2_1_and_2_4_turns_go_clockwise_and_come_again_only_after_a_raise(moments):
    seats = [player.seat for player in moments[0][0].players]
    for (hand, taken), (after, _next) in itertools.pairwise(moments):
        if after.turn is None or taken is None:
            continue
        if after.phase != hand.phase:
            can_act = [player.seat for player in after.remaining if player.chips or after.phase == "exchange"]
            assert after.turn == can_act[0]
            continue
        gap = (seats.index(after.turn) - seats.index(taken.seat)) % len(seats)
        between = [seats[(seats.index(taken.seat) + step) % len(seats)] for step in range(1, gap)]
        idle = [player for player in after.players if player.seat in between]
        assert all(player.dropped or not player.chips for player in idle)
        if taken.do != "raise":
            assert set(after.pending) < set(hand.pending)


def document_of(moments: list[tuple[Any, Action | None]], deck: list[int]) -> dict[str, Any]:
    """The hand as an input of `settle`, with the cards of a deck dealt to all."""
    start = moments[0][0]
    terms = start.terms
    is_heads_up = isinstance(start, HeadsUpHand)
    ante = terms.ante if is_heads_up else 0
    seats = [
        {"seat": player.seat, "stack": player.chips + ante}
        | ({"markers_out": player.markers_out} if is_heads_up else {})
        for player in start.players
    ]
    hands = {
        str(player.seat): cards_text(deck[5 * place : 5 * place + 5]) for place, player in enumerate(start.players)
    }
    place = (
        {"first": start.players[0].seat, "carry": start.carry} if is_heads_up else {"button": start.players[-1].seat}
    )
    return {
        "game": "heads_up_draw" if is_heads_up else "four_player_draw",
        "rules": terms.document(),
        **place,
        "seats": seats,
        "actions": [row(taken) for _hand, taken in moments if taken is not None],
        "hands": hands,
    }


@st.composite
def decks(draw: st.DrawFn, ranks: int = 0) -> list[int]:
    """The deck shuffled; half of the time by rank, so that pairs and equal hands are no rarity."""
    deck = [card for card in draw(st.permutations(DECK)) if card % 13 >= ranks]
    if draw(st.booleans()):
        deck.sort(key=lambda card: (card % 13) // 2)
    return deck


@for_all(played(heads_up_hands()), decks(ranks=5))
def test_draw_1_8_to_1_11_settling_keeps_every_chip(moments, deck):
    start = moments[0][0]
    # A player who was issued a marker for the ante came with it already, which is the same.
    document = document_of(moments, deck)
    assert all(deck_mask(32) >> card & 1 for card in deck)
    answer = settle_document(document)
    assert sum(seat["net"] for seat in answer["seats"]) == start.carry - answer["carry"]
    for before, after in zip(sorted(document["seats"], key=lambda seat: seat["seat"]), answer["seats"], strict=True):
        redeemed = before["markers_out"] - after["markers_out"]
        assert after["net"] == after["stack"] - before["stack"] + redeemed * start.terms.marker_value
        assert after["stack"] >= 0
        if after["seat"] in answer["winners"] and after["markers_out"]:
            assert after["stack"] < start.terms.marker_value + start.terms.reserve
    assert (answer["result"] == "tie") == (not answer["winners"])
    assert answer["pot"] == moments[-1][0].pot


@for_all(played(four_player_hands()), decks())
def test_draw_2_5_to_2_9_settling_keeps_every_chip(moments, deck):
    document = document_of(moments, deck)
    answer = settle_document(document)
    stacks = {seat["seat"]: seat["stack"] for seat in document["seats"]}
    assert sum(seat["net"] for seat in answer["seats"]) + answer["rake"] == 0
    assert all(seat["stack"] == stacks[seat["seat"]] + seat["net"] >= 0 for seat in answer["seats"])
    assert sum(seat["commission"] for seat in answer["seats"]) == answer["rake"]
    assert bool(answer["pot"]) == bool(answer["winners"])
    assert {seat["seat"] for seat in answer["seats"] if seat["commission"]} <= set(answer["winners"])
    assert not {player.seat for player in moments[-1][0].players if player.dropped} & set(answer["winners"])
