"""A table at a moment: what its placard said, the round, dealer, players, bank, and the entries around (AUD 7.1)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_GET

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.policy import LOG_READERS
from tables.queries.audit.pages import LogFilter, Place, log_page
from tables.queries.identity import tables_of
from tables.queries.numbers import read_number
from tables.queries.tables.then import TableThen, table_then
from tables.queries.times import moments_by_clock, read_moment
from tables.web.audit.links import log_address, moment_address, page_address
from tables.web.audit.log_rows import LogRows
from tables.web.shared.errors import sentence
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.games import GAMES
from tables.web.words.rounds import ROUND_STATES

HIGHEST_TABLE = 2**15 - 1
AROUND = 6
"""Entries before the moment, and after it."""
A_MOMENT = timedelta(microseconds=1)
NO_TABLE = _lazy("The number of a table is needed here.")
NO_TIME = _lazy("A time is needed here: by the clock of the house, or with its offset, like 2026-03-01T20:00:00Z.")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for: one moment, two that the clock of the house shows alike, or what is wrong with it."""

    table: int | None
    moments: list[datetime]
    problem: str = ""


@require_GET
@for_roles(*LOG_READERS)
def moment(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Show a table at a moment; without both, or with an hour that exists twice, the form that asks."""
    asked = _asked(request, office)
    context: dict[str, Any] = {"office": office, **moment_form(office, request), "problem": asked.problem}
    if asked.table is not None and len(asked.moments) == 1 and not asked.problem:
        try:
            context |= _shown(table_then(office.casino.pk, asked.table, asked.moments[0]), office)
        except NotFound as error:
            context["problem"] = sentence(error, office.figures)
    context["choices"] = [
        (office.clock.full(at), moment_address(asked.table or 0, at)) for at in asked.moments if len(asked.moments) > 1
    ]
    return render(request, "tables/audit/moment.html", context, status=400 if context["problem"] else 200)


def moment_form(office: StaffContext, request: HttpRequest) -> dict[str, Any]:
    """Return what the form that asks for a moment needs: the tables, the zone, and what was typed."""
    return {
        "tables": tables_of(office.casino.pk),
        "asked_table": request.GET.get("table", ""),
        "asked_at": request.GET.get("at", ""),
        "zone": office.casino.time_zone,
    }


def _asked(request: HttpRequest, office: StaffContext) -> Asked:
    given, text = request.GET.get("table", "").strip(), request.GET.get("at", "").strip()
    if not given and not text:
        return Asked(None, [])
    table = read_number(given, HIGHEST_TABLE, least=1)
    exact = read_moment(text)
    moments = [exact] if exact else moments_by_clock(text, office.casino.time_zone)
    if table is None:
        return Asked(None, [], str(NO_TABLE))
    if not moments:
        return Asked(table, [], str(NO_TIME))
    if moments[0] > timezone.now():
        return Asked(table, [], _("This time lies ahead: nothing is known of it yet."))
    return Asked(table, moments)


def _shown(then: TableThen, office: StaffContext) -> dict[str, Any]:
    wanted = LogFilter(office.casino.pk, tables=(then.table.number,))
    beyond = Place(then.at + A_MOMENT, "", 0)
    before, after = log_page(wanted, size=AROUND, before=beyond), log_page(wanted, size=AROUND, after=beyond)
    rows = LogRows(office)
    table, round_ = then.table, then.round
    return {
        "then": then,
        "time": office.clock.full(then.at),
        "exact": time_text(then.at),
        "placard": f"{reverse('web:placard', args=[table.number])}?{urlencode({'at': time_text(then.at)})}",
        "game": GAMES[then.version.document["game"]] if then.version else "",
        "round_address": reverse("web:replay", args=[table.number, round_.number]) if round_ else "",
        "round_words": ROUND_STATES.get(then.round_state, _("under way")) if round_ else "",
        "opened": office.clock.full(round_.opened_at) if round_ else "",
        "ended": office.clock.full(round_.ended_at) if round_ and round_.ended_at else "",
        "tapped": office.clock.full(then.dealer.started_at) if then.dealer else "",
        "players": [
            {
                "seat": player.seat,
                "card": player.stay.player_card,
                "sat": office.clock.full(player.stay.sat_at),
                "left": office.clock.full(player.stay.left_at) if player.stay.left_at else "",
                "chips": office.figures.amount(player.chips),
                "is_designated": round_ is not None and round_.designated_id == player.stay.pk,
                "sat_address": reverse("web:entry", args=[f"table/{table.number}", player.stay.sit_sequence])
                if player.stay.sit_sequence
                else "",
            }
            for player in then.players
        ],
        "bank": office.figures.amount(then.bank),
        "pot": office.figures.amount(then.pot),
        "after": rows.of(after.entries),
        "before": rows.of(before.entries),
        "around": log_address(table=str(table.number))
        + page_address({}, "before", Place(then.at + A_MOMENT, "", 0)).replace("?", "&"),
    }
