"""All pairs of hands of a small deck, one after the other: what the method under test never does."""

from collections import Counter
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

SEATED = range(1, 3)
BUTTON = 3
PLENTY = 10**30
SPOTS = ("ante", "raise", "straight_flush", "flush")


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
    """What the bets of one hand come to against all hands of the designated player, with a unit on each."""

    nets: dict[str, int]
    raised: int
    ties: int
    pairs: int

    @property
    def worth(self) -> int:
        """Ante and Raise together."""
        return self.nets["ante"] + self.nets["raise"]


def play_by_play(terms: Terms, ranks: int, strategy: Strategy) -> Play:
    """The edges of a small deck from settling each round; slow, and nothing but that."""
    total: Counter[str] = Counter()
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
        ante=Fraction(-total["ante"] - total["raise"], total["pairs"]),
        straight_flush=Fraction(-total["straight_flush"], total["pairs"]),
        flush=Fraction(-total["flush"], total["pairs"]),
        raises=Fraction(total["raises"], total["hands"]),
        ties=Fraction(total["ties"], total["pairs"]),
        mean_wager=Fraction(total["wager"], total["hands"]),
    )


def settled(terms: Terms, ranks: int, hand: int) -> list[Settled]:
    """A hand raised 1x and as much as it may, in rounds against every hand of the designated player."""
    most = terms.raise_caps[value(hand).flush_length]
    nets: list[Counter[str]] = [Counter(), Counter()]
    pairs = ties = 0
    players = [Player(seat, 1, 1, 1, raised, hand) for seat, raised in zip(SEATED, (1, most), strict=True)]
    for opposing in hands(cards_of(ranks, without=hand)):
        round_ = settle(terms, DesignatedPlayer(BUTTON, PLENTY, opposing), players)
        for seat in round_.seats:
            nets[seat.seat - 1].update({bet.spot: bet.net for bet in seat.bets})
        pairs += 1
        ties += round_.seats[0].bets[0].result == "push"
    return [Settled(dict(net), raised, ties, pairs) for net, raised in zip(nets, (1, most), strict=True)]


def chosen_by(terms: Terms, strategy: Strategy, hand: int, raised: list[Settled]) -> Settled:
    """What the player does: the better Raise, or a fold, which loses every unit."""
    better = max(raised, key=lambda option: option.worth)
    held = value(hand, ace_low=terms.straight_flush_ace_low)
    pays = better.worth > -better.pairs if strategy.fold_below is None else held.flush >= strategy.fold_below
    if pays or (strategy.keeps_runs and held.straight_flush):
        return better
    return Settled({spot: -better.pairs for spot in SPOTS if spot != "raise"} | {"raise": 0}, 0, 0, better.pairs)
