"""Amounts as people read them: whole minor units in, a figure in the casino's currency out."""

from dataclasses import dataclass

from django.utils.formats import get_format

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Figures:
    """How a casino writes its amounts (OPS 7.1); whole amounts stand without decimals."""

    minor_digits: int
    thousands: str
    decimal: str

    @classmethod
    def of(cls, minor_digits: int) -> "Figures":
        """The figures of a currency with so many minor digits, in the language of the page."""
        return cls(minor_digits, str(get_format("THOUSAND_SEPARATOR")), str(get_format("DECIMAL_SEPARATOR")))

    def amount(self, units: int) -> str:
        """125000 is 1,250 and 1250 is 12.50, with two minor digits."""
        whole, rest = divmod(abs(units), 10**self.minor_digits)
        text = f"{whole:,}".replace(",", self.thousands)
        if rest:
            text += f"{self.decimal}{rest:0{self.minor_digits}d}"
        return f"{MINUS}{text}" if units < 0 else text

    def signed(self, units: int) -> str:
        """The amount with its sign in front, nothing in front of 0."""
        return f"+{self.amount(units)}" if units > 0 else self.amount(units)
