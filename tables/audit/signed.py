"""What the newest checkpoint of an export vouches for: its list of leaves, read once (AUD 3, 4.2)."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tables.audit import merkle
from tables.audit.canonical import NotCanonicalError
from tables.audit.checkpoint import Checkpoint, Leaf
from tables.audit.documents import DocumentError
from tables.audit.export.manifest import ExportedChain, Manifest
from tables.audit.lines import read_line

_HASH_BYTES = 32


@dataclass(slots=True)
class SignedEntries:
    """Entries of one chain that leaves name, in ascending order: 48 bytes each."""

    first: int
    sequences: "array[int]" = field(default_factory=lambda: array("Q"))
    hashes: bytearray = field(default_factory=bytearray)
    checkpoints: "array[int]" = field(default_factory=lambda: array("Q"))
    newest: tuple[int, Leaf] | None = None

    def add(self, index: int, leaf: Leaf) -> None:
        """Note a leaf; one that names an entry from before the export is only the newest so far."""
        self.newest = (index, leaf)
        if leaf.sequence >= self.first:
            self.sequences.append(leaf.sequence)
            self.hashes += bytes.fromhex(leaf.hash)
            self.checkpoints.append(leaf.checkpoint)

    def hash_at(self, place: int) -> str:
        """The hash that the leaf at a place among these names."""
        return self.hashes[place * _HASH_BYTES : (place + 1) * _HASH_BYTES].hex()


class SignedList:
    """The list of leaves as the lines of an export give it, checked while it is read."""

    def __init__(self, manifest: Manifest, outside: Iterable[Checkpoint] = ()) -> None:
        self._manifest = manifest
        self._wanted = frozenset(checkpoint.size for checkpoint in outside)
        self._frontier = manifest.before.copy()
        self._last_of: dict[str, int] = {}
        self._last_checkpoint = 0
        self.roots: dict[int, str] = {}
        """The root of as many leaves as each outside checkpoint has, as far as they are in the export."""
        self._note_root()
        self.chains = {chain.chain: SignedEntries(chain.first) for chain in manifest.chains}

    def named(self) -> frozenset[str]:
        """The chains that the leaves name."""
        return frozenset(self._last_of)

    def read(self, lines: Iterable[bytes]) -> str:
        """Read all leaves; what is wrong with the first bad one, or with their root, or nothing."""
        for number, line in enumerate(lines, 1):
            problem = self._take(line)
            if problem:
                return f"leaves.jsonl, line {number:,}: {problem}"
        return self._end()

    def proof_problem(self, chain: ExportedChain) -> str:
        """Why what the manifest says of the newest leaf of a chain does not hold; empty where it does."""
        newest = self.chains[chain.chain].newest
        if (chain.leaf and (chain.leaf.index, chain.leaf.leaf)) != newest:
            return "the leaf that the manifest names is not its newest in leaves.jsonl"
        if chain.leaf is None or self._manifest.checkpoint is None:
            return ""
        holds = merkle.verify_inclusion(
            chain.leaf.leaf.leaf_hash(),
            chain.leaf.index,
            self._manifest.checkpoint.checkpoint.size,
            proof=chain.leaf.proof,
            root=bytes.fromhex(self._manifest.checkpoint.checkpoint.root),
        )
        return "" if holds else "the proof that its newest leaf is in the checkpoint does not hold"

    def _take(self, line: bytes) -> str:
        body = line.removesuffix(b"\n")
        if body == line:
            return "it has no line end, or is far too long"
        try:
            leaf = Leaf.read(read_line(body))
        except (NotCanonicalError, DocumentError) as error:
            return str(error)
        if leaf.checkpoint < self._last_checkpoint or leaf.sequence <= self._last_of.get(leaf.chain, 0):
            return "it does not come after the leaves before it"
        self._last_checkpoint, self._last_of[leaf.chain] = leaf.checkpoint, leaf.sequence
        if leaf.chain in self.chains:
            self.chains[leaf.chain].add(self._frontier.size, leaf)
        self._frontier.add(merkle.leaf_hash(body))
        self._note_root()
        return ""

    def _note_root(self) -> None:
        if self._frontier.size in self._wanted:
            self.roots[self._frontier.size] = self._frontier.root().hex()

    def _end(self) -> str:
        newest = self._manifest.checkpoint.checkpoint if self._manifest.checkpoint else None
        size, root = (newest.size, newest.root) if newest else (0, merkle.EMPTY_ROOT.hex())
        count = self._frontier.size - self._manifest.before.size
        if count != self._manifest.leaves:
            return f"leaves.jsonl has {count:,} lines, but the manifest counts {self._manifest.leaves:,}"
        if self._frontier.size != size:
            return f"the list has {self._frontier.size:,} leaves, but its checkpoint was made over {size:,}"
        if self._frontier.root().hex() != root:
            return "the leaves do not come to the root that the checkpoint gives: some were changed"
        if newest and self._last_checkpoint > newest.number:
            return f"there are leaves of checkpoint {self._last_checkpoint}, which is after the newest"
        return ""


def unsigned_words(chain: ExportedChain) -> Iterator[str]:
    """Which entries of a chain no checkpoint vouches for yet, in words."""
    signed = chain.leaf.leaf.sequence if chain.leaf else 0
    if signed < chain.first:
        yield f"chain {chain.chain}: none of its entries here is vouched for by a checkpoint"
    elif signed < chain.last:
        count = chain.last - signed
        words = (
            "entry after it is chained but not yet signed"
            if count == 1
            else "entries after it are chained but not yet signed"
        )
        yield f"chain {chain.chain}: signed up to {signed:,}; {count:,} {words}"
