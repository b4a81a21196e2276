"""One reader of numbers and one of times (docs/decisions/0088)."""

import pytest

from tables.queries.numbers import LARGEST_KEY, read_cursor, read_number
from tables.queries.times import read_date, read_moment


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), ("07", 7), ("99", 99), ("100", None), ("", None), ("-1", None), ("+1", None), (" 1", None)],
)
def test_a_number_is_digits_and_no_larger_than_the_most(text: str, number: int | None) -> None:
    """Nothing is rounded, stripped or cut."""
    assert read_number(text, 99) == number


@pytest.mark.parametrize(
    "text", ["9" * 5000, "\N{ARABIC-INDIC DIGIT ONE}", "\N{SUPERSCRIPT TWO}", "1\x00", "1_0", "\ud800", "1.0", "0x1"]
)
def test_no_other_text_is_a_number(text: str) -> None:
    """5,000 digits neither, which int() would refuse with an error of its own."""
    assert read_number(text, LARGEST_KEY) is None


def test_a_cursor_is_a_key_that_a_row_can_have() -> None:
    """From 1 to what the column holds."""
    assert [read_cursor(text) for text in ("1", str(LARGEST_KEY), "0", str(LARGEST_KEY + 1))] == [
        1,
        LARGEST_KEY,
        None,
        None,
    ]


def test_a_time_is_read_in_the_documented_form_alone() -> None:
    """With its offset; no week dates, no missing minutes."""
    assert [read_moment(text) is not None for text in ("2026-03-01T20:00:00Z", "2026-03-01T20:00:00.5+01:00")] == [
        True
    ] * 2
    for text in ("2026-W09-7T20:00:00Z", "2026-03-01T20Z", "2026-03-01T20:00:00", "2026-03-01", "20260301T200000Z"):
        assert read_moment(text) is None
    assert [read_date(text) for text in ("1000-01-01", "2026-02-30", "2026-W09-7", "20260301")] == [None] * 4
