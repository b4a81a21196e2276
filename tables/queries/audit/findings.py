"""What a verification finds: one thing that does not hold, named so that the next run knows it again (AUD 6.4)."""

import hashlib
import json
from dataclasses import dataclass

from tables.games.values import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that does not hold."""

    words: str
    """What is wrong, as a sentence in English; a page shows it as it is."""
    chain: str = ""
    """The chain it is about (`1/table/12`), a whole casino (`1`), or empty for the whole database."""
    sequence: int | None = None
    """The entry of the chain, where there is one to look at."""
    round: int | None = None
    """The round at the chain's table, where it is about one."""
    key: str = ""
    """What it is about, where the words may change from run to run while it stays the same (`seating 12`)."""

    def identity(self, part: str) -> str:
        """Return the name by which a later run of this part knows it again: 16 hexadecimal digits."""
        about = [part, self.chain, self.sequence, self.round, self.key or self.words]
        return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:16]

    def document(self, part: str) -> JSON:
        """Return it as it is kept."""
        return {
            "id": self.identity(part),
            "part": part,
            "chain": self.chain,
            "sequence": self.sequence,
            "round": self.round,
            "words": self.words,
        }


@dataclass(frozen=True, slots=True)
class Looked:
    """Says that one more thing was looked at: an entry of a chain, a settlement of a table."""

    chain: str
    count: int = 1
