"""Changes of house rules over HTTP (OPS 4.2; interfaces, section 3): asking for one is an act, and so is deciding."""

from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.http import callers
from tables.api.http.periods import read_page, read_period
from tables.api.openapi.schema import Described
from tables.api.views.tables import TableAct, View
from tables.queries.rules.changes import change_of, changes_at


class RuleChanges(TableAct):
    """The changes of a table's rules, and asking for one."""

    schema = Described(get="list_rule_changes", post="request_rule_change")
    act = "request_rule_change"

    def get(self, request: Request, table_id: int) -> Response:
        """List them, newest first."""
        callers.may_read(request, table_id)
        return Response(changes_at(period=read_period(request), page=read_page(request), table_id=table_id))


class OneRuleChange(View):
    """A change with old and new side by side."""

    schema = Described(get="show_rule_change")

    def get(self, request: Request, table_id: int, change: int) -> Response:
        """Show it; edges are null until they are counted."""
        callers.may_read(request, table_id)
        return Response(change_of(change, table_id=table_id))
