"""The audit log as the inspector looks through it: filters that live in the address, older and newer entries (LOOK 3)."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tables.policy import LOG_READERS, Act
from tables.queries.audit.pages import LogPage, log_page
from tables.queries.tables.round_documents import EntryDocument
from tables.web.audit.links import chain_word, entry_address, log_address, page_address, read_place, replay_address
from tables.web.audit.log_form import LogForm
from tables.web.audit.summary import summary_of
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.people import ROLES


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry in the list."""

    entry: EntryDocument
    time: str
    address: str
    role: str
    summary: str
    round_address: str
    chain_address: str
    person_address: str


@require_GET
@for_roles(*LOG_READERS)
def log(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Show one page of the log."""
    form = LogForm(request.GET)
    before, after = read_place(request.GET.get("before", "")), read_place(request.GET.get("after", ""))
    is_readable = form.is_valid()
    page = (
        log_page(form.filter_of(office.casino), before=before, after=after) if is_readable else LogPage([], None, None)
    )
    filters = {name: str(text).strip() for name, text in form.values.items() if text}
    context = {
        "office": office,
        "question": form,
        "lines": [_row(entry, office) for entry in page.entries],
        "older": page_address(filters, "before", page.older),
        "newer": page_address(filters, "after", page.newer),
        "newest": "?" + urlencode(filters),
        "is_further": before is not None or after is not None,
        "acts": sorted(Act),
    }
    return render(request, "tables/audit/log.html", context, status=200 if is_readable else 400)


def _row(entry: EntryDocument, office: StaffContext) -> LogRow:
    where = entry["chain"].partition("/")[2]
    address = entry_address(where, entry["sequence"])
    return LogRow(
        entry,
        office.clock.full(entry["time"]),
        address,
        str(ROLES[entry["role"]].name),
        summary_of(entry["payload"]),
        replay_address(entry),
        log_address(table=chain_word(where)),
        log_address(person=entry["person"]) if entry["person"] else "",
    )
