"""The manifest of an export: what is in it, how it was chosen, and what vouches for it (AUD 4.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tables.audit.canonical import NotCanonicalError, canonical
from tables.audit.chain import FIRST_PREVIOUS
from tables.audit.checkpoint import Leaf, SignedCheckpoint
from tables.audit.documents import OBJECT_OR_NOTHING, DocumentError, read_each, read_fields, read_hash
from tables.audit.keyring import Statements
from tables.audit.lines import read_line
from tables.audit.merkle import Frontier
from tables.audit.signature import Signer, is_signature_text, signature_text

OLDER_FORMAT, FORMAT = "croupier-export/1", "croupier-export/2"
README, ENTRIES, SPREADSHEET, LEAVES, MANIFEST = (
    "README.txt",
    "entries.jsonl",
    "entries.csv",
    "leaves.jsonl",
    "manifest.json",
)
DESCRIPTION, SCHEMAS = "FORMAT.md", "schemas.json"
ALWAYS_LISTED = (README, ENTRIES, SPREADSHEET, LEAVES)
MAY_BE_LISTED = (DESCRIPTION, SCHEMAS)
LISTED: Mapping[str, tuple[str, ...]] = {OLDER_FORMAT: ALWAYS_LISTED, FORMAT: (*ALWAYS_LISTED, *MAY_BE_LISTED)}
"""Of each format, the files whose size and SHA-256 the manifest gives."""

_KINDS: Mapping[str, Any] = {
    "format": str,
    "software": str,
    "casino": int,
    "casino_name": str,
    "made_at": str,
    "filter": dict,
    "counts": dict,
    "chains": list,
    "checkpoint": OBJECT_OR_NOTHING,
    "leaves": dict,
    "files": dict,
    "signature": OBJECT_OR_NOTHING,
}


@dataclass(frozen=True, slots=True)
class ProvenLeaf:
    """The newest leaf of a chain, its place in the list, and the proof that it is in the checkpoint."""

    index: int
    leaf: Leaf
    proof: tuple[bytes, ...]

    def document(self) -> dict[str, Any]:
        """As it stands in the manifest."""
        proof = [node.hex() for node in self.proof]
        return {"index": self.index, "leaf": self.leaf.document(), "proof": proof}

    @classmethod
    def read(cls, document: object) -> "ProvenLeaf":
        """Read one; raises DocumentError."""
        fields = read_fields(document, "the leaf of a chain", {"index": int, "leaf": dict, "proof": list})
        proof = read_each(fields["proof"], lambda node: read_hash(node, "a hash in a proof"))
        return cls(fields["index"], Leaf.read(fields["leaf"]), proof)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedChain:
    """What an export holds of a chain: from which entry on to which, and how many of them whole."""

    chain: str
    first: int
    last: int
    entries: int
    stubs: int
    previous_hash: str
    """What the first one names as the hash before it."""
    hash: str
    """The hash of the last one: the head of the chain as far as it was exported."""
    leaf: ProvenLeaf | None = None

    def document(self) -> dict[str, Any]:
        """As it stands in the manifest."""
        return {
            "chain": self.chain,
            "first": self.first,
            "last": self.last,
            "entries": self.entries,
            "stubs": self.stubs,
            "previous_hash": self.previous_hash,
            "hash": self.hash,
            "leaf": self.leaf and self.leaf.document(),
        }

    @classmethod
    def read(cls, document: object) -> "ExportedChain":
        """Read one; raises DocumentError."""
        numbers = dict.fromkeys(("first", "last", "entries", "stubs"), int)
        texts = dict.fromkeys(("chain", "previous_hash", "hash"), str)
        fields = read_fields(document, "a chain", {**numbers, **texts, "leaf": OBJECT_OR_NOTHING})
        for name in ("previous_hash", "hash"):
            read_hash(fields[name], f"the {name} of chain {fields['chain']}")
        leaf = fields["leaf"]
        return cls(**{**fields, "leaf": None if leaf is None else ProvenLeaf.read(leaf)})


@dataclass(frozen=True, slots=True)
class FileFacts:
    """How long a file is, and its SHA-256."""

    length: int
    sha256: str

    def document(self) -> dict[str, Any]:
        """As it stands in the manifest."""
        return {"bytes": self.length, "sha256": self.sha256}

    @classmethod
    def read(cls, document: object) -> "FileFacts":
        """Read one; raises DocumentError."""
        fields = read_fields(document, "a file in the manifest", {"bytes": int, "sha256": str})
        read_hash(fields["sha256"], "the sha256 of a file")
        return cls(fields["bytes"], fields["sha256"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """All that an export says of itself."""

    software: str
    casino: int
    casino_name: str
    made_at: str
    filter: Mapping[str, Any]
    chains: tuple[ExportedChain, ...]
    checkpoint: SignedCheckpoint | None
    before: Frontier
    """The part of the list that comes before the leaves in this export."""
    leaves: int
    keys: Statements = field(default_factory=Statements)
    """Which key signed which, and which are revoked; the member is there where anything is said (AUD 3.4)."""
    note: str = ""
    """The newest checkpoint as a note with its cosignatures; the member is there where there is one (AUD 3.3)."""
    files: Mapping[str, FileFacts] = field(default_factory=dict)
    key: str = ""
    signature: str = ""
    """Of the export by the casino, in base64; empty where it is not signed."""
    format: str = FORMAT

    def counts(self) -> dict[str, int]:
        """How many whole entries, stubs and leaves there are."""
        return {
            "entries": sum(chain.entries for chain in self.chains),
            "stubs": sum(chain.stubs for chain in self.chains),
            "leaves": self.leaves,
        }

    def document(self) -> dict[str, Any]:
        """As it stands in the file."""
        before = [node.hex() for node in self.before.nodes]
        return {
            "format": self.format,
            "software": self.software,
            "casino": self.casino,
            "casino_name": self.casino_name,
            "made_at": self.made_at,
            "filter": dict(self.filter),
            "counts": self.counts(),
            "chains": [chain.document() for chain in self.chains],
            "checkpoint": self.checkpoint and self.checkpoint.document(),
            "leaves": {"first": self.before.size, "before": before},
            **({"keys": self.keys.document()} if self.keys else {}),
            **({"note": self.note} if self.note else {}),
            "files": {name: facts.document() for name, facts in self.files.items()},
            "signature": {"key": self.key, "signature": self.signature} if self.signature else None,
        }

    def signed_bytes(self) -> bytes:
        """The bytes that the signature is over: the canonical JSON of the document with `signature` null."""
        return canonical({**self.document(), "signature": None})

    def signed(self, signer: Signer) -> "Manifest":
        """The same, signed."""
        return replace(self, key=signer.key_id, signature=signature_text(signer.sign(self.signed_bytes())))

    def line(self) -> bytes:
        """The file: one canonical line."""
        return canonical(self.document()) + b"\n"


def read_manifest(data: bytes) -> Manifest:
    """Read a manifest; raises DocumentError for anything that is not exactly one."""
    try:
        document = read_line(data.removesuffix(b"\n"))
    except NotCanonicalError as error:
        raise DocumentError(str(error)) from None
    has_keys = type(document) is dict and "keys" in document
    has_note = type(document) is dict and "note" in document
    optional = ({"keys": dict} if has_keys else {}) | ({"note": str} if has_note else {})
    fields = read_fields(document, "the manifest", {**_KINDS, **optional})
    if fields["format"] not in LISTED:
        raise DocumentError(f"it is of the format {fields['format']!r}; this program knows {', '.join(LISTED)}")
    leaves = read_fields(fields["leaves"], "leaves", {"first": int, "before": list})
    counts = read_fields(fields["counts"], "counts", dict.fromkeys(("entries", "stubs", "leaves"), int))
    signature = fields["signature"] or {"key": "", "signature": ""}
    signature = read_fields(signature, "signature", {"key": str, "signature": str})
    if signature["signature"] and not is_signature_text(signature["signature"]):
        raise DocumentError("its signature is not 64 bytes in base64")
    manifest = Manifest(
        **{name: fields[name] for name in ("format", "software", "casino", "casino_name", "made_at", "filter")},
        chains=read_each(fields["chains"], ExportedChain.read),
        checkpoint=None if fields["checkpoint"] is None else SignedCheckpoint.read(fields["checkpoint"]),
        before=_read_frontier(leaves),
        leaves=counts["leaves"],
        keys=Statements.read(fields["keys"]) if has_keys else Statements(),
        note=fields["note"] if has_note else "",
        files=_read_files(fields["files"], LISTED[fields["format"]]),
        **signature,
    )
    _verify_chains(manifest.chains)
    if manifest.line() != data:
        raise DocumentError("its counts are not the sums of its chains, or something follows its one line")
    return manifest


def _verify_chains(chains: Sequence[ExportedChain]) -> None:
    names = [chain.chain for chain in chains]
    if names != sorted(set(names)):
        raise DocumentError("its chains are not in the order of their names, each once")
    for chain in chains:
        if chain.first < 1 or chain.last - chain.first + 1 != chain.entries + chain.stubs:
            raise DocumentError(f"what it counts of chain {chain.chain} is not what it names as first and last")
        if chain.first == 1 and chain.previous_hash != FIRST_PREVIOUS:
            raise DocumentError(f"what it names as before entry 1 of chain {chain.chain} cannot be")


def _read_frontier(leaves: Mapping[str, Any]) -> Frontier:
    nodes = read_each(leaves["before"], lambda node: read_hash(node, "a hash before the leaves"))
    try:
        return Frontier(leaves["first"], list(nodes))
    except ValueError as error:
        raise DocumentError(f"the list before the leaves cannot be: {error}") from None


def _read_files(files: object, names: Sequence[str]) -> dict[str, FileFacts]:
    listed = read_fields(files, "files", dict.fromkeys(names, dict))
    return {name: FileFacts.read(facts) for name, facts in listed.items()}
