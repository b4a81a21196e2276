"""The audit log as the inspector looks through it: filters that live in the address, older and newer entries (LOOK 3)."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tables.policy import LOG_READERS
from tables.queries.audit.pages import LogPage, log_page
from tables.queries.people import names_of
from tables.web.audit.links import page_address, read_place
from tables.web.audit.log_form import LogForm
from tables.web.audit.log_rows import LogRows
from tables.web.audit.moment import moment_form
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.log import ACTS


@require_GET
@for_roles(*LOG_READERS)
def log(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Show one page of the log."""
    form = LogForm(request.GET, time_zone=office.casino.time_zone)
    before, after = read_place(request.GET.get("before", "")), read_place(request.GET.get("after", ""))
    is_readable = form.is_valid()
    page = (
        log_page(form.filter_of(office.casino), before=before, after=after) if is_readable else LogPage([], None, None)
    )
    filters = {name: str(text).strip() for name, text in form.values.items() if text}
    context = {
        "office": office,
        "question": form,
        "lines": LogRows(office).folded(page.entries),
        "older": page_address(filters, "before", page.older),
        "newer": page_address(filters, "after", page.newer),
        "newest": "?" + urlencode(filters),
        "is_further": before is not None or after is not None,
        "acts": sorted(ACTS.items(), key=lambda item: str(item[1])),
        "people": sorted(names_of().items()),
        "currency": office.casino.currency,
        **moment_form(office, request),
    }
    return render(request, "tables/audit/log.html", context, status=200 if is_readable else 400)
