"""The placard: the public page of a table, on a large screen and on paper (OPS 4.6, LOOK 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.errors import NotFound
from tables.games.house_rules import read_house_rules
from tables.games.values import JSON
from tables.queries.tables.placard import placard
from tables.queries.tables.placard_documents import PlacardDocument
from tables.queries.times import read_moment
from tables.web.placards.lines import Coming, Content, Money, coming_lines
from tables.web.shared.money import MoneyFormat
from tables.web.shared.times import HouseClock
from tables.web.tablet.registry import PLACARDS
from tables.web.words.games import GAMES

# Anybody may keep the present placard, but asks whether it still holds; what stood there once stays what it was.
PRESENT, PAST = "public, no-cache", "public, max-age=300"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A change that has been approved: what it brings, and when."""

    time: str
    changes: list[Coming]


@dataclass(frozen=True, slots=True)
class Placard:
    """All that stands on the page."""

    house: str
    table: int
    currency: str
    is_demonstration: bool
    game: str = ""
    content: Content | None = None
    version: int = 0
    since: str = ""
    coming: Announcement | None = None
    at: str = ""
    """The time of the past that is shown; empty for the present."""


@require_GET
def page(request: HttpRequest, table_id: int) -> HttpResponse:
    """What the table's placard shows, or with `at` what it showed then; nobody has to sign in."""
    given = request.GET.get("at")
    at = read_moment(given) if given is not None else None
    if given is not None and (at is None or at > timezone.now()):
        return _refused(request, given, at)
    try:
        found = placard(table_id, at)
    except NotFound as error:
        raise Http404(str(error)) from error
    response = render(request, "tables/placards/page.html", {"placard": _placard(found, at)})
    response.headers["Cache-Control"] = PAST if at else PRESENT
    return response


def _refused(request: HttpRequest, given: str, at: datetime | None) -> HttpResponse:
    ahead = _("“at” lies ahead: what the placard will show is not known yet.")
    wrong = _("“at” must be a time with its offset, as in 2026-03-01T20:00:00Z.")
    context = {"problem": ahead if at is not None else wrong, "given": given[:60]}
    return render(request, "tables/placards/refused.html", context, status=400)


def _placard(found: PlacardDocument, at: datetime | None) -> Placard:
    casino, clock = found["casino"], HouseClock.of(found["casino"]["time_zone"])
    rules, coming = found["rules"], found["coming"]
    plain = Placard(
        casino["name"],
        found["table"]["number"],
        casino["currency"],
        casino["demonstration"],
        at=clock.written_out(at, to_the_second=True) if at else "",
    )
    if rules is None:
        return plain
    money = Money(casino["currency"], MoneyFormat.of(casino["minor_digits"]))
    document = _whole(rules["document"])
    game = document["game"]
    content = PLACARDS[game](document, money)
    return Placard(
        plain.house,
        plain.table,
        plain.currency,
        plain.is_demonstration,
        str(GAMES[game]),
        content,
        rules["version"],
        clock.written_out(rules["in_force_from"]),
        _announcement(coming, content, game, money, clock) if coming else None,
        plain.at,
    )


def _announcement(
    coming: Mapping[str, Any], content: Content, game: str, money: Money, clock: HouseClock
) -> Announcement:
    document = _whole(coming["document"])
    changes = coming_lines(content, PLACARDS[document["game"]](document, money))
    if document["game"] != game:
        changes.insert(0, Coming(_("Game"), str(GAMES[game]), str(GAMES[document["game"]])))
    return Announcement(clock.written_out(coming["due_at"]), changes)


def _whole(document: JSON) -> JSON:
    """The rules with the defaults of what was no rule yet when they were stored (HCF 9.6)."""
    return read_house_rules(document).document()
