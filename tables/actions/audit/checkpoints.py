"""Checkpoints: where every chain stands, signed, and copied outside the database at once (AUD 3.1)."""

import itertools
import logging
from collections.abc import Sequence
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection

from casino.checkpoint_key import CheckpointKey, KeyFaultError, read_key
from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.audit import checkpoint as signing
from tables.audit.chain import time_text
from tables.audit.copies import Copies, CopyFaultError, add_public_key
from tables.audit.merkle import Frontier
from tables.audit.note_copies import write_note
from tables.audit.notes import Note, NoteCheckpoint
from tables.audit.notes import signed as signed_note
from tables.errors import TableError, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Casino, Checkpoint, CheckpointLeaf
from tables.policy import Act
from tables.queries.audit.guards import guards_fingerprint
from tables.queries.audit.restores import restore_to
from tables.queries.audit.signed_rows import leaves_of, newest_checkpoint, signed_checkpoint
from tables.queries.audit.witnesses import log_key, origin_of
from tables.stamp import HouseCall

logger = logging.getLogger(__name__)

# Every head that no leaf names yet: one step along an index a chain. The LIKE is of a number and a slash.
MOVED = """
SELECT head.chain, head.sequence, head.hash, head.time FROM tables_chainhead head
WHERE head.chain LIKE %s AND NOT EXISTS (
    SELECT FROM tables_checkpointleaf leaf
    WHERE leaf.chain = head.chain AND leaf.sequence >= head.sequence AND leaf.epoch = %s)
ORDER BY head.chain COLLATE "C"
"""


class NotCopiedError(TableError):
    """The checkpoint was made, and is not outside yet; sent again under the same command id, it is copied."""

    code = "unavailable"
    status = HTTPStatus.SERVICE_UNAVAILABLE


class Head(NamedTuple):
    """Where a chain stands."""

    chain: str
    sequence: int
    hash: str
    time: datetime


class Place(NamedTuple):
    """Where a checkpoint stands: in which list, which one it is, what it follows, and the list before it."""

    epoch: int
    number: int
    previous_hash: str
    frontier: Frontier


def make_checkpoint(call: HouseCall) -> Answer:
    """Sign where every chain of the casino stands now, and copy it outside; raises WrongState, NotCopiedError.

    It is copied after the commit, so that outside nothing is vouched for that was rolled back (docs/decisions/0065).
    """
    key = _key()
    # Read before the lock, because it takes a moment: acts of the house wait for none of it.
    answer = _sign_heads(call, key, _newest_outside(call.casino_id), guards_fingerprint())
    try:
        add_public_key(settings.CHECKPOINT_DIR, key.public_bytes)
        copy_checkpoints(call.casino_id)
    except CopyFaultError as error:
        logger.critical("Checkpoint %s was made but is not outside the database: %s", answer.body["number"], error)
        raise NotCopiedError(
            _(
                "Checkpoint %(number)s was made, but it is not outside the database yet; the log of the service says why."
            ),
            number=answer.body["number"],
        ) from error
    return answer


def copy_checkpoints(casino_id: int, *, every: bool = False) -> int:
    """Copy what is missing outside, oldest first, and say how many; raises CopyFaultError.

    Looked for from the newest back to the first that is there; `every` looks for all of them.
    """
    copies = Copies(settings.CHECKPOINT_DIR, casino_id)
    # After a restore numbers are missing here: those checkpoints lie outside alone.
    numbers = Checkpoint.objects.filter(casino=casino_id).order_by("-number").values_list("number", flat=True)
    if every:
        missing = sorted(set(numbers) - set(copies.numbers()), reverse=True)
    else:
        missing = list(itertools.takewhile(lambda number: not copies.has(number), numbers.iterator()))
    for number in reversed(missing):
        row = Checkpoint.objects.get(casino=casino_id, number=number)
        # The note first, so that it is there wherever the copy is that is looked for.
        if row.note:
            write_note(copies, number, Note.read(row.note.encode()))
        copies.write(signed_checkpoint(row), leaves_of(row))
    return len(missing)


def _key() -> CheckpointKey:
    path: Path | None = settings.CHECKPOINT_KEY_FILE
    if path is None:
        raise WrongState(_("This process does not sign: the next checkpoint is made by the background work."))
    try:
        return read_key(path)
    except KeyFaultError as error:
        logger.critical("No checkpoint can be signed: %s", error)
        raise WrongState(_("The key that signs checkpoints cannot be used: nothing was signed.")) from error


def _newest_outside(casino_id: int) -> int:
    """Before the lock, because the directory may be slow; where it cannot be read, copying will say so."""
    try:
        return Copies(settings.CHECKPOINT_DIR, casino_id).newest()
    except CopyFaultError:
        logger.exception("The directory of checkpoints cannot be read.")
        return 0


@in_house(Act.MAKE_CHECKPOINT)
def _sign_heads(context: ActContext, key: CheckpointKey, outside: int, guards: str) -> JSON:
    last = newest_checkpoint(context.casino.pk)
    place = _place(context.casino, last)
    if outside >= place.number:
        # Signing on would give two lists of one length: the older database must not vouch for itself.
        raise WrongState(
            _("Checkpoint %(outside)s lies outside, but the newest here is %(newest)s: run verify_audit."),
            outside=outside,
            newest=last.number if last else 0,
        )
    heads = _moved(context.casino)
    leaves = [signing.Leaf(place.number, head.chain, head.sequence, head.hash) for head in heads]
    # A head may be ahead of the clock of the house: nothing is signed that is later than its checkpoint (AUD 2.6).
    time = max([context.now, *(head.time for head in heads), *([last.time] if last else [])])
    signed, frontier = _signed(context, key, place, leaves, time)
    note = _note(signed.checkpoint, key)
    row = _write(signed, frontier, leaves, time, note)
    public = {} if last and last.key_id == key.key_id else {"public_key": key.public_bytes.hex()}
    context.record({"checkpoint": signed.checkpoint.document(), "leaves": len(leaves), "guards": guards, **public})
    return {"number": row.number, "time": time_text(row.time), "size": row.list_size, "root": row.root}


def _place(casino: Casino, last: Checkpoint | None) -> Place:
    """Return where the next checkpoint stands; the first of an epoch names the last that lay outside (AUD 3.5)."""
    if last is not None and last.epoch == casino.epoch:
        return Place(casino.epoch, last.number + 1, signed_checkpoint(last).checkpoint.hash(), _frontier(last))
    restore = restore_to(casino.pk, casino.epoch)
    if restore is not None:
        return Place(casino.epoch, restore.first, restore.previous_hash, Frontier())
    if last is not None or casino.epoch > 1:
        raise WrongState(_("No entry says that the database was restored to epoch %(epoch)s."), epoch=casino.epoch)
    return Place(casino.epoch, 1, signing.FIRST_PREVIOUS, Frontier())


def _signed(
    context: ActContext, key: CheckpointKey, place: Place, leaves: Sequence[signing.Leaf], time: datetime
) -> tuple[signing.SignedCheckpoint, Frontier]:
    frontier = place.frontier
    for leaf in leaves:
        frontier.add(leaf.leaf_hash())
    checkpoint = signing.Checkpoint(
        casino=context.casino.pk,
        number=place.number,
        time=time_text(time),
        size=frontier.size,
        root=frontier.root().hex(),
        previous_hash=place.previous_hash,
        key=key.key_id,
        epoch=place.epoch,
    )
    return signing.SignedCheckpoint.sign(checkpoint, key), frontier


def _frontier(last: Checkpoint) -> Frontier:
    """The list so far; a change of it would have changed the root, which was signed."""
    try:
        frontier = Frontier(last.list_size, [bytes.fromhex(node) for node in last.frontier])
    except (ValueError, TypeError):
        frontier = Frontier()
    if frontier.size != last.list_size or frontier.root().hex() != last.root:
        raise WrongState(
            _("The list does not come to what checkpoint %(last)s signed: run verify_audit."), last=last.number
        )
    return frontier


def _note(checkpoint: signing.Checkpoint, key: CheckpointKey) -> Note:
    """The checkpoint as a signed note, under the name of the casino's list (AUD 3.3)."""
    origin = origin_of(checkpoint.casino, checkpoint.epoch)
    text = NoteCheckpoint(origin, checkpoint.size, bytes.fromhex(checkpoint.root)).text()
    return Note(text, (signed_note(text, log_key(origin, key.public_bytes), key.sign),))


def _write(
    signed: signing.SignedCheckpoint, frontier: Frontier, leaves: Sequence[signing.Leaf], time: datetime, note: Note
) -> Checkpoint:
    made = signed.checkpoint
    row = Checkpoint.objects.create(
        casino_id=made.casino,
        number=made.number,
        epoch=made.epoch,
        time=time,
        list_size=made.size,
        root=made.root,
        frontier=[node.hex() for node in frontier.nodes],
        previous_hash=made.previous_hash,
        hash=made.hash(),
        key_id=made.key,
        signature=signed.signature,
        note=note.data().decode(),
    )
    CheckpointLeaf.objects.bulk_create(
        CheckpointLeaf(
            casino_id=made.casino,
            epoch=made.epoch,
            position=made.size - len(leaves) + place,
            checkpoint=row,
            chain=leaf.chain,
            sequence=leaf.sequence,
            hash=leaf.hash,
        )
        for place, leaf in enumerate(leaves)
    )
    return row


def _moved(casino: Casino) -> list[Head]:
    with connection.cursor() as cursor:
        cursor.execute(MOVED, [f"{casino.pk}/%", casino.epoch])
        return [Head(*row) for row in cursor.fetchall()]
