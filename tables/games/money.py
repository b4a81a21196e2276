"""Whole minor units: how large an amount may be, and how a sum is shared without losing a unit."""

from collections.abc import Sequence

# Amounts stay below 2 to the 53rd, so that every JSON reader on the way reads them exactly.
MAX_AMOUNT = 2**53 - 1
# A stack that a player brings, is counted or raises: with it every bet at the longest odds is still a number that an entry can
# hold (AUD 2.2).
MOST_CHIPS = 10**12


def share_in_proportion(total: int, parts: Sequence[int]) -> list[int]:
    """Cut `parts` down to sum to `total` minor units, in proportion (HCF 9.2); parts that fit stay as they are.

    Whole units; those left over go one each to the largest remainders, between equal ones to the earlier part.
    """
    whole = sum(parts)
    if whole <= total:
        return list(parts)
    shares = [total * part // whole for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda index: (-(total * parts[index] % whole), index))
    for index in by_remainder[: total - sum(shares)]:
        shares[index] += 1
    return shares


def share_in_order(total: int, parts: Sequence[int]) -> list[int]:
    """Let each part in turn take what is left of `total` minor units (HCF 9.2)."""
    shares = []
    for part in parts:
        shares.append(min(part, total))
        total -= shares[-1]
    return shares
