"""Signed notes, checkpoints written as notes, and cosignatures of them, as C2SP publishes these formats (AUD 3.3).

signed-note, tlog-checkpoint and tlog-cosignature, version 1.0.0: Ed25519 signatures (type 0x01) of logs, timestamped Ed25519
cosignatures (type 0x04) of witnesses, and no extension lines. What is not exactly of these forms is a NoteError.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from tables.audit.signature import KEY_BYTES, SIGNATURE_BYTES, holds, signature_text

KEY_ID_BYTES, TIMESTAMP_BYTES, ROOT_BYTES = 4, 8, 32
LONGEST_NOTE, MOST_SIGNATURES = 128 * 1024, 64
LARGEST = 2**63 - 1
DASH = "— "
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")
KEY_ID = re.compile(r"[0-9a-f]{8}")

Sign = Callable[[bytes], bytes]
"""Gives the 64 bytes of the Ed25519 signature of some bytes."""


class NoteError(ValueError):
    """What is no note, key or checkpoint of these forms; the message says why."""


class KeyKind(IntEnum):
    """What a key signs, and how: the signature types of signed-note that are used here."""

    LOG = 0x01
    WITNESS = 0x04


@dataclass(frozen=True, slots=True)
class NoteKey:
    """The public half of a key that signs notes, under a name: what a vkey says."""

    name: str
    kind: KeyKind
    public: bytes

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise NoteError("the name of a key is empty, or has a space, a control character or a plus in it")
        if len(self.public) != KEY_BYTES:
            raise NoteError(f"an Ed25519 key has {KEY_BYTES} bytes")

    @property
    def key_id(self) -> bytes:
        """The four bytes by which signature lines name it."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:KEY_ID_BYTES]

    def vkey(self) -> str:
        """The key as text: name, id in hexadecimal digits, type and key in base64, with a plus between them."""
        return f"{self.name}+{self.key_id.hex()}+{_base64(bytes([self.kind]) + self.public)}"

    @classmethod
    def read(cls, vkey: str, kind: KeyKind) -> "NoteKey":
        """Read a vkey that must be of this kind; raises NoteError."""
        name, _, rest = vkey.partition("+")
        key_id, _, body = rest.partition("+")
        if not KEY_ID.fullmatch(key_id):
            raise NoteError("a vkey is a name, eight hexadecimal digits and base64, with a plus between them")
        data = _bytes(body, "the key in a vkey")
        if len(data) != 1 + KEY_BYTES or data[0] != kind:
            raise NoteError(f"the vkey is not of an Ed25519 key of type 0x{int(kind):02x}")
        key = cls(name, kind, data[1:])
        if key.key_id.hex() != key_id:
            raise NoteError("the id in the vkey is not that of its name and key")
        return key


@dataclass(frozen=True, slots=True)
class NoteSignature:
    """One signature line: whose it says it is, and its bytes after the four of the id."""

    name: str
    key_id: bytes
    signature: bytes

    def line(self) -> str:
        """As it stands in a note, its newline included."""
        return f"{DASH}{self.name} {_base64(self.key_id + self.signature)}\n"

    def is_of(self, key: NoteKey) -> bool:
        """Whether it names this key; says nothing of whether it holds."""
        return (self.name, self.key_id) == (key.name, key.key_id)

    @property
    def timestamp(self) -> int:
        """The time in a cosignature, in seconds since 1970."""
        return int.from_bytes(self.signature[:TIMESTAMP_BYTES], "big")

    def holds(self, text: str, key: NoteKey) -> bool:
        """Whether it is the key's over the text of a note; raises CryptographyMissingError."""
        if not self.is_of(key):
            return False
        if key.kind is KeyKind.LOG:
            return len(self.signature) == SIGNATURE_BYTES and holds(
                signature_text(self.signature), text.encode(), key.public
            )
        if len(self.signature) != TIMESTAMP_BYTES + SIGNATURE_BYTES or not 0 < self.timestamp <= LARGEST:
            return False
        signed = cosigned_bytes(text, self.timestamp)
        return holds(signature_text(self.signature[TIMESTAMP_BYTES:]), signed, key.public)

    @classmethod
    def read(cls, line: str) -> "NoteSignature":
        """Read a line without its newline; raises NoteError."""
        name, _, body = line.removeprefix(DASH).partition(" ")
        if not line.startswith(DASH) or not is_name(name):
            raise NoteError("a signature line is a dash, a name and base64, with a space between them")
        data = _bytes(body, "a signature of a note")
        if len(data) <= KEY_ID_BYTES:
            raise NoteError("a signature of a note is too short")
        return cls(name, data[:KEY_ID_BYTES], data[KEY_ID_BYTES:])


@dataclass(frozen=True, slots=True)
class Note:
    """A text and the signatures under it."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def data(self) -> bytes:
        """The note as bytes."""
        return f"{self.text}\n{''.join(signature.line() for signature in self.signatures)}".encode()

    def with_signatures(self, more: Sequence[NoteSignature]) -> "Note":
        """The same with further signatures, each once."""
        return replace(self, signatures=tuple(dict.fromkeys((*self.signatures, *more))))

    def signature_of(self, key: NoteKey) -> NoteSignature | None:
        """The signature of a key, verified; None where it has not signed.

        A line that names the key and does not hold makes the whole note worthless: NoteError.
        """
        found = [signature for signature in self.signatures if signature.is_of(key)]
        if not all(signature.holds(self.text, key) for signature in found):
            raise NoteError(f"a signature that names {key.name} is not its own")
        return found[0] if found else None

    @classmethod
    def read(cls, data: bytes) -> "Note":
        """Read a note; raises NoteError."""
        if len(data) > LONGEST_NOTE:
            raise NoteError(f"a note may have {LONGEST_NOTE} bytes")
        try:
            whole = data.decode("utf-8")
        except UnicodeDecodeError:
            raise NoteError("a note is UTF-8") from None
        if any(character < " " and character != "\n" for character in whole):
            raise NoteError("a note has no control characters but newlines")
        text, separator, signatures = whole.rpartition("\n\n")
        if not separator or not signatures.endswith("\n"):
            raise NoteError("a note is a text, an empty line and signature lines, each with its newline")
        return cls(f"{text}\n", read_signatures(signatures))


@dataclass(frozen=True, slots=True)
class NoteCheckpoint:
    """The text of a tlog-checkpoint: whose list, how long, and its root."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """The text of the note: three lines."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"

    @classmethod
    def read(cls, text: str) -> "NoteCheckpoint":
        """Read the text of a note; raises NoteError."""
        origin, *rest = text.removesuffix("\n").split("\n")
        if len(rest) != len(("size", "root")) or not origin:
            raise NoteError("a checkpoint is three lines: origin, size and root; it has no extension lines")
        return cls(origin, read_number(rest[0], "the size of a checkpoint"), read_root(rest[1]))


def is_name(name: str) -> bool:
    """Whether a text can be the name of a key."""
    return bool(name) and not any(mark.isspace() or mark == "+" or mark < " " for mark in name)


def cosigned_bytes(text: str, timestamp: int) -> bytes:
    """Return what a witness signs: a header, the time in seconds since 1970, and the text of the note."""
    return f"cosignature/v1\ntime {timestamp}\n{text}".encode()


def signed(text: str, key: NoteKey, sign: Sign) -> NoteSignature:
    """Sign the text of a note as a log."""
    return NoteSignature(key.name, key.key_id, sign(text.encode()))


def cosigned(text: str, key: NoteKey, sign: Sign, timestamp: int) -> NoteSignature:
    """Cosign the text of a checkpoint as a witness, at a time in seconds since 1970."""
    signature = sign(cosigned_bytes(text, timestamp))
    return NoteSignature(key.name, key.key_id, timestamp.to_bytes(TIMESTAMP_BYTES, "big") + signature)


def read_signatures(text: str) -> tuple[NoteSignature, ...]:
    """Read signature lines, each with its newline; raises NoteError where there are none or too many."""
    lines = text.removesuffix("\n").split("\n")
    if not text.endswith("\n") or len(lines) > MOST_SIGNATURES:
        raise NoteError(f"there must be 1 to {MOST_SIGNATURES} signature lines, each with its newline")
    return tuple(NoteSignature.read(line) for line in lines)


def read_number(text: str, what: str) -> int:
    """Read a decimal number without leading zeroes; raises NoteError."""
    if not NUMBER.fullmatch(text) or int(text) > LARGEST:
        raise NoteError(f"{what} is not a number in decimal digits, without leading zeroes")
    return int(text)


def read_root(text: str) -> bytes:
    """Read a hash in base64; raises NoteError."""
    data = _bytes(text, "a hash")
    if len(data) != ROOT_BYTES:
        raise NoteError(f"a hash has {ROOT_BYTES} bytes")
    return data


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str, what: str) -> bytes:
    """Base64 in the one way in which it can be written."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if not data or _base64(data) != text:
        raise NoteError(f"{what} is not base64")
    return data
