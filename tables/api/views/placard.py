"""The placard over HTTP: public, like the one on the wall (OPS 4.6)."""

from django.utils import timezone
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.http.problems import BadRequest
from tables.api.openapi.schema import Described
from tables.api.views.tables import View
from tables.errors import gettext_noop as _
from tables.queries.tables.placard import placard
from tables.queries.times import read_moment


class Placard(View):
    """What the placard of a table shows, or showed."""

    schema = Described(get="show_placard")
    permission_classes = [AllowAny]
    authentication_classes = []

    def get(self, request: Request, table_id: int) -> Response:
        """Show it, as it is now or as it was at a time."""
        given = request.query_params.get("at")
        if given is None:
            return Response(placard(table_id), headers={"Cache-Control": "public, no-cache"})
        at = read_moment(given)
        if at is None:
            raise BadRequest(_("%(field)s must be a time with its offset, as in 2026-03-01T20:00:00Z."), field="at")
        if at > timezone.now():
            raise BadRequest(_("%(field)s lies ahead: what the placard will show is not known yet."), field="at")
        return Response(placard(table_id, at), headers={"Cache-Control": "public, max-age=300"})
