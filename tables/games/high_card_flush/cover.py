"""What the wagers on the layout may cost the bank, at the worst and likely, for the cover meter (OPS 3.5)."""

from collections.abc import Callable, Iterable, Mapping

from tables.games.high_card_flush.funds import asks_for_stakes
from tables.games.high_card_flush.hands import FLUSH_LENGTHS
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import Wagers
from tables.games.values import JSON, FlagCode

BonusesWon = Callable[[Terms, Wagers, int], int]
"""What the bonuses of a hand win with a flush of so many cards, in minor units, before caps."""


def on_layout(wagers: Mapping[str, int]) -> Wagers:
    """The wagers of one seat as they were entered, in minor units; a bonus that is not placed is 0 (OPS 5.2)."""
    return Wagers(wagers["ante"], wagers.get("straight_flush", 0), wagers.get("flush", 0))


def worst_case(terms: Terms, wagers: Wagers) -> int:
    """The most one hand may cost the bank, in minor units: Ante, largest Raise, bonuses after caps (OPS 3.5)."""
    return layout_worst_case(terms, [wagers])


def layout_worst_case(terms: Terms, layout: Iterable[Wagers]) -> int:
    """The most all hands together may cost the bank, in minor units, the cap of the round shared (OPS 3.5, HCF 9.1).

    Every hand is looked at for itself: that the deck has not enough cards for all of them at once is no comfort to
    a bank that has to cover each.
    """
    return _layout_case(terms, layout, _most_of_bonuses)


def layout_likely_case(terms: Terms, layout: Iterable[Wagers]) -> int:
    """As the worst case, but each bonus at the lowest line of its table; never above the worst case (OPS 3.5)."""
    return _layout_case(terms, layout, _least_of_bonuses)


def short_of_cover(terms: Terms, bank: int, layout: Iterable[Wagers]) -> list[JSON]:
    """The warning of a bank below the likely case, with all three in minor units; empty for another bank (OPS 3.5)."""
    hands = list(layout)
    likely = layout_likely_case(terms, hands)
    if bank >= likely:
        return []
    worst = layout_worst_case(terms, hands)
    return [{"code": FlagCode.COVER_SHORT.value, "bank": bank, "likely_case": likely, "worst_case": worst}]


def _layout_case(terms: Terms, layout: Iterable[Wagers], bonuses_won: BonusesWon) -> int:
    outlays = {(0, 0)}
    for wagers in layout:
        outlays = _undominated(
            (even + more_even, bonuses + more_bonuses)
            for even, bonuses in outlays
            for more_even, more_bonuses in _hand_outlays(terms, wagers, bonuses_won)
        )
    return max(even + _at_most(terms.cap_per_round, bonuses) for even, bonuses in outlays)


def _hand_outlays(terms: Terms, wagers: Wagers, bonuses_won: BonusesWon) -> set[tuple[int, int]]:
    """What a hand costs at even money and by its bonuses, for each flush length; no run is longer than that.

    Where a hand is covered only by a bank that holds all that is staked on it, it asks for that at least (HCF 8.5).
    """
    outlays = []
    for length in FLUSH_LENGTHS:
        even = wagers.ante + wagers.ante * terms.raise_caps[length]
        outlays.append((even, _at_most(terms.cap_per_hand, bonuses_won(terms, wagers, length))))
        if asks_for_stakes(terms):
            outlays.append((even + wagers.straight_flush + wagers.flush, 0))
    return _undominated(outlays)


def _most_of_bonuses(terms: Terms, wagers: Wagers, length: int) -> int:
    flush = terms.flush_paytable.by_length[length]
    run = terms.straight_flush_paytable.most(wagers.straight_flush, length)
    return run + (0 if flush is None else flush.winnings(wagers.flush))


def _least_of_bonuses(terms: Terms, wagers: Wagers, length: int) -> int:
    run = terms.straight_flush_paytable.least(wagers.straight_flush, length)
    return run + terms.flush_paytable.least(wagers.flush, length)


def _undominated(outlays: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs that no other pair reaches in both numbers: only these can be the worst under a cap."""
    kept: set[tuple[int, int]] = set()
    most = -1
    for even, bonuses in sorted(outlays, reverse=True):
        if bonuses > most:
            kept.add((even, bonuses))
            most = bonuses
    return kept


def _at_most(cap: int | None, amount: int) -> int:
    return amount if cap is None else min(cap, amount)
