"""Checkpoints over HTTP (AUD 3; interfaces, section 3)."""

import re
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from tables.actions.audit.checkpoints import make_checkpoint
from tables.api.http import callers
from tables.api.http.orders import read_house_order, read_texts
from tables.api.http.periods import read_page
from tables.api.http.problems import BadRequest
from tables.api.openapi.schema import Described
from tables.api.views.tables import View, acted
from tables.errors import gettext_noop as _
from tables.policy import Act
from tables.queries.audit.checkpoints import checkpoints_of, one_checkpoint, public_key_file
from tables.queries.audit.witnesses import one_note
from tables.stamp import HouseCall

KEY_ID = re.compile(r"[0-9a-f]{16}")


class Checkpoints(View):
    """The checkpoints of a casino, and making one."""

    schema = Described(get="list_checkpoints", post="make_checkpoint")

    def get(self, request: Request) -> Response:
        """List one page of them."""
        return Response(checkpoints_of(callers.casino_of_reader(request), read_page(request)))

    def post(self, request: Request) -> Response:
        """Make one now, whether anything happened or not."""
        order, casino_id = read_house_order(request), callers.visible_casinos(request)[0]
        read_texts(order.sent, {})
        stamp = callers.house_stamp_of(request, Act.MAKE_CHECKPOINT, casino_id, order)
        return acted(make_checkpoint(HouseCall(casino_id, stamp)))


class OneCheckpoint(View):
    """A checkpoint."""

    schema = Described(get="show_checkpoint")

    def get(self, request: Request, checkpoint: int) -> HttpResponse:
        """Send the very bytes that are kept outside."""
        signed = one_checkpoint(callers.casino_of_reader(request), checkpoint)
        return HttpResponse(signed.copy(), content_type="application/json")


class CheckpointNote(View):
    """A checkpoint as a signed note."""

    schema = Described(get="show_checkpoint_note")

    def get(self, request: Request, checkpoint: int) -> HttpResponse:
        """Send it with the cosignatures of witnesses under it."""
        note = one_note(callers.casino_of_reader(request), checkpoint)
        return HttpResponse(note.data(), content_type="text/plain; charset=utf-8")

    def perform_content_negotiation(self, request: Request, *_more: object, **_named: object) -> Any:
        """Ignore what is accepted: the answer is a text, and a refusal is JSON."""
        return super().perform_content_negotiation(request, force=True)


class PublicKey(View):
    """The public half of a key that signs."""

    schema = Described(get="show_checkpoint_key")

    def get(self, request: Request) -> HttpResponse:
        """Send it as a PEM file."""
        wanted = request.query_params.get("id")
        if wanted is not None and not KEY_ID.fullmatch(wanted):
            raise BadRequest(_("%(field)s must be the id of a key: 16 hexadecimal digits."), field="id")
        key_id, pem = public_key_file(callers.casino_of_reader(request), wanted)
        disposition = f'attachment; filename="checkpoint-key-{key_id}.pem"'
        return HttpResponse(pem, content_type="application/x-pem-file", headers={"Content-Disposition": disposition})

    def perform_content_negotiation(self, request: Request, *_more: object, **_named: object) -> Any:
        """Ignore what is accepted: the answer is a file, and a refusal is JSON."""
        return super().perform_content_negotiation(request, force=True)
