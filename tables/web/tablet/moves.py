"""What the dealer's hands do with the chips of a settled hand (OPS 5.7)."""

from enum import StrEnum


class Move(StrEnum):
    """A row of the settlement looks by it: chips go to the player, come from them, or lie where they belong (LOOK 1.11)."""

    PAY = "pay"
    TAKE = "take"
    RETURN = "return"
    PUSH = "push"
    TAKEN = "taken"
    NOTHING = "nothing"
