"""All pairs of hands of a small deck, one after the other: what the method under test never does."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from tables.games.cards import DECK, RANKS_IN_SUIT, SUIT_MASK, hand_mask
from tables.games.high_card_flush.hands import qualifying_flush, value
from tables.games.high_card_flush.odds.bets import Play
from tables.games.high_card_flush.odds.opposing import Deck, deck_of
from tables.games.high_card_flush.odds.strategies import Strategy
from tables.games.high_card_flush.odds.suits import suit
from tables.games.high_card_flush.settlement import settle
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import DesignatedPlayer, Player

SEATED = range(1, 4)
BUTTON = 4
PLENTY = 10**30
BONUSES = ("straight_flush", "flush")
SPOTS = ("ante", "raise", *BONUSES)
# What stands on a bonus: a multiple of what the odds of these tests are for, so that no winnings are rounded.
UNIT = 12


def deck(terms: Terms, ranks: int) -> Deck:
    """A deck of four suits with these ranks, as the odds see it."""
    qualifier = qualifying_flush(terms.qualifier_cards, terms.qualifier_rank)
    return deck_of(suit(ranks, ace_low=terms.straight_flush_ace_low), qualifier)


def cards_of(ranks: int, without: int = 0) -> list[int]:
    """The cards of such a deck, those in a hand left out."""
    return [card for card in DECK if ranks >> card % RANKS_IN_SUIT & 1 and not without >> card & 1]


def hands(cards: Iterable[int]) -> Iterator[int]:
    """Every hand of seven of these cards."""
    return map(hand_mask, combinations(cards, 7))


def classes(ranks: int) -> Counter[tuple[int, ...]]:
    """Every hand of the deck with its suits sorted, so that hands alike but for the suits' names are counted together."""
    return Counter(suits_of(hand) for hand in hands(cards_of(ranks)))


def suits_of(hand: int) -> tuple[int, ...]:
    """What a hand holds of each suit, most first and of equally many the higher cards first."""
    held = [hand >> place & SUIT_MASK for place in range(0, len(DECK), RANKS_IN_SUIT)]
    return tuple(sorted(held, key=lambda mask: (mask.bit_count(), mask), reverse=True))


def hand_of(suits: Iterable[int]) -> int:
    """A hand that holds this of its four suits."""
    return sum(held << place * RANKS_IN_SUIT for place, held in enumerate(suits))


class Settled(NamedTuple):
    """What the bets of one hand come to against all hands of the designated player, with an Ante of 1 and a unit on each bonus."""

    nets: dict[str, Fraction]
    raised: int
    ties: int
    pairs: int

    @property
    def worth(self) -> Fraction:
        """Ante and Raise together."""
        return self.nets["ante"] + self.nets["raise"]


def play_by_play(terms: Terms, ranks: int, strategy: Strategy) -> Play:
    """The edges of a small deck from settling each round; slow, and nothing but that."""
    total: dict[str, Fraction] = defaultdict(Fraction)
    for suits, alike in classes(ranks).items():
        hand = hand_of(suits)
        chosen = chosen_by(terms, strategy, hand, settled(terms, ranks, hand))
        total["hands"] += alike
        total["pairs"] += alike * chosen.pairs
        total["raises"] += alike * bool(chosen.raised)
        total["wager"] += alike * (1 + chosen.raised)
        total["ties"] += alike * chosen.ties
        for spot, net in chosen.nets.items():
            total[spot] += alike * net
    return Play(
        ante=-(total["ante"] + total["raise"]) / total["pairs"],
        bonuses={spot: -total[spot] / total["pairs"] for spot in BONUSES if spot in terms.wager_spots},
        raises=total["raises"] / total["hands"],
        ties=total["ties"] / total["pairs"],
        mean_wager=total["wager"] / total["hands"],
    )


def settled(terms: Terms, ranks: int, hand: int) -> list[Settled]:
    """A hand raised 1x, raised as much as it may, and folded, in rounds against every hand of the designated player."""
    raised = (1, terms.raise_caps[value(hand).flush_length], None)
    nets: list[Counter[str]] = [Counter(dict.fromkeys(SPOTS, 0)) for _ in SEATED]
    pairs = ties = 0
    straight_flush, flush = (UNIT if spot in terms.wager_spots else 0 for spot in BONUSES)
    players = [Player(seat, 1, straight_flush, flush, most, hand) for seat, most in zip(SEATED, raised, strict=True)]
    for opposing in hands(cards_of(ranks, without=hand)):
        round_ = settle(terms, DesignatedPlayer(BUTTON, PLENTY, opposing), players)
        for seat in round_.seats:
            nets[seat.seat - 1].update({bet.spot: bet.net for bet in seat.bets})
        pairs += 1
        ties += next(seat for seat in round_.seats if seat.seat == SEATED[0]).bets[0].result == "push"
    return [
        Settled(
            {spot: Fraction(amount, UNIT if spot in BONUSES else 1) for spot, amount in net.items()},
            most or 0,
            0 if most is None else ties,
            pairs,
        )
        for net, most in zip(nets, raised, strict=True)
    ]


def chosen_by(terms: Terms, strategy: Strategy, hand: int, options: list[Settled]) -> Settled:
    """What the player does: the better Raise, or a fold."""
    *raised, folded = options
    better = max(raised, key=lambda option: option.worth)
    held = value(hand, ace_low=terms.straight_flush_ace_low)
    pays = better.worth > folded.worth if strategy.fold_below is None else held.flush >= strategy.fold_below
    keeps = strategy.runs_kept and held.run_length >= strategy.runs_kept
    return better if pays or keeps else folded
