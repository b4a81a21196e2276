"""Findings of the verification over HTTP (AUD 6.4; interfaces, section 3)."""

from rest_framework.request import Request
from rest_framework.response import Response

from tables.actions.audit.findings import acknowledge_finding
from tables.api.http import callers
from tables.api.http.orders import read_signed_house_order
from tables.api.http.problems import BadRequest
from tables.api.openapi.schema import Described
from tables.api.views.tables import View, acted
from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.games.errors import quoted_name
from tables.jobs.finding_list import FINDING_STATES, FindingState, as_signed, findings_of, one_finding
from tables.models import Casino
from tables.policy import Act
from tables.stamp import HouseCall


class Findings(View):
    """What verifications found."""

    schema = Described(get="list_findings")

    def get(self, request: Request) -> Response:
        """List them, newest first."""
        casino = Casino.objects.get(pk=callers.casino_of_reader(request))
        asked = request.query_params.get("state")
        if asked is not None and asked not in FINDING_STATES:
            raise BadRequest(
                _("%(field)s must be one of %(allowed)s."), field="state", allowed=", ".join(FINDING_STATES)
            )
        return Response({"findings": findings_of(casino, FindingState(asked) if asked else None)})


class AcknowledgeFinding(View):
    """A finding, looked at."""

    schema = Described(post="acknowledge_finding")

    def post(self, request: Request, finding: str) -> Response:
        """Sign it off with words."""
        order = read_signed_house_order(request)
        for name in order.sent:
            if name != "words":
                raise BadField(
                    _("%(field)s is not known here; allowed are %(allowed)s."), field=quoted_name(name), allowed="words"
                )
        casino = Casino.objects.get(pk=callers.visible_casinos(request)[0])
        stamp = callers.house_stamp_of(request, Act.ACKNOWLEDGE_FINDING, casino.pk, order)
        known = as_signed(one_finding(casino, finding))
        return acted(acknowledge_finding(HouseCall(casino.pk, stamp), known, words=order.sent.get("words")))
