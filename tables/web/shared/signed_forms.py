"""What the pages of the floor's irregular work have in common: reading a form, signing it, saying what was wrong (OPS 1.3)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tables.actions.people.sign_in import sign
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.stamp import Stamp
from tables.web.floor.alert_lines import House
from tables.web.shared.errors import refused, sentence
from tables.web.shared.forms import read_command
from tables.web.shared.money import Figures
from tables.web.shared.staff_page import Office
from tables.web.shared.times import HouseClock

JSON = dict[str, Any]
LONGEST_PAGE = 50


class Done(NamedTuple):
    """What is said of an act that was done, and on which page."""

    said: str
    address: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a form was refused: the sentence, the error, and which form of the page it was."""

    text: str
    error: TableError | RuleError
    form: str


def house_of(office: Office) -> House:
    """How the house writes amounts and times."""
    return House(Figures.of(office.casino.minor_digits), HouseClock.of(office.casino.time_zone), office.person.badge)


def done_or_refused(
    request: HttpRequest, office: Office, form: str, act: Callable[[Stamp], object], done: Done
) -> HttpResponse | Refusal:
    """Sign and do an act; done, the next page says so, refused, this one says why."""
    try:
        act(_stamp(request, office))
    except (TableError, RuleError) as error:
        return Refusal(sentence(error, Figures.of(office.casino.minor_digits)), error, form)
    messages.success(request, done.said)
    return redirect(done.address)


def with_refusal(page: HttpResponse, refusal: Refusal | None) -> HttpResponse:
    """Return the page with the status of the refusal that it shows, if it shows one."""
    return page if refusal is None else refused(page, refusal.error)


def before_of(request: HttpRequest) -> int | None:
    """Where the page of a list begins, as the address says it."""
    found = request.GET.get("before", "")
    return int(found) if found.isascii() and found.isdecimal() and len(found) < LONGEST_PAGE else None


def _stamp(request: HttpRequest, office: Office) -> Stamp:
    """His stamp, with the signature of whoever's badge and PIN or password stand in the form, proved first."""
    command_id, secret = read_command(request.POST), request.POST.get("secret", "")
    signature = None
    if secret:
        badge = request.POST.get("badge", "").strip()[:16]
        casino_id = office.casino.pk
        signature = sign(casino_id=casino_id, badge=badge, secret=secret[:128], tablet_id=None, command_id=command_id)
    return office.stamp(office.floor_first, command_id, signature)
