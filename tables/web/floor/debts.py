"""Debts between the house and players: the list, and the form that says how one was dealt with (OPS 5.8)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions.floor.debts import settle_debt
from tables.policy import LOG_READERS, Role
from tables.queries.floor.debts import owed_in, table_of_owed
from tables.queries.paging import Page
from tables.stamp import Call, Stamp
from tables.web.floor.forms import DebtForm
from tables.web.floor.listing import PAGE, found_or_404, state_of
from tables.web.shared.addresses import round_address
from tables.web.shared.forms import cursor_of
from tables.web.shared.signed_forms import Refusal, Success, done_or_refused, refusal_context, with_refusal
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from
from tables.web.words.floor import DEBT_REASONS, DEBT_WAYS


@require_GET
@for_roles(*LOG_READERS)
def debts(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """List the debts that nobody has dealt with; with `?state=settled` those that were dealt with."""
    return _page(request, office)


@sent_from("web:owed")
@for_roles(*LOG_READERS)
def settle(request: HttpRequest, office: StaffContext, owed_id: int) -> HttpResponse:
    """Deal with a debt."""
    table_id = found_or_404(lambda: table_of_owed(owed_id))
    form = DebtForm(request.POST, f"owed-{owed_id}")
    fields = form.read()

    def act(stamp: Stamp) -> object:
        return settle_debt(Call(table_id, stamp), owed=owed_id, how=fields["how"], words=fields["words"])

    success = Success(_("Dealt with: it is no longer owed."), reverse("web:owed"))
    answer = done_or_refused(request, office, form, act, success)
    return _page(request, office, answer) if isinstance(answer, Refusal) else answer


def _page(request: HttpRequest, office: StaffContext, refusal: Refusal | None = None) -> HttpResponse:
    state = state_of(request, "settled")
    listed = owed_in([office.casino.pk], Page(PAGE, cursor_of(request)), state=state)
    rows = [
        {
            **row,
            "why": DEBT_REASONS[row["reason"]],
            "text": office.figures.amount(abs(row["amount"])),
            "is_owed_to_player": row["amount"] > 0,
            "at": office.clock.full(row["raised_at"]),
            "address": round_address(row["table_id"], row["round"]) if row["round"] else "",
            "problem": refusal.problem_of(f"owed-{row['owed']}") if refusal else "",
        }
        for row in listed["owed"]
    ]
    context = {
        "office": office,
        "rows": rows,
        "next": listed["next"],
        "state": state,
        "ways": DEBT_WAYS.items(),
        "may_act": Role.FLOOR in office.roles,
        **refusal_context(refusal),
    }
    return with_refusal(render(request, "tables/floor/debts.html", context), refusal)
