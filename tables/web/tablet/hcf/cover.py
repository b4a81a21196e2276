"""The cover meter as the middle of the felt shows it (OPS 3.5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.web.shared.money import MoneyFormat

FULL = 100
"""The length of the meter; the worst case is its end."""
LIKELY_MARK = 60
"""Where the mark of the likely case stands; the worst case may be a hundred times as much, so there are two scales."""


@dataclass(frozen=True, slots=True)
class Cover:
    """How far the bank reaches on the meter, what is said beside it, and whether that is a warning."""

    reach: int
    text: str
    is_short: bool
    has_likely_mark: bool
    """Whether the likely case has a mark of its own, because it is below the worst case."""


def cover_of(round_: Mapping[str, Any] | None, figures: MoneyFormat) -> Cover | None:
    """The meter of a round that has anything to measure."""
    cover = round_["cover"] if round_ else None
    if not round_ or not cover or not cover["worst_case"]:
        return None
    bank, likely, worst = round_["bank"], cover["likely_case"], cover["worst_case"]
    words = _words(bank, likely, worst)
    amounts = {"likely": likely, "worst": worst, "missing": max(0, likely - bank)}
    text = words % {name: figures.amount(value) for name, value in amounts.items()}
    return Cover(_reach(bank, likely, worst), text, bool(cover["short"]), likely < worst)


def _words(bank: int, likely: int, worst: int) -> str:
    if bank >= worst:
        return _("Covers the worst case, %(worst)s")
    if bank >= likely:
        return _("Covers the likely case, %(likely)s; the worst case is %(worst)s")
    if likely < worst:
        return _("%(missing)s short of the likely case, %(likely)s; the worst case is %(worst)s")
    return _("%(missing)s short of the worst case, %(worst)s")


def _reach(bank: int, likely: int, worst: int) -> int:
    """How far the bank reaches, 0 to 100: to the mark of the likely case on one scale, beyond it on another."""
    if likely == worst:
        return min(FULL, bank * FULL // worst)
    if bank < likely:
        return bank * LIKELY_MARK // likely
    return min(FULL, LIKELY_MARK + (bank - likely) * (FULL - LIKELY_MARK) // (worst - likely))
