"""Rows of checkpoints as what was signed; shared by acts and queries (AUD 3.1)."""

from tables.audit import checkpoint as signed
from tables.audit.chain import time_text
from tables.models.audit import Checkpoint


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
    )
    return signed.SignedCheckpoint(document, row.signature)


def newest_checkpoint(casino_id: int) -> Checkpoint | None:
    """The newest checkpoint of a casino."""
    return Checkpoint.objects.filter(casino=casino_id).order_by("-number").first()
