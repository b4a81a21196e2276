"""The audit log over HTTP (interfaces, section 3)."""

import re

from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.http import callers
from tables.api.http.periods import read_limit, read_period
from tables.api.http.problems import BadRequest
from tables.api.openapi.schema import Described
from tables.api.views.tables import View
from tables.errors import gettext_noop as _
from tables.queries.audit.export_filter import ACTS
from tables.queries.audit.pages import HOUSE, LogFilter, Place, log_page
from tables.queries.paging import Period
from tables.queries.times import read_moment

CHAIN = re.compile(r"([1-9]\d{0,8})/(?:house|table/([1-9]\d{0,3}))")
ROUND = re.compile(r"[1-9]\d{0,8}")
LONGEST, MOST = 40, 50


class Entries(View):
    """The entries of a casino."""

    schema = Described(get="list_entries")

    def get(self, request: Request) -> Response:
        """List one page of them, as they were hashed."""
        casino_id = callers.casino_of_reader(request)
        wanted = _filter(request, casino_id, read_period(request))
        place, newer = _place(request)
        page = log_page(wanted, size=read_limit(request), **{"after" if newer else "before": place})
        ways = {"next": _cursor(page.older, "before"), "previous": _cursor(page.newer, "after")}
        return Response({"entries": page.entries, **ways})


def _filter(request: Request, casino_id: int, period: Period) -> LogFilter:
    chains = [_chain(found, casino_id) for found in request.query_params.getlist("chain")]
    number = request.query_params.get("round")
    if number is not None and not ROUND.fullmatch(number):
        raise BadRequest(_("%(field)s must be the number of a round."), field="round")
    acts = _words(request, "act")
    for act in acts:
        if act not in ACTS:
            raise BadRequest(_("%(field)s must be the name of an act, as in settle_round."), field="act")
    return LogFilter(casino_id, period, chains, acts, _words(request, "actor"), int(number) if number else None)


def _chain(found: str, casino_id: int) -> int:
    match = CHAIN.fullmatch(found)
    if match is None or int(match[1]) != casino_id:
        raise BadRequest(
            _("%(field)s is no chain of this casino, as in %(casino)s/house."), field="chain", casino=casino_id
        )
    return int(match[2]) if match[2] else HOUSE


def _words(request: Request, name: str) -> list[str]:
    found = request.query_params.getlist(name)
    if len(found) > MOST or any(not word or len(word) > LONGEST or "\x00" in word for word in found):
        raise BadRequest(
            _("%(field)s must be a word of at most %(longest)s letters, at most %(most)s of them."),
            field=name,
            longest=LONGEST,
            most=MOST,
        )
    return found


def _place(request: Request) -> tuple[Place | None, bool]:
    """Where the page starts, and whether it goes on to the newer entries."""
    cursor = request.query_params.get("cursor")
    if cursor is None:
        return None, False
    way, _dot, rest = cursor.partition(",")
    time, _dot, rest = rest.partition(",")
    chain, _dot, sequence = rest.rpartition(",")
    moment = read_moment(time)
    if way not in ("before", "after") or moment is None or not CHAIN.fullmatch(chain) or not ROUND.fullmatch(sequence):
        raise BadRequest(_("%(field)s is none that was given out here."), field="cursor")
    return Place(moment, chain, int(sequence)), way == "after"


def _cursor(place: Place | None, way: str) -> str | None:
    return (
        None
        if place is None
        else f"{way},{place.time.isoformat().replace('+00:00', 'Z')},{place.chain},{place.sequence}"
    )
