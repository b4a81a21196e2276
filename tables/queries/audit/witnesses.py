"""Checkpoints as notes: under which origin, which witnesses vouch for them, and what one of them is to be sent (AUD 3.3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db.models import Max

from tables.audit.checkpoint import Leaf
from tables.audit.merkle import Frontier, consistency_since
from tables.audit.notes import KeyKind, Note, NoteCheckpoint, NoteError, NoteKey, NoteSignature
from tables.audit.tlog_witness import AddCheckpoint
from tables.audit.witness_policy import Witness, WitnessPolicy
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.models import Checkpoint, CheckpointLeaf, Cosignature

FIRST_EPOCH = 1
LATE = timedelta(minutes=15)
"""After three checkpoints without enough witnesses something is wrong with them, and not only slow."""


def origin_of(casino_id: int) -> str:
    """Return the name of the casino's list in notes: that of its notes so far, also where the service has moved since."""
    newest = newest_noted(casino_id)
    if newest is not None:
        return newest.note.partition("\n")[0]
    host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    return f"{quote(host, safe=':')}/{casino_id}/{FIRST_EPOCH}"


def newest_noted(casino_id: int) -> Checkpoint | None:
    """The newest checkpoint that was written as a note; those from before an upgrade were not."""
    return Checkpoint.objects.filter(casino=casino_id).exclude(note="").order_by("-number").first()


def one_note(casino_id: int, number: int) -> Note:
    """A checkpoint as a note, with all cosignatures under it; raises NotFound."""
    row = Checkpoint.objects.filter(casino=casino_id, number=number).first()
    if row is None or not row.note:
        raise NotFound(_("There is no note of checkpoint %(number)s."), number=number)
    return cosigned_note(row)


def cosigned_note(row: Checkpoint) -> Note:
    """The note of a checkpoint that has one, with all cosignatures under it in the order in which they came."""
    lines = Cosignature.objects.filter(checkpoint=row).order_by("pk").values_list("line", flat=True)
    return Note.read(row.note.encode()).with_signatures([NoteSignature.read(line.removesuffix("\n")) for line in lines])


def log_key(origin: str, public: bytes) -> NoteKey:
    """The key that signs checkpoints, as notes name it."""
    return NoteKey(origin, KeyKind.LOG, public)


def last_cosigned(casino_id: int, origin: str, witness: Witness) -> Checkpoint | None:
    """The newest checkpoint under this origin that a witness has cosigned."""
    wanted = Checkpoint.objects.filter(
        casino=casino_id,
        note__startswith=f"{origin}\n",
        cosignatures__witness=witness.name,
        cosignatures__key_id=witness.key_id,
    )
    return wanted.order_by("-number").first()


def request_from(row: Checkpoint, old_size: int) -> AddCheckpoint:
    """What a witness is sent that knows the first leaves of the list, as far as this checkpoint has them."""
    return AddCheckpoint(old_size, tuple(_proof(row, old_size)), Note.read(row.note.encode()))


def _proof(row: Checkpoint, old_size: int) -> list[bytes]:
    """From the complete subtrees that a checkpoint of then left behind, and the leaves since."""
    before = Checkpoint.objects.filter(casino=row.casino_id, number__lte=row.number, list_size__lte=old_size)
    known = before.order_by("-number").first()
    old = Frontier(known.list_size, [bytes.fromhex(node) for node in known.frontier]) if known else Frontier()
    leaves = _leaf_hashes(row, old.size)
    while old.size < old_size:
        old.add(next(leaves))
    return consistency_since(old, list(leaves))


def _leaf_hashes(row: Checkpoint, first: int) -> Iterator[bytes]:
    wanted = CheckpointLeaf.objects.filter(casino=row.casino_id, position__gte=first, position__lt=row.list_size)
    values = wanted.order_by("position").values_list("checkpoint__number", "chain", "sequence", "hash")
    for value in values.iterator():
        yield Leaf(*value).leaf_hash()


@dataclass(frozen=True, slots=True)
class Vouched:
    """What the witnesses say of the newest checkpoint, and since when too few of them say anything."""

    newest: Checkpoint
    times: Mapping[str, datetime]
    """When the newest checkpoint was cosigned, by the names of those who did."""
    reached: Mapping[str, int]
    """Up to which checkpoint each witness vouches; what it cosigned later contains what was before."""
    witnessed: Checkpoint | None
    """The newest checkpoint that as many vouch for as have to; None while there is none."""
    lacking_since: datetime | None
    """The time of the first checkpoint after that; None where nothing is lacking."""

    def is_late(self, now: datetime) -> bool:
        """Whether it has been lacking for so long that it is a fault."""
        return self.lacking_since is not None and now - self.lacking_since > LATE


def vouched(casino_id: int, policy: WitnessPolicy) -> Vouched | None:
    """Who vouches for what; None where nobody is asked, or nothing was written as a note yet."""
    newest = newest_noted(casino_id)
    if newest is None or not policy.witnesses:
        return None
    origin = newest.note.partition("\n")[0]
    found = Cosignature.objects.filter(checkpoint__casino=casino_id, checkpoint__note__startswith=f"{origin}\n")
    by_key = {
        (name, key_id): number
        for name, key_id, number in found.values_list("witness", "key_id").annotate(Max("checkpoint__number"))
    }
    reached = {witness.name: by_key.get((witness.name, witness.key_id), 0) for witness in policy.witnesses}
    times = {
        row.witness: moment(row.timestamp)
        for row in newest.cosignatures.all()
        if (row.witness, row.key_id) in {(witness.name, witness.key_id) for witness in policy.witnesses}
    }
    number = sorted(reached.values(), reverse=True)[policy.required - 1]
    noted = Checkpoint.objects.filter(casino=casino_id).exclude(note="").order_by("number")
    lacking = noted.filter(number__gt=number, note__startswith=f"{origin}\n").first()
    return Vouched(
        newest, times, reached, noted.filter(number=number).first() if number else None, lacking and lacking.time
    )


def moment(timestamp: int) -> datetime:
    """A time in seconds since 1970, by somebody else's clock."""
    return datetime.fromtimestamp(timestamp, tz=UTC)


def note_problem(row: Checkpoint, origin: str | None, key: bytes | None, policy: WitnessPolicy) -> str:
    """What is wrong with the note of a checkpoint and the cosignatures under it; empty where nothing is.

    `origin` is that of the notes before it, None where there are none; `key` the public key that signed the checkpoint.
    """
    if not row.note:
        return "is not written as a note, though one before it is" if origin is not None else ""
    try:
        note = cosigned_note(row)
        text = NoteCheckpoint.read(note.text)
        if origin is not None and text.origin != origin:
            return f"is written as a note of {text.origin}, the one before it of {origin}"
        if (text.size, text.root.hex()) != (row.list_size, row.root):
            return "says something else as a note"
        if key is not None and note.signature_of(log_key(text.origin, key)) is None:
            return "is not signed by its key as a note"
        for witness in policy.witnesses:
            note.signature_of(witness.key)
    except (NoteError, ValueError) as error:
        return f"is not what it was as a note: {error}"
    return ""
