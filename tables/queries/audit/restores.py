"""Lawful restores, as the log tells them: each began a list of checkpoints of its own (AUD 3.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.audit.chain import time_text
from tables.models import AuditEntry
from tables.policy import Act


@dataclass(frozen=True, slots=True)
class Restore:
    """What an entry `restored` says."""

    epoch: int
    """The list that begins with it."""
    first: int
    """The number of the first checkpoint of that list."""
    previous_hash: str
    """The hash of the last checkpoint of the list before, as it lay outside."""
    here: int
    """The newest checkpoint that the database had then; those from there up to `first` are outside alone."""
    missing: Sequence[Mapping[str, Any]]
    """Of each list and chain: what checkpoints outside vouch for and the database had not, entries `from` and `to` included."""
    unknown: Sequence[int]
    """Checkpoints of which nobody kept the leaves: which entries they vouch for is not known."""
    sequence: int
    time: str
    people: tuple[str, ...]

    @property
    def gap(self) -> range:
        """The numbers of the checkpoints that lie outside alone."""
        return range(self.here + 1, self.first)


def restores_of(casino_id: int) -> list[Restore]:
    """Return the restores of a casino, by epoch; one query. An entry that is not of the form is none."""
    entries = AuditEntry.objects.filter(chain=f"{casino_id}/house", act=str(Act.RESTORED)).order_by("sequence")
    found = {restore.epoch: restore for restore in map(_restore, entries) if restore}
    return [found[epoch] for epoch in sorted(found)]


def restore_to(casino_id: int, epoch: int) -> Restore | None:
    """Return the restore that began an epoch; None for the first, which none began."""
    return next((restore for restore in restores_of(casino_id) if restore.epoch == epoch), None)


def _restore(entry: AuditEntry) -> Restore | None:
    payload = entry.payload
    try:
        return Restore(
            **{name: payload[name] for name in ("epoch", "first", "previous_hash", "here", "missing", "unknown")},
            sequence=entry.sequence,
            time=time_text(entry.time),
            people=(entry.person or "", payload["signature"]["badge"]),
        )
    except (KeyError, TypeError):
        return None
