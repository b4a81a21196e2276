"""Why an act was refused: a code for programs, a sentence for people."""

from collections.abc import Mapping
from typing import Any


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; the page translates the template, not the finished sentence."""
    return text


class TableError(Exception):
    """An act that is refused; nothing of it has happened."""

    code = "conflict"

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


class NotAllowed(TableError):
    """The person, in this role, on this device, may not do this (OPS 1.4)."""

    code = "not_allowed"


class OwnChange(NotAllowed):
    """Four eyes are of two people: nobody decides on what he asked for, or on himself (OPS 1.4, 4.2)."""

    code = "own_change"


class NeedsSignature(TableError):
    """The act has to be signed by somebody who may (OPS 1.3)."""

    code = "needs_signature"


class Locked(TableError):
    """A badge or a tablet is locked after too many failures (OPS 1.6)."""

    code = "locked"


class Conflict(TableError):
    """The command id was used before, for something else."""

    code = "conflict"


class Stale(TableError):
    """Somebody else acted first: the version the act was based on is no longer the table's."""

    code = "stale"


class Relieved(Stale):
    """Another deals by now: what the one before him tapped is not done in his name."""


class WrongState(TableError):
    """The table or the round is not in a state that permits the act."""

    code = "wrong_state"


class Suspended(TableError):
    """The table is suspended: everything stands as it is until play is resumed."""

    code = "suspended"


class NotRecorded(TableError):
    """The database would not take down the act or its entry: no entry, no act (AUD 1.1)."""

    code = "not_recorded"


class NotFound(TableError):
    """There is no such table, round, person or device."""

    code = "not_found"


class Expired(TableError):
    """A one-time code was used, revoked or is too old."""

    code = "expired"
