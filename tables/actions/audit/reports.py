"""Reports that leave the house as files: who takes which part of which period away is an entry (AUD 7.5)."""

from collections.abc import Mapping

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.audit.chain import time_text
from tables.games.values import JSON
from tables.policy import Act
from tables.queries.reports.model import Part, Report, ReportQuery
from tables.stamp import HouseCall

OF_THE_FILE = ("format", "part", "cursor", "limit", "since", "until")
"""What an address says beside the filters; the ends of the period stand in the entry as moments."""


def export_report(call: HouseCall, report: Report, part: Part, query: ReportQuery, given: Mapping[str, str]) -> Answer:
    """Record that a part of a report is taken away, before its first byte; `given` are the filters as they were written."""
    filters = {name: value for name, value in given.items() if value and name not in OF_THE_FILE}
    period = {"since": time_text(query.since), "until": time_text(query.until)}
    return _export_report(call, report=report.name, part=part.name, filters=filters, **period)


@in_house(Act.EXPORT_REPORT)
def _export_report(context: ActContext, /, **_sent: object) -> JSON:
    context.record({})
    return {}
