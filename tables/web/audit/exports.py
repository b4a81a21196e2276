"""Exports of the audit log: asking, watching, cancelling, taking away (AUD 4)."""

from datetime import datetime, timedelta
from typing import cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tables.actions.audit.exports import cancel_export, request_export
from tables.errors import TableError
from tables.games.values import JSON
from tables.jobs.exports import open_for_download
from tables.policy import EXPORTERS
from tables.queries.audit.export_filter import ACTS, HIGHEST_TABLE
from tables.queries.audit.exports import exports_of, exports_on_server
from tables.queries.numbers import read_number
from tables.queries.paging import Page
from tables.stamp import CommandId, HouseCall
from tables.web.audit.filter_words import filter_words
from tables.web.shared.errors import refused
from tables.web.shared.fields import PageForm, TextField, WordsField
from tables.web.shared.forms import cursor_of, new_seed, read_command
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from, wants_part
from tables.web.words.audit import EXPORT_STATES

UNDER_WAY = ("waiting", "running")
WHOLE, SHOWN = 100, 25
CHAIN_OF_HOUSE = "house"
# Background work looks every five seconds; another export may keep it.
LONGEST_WAIT = timedelta(minutes=1)


class ExportForm(PageForm):
    """What an export is to hold; empty fields are not asked for, lists are set apart by commas or blanks."""

    first_day = TextField(strip=True)
    last_day = TextField(strip=True)
    since = TextField(strip=True)
    until = TextField(strip=True)
    tables = WordsField()
    acts = WordsField()
    people = WordsField()

    def clean_tables(self) -> list[int | str]:
        """Return the numbers of tables; the act says what is wrong with another word."""
        numbers = [(word, read_number(word, HIGHEST_TABLE)) for word in self.cleaned_data["tables"]]
        return [word if number is None else number for word, number in numbers]

    @property
    def filters(self) -> JSON:
        """What is asked for, as the act takes it."""
        return {name: value for name, value in self.read().items() if value}


@require_GET
@for_roles(*EXPORTERS)
def exports(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """The form and the list; the list alone while something is under way."""
    return _page(request, office)


@sent_from("web:exports")
@for_roles(*EXPORTERS)
def ask(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Ask for an export."""
    form = ExportForm(request.POST)
    try:
        stamp = office.stamp(office.first_of(EXPORTERS), read_command(request.POST))
        request_export(HouseCall(office.casino.pk, stamp), sent=form.filters)
    except TableError as error:
        return _refused(request, office, error)
    return redirect("web:exports")


@sent_from("web:exports")
@for_roles(*EXPORTERS)
def cancel(request: HttpRequest, office: StaffContext, export_id: int) -> HttpResponse:
    """Stop one that is not wanted any more."""
    try:
        cancel_export(HouseCall(office.casino.pk, office.stamp(office.first_of(EXPORTERS))), export=export_id)
    except TableError as error:
        return _refused(request, office, error)
    return redirect("web:exports")


@require_GET
@for_roles(*EXPORTERS)
def download(request: HttpRequest, office: StaffContext, export_id: int) -> HttpResponse:
    """Take a copy away, once that is on record."""
    stamp = office.stamp(office.first_of(EXPORTERS), CommandId.fresh("download"))
    try:
        file = open_for_download(HouseCall(office.casino.pk, stamp), export_id)
    except TableError as error:
        return _refused(request, office, error)
    return cast(HttpResponse, FileResponse(file, as_attachment=True, content_type="application/zip"))


def _refused(request: HttpRequest, office: StaffContext, error: TableError) -> HttpResponse:
    form = ExportForm(request.POST)
    form.refuse(error, office.figures)
    return refused(_page(request, office, form), error)


def _page(request: HttpRequest, office: StaffContext, form: ExportForm | None = None) -> HttpResponse:
    found = exports_of(office.casino.pk, Page(SHOWN, cursor_of(request)))
    rows = [_row(row, office) for row in found["exports"]]
    context = {
        "office": office,
        "rows": rows,
        "is_under_way": any(row["state"] in UNDER_WAY for row in rows),
        "older": f"{reverse('web:exports')}?before={found['next']}" if found["next"] else "",
        "on_server": [_on_server(row, office) for row in exports_on_server(office.casino)],
        "acts": sorted(ACTS),
        "given": form.values if form else {},
        "problem": form.problem if form else "",
        "wrong": form.field if form else "",
        "command": new_seed(),
    }
    part = "tables/audit/_exports.html" if wants_part(request) else "tables/audit/exports.html"
    return render(request, part, context)


def _row(row: JSON, office: StaffContext) -> JSON:
    total, done = row["entries_total"], row["entries_done"]
    return {
        **row,
        "asked_at": office.clock.full(row["requested_at"]),
        "finished": office.clock.full(row["finished_at"]) if row["finished_at"] else "",
        "words": filter_words(row["filter"]),
        "percent": WHOLE * done // total if total else 0,
        "can_cancel": row["state"] in UNDER_WAY,
        "state_words": EXPORT_STATES[row["state"]],
        "is_worker_silent": row["state"] == "waiting" and _age(row["requested_at"]) > LONGEST_WAIT,
    }


def _on_server(row: JSON, office: StaffContext) -> JSON:
    address = reverse("web:entry", args=[CHAIN_OF_HOUSE, row["sequence"]])
    return {**row, "made_at": office.clock.full(row["time"]), "words": filter_words(row["filter"]), "address": address}


def _age(text: str) -> timedelta:
    return timezone.now() - datetime.fromisoformat(text)
