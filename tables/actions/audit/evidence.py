"""Evidence packs that leave the house, each an entry before its first byte (AUD 7.3, 7.5)."""

from dataclasses import dataclass

from tables.actions.act.context import ActContext
from tables.actions.act.path import in_house
from tables.games.values import JSON
from tables.policy import Act


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as it was made: its SHA-256 and that of the export in it, its length in bytes, and the checkpoint that vouches."""

    sha256: str
    export_sha256: str
    size: int
    checkpoint: int | None


@in_house(Act.EXPORT_EVIDENCE)
def export_evidence(context: ActContext, made: Pack, /, **sent: int | None) -> JSON:
    """Record who takes the evidence of which round of which table away, and about which dispute."""
    context.record(
        {
            "sha256": made.sha256,
            "export_sha256": made.export_sha256,
            "size": made.size,
            "checkpoint": made.checkpoint,
        }
    )
    return {"sha256": made.sha256, "size": made.size}
