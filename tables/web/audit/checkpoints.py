"""Checkpoints, where every chain stands, and what the newest verification found (AUD 2.5, 3; LOOK 3)."""

import logging

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tables.actions.audit.checkpoints import make_checkpoint
from tables.audit.copies import Copies, CopyFaultError
from tables.errors import TableError
from tables.games.values import JSON
from tables.jobs.finding_list import FindingState, findings_of
from tables.jobs.findings import is_open, kept_findings
from tables.jobs.verification import is_wanted, is_worker_silent, last_verification, request_verification
from tables.policy import LOG_READERS, Role
from tables.queries.audit.checkpoints import chains_signed, checkpoints_of, one_checkpoint, public_key_file
from tables.queries.audit.copies_place import copies_place
from tables.queries.audit.documents import KeyDocument
from tables.queries.audit.keys import keyring_of, keys_shown
from tables.queries.audit.outside import restore_words
from tables.queries.audit.restores import restores_of
from tables.queries.audit.witnesses import one_note
from tables.queries.paging import Page
from tables.stamp import HouseCall
from tables.web.audit.witnesses import witnesses_shown
from tables.web.shared.errors import refused, sentence
from tables.web.shared.forms import cursor_of, new_seed, read_command
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from, wants_part

logger = logging.getLogger(__name__)
SHOWN, WHOLE = 25, 100


@require_GET
@for_roles(*LOG_READERS)
def checkpoints(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Show the checkpoints and the chains; the chains alone to a page that is there already."""
    return _page(request, office)


@sent_from("web:checkpoints")
@for_roles(Role.COMPLIANCE)
def make(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Make a checkpoint now."""
    try:
        stamp = office.stamp(Role.COMPLIANCE, read_command(request.POST))
        make_checkpoint(HouseCall(office.casino.pk, stamp))
    except TableError as error:
        return _page(request, office, error=error)
    return redirect("web:checkpoints")


@sent_from("web:checkpoints")
@for_roles(Role.COMPLIANCE, Role.INSPECTOR)
def verify(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Have everything verified now."""
    request_verification()
    return redirect("web:checkpoints")


@require_GET
@for_roles(*LOG_READERS)
def copy(request: HttpRequest, office: StaffContext, number: int) -> HttpResponse:
    """Send a signed checkpoint as a file, as it is kept outside."""
    try:
        data = one_checkpoint(office.casino.pk, number).copy()
    except TableError as error:
        return _page(request, office, error=error)
    return _file(data, f"checkpoint-{office.casino.pk}-{number}.json", "application/json")


@require_GET
@for_roles(*LOG_READERS)
def key(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Send the public half of the key that signed the newest checkpoint."""
    try:
        key_id, pem = public_key_file(office.casino.pk)
    except TableError as error:
        return _page(request, office, error=error)
    return _file(pem, f"checkpoint-key-{key_id}.pem", "application/x-pem-file")


@require_GET
@for_roles(*LOG_READERS)
def note(request: HttpRequest, office: StaffContext, number: int) -> HttpResponse:
    """Send a checkpoint as a signed note with the cosignatures under it."""
    try:
        data = one_note(office.casino.pk, number).data()
    except TableError as error:
        return _page(request, office, error=error)
    return _file(data, f"checkpoint-{office.casino.pk}-{number}.note", "text/plain; charset=utf-8")


def _file(data: bytes, name: str, kind: str) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _page(request: HttpRequest, office: StaffContext, *, error: TableError | None = None) -> HttpResponse:
    found = checkpoints_of(office.casino.pk, Page(SHOWN, cursor_of(request)))
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
        "open_findings": len(findings_of(office.casino, FindingState.OPEN)),
        "keys": _keys(office),
        "place": str(copies_place()),
        "restores": [restore_words(restore) for restore in restores_of(office.casino.pk)],
        "witnesses": witnesses_shown(office),
        "may_act": Role.COMPLIANCE in office.roles,
        "may_verify": bool({Role.COMPLIANCE, Role.INSPECTOR} & office.roles),
        "problem": sentence(error, office.figures) if error else "",
        "command": new_seed(),
    }
    part = "tables/audit/_chains.html" if wants_part(request) else "tables/audit/checkpoints.html"
    response = render(request, part, context)
    return refused(response, error) if error else response


def _row(row: JSON, copies: Copies, office: StaffContext) -> JSON:
    return {**row, "shown": office.clock.full(row["time"]), "is_outside": copies.has(row["number"])}


def _keys(office: StaffContext) -> list[JSON]:
    """The keys with their proofs; none where the folder cannot be read, which the verification says."""
    casino_id = office.casino.pk
    try:
        ring = keyring_of(casino_id, settings.CHECKPOINT_DIR)
    except CopyFaultError:
        logger.exception("The keys of casino %s cannot be read.", casino_id)
        return []
    return [{**row, "said": _proof_words(row)} for row in keys_shown(casino_id, ring)]


def _proof_words(row: KeyDocument) -> str:
    if not row["is_known"]:
        return _("its public half is not here: nothing that it signed can be verified")
    if row["is_pinned"]:
        return _("pinned in the settings")
    if row["is_trusted"] is False:
        return _("no pinned key leads to it")
    if row["signed_by"]:
        return _("signed by key %(signed_by)s") % row
    if (row["first"] or 1) > 1:
        return _("unproved: it lies only beside what it signed, and is not signed by the one before")
    return _("unproved: it lies only beside what it signed")


def _chain(row: JSON, run: JSON | None, office: StaffContext) -> JSON:
    verified = run["parts"].get("chains", {}).get(row["chain"]) if run else None
    where = row["chain"].partition("/")[2]
    problems = _problems_of(row["chain"])
    return {
        **row,
        "log_address": f"{reverse('web:compliance')}?table={where.rpartition('/')[2]}",
        "entry_address": reverse("web:entry", args=[where, row["sequence"]]),
        "shown": office.clock.full(row["time"]),
        "unsigned": row["sequence"] - row["signed"],
        "verified": verified and {**verified, "time": office.clock.full(verified["time"])},
        "problems": problems,
        "said": "" if problems or not verified else _whole_words(verified),
    }


def _problems_of(chain: str) -> list[str]:
    """What is known to be wrong with a chain, or with what stands beside it; then it is not said to be whole."""
    open_now = [finding for finding in kept_findings().values() if finding["chain"] == chain and is_open(finding)]
    in_chain = [finding["words"] for finding in open_now if finding["part"] == "chains"]
    beside = len(open_now) - len(in_chain)
    said = [_("not whole: %(problem)s") % {"problem": words} for words in in_chain]
    if beside:
        sentence = ngettext(
            "%(count)s finding is not about the chain itself, but about what stands beside it.",
            "%(count)s findings are not about the chain itself, but about what stands beside it.",
            beside,
        )
        said.append(sentence % {"count": beside})
    return said


def _whole_words(verified: JSON) -> str:
    return _("whole, unchanged, in order: entries 1 to %(entries)s") % {"entries": verified["looked"]}


def _run(run: JSON, office: StaffContext) -> JSON:
    casino = str(office.casino.pk)
    found = [finding for finding in run["found"] if finding["chain"].partition("/")[0] in ("", casino)]
    listed = run["parts"].get("checkpoints", {}).get(casino)
    settled = run["parts"].get("settlements", {})
    return {
        **run,
        "started": office.clock.full(run["started"]),
        "finished": office.clock.full(run["finished"]) if run["finished"] else "",
        "percent": WHOLE * run["done"] // max(run["total"], 1),
        "checkpoints": listed["looked"] if listed and not listed["findings"] else 0,
        "beside_chains": [finding["words"] for finding in found if finding["part"] != "chains"],
        "beside_log": [finding for finding in found if finding["part"] in ("settlements", "rows")],
        "settlements": sum(looked["looked"] for chain, looked in settled.items() if chain.startswith(f"{casino}/")),
    }
