"""The acts and the readings of a table over HTTP: each parses, does one thing, and answers."""

from django.http import Http404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.actions import perform
from tables.actions.act import Answer
from tables.actions.devices import enrol_tablet, issue_enrolment_code, revoke_tablet, unlock_tablet
from tables.actions.floor.alerts import tablet_asked
from tables.actions.people.sign_in import tap_in, tap_out
from tables.api.http import callers
from tables.api.http.orders import LONGEST_BADGE, LONGEST_SECRET, Order, read_house_order, read_order, read_texts
from tables.api.http.periods import read_page, read_period, verify_parameters
from tables.api.openapi.schema import Described
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.policy import Act
from tables.queries import bank as rotation
from tables.queries.identity import author_of, tablet_is_at
from tables.queries.tables import board, rounds
from tables.queries.tables.state import Mark, mark_of, table_mark, table_state
from tables.stamp import Call

LONGEST_CODE, LONGEST_LABEL = 32, 40


class View(APIView):
    """What every view of the API has in common."""

    http_method_names = ["get", "post", "head"]
    act: str = ""
    """The operation, where the description does not name one for the method."""
    epoch: int | None = None
    """Of the house; None while the sender is not known."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Nothing in the address is ignored: what the description does not name is refused."""
        super().initial(request, *args, **kwargs)
        self.epoch = callers.epoch_of(request)
        if isinstance(self.schema, Described):
            verify_parameters(request, *self.schema.parameters_of(request.method or "", self.act))

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        """Say in every answer to who is known in which epoch the house is (AUD 3.5)."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        if self.epoch is not None:
            answer["Croupier-Epoch"] = str(self.epoch)
        return answer


class TableAct(View):
    """An act at a table, by its name; the path gives the table, and the seat or the number of the round."""

    schema = Described()

    def post(self, request: Request, table_id: int, **path: int) -> Response:
        """Do the act on the version of the table that `If-Match` names."""
        order = read_order(request, path)
        stamp = callers.stamp_of(request, Act(self.act), table_id, order)
        answer = perform(self.act, Call(table_id, stamp, order.version), order.sent)
        return acted(answer, versioned=True)


class Rounds(TableAct):
    """The rounds of a table, and opening the next."""

    schema = Described(get="list_rounds", post="open_round")
    act = "open_round"

    def get(self, request: Request, table_id: int) -> Response:
        """List them, newest first."""
        callers.may_read(request, table_id)
        return Response(rounds.rounds_of(table_id, read_period(request), read_page(request)))


class OneRound(View):
    """A round with all that belongs to it."""

    schema = Described(get="show_round")

    def get(self, request: Request, table_id: int, number: int) -> Response:
        """Show it; the audit entries only to those who may read the log."""
        roles = callers.may_read(request, table_id)
        return Response(rounds.round_of(table_id, number, with_entries=callers.may_read_log(roles)))


class Rotation(View):
    """Who was offered the bank, and who took it (OPS 3.6)."""

    schema = Described(get="show_rotation")

    def get(self, request: Request, table_id: int) -> Response:
        """Show the ledger of a period."""
        callers.may_read(request, table_id)
        return Response(rotation.rotation_ledger(table_id, read_period(request), read_page(request)))


class Tables(View):
    """The board."""

    schema = Described(get="list_tables")

    def get(self, request: Request) -> Response:
        """List the tables of the casinos where the person holds a role, or the one a tablet belongs to."""
        tablet = callers.tablet_of_request(request)
        if tablet is not None:
            tablet_asked(tablet)
            return Response({"tables": board.tables_on_board(table_id=tablet.table_id)})
        return Response({"tables": board.tables_on_board(casinos=callers.visible_casinos(request))})


class OneTable(View):
    """A table with its seats, its round and what may be done next."""

    schema = Described(get="show_table")

    def get(self, request: Request, table_id: int) -> Response:
        """Show it; 304 while its version is the one that was sent."""
        callers.may_read(request, table_id)
        tablet = callers.tablet_of_request(request)
        if tablet is not None:
            tablet_asked(tablet)
        sent = request.headers.get("If-None-Match", "")
        if sent:
            present = etag(table_mark(table_id))
            if present in [tag.strip().removeprefix("W/") for tag in sent.split(",")]:
                return Response(status=304, headers={"ETag": present})
        state = table_state(table_id)
        return Response(state, headers={"ETag": etag(mark_of(state))})


class TapIn(View):
    """A dealer takes over."""

    schema = Described(post="tap_in")

    def post(self, request: Request, table_id: int) -> Response:
        """Tap in with badge and PIN."""
        order = read_house_order(request)
        proof = read_texts(order.sent, {"badge": LONGEST_BADGE, "pin": LONGEST_SECRET})
        tablet = callers.tablet_of_request(request)
        if tablet is None:
            callers.may_read(request, table_id)
        tablet_id = tablet.pk if tablet else None
        return acted(tap_in(table_id=table_id, **proof, tablet_id=tablet_id, command_id=order.command_id))


class TapOut(View):
    """A dealer leaves."""

    schema = Described(post="tap_out")

    def post(self, request: Request, table_id: int) -> Response:
        """Tap out, or as a floor manager tap another out."""
        order = _without_arguments(request)
        return acted(tap_out(table_id=table_id, stamp=callers.stamp_of(request, Act.TAP_OUT, table_id, order)))


class Tablets(View):
    """Enrolling a tablet: the floor asks for a code, the tablet trades it for its token."""

    schema = Described(post="enrol_tablet")
    permission_classes = [AllowAny]

    def post(self, request: Request, table_id: int) -> Response:
        """With a code: enrol, the code being the proof. Without: give a code, to the floor."""
        order = read_house_order(request)
        if "code" in order.sent:
            return self._enrol(table_id, order)
        if not request.user.is_authenticated:
            raise NotAuthenticated
        read_texts(order.sent, {})
        replayed = author_of(order.command_id) is not None
        stamp = callers.stamp_of(request, Act.ENROL_TABLET, table_id, order)
        code = issue_enrolment_code(table_id=table_id, stamp=stamp)
        return acted(Answer({"code": code, "minutes": 5}, 0, replayed))

    def _enrol(self, table_id: int, order: Order) -> Response:
        sent = read_texts(order.sent, {"code": LONGEST_CODE, "label": LONGEST_LABEL}, optional=("label",))
        tablet, token = enrol_tablet(
            code=sent["code"], label=sent.get("label", ""), command_id=order.command_id, table_id=table_id
        )
        return Response({"tablet": tablet.pk, "table": tablet.table_id, "label": tablet.label, "token": token})


class RevokeTablet(View):
    """A tablet that is lost or replaced."""

    schema = Described(post="revoke_tablet")

    def post(self, request: Request, table_id: int, tablet_id: int) -> Response:
        """Revoke it: it shows and does nothing from now on."""
        order = _of_tablet(request, table_id, tablet_id)
        stamp = callers.stamp_of(request, Act.REVOKE_TABLET, table_id, order)
        return acted(revoke_tablet(tablet_id=tablet_id, stamp=stamp))


class UnlockTablet(View):
    """A tablet that is locked after too many failures."""

    schema = Described(post="unlock_tablet")

    def post(self, request: Request, table_id: int, tablet_id: int) -> Response:
        """Let it work again."""
        order = _of_tablet(request, table_id, tablet_id)
        stamp = callers.stamp_of(request, Act.UNLOCK_TABLET, table_id, order)
        return acted(unlock_tablet(tablet_id=tablet_id, stamp=stamp))


class Nothing(View):
    """Every address of the API that is none."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Answer 404, for every method, to people who are signed in."""
        super().initial(request, *args, **kwargs)
        raise Http404


def acted(answer: Answer, *, versioned: bool = False) -> Response:
    """What an act answers, with the version of the table after it; sent again, the same with a mark."""
    headers = {"Idempotent-Replayed": "true"} if answer.replayed else {}
    if not versioned:
        return Response(answer.body, headers=headers)
    return Response({"version": answer.version, **answer.body}, headers={**headers, "ETag": f'"{answer.version}"'})


def etag(mark: Mark) -> str:
    """The mark of a table as an entity tag: requests, alerts and tapping in move no version, and are shown all the same."""
    notices = f".{mark.notices}" if mark.notices else ""
    return f'"{mark.version}{notices}-{mark.dealer}"' if mark.dealer else f'"{mark.version}{notices}"'


def _without_arguments(request: Request) -> Order:
    order = read_house_order(request)
    read_texts(order.sent, {})
    return order


def _of_tablet(request: Request, table_id: int, tablet_id: int) -> Order:
    order = _without_arguments(request)
    if not tablet_is_at(tablet_id, table_id):
        raise NotFound(_("There is no tablet %(tablet)s at table %(table)s."), tablet=tablet_id, table=table_id)
    return order
