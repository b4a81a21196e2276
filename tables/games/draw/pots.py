"""Stakes into pots: what nobody matched, main and side pots, and how a pot is shared (DRAW 2.4 to 2.6, 2.9)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Stakes = Mapping[int, int]
"""What each seat has paid into the middle, in minor units."""


class Pot(NamedTuple):
    """An amount in minor units, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def unmatched(stakes: Stakes) -> tuple[int, int]:
    """Return the seat with the highest stake and the part of it that nobody matched, in minor units (DRAW 2.5).

    Chips of those who dropped match too (DRAW 2.9), so `stakes` has every player. The part is 0 where all is matched.
    """
    highest = max(stakes, key=lambda seat: stakes[seat])
    return highest, stakes[highest] - max(stake for seat, stake in stakes.items() if seat != highest)


def pots(stakes: Stakes, reaching: Stakes) -> list[Pot]:
    """Return the main pot and the side pots after it, with those who can win them, in the order of `reaching` (DRAW 2.4).

    `reaching` says up to which stake each player who remains is in: their own, once the betting is over. What lies above
    the highest of them joins the last pot (DRAW 2.9).
    """
    levels = sorted({level for level in reaching.values() if level})
    made = []
    lower = 0
    for level in levels:
        upper = max(stakes.values()) if level == levels[-1] else level
        amount = sum(min(stake, upper) - min(stake, lower) for stake in stakes.values())
        if amount:
            made.append(Pot(amount, tuple(seat for seat, reached in reaching.items() if reached >= level)))
        lower = level
    return made


def shares(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Return a pot shared equally by seat, odd units one each in the order of the winners; minor units (DRAW 2.6)."""
    share, odd = divmod(amount, len(winners))
    return {seat: share + (place < odd) for place, seat in enumerate(winners)}
