"""The floor's list of tables, with the tablets, codes and locks that only the floor handles (OPS 1.2, 1.6)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tables.actions.devices import enrol_tablet, issue_enrolment_code, revoke_tablet, unlock_badge, unlock_tablet
from tables.actions.signing import tap_out
from tables.errors import TableError
from tables.models import Casino, Person, Round, Table, Tablet, TapIn
from tables.policy import Role
from tables.queries.people import roles_of, tables_of
from tables.stamp import Stamp
from tables.web.accounts import PLAIN_FIGURES, become_tablet, the_casino
from tables.web.forms import new_seed
from tables.web.messages import sentence
from tables.web.who import person_in, tablet_in
from tables.web.words import GAMES, ROUND_STATES, TABLE_STATES

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Floor:
    """A floor manager at work, and the house he works in."""

    person: Person
    casino: Casino

    @property
    def stamp(self) -> Stamp:
        """His stamp, for one act of the house."""
        return Stamp(self.person.pk, Role.FLOOR, None, new_seed())


@dataclass(frozen=True, slots=True)
class Row:
    """A table in the list."""

    table: Table
    game: str
    state: str
    round: str
    dealer: str
    tablets: list[Tablet]


def for_the_floor(
    view: Callable[Concatenate[HttpRequest, Floor, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Only for somebody signed in who holds the floor role now."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        person, casino = person_in(request), the_casino()
        if person is None:
            response: HttpResponse = redirect("web:login")
            return response
        if Role.FLOOR not in roles_of(person.pk, casino.pk):
            return render(request, "403.html", status=403)
        return view(request, Floor(person, casino), *args, **kwargs)

    return cast(Callable[Concatenate[HttpRequest, P], HttpResponse], guarded)


@require_GET
@for_the_floor
def tables(request: HttpRequest, floor: Floor) -> HttpResponse:
    """All tables; htmx asks for the rows alone."""
    return _list(request, floor)


@require_POST
@for_the_floor
def issue_code(request: HttpRequest, floor: Floor, table_id: int) -> HttpResponse:
    """Show a one-time code that makes another browser this table's tablet."""
    try:
        code = issue_enrolment_code(table_id=table_id, stamp=floor.stamp)
    except TableError as error:
        return _list(request, floor, problem=sentence(error, PLAIN_FIGURES))
    return _list(request, floor, code=code, code_table=Table.objects.get(pk=table_id))


@require_POST
@for_the_floor
def enrol_here(request: HttpRequest, floor: Floor, table_id: int) -> HttpResponse:
    """Make this very browser the table's tablet, with one tap."""
    try:
        code = issue_enrolment_code(table_id=table_id, stamp=floor.stamp)
        label = _("Tablet of %(name)s") % {"name": floor.person.name}
        tablet, token = enrol_tablet(code=code, label=label[:40], command_id=new_seed())
    except TableError as error:
        return _list(request, floor, problem=sentence(error, PLAIN_FIGURES))
    return become_tablet(tablet.table_id, token)


@require_POST
@for_the_floor
def revoke(request: HttpRequest, floor: Floor, tablet_id: int) -> HttpResponse:
    """A tablet that is lost shows and does nothing from now on."""
    return _do(request, floor, lambda: revoke_tablet(tablet_id=tablet_id, stamp=floor.stamp))


@require_POST
@for_the_floor
def unlock_device(request: HttpRequest, floor: Floor, tablet_id: int) -> HttpResponse:
    """A tablet locked after too many failures works again."""
    return _do(request, floor, lambda: unlock_tablet(tablet_id=tablet_id, stamp=floor.stamp))


@require_POST
@for_the_floor
def tap_other_out(request: HttpRequest, floor: Floor, table_id: int) -> HttpResponse:
    """Whoever deals at a table is tapped out; another takes over there (OPS 1.4)."""
    return _do(request, floor, lambda: tap_out(table_id=table_id, stamp=floor.stamp))


@require_POST
@for_the_floor
def unlock_person(request: HttpRequest, floor: Floor) -> HttpResponse:
    """A locked badge may try again."""
    badge = request.POST.get("badge", "").strip()
    return _do(request, floor, lambda: unlock_badge(casino_id=floor.casino.pk, badge=badge, stamp=floor.stamp))


def _do(request: HttpRequest, floor: Floor, work: Callable[[], object]) -> HttpResponse:
    try:
        work()
    except TableError as error:
        return _list(request, floor, problem=sentence(error, PLAIN_FIGURES))
    return redirect("web:floor")


def _list(request: HttpRequest, floor: Floor, **more: Any) -> HttpResponse:
    is_rows_only = bool(getattr(request, "htmx", False))
    template = "tables/floor/_tables.html" if is_rows_only else "tables/floor/tables.html"
    context = {"floor": floor, "rows": _rows(floor.casino), "this_tablet": tablet_in(request), **more}
    return render(request, template, context, status=409 if more.get("problem") else 200)


def _rows(casino: Casino) -> list[Row]:
    found = tables_of(casino.pk)
    rounds = {
        round_.table_id: round_ for round_ in Round.objects.filter(table__in=found).exclude(state__in=Round.ENDED)
    }
    dealers = {
        tap_in.table_id: tap_in.person.name
        for tap_in in TapIn.objects.filter(table__in=found, ended_at=None).select_related("person")
    }
    tablets: dict[int, list[Tablet]] = {}
    for tablet in Tablet.objects.filter(table__in=found, revoked_at=None).order_by("pk"):
        tablets.setdefault(tablet.table_id, []).append(tablet)
    return [
        Row(
            table,
            str(GAMES[table.rules.game]) if table.rules else "",
            str(TABLE_STATES[table.state]),
            _round_words(rounds.get(table.pk)),
            dealers.get(table.pk, ""),
            tablets.get(table.pk, []),
        )
        for table in found
    ]


def _round_words(round_: Round | None) -> str:
    if round_ is None:
        return ""
    return _("Round %(number)s: %(state)s") % {
        "number": round_.number,
        "state": ROUND_STATES.get(round_.state, round_.state),
    }
