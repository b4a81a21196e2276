"""What is owed by a player or to one, dealt with (OPS 5.8)."""

from collections.abc import Sequence

from tables.games.values import Leg


def legs_outside(amount: int, how: str) -> Sequence[Leg]:
    """Return what moves beside the debt where it is not taken from a stack; minor units, above zero where the house pays.

    Chips come and go with the player; cash for chips that the tray lacks goes down the drop, as at a buy-in. What the house
    pays at its cashier, keeps or bears leaves the chips in the tray, or is missing from it.
    """
    if how == "chips":
        return [Leg("outside", None, amount)]
    if how == "cash" and amount < 0:
        return [Leg("tray", None, amount), Leg("drop", None, -amount), Leg("outside", None, amount)]
    return [Leg("tray", None, amount)]
