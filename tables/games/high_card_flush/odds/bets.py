"""The exact edge of every bet under any terms (OPS 4.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from tables.games.cards import SUIT_MASK
from tables.games.high_card_flush.hands import qualifying_flush
from tables.games.high_card_flush.odds.opposing import deck_of
from tables.games.high_card_flush.odds.own_hand import OwnHand, hands_below, own_hand
from tables.games.high_card_flush.odds.strategies import BEST, KEEPING_RUNS, STRATEGIES, Strategy
from tables.games.high_card_flush.odds.suits import suit
from tables.games.high_card_flush.odds.tally import Contest, Progress, Tally, tallies
from tables.games.high_card_flush.terms import Terms, TieBonuses
from tables.games.high_card_flush.wagers import Wagers


class Play(NamedTuple):
    """What the bets cost under one strategy, per unit staked; a negative edge is the player's.

    The Ante's edge is that of Ante and Raise together, in Antes. Before cover and caps (HCF 8, 9.1).
    """

    ante: Fraction
    straight_flush: Fraction
    flush: Fraction
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


@dataclass(frozen=True, slots=True)
class Edges:
    """The exact edge of every bet; all before cover and caps, which depend on the bank and on who else plays."""

    hands: int
    qualifying: int
    """How many of them qualify (HCF 5.1)."""
    plays: Mapping[Strategy, Play]
    own_hand: OwnHand
    """The bonuses as they would be without a contest."""

    @property
    def ante(self) -> Fraction:
        """Ante and Raise under best play, per Ante."""
        return self.plays[BEST].ante

    @property
    def flush(self) -> Fraction:
        """The Flush bonus under best play of Ante and Raise."""
        return self.plays[BEST].flush

    @property
    def straight_flush(self) -> Fraction:
        """The Straight Flush bonus of a player who never folds a run and otherwise plays Ante and Raise best."""
        return self.plays[KEEPING_RUNS].straight_flush


class Expected(NamedTuple):
    """What a round brings on average, in minor units, before cover and caps."""

    designated_player: Fraction
    """The player's net of all hands, before rake."""
    rake: int
    """What the house collects if no hand is dead (HCF 9.4)."""


# All that the counting depends on is the qualifier and the reading of the ace, so this holds 156 entries at most.
_COUNTED: dict[tuple[int, bool], tuple[Tally, ...]] = {}


def edges(terms: Terms, progress: Progress | None = None) -> Edges:
    """The edges under these terms; counted once in a process for every qualifier and reading of the ace.

    `progress` is called now and then with the classes of hands done and all there are, unless nothing has to be counted.
    """
    key = (qualifying_flush(terms.qualifier_cards, terms.qualifier_rank), terms.straight_flush_ace_low)
    if key not in _COUNTED:
        deck = deck_of(suit(SUIT_MASK, ace_low=terms.straight_flush_ace_low), key[0])
        _COUNTED[key] = tallies(deck, STRATEGIES, progress)
    counted = _COUNTED[key]
    hands = counted[0].hands
    plays = {tally.strategy: play(terms, tally) for tally in counted}
    return Edges(hands, hands - hands_below(key[0]), MappingProxyType(plays), own_hand(terms))


def expected(terms: Terms, wagers: Wagers, players: int, progress: Progress | None = None) -> Expected:
    """What a round with so many players, all placing these wagers, brings the designated player and the house.

    They play Ante and Raise best, and never fold a run if they placed a Straight Flush bonus. Before cover and caps.
    """
    best = edges(terms, progress).plays[KEEPING_RUNS if wagers.straight_flush else BEST]
    each = wagers.ante * best.ante + wagers.straight_flush * best.straight_flush + wagers.flush * best.flush
    return Expected(players * each, players * terms.player_rake + terms.designated_player_rake)


def play(terms: Terms, tally: Tally) -> Play:
    """What each bet costs, from the counts of one strategy."""
    pairs = tally.hands * tally.opposing_hands
    multiples = [(1, tally.single), *zip(terms.raise_caps, tally.largest, strict=True)]
    raises = sum(raised.hands for _, raised in multiples)
    ties = sum(raised.tied for _, raised in multiples)
    won = sum(raised.unqualified + (raised.won - raised.lost) * (1 + most) for most, raised in multiples)
    folded = (tally.hands - raises) * tally.opposing_hands
    tie_pushes = terms.exact_tie_bonuses is TieBonuses.PUSH
    flush_ties = [Contest(0, contest.level, 0) for contest in tally.flushes]
    run_ties = tally.runs_in_tie
    runs = _bonus(terms.straight_flush_paytable.exact, tally.runs, run_ties if tie_pushes else ())
    flushes = _bonus(terms.flush_paytable.exact, tally.flushes, flush_ties if tie_pushes else ())
    return Play(
        ante=Fraction(folded - won, pairs),
        straight_flush=Fraction(folded - runs, pairs),
        flush=Fraction(folded - flushes, pairs),
        raises=Fraction(raises, tally.hands),
        ties=Fraction(ties, pairs),
        mean_wager=1 + Fraction(sum(most * raised.hands for most, raised in multiples), tally.hands),
    )


def _bonus(lines: Sequence[Fraction], contests: Sequence[Contest], pushes: Sequence[Contest]) -> Fraction:
    """What a bonus wins in all, in stakes: a line pays where the player is ahead; without a line they lose (HCF 6, 7)."""
    won = sum(map(_won, lines, contests), Fraction(0))
    # A tie of the flushes takes the bet out of its contest; pairs that are level there have won and lost nothing anyway.
    return won - sum(map(_won, lines, pushes), Fraction(0))


def _won(odds: Fraction, contest: Contest) -> Fraction:
    return odds * contest.ahead - contest.behind if odds else Fraction(-contest.pairs)
