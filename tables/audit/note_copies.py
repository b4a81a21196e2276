"""Checkpoints as notes outside the database, beside the copies of `copies.py` (AUD 3.3).

    DIR/<casino>/<thousands>/<number>.note                    the note, signed by the casino
    DIR/<casino>/<thousands>/<number>.<id of a key>.note      the same with the cosignature of one witness

A file is never changed: each cosignature comes with a note of its own, which any tool reads.
"""

from pathlib import Path

from tables.audit.copies import Copies, add_file
from tables.audit.notes import Note


def note_path(copies: Copies, number: int, witness_key: str = "") -> Path:
    """Where the note of a checkpoint lies, or the one that the witness with this key has cosigned."""
    return copies.path(number).with_suffix(f".{witness_key}.note" if witness_key else ".note")


def write_note(copies: Copies, number: int, note: Note, witness_key: str = "") -> None:
    """Add one, durably, or find the same there already; raises CopyFaultError."""
    add_file(note_path(copies, number, witness_key), note.data())
