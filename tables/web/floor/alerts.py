"""All alerts of the house, and who acknowledged them (OPS 6.2)."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tables.actions.floor.alerts import acknowledge_alert
from tables.errors import TableError
from tables.models import Alert
from tables.policy import LOG_READERS, Act, permission
from tables.queries.floor.alerts import OPEN, STATES, AlertFilter, alerts_of
from tables.queries.identity import tables_of
from tables.queries.numbers import read_cursor
from tables.queries.paging import Page
from tables.web.floor.alert_lines import alert_line
from tables.web.shared.errors import refused, sentence
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.floor import ALERTS

PAGE = 50


@require_http_methods(["GET", "POST"])
@for_roles(*LOG_READERS)
def alerts(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """List them, newest first, by table, kind and state; or acknowledge one of those on the page."""
    if request.method == "POST":
        alert = _number(request.POST.get("alert", ""))
        role = office.floor_first
        try:
            acknowledge_alert(alert_id=alert or 0, stamp=office.stamp(role, read_command(request.POST)))
        except TableError as error:
            page = _page(request, office, sentence(error, office.figures))
            return refused(render(request, "tables/floor/alerts.html", page), error)
        return redirect(request.get_full_path())
    return render(request, "tables/floor/alerts.html", _page(request, office, ""))


def _page(request: HttpRequest, office: StaffContext, problem: str) -> dict[str, Any]:
    filters = {name: request.GET.get(name, "") for name in ("table", "kind")}
    filters["state"] = request.GET.get("state", OPEN)
    listed = alerts_of([office.casino.pk], _filter(filters), Page(PAGE, _number(request.GET.get("cursor", ""))))
    house = office.style
    return {
        "office": office,
        "problem": problem,
        "rows": [(alert, alert_line(alert, house), house.clock.full(alert["raised_at"])) for alert in listed["alerts"]],
        "older": f"?{urlencode({**filters, 'cursor': listed['next']})}" if listed["next"] else "",
        "tables": [(str(table.pk), table.number) for table in tables_of(office.casino.pk)],
        "kinds": [(str(kind), ALERTS[kind].name) for kind in Alert.Kind],
        "asked": filters,
        "may_acknowledge": any(permission(Act.ACKNOWLEDGE_ALERT, role) for role in office.roles),
        "seed": new_seed(),
    }


def _filter(filters: dict[str, str]) -> AlertFilter:
    """Read the filters of an address; raises Http404 for what is no filter."""
    if filters["kind"] not in ("", *ALERTS) or filters["state"] not in ("", *STATES):
        raise Http404
    return AlertFilter(_number(filters["table"]), filters["kind"] or None, filters["state"] or None)


def _number(text: str) -> int | None:
    if not text:
        return None
    number = read_cursor(text)
    if number is None:
        raise Http404
    return number
