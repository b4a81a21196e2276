"""Which part of a list is asked for: a period, and a page of it."""

from collections.abc import Sequence
from datetime import datetime

from rest_framework.request import Request

from tables.api.http.problems import BadRequest
from tables.errors import gettext_noop as _
from tables.games.errors import quoted_name
from tables.queries.numbers import read_cursor, read_number
from tables.queries.paging import Page, Period
from tables.queries.times import read_moment

PAGE, LONGEST_PAGE = 50, 200


def verify_parameters(request: Request, known: Sequence[str], several: Sequence[str]) -> None:
    """Raise BadRequest for what is unknown in the query, or stands there twice and can only stand once."""
    for name in request.query_params:
        if name not in known:
            template = (
                _("%(field)s is not known here; allowed are %(allowed)s.")
                if known
                else _("%(field)s is not known here; nothing can be asked for.")
            )
            raise BadRequest(template, field=quoted_name(name), allowed=", ".join(known))
        if name not in several and len(request.query_params.getlist(name)) > 1:
            raise BadRequest(_("%(field)s stands twice."), field=name)


def read_period(request: Request) -> Period:
    """From `since`, included, to `until`, left out; raises BadRequest."""
    return Period(_read_time(request, "since"), _read_time(request, "until"))


def read_page(request: Request) -> Page:
    """Where the page starts, and how long it is; raises BadRequest."""
    text = request.query_params.get("cursor")
    cursor = read_cursor(text) if text is not None else None
    if text is not None and cursor is None:
        raise BadRequest(_("%(field)s is none that was given out here."), field="cursor")
    return Page(read_limit(request), cursor)


def read_limit(request: Request) -> int:
    """How long a page is to be; raises BadRequest."""
    limit = read_number(request.query_params.get("limit", str(PAGE)), LONGEST_PAGE, least=1)
    if limit is None:
        raise BadRequest(_("%(field)s must be a whole number from 1 to %(most)s."), field="limit", most=LONGEST_PAGE)
    return limit


def _read_time(request: Request, name: str) -> datetime | None:
    found = request.query_params.get(name)
    if found is None:
        return None
    moment = read_moment(found)
    if moment is None:
        raise BadRequest(_("%(field)s must be a time with its offset, as in 2026-03-01T20:00:00Z."), field=name)
    return moment
