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
from tables.actions.people.sign_in import sign
from tables.errors import NotFound, TableError
from tables.models import Table
from tables.policy import MATRIX, Act, Role
from tables.queries.paging import Page
from tables.queries.rules.changes import change_of, changes_at, changes_open
from tables.queries.rules.documents import ComparedRuleChangeDocument
from tables.stamp import Call, CommandId, Signature
from tables.web.rules.sides import compared_words, one_change, short_change
from tables.web.shared.errors import refused, sentence
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.money import Figures
from tables.web.shared.staff_page import Office, for_roles, sent_from
from tables.web.words.rule_changes import RULE_CHANGE_STATES

READERS = (Role.FLOOR, Role.COMPLIANCE)
PAGE = 50
DECISIONS = ("approve", "reject", "withdraw", "cancel")


@require_GET
@for_roles(*READERS)
def changes(request: HttpRequest, office: Office) -> HttpResponse:
    """All that is open in the house, and what came of the others."""
    cursor = request.GET.get("before", "")
    before = int(cursor) if cursor.isdecimal() and len(cursor) < PAGE else None
    listed = changes_at(page=Page(PAGE, before), casinos=[office.casino.pk])
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
@for_roles(*READERS)
def change(request: HttpRequest, office: Office, change_id: int) -> HttpResponse:
    """One change: old and new side by side, and the forms to decide on it."""
    return _one(request, office, change_id)


@sent_from("web:change", "change_id")
@for_roles(*READERS)
def decide(request: HttpRequest, office: Office, change_id: int, decision: str) -> HttpResponse:
    """Approve, reject, withdraw or cancel it; refused, the same page says why, and beside the password if it was that."""
    if decision not in DECISIONS:
        raise Http404
    found = _found(office, change_id)
    act = Act(f"{decision}_rule_change")
    sent = {"change": change_id, "words": request.POST.get("words", "")}
    try:
        command_id = read_command(request.POST)
    except TableError as error:
        return _one(request, office, change_id, error)
    try:
        signature = _signature(request, office, act, command_id)
    except TableError as error:
        return _one(request, office, change_id, error, is_signature=True)
    try:
        stamp = office.stamp(office.floor_first, command_id, signature)
        answer = actions.perform(str(act), Call(found["table_id"], stamp), sent)
    except TableError as error:
        return _one(request, office, change_id, error, is_signature=error.field == "signature")
    messages.success(request, _said(answer.body))
    return redirect("web:change", change_id)


def _said(body: Mapping[str, Any]) -> str:
    """What came of it, and what it still waits for."""
    done, waits = RULE_CHANGE_STATES[body["state"]].done, body.get("waits", "")
    return f"{done} {_(waits)}" if waits else str(done)


def _signature(request: HttpRequest, office: Office, act: Act, command_id: CommandId) -> Signature | None:
    """Their own password in their own session, proved before anything is locked (OPS 1.3)."""
    secret = request.POST.get("signature", "")
    if not secret or not MATRIX[act][Role.FLOOR].signed:
        return None
    return sign(
        casino_id=office.casino.pk, badge=office.person.badge, secret=secret, tablet_id=None, command_id=command_id
    )


def _found(office: Office, change_id: int) -> ComparedRuleChangeDocument:
    try:
        found = change_of(change_id)
    except NotFound as error:
        raise Http404 from error
    if found["casino"] != office.casino.pk:
        raise Http404
    return found


def _one(
    request: HttpRequest,
    office: Office,
    change_id: int,
    error: TableError | None = None,
    *,
    is_signature: bool = False,
) -> HttpResponse:
    found = _found(office, change_id)
    figures = Figures.of(office.casino.minor_digits)
    table = get_object_or_404(Table, pk=found["table_id"])
    problem = sentence(error, figures) if error is not None else ""
    is_his_own = found["requested_by"]["badge"] == office.person.badge
    context = {
        "office": office,
        "change": one_change(found, office.casino),
        "comparison": compared_words(found, figures, table.seat_count),
        "poll": reverse("web:change", args=[change_id]),
        "is_his_own": is_his_own,
        "may_decide": Role.FLOOR in office.roles,
        "command": new_seed(),
        "words": request.POST.get("words", ""),
        "signature_problem": problem if is_signature else "",
        "problem": "" if is_signature else problem,
    }
    response = render(request, "tables/rules/change.html", context)
    return refused(response, error) if error is not None else response
