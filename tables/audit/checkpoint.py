"""Checkpoints: what is signed of all chains, as bytes, and whether what is there now still contains it (AUD 3).

A leaf names the newest entry of one chain; the leaves of all checkpoints are one RFC 6962 list. A checkpoint says how
long that list is and what its root is, names the checkpoint before it by its hash, and is signed with Ed25519.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tables.audit import merkle
from tables.audit.canonical import NotCanonicalError, canonical
from tables.audit.documents import DocumentError, read_fields, read_hash
from tables.audit.lines import read_line
from tables.audit.signature import Signer, is_signature_text, signature_text

FORMAT = "croupier-checkpoint/1"
FIRST_PREVIOUS = "0" * 64


@dataclass(frozen=True, slots=True)
class Leaf:
    """The newest entry of a chain when a checkpoint was made."""

    checkpoint: int
    chain: str
    sequence: int
    hash: str

    def data(self) -> bytes:
        """The content of the leaf in the list: canonical JSON (AUD 3.1)."""
        return canonical(self.document())

    def leaf_hash(self) -> bytes:
        """Its hash in the list."""
        return merkle.leaf_hash(self.data())

    def document(self) -> dict[str, Any]:
        """As it stands in documents."""
        return {"checkpoint": self.checkpoint, "chain": self.chain, "sequence": self.sequence, "hash": self.hash}

    @classmethod
    def read(cls, document: object) -> "Leaf":
        """Read one; raises DocumentError."""
        kinds = {"checkpoint": int, "chain": str, "sequence": int, "hash": str}
        fields = read_fields(document, "a leaf", kinds)
        read_hash(fields["hash"], "the hash of a leaf")
        return cls(**fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """What is signed: the list of leaves of a casino as it was at a time."""

    casino: int
    number: int
    time: str
    size: int
    root: str
    previous_hash: str
    key: str
    """The id of the key that signs."""
    epoch: int = 1
    """Which list it is of: a restored database begins another one (AUD 3.5)."""

    def document(self) -> dict[str, Any]:
        """As it stands in documents; the epoch only of a list after the first."""
        return {
            "format": FORMAT,
            "casino": self.casino,
            "number": self.number,
            "time": self.time,
            "size": self.size,
            "root": self.root,
            "previous_hash": self.previous_hash,
            "key": self.key,
            **({"epoch": self.epoch} if self.epoch > 1 else {}),
        }

    def signed_bytes(self) -> bytes:
        """The bytes that the signature is over: the canonical JSON of the document."""
        return canonical(self.document())

    def hash(self) -> str:
        """The hash that the next checkpoint names."""
        return hashlib.sha256(self.signed_bytes()).hexdigest()

    @classmethod
    def read(cls, document: object) -> "Checkpoint":
        """Read one; raises DocumentError."""
        numbers = dict.fromkeys(("casino", "number", "size"), int)
        texts = dict.fromkeys(("format", "time", "root", "previous_hash", "key"), str)
        # The first list names no epoch, as before there was one.
        is_later = type(document) is dict and "epoch" in document
        kinds = {**numbers, **texts, **({"epoch": int} if is_later else {})}
        fields = dict(read_fields(document, "a checkpoint", kinds))
        if fields.get("epoch", 2) < 2:
            raise DocumentError("a checkpoint has an epoch below 2: the first list names none")
        if fields.pop("format") != FORMAT:
            raise DocumentError(f"a checkpoint must be of the format {FORMAT}")
        read_hash(fields["root"], "the root of a checkpoint")
        read_hash(fields["previous_hash"], "the previous_hash of a checkpoint")
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class SignedCheckpoint:
    """A checkpoint and its signature in base64: what lies outside the database."""

    checkpoint: Checkpoint
    signature: str

    @classmethod
    def sign(cls, checkpoint: Checkpoint, signer: Signer) -> "SignedCheckpoint":
        """Sign one; the checkpoint must name the signer's key."""
        if checkpoint.key != signer.key_id:
            raise ValueError("the checkpoint names another key")
        return cls(checkpoint, signature_text(signer.sign(checkpoint.signed_bytes())))

    def document(self) -> dict[str, Any]:
        """As it stands in documents."""
        return {"checkpoint": self.checkpoint.document(), "signature": self.signature}

    def copy(self) -> bytes:
        """The file that is kept outside the database: one canonical line."""
        return canonical(self.document()) + b"\n"

    @classmethod
    def read(cls, document: object) -> "SignedCheckpoint":
        """Read one out of a document; raises DocumentError."""
        fields = read_fields(document, "a signed checkpoint", {"checkpoint": dict, "signature": str})
        if not is_signature_text(fields["signature"]):
            raise DocumentError("the signature of a checkpoint is not 64 bytes in base64")
        return cls(Checkpoint.read(fields["checkpoint"]), fields["signature"])

    @classmethod
    def read_copy(cls, data: bytes) -> "SignedCheckpoint":
        """Read the file that was kept outside; raises DocumentError."""
        try:
            document = read_line(data.removesuffix(b"\n"))
        except NotCanonicalError as error:
            raise DocumentError(f"a copy of a checkpoint must be one canonical line: {error}") from None
        return cls.read(document)


def missing_since(
    outside: Checkpoint, present: Iterable[tuple[Leaf, str | None]], heads: Mapping[str, int]
) -> Iterator[str]:
    """Say which parts of an outside checkpoint are not in a database any more (AUD 3.2); nothing where all of it is.

    `present` are the leaves that are there now, in their order, each with the hash that the entry it names has now
    (None: there is no such entry); `heads` the sequence of the newest entry of each chain. Memory grows with the number
    of chains only: of each chain the first difference is told.
    """
    frontier = merkle.Frontier()
    told: set[str] = set()
    for leaf, entry_hash in present:
        if frontier.size == outside.size:
            break
        frontier.add(leaf.leaf_hash())
        if entry_hash != leaf.hash and leaf.chain not in told:
            told.add(leaf.chain)
            yield _entry_problem(leaf, entry_hash, heads.get(leaf.chain, 0))
    if frontier.size < outside.size:
        yield (
            f"the list ends at leaf {frontier.size}, but checkpoint {outside.number} of {outside.time} was signed over "
            f"{outside.size}: this database is older than that checkpoint, or its newest leaves were deleted"
        )
    elif frontier.root().hex() != outside.root:
        yield (
            f"the first {outside.size} leaves are not those that checkpoint {outside.number} of {outside.time} was "
            "signed over: the list was made anew"
        )


def _entry_problem(leaf: Leaf, entry_hash: str | None, head: int) -> str:
    named = f"entry {leaf.sequence} of chain {leaf.chain}"
    if entry_hash is not None:
        return f"{named} is not the one that checkpoint {leaf.checkpoint} vouches for: the chain was made anew"
    if head < leaf.sequence:
        return f"{named}, which checkpoint {leaf.checkpoint} vouches for, is missing: the chain ends at entry {head}"
    return f"{named}, which checkpoint {leaf.checkpoint} vouches for, is missing"
