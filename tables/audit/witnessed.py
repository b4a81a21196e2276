"""Whether witnesses vouch for the newest checkpoint of an export: the note in its manifest (AUD 3.3, 4.4)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from tables.audit.checkpoint import Checkpoint
from tables.audit.export.manifest import Manifest
from tables.audit.notes import KeyKind, Note, NoteCheckpoint, NoteError, NoteKey
from tables.audit.report import Report
from tables.audit.signature import CryptographyMissingError

_LATEST = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp())


def read_witness(vkey: str) -> NoteKey:
    """Read the vkey of a witness as it is given; raises NoteError."""
    return NoteKey.read(vkey, KeyKind.WITNESS)


def verify_note(manifest: Manifest, keys: Mapping[str, bytes], witnesses: Sequence[NoteKey], report: Report) -> None:
    """Verify the note and who signed it; `keys` are the casino's public keys that are trusted, by their ids."""
    checkpoint = manifest.checkpoint.checkpoint if manifest.checkpoint else None
    if not manifest.note or checkpoint is None:
        if witnesses:
            report.wrong("witnesses: --witness was given, and the newest checkpoint is not written as a note")
        return
    try:
        note = Note.read(manifest.note.encode())
        problem = _text_problem(NoteCheckpoint.read(note.text), checkpoint)
        if problem:
            report.wrong(f"the note of checkpoint {checkpoint.number:,}: {problem}")
            return
        _verify_signers(note, checkpoint, keys, witnesses, report)
    except NoteError as error:
        report.wrong(f"the note of checkpoint {checkpoint.number:,}: {error}")
    except CryptographyMissingError as error:
        report.not_verifiable(f"the note of checkpoint {checkpoint.number:,}: {error}")


def _text_problem(text: NoteCheckpoint, checkpoint: Checkpoint) -> str:
    if (text.size, text.root.hex()) != (checkpoint.size, checkpoint.root):
        return "it is of another list than the checkpoint"
    if text.origin.split("/")[-2:] != [str(checkpoint.casino), str(checkpoint.epoch)]:
        return f"it is of {text.origin}, the checkpoint of casino {checkpoint.casino}, epoch {checkpoint.epoch}"
    return ""


def _verify_signers(
    note: Note, checkpoint: Checkpoint, keys: Mapping[str, bytes], witnesses: Sequence[NoteKey], report: Report
) -> None:
    named = f"the note of checkpoint {checkpoint.number:,}"
    if checkpoint.key in keys:
        origin = NoteCheckpoint.read(note.text).origin
        if note.signature_of(NoteKey(origin, KeyKind.LOG, keys[checkpoint.key])) is None:
            report.wrong(f"{named}: it is not signed by key {checkpoint.key}")
        else:
            report.holds(f"{named}: {origin}, signed by key {checkpoint.key}")
    for witness in witnesses:
        signature = note.signature_of(witness)
        if signature is None:
            report.wrong(f"witness {witness.name}: it has not signed {named}")
        else:
            time = datetime.fromtimestamp(min(signature.timestamp, _LATEST), tz=UTC)
            report.holds(f"witness {witness.name}: it saw {named} at {time:%Y-%m-%dT%H:%M:%SZ} and the list only grew")
    others = len(note.signatures) - 1 - len(witnesses)
    if others > 0:
        report.note(f"{others} further signatures under {named}: no --witness with their keys was given")
