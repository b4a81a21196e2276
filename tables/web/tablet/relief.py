"""Tapping in by badge, or by a name of today's list, and PIN (OPS 1.2, 1.8)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.models import Table
from tables.queries.relief import badge_length, badge_today, dealers_today
from tables.web.shared.session import Visitor, at_table
from tables.web.shared.times import HouseClock


@require_GET
@at_table
def dealers(request: HttpRequest, table: Table, _visitor: Visitor) -> HttpResponse:
    """The names of today's dealers, without their badges, and how long a badge of the house is."""
    clock = HouseClock.of(table.casino.time_zone)
    rows = [(row, clock.short(row.seen)) for row in dealers_today(table)]
    response = render(request, "tables/tablet/_dealers.html", {"rows": rows, "badge_length": badge_length(table)})
    response["Cache-Control"] = "no-store"
    return response


def badge_sent(request: HttpRequest, table: Table) -> str:
    """The badge that was typed, or that of the name that was tapped; raises NotFound for a name that is not on the list."""
    name = request.POST.get("name", "")
    if not name:
        return request.POST.get("badge", "")
    badge = badge_today(table, name)
    if badge is None:
        raise NotFound(_("This name is not on today's list any more: type the badge."))
    return badge
