"""Checkpoints: where every chain stands, signed, and copied outside the database at once (AUD 3.1)."""

import itertools
import logging
from collections.abc import Sequence
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
from tables.errors import TableError, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Casino, Checkpoint, CheckpointLeaf
from tables.policy import Act
from tables.queries.audit.guards import guards_fingerprint
from tables.queries.audit.signed_rows import newest_checkpoint, signed_checkpoint
from tables.stamp import HouseCall

logger = logging.getLogger(__name__)

# Every head that no leaf names yet: one step along an index a chain. The LIKE is of a number and a slash.
MOVED = """
SELECT head.chain, head.sequence, head.hash FROM tables_chainhead head
WHERE head.chain LIKE %s AND NOT EXISTS (
    SELECT FROM tables_checkpointleaf leaf WHERE leaf.chain = head.chain AND leaf.sequence >= head.sequence)
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
    newest = newest_checkpoint(casino_id)
    numbers = range(newest.number if newest else 0, 0, -1)
    if every:
        missing = sorted(set(numbers) - set(copies.numbers()), reverse=True)
    else:
        missing = list(itertools.takewhile(lambda number: not copies.has(number), numbers))
    for number in reversed(missing):
        copies.write(signed_checkpoint(Checkpoint.objects.get(casino=casino_id, number=number)))
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
    if outside > (last.number if last else 0):
        # Signing on would give two lists of one length: the older database must not vouch for itself.
        raise WrongState(
            _("Checkpoint %(outside)s lies outside, but the newest here is %(newest)s: run verify_audit."),
            outside=outside,
            newest=last.number if last else 0,
        )
    number = last.number + 1 if last else 1
    heads = _moved(context.casino)
    leaves = [signing.Leaf(number, head.chain, head.sequence, head.hash) for head in heads]
    signed, frontier = _signed(context, key, last, leaves)
    row = _write(signed, frontier, context, leaves)
    public = {} if last and last.key_id == key.key_id else {"public_key": key.public_bytes.hex()}
    context.record({"checkpoint": signed.checkpoint.document(), "leaves": len(leaves), "guards": guards, **public})
    return {"number": row.number, "time": time_text(row.time), "size": row.list_size, "root": row.root}


def _signed(
    context: ActContext, key: CheckpointKey, last: Checkpoint | None, leaves: Sequence[signing.Leaf]
) -> tuple[signing.SignedCheckpoint, Frontier]:
    frontier = _frontier(last)
    for leaf in leaves:
        frontier.add(leaf.leaf_hash())
    checkpoint = signing.Checkpoint(
        casino=context.casino.pk,
        number=last.number + 1 if last else 1,
        time=time_text(context.now),
        size=frontier.size,
        root=frontier.root().hex(),
        previous_hash=signed_checkpoint(last).checkpoint.hash() if last else signing.FIRST_PREVIOUS,
        key=key.key_id,
    )
    return signing.SignedCheckpoint.sign(checkpoint, key), frontier


def _frontier(last: Checkpoint | None) -> Frontier:
    """The list so far; a change of it would have changed the root, which was signed."""
    if last is None:
        return Frontier()
    try:
        frontier = Frontier(last.list_size, [bytes.fromhex(node) for node in last.frontier])
    except (ValueError, TypeError):
        frontier = Frontier()
    if frontier.size != last.list_size or frontier.root().hex() != last.root:
        raise WrongState(
            _("The list does not come to what checkpoint %(last)s signed: run verify_audit."), last=last.number
        )
    return frontier


def _write(
    signed: signing.SignedCheckpoint, frontier: Frontier, context: ActContext, leaves: Sequence[signing.Leaf]
) -> Checkpoint:
    made = signed.checkpoint
    row = Checkpoint.objects.create(
        casino_id=made.casino,
        number=made.number,
        time=context.now,
        list_size=made.size,
        root=made.root,
        frontier=[node.hex() for node in frontier.nodes],
        previous_hash=made.previous_hash,
        hash=made.hash(),
        key_id=made.key,
        signature=signed.signature,
    )
    CheckpointLeaf.objects.bulk_create(
        CheckpointLeaf(
            casino_id=made.casino,
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
        cursor.execute(MOVED, [f"{casino.pk}/%"])
        return [Head(*row) for row in cursor.fetchall()]
