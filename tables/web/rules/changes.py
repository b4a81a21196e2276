"""Changes of house rules on the floor: the list, one change with old and new side by side, and the form that asks (OPS 4.2)."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables import actions
from tables.errors import NotFound, TableError
from tables.models import Table
from tables.policy import LOG_READERS, Act, Role
from tables.queries.paging import Page
from tables.queries.rules.changes import change_of, changes_at, changes_open
from tables.queries.rules.documents import ComparedRuleChangeDocument
from tables.stamp import Call
from tables.web.rules.sides import compared_words, one_change, short_change
from tables.web.shared.errors import refused, sentence
from tables.web.shared.forms import cursor_of, new_seed, read_command
from tables.web.shared.signed_forms import own_signature
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from
from tables.web.words.rule_changes import RULE_CHANGE_STATES

PAGE = 50
DECISIONS = ("approve", "reject", "withdraw", "cancel")


@require_GET
@for_roles(*LOG_READERS)
def changes(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """List the changes that are open in the house, and what came of the others."""
    listed = changes_at(page=Page(PAGE, cursor_of(request)), casinos=[office.casino.pk])
    context = {
        "office": office,
        "open": [short_change(row, office.casino) for row in changes_open(office.casino.pk)],
        "past": [short_change(row, office.casino) for row in listed["changes"] if row["ended_at"]],
        "next": listed["next"],
        "tables": Table.objects.filter(casino=office.casino).select_related("rules").order_by("number"),
        "may_ask": Role.FLOOR in office.roles,
    }
    return render(request, "tables/rules/list.html", context)


@require_GET
@for_roles(*LOG_READERS)
def change(request: HttpRequest, office: StaffContext, change_id: int) -> HttpResponse:
    """Show one change: old and new side by side, and the forms to decide on it."""
    return _one(request, office, change_id)


@sent_from("web:change", "change_id")
@for_roles(*LOG_READERS)
def decide(request: HttpRequest, office: StaffContext, change_id: int, decision: str) -> HttpResponse:
    """Approve, reject, withdraw or cancel it; refused, the same page says why, and beside the password if it was that."""
    if decision not in DECISIONS:
        raise Http404
    row = _change_or_404(office, change_id)
    act = Act(f"{decision}_rule_change")
    arguments = {"change": change_id, "words": request.POST.get("words", "")}
    try:
        command_id = read_command(request.POST)
    except TableError as error:
        return _one(request, office, change_id, error)
    try:
        signature = own_signature(request, office, act, Role.FLOOR, command_id)
    except TableError as error:
        return _one(request, office, change_id, error, is_signature=True)
    try:
        stamp = office.stamp(office.floor_first, command_id, signature)
        answer = actions.perform(str(act), Call(row["table_id"], stamp), arguments)
    except TableError as error:
        return _one(request, office, change_id, error, is_signature=error.field == "signature")
    messages.success(request, _outcome(answer.body))
    return redirect("web:change", change_id)


def _outcome(body: Mapping[str, Any]) -> str:
    """Return what came of a decision, and what it still waits for."""
    done, waits = RULE_CHANGE_STATES[body["state"]].done, body.get("waits", "")
    return f"{done} {_(waits)}" if waits else str(done)


def _change_or_404(office: StaffContext, change_id: int) -> ComparedRuleChangeDocument:
    try:
        row = change_of(change_id)
    except NotFound as error:
        raise Http404 from error
    if row["casino"] != office.casino.pk:
        raise Http404
    return row


def _one(
    request: HttpRequest,
    office: StaffContext,
    change_id: int,
    error: TableError | None = None,
    *,
    is_signature: bool = False,
) -> HttpResponse:
    row = _change_or_404(office, change_id)
    table = get_object_or_404(Table, pk=row["table_id"])
    problem = sentence(error, office.figures) if error is not None else ""
    is_own = row["requested_by"]["badge"] == office.person.badge
    context = {
        "office": office,
        "change": one_change(row, office.casino),
        "comparison": compared_words(row, office.figures, table.seat_count),
        "poll": reverse("web:change", args=[change_id]),
        "is_own": is_own,
        "may_decide": Role.FLOOR in office.roles,
        "command": new_seed(),
        "words": request.POST.get("words", ""),
        "signature_problem": problem if is_signature else "",
        "problem": "" if is_signature else problem,
    }
    response = render(request, "tables/rules/change.html", context)
    return refused(response, error) if error is not None else response
