"""Amounts, chips and cards as the pages show them."""

import pytest
from django.conf import settings
from django.utils import translation

from tables.games.errors import RuleError
from tables.web.shared.errors import sentence
from tables.web.shared.figures import OF_LANGUAGES, part, percent, whole
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import faces, pad_rows
from tables.web.tablet.chips import chip_values, known_chips, stack_chips
from tables.web.tablet.hcf.seats import ARCS, place
from tables.web.words.rule_values import value_words

EURO = MoneyFormat(2, ",", ".")
YEN = MoneyFormat(0, ",", ".")


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (0, "0"),
        (500, "5"),
        (125000, "1,250"),
        (1250, "12.50"),
        (5, "0.05"),
        (-2000, "\N{MINUS SIGN}20"),
        (123456789, "1,234,567.89"),
    ],
)
def test_ops_7_1_amounts_stand_in_the_casinos_currency(units: int, text: str) -> None:
    """Whole amounts without decimals."""
    assert EURO.amount(units) == text


@pytest.mark.parametrize(
    ("figures", "text", "units"),
    [
        (EURO, "2.5", 250),
        (EURO, " 1,250.75 ", 125075),
        (EURO, "1250", 125000),
        (EURO, "1 250", 125000),
        (EURO, "0.05", 5),
        (MoneyFormat(2, ".", ","), "1.234,50", 123450),
        (MoneyFormat(2, ".", ","), "2.5", None),
        (YEN, "125,000", 125000),
        (YEN, "12.5", None),
        *(
            (EURO, text, None)
            for text in ("2,5", "1,25", "1,0000", ",5", "5.", "1.234", "-5", "1e9", "\u0665", "", "5 5", "9" * 16)
        ),
    ],
)
def test_ops_7_1_an_amount_is_read_as_it_is_written_or_not_at_all(
    figures: MoneyFormat, text: str, units: int | None
) -> None:
    """A comma for the decimal point is no amount in English, and never ten times as much."""
    assert figures.units(text) == units


def test_amounts_of_a_currency_without_minor_units() -> None:
    """And signs in front."""
    assert YEN.amount(125000) == "125,000"
    assert EURO.signed(8500) == "+85"
    assert EURO.signed(0) == "0"
    assert MoneyFormat(2, ".", ",").amount(123450) == "1.234,50"


@pytest.mark.parametrize(
    ("digits", "unit", "most", "values"),
    [
        (2, 100, 30000, [100, 500, 1000, 2500, 5000, 10000]),
        (2, 500, 10000, [500, 1000, 2500, 5000, 10000]),
        (2, 100, 100000, [100, 2500, 5000, 10000, 50000, 100000]),
        (2, 300, 1000, [300]),
        (0, 1, 100, [1, 5, 10, 25, 50, 100]),
    ],
)
def test_chips_are_whole_chip_units_and_never_more_than_six(
    digits: int, unit: int, most: int, values: list[int]
) -> None:
    """The chip the table counts in is always among them (OPS 4.4)."""
    assert [value for value, _colour in chip_values(digits, unit, most)] == values


@pytest.mark.parametrize(
    ("unit", "most", "values"),
    [
        (100, 100000, [100, 500, 1000, 2500, 5000, 10000, 50000, 100000]),
        (500, 100000, [500, 1000, 2500, 5000, 10000, 50000, 100000]),
        (300, 1000, [300]),
    ],
)
def test_the_ladder_of_chips_knows_every_whole_chip(unit: int, most: int, values: list[int]) -> None:
    assert [value for value, _colour in known_chips(2, unit, most)] == values


def test_a_bank_and_a_buy_in_have_the_tables_own_chips() -> None:
    """The largest give way."""
    assert [figure for _value, _colour, figure in stack_chips(EURO, 100)] == ["1", "5", "10", "25", "50", "100", "500"]
    assert [figure for _value, _colour, figure in stack_chips(EURO, 500)][-1] == "1,000"


def test_look_1_2_the_flush_stands_first_and_the_run_is_marked() -> None:
    """Also where they lie in different suits; a low ace ends a run."""
    hand = faces("AhKhQh9h3s2sAs", ace_low=True)
    assert [card.code for card in hand if card.is_flush] == ["Ah", "Kh", "Qh", "9h"]
    assert [card.code for card in hand if card.is_run] == ["Ah", "Kh", "Qh"]
    assert [card.code for card in faces("3h2hAh9s8d7c6c", ace_low=True) if card.is_run] == ["Ah", "3h", "2h"]
    assert not [card for card in faces("3h2hAh9s8d7c6c", ace_low=False) if card.is_run]
    assert [card.code for card in hand[:4]] == ["Ah", "Kh", "Qh", "9h"]


def test_look_1_3_the_pad_has_a_row_a_suit() -> None:
    """From the ace down to the two."""
    rows = pad_rows(52)
    assert [len(row) for row in rows] == [13, 13, 13, 13]
    assert [card.rank for card in rows[0]] == ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


def test_every_seat_has_a_place_of_its_own() -> None:
    """Seat 1 at the dealer's left (LOOK 1)."""
    for count, arc in ARCS.items():
        assert len(set(arc)) == count
    assert [place(seat, 7) for seat in (1, 4, 7)] == ["sw", "n", "se"]
    assert place(12, 12) == "row"


def test_sentences_show_amounts_as_people_read_them() -> None:
    """Amounts only: a count of cards stays a count."""
    error = RuleError("bad_amount", "Seat %(seat)s: up to %(most)s in steps of %(unit)s.", seat=3, most=50000, unit=500)
    assert sentence(error, EURO) == "Seat 3: up to 500 in steps of 5."
    error = RuleError(
        "wrong_card_count", "%(found)s cards at seat %(seat)s, not %(needed)s.", seat=3, found=6, needed=7
    )
    assert sentence(error, EURO) == "6 cards at seat 3, not 7."


@pytest.mark.parametrize(
    ("language", "amount", "count", "rate"),
    [("en", "1,250.50", "12,345", "0.5"), *((one, "1.250,50", "12.345", "0,5") for one in ("nl", "it", "ro", "es"))],
)
def test_tab_4_4_numbers_are_written_as_the_language_writes_them(
    language: str, amount: str, count: str, rate: str
) -> None:
    """Amounts, counts and rates, and amounts are read as they are written."""
    with translation.override(language):
        figures = MoneyFormat.of(2)
        assert figures.amount(125050) == amount
        assert figures.units(figures.typed(125050)) == figures.units(amount) == 125050
        assert (whole(12345), percent(50)) == (count, rate)
        assert part("-1250.25") == f"\N{MINUS SIGN}{amount[:-2]}25"
        assert value_words("terms.commission_bps", 50, figures) == f"{rate} %"


def test_tab_4_4_every_language_but_english_has_its_own_separators() -> None:
    assert ["en", *OF_LANGUAGES] == [code for code, _name in settings.LANGUAGES]
