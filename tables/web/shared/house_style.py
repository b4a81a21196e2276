"""How one house writes its amounts and times, and who reads them."""

from dataclasses import dataclass

from tables.models import Casino
from tables.web.shared.money import MoneyFormat
from tables.web.shared.times import HouseClock


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """The money and the clock of a house, and the badge of the person who reads a page."""

    figures: MoneyFormat
    clock: HouseClock
    reader: str = ""

    @classmethod
    def of(cls, casino: Casino, reader: str = "") -> "HouseStyle":
        """The style of a casino, in the language of the page."""
        return cls(MoneyFormat.of(casino.minor_digits), HouseClock.of(casino.time_zone), reader)
