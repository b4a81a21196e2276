"""The cover meter in the middle of the felt: two marks, and a warning below the likely one alone (OPS 3.5)."""

import pytest

from tables.web.shared.money import MoneyFormat
from tables.web.tablet.hcf.cover import LIKELY_MARK, Cover, cover_of

FIGURES = MoneyFormat.of(2)


def meter(bank: int, likely: int, worst: int) -> Cover | None:
    """The meter of a round with these amounts, in minor units."""
    cover = {"likely_case": likely, "worst_case": worst, "short": likely > bank}
    return cover_of({"bank": bank, "cover": cover}, FIGURES)


@pytest.mark.parametrize(
    ("bank", "reach", "text", "is_short"),
    [
        (45000, 30, "450 short of the likely case, 900; the worst case is 60,400", True),
        (0, 0, "900 short of the likely case, 900; the worst case is 60,400", True),
        (90000, LIKELY_MARK, "Covers the likely case, 900; the worst case is 60,400", False),
        (6039999, 99, "Covers the likely case, 900; the worst case is 60,400", False),
        (6040000, 100, "Covers the worst case, 60,400", False),
        (9999999, 100, "Covers the worst case, 60,400", False),
    ],
)
def test_ops_3_5_two_marks_and_one_warning(bank: int, reach: int, text: str, is_short: bool) -> None:
    assert meter(bank, 90000, 6040000) == Cover(reach, text, is_short, has_likely_mark=True)


def test_ops_3_5_without_bonuses_both_cases_are_one_mark() -> None:
    assert meter(200000, 400000, 400000) == Cover(50, "2,000 short of the worst case, 4,000", True, False)
    assert meter(400000, 400000, 400000) == Cover(100, "Covers the worst case, 4,000", False, False)


def test_ops_3_5_nothing_is_measured_without_wagers() -> None:
    assert meter(400000, 0, 0) is None
    assert cover_of(None, FIGURES) is None
