"""How templates write what the pages' own code writes too."""

from datetime import datetime

from django import template
from django.utils.translation import get_language

from tables.queries.times import LOCAL
from tables.web.shared.figures import part
from tables.web.shared.language import LanguageChoice, language_choices
from tables.web.shared.times import HouseClock

register = template.Library()


@register.filter
def house_time(moment: datetime | str | None, clock: HouseClock) -> str:
    """Return date and time to the second on the clock of the house; empty for no time."""
    return clock.full(moment) if moment else ""


@register.filter
def is_of_picker(text: str | None) -> bool:
    """Tell whether a time stands as a picker of times can show it: by the clock of the house, or not at all."""
    return not text or LOCAL.fullmatch(text) is not None


@register.filter
def number(text: str | int) -> str:
    """Return a number that was written for machines as the language of the page writes it."""
    return part(str(text))


@register.simple_tag
def languages() -> list[LanguageChoice]:
    """Return the languages a page can be read in, that of this page marked (TAB 4.4)."""
    return language_choices(get_language() or "")
