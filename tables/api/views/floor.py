"""Disputes, bars and what is owed over HTTP (OPS 2.3, 5.8, 5.9; interfaces, section 3)."""

from rest_framework.request import Request
from rest_framework.response import Response

from tables.actions.floor.bars import bar_from_house, lift_bar
from tables.actions.floor.debts import settle_debt
from tables.api.http import callers
from tables.api.http.orders import Order, read_signed_house_order
from tables.api.http.periods import read_page
from tables.api.http.problems import BadRequest
from tables.api.openapi.schema import Described
from tables.api.views.tables import View, acted
from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.games.errors import quoted_name
from tables.policy import Act
from tables.queries.floor.bars import STATES as BAR_STATES
from tables.queries.floor.bars import bars_in, place_of_bar
from tables.queries.floor.debts import STATES as OWED_STATES
from tables.queries.floor.debts import owed_in, table_of_owed
from tables.queries.floor.disputes import STATES as DISPUTE_STATES
from tables.queries.floor.disputes import dispute_at, disputes_at
from tables.stamp import Call, HouseCall


class Disputes(View):
    """The disputes of a table."""

    schema = Described(get="list_disputes")

    def get(self, request: Request, table_id: int) -> Response:
        """List them, newest first."""
        callers.may_read(request, table_id)
        return Response(disputes_at(table_id, read_page(request), state=_state(request, DISPUTE_STATES, None)))


class OneDispute(View):
    """A dispute with its evidence."""

    schema = Described(get="show_dispute")

    def get(self, request: Request, table_id: int, dispute: int) -> Response:
        """Show it as it stood when it was opened, and its ruling."""
        callers.may_read(request, table_id)
        return Response(dispute_at(table_id, dispute))


class Bars(View):
    """Who is barred; and barring a player card from the house."""

    schema = Described(get="list_bars", post="bar_from_house")

    def get(self, request: Request) -> Response:
        """List the bars that hold, or others if they are asked for."""
        casino_id = callers.casino_of_reader(request)
        return Response(bars_in([casino_id], read_page(request), state=_state(request, BAR_STATES, "open")))

    def post(self, request: Request) -> Response:
        """Bar a player card, wherever it is."""
        order = _order(request, ("player_card", "reason", "words"), needed=("player_card", "reason"))
        casino_id = callers.casino_where(request, Act.BAR_PLAYER)
        stamp = callers.house_stamp_of(request, Act.BAR_PLAYER, casino_id, order)
        return acted(bar_from_house(HouseCall(casino_id, stamp), **order.sent))


class LiftBar(View):
    """The end of a bar."""

    schema = Described(post="lift_bar")

    def post(self, request: Request, bar_id: int) -> Response:
        """Let the player play again."""
        order = _order(request, ("words",))
        stamp = callers.stamp_where(request, Act.LIFT_BAR, place_of_bar(bar_id), order)
        return acted(lift_bar(bar_id=bar_id, stamp=stamp, **order.sent))


class Owing(View):
    """What is owed."""

    schema = Described(get="list_owed")

    def get(self, request: Request) -> Response:
        """List what nobody has dealt with, or the rest if it is asked for."""
        casino_id = callers.casino_of_reader(request)
        return Response(owed_in([casino_id], read_page(request), state=_state(request, OWED_STATES, "open")))


class SettleOwed(View):
    """Dealing with what is owed."""

    schema = Described(post="settle_owed")

    def post(self, request: Request, owed_id: int) -> Response:
        """Take it, pay it, or write it off."""
        order = _order(request, ("how", "words"), needed=("how",))
        table_id = table_of_owed(owed_id)
        stamp = callers.stamp_of(request, Act.SETTLE_OWED, table_id, order)
        return acted(settle_debt(Call(table_id, stamp), owed=owed_id, **order.sent))


def _order(request: Request, allowed: tuple[str, ...], *, needed: tuple[str, ...] = ()) -> Order:
    """A signed order with these keys and no others; what stands under them the act judges."""
    order = read_signed_house_order(request)
    for name in order.sent:
        if name not in allowed:
            raise BadField(
                _("%(field)s is not known here; allowed are %(allowed)s."),
                field=quoted_name(name),
                allowed=", ".join(allowed),
            )
    for name in needed:
        if name not in order.sent:
            raise BadField(_("%(field)s is missing."), field=name)
    return order


def _state(request: Request, allowed: tuple[str, ...], usual: str | None) -> str | None:
    """Which rows are asked for by `state`; `all` is every one."""
    found = request.query_params.get("state", usual or "all")
    if found not in (*allowed, "all"):
        raise BadRequest(
            _("%(field)s must be one of %(allowed)s."), field="state", allowed=", ".join((*allowed, "all"))
        )
    return None if found == "all" else found
