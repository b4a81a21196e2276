"""Checkpoints as notes: under which origin, with whose cosignatures, and what a witness is to be sent (AUD 3.3)."""

from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from django.conf import settings

from tables.audit.checkpoint import Leaf
from tables.audit.merkle import Frontier, consistency_since
from tables.audit.notes import KeyKind, Note, NoteKey, NoteSignature
from tables.audit.tlog_witness import AddCheckpoint
from tables.audit.witness_policy import Witness
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.models import Casino, Checkpoint, CheckpointLeaf, Cosignature


def origin_of(casino_id: int, epoch: int | None = None) -> str:
    """Return the name of the casino's list in notes: host, casino and epoch, the one it is in where none is given.

    Host and casino are those of its notes so far, also where the service has moved since.
    """
    newest = newest_noted(casino_id)
    host = quote(urlsplit(settings.PUBLIC_URL).hostname or "localhost", safe=":")
    name = origin_in(newest).rpartition("/")[0] if newest else f"{host}/{casino_id}"
    return f"{name}/{epoch or Casino.objects.values_list('epoch', flat=True).get(pk=casino_id)}"


def origin_in(row: Checkpoint) -> str:
    """The origin under which a checkpoint was written as a note."""
    return row.note.partition("\n")[0]


def newest_noted(casino_id: int) -> Checkpoint | None:
    """The newest checkpoint that was written as a note; those from before an upgrade were not."""
    return Checkpoint.objects.filter(casino=casino_id).exclude(note="").order_by("-number").first()


def last_cosigned(casino_id: int, origin: str, witness: Witness) -> Checkpoint | None:
    """The newest checkpoint under this origin that a witness has cosigned."""
    wanted = Checkpoint.objects.filter(
        casino=casino_id,
        note__startswith=f"{origin}\n",
        cosignatures__witness=witness.name,
        cosignatures__key_id=witness.key_id,
    )
    return wanted.order_by("-number").first()


def one_note(casino_id: int, number: int) -> Note:
    """A checkpoint as a note, with all cosignatures under it; raises NotFound."""
    row = Checkpoint.objects.filter(casino=casino_id, number=number).first()
    if row is None or not row.note:
        raise NotFound(_("There is no note of checkpoint %(number)s."), number=number)
    return cosigned_note(row)


def cosigned_note(row: Checkpoint) -> Note:
    """The note of a checkpoint that has one, with all cosignatures under it in the order in which they came."""
    rows = sorted(row.cosignatures.all(), key=lambda cosignature: cosignature.pk)
    return Note.read(row.note.encode()).with_signatures([signature_in(cosignature) for cosignature in rows])


def signature_in(cosignature: Cosignature) -> NoteSignature:
    """The signature line of a row, read; raises NoteError."""
    return NoteSignature.read(cosignature.line.removesuffix("\n"))


def log_key(origin: str, public: bytes) -> NoteKey:
    """The key that signs checkpoints, as notes name it."""
    return NoteKey(origin, KeyKind.LOG, public)


def request_from(row: Checkpoint, old_size: int) -> AddCheckpoint:
    """What a witness is sent that knows the first leaves of the list, as far as this checkpoint has them."""
    return AddCheckpoint(old_size, tuple(_proof(row, old_size)), Note.read(row.note.encode()))


def _proof(row: Checkpoint, old_size: int) -> list[bytes]:
    """From the complete subtrees that a checkpoint of then left behind, and the leaves since."""
    listed = Checkpoint.objects.filter(casino=row.casino_id, epoch=row.epoch, number__lte=row.number)
    before = listed.filter(list_size__lte=old_size)
    known = before.order_by("-number").first()
    old = Frontier(known.list_size, [bytes.fromhex(node) for node in known.frontier]) if known else Frontier()
    leaves = _leaf_hashes(row, old.size)
    while old.size < old_size:
        old.add(next(leaves))
    return consistency_since(old, list(leaves))


def _leaf_hashes(row: Checkpoint, first: int) -> Iterator[bytes]:
    listed = CheckpointLeaf.objects.filter(casino=row.casino_id, epoch=row.epoch)
    wanted = listed.filter(position__gte=first, position__lt=row.list_size)
    values = wanted.order_by("position").values_list("checkpoint__number", "chain", "sequence", "hash")
    for value in values.iterator():
        yield Leaf(*value).leaf_hash()
