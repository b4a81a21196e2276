"""What needs the floor, over HTTP (OPS 6; interfaces, section 3)."""

import re

from rest_framework.request import Request
from rest_framework.response import Response

from tables.actions.floor.alerts import acknowledge_alert
from tables.api.http import callers
from tables.api.http.orders import read_house_order, read_texts
from tables.api.http.periods import read_page, read_period
from tables.api.http.problems import BadRequest
from tables.api.openapi.schema import Described
from tables.api.views.tables import View, acted
from tables.errors import gettext_noop as _
from tables.models import Alert
from tables.policy import Act
from tables.queries.floor.alerts import STATES, AlertFilter, alert_place, alerts_of

TABLE = re.compile(r"[1-9]\d{0,8}")


class Alerts(View):
    """The alerts of a casino."""

    schema = Described(get="list_alerts")

    def get(self, request: Request) -> Response:
        """List one page of them, newest first."""
        casino_id = callers.casino_of_reader(request)
        return Response(alerts_of([casino_id], _wanted(request), read_page(request), read_period(request)))


class Acknowledge(View):
    """Say that the floor has seen it."""

    schema = Described(post="acknowledge_alert")

    def post(self, request: Request, alert_id: int) -> Response:
        """Say so, by name."""
        order = read_house_order(request)
        read_texts(order.sent, {})
        stamp = callers.stamp_where(request, Act.ACKNOWLEDGE_ALERT, alert_place(alert_id), order)
        return acted(acknowledge_alert(alert_id=alert_id, stamp=stamp))


def _wanted(request: Request) -> AlertFilter:
    table = request.query_params.get("table")
    if table is not None and not TABLE.fullmatch(table):
        raise BadRequest(_("%(field)s must be the id of a table."), field="table")
    kind = _one_of(request, "kind", tuple(str(kind) for kind in Alert.Kind))
    return AlertFilter(int(table) if table else None, kind, _one_of(request, "state", STATES))


def _one_of(request: Request, name: str, allowed: tuple[str, ...]) -> str | None:
    found = request.query_params.get(name)
    if found is not None and found not in allowed:
        raise BadRequest(_("%(field)s must be one of %(allowed)s."), field=name, allowed=", ".join(allowed))
    return found
