"""An entry as the fold reads it, and what only the rows can say: which row is whose stay (AUD 1.2)."""

from datetime import datetime
from typing import NamedTuple, Protocol

from tables.games.values import JSON


class Entry(NamedTuple):
    """What of an entry of the log says what happened."""

    chain: str
    sequence: int
    time: datetime
    act: str
    round: int | None
    payload: JSON
    schema: int = 2

    @property
    def effects(self) -> JSON:
        """What the act brought about; nothing in an entry of before schema 2."""
        effects: JSON = self.payload.get("effects", {})
        return effects

    @property
    def sent(self) -> JSON:
        """What the act was sent; a settlement needs no more than its round."""
        sent: JSON = self.payload.get("sent", {"number": self.round})
        return sent


class Stays(Protocol):
    """The names of stays: in rows an id, in the log the entry in which the player sat down."""

    def row_of(self, sequence: int) -> int:
        """Return the id of the stay that began with an entry of the table; where it has no row, the sequence below zero."""

    def entry_of(self, stay: int) -> int | None:
        """Return the sequence of the entry in which a stay began; None where none is known."""
