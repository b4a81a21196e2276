"""What a log and a witness say to each other: `add-checkpoint` of C2SP tlog-witness 1.0.0 (AUD 3.3)."""

import base64
from dataclasses import dataclass

from tables.audit.notes import Note, NoteError, read_number, read_root

ADD_CHECKPOINT = "/add-checkpoint"
SIZE_TYPE = "text/x.tlog.size"
MOST_HASHES = 63
LONGEST_REQUEST = 256 * 1024


@dataclass(frozen=True, slots=True)
class AddCheckpoint:
    """A checkpoint that is to be cosigned, with the proof that its list begins with what the witness cosigned last."""

    old_size: int
    proof: tuple[bytes, ...]
    note: Note

    def data(self) -> bytes:
        """The body of the request."""
        hashes = "".join(f"{base64.b64encode(node).decode()}\n" for node in self.proof)
        return f"old {self.old_size}\n{hashes}\n".encode() + self.note.data()

    @classmethod
    def read(cls, data: bytes) -> "AddCheckpoint":
        """Read a body; raises NoteError."""
        head, separator, note = data.partition(b"\n\n")
        try:
            first, *hashes = head.decode("ascii").split("\n")
        except UnicodeDecodeError:
            raise NoteError("the old size and the proof are ASCII") from None
        if not separator or not first.startswith("old "):
            raise NoteError("a request is an old size, a proof, an empty line and a checkpoint")
        if len(hashes) > MOST_HASHES:
            raise NoteError(f"a proof has {MOST_HASHES} hashes at most")
        old_size = read_number(first.removeprefix("old "), "the old size")
        return cls(old_size, tuple(read_root(line) for line in hashes), Note.read(note))


def read_size(data: bytes) -> int:
    """Read the size in an answer 409; raises NoteError."""
    text = data.decode("ascii", "replace")
    if not text.endswith("\n"):
        raise NoteError("the size it names does not end with a newline")
    return read_number(text[:-1], "the size it names")


def size_data(size: int) -> bytes:
    """Return the body of an answer 409."""
    return f"{size}\n".encode()
