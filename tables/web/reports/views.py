"""The reports of the house on the screen, on paper and as CSV (AUD 5.1, LOOK 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions.audit.reports import export_report
from tables.policy import LOG_READERS
from tables.queries.reports import REPORTS
from tables.queries.reports.csv_file import csv_file, csv_name
from tables.queries.reports.model import Part, Report
from tables.queries.reports.query import NAMES, Reading, read_report_query
from tables.queries.times import gaming_day_of
from tables.stamp import CommandId, HouseCall
from tables.web.reports.cells import Cells, PartTable
from tables.web.reports.rounds import ROUNDS, round_choices, spelling_of
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.shared.times import HouseClock

ROWS = 100
MORE_NAMES = ("part", "cursor", "format")
OF_A_PERIOD = ("day", "first", "last", "since", "until", "cursor", "format")
CSV = "text/csv; charset=utf-8"
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ReportFilters:
    """The filters as they were written (`given`), what is wrong with them, and the period that they come to, in words."""

    given: Mapping[str, str]
    problems: Mapping[str, str]
    period: str
    day: date
    last: date

    @property
    def day_before(self) -> str:
        """The filters of the gaming day before."""
        return self._of_day(self.day - DAY)

    @property
    def day_after(self) -> str:
        """The filters of the gaming day after."""
        return self._of_day(self.last + DAY)

    def with_more(self, **more: str) -> str:
        """The same filters and more, as an address."""
        filters = {name: value for name, value in self.given.items() if value and name not in ("cursor", "format")}
        return "?" + urlencode({**filters, **more})

    def _of_day(self, day: date) -> str:
        filters = {name: value for name, value in self.given.items() if value and name not in OF_A_PERIOD}
        return "?" + urlencode({"day": day.isoformat(), **filters})


@require_GET
@for_roles(*LOG_READERS)
def all_reports(_request: HttpRequest, _office: StaffContext) -> HttpResponse:
    """Lead to the first report; each leads to the others."""
    return redirect("web:report", next(iter(REPORTS)))


@require_GET
@for_roles(*LOG_READERS)
def report(request: HttpRequest, office: StaffContext, name: str) -> HttpResponseBase:
    """Show one report of a period."""
    wanted = REPORTS.get(name)
    if wanted is None:
        raise Http404(name)
    if name == ROUNDS:
        return answer(request, office, wanted, "tables/reports/rounds.html", **round_choices(office))
    return answer(request, office, wanted, "tables/reports/report.html")


def answer(
    request: HttpRequest, office: StaffContext, wanted: Report, template: str, *, table: int | None = None, **more: Any
) -> HttpResponseBase:
    """Answer a report as a page, or with `format=csv` as a file; of one table where the address names it."""
    given = {name: request.GET.get(name, "") for name in request.GET}
    if table is not None:
        given["table"] = str(table)
    reading = read_report_query(given, office.casino, timezone.now(), spelling_of(office))
    problems = {
        name: _(problem.template) % {"field": name, **problem.params} for name, problem in reading.problems.items()
    }
    problems |= _problems_beside(given, wanted)
    question = _filters(given, reading, problems)
    sheets: list[PartTable] = []
    if not problems:
        try:
            part = wanted.part(given.get("part", ""))
            if given.get("format"):
                return _file(office, wanted, part, reading, given)
            shown = [part] if given.get("part") else wanted.shown
            sheets = _part_tables(shown, reading, question)
        except ValueError:
            question = _filters(given, reading, {"cursor": _("This page of the report was not given out here.")})
    context = {
        "office": office,
        "part": given.get("part", ""),
        "part_addresses": [(part, question.with_more(part=part.name)) for part in wanted.parts],
        "report": wanted,
        "reports": REPORTS.values(),
        "question": question,
        "sheets": sheets,
        **more,
    }
    return render(request, template, context, status=400 if question.problems else 200)


def _problems_beside(given: Mapping[str, str], wanted: Report) -> dict[str, str]:
    """Return what is wrong beyond the period; an unknown filter is a problem too."""
    problems = {}
    for name in given:
        if name not in (*NAMES, *wanted.filters, *MORE_NAMES):
            problems[name] = _("%(field)s is not known here.") % {"field": name[:40]}
    if given.get("format", "") not in ("", "csv"):
        problems["format"] = _("%(field)s must be csv, or left out.") % {"field": "format"}
    if given.get("part", "") not in ("", *(part.name for part in wanted.parts)):
        problems["part"] = _("This report has no such part.")
    return problems


def _filters(given: Mapping[str, str], reading: Reading, problems: Mapping[str, str]) -> ReportFilters:
    query = reading.query
    clock = HouseClock.of(query.casino.time_zone)
    first = gaming_day_of(query.casino, query.since)
    last = gaming_day_of(query.casino, query.until - timedelta(microseconds=1))
    words = _("%(since)s to %(until)s") % {"since": clock.full(query.since), "until": clock.full(query.until)}
    return ReportFilters(given, problems, words, first, last)


def _part_tables(parts: Any, reading: Reading, question: ReportFilters) -> list[PartTable]:
    cells, sheets = Cells(reading.query), []
    for part in parts:
        here = question.given.get("cursor") or None
        rows, cursor = part.page(reading.query, here, ROWS)
        further = question.with_more(part=part.name, cursor=cursor) if cursor else ""
        as_csv = question.with_more(part=part.name, format="csv")
        sheets.append(cells.sheet(part, rows, as_csv, further, is_whole=here is None and cursor is None))
    return sheets


def _file(
    office: StaffContext, wanted: Report, part: Part, reading: Reading, given: Mapping[str, str]
) -> StreamingHttpResponse:
    """Send a part as a file, once that is on record (AUD 7.5)."""
    stamp = office.stamp(office.first_of(LOG_READERS), CommandId.fresh("report"))
    export_report(HouseCall(office.casino.pk, stamp), wanted, part, reading.query, given)
    response = StreamingHttpResponse(csv_file(part, reading.query), content_type=CSV)
    name = csv_name(wanted.name, part, reading.query)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
