"""Forms of pages and their fields: Django reads them, the act judges them, and a refusal stands at its field."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tables.errors import TableError
from tables.games.errors import RuleError
from tables.queries.numbers import read_number
from tables.queries.times import read_date, read_moment
from tables.web.shared.errors import sentence
from tables.web.shared.money import MoneyFormat

HIGHEST_SEAT = 99
LARGEST_NUMBER = 10**16 - 1
EXAMPLE = 1250


class TextField(forms.Field):
    """A text as it was typed; empty where it was left out. What it may be is for the act to say."""

    def __init__(self, *, strip: bool = False, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.strip = strip

    def to_python(self, value: Any) -> str:
        """Return the text."""
        text = value if isinstance(value, str) else ""
        return text.strip() if self.strip else text


class SecretField(TextField):
    """A PIN or a password, which no page shows again."""

    widget = forms.PasswordInput


class TextsField(forms.Field):
    """The boxes that were ticked, as texts."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)


class WordsField(TextField):
    """Several words in one field, set apart by commas or blanks; cleans to a list."""

    def clean(self, value: Any) -> list[str]:
        """Return the words."""
        return self.to_python(value).replace(",", " ").split()


class DayField(TextField):
    """A gaming day; None where it is left empty."""

    def clean(self, value: Any) -> date | None:
        """Return the day; raises ValidationError."""
        text = self.to_python(value).strip()
        day = read_date(text)
        if text and day is None:
            raise ValidationError(_("A gaming day is a date, like 2026-03-01."))
        return day


class MomentField(TextField):
    """A time with its offset; None where it is left empty."""

    def clean(self, value: Any) -> datetime | None:
        """Return the time in UTC; raises ValidationError."""
        text = self.to_python(value).strip()
        moment = read_moment(text)
        if text and moment is None:
            raise ValidationError(_("A time stands with its offset, like 2026-03-01T20:00:00Z."))
        return moment


class NumberField(forms.Field):
    """A whole number from `least` to `most`; None where it may be left empty and is."""

    def __init__(
        self, *, most: int = LARGEST_NUMBER, least: int = 0, wrong: str | Promise = "", **options: Any
    ) -> None:
        super().__init__(widget=forms.TextInput(attrs={"inputmode": "numeric"}), **options)
        self.most, self.least, self.wrong = most, least, wrong

    def to_python(self, value: Any) -> int | None:
        """Return the number; raises ValidationError."""
        text = str(value or "").strip()
        if not text and not self.required:
            return None
        number = read_number(text, self.most, least=self.least)
        if number is None:
            raise ValidationError(str(self.wrong or _("A whole number is needed here.")))
        return number

    def validate(self, value: Any) -> None:
        """What is empty was judged as it was read."""


class SeatField(NumberField):
    """The number of a seat, or nothing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(most=HIGHEST_SEAT, required=False, **options)


class MoneyField(forms.Field):
    """An amount in the currency of the house, as people type it; cleans to whole minor units, None for nothing."""

    def __init__(self, figures: MoneyFormat, **options: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs={"inputmode": "decimal"}), **options)
        self.figures = figures

    def to_python(self, value: Any) -> int | None:
        """Return minor units; raises ValidationError."""
        text = str(value or "").strip()
        if not text and not self.required:
            return None
        units = self.figures.units(text)
        if units is None:
            example = {"example": self.figures.amount(EXAMPLE)}
            raise ValidationError(_("An amount is needed here, as in %(example)s.") % example)
        return units

    def validate(self, value: Any) -> None:
        """What is empty was judged as it was read."""

    def prepare_value(self, value: Any) -> Any:
        """Return an amount without what sets thousands apart, as it is easiest to type over."""
        return self.figures.typed(value) if isinstance(value, int) else value


class PageForm(forms.Form):
    """A form of a page; `problem` is the one sentence that it shows, `field` where."""

    def read(self) -> dict[str, Any]:
        """Return what was sent, by field; what could not be read is left out, and stands in `errors`."""
        self.is_valid()
        return self.cleaned_data

    def refuse(self, error: TableError | RuleError, figures: MoneyFormat) -> None:
        """Show why the act was refused, at its field where the form has it."""
        self.is_valid()
        self.add_error(error.field if error.field in self.fields else None, sentence(error, figures))

    @property
    def values(self) -> dict[str, Any]:
        """What was typed, to stand in the form again; never a secret."""
        if not self.is_bound:
            return {}
        shown = [name for name, field in self.fields.items() if not isinstance(field, SecretField)]
        return {name: self[name].value() or "" for name in shown}

    @property
    def problems(self) -> dict[str, str]:
        """The first sentence at each field."""
        return {name: str(texts[0]) for name, texts in self.errors.items()}

    @property
    def field(self) -> str:
        """The name of the field at fault; empty where it is none of them."""
        return next((name for name in self.errors if name in self.fields), "")

    @property
    def problem(self) -> str:
        """The sentence of the first error; empty where there is none."""
        return next(iter(self.problems.values()), "")

    @property
    def other_problem(self) -> str:
        """The sentence of an error that is at no field of the form."""
        return "" if self.field else self.problem
