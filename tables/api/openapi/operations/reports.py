"""The placard and the reports: what their addresses take and answer."""

from collections.abc import Mapping

from tables.api.openapi.components import DOCUMENTS
from tables.api.openapi.operation import Operation, query
from tables.api.openapi.shapes import (
    FLAG,
    NET,
    TEXT,
    TIME,
    WHOLE,
    many,
    one_of,
    or_null,
    record,
)
from tables.games.values import JSON
from tables.queries.reports import REPORTS
from tables.queries.reports.model import Column, Report
from tables.queries.reports.round_filter import FLAGS
from tables.queries.tables.placard_documents import PlacardDocument

DATE: JSON = {"type": "string", "format": "date"}
ANY_RULE: JSON = {"type": ["integer", "boolean", "string", "null"]}
OF_KIND: Mapping[str, JSON] = {
    "text": TEXT,
    "word": TEXT,
    "badge": TEXT,
    "number": WHOLE,
    "amount": NET,
    "time": TIME,
    "date": DATE,
    "address": TEXT,
    "roles": many(TEXT),
    "differences": many(record(rule=TEXT, before=ANY_RULE, after=ANY_RULE, is_amount=FLAG)),
    "details": many(record(name=TEXT, text=or_null(TEXT), amount=or_null(NET))),
}
PERIOD = (
    query("day", DATE, "Of this gaming day; without any, of the present one."),
    query("first", DATE, "From this gaming day on."),
    query("last", DATE, "To the end of this gaming day."),
    query("table", {**WHOLE, "minimum": 1}, "Of the table with this number on the felt."),
    query("format", one_of("csv"), "All of the part as one file instead."),
)
BEYOND: Mapping[str, JSON] = {
    "only": query("only", one_of("limits"), "Only changes of limits, and of those nothing else."),
    "card": query("card", TEXT, "In which the player with this card took part."),
    "seat": query("seat", {**WHOLE, "minimum": 1}, "In which this seat took part."),
    "dealer": query("dealer", TEXT, "Dealt by the person with this badge."),
    "designated": query("designated", TEXT, "Banked by the player with this card."),
    "bet": query("bet", TEXT, "With this bet, as `flush`; without any, amounts are of the whole round of a player."),
    "result": query("result", TEXT, "Whose bet, or whose round, came to this: win, lose, push or returned."),
    "least": query("least", NET, "In which at least this was won, in minor units; what was lost is negative."),
    "most": query("most", NET, "In which at most this was won, in minor units."),
    "flag": query("flag", one_of(*FLAGS), "With this flag."),
    "corrected": query("corrected", one_of("yes"), "That were corrected."),
    "void": query("void", one_of("yes"), "That were declared void."),
    "disputed": query("disputed", one_of("yes"), "That were disputed."),
}


def _row(columns: tuple[Column, ...]) -> JSON:
    return record(**{column.name: or_null(OF_KIND[column.kind]) for column in columns})


def _report(report: Report) -> Operation:
    names = [part.name for part in report.parts]
    return Operation(
        "audit",
        f"Report: {report.title}",
        record(
            report=TEXT,
            part=one_of(*names),
            since=TIME,
            until=TIME,
            rows=many({"anyOf": [_row(tuple(part.columns)) for part in report.parts]}),
            next=or_null(TEXT),
        ),
        listed=True,
        filters=(
            *PERIOD,
            *(BEYOND[name] for name in report.filters),
            query("part", one_of(*names), f"This part of it; without any, {names[0]}."),
        ),
        file="text/csv",
        more="For compliance, and for the floor of the casino. Newest first; a period of at most 400 days.",
    )


REPORTING: Mapping[str, Operation] = {
    "show_placard": Operation(
        "table",
        "What the placard of a table shows, or showed at a time",
        DOCUMENTS.component(PlacardDocument),
        filters=(query("at", TIME, "As it stood at this time."),),
        open=True,
        more="Public. `rules` is null before the first version of the rules; `coming` is the change that is announced.",
    ),
    **{f"report_{report.name}": _report(report) for report in REPORTS.values()},
}
