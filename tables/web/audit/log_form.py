"""The filters of the audit log, which live in the address (LOOK 3)."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tables.models import Casino
from tables.queries.audit.export_filter import ACTS, BADGE
from tables.queries.audit.pages import HOUSE, LogFilter
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.queries.paging import Period
from tables.queries.times import gaming_days, moments_by_clock
from tables.web.shared.fields import DayField, MomentField, NumberField, PageForm, WordsField
from tables.web.shared.times import HouseClock

HIGHEST_TABLE = 2**15 - 1
LONGEST_LIST, LONGEST_QUOTE = 40, 40
HOUSE_WORD = "house"


class ListField(WordsField):
    """Several words, not too many at once."""

    def clean(self, value: Any) -> list[str]:
        """Return the words; raises ValidationError for too many."""
        words = super().clean(value)
        if len(words) > LONGEST_LIST:
            raise ValidationError(_("At most %(most)s can be asked for at once.") % {"most": LONGEST_LIST})
        return words


class TablesField(ListField):
    """Numbers of tables, and the word for the chain of the house."""

    def clean(self, value: Any) -> list[int]:  # type: ignore[override]
        """Return the numbers, the house as the one that no table has; raises ValidationError."""
        return [self._number(word) for word in super().clean(value)]

    def _number(self, word: str) -> int:
        number = HOUSE if word == HOUSE_WORD else read_number(word, HIGHEST_TABLE, least=1)
        if number is None:
            raise ValidationError(_("%(word)s is no table: a number, or house.") % {"word": word[:LONGEST_QUOTE]})
        return number


class HouseMomentField(MomentField):
    """A time by the clock of the house, or with its offset; None where it is left empty."""

    time_zone = "UTC"

    def clean(self, value: Any) -> datetime | None:
        """Return the time in UTC; raises ValidationError, which says so where the clock shows it twice that night."""
        shown = moments_by_clock(self.to_python(value).strip(), self.time_zone)
        if len(shown) > 1:
            first, second = (HouseClock.of(self.time_zone).zoned(moment) for moment in shown)
            told = {"first": first, "second": second}
            raise ValidationError(
                _("The clock shows this time twice that night: is it %(first)s or %(second)s?") % told
            )
        return shown[0] if shown else super().clean(value)


class LogForm(PageForm):
    """Gaming days or times, tables, acts, badges and a round; what is left empty is not asked for."""

    first = DayField()
    last = DayField()
    since = HouseMomentField()
    until = HouseMomentField()
    table = TablesField()
    act = ListField()
    person = ListField()
    round = NumberField(
        most=LARGEST_INTEGER,
        least=1,
        wrong=_lazy("The number of a round is a whole number from 1 on."),
        required=False,
    )

    def __init__(self, *sent: Any, time_zone: str, **options: Any) -> None:
        super().__init__(*sent, **options)
        for name in ("since", "until"):
            self.fields[name].time_zone = time_zone  # type: ignore[attr-defined]

    def clean_act(self) -> list[str]:
        """Raise ValidationError for a word that is no act."""
        acts: list[str] = self.cleaned_data["act"]
        unknown = [act for act in acts if act not in ACTS]
        if unknown:
            raise ValidationError(_("%(word)s is no act.") % {"word": unknown[0][:LONGEST_QUOTE]})
        return acts

    def clean_person(self) -> list[str]:
        """Raise ValidationError for a word that is no badge."""
        badges: list[str] = self.cleaned_data["person"]
        if not all(BADGE.fullmatch(badge) for badge in badges):
            raise ValidationError(_("A badge has letters and figures, at most 16."))
        return badges

    def filter_of(self, casino: Casino) -> LogFilter:
        """Return what a form without problems asks for."""
        fields = self.read()
        return LogFilter(
            casino.pk, self._period(casino), fields["table"], fields["act"], fields["person"], fields["round"]
        )

    def _period(self, casino: Casino) -> Period:
        """Gaming days, or times with their offset; an end that is left out is open."""
        fields = self.read()
        first, last = fields["first"], fields["last"]
        since = gaming_days(casino, first, first).since if first else fields["since"]
        return Period(since, gaming_days(casino, last, last).until if last else fields["until"])
