"""Which rounds are searched for: read from an address, by a person or a program (AUD 7.2)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tables.errors import gettext_noop as _
from tables.games.values import FlagCode
from tables.queries.numbers import read_number

FLAGS = tuple(str(flag) for flag in FlagCode)
YES, HIGHEST_SEAT, LARGEST_AMOUNT, LONGEST_CARD = "yes", 99, 10**15, 40
CODE = re.compile(r"[a-z][a-z_]{0,23}")
BADGE = re.compile(r"[A-Za-z0-9]{1,16}")
NAMES = (
    *("card", "seat", "dealer", "designated", "bet", "result", "least", "most", "flag"),
    *("corrected", "void", "disputed"),
)

ReadAmount = Callable[[str], int | None]
"""An amount as it stands in an address, with its sign, in minor units; None for anything else."""


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """What is looked for; what is empty or None is not asked for."""

    card: str = ""
    seat: int | None = None
    dealer: str = ""
    designated: str = ""
    """The card of the designated player."""
    bet: str = ""
    result: str = ""
    least: int | None = None
    """What was won at least, in minor units; less than nothing was lost."""
    most: int | None = None
    flag: str = ""
    corrected: bool = False
    void: bool = False
    disputed: bool = False

    @property
    def is_of_bets(self) -> bool:
        """Whether something is asked that a bet answers, and not the round."""
        return bool(self.card or self.bet or self.result) or any(
            value is not None for value in (self.seat, self.least, self.most)
        )


def read_whole_units(text: str) -> int | None:
    """Read an amount as programs write it: whole minor units with their sign."""
    number = read_number(text.removeprefix("-"), LARGEST_AMOUNT)
    return -number if number is not None and text.startswith("-") else number


def read_round_filter(given: Mapping[str, str], amount: ReadAmount) -> tuple[RoundFilter, dict[str, tuple[str, Any]]]:
    """Return what is asked for, and by name what is wrong with it: a sentence to be translated and its values."""
    values: dict[str, Any] = {}
    problems: dict[str, tuple[str, Any]] = {}
    for name in NAMES:
        text = given.get(name, "").strip()
        if not text:
            continue
        value = _read(name, text, amount)
        if value is None:
            problems[name] = _problem(name)
        else:
            values[name] = value
    return RoundFilter(**values), problems


def _read(name: str, text: str, amount: ReadAmount) -> Any:
    if name in CODES:
        return text if text in CODES[name] else None
    if name in ("bet", "result"):
        return text if CODE.fullmatch(text) else None
    if name in ("corrected", "void", "disputed"):
        return True if text == YES else None
    if name in ("least", "most"):
        return amount(text)
    if name == "seat":
        return read_number(text, HIGHEST_SEAT, least=1)
    if name == "dealer":
        return text if BADGE.fullmatch(text) else None
    return text if len(text) <= LONGEST_CARD and text.isprintable() else None


def _problem(name: str) -> tuple[str, Any]:
    if name in CODES:
        return _("%(field)s must be one of %(allowed)s."), {"allowed": ", ".join(CODES[name])}
    return PROBLEMS[name], {}


CODES: Mapping[str, tuple[str, ...]] = {"flag": FLAGS}
_YES_OR_NOTHING = _("%(field)s must be yes, or left out.")
_AMOUNT = _("%(field)s must be an amount; what was lost stands with a minus.")
_CARD = _("%(field)s must be the number of a player's card.")
PROBLEMS: Mapping[str, str] = {
    "card": _CARD,
    "designated": _CARD,
    "bet": _("%(field)s must be the name of a bet."),
    "result": _("%(field)s must be what a bet comes to, as win or lose."),
    "seat": _("%(field)s must be the number of a seat."),
    "dealer": _("%(field)s must be a badge: letters and figures, at most 16."),
    "least": _AMOUNT,
    "most": _AMOUNT,
    "corrected": _YES_OR_NOTHING,
    "void": _YES_OR_NOTHING,
    "disputed": _YES_OR_NOTHING,
}
