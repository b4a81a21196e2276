"""Checkpoints, where every chain stands, and what the newest verification found (AUD 2.5, 3; LOOK 3)."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions.audit.checkpoints import make_checkpoint
from tables.audit.copies import Copies
from tables.errors import TableError
from tables.jobs.verification import is_wanted, is_worker_silent, last_verification, request_verification
from tables.policy import Role
from tables.queries.audit.checkpoints import chains_signed, checkpoints_of, one_checkpoint, public_key_file
from tables.queries.paging import Page
from tables.stamp import HouseCall
from tables.web.people.accounts import PLAIN_FIGURES
from tables.web.shared.errors import refused, sentence
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.moments import moment_shown
from tables.web.shared.staff_page import Office, for_roles, sent_from, wants_part

JSON = dict[str, Any]
SHOWN, WHOLE = 25, 100


@require_GET
@for_roles(Role.COMPLIANCE, Role.FLOOR)
def checkpoints(request: HttpRequest, office: Office) -> HttpResponse:
    """All of it, or to the page that is there already what a verification has found so far."""
    return _page(request, office)


@sent_from("web:checkpoints")
@for_roles(Role.COMPLIANCE)
def make(request: HttpRequest, office: Office) -> HttpResponse:
    """Make a checkpoint now."""
    try:
        stamp = office.stamp(Role.COMPLIANCE, read_command(request.POST))
        make_checkpoint(HouseCall(office.casino.pk, stamp))
    except TableError as error:
        return _page(request, office, error=error)
    return redirect("web:checkpoints")


@sent_from("web:checkpoints")
@for_roles(Role.COMPLIANCE)
def verify(request: HttpRequest, office: Office) -> HttpResponse:
    """Have everything verified now."""
    request_verification()
    return redirect("web:checkpoints")


@require_GET
@for_roles(Role.COMPLIANCE, Role.FLOOR)
def copy(request: HttpRequest, office: Office, number: int) -> HttpResponse:
    """A signed checkpoint as a file, as it is kept outside."""
    try:
        data = one_checkpoint(office.casino.pk, number).copy()
    except TableError as error:
        return _page(request, office, error=error)
    return _file(data, f"checkpoint-{office.casino.pk}-{number}.json", "application/json")


@require_GET
@for_roles(Role.COMPLIANCE, Role.FLOOR)
def key(request: HttpRequest, office: Office) -> HttpResponse:
    """The public half of the key that signed the newest checkpoint."""
    try:
        key_id, pem = public_key_file(office.casino.pk)
    except TableError as error:
        return _page(request, office, error=error)
    return _file(pem, f"checkpoint-key-{key_id}.pem", "application/x-pem-file")


def _file(data: bytes, name: str, kind: str) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _page(request: HttpRequest, office: Office, *, error: TableError | None = None) -> HttpResponse:
    before = request.GET.get("before", "")
    is_older = before.isascii() and before.isdecimal() and len(before) < 10
    found = checkpoints_of(office.casino.pk, Page(SHOWN, int(before) if is_older else None))
    copies = Copies(settings.CHECKPOINT_DIR, office.casino.pk)
    run = last_verification()
    context = {
        "office": office,
        "rows": [_row(row, copies, office) for row in found["checkpoints"]],
        "older": f"{reverse('web:checkpoints')}?before={found['next']}" if found["next"] else "",
        "chains": [_chain(row, run, office) for row in chains_signed(office.casino)],
        "run": run and _run(run, office),
        "is_under_way": is_wanted() or bool(run and run["running"]),
        "is_worker_silent": is_worker_silent() and not (run and run["running"]),
        "may_act": Role.COMPLIANCE in office.roles,
        "problem": sentence(error, PLAIN_FIGURES) if error else "",
        "command": new_seed(),
    }
    part = "tables/audit/_chains.html" if wants_part(request) else "tables/audit/checkpoints.html"
    response = render(request, part, context)
    return refused(response, error) if error else response


def _row(row: JSON, copies: Copies, office: Office) -> JSON:
    return {**row, "shown": moment_shown(row["time"], office.casino), "is_outside": copies.has(row["number"])}


def _chain(row: JSON, run: JSON | None, office: Office) -> JSON:
    verified = run["chains"].get(row["chain"]) if run else None
    where = row["chain"].partition("/")[2]
    return {
        **row,
        "log_address": f"{reverse('web:compliance')}?table={where.rpartition('/')[2]}",
        "entry_address": reverse("web:entry", args=[where, row["sequence"]]),
        "shown": moment_shown(row["time"], office.casino),
        "unsigned": row["sequence"] - row["signed"],
        "verified": verified and {**verified, "time": moment_shown(verified["time"], office.casino)},
        "said": _said(verified) if verified else "",
    }


def _said(verified: JSON) -> str:
    if verified["problem"]:
        return _("not whole: %(problem)s") % verified
    return _("whole, unchanged, in order: entries 1 to %(entries)s") % verified


def _run(run: JSON, office: Office) -> JSON:
    mine = run["lists"].get(str(office.casino.pk))
    tables = [found for chain, found in run["tables"].items() if chain.startswith(f"{office.casino.pk}/")]
    return {
        **run,
        "started": moment_shown(run["started"], office.casino),
        "finished": moment_shown(run["finished"], office.casino) if run["finished"] else "",
        "percent": WHOLE * run["done"] // max(run["total"], 1),
        "list": mine,
        "beside_log": [problem for found in tables for problem in found["problems"]],
        "settlements": sum(found["settlements"] for found in tables),
    }
