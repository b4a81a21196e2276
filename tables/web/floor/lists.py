"""The floor's lists: what is owed, who is barred, which disputes are open (OPS 2.3, 5.8, 5.9)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions.floor.bars import BAR_REASONS, bar_from_house, lift_bar
from tables.actions.floor.debts import WAYS, settle_owed
from tables.errors import NotFound
from tables.policy import Role
from tables.queries.floor.bars import bars_in, place_of_bar
from tables.queries.floor.debts import owed_in, table_of_owed
from tables.queries.floor.disputes import disputes_in
from tables.queries.paging import Page
from tables.stamp import Call
from tables.web.shared.addresses import round_address
from tables.web.shared.forms import cursor_of, new_seed
from tables.web.shared.signed_forms import Refusal, Success, done_or_refused
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from
from tables.web.words.floor import BAR_WORDS, DISPUTE_WORDS, HOW_WORDS, OUTCOME_WORDS, OWED_WORDS

JSON = dict[str, Any]
READERS = (Role.FLOOR, Role.COMPLIANCE)
PAGE = 50


@require_GET
@for_roles(*READERS)
def owed(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """What nobody has dealt with yet; with `?state=settled` what somebody has."""
    return _owed(request, office)


@sent_from("web:owed")
@for_roles(*READERS)
def settle(request: HttpRequest, office: StaffContext, owed_id: int) -> HttpResponse:
    """Deal with what is owed."""
    table_id = _known(lambda: table_of_owed(owed_id))
    sent = {"how": request.POST.get("how", ""), "words": request.POST.get("words", "")}

    def act(stamp: Any) -> object:
        return settle_owed(Call(table_id, stamp), owed=owed_id, **sent)

    success = Success(_("Dealt with: it is no longer owed."), reverse("web:owed"))
    answer = done_or_refused(request, office, f"owed-{owed_id}", act, success)
    return _owed(request, office, answer) if isinstance(answer, Refusal) else answer


@require_GET
@for_roles(*READERS)
def bars(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Who is barred; with `?state=lifted` who was."""
    return _bars(request, office)


@sent_from("web:bars")
@for_roles(*READERS)
def bar(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Bar a player card from the house."""
    sent = {name: request.POST.get(name, "") for name in ("player_card", "reason", "words")}

    def act(stamp: Any) -> object:
        return bar_from_house(casino_id=office.casino.pk, stamp=stamp, **sent)

    success = Success(_("Barred from the house."), reverse("web:bars"))
    answer = done_or_refused(request, office, "bar", act, success)
    return _bars(request, office, answer) if isinstance(answer, Refusal) else answer


@sent_from("web:bars")
@for_roles(*READERS)
def lift(request: HttpRequest, office: StaffContext, bar_id: int) -> HttpResponse:
    """Let somebody play again."""
    if _known(lambda: place_of_bar(bar_id))[0] != office.casino.pk:
        raise Http404

    def act(stamp: Any) -> object:
        return lift_bar(bar_id=bar_id, stamp=stamp, words=request.POST.get("words", ""))

    success = Success(_("Lifted: he plays again when he says so."), reverse("web:bars"))
    answer = done_or_refused(request, office, f"bar-{bar_id}", act, success)
    return _bars(request, office, answer) if isinstance(answer, Refusal) else answer


@require_GET
@for_roles(*READERS)
def disputes(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """The disputes without a ruling; with `?state=ruled` those with one."""
    state, house = _state(request, "ruled"), office.style
    listed = disputes_in([office.casino.pk], Page(PAGE, cursor_of(request)), state=state)
    rows = [
        {
            **row,
            "why": DISPUTE_WORDS.get(row["reason"], row["reason"]),
            "at": house.clock.full(row["opened_at"]),
            "address": round_address(row["table_id"], row["round"]),
            "outcome": OUTCOME_WORDS.get(row["ruling"]["outcome"], "") if row["ruling"] else "",
        }
        for row in listed["disputes"]
    ]
    context = {"office": office, "rows": rows, "next": listed["next"], "state": state}
    return render(request, "tables/floor/disputes.html", context)


def _owed(request: HttpRequest, office: StaffContext, refusal: Refusal | None = None) -> HttpResponse:
    state, house = _state(request, "settled"), office.style
    listed = owed_in([office.casino.pk], Page(PAGE, cursor_of(request)), state=state)
    rows = [
        {
            **row,
            "why": OWED_WORDS.get(row["reason"], row["reason"]),
            "text": house.figures.amount(abs(row["amount"])),
            "is_his": row["amount"] > 0,
            "at": house.clock.full(row["raised_at"]),
            "address": round_address(row["table_id"], row["round"]) if row["round"] else "",
            "problem": refusal.text if refusal is not None and refusal.form == f"owed-{row['owed']}" else "",
        }
        for row in listed["owed"]
    ]
    context = {
        "office": office,
        "rows": rows,
        "next": listed["next"],
        "state": state,
        "ways": [(key, HOW_WORDS[key]) for key in WAYS],
        "may_act": Role.FLOOR in office.roles,
        "command": new_seed(),
        "refusal": refusal,
        "sent": request.POST if refusal is not None else {},
    }
    status = refusal.status if refusal else 200
    return render(request, "tables/floor/debts.html", context, status=status)


def _bars(request: HttpRequest, office: StaffContext, refusal: Refusal | None = None) -> HttpResponse:
    state, house = _state(request, "lifted"), office.style
    listed = bars_in([office.casino.pk], Page(PAGE, cursor_of(request)), state=state)
    rows = [
        {
            **row,
            "why": BAR_WORDS.get(row["reason"], row["reason"]),
            "at": house.clock.full(row["barred_at"]),
            "ended": house.clock.full(row["lifted_at"]) if row["lifted_at"] else "",
            "problem": refusal.text if refusal is not None and refusal.form == f"bar-{row['bar']}" else "",
        }
        for row in listed["bars"]
    ]
    context = {
        "office": office,
        "rows": rows,
        "next": listed["next"],
        "state": state,
        "reasons": [(key, BAR_WORDS[key]) for key in BAR_REASONS],
        "may_act": Role.FLOOR in office.roles,
        "command": new_seed(),
        "refusal": refusal,
        "sent": request.POST if refusal is not None else {},
    }
    return render(request, "tables/floor/bars.html", context, status=refusal.status if refusal else 200)


def _state(request: HttpRequest, other: str) -> str:
    return other if request.GET.get("state") == other else "open"


def _known(look: Any) -> Any:
    try:
        return look()
    except NotFound as error:
        raise Http404 from error
