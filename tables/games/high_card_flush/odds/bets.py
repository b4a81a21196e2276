"""The exact edge of every bet under any terms (OPS 4.7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from tables.games.cards import SUIT_MASK
from tables.games.high_card_flush.hands import qualifying_flush
from tables.games.high_card_flush.odds.bonuses import bonus_edge, bonuses_live, folds_what_is_paid, offered
from tables.games.high_card_flush.odds.opposing import deck_of
from tables.games.high_card_flush.odds.own_hand import hands_below, own_hand
from tables.games.high_card_flush.odds.strategies import BEST, EVERY_HAND, RULES_OF_THUMB, Strategy, keeping_runs
from tables.games.high_card_flush.odds.suits import suit
from tables.games.high_card_flush.odds.tally import Progress, Tally, tallies
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import Spot, Wagers


class Play(NamedTuple):
    """What the bets cost under one strategy, per unit staked; a negative edge is the player's.

    The Ante's edge is that of Ante and Raise together, in Antes. Before cover and caps (HCF 8, 9.1).
    """

    ante: Fraction
    bonuses: Mapping[str, Fraction]
    """By spot; one that is not offered is missing (HCF 6.6, 7.4)."""
    raises: Fraction
    """How often the player raises."""
    ties: Fraction
    """How often the player has raised, and Ante and Raise push (HCF 5.4)."""
    mean_wager: Fraction
    """Ante and Raise, in Antes."""

    @property
    def element_of_risk(self) -> Fraction:
        """What Ante and Raise cost of all that is wagered on them."""
        return self.ante / self.mean_wager


class BonusEdge(NamedTuple):
    """What a bonus costs, per unit, and the strategy that this is for; a negative edge is the player's."""

    strategy: Strategy
    edge: Fraction


@dataclass(frozen=True, slots=True)
class Edges:
    """The exact edge of every bet; all before cover and caps, which depend on the bank and on who else plays."""

    hands: int
    qualifying: int
    """How many of them qualify (HCF 5.1)."""
    plays: Mapping[Strategy, Play]
    bonuses: Mapping[str, BonusEdge]
    """By spot; one that is not offered is missing (HCF 6.6, 7.4), and so is one of `unsettled`."""
    unsettled: tuple[str, ...]
    """Bonuses without one edge: which hands are best folded depends on how large the bonus is."""
    own_hand: Mapping[str, Fraction]
    """The bonuses as they would be without a contest, a fold or a tie."""

    @property
    def ante(self) -> Fraction:
        """Ante and Raise under best play, per Ante."""
        return self.plays[BEST].ante


class Expected(NamedTuple):
    """What a round brings on average, in minor units, before cover and caps."""

    designated_player: Fraction | None
    """The designated player's net of all hands, before rake; None where a bonus has no one edge (`Edges.unsettled`)."""
    designated_player_rake: int
    rake: int
    """What the house collects from everybody if no hand is dead (HCF 9.4)."""


class Counted(NamedTuple):
    """The tallies that the edges under some terms follow from."""

    every: Tally
    """Of a player who never folds."""
    by_strategy: Mapping[Strategy, Tally]


# The counts depend on the qualifier, the reading of the ace and the shortest run that is kept: 936 entries at most.
_COUNTED: dict[tuple[int, bool, tuple[Strategy, ...]], Counted] = {}


def edges(terms: Terms, progress: Progress | None = None) -> Edges:
    """The edges under these terms; counted once in a process for every qualifier, reading of the ace and lowest run paid.

    `progress` is called now and then with the classes of hands done and all there are, unless nothing has to be counted.
    """
    counted = _counted(terms, progress)
    plays = {strategy: play(terms, tally, counted.every) for strategy, tally in counted.by_strategy.items()}
    bonuses, unsettled = {}, []
    for spot in offered(terms):
        strategy = _bonus_strategy(terms, spot)
        if _is_settled(terms, spot, strategy, counted):
            # A bonus that lives costs the same in every play.
            bonuses[spot] = BonusEdge(strategy, plays.get(strategy, plays[BEST]).bonuses[spot])
        else:
            unsettled.append(spot)
    return Edges(
        hands=counted.every.hands,
        qualifying=counted.every.hands - hands_below(_qualifier(terms)),
        plays=MappingProxyType(plays),
        bonuses=MappingProxyType(bonuses),
        unsettled=tuple(unsettled),
        own_hand=own_hand(terms),
    )


def expected(terms: Terms, wagers: Wagers, players: int, progress: Progress | None = None) -> Expected:
    """What a round with so many players, all placing these wagers, brings the designated player and the house.

    They play Ante and Raise best, and if they placed a Straight Flush bonus that a fold loses, they never fold a run that
    it pays. Winnings are rounded down to minor units (HCF 6.4). Before cover and caps; a bonus not offered is not placed.
    """
    counted = _counted(terms, progress)
    stakes = {Spot.STRAIGHT_FLUSH.value: wagers.straight_flush, Spot.FLUSH.value: wagers.flush}
    placed = {spot: stakes[spot] for spot in offered(terms) if stakes[spot]}
    strategy = keeping if (keeping := _keeping(terms)) and Spot.STRAIGHT_FLUSH in placed else BEST
    tally, brought = counted.by_strategy[strategy], None
    if all(_is_settled(terms, spot, strategy, counted) for spot in placed):
        each = wagers.ante * play(terms, tally, counted.every).ante
        tally = counted.every if bonuses_live(terms) else tally
        each += sum(stake * bonus_edge(terms, spot, tally, stake) for spot, stake in placed.items())
        brought = players * each
    rake = players * terms.player_rake + terms.designated_player_rake
    return Expected(brought, terms.designated_player_rake, rake)


def play(terms: Terms, tally: Tally, every: Tally) -> Play:
    """What each bet costs, from the counts of one strategy and those of all hands."""
    multiples = tuple(zip((1, *terms.raise_caps), tally.multiples, strict=True))
    won = sum(raised.unqualified + (raised.won - raised.lost) * (1 + most) for most, raised in multiples)
    for_bonuses = every if bonuses_live(terms) else tally
    return Play(
        ante=Fraction(tally.folded - won, tally.pairs),
        bonuses={spot: bonus_edge(terms, spot, for_bonuses) for spot in offered(terms)},
        raises=Fraction(tally.raises, tally.hands),
        ties=Fraction(sum(raised.tied for _, raised in multiples), tally.pairs),
        mean_wager=1 + Fraction(sum(most * raised.hands for most, raised in multiples), tally.hands),
    )


def _counted(terms: Terms, progress: Progress | None) -> Counted:
    strategies = _strategies(terms)
    key = (_qualifier(terms), terms.straight_flush_ace_low, strategies)
    if key not in _COUNTED:
        deck = deck_of(suit(SUIT_MASK, ace_low=terms.straight_flush_ace_low), key[0])
        every, *by_strategy = tallies(deck, (EVERY_HAND, *strategies), progress)
        _COUNTED[key] = Counted(every, MappingProxyType(dict(zip(strategies, by_strategy, strict=True))))
    return _COUNTED[key]


def _strategies(terms: Terms) -> tuple[Strategy, ...]:
    keeping = _keeping(terms)
    return (BEST, *RULES_OF_THUMB) if keeping is None else (BEST, keeping, *RULES_OF_THUMB)


def _keeping(terms: Terms) -> Strategy | None:
    """How a Straight Flush bonus is minded that a fold loses; None where none is offered, or a fold does not lose it."""
    if bonuses_live(terms) or Spot.STRAIGHT_FLUSH not in offered(terms):
        return None
    return keeping_runs(terms.straight_flush_paytable.shortest)


def _bonus_strategy(terms: Terms, spot: str) -> Strategy:
    """How the hand is played that the posted edge of a bonus is for."""
    if bonuses_live(terms):
        return EVERY_HAND
    keeping = _keeping(terms) if spot == Spot.STRAIGHT_FLUSH else None
    return keeping or BEST


def _is_settled(terms: Terms, spot: str, strategy: Strategy, counted: Counted) -> bool:
    """Whether the bonus, of whatever size, changes nothing about which hands are folded: none is that the bonus pays."""
    return bonuses_live(terms) or not folds_what_is_paid(terms, spot, counted.by_strategy[strategy], counted.every)


def _qualifier(terms: Terms) -> int:
    return qualifying_flush(terms.qualifier_cards, terms.qualifier_rank)
