"""Every refusal as RFC 9457 problem+json: a code for programs, a translated sentence for people."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from tables.errors import BadField, Stale, TableError, status_of
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.queries.tables.state import table_state

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
AGAIN_AFTER = "2"
TITLES: Mapping[str, str] = {
    "bad_json": _("The body cannot be read"),
    "bad_field": _("A value is missing, unknown or wrong"),
    "bad_rules": _("Rules that do not hold"),
    "bad_seat": _("No such seat, or not this one"),
    "bad_amount": _("An amount that does not fit"),
    "raise_below_ante": _("The raise is below the ante"),
    "missing_cards": _("A hand is missing"),
    "bad_card": _("No card of this deck"),
    "wrong_card_count": _("Too many or too few cards"),
    "duplicate_card": _("A card is in two places"),
    "out_of_turn": _("Another's turn"),
    "illegal_action": _("Not allowed in the game now"),
    "insufficient_funds": _("More than the player has"),
    "outside_limits": _("Outside the limits of the table"),
    "short_chips": _("Not enough chips"),
    "no_designated_player": _("Nobody has taken the bank"),
    "not_allowed": _("Not allowed"),
    "own_change": _("One's own change"),
    "needs_signature": _("A signature is needed"),
    "locked": _("Locked"),
    "conflict": _("Used for something else"),
    "stale": _("Another person acted first"),
    "wrong_state": _("Not possible now"),
    "suspended": _("The table is suspended"),
    "expired": _("Too late"),
    "not_found": _("Not found"),
    "method_not_allowed": _("No such method here"),
    "not_acceptable": _("No such media type"),
    "unsupported_media_type": _("The body must be JSON"),
    "too_large": _("The request is too large"),
    "throttled": _("Too many requests"),
    "not_recorded": _("Not recorded, so not done"),
    "unavailable": _("Not reachable for a moment"),
    "error": _("Something went wrong"),
}
"""Every code a problem can carry, with its title."""

FRAMEWORK: Mapping[type[exceptions.APIException], str] = {
    exceptions.ParseError: "bad_json",
    exceptions.NotAuthenticated: "not_allowed",
    exceptions.AuthenticationFailed: "not_allowed",
    exceptions.PermissionDenied: "not_allowed",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
}


class BadJSONError(TableError):
    """A body that is no JSON object."""

    code = "bad_json"
    status = HTTPStatus.BAD_REQUEST


class TooLargeError(TableError):
    """A body longer than any honest one."""

    code = "too_large"
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class BadRequest(BadField):
    """A header or a query parameter that is missing or malformed."""

    status = HTTPStatus.BAD_REQUEST


class PreconditionRequired(BadField):
    """An act at a table that does not say which state of it it was decided on."""

    status = HTTPStatus.PRECONDITION_REQUIRED


def handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """Answer any exception of a view as a problem, in place of what the view itself would render."""
    request = context["request"]
    request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
    return _answer(error, context)


def _answer(error: Exception, context: Mapping[str, Any]) -> Response:
    """What nobody expected is logged, and nothing of it is told."""
    match error:
        case TableError() | RuleError():
            return _refusal(error, context)
        case exceptions.APIException():
            return _of_the_framework(error)
        case Http404():
            return respond("not_found", gettext("There is nothing here."), status=HTTPStatus.NOT_FOUND)
        case PermissionDenied():
            return respond("not_allowed", gettext("You may not do this."), status=HTTPStatus.FORBIDDEN)
        case SuspiciousOperation() | MultiPartParserError() | UnreadablePostError():
            return respond("bad_json", gettext("The request cannot be read."), status=HTTPStatus.BAD_REQUEST)
        case OperationalError() | InterfaceError():
            log.error("The database does not answer.", exc_info=error)
            detail = gettext("The database does not answer. Sent again under the same key, it is done once.")
            wait = {"Retry-After": AGAIN_AFTER}
            return respond("unavailable", detail, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=wait)
        case _:
            log.error("An act or a query of the API failed.", exc_info=error)
            detail = gettext("Nothing was done. The fault is recorded; try again, or call the floor.")
            return respond("error", detail, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def respond(
    code: str,
    detail: str,
    *,
    status: HTTPStatus | int,
    more: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A problem as an answer."""
    title = gettext(TITLES[code]) if code in TITLES else code
    problem = {"type": f"urn:croupier:{code}", "title": title, "status": int(status), "detail": detail, "code": code}
    body = {**(more or {}), **problem}
    return Response(body, status=int(status), headers=dict(headers or {}), content_type=MEDIA_TYPE)


def _refusal(error: TableError | RuleError, context: Mapping[str, Any]) -> Response:
    more = {name: value for name, value in error.params.items() if _is_plain(value)}
    if isinstance(error, Stale) and "table_id" in context["kwargs"]:
        more["state"] = table_state(context["kwargs"]["table_id"])
    place = error.place(gettext) if isinstance(error, RuleError) else ""
    detail = place + gettext(error.template) % error.params
    return respond(error.code, detail, status=status_of(error), more=more)


def _is_plain(value: object) -> bool:
    """Worth telling to a program beside the sentence; `seat` and `field` only where one is at fault."""
    return isinstance(value, str | int)


def _of_the_framework(error: exceptions.APIException) -> Response:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    code = FRAMEWORK.get(type(error), "error")
    return respond(code, str(error.detail), status=error.status_code, headers=headers)
