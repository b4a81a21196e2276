"""Amounts as people read them: whole minor units in, a figure in the casino's currency out."""

import re
from dataclasses import dataclass

from tables.web.shared.figures import MINUS, separators

LONGEST_AMOUNT = 15


@dataclass(frozen=True, slots=True)
class MoneyFormat:
    """How a casino writes its amounts (OPS 7.1); whole amounts stand without decimals."""

    minor_digits: int
    thousands: str
    decimal: str

    @classmethod
    def of(cls, minor_digits: int) -> "MoneyFormat":
        """The figures of a currency with so many minor digits, in the language of the page."""
        return cls(minor_digits, *separators())

    def amount(self, units: int) -> str:
        """125000 is 1,250 and 1250 is 12.50, with two minor digits."""
        whole, rest = divmod(abs(units), 10**self.minor_digits)
        text = f"{whole:,}".replace(",", self.thousands)
        if rest:
            text += f"{self.decimal}{rest:0{self.minor_digits}d}"
        return f"{MINUS}{text}" if units < 0 else text

    def typed(self, units: int) -> str:
        """The amount as it stands in a field: 125000 is 1250 and 1250 is 12.50, with two minor digits."""
        return self.amount(units).replace(self.thousands, "")

    def units(self, text: str) -> int | None:
        """The whole minor units of an amount as it is typed; None where it is none.

        What sets thousands apart stands between groups of three only, so that 2,5 never is 25.
        """
        apart = f"[ \N{NO-BREAK SPACE}{re.escape(self.thousands)}]"
        rest = rf"(?:{re.escape(self.decimal)}(\d{{1,{self.minor_digits}}}))?" if self.minor_digits else "()"
        match = re.fullmatch(rf"(\d{{1,3}}(?:{apart}\d{{3}})+|\d+){rest}", text.strip(), re.ASCII)
        if match is None:
            return None
        whole, minor = re.sub(r"\D", "", match[1]), (match[2] or "").ljust(self.minor_digits, "0")
        return int(whole + minor) if len(whole) <= LONGEST_AMOUNT else None

    def signed(self, units: int) -> str:
        """The amount with its sign in front, nothing in front of 0."""
        return f"+{self.amount(units)}" if units > 0 else self.amount(units)
