"""The disputes of the house; the page of a round has their forms (OPS 5.9)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tables.policy import EXPORTERS, LOG_READERS
from tables.queries.floor.disputes import disputes_in
from tables.queries.paging import Page
from tables.web.floor.listing import PAGE, state_of
from tables.web.shared.addresses import round_address
from tables.web.shared.forms import cursor_of
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.floor import DISPUTE_REASONS, RULINGS


@require_GET
@for_roles(*LOG_READERS)
def disputes(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """List the disputes without a ruling; with `?state=ruled` those with one."""
    state = state_of(request, "ruled")
    listed = disputes_in([office.casino.pk], Page(PAGE, cursor_of(request)), state=state)
    rows = [
        {
            **row,
            "why": DISPUTE_REASONS[row["reason"]],
            "at": office.clock.full(row["opened_at"]),
            "address": round_address(row["table_id"], row["round"]),
            "outcome": RULINGS[row["ruling"]["outcome"]] if row["ruling"] else "",
        }
        for row in listed["disputes"]
    ]
    may_export = bool(office.roles & set(EXPORTERS))
    context = {"office": office, "rows": rows, "next": listed["next"], "state": state, "may_export": may_export}
    return render(request, "tables/floor/disputes.html", context)
