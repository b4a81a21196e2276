"""Why an act was refused: a code for programs, a sentence for people."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from tables.games.errors import RuleError, gettext_noop

__all__ = ["RULE_STATUSES", "TableError", "gettext_noop", "status_of"]


class TableError(Exception):
    """An act that is refused; nothing of it has happened."""

    code = "conflict"
    status = HTTPStatus.CONFLICT

    def __init__(
        self,
        template: str,
        *,
        seat: int | None = None,
        field: str | None = None,
        code: str | None = None,
        **params: Any,
    ) -> None:
        self.template = template
        self.params: Mapping[str, Any] = {**params, "seat": seat, "field": field}
        self.seat = seat
        self.field = field
        if code is not None:
            self.code = code
        super().__init__(template % self.params)


class BadField(TableError):
    """A key that is missing, unknown or of the wrong type."""

    code = "bad_field"
    status = HTTPStatus.UNPROCESSABLE_ENTITY


class NotAllowed(TableError):
    """The person, in this role, on this device, may not do this (OPS 1.4)."""

    code = "not_allowed"
    status = HTTPStatus.FORBIDDEN


class OwnChange(NotAllowed):
    """Four eyes are of two people: nobody decides on what they asked for, or on themselves (OPS 1.4, 4.2)."""

    code = "own_change"


class NeedsSignature(TableError):
    """The act has to be signed by a person who may do it (OPS 1.3)."""

    code = "needs_signature"
    status = HTTPStatus.FORBIDDEN
    PLAIN = gettext_noop("This needs the signature of %(roles)s.")
    """What is said where the act says by itself why it is signed."""


class Locked(TableError):
    """A badge or a tablet is locked after too many failures (OPS 1.6)."""

    code = "locked"
    status = HTTPStatus.LOCKED


class Conflict(TableError):
    """The command id was used before, for something else."""

    code = "conflict"


class Stale(TableError):
    """Another person acted first: the table has moved on from the version that the act was decided on."""

    code = "stale"
    status = HTTPStatus.PRECONDITION_FAILED


class Relieved(Stale):
    """Another dealer has tapped in: what the one before tapped is not done in the new one's name."""


class Restored(Stale):
    """The database was restored since: what was tapped before is not done on what the server has now (AUD 3.5)."""


class WrongState(TableError):
    """The table or the round is not in a state that permits the act."""

    code = "wrong_state"


class Suspended(TableError):
    """The table is suspended: everything stands as it is until play is resumed."""

    code = "suspended"


class NotRecorded(TableError):
    """The database did not accept the act or its entry: no entry, no act (AUD 1.1)."""

    code = "not_recorded"
    status = HTTPStatus.SERVICE_UNAVAILABLE


class NotFound(TableError):
    """There is no such table, round, person or device."""

    code = "not_found"
    status = HTTPStatus.NOT_FOUND


class Expired(TableError):
    """A one-time code was used, revoked or is too old."""

    code = "expired"
    status = HTTPStatus.GONE


RULE_STATUSES: Mapping[str, HTTPStatus] = {
    "bad_json": HTTPStatus.BAD_REQUEST,
    **{kind.code: kind.status for kind in (Expired, WrongState, NotFound, Stale, Conflict)},
}
"""The status of a code of the rules, where it is not 422: the games know nothing of HTTP."""


def status_of(error: TableError | RuleError) -> HTTPStatus:
    """Return the HTTP status of a refusal, the same on a page and in the API."""
    if isinstance(error, TableError):
        return error.status
    return RULE_STATUSES.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
