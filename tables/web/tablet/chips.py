"""The chips that an amount is tapped together from (LOOK 1.3)."""

from collections.abc import Sequence

from tables.web.shared.money import MoneyFormat

Chip = tuple[int, str, str]
"""A chip as a button: its value in minor units, its colour, its figure."""
LARGEST_BUY_IN_CHIP = 1000
# What casinos keep in a tray, in thousandths of the major unit, with the colour each is known by.
LADDER = (
    (250, "sky"),
    (500, "pink"),
    (1_000, "white"),
    (5_000, "red"),
    (10_000, "blue"),
    (25_000, "green"),
    (50_000, "orange"),
    (100_000, "black"),
    (500_000, "purple"),
    (1_000_000, "yellow"),
    (5_000_000, "brown"),
    (10_000_000, "grey"),
)
PER_ROW = 6
# A bank and a buy-in have room for one more: here the largest give way, which are quicker typed.
STACK_PER_ROW = 7


def stack_chips(figures: MoneyFormat, chip_unit: int) -> list[Chip]:
    """The chips of buy-ins and banks: the table's own, and larger ones while there is a place."""
    most = LARGEST_BUY_IN_CHIP * 10**figures.minor_digits
    return _buttons(figures, known_chips(figures.minor_digits, chip_unit, most)[:STACK_PER_ROW])


def chips_up_to(figures: MoneyFormat, chip_unit: int, most: int) -> list[Chip]:
    """The chips of a wager or a bet of so many minor units at most."""
    return _buttons(figures, chip_values(figures.minor_digits, chip_unit, most))


def chip_values(minor_digits: int, chip_unit: int, most: int | None) -> list[tuple[int, str]]:
    """Values in minor units with their colours: whole chip units up to `most`, the largest six of them.

    A row of buttons has six places; where the ladder offers more, the smallest chips give way, never the one the
    table counts in.
    """
    known = known_chips(minor_digits, chip_unit, most)
    return known if len(known) <= PER_ROW else [known[0], *known[1 - PER_ROW :]]


def known_chips(minor_digits: int, chip_unit: int, most: int | None) -> list[tuple[int, str]]:
    """Every chip of the ladder that is in whole chip units, up to `most` minor units; the unit itself where none is."""
    scaled = [(value * 10**minor_digits, colour) for value, colour in LADDER]
    fitting = [
        (value // 1000, colour)
        for value, colour in scaled
        if value % 1000 == 0 and (value // 1000) % chip_unit == 0 and (most is None or value // 1000 <= most)
    ]
    return fitting or [(chip_unit, "white")]


def _buttons(figures: MoneyFormat, chips: Sequence[tuple[int, str]]) -> list[Chip]:
    return [(value, colour, figures.amount(value)) for value, colour in chips]
