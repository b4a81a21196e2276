"""The settlement walk: hand by hand, against the bank that is left and what is left of the caps (HCF 8.3 to 9.3)."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tables.games.high_card_flush.caps import (
    bonuses_won,
    is_won_bonus,
    within_cap,
    within_round_cap,
)
from tables.games.high_card_flush.contest import Bet
from tables.games.high_card_flush.funds import from_funds, returned
from tables.games.high_card_flush.terms import CapSharing, Terms
from tables.games.money import share_in_order, share_in_proportion
from tables.games.values import FIRST_RULINGS


class Step(NamedTuple):
    """One hand of the walk: its bets as they are settled, whether it is dead, and the bank after it, in minor units."""

    bets: Sequence[Bet]
    is_dead: bool
    bank_after: int


def walk(terms: Terms, bank: int, hands: Sequence[Sequence[Bet]]) -> list[Step]:
    """Settle the bets of each hand, in settlement order, from a bank and within the caps (HCF 8.3 to 9.3).

    A hand without bets takes no part in it. The cap of a hand comes first.
    """
    hands = [within_cap(terms.cap_per_hand, bets) for bets in hands]
    cap = terms.cap_per_round
    if cap is None:
        return _steps(terms, bank, hands)
    if terms.rulings == FIRST_RULINGS:
        sharing = share_in_order if terms.per_round_sharing is CapSharing.SETTLEMENT_ORDER else share_in_proportion
        return _steps(terms, bank, within_round_cap(cap, hands, sharing))
    if terms.per_round_sharing is CapSharing.SETTLEMENT_ORDER:
        return _steps(terms, bank, hands, cap=cap)
    return _shared_among_the_covered(terms, bank, hands, cap)


def _shared_among_the_covered(terms: Terms, bank: int, hands: Sequence[Sequence[Bet]], cap: int) -> list[Step]:
    """Share the cap in proportion; the first hand with a share that is found dead is left out, and all is made anew."""
    left_out: set[int] = set()
    while True:
        sharers = [() if place in left_out else bets for place, bets in enumerate(hands)]
        shared = within_round_cap(cap, sharers, share_in_proportion)
        offered = [hands[place] if place in left_out else bets for place, bets in enumerate(shared)]
        steps = _steps(terms, bank, offered, dead=left_out)
        found = next(
            (
                place
                for place, step in enumerate(steps)
                if step.is_dead and place not in left_out and any(map(is_won_bonus, hands[place]))
            ),
            None,
        )
        if found is None:
            return steps
        left_out.add(found)


def _steps(
    terms: Terms, bank: int, hands: Sequence[Sequence[Bet]], *, cap: int | None = None, dead: Collection[int] = ()
) -> list[Step]:
    """The walk itself. A `cap` is what the bonuses may still win, each hand in its turn; `dead` are dead whatever they are."""
    steps = []
    for place, bets in enumerate(hands):
        allowed = within_cap(cap, bets, share_in_order)
        paid = None if place in dead else from_funds(terms, bank, allowed)
        if paid is None:
            steps.append(Step(returned(bets), is_dead=True, bank_after=bank))
            continue
        bank -= sum([bet.net for bet in paid])
        if cap is not None:
            # A bonus takes its amount of the cap even where the funds reach less of it (HCF 8.7).
            cap -= bonuses_won(allowed)
        steps.append(Step(paid, is_dead=False, bank_after=bank))
    return steps
