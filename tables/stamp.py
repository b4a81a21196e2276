"""Who acts, in what role, on which device, under which command id."""

import re
import secrets
from dataclasses import dataclass
from typing import Self

from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.policy import Role

SENT = re.compile(r"[A-Za-z0-9_-]{8,64}")
INTERNAL_PART = re.compile(r"[A-Za-z0-9_-]+")
LONGEST = 64


class CommandId(str):
    """What a command is known by: sent again under the same id, it is done once.

    An id of a page or a program has no colon, and an id of the service's own work has one, so that nobody outside can use
    up the id of what the clock will do. Made by `sent`, `internal` and `fresh` alone.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Refuse to be made of any text; raises TypeError."""
        raise TypeError(f"a command id is made by sent, internal or fresh, not of {text[:LONGEST]!r}")

    @classmethod
    def sent(cls, text: object, *, field: str = "command_id") -> Self:
        """Return the id that a page or a program sent; raises BadField unless it is 8 to 64 of A-Z, a-z, 0-9, _ and -."""
        if not isinstance(text, str) or not SENT.fullmatch(text):
            raise BadField(
                _("%(field)s must be 8 to 64 letters from A to Z, digits, _ or -, new for each act."), field=field
            )
        return str.__new__(cls, text)

    @classmethod
    def internal(cls, *parts: str | int) -> Self:
        """Return the id of work of the service itself: at least two parts, joined with colons; raises ValueError."""
        words = [str(part) for part in parts]
        text = ":".join(words)
        if len(words) < 2 or len(text) > LONGEST or not all(INTERNAL_PART.fullmatch(word) for word in words):
            raise ValueError(f"no command id: {text!r}")
        return str.__new__(cls, text)

    @classmethod
    def fresh(cls, purpose: str) -> Self:
        """Return an internal id that was never used, for work that is not sent again."""
        return cls.internal(purpose, secrets.token_hex(12))


@dataclass(frozen=True, slots=True)
class Signature:
    """A person who proved with their PIN or password that they sign one act (OPS 1.3); never the secret."""

    person_id: int
    method: str
    credential_version: int


@dataclass(frozen=True, slots=True)
class Stamp:
    """The author of an act. The time is not in it: the database's clock gives it under the lock."""

    person_id: int | None
    role: Role
    device_id: int | None
    command_id: CommandId
    signature: Signature | None = None

    def __post_init__(self) -> None:
        """Refuse a command id that nobody has looked at; raises TypeError."""
        if not isinstance(self.command_id, CommandId):
            raise TypeError("a stamp takes a CommandId")

    @classmethod
    def of_system(cls, command_id: CommandId) -> Self:
        """Return the stamp of what time brings, or of a command on the server."""
        return cls(None, Role.SYSTEM, None, command_id)


@dataclass(frozen=True, slots=True)
class Call:
    """One act at one table: where, by whom, and the version of the table it was decided on (None: any)."""

    table_id: int
    stamp: Stamp
    version: int | None = None


@dataclass(frozen=True, slots=True)
class HouseCall:
    """One act of a house: in which casino, by whom, and at which table, if it is done at one."""

    casino_id: int
    stamp: Stamp
    table_id: int | None = None
