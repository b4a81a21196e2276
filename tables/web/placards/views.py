"""The placard: the public page of a table, on a large screen and on paper (OPS 4.6, LOOK 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.errors import NotFound
from tables.games.house_rules import read_house_rules
from tables.games.values import JSON
from tables.queries.identity import table_of_number
from tables.queries.tables.placard import placard
from tables.queries.tables.placard_documents import PlacardDocument
from tables.queries.times import read_moment
from tables.web.placards.lines import Coming, Content, Money, coming_lines
from tables.web.shared.language import are_known, speak
from tables.web.shared.money import MoneyFormat
from tables.web.shared.session import the_casino
from tables.web.shared.times import HouseClock
from tables.web.tablet.registry import PLACARDS
from tables.web.words.games import GAMES

MOST_LANGUAGES = 2
# Anybody may keep the present placard, but asks whether it still holds; what stood there once stays what it was.
PRESENT, PAST = "public, no-cache", "public, max-age=300"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A change that has been approved: what it brings, and when."""

    time: str
    changes: list[Coming]


@dataclass(frozen=True, slots=True)
class Placard:
    """All that stands on the page, in one language."""

    language: str
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for: the time whose placard is shown, None for now, and the languages that take turns."""

    at: datetime | None
    languages: list[str]


@require_GET
def of_number(request: HttpRequest, number: int) -> HttpResponse:
    """The same by the number of the table, as it stands on the felt (AUD 7.1)."""
    table = table_of_number(the_casino().pk, number)
    if table is None:
        raise Http404(str(number))
    return page(request, table.pk)


@require_GET
def page(request: HttpRequest, table_id: int) -> HttpResponse:
    """What the table's placard shows, or with `at` what it showed then; nobody has to sign in.

    With `lang` in a language, or in two that take turns, as in `nl,en`; otherwise in that of the house (TAB 4.4).
    """
    # Nobody is known in front of it, and it hangs there for all.
    speak("")
    wanted = _wanted(request)
    if isinstance(wanted, HttpResponse):
        return wanted
    try:
        found = placard(table_id, wanted.at)
    except NotFound as error:
        raise Http404(str(error)) from error
    in_turn = []
    for language in reversed(wanted.languages):
        speak(language)
        in_turn.append(placard_in(found, wanted.at, language))
    first = in_turn.pop()
    response = render(request, "tables/placards/page.html", {"placard": first, "in_turn": in_turn})
    response.headers["Cache-Control"] = PAST if wanted.at else PRESENT
    return response


def _wanted(request: HttpRequest) -> Wanted | HttpResponse:
    """What the address asks for, or the page that says what is wrong with it."""
    given = request.GET.get("at")
    at = read_moment(given) if given is not None else None
    if given is not None and at is None:
        return _refused(request, given, _("“at” must be a time with its offset, as in 2026-03-01T20:00:00Z."))
    if given is not None and at is not None and at > timezone.now():
        return _refused(request, given, _("“at” lies ahead: what the placard will show is not known yet."))
    text = request.GET.get("lang", settings.HOUSE_LANGUAGE)
    languages = text.split(",")
    if len(languages) > MOST_LANGUAGES or len(set(languages)) < len(languages) or not are_known(languages):
        known = ", ".join(code for code, _name in settings.LANGUAGES)
        problem = _("“lang” must be a language of %(known)s, or two of them with a comma, as in nl,en.")
        return _refused(request, text, problem % {"known": known})
    return Wanted(at, languages)


def _refused(request: HttpRequest, given: str, problem: str) -> HttpResponse:
    context = {"problem": problem, "given": given[:60]}
    return render(request, "tables/placards/refused.html", context, status=400)


def placard_in(found: PlacardDocument, at: datetime | None, language: str) -> Placard:
    """Return everything in the language that is spoken just now."""
    casino, clock = found["casino"], HouseClock.of(found["casino"]["time_zone"])
    rules, coming = found["rules"], found["coming"]
    plain = Placard(
        language,
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
        language,
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
