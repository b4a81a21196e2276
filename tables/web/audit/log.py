"""The audit log as the inspector looks through it: filters that live in the address, and one entry whole (LOOK 3)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.audit.canonical import NotCanonicalError, canonical
from tables.audit.chain import entry_hash
from tables.policy import Act, Role
from tables.queries.audit.checkpoints import vouching_checkpoint
from tables.queries.audit.export_filter import ACTS, BADGE
from tables.queries.audit.pages import HOUSE, LogFilter, LogPage, Place, log_entry, log_page
from tables.queries.gaming_days import gaming_days
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.queries.paging import Period
from tables.queries.times import read_date, read_moment
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.reports import OF_COLUMN

JSON = dict[str, Any]

NAMES = ("first", "last", "since", "until", "table", "act", "person", "round")
LONGEST_SUMMARY, LONGEST_LIST = 90, 40
LAST_SEQUENCE = 2**62
HIGHEST_TABLE = 2**15 - 1
HOUSE_WORD = "house"
OF_ROLE = OF_COLUMN["role"]


@dataclass(frozen=True, slots=True)
class Line:
    """An entry in the list."""

    entry: JSON
    time: str
    address: str
    role: str
    summary: str
    round_address: str
    chain_address: str
    person_address: str


@dataclass(slots=True)
class Question:
    """The filters as somebody wrote them, what is wrong with them, and what they come to."""

    given: Mapping[str, str]
    problems: dict[str, str]
    wanted: LogFilter


@require_GET
@for_roles(Role.COMPLIANCE, Role.FLOOR)
def log(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """One page of the log."""
    question = _question(request, office)
    before, after = _place(request.GET.get("before", "")), _place(request.GET.get("after", ""))
    page = LogPage([], None, None)
    if not question.problems:
        page = log_page(question.wanted, before=before, after=after)
    asked = {name: value for name, value in question.given.items() if value}
    context = {
        "office": office,
        "question": question,
        "lines": [_line(entry, office) for entry in page.entries],
        "older": _way(asked, "before", page.older),
        "newer": _way(asked, "after", page.newer),
        "newest": "?" + urlencode(asked),
        "is_further": before is not None or after is not None,
        "acts": sorted(Act),
    }
    return render(request, "tables/audit/log.html", context, status=400 if question.problems else 200)


@require_GET
@for_roles(Role.COMPLIANCE, Role.FLOOR)
def entry(request: HttpRequest, office: StaffContext, where: str, sequence: int) -> HttpResponse:
    """One entry with all its fields, as it was hashed, and whether its hash is that of what it says."""
    is_possible = sequence <= LAST_SEQUENCE and "\x00" not in where
    found = log_entry(f"{office.casino.pk}/{where}", sequence) if is_possible else None
    if found is None:
        raise Http404
    row, before, is_last = found
    try:
        holds = entry_hash(row) == row["hash"]
        hashed = canonical({field: value for field, value in row.items() if field != "hash"}).decode()
    except NotCanonicalError as error:
        holds, hashed = False, str(error)
    context = {
        "office": office,
        "entry": row,
        "time": office.clock.full(row["time"]),
        "payload": json.dumps(row["payload"], indent=2, ensure_ascii=False, sort_keys=True),
        "hashed": hashed,
        "holds": holds,
        "follows": before is None or before == row["previous_hash"],
        "earlier": _address(where, sequence - 1) if sequence > 1 else "",
        "later": "" if is_last else _address(where, sequence + 1),
        "round_address": _round_address(row),
        "role": OF_ROLE.get(row["role"], row["role"]),
        "chain_address": _like(table=_chain_word(where)),
        "act_address": _like(act=row["act"]),
        "person_address": _like(person=row["person"]) if row["person"] else "",
        "around": _around(row, where),
        "checkpoint": vouching_checkpoint(row["chain"], sequence),
    }
    return render(request, "tables/audit/entry.html", context)


def _question(request: HttpRequest, office: StaffContext) -> Question:
    given = {name: request.GET.get(name, "").strip() for name in NAMES}
    problems: dict[str, str] = {}
    period = _period(given, office, problems)
    tables = [_table(word, problems) for word in _words(given["table"])]
    acts = _words(given["act"])
    unknown = [act for act in acts if act not in ACTS]
    if unknown:
        problems["act"] = _("%(word)s is no act.") % {"word": unknown[0][:40]}
    people = _words(given["person"])
    if not all(BADGE.fullmatch(badge) for badge in people):
        problems["person"] = _("A badge has letters and figures, at most 16.")
    for name in ("table", "act", "person"):
        if len(_words(given[name])) > LONGEST_LIST:
            problems[name] = _("At most %(most)s can be asked for at once.") % {"most": LONGEST_LIST}
    number = read_number(given["round"], LARGEST_INTEGER, least=1)
    if given["round"] and number is None:
        problems["round"] = _("The number of a round is a whole number from 1 on.")
    wanted = LogFilter(
        office.casino.pk,
        period,
        tables,
        acts,
        people,
        number,
    )
    return Question(given, problems, wanted)


def _period(given: Mapping[str, str], office: StaffContext, problems: dict[str, str]) -> Period:
    """Gaming days, or times with their offset; an end that is left out is open."""
    dates = {name: read_date(given[name]) for name in ("first", "last")}
    moments = {name: read_moment(given[name]) for name in ("since", "until")}
    for name, date in dates.items():
        if given[name] and date is None:
            problems[name] = _("A gaming day is a date, like 2026-03-01.")
    for name, moment in moments.items():
        if given[name] and moment is None:
            problems[name] = _("A time stands with its offset, like 2026-03-01T20:00:00Z.")
    since, until = moments["since"], moments["until"]
    if dates["first"] is not None:
        since = gaming_days(office.casino, dates["first"], dates["first"]).since
    if dates["last"] is not None:
        until = gaming_days(office.casino, dates["last"], dates["last"]).until
    return Period(since, until)


def _words(text: str) -> list[str]:
    """The words of a field, set apart by commas or blanks."""
    return text.replace(",", " ").split()


def _table(word: str, problems: dict[str, str]) -> int:
    if word == HOUSE_WORD:
        return HOUSE
    number = read_number(word, HIGHEST_TABLE, least=1)
    if number is None:
        problems["table"] = _("%(word)s is no table: a number, or house.") % {"word": word[:40]}
        return HOUSE
    return number


def _place(text: str) -> Place | None:
    """A place in an address; one that is none starts at the newest."""
    moment, _comma, rest = text.partition(",")
    chain, _comma, sequence = rest.rpartition(",")
    time, number = read_moment(moment), read_number(sequence, LAST_SEQUENCE)
    return None if time is None or number is None or "\x00" in chain else Place(time, chain, number)


def _way(asked: Mapping[str, str], name: str, place: Place | None) -> str:
    if place is None:
        return ""
    return "?" + urlencode({**asked, name: f"{place.time.isoformat()},{place.chain},{place.sequence}"})


def _line(entry: JSON, office: StaffContext) -> Line:
    where = entry["chain"].partition("/")[2]
    address = _address(where, entry["sequence"])
    return Line(
        entry,
        office.clock.full(entry["time"]),
        address,
        str(OF_ROLE.get(entry["role"], entry["role"])),
        summary_of(entry["payload"]),
        _round_address(entry),
        _like(table=_chain_word(where)),
        _like(person=entry["person"]) if entry["person"] else "",
    )


def _chain_word(where: str) -> str:
    """A chain as the filter names it."""
    return where.rpartition("/")[2]


def _like(**filters: str) -> str:
    """The log, narrowed."""
    return f"{reverse('web:compliance')}?{urlencode(filters)}"


def _around(row: JSON, where: str) -> str:
    """The log of its chain with this entry on top, and a way to what came after it."""
    beyond = Place(datetime.fromisoformat(row["time"]), row["chain"], row["sequence"] + 1)
    return _like(table=_chain_word(where)) + _way({}, "before", beyond).replace("?", "&")


def _address(where: str, sequence: int) -> str:
    return reverse("web:entry", args=[where, sequence])


def _round_address(entry: JSON) -> str:
    if entry["table"] is None or entry["round"] is None:
        return ""
    return reverse("web:replay", args=[entry["table"], entry["round"]])


def summary_of(payload: JSON) -> str:
    """What an entry says, in one line: why it was refused, what it came to by seat, what was sent, or what changed."""
    sent = _telling(payload.get("sent") or {})
    told: Any = payload.get("reason") if "refused" in payload else sent or _telling({**payload, "sent": None})
    if "output" in payload:
        told = {f"seat {row['seat']}": f"{row['net']:+}" for row in payload["output"]["seats"]}
    text = told if isinstance(told, str) else _flat(told)
    return text if len(text) <= LONGEST_SUMMARY else f"{text[:LONGEST_SUMMARY]}…"


def _telling(said: JSON) -> JSON:
    """What says something to somebody who reads it."""
    return {key: value for key, value in said.items() if value not in ({}, [], None) and key != "lease"}


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(_flat(item) for item in value)
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
