"""The practice table: choosing a game, the tablet's page, its polling and its acts; nothing is written (TAB 4.3)."""

import dataclasses
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from random import SystemRandom
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tables.errors import Conflict, NeedsSignature, Stale, TableError, WrongState
from tables.errors import gettext_noop as noop
from tables.games.errors import RuleError
from tables.web.practice.notes import notes_of
from tables.web.practice.state import practice_state
from tables.web.practice.store import load, one_at_a_time, save
from tables.web.practice.table import SETTINGS, Practice, begin, overdue, perform
from tables.web.shared.errors import refused
from tables.web.shared.forms import SentAct, new_seed, read_act
from tables.web.shared.language import speak
from tables.web.shared.money import MoneyFormat
from tables.web.shared.session import person_in, tablet_in
from tables.web.tablet.act_sentences import Told, sentences_of
from tables.web.tablet.refusals import left_out, refusal
from tables.web.tablet.registry import make_screen, moved_on
from tables.web.tablet.screen import Message
from tables.web.tablet.steps import Viewer
from tables.web.words.games import GAMES

FRAGMENT = "tables/tablet/_table.html"
LEARNER = Viewer(can_act=True, is_floor=False, is_tablet=True)
FIGURES_OF_CENTS = 2
CHANCE = SystemRandom()


def holder_of(request: HttpRequest) -> str:
    """Whose practice table a browser sees: the person's who is signed in, else the enrolled tablet's; empty for nobody."""
    person, tablet = person_in(request), tablet_in(request)
    if person is not None:
        return f"person-{person.pk}"
    return f"tablet-{tablet.pk}" if tablet is not None else ""


def for_learners(view: Callable[[HttpRequest, str, str], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view of a practice table with its holder; 404 without the game, 401 for nobody."""

    @wraps(view)
    def guarded(request: HttpRequest, game: str) -> HttpResponse:
        holder = holder_of(request)
        if game not in SETTINGS:
            raise Http404
        _speak(request)
        return view(request, holder, game) if holder else HttpResponse(status=401)

    return guarded


@require_GET
def choose(request: HttpRequest) -> HttpResponse:
    """The choice of a game, for everybody who is signed in and every enrolled tablet."""
    if not holder_of(request):
        return redirect(f"{reverse('web:login')}?next={reverse('web:practice')}")
    _speak(request)
    games = [(game, GAMES[game]) for game in SETTINGS]
    return render(request, "tables/practice/choose.html", {"games": games})


@require_GET
def page(request: HttpRequest, game: str) -> HttpResponse:
    """The tablet's page over a practice table, which begins where there is none."""
    holder = holder_of(request)
    if game not in SETTINGS:
        raise Http404
    if not holder:
        return redirect(f"{reverse('web:login')}?next={reverse('web:practice')}")
    _speak(request)
    practice = _now_at(holder, game)
    response = render(request, "tables/practice/page.html", {**_context(practice), "game": game})
    response["Cache-Control"] = "no-store"
    return response


@require_GET
@for_learners
def live(request: HttpRequest, holder: str, game: str) -> HttpResponse:
    """The fragment, or 304 while it is the one the page has."""
    practice = _now_at(holder, game)
    if request.GET.get("v") == _tag(practice):
        return HttpResponseNotModified()
    return _fragment(request, practice)


@require_POST
@for_learners
def act(request: HttpRequest, holder: str, game: str) -> HttpResponse:
    """One act; answers the fragment as the table is after it, also where the act was refused."""
    sent: SentAct | None = None
    try:
        sent = read_act(request.POST.dict())
        with one_at_a_time(holder, game):
            practice, answer = perform(_kept(holder, game), sent, _now(), CHANCE)
            save(holder, practice)
            if sent.follow_up is not None:
                sent = dataclasses.replace(sent.follow_up, version=practice.version)
                practice, answer = perform(practice, sent, _now(), CHANCE)
                save(holder, practice)
    except (TableError, RuleError) as error:
        return _refused(request, _now_at(holder, game), error, sent)
    return _fragment(request, practice, left_out(answer))


@require_http_methods(["GET", "POST"])
@for_learners
def elsewhere(request: HttpRequest, holder: str, game: str) -> HttpResponse:
    """What a tablet does with rows alone, as tapping in or correcting an earlier round: refused, and the page says so."""
    error = WrongState(noop("There is nothing of that at a practice table."))
    return _refused(request, _now_at(holder, game), error, None)


@require_POST
@for_learners
def again(_request: HttpRequest, holder: str, game: str) -> HttpResponse:
    """Begin anew: the table of before is forgotten."""
    save(holder, begin(game, _now()))
    return redirect("web:practice_table", game)


def _speak(request: HttpRequest) -> None:
    """In the language of the person who is signed in, else in that of the house (TAB 4.4)."""
    person = person_in(request)
    speak(person.language if person is not None else "")


def _now() -> datetime:
    return datetime.now(UTC)


def _kept(holder: str, game: str) -> Practice:
    """The practice table with all that time has brought; a new one where there is none."""
    now = _now()
    return overdue(load(holder, game) or begin(game, now), now, CHANCE)


def _now_at(holder: str, game: str) -> Practice:
    """The same, kept; while another page acts it is only shown, and that page keeps it."""
    before, now = load(holder, game), _now()
    practice = overdue(before or begin(game, now), now, CHANCE)
    if practice is before:
        return practice
    try:
        with one_at_a_time(holder, game):
            practice = _kept(holder, game)
            save(holder, practice)
    except Conflict:
        return practice
    return practice


def _tag(practice: Practice) -> str:
    return f"{practice.number}.{practice.version}"


def _context(practice: Practice, message: Message | None = None, seen: str = "") -> dict[str, Any]:
    """The screen of any tablet, and the notes of a practice table; `seen` is what a second page had when it came too late."""
    state = practice_state(practice, _now())
    if seen:
        message = moved_on(seen, state)
    screen = make_screen(state, LEARNER, new_seed(), _tag(practice), message)
    return {"screen": screen, "practice": notes_of(practice, is_shown=state["settlement_preview"] is not None)}


def _fragment(request: HttpRequest, practice: Practice, message: Message | None = None, seen: str = "") -> HttpResponse:
    response = render(request, FRAGMENT, _context(practice, message, seen))
    response["Croupier-Version"] = str(practice.version)
    response["Cache-Control"] = "no-store"
    return response


def _refused(
    request: HttpRequest, practice: Practice, error: TableError | RuleError, sent: SentAct | None
) -> HttpResponse:
    figures, signs = MoneyFormat.of(FIGURES_OF_CENTS), []
    if sent is not None and (sent.credentials is not None or isinstance(error, NeedsSignature)):
        signs = sentences_of(sent.name, Told(sent.input, practice_state(practice, _now()), figures))
    message = refusal(error, sent.name if sent else "", figures, signs)
    seen = sent.seen if sent and isinstance(error, Stale) else ""
    return refused(_fragment(request, practice, message, seen), error)
