"""Numbers as people read them, in the language of the page: the one writer of separators (TAB 4.4)."""

from typing import NamedTuple

from django.utils.translation import get_language

MINUS = "\N{MINUS SIGN}"


class Separators(NamedTuple):
    """What stands between thousands, and before the digits of a part."""

    thousands: str
    decimal: str


ENGLISH, CONTINENTAL = Separators(",", "."), Separators(".", ",")
OF_LANGUAGES = dict.fromkeys(("nl", "it", "ro", "es"), CONTINENTAL)
"""Of the languages that do not write as English does."""


def separators() -> Separators:
    """Return those of the language of the page."""
    return OF_LANGUAGES.get(get_language() or "", ENGLISH)


def whole(number: int) -> str:
    """Return a whole number: 1,250 in English."""
    text = f"{abs(number):,}".replace(",", separators().thousands)
    return f"{MINUS}{text}" if number < 0 else text


def part(text: str) -> str:
    """Return a number with a part, written for machines: "1250.5" is 1,250.5 in English."""
    size, _point, rest = text.lstrip(f"-{MINUS}").partition(".")
    shown = f"{int(size):,}".replace(",", separators().thousands)
    shown += f"{separators().decimal}{rest}" if rest else ""
    return f"{MINUS}{shown}" if text.startswith(("-", MINUS)) else shown


def percent(basis_points: int) -> str:
    """Return hundredths of a percent as a percentage without zeros that say nothing: 50 is 0.5 in English."""
    return part(f"{basis_points // 100}.{basis_points % 100:02}".rstrip("0").rstrip("."))
