"""The chips a table's buttons offer."""

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


def chip_values(minor_digits: int, chip_unit: int, most: int | None) -> list[tuple[int, str]]:
    """Values in minor units with their colours: whole chip units up to `most`, the largest six of them.

    A row of buttons has six places; where the ladder offers more, the smallest chips give way, never the one the
    table counts in.
    """
    scaled = [(value * 10**minor_digits, colour) for value, colour in LADDER]
    fitting = [
        (value // 1000, colour)
        for value, colour in scaled
        if value % 1000 == 0 and (value // 1000) % chip_unit == 0 and (most is None or value // 1000 <= most)
    ]
    if len(fitting) <= PER_ROW:
        return fitting or [(chip_unit, "white")]
    return [fitting[0], *fitting[1 - PER_ROW :]]
