"""What left the house as a file: exports of the log, files of reports, and who took them (AUD 7.5)."""

from dataclasses import replace

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.policy import Act
from tables.queries.people import names_of
from tables.queries.reports.entries import entries_like, place_of, read_place
from tables.queries.reports.model import Column, Page, Part, ReportQuery, detail

ACTS = (
    Act.EXPORT_AUDIT_LOG,
    Act.DOWNLOAD_EXPORT,
    Act.EXPORT_ON_SERVER,
    Act.EXPORT_REPORT,
    Act.EXPORT_EVIDENCE,
)
OF_WHAT_WAS_SENT = ("report", "part", "table", "round", "dispute", "user")
OF_THE_ACT = ("export", "sha256")


def taken_away_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """One page of what was asked for and taken away, of all tables, since none of it is of one; two queries."""
    walks = [("act = %s", (str(act),)) for act in ACTS]
    entries = entries_like(walks, replace(query, table=None), read_place(cursor), size + 1)
    shown = entries[:size]
    names = names_of()
    rows = [_row(entry, names) for entry in shown]
    return rows, place_of(shown[-1]).cursor if len(entries) > size else None


def _row(entry: JSON, names: dict[str, str]) -> JSON:
    return {
        "time": time_text(entry["time"]),
        "what": entry["act"],
        "badge": entry["person"],
        "name": names.get(entry["person"] or ""),
        "role": entry["role"],
        "details": _details(entry["payload"]),
        "chain": entry["chain"],
        "entry": entry["sequence"],
    }


def _details(payload: JSON) -> list[JSON]:
    """What was taken: the report and its period, or the filter of an export, and what stands under which hash."""
    sent = payload.get("sent") or {}
    told = [(name, sent[name]) for name in OF_WHAT_WAS_SENT if sent.get(name) not in (None, "")]
    told += [(name, sent[name]) for name in ("since", "until") if sent.get(name)]
    filters = {**(sent.get("filters") or {}), **(sent.get("filter") or {})}
    told += [("filter", f"{name} {_listed(value)}") for name, value in filters.items()]
    told += [(name, payload[name]) for name in OF_THE_ACT if payload.get(name) is not None]
    return [detail(name, value) for name, value in told]


def _listed(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)


TAKEN_AWAY = Part(
    "exports",
    _("What left the house"),
    (
        Column("time", _("Time"), "time"),
        Column("what", _("What"), "word"),
        Column("badge", _("Badge")),
        Column("name", _("Name")),
        Column("role", _("Role"), "word"),
        Column("details", _("Details"), "details"),
        Column("chain", _("Chain")),
        Column("entry", _("Entry"), "number"),
    ),
    taken_away_page,
)
