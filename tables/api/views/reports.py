"""The reports over HTTP, as JSON by pages or as one CSV file (AUD 5.1)."""

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from tables.actions.audit.reports import export_report
from tables.api.http import callers
from tables.api.http.orders import Order
from tables.api.http.periods import read_limit
from tables.api.http.problems import BadRequest
from tables.api.openapi.schema import Described
from tables.api.views.tables import View
from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.models import Casino
from tables.policy import Act
from tables.queries.reports import REPORTS
from tables.queries.reports.csv_file import csv_file, csv_name
from tables.queries.reports.model import Part, Report, ReportQuery
from tables.queries.reports.query import read_report_query
from tables.stamp import CommandId, HouseCall

PREFIX = "report_"
CSV = "text/csv; charset=utf-8"


class OneReport(View):
    """A report of the casino, by its name."""

    schema = Described()

    def get(self, request: Request) -> HttpResponseBase:
        """Show a page of a part of it, or all of the part as a file."""
        casino = Casino.objects.get(pk=callers.casino_of_reader(request))
        report = REPORTS[self.act.removeprefix(PREFIX)]
        given = {name: str(request.query_params[name]) for name in request.query_params}
        query, part = _query(given, casino), _part(given, report)
        if given.get("format"):
            if request.method == "GET":
                order = Order(CommandId.fresh("report"), {})
                stamp = callers.house_stamp_of(request, Act.EXPORT_REPORT, casino.pk, order)
                export_report(HouseCall(casino.pk, stamp), report, part, query, given)
            response = StreamingHttpResponse(csv_file(part, query), content_type=CSV)
            response.headers["Content-Disposition"] = f'attachment; filename="{csv_name(report.name, part, query)}"'
            return response
        try:
            rows, cursor = part.page(query, given.get("cursor"), read_limit(request))
        except ValueError as error:
            raise BadRequest(_("%(field)s is none that was given out here."), field="cursor") from error
        period = {"since": time_text(query.since), "until": time_text(query.until)}
        return Response({"report": report.name, "part": part.name, **period, "rows": rows, "next": cursor})


def _query(given: dict[str, str], casino: Casino) -> ReportQuery:
    if given.get("format", "csv") != "csv":
        raise BadRequest(_("%(field)s must be csv, or left out."), field="format")
    reading = read_report_query(given, casino, timezone.now())
    for name, problem in reading.problems.items():
        raise BadRequest(problem.template, field=name, **problem.params)
    return reading.query


def _part(given: dict[str, str], report: Report) -> Part:
    try:
        return report.part(given.get("part", ""))
    except KeyError as error:
        parts = ", ".join(part.name for part in report.parts)
        raise BadRequest(_("%(field)s must be one of %(allowed)s."), field="part", allowed=parts) from error
