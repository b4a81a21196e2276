"""How templates write what the pages' own code writes too."""

from datetime import datetime

from django import template

from tables.web.shared.times import HouseClock

register = template.Library()


@register.filter
def house_time(moment: datetime | str | None, clock: HouseClock) -> str:
    """Return date and time to the second on the clock of the house; empty for no time."""
    return clock.full(moment) if moment else ""
