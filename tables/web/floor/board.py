"""The floor's board: every table at a glance, one of them beside it, live (OPS 6, LOOK 2)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions import perform
from tables.actions.devices import unlock_badge
from tables.actions.floor.alerts import acknowledge_alert
from tables.actions.people.sign_in import tap_out
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.policy import Role
from tables.queries.numbers import LARGEST_KEY, read_number
from tables.queries.tables.board import board_mark, board_of
from tables.stamp import Call, HouseCall, Stamp
from tables.web.floor.table_panel import FLOOR_ACTS, Panel, panel_of
from tables.web.floor.tiles import Tile, tile_of
from tables.web.shared.errors import refused, sentence
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.session import tablet_in
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from, wants_part

NEEDS_ME = "me"


@dataclass(frozen=True, slots=True)
class View:
    """The part of the board that an address asks for: one table beside it, or only the tables that need the floor."""

    table_id: int | None = None
    needs: bool = False

    @classmethod
    def of_page(cls, request: HttpRequest, table_id: int | None = None) -> "View":
        """Return the view of a page."""
        return cls(table_id, request.GET.get("needs") == NEEDS_ME)

    @classmethod
    def sent_from(cls, request: HttpRequest) -> "View":
        """Return the view from which a form or a poll comes."""
        fields = request.POST if request.method == "POST" else request.GET
        at = fields.get("at", "")
        return cls(read_number(at, LARGEST_KEY), fields.get("needs") == NEEDS_ME)

    def address(self, **other: Any) -> str:
        """Return the address of this view, or of one that differs from it by `other`."""
        table_id, needs = other.get("table_id", self.table_id), other.get("needs", self.needs)
        path = reverse("web:floor_table", args=[table_id]) if table_id else reverse("web:floor")
        return f"{path}?{urlencode({'needs': NEEDS_ME})}" if needs else path


@dataclass(frozen=True, slots=True)
class Board:
    """All that the page shows."""

    view: View
    tag: str
    now: str
    time: str
    seed: str
    tiles: list[Tile]
    needing: int
    tables: int
    in_play: int
    house_alerts: int
    panel: Panel | None

    @property
    def all_address(self) -> str:
        """All tables."""
        return self.view.address(needs=False)

    @property
    def needs_address(self) -> str:
        """Only those that need the floor."""
        return self.view.address(needs=True)

    @property
    def closed_address(self) -> str:
        """The board alone."""
        return self.view.address(table_id=None)


def board_for(office: StaffContext, view: View) -> Board:
    """Return the board; its mark is read first, so that what happens meanwhile is shown with the next poll."""
    tag, house = _tag(office, view), office.style
    rows, house_alerts = board_of(office.casino.pk)
    tiles = [tile_of(row, house) for row in rows]
    beside = next((row for row in rows if row["id"] == view.table_id), None)
    if view.table_id is not None and beside is None:
        raise Http404
    now = rows[0]["now"] if rows else ""
    return Board(
        view=view,
        tag=tag,
        now=now,
        time=house.clock.second(now) if now else "",
        seed=new_seed(),
        tiles=[tile for tile in tiles if tile.needs_floor or not view.needs],
        needing=sum(tile.needs_floor for tile in tiles),
        tables=len(tiles),
        in_play=sum(tile.state == "open" for tile in tiles),
        house_alerts=house_alerts[0]["open"] if house_alerts else 0,
        panel=panel_of(beside, house) if beside else None,
    )


def _tag(office: StaffContext, view: View) -> str:
    return f"{board_mark(office.casino.pk)}.{view.table_id or ''}.{view.needs:d}"


@require_GET
@for_roles(Role.FLOOR)
def board(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Show the whole page, no table beside the board."""
    return show(request, office, View.of_page(request))


@require_GET
@for_roles(Role.FLOOR)
def table(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponse:
    """Show the whole page, with a table beside the board."""
    return show(request, office, View.of_page(request, table_id))


@require_GET
@for_roles(Role.FLOOR)
def live(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Answer the board, or 304 while it is the one that the page has."""
    view = View.sent_from(request)
    if request.GET.get("v") == _tag(office, view):
        return HttpResponseNotModified()
    return show(request, office, view)


@sent_from("web:floor")
@for_roles(Role.FLOOR)
def acknowledge(request: HttpRequest, office: StaffContext, alert_id: int) -> HttpResponse:
    """Acknowledge an alert, by name (OPS 6.2)."""
    return do(request, office, lambda stamp: acknowledge_alert(alert_id=alert_id, stamp=stamp))


@sent_from("web:floor_table", "table_id")
@for_roles(Role.FLOOR)
def act(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponse:
    """Open, close, suspend or resume a table (OPS 7.2)."""
    name, version = request.POST.get("act", ""), read_number(request.POST.get("version", ""), LARGEST_KEY)
    if name not in FLOOR_ACTS or version is None:
        raise Http404
    arguments = {"reason": request.POST.get("reason", "")} if name == "suspend_table" else {}
    return do(request, office, lambda stamp: perform(name, Call(table_id, stamp, version), arguments))


@sent_from("web:floor_table", "table_id")
@for_roles(Role.FLOOR)
def tap_other_out(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponse:
    """Tap out the dealer of a table; another takes over there (OPS 1.4)."""
    return do(request, office, lambda stamp: tap_out(table_id=table_id, stamp=stamp))


@sent_from("web:floor")
@for_roles(Role.FLOOR)
def unlock_person(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Let a locked badge try again."""
    badge = request.POST.get("badge", "").replace("\0", "").strip()
    done = _("Badge %(badge)s may try again.") % {"badge": badge[:16]}
    return do(request, office, lambda stamp: unlock_badge(HouseCall(office.casino.pk, stamp), badge=badge), done=done)


def do(request: HttpRequest, office: StaffContext, work: Callable[[Stamp], object], *, done: str = "") -> HttpResponse:
    """Do one act of the floor; answer the board as it is afterwards, also where the act was refused."""
    view = View.sent_from(request)
    try:
        work(office.stamp(Role.FLOOR, read_command(request.POST)))
    except (TableError, RuleError) as error:
        return show(request, office, view, error=error)
    if wants_part(request):
        return show(request, office, view, done=done)
    return redirect(view.address())


def show(
    request: HttpRequest, office: StaffContext, view: View, *, error: TableError | RuleError | None = None, **notes: Any
) -> HttpResponse:
    """Render the page, or to a page that is there already the board alone; `notes` are shown beside it."""
    template = "tables/floor/_board.html" if wants_part(request) else "tables/floor/board.html"
    context = {"office": office, "board": board_for(office, view), "this_tablet": tablet_in(request), **notes}
    if error is not None:
        context["problem"] = sentence(error, office.figures)
    response = render(request, template, context)
    # It brings the beginning of its command ids, which no second copy of it may use.
    response["Cache-Control"] = "no-store"
    return response if error is None else refused(response, error)
