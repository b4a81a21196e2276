"""What verifications found: listed with the way to it, and signed off (AUD 6.4; LOOK 3)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions.audit.findings import acknowledge_finding
from tables.errors import TableError
from tables.games.values import JSON
from tables.jobs import findings as store
from tables.jobs.finding_list import FINDING_STATES, FindingDocument, FindingState, as_signed, findings_of, one_finding
from tables.policy import LOG_READERS, Act, Role
from tables.queries.audit.sign_offs import entries_there
from tables.queries.audit.source import deploys_of
from tables.stamp import HouseCall
from tables.web.audit.links import LAST_SEQUENCE, entry_address
from tables.web.floor.listing import found_or_404
from tables.web.shared.errors import refused
from tables.web.shared.fields import PageForm, TextField
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.signed_forms import own_signature
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from
from tables.web.words.audit import FINDING_PARTS
from tables.web.words.audit import FINDING_STATES as STATE_WORDS

RUNS, DEPLOYS = 20, 20
MOST_SHOWN = 200


class SignOffForm(PageForm):
    """Signs a finding off."""

    words = TextField(strip=True)


@require_GET
@for_roles(*LOG_READERS)
def findings(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """List the findings that are open; with `?state=` those that are signed off, or gone."""
    return _page(request, office)


@sent_from("web:findings")
@for_roles(*LOG_READERS)
def acknowledge(request: HttpRequest, office: StaffContext, finding: str) -> HttpResponse:
    """Sign one off, with words and the password."""
    known = found_or_404(lambda: one_finding(office.casino, finding))
    form = SignOffForm(request.POST)
    role = office.first_of((Role.COMPLIANCE,))
    try:
        command_id = read_command(request.POST)
        signature = own_signature(request, office, Act.ACKNOWLEDGE_FINDING, role, command_id)
        call = HouseCall(office.casino.pk, office.stamp(role, command_id, signature))
        acknowledge_finding(call, as_signed(known), words=form.read()["words"])
    except TableError as error:
        form.refuse(error, office.figures)
        return refused(_page(request, office, form, finding), error)
    messages.success(request, _("Signed off; it stays listed."))
    return redirect("web:findings")


def _page(request: HttpRequest, office: StaffContext, form: SignOffForm | None = None, wrong: str = "") -> HttpResponse:
    asked = request.GET.get("state", "")
    state = FindingState(asked) if asked in FINDING_STATES else FindingState.OPEN
    listed = findings_of(office.casino)
    shown = [finding for finding in listed if finding["state"] == state or finding["id"] == wrong][:MOST_SHOWN]
    there = entries_there([(row["chain"], row["sequence"] or 0) for row in shown if _is_entry(row)])
    context = {
        "office": office,
        "rows": [_row(finding, office, there) for finding in shown],
        "state": state,
        "states": [
            {"code": code, "words": words, "count": sum(finding["state"] == code for finding in listed)}
            for code, words in STATE_WORDS.items()
        ],
        "runs": [_run(run, office) for run in store.runs(RUNS)],
        "deploys": [{**row, "shown": office.clock.full(row["time"])} for row in deploys_of(office.casino, DEPLOYS)],
        "may_act": Role.COMPLIANCE in office.roles,
        "form": form,
        "wrong": wrong,
        "command": new_seed(),
    }
    return render(request, "tables/audit/findings.html", context)


def _is_entry(finding: FindingDocument) -> bool:
    return finding["sequence"] is not None and "/" in finding["chain"] and 0 < finding["sequence"] <= LAST_SEQUENCE


def _row(finding: FindingDocument, office: StaffContext, there: set[tuple[str, int]]) -> JSON:
    _casino, _slash, where = finding["chain"].partition("/")
    table = where.removeprefix("table/") if where.startswith("table/") else ""
    sequence, number = finding["sequence"], finding["round"]
    times = {
        "first_seen": finding["first_seen"],
        "since": finding["since"],
        "last_seen": finding["last_seen"],
        "gone_since": finding["gone_since"],
    }
    return {
        **finding,
        **{f"{name}_shown": office.clock.full(time) if time else "" for name, time in times.items()},
        "part_words": FINDING_PARTS.get(finding["part"], finding["part"]),
        "where": where or _("the whole house") if finding["chain"] else _("the database"),
        "came_again": finding["since"] != finding["first_seen"],
        "round_address": reverse("web:replay", args=[int(table), number]) if table and number else "",
        "entry_address": entry_address(where, sequence) if (finding["chain"], sequence) in there and sequence else "",
        "signed": [{**sign_off, "shown": office.clock.full(sign_off["time"])} for sign_off in finding["sign_offs"]],
    }


def _run(run: JSON, office: StaffContext) -> JSON:
    looked = {
        part: sum(found["looked"] for found in chains.values()) for part, chains in run["parts"].items() if chains
    }
    return {
        "number": run["number"],
        "started": office.clock.full(run["started"]),
        "finished": office.clock.full(run["finished"]) if run["finished"] else "",
        "looked": [(FINDING_PARTS.get(part, part), count) for part, count in looked.items()],
        "findings": sum(found["findings"] for chains in run["parts"].values() for found in chains.values()),
    }
