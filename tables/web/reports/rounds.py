"""What the search of rounds offers to choose from, and how people write what they search for (AUD 7.2)."""

from datetime import datetime
from typing import Any

from tables.errors import gettext_noop as _
from tables.queries.people import badges_of_dealers
from tables.queries.reports.query import Spelling
from tables.queries.reports.round_filter import FLAGS
from tables.queries.search.reach import search_reach
from tables.queries.times import moments_by_clock, read_moment
from tables.web.shared.figures import MINUS
from tables.web.shared.staff_page import StaffContext
from tables.web.words import games, reports, rounds

ROUNDS = "rounds"


def spelling_of(office: StaffContext) -> Spelling:
    """Return how a person of the house writes a time, by its clock, and an amount in its currency."""
    return Spelling(
        lambda text: _moment(text, office.casino.time_zone),
        _(
            "%(field)s must be a time with its offset, as in 2026-03-01T20:00:00Z, or one that the clock of the house "
            "shows once, as in 2026-03-01 21:00:00."
        ),
        lambda text: _amount(text, office),
    )


def round_choices(office: StaffContext) -> dict[str, Any]:
    """Return what the form of the search offers, and how far the search has followed the log."""
    reach = search_reach(office.casino.pk)
    return {
        "bets": list(reports.ROUND_BETS.items()),
        "results": list(games.RESULTS.items()),
        "flags": [(flag, rounds.FLAGS[flag]) for flag in FLAGS],
        "dealers": badges_of_dealers(office.casino.pk),
        "reach": reach,
        "reached": office.clock.full(reach.time) if reach.time else "",
        "currency": office.casino.currency,
    }


def _moment(text: str, time_zone: str) -> datetime | None:
    """A time with its offset, or one that the clock of the house shows once."""
    shown = moments_by_clock(text, time_zone)
    return read_moment(text) or (shown[0] if len(shown) == 1 else None)


def _amount(text: str, office: StaffContext) -> int | None:
    bare = text.lstrip(f"-+{MINUS}")
    units = office.figures.units(bare) if len(text) - len(bare) <= 1 else None
    return -units if units is not None and text[0] in f"-{MINUS}" else units
