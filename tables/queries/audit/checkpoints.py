"""Checkpoints as they are stored: the newest, their list of leaves, and which entries of each chain they vouch for (AUD 3)."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import connection

from tables.audit.chain import time_text
from tables.audit.checkpoint import Leaf, SignedCheckpoint
from tables.audit.copies import CopyFaultError, public_keys
from tables.audit.signature import public_key_pem
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Casino, Checkpoint, CheckpointLeaf
from tables.policy import Act
from tables.queries.audit.documents import CheckpointDocument
from tables.queries.audit.signed_rows import newest_checkpoint, signed_checkpoint
from tables.queries.audit.witnesses import log_key, newest_noted, origin_in
from tables.queries.paging import Page

logger = logging.getLogger(__name__)
LEAVES_AT_A_TIME = 2000

# What no leaf names yet, but for the entry of the newest checkpoint itself.
IS_DUE = """
SELECT EXISTS (
    SELECT FROM tables_chainhead head LEFT JOIN LATERAL (
        SELECT leaf.sequence FROM tables_checkpointleaf leaf WHERE leaf.chain = head.chain ORDER BY leaf.sequence DESC LIMIT 1
    ) AS newest ON TRUE
    WHERE head.chain LIKE %s AND head.sequence > coalesce(newest.sequence, 0)
      AND NOT (newest.sequence IS NOT NULL AND head.chain = %s AND head.sequence = newest.sequence + 1 AND EXISTS (
          SELECT FROM tables_auditentry entry
          WHERE entry.chain = head.chain AND entry.sequence = head.sequence AND entry.act = %s)))
"""

LEAVES = """
SELECT leaf.position, made.number, leaf.chain, leaf.sequence, leaf.hash, entry.hash
FROM tables_checkpointleaf leaf JOIN tables_checkpoint made ON made.id = leaf.checkpoint_id
LEFT JOIN tables_auditentry entry ON entry.chain = leaf.chain AND entry.sequence = leaf.sequence
WHERE leaf.casino_id = %s AND leaf.epoch = %s AND leaf.position >= %s ORDER BY leaf.position LIMIT %s
"""

CHAINS = """
SELECT head.chain, head.sequence, head.hash, head.time, newest.sequence, newest.number
FROM tables_chainhead head LEFT JOIN LATERAL (
    SELECT leaf.sequence, made.number FROM tables_checkpointleaf leaf
    JOIN tables_checkpoint made ON made.id = leaf.checkpoint_id
    WHERE leaf.chain = head.chain ORDER BY leaf.sequence DESC LIMIT 1
) AS newest ON TRUE
WHERE head.chain LIKE %s
"""


@dataclass(frozen=True, slots=True)
class StoredLeaf:
    """A leaf as it is stored, and the hash that the entry it names has now (None: there is no such entry)."""

    position: int
    leaf: Leaf
    entry_hash: str | None


def newest_signed(casino_id: int) -> SignedCheckpoint | None:
    """The newest checkpoint, as it was signed."""
    newest = newest_checkpoint(casino_id)
    return signed_checkpoint(newest) if newest else None


def one_checkpoint(casino_id: int, number: int) -> SignedCheckpoint:
    """A checkpoint by its number; raises NotFound."""
    row = Checkpoint.objects.filter(casino=casino_id, number=number).first()
    if row is None:
        raise NotFound(_("There is no checkpoint %(number)s."), number=number)
    return signed_checkpoint(row)


def checkpoints_of(casino_id: int, page: Page) -> JSON:
    """Checkpoints, newest first; one query."""
    wanted = Checkpoint.objects.filter(casino=casino_id, **page.on("number")).order_by("-number")
    shown, following = page.cut(wanted, "number")
    return {"checkpoints": [checkpoint_row(row) for row in shown], "next": following}


def checkpoint_row(row: Checkpoint) -> CheckpointDocument:
    """A checkpoint as it is shown."""
    return {
        "number": row.number,
        "epoch": row.epoch,
        "time": time_text(row.time),
        "size": row.list_size,
        "root": row.root,
        "previous_hash": row.previous_hash,
        "hash": row.hash,
        "key": row.key_id,
        "signature": row.signature,
        "note": row.note or None,
    }


def public_key_file(casino_id: int, wanted: str | None = None) -> tuple[str, bytes]:
    """The id and the PEM file of a public key: the one asked for, or the newest checkpoint's; raises NotFound."""
    newest = newest_checkpoint(casino_id) if wanted is None else None
    name = wanted or (newest.key_id if newest else "")
    try:
        key = public_keys(settings.CHECKPOINT_DIR).get(name)
    except CopyFaultError as error:
        logger.exception("The public keys cannot be read.")
        raise NotFound(_("The public keys cannot be read; the log of the service says why.")) from error
    if key is None:
        raise NotFound(_("There is no such key, or nothing was signed yet."))
    return name, public_key_pem(key)


def signing_vkey(casino_id: int) -> str:
    """The newest checkpoint's key as witnesses are given it, under the name of the casino's list; empty where there is none."""
    newest = newest_noted(casino_id)
    try:
        key = public_keys(settings.CHECKPOINT_DIR).get(newest.key_id) if newest else None
    except CopyFaultError:
        logger.exception("The public keys cannot be read.")
        return ""
    return log_key(origin_in(newest), key).vkey() if newest and key else ""


def vouching_checkpoint(chain: str, sequence: int) -> int | None:
    """The number of the first checkpoint that vouches for an entry; None while none does."""
    leaves = CheckpointLeaf.objects.filter(chain=chain, sequence__gte=sequence).order_by("sequence")
    number: int | None = leaves.values_list("checkpoint__number", flat=True).first()
    return number


def is_due(casino: Casino) -> bool:
    """Whether anything happened since the newest checkpoint, its own entry left out."""
    with connection.cursor() as cursor:
        cursor.execute(IS_DUE, [f"{casino.pk}/%", casino.chain, str(Act.MAKE_CHECKPOINT)])
        return bool(cursor.fetchone()[0])


def stored_leaves(casino_id: int, epoch: int = 1) -> Iterator[StoredLeaf]:
    """The list of an epoch in its order, each leaf beside the entry it names; by pages, so that memory stays the same."""
    position = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(LEAVES, [casino_id, epoch, position, LEAVES_AT_A_TIME])
            rows = cursor.fetchall()
        for place, number, chain, sequence, leaf_hash, entry_hash in rows:
            yield StoredLeaf(place, Leaf(number, chain, sequence, leaf_hash), entry_hash)
        if len(rows) < LEAVES_AT_A_TIME:
            return
        position = rows[-1][0] + 1


def chains_signed(casino: Casino) -> list[JSON]:
    """Each chain with its head, and up to which entry a checkpoint vouches for it; one query."""
    with connection.cursor() as cursor:
        cursor.execute(CHAINS, [f"{casino.pk}/%"])
        rows = cursor.fetchall()
    return [
        {
            "chain": chain,
            "sequence": sequence,
            "hash": head_hash,
            "time": time_text(time),
            "signed": signed or 0,
            "checkpoint": number,
        }
        for chain, sequence, head_hash, time, signed, number in sorted(rows, key=lambda row: _in_order(row[0]))
    ]


def _in_order(chain: str) -> tuple[int, str]:
    """The house first, then the tables by their numbers."""
    number = chain.rpartition("/")[2]
    return (int(number), "") if number.isdecimal() else (0, chain)
