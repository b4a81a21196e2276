"""Exports and checkpoints as lists and the API are told them, typed (AUD 3, 4)."""

from typing import Annotated, TypedDict

from tables.games.values import JSON
from tables.models import Export
from tables.queries.values import Count, Hash, Time


class ExportDocument(TypedDict):
    """An export of the audit log, and how far it has come."""

    export: int
    filter: JSON
    state: Annotated[str, Export.State]
    requested_by: str
    requested_at: Time
    entries_done: Count
    entries_total: Count | None
    attempts: Count
    size: Count | None
    sha256: Hash | None
    problem: str | None
    cancelled_by: str | None
    finished_at: Time | None


class CheckpointDocument(TypedDict):
    """A checkpoint as it is stored."""

    number: int
    epoch: int
    time: Time
    size: Count
    root: Hash
    previous_hash: Hash
    hash: Hash
    key: str
    signature: str
    note: str | None


class KeyDocument(TypedDict):
    """A key that signs checkpoints, and how it is proved."""

    key: str
    first: Count | None
    """The first checkpoint it signed; null where none."""
    last: Count | None
    is_pinned: bool
    signed_by: str | None
    """The key before it, which signed it."""
    is_known: bool
    """Whether its public half is there."""
    is_trusted: bool | None
    """Whether a pinned key leads to it; null where none is pinned."""
    revoked_from: Count | None
