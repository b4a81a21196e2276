"""Players barred from the house or a table: the list, and the forms to bar and to lift (OPS 2.3)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions.floor.bars import bar_from_house, lift_bar
from tables.policy import LOG_READERS, Role
from tables.queries.floor.bars import bars_in, place_of_bar
from tables.queries.paging import Page
from tables.stamp import HouseCall, Stamp
from tables.web.floor.forms import BarForm, LiftForm
from tables.web.floor.listing import PAGE, found_or_404, state_of
from tables.web.shared.forms import cursor_of
from tables.web.shared.signed_forms import Refusal, Success, done_or_refused, refusal_context, with_refusal
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from
from tables.web.words.floor import BAR_REASONS


@require_GET
@for_roles(*LOG_READERS)
def bars(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """List the bars in force; with `?state=lifted` those that were lifted."""
    return _page(request, office)


@sent_from("web:bars")
@for_roles(*LOG_READERS)
def bar(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Bar a player card from the house."""
    form = BarForm(request.POST, "bar")
    fields = form.read()

    def act(stamp: Stamp) -> object:
        arguments = {name: fields[name] for name in ("player_card", "reason", "words")}
        return bar_from_house(HouseCall(office.casino.pk, stamp), **arguments)

    success = Success(_("Barred from the house."), reverse("web:bars"))
    answer = done_or_refused(request, office, form, act, success)
    return _page(request, office, answer) if isinstance(answer, Refusal) else answer


@sent_from("web:bars")
@for_roles(*LOG_READERS)
def lift(request: HttpRequest, office: StaffContext, bar_id: int) -> HttpResponse:
    """Let a player play again."""
    if found_or_404(lambda: place_of_bar(bar_id))[0] != office.casino.pk:
        raise Http404
    form = LiftForm(request.POST, f"bar-{bar_id}")
    words = form.read()["words"]

    def act(stamp: Stamp) -> object:
        return lift_bar(bar_id=bar_id, stamp=stamp, words=words)

    success = Success(_("Lifted: they play again when they say so."), reverse("web:bars"))
    answer = done_or_refused(request, office, form, act, success)
    return _page(request, office, answer) if isinstance(answer, Refusal) else answer


def _page(request: HttpRequest, office: StaffContext, refusal: Refusal | None = None) -> HttpResponse:
    state = state_of(request, "lifted")
    listed = bars_in([office.casino.pk], Page(PAGE, cursor_of(request)), state=state)
    rows = [
        {
            **row,
            "why": BAR_REASONS[row["reason"]],
            "at": office.clock.full(row["barred_at"]),
            "ended": office.clock.full(row["lifted_at"]) if row["lifted_at"] else "",
            "problem": refusal.problem_of(f"bar-{row['bar']}") if refusal else "",
        }
        for row in listed["bars"]
    ]
    context = {
        "office": office,
        "rows": rows,
        "next": listed["next"],
        "state": state,
        "reasons": BAR_REASONS.items(),
        "may_act": Role.FLOOR in office.roles,
        **refusal_context(refusal),
    }
    return with_refusal(render(request, "tables/floor/bars.html", context), refusal)
