"""An entry of the log, as the folds read it."""

from typing import Any, NamedTuple

from tables.rebuild.rows import Source


class Entry(NamedTuple):
    """The fields of an entry that say what became of rows."""

    chain: str
    sequence: int
    time: str
    act: str
    table: int | None
    round: int | None
    person: str | None
    device: str | None
    payload: Any
    schema: int

    @property
    def source(self) -> Source:
        """Where it stands."""
        return Source(self.chain, self.sequence)

    @property
    def responsible(self) -> str | None:
        """The badge of who answers for the act: who signed it, else its author (OPS 1.3)."""
        badge: str | None = self.payload.get("signature", {}).get("badge", self.person)
        return badge

    @property
    def tablet(self) -> int | None:
        """The tablet it came from."""
        return int(self.device.removeprefix("tablet:")) if self.device else None
