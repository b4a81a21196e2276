"""Who acts, in what role, on which device, under which command id."""

from dataclasses import dataclass

from tables.policy import Role


@dataclass(frozen=True, slots=True)
class Signature:
    """A person who proved himself with his PIN or password for one act (OPS 1.3); never the secret."""

    person_id: int
    method: str
    credential_version: int


@dataclass(frozen=True, slots=True)
class Stamp:
    """The author of an act. The time is not in it: the database's clock gives it under the lock."""

    person_id: int | None
    role: Role
    device_id: int | None
    command_id: str
    signature: Signature | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One act at one table: where, by whom, and the version of the table it was decided on (None: any)."""

    table_id: int
    stamp: Stamp
    version: int | None = None
