"""Rows of checkpoints as what was signed; shared by acts and queries (AUD 3.1)."""

from tables.audit import checkpoint as signed
from tables.audit.chain import time_text
from tables.models.audit import Checkpoint, CheckpointLeaf


def signed_checkpoint(row: Checkpoint) -> signed.SignedCheckpoint:
    """What was signed, and the signature, as the row has it."""
    document = signed.Checkpoint(
        casino=row.casino_id,
        number=row.number,
        time=time_text(row.time),
        size=row.list_size,
        root=row.root,
        previous_hash=row.previous_hash,
        key=row.key_id,
        epoch=row.epoch,
    )
    return signed.SignedCheckpoint(document, row.signature)


def newest_checkpoint(casino_id: int) -> Checkpoint | None:
    """The newest checkpoint of a casino, of whichever epoch."""
    return Checkpoint.objects.filter(casino=casino_id).order_by("-number").first()


def leaves_of(row: Checkpoint) -> list[signed.Leaf]:
    """The leaves that a checkpoint added to its list, in their order."""
    rows = CheckpointLeaf.objects.filter(checkpoint=row).order_by("position")
    return [signed.Leaf(row.number, leaf.chain, leaf.sequence, leaf.hash) for leaf in rows]
