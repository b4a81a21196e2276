"""What a POST asks for: the command id, the version it was decided on, the arguments, and a signature to be proven."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request

from tables.actions.people.credentials import Credentials
from tables.api.http.problems import BadRequest, PreconditionRequired
from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.games.errors import quoted_name
from tables.stamp import CommandId

# A tag of the table as it was shown says more than the version; an act is decided on the version alone.
VERSION = re.compile(r'"(\d{1,18})(?:\.\d{1,18})?(?:-[A-Za-z0-9]{1,16})?"')
LONGEST_BADGE, LONGEST_SECRET = 16, 128


@dataclass(frozen=True, slots=True)
class Order:
    """One POST, read; its arguments are still to be judged by the act."""

    command_id: CommandId
    sent: dict[str, Any]
    signature: Credentials | None = None
    version: int | None = None


def read_order(request: Request, path: Mapping[str, int]) -> Order:
    """An act at a table: headers and body; what the path says joins the arguments. Raises BadRequest, BadField."""
    command_id, version, sent = read_command_id(request), _read_version(request), dict(request.data)
    signature = _read_signature(sent.pop("signature")) if "signature" in sent else None
    for name, value in path.items():
        if name in sent:
            raise BadField(_("%(field)s stands in the address already: leave it out of the body."), field=name)
        sent[name] = value
    return Order(command_id, sent, signature, version)


def read_house_order(request: Request) -> Order:
    """An act of the house: it is done on no version of the table, and needs no signature."""
    return Order(read_command_id(request), dict(request.data))


def read_signed_house_order(request: Request) -> Order:
    """An act of the house that may need a signature."""
    order = read_house_order(request)
    signature = _read_signature(order.sent.pop("signature")) if "signature" in order.sent else None
    return Order(order.command_id, order.sent, signature)


def read_command_id(request: Request) -> CommandId:
    """Return the Idempotency-Key; raises BadRequest, since it is no field of the body."""
    try:
        return CommandId.sent(request.headers.get("Idempotency-Key", ""), field="Idempotency-Key")
    except BadField as error:
        raise BadRequest(error.template, field=error.field) from error


def read_texts(sent: Mapping[str, Any], limits: Mapping[str, int], *, optional: tuple[str, ...] = ()) -> dict[str, str]:
    """The texts of a body, each with its greatest length, and nothing beside them; never quoted when one is wrong."""
    for name in sent:
        if name not in limits:
            raise BadField(
                _("%(field)s is not known here; allowed are %(allowed)s."),
                field=quoted_name(name),
                allowed=_all(limits),
            )
    for name in limits:
        if name not in sent and name not in optional:
            raise BadField(_("%(field)s is missing."), field=name)
    for name, value in sent.items():
        if not isinstance(value, str) or len(value) > limits[name]:
            raise BadField(_("%(field)s must be text of at most %(most)s characters."), field=name, most=limits[name])
    return dict(sent)


def _all(names: Mapping[str, int]) -> str:
    return ", ".join(names)


def _read_version(request: Request) -> int:
    found = request.headers.get("If-Match")
    if found is None:
        raise PreconditionRequired(
            _('%(field)s is needed: the version of the table that this was decided on, as in "57".'), field="If-Match"
        )
    match = VERSION.fullmatch(found.strip())
    if match is None:
        raise BadRequest(_('%(field)s must be one version of the table in quotes, as in "57".'), field="If-Match")
    return int(match[1])


def _read_signature(found: object) -> Credentials:
    if not isinstance(found, dict) or set(found) != {"badge", "secret"}:
        raise BadField(_("%(field)s must be an object of badge and secret."), field="signature")
    return Credentials(**read_texts(found, {"badge": LONGEST_BADGE, "secret": LONGEST_SECRET}))
