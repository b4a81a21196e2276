"""What holds in every round, with any cards, wagers and terms (HCF 8.6 and its neighbours)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.games.calculator import settle_document
from tables.games.cards import DECK, cards_text, hand_mask
from tables.games.high_card_flush.cover import layout_worst_case, worst_case
from tables.games.high_card_flush.settlement import Settlement, settle, settlement_order
from tables.games.high_card_flush.terms import (
    BonusContest,
    CapSharing,
    CoverPolicy,
    FoldedBonuses,
    RakeMode,
    SettlementOrder,
    Terms,
    TieBonuses,
)
from tables.games.high_card_flush.wagers import DesignatedPlayer, Player, Wagers
from tests.games.referee import referee
from tests.games.rounds import PLENTY

pytestmark = pytest.mark.slow

CAPS = st.none() | st.integers(0, 40_000)
BONUSES = st.sampled_from([0, 0, 25, 333, 500])
CONTESTS = st.sampled_from([BonusContest.DESIGNATED_PLAYER, BonusContest.OWN_HAND])
ODDS = st.integers(1, 120) | st.tuples(st.integers(1, 9), st.integers(1, 9)).map(lambda pair: f"{pair[0]}:{pair[1]}")
PAY_TABLES = st.dictionaries(st.sampled_from("34567"), ODDS, min_size=1)

TERMS = st.fixed_dictionaries(
    {
        "straight_flush_ace_low": st.booleans(),
        "exact_tie_bonuses": st.sampled_from([*TieBonuses]),
        "settlement_order": st.sampled_from([*SettlementOrder]),
        "bonuses": st.fixed_dictionaries({"straight_flush": CONTESTS, "flush": CONTESTS}),
        "bonuses_on_fold": st.sampled_from([*FoldedBonuses]),
        "cover": st.fixed_dictionaries({"symmetric": st.booleans(), "policy": st.sampled_from([*CoverPolicy])}),
        "caps": st.fixed_dictionaries(
            {"per_hand": CAPS, "per_round": CAPS, "per_round_sharing": st.sampled_from([*CapSharing])}
        ),
        "rake": st.fixed_dictionaries(
            {
                "mode": st.sampled_from([*RakeMode]),
                "amount": st.integers(0, 300),
                "designated_player_amount": st.none() | st.integers(0, 300),
            }
        ),
        "raise_caps": st.fixed_dictionaries({str(length): st.integers(1, 4) for length in range(2, 8)}),
        "rulings": st.sampled_from([1, 2]),
    },
    optional={"straight_flush_paytable": PAY_TABLES, "flush_paytable": PAY_TABLES},
).map(Terms.parse)

Round = tuple[Terms, DesignatedPlayer, list[Player]]


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """A dealt round: half of the hands drawn from few suits, so that long flushes and runs are no rarity."""
    count = draw(st.integers(1, 6))
    deck = list(draw(st.permutations(DECK)))
    if draw(st.booleans()):
        deck.sort(key=lambda card: card // 13 + card % 3)
    seats = draw(st.lists(st.integers(1, 99), min_size=count + 1, max_size=count + 1, unique=True))
    hands = [hand_mask(deck[start : start + 7]) for start in range(0, 7 * len(seats), 7)]
    players = [draw(seated(seat, hand)) for seat, hand in zip(seats[1:], hands[1:], strict=True)]
    bank = draw(st.integers(0, 30_000) | st.just(PLENTY))
    return draw(TERMS), DesignatedPlayer(seats[0], bank, hands[0]), players


@st.composite
def seated(draw: st.DrawFn, seat: int, hand: int) -> Player:
    ante = draw(st.sampled_from([333, 1000, 2500]))
    raised = draw(st.none() | st.integers(ante, 4 * ante))
    return Player(seat, ante, draw(BONUSES), draw(BONUSES), raised, hand)


def in_order(terms: Terms, designated: DesignatedPlayer, players: list[Player]) -> list[Player]:
    by_seat = {player.seat: player for player in players}
    return [by_seat[seat] for seat in settlement_order(terms, designated.seat, by_seat)]


def bonus_wins(settlement: Settlement) -> list[list[tuple[int, int]]]:
    """For each hand its won bonuses: what each won and what it would have won."""
    return [
        [
            (bet.net, bet.net if bet.uncapped is None else bet.uncapped)
            for bet in seat.bets
            if bet.result == "win" and bet.spot in ("straight_flush", "flush")
        ]
        for seat in settlement.seats
    ]


@given(rounds())
def test_hcf_8_6_nets_sum_to_zero_and_the_bank_is_never_below_nothing(dealt):
    settlement = settle(*dealt)
    assert sum(seat.net for seat in settlement.seats) + settlement.designated_player.net == 0
    assert all(seat.net == sum(bet.net for bet in seat.bets) for seat in settlement.seats)
    assert settlement.designated_player.bank_after >= 0
    assert all(seat.bank_after is None or seat.bank_after >= 0 for seat in settlement.seats)


def as_document(dealt: Round) -> dict[str, Any]:
    terms, designated, players = dealt
    seats = []
    for player in players:
        seat = {"seat": player.seat, "ante": player.ante, "cards": cards_text(player.hand or 0)}
        seat |= {spot: placed for spot in ("straight_flush", "flush") if (placed := getattr(player, spot))}
        raised = player.raise_amount
        seats.append(seat | ({"decision": "fold"} if raised is None else {"decision": "raise", "raise": raised}))
    cards = cards_text(designated.hand or 0)
    return {
        "game": "high_card_flush",
        "rules": terms.document(),
        "designated_player": {"seat": designated.seat, "bank": designated.bank, "cards": cards},
        "seats": seats,
    }


@settings(max_examples=400)
@given(rounds())
def test_hcf_5_to_9_a_second_program_written_from_the_words_gives_the_same_answer(dealt):
    document = as_document(dealt)
    assert settle_document(document) == referee(document)


@given(rounds())
def test_hcf_8_4_a_dead_hand_returns_everything_and_pays_no_rake(dealt):
    settlement = settle(*dealt)
    for seat, player in zip(settlement.seats, in_order(*dealt), strict=True):
        if seat.outcome == "dead":
            assert {(bet.result, bet.net, bet.uncapped, bet.short) for bet in seat.bets} == {
                ("returned", 0, None, None)
            }
            excess = sum(flag.excess for flag in settlement.flags if flag.seat == seat.seat)
            placed = player.ante + player.straight_flush + player.flush + (player.raise_amount or 0)
            assert sum(bet.stake for bet in seat.bets) == placed - excess
            assert seat.rake == 0


@given(rounds())
def test_hcf_4_2_the_walk_goes_once_round_the_table(dealt):
    terms, designated, players = dealt
    settlement = settle(*dealt)
    seats = [seat.seat for seat in settlement.seats]
    clockwise = seats if terms.settlement_order == "clockwise" else seats[::-1]
    left = sorted(seat for seat in seats if seat > designated.seat)
    assert clockwise == left + sorted(seat for seat in seats if seat < designated.seat)
    assert [seat.order for seat in settlement.seats] == list(range(1, len(players) + 1))


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_in_which_seats_are_listed_does_not_matter(dealt, rng):
    terms, designated, players = dealt
    shuffled = rng.sample(players, len(players))
    assert settle(terms, designated, shuffled) == settle(*dealt)


@given(rounds())
def test_hcf_9_1_caps_are_never_exceeded_and_used_up_when_they_bite(dealt):
    terms, designated, players = dealt
    uncapped = terms.cap_per_hand is None and terms.cap_per_round is None
    hands = bonus_wins(settle(terms, designated._replace(bank=PLENTY), players))
    for hand in hands:
        won, wanted = sum(net for net, _ in hand), sum(full for _, full in hand)
        assert won <= wanted
        assert terms.cap_per_hand is None or won <= terms.cap_per_hand
        assert not uncapped or won == wanted
        if terms.cap_per_round is None and terms.cap_per_hand is not None:
            assert won == min(wanted, terms.cap_per_hand)
    after_hand_caps = sum(
        min(sum(full for _, full in hand), PLENTY if terms.cap_per_hand is None else terms.cap_per_hand)
        for hand in hands
    )
    if terms.cap_per_round is not None:
        assert sum(net for hand in hands for net, _ in hand) == min(after_hand_caps, terms.cap_per_round)


@given(rounds())
def test_ops_3_5_no_round_costs_more_than_the_worst_case(dealt):
    terms, designated, players = dealt
    settlement = settle(terms, designated._replace(bank=PLENTY), players)
    layout = [Wagers(player.ante, player.straight_flush, player.flush) for player in in_order(*dealt)]
    assert -settlement.designated_player.net <= layout_worst_case(terms, layout)
    for seat, wagers in zip(settlement.seats, layout, strict=True):
        assert seat.net <= worst_case(terms, wagers)
