"""The append-only list of RFC 6962: its root, and proofs that something is in it or that it only grew (AUD 3.1).

Hashes are bytes here, 32 of them; documents show them as hexadecimal digits. Places in the list count from 0.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

EMPTY_ROOT = hashlib.sha256(b"").digest()
HASH_BYTES = 32

RootOf = Callable[[int, int], bytes]
"""The root of the leaves from the first place on to before the second."""


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf with this content (RFC 6962 2.1)."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node over two others (RFC 6962 2.1)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


@dataclass(slots=True)
class Frontier:
    """A list that can grow without what is in it: the roots of its complete subtrees, largest first.

    `size` leaves need as many roots as there are ones in the binary number `size`; anything else is a ValueError.
    """

    size: int = 0
    nodes: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.size < 0 or len(self.nodes) != self.size.bit_count():
            raise ValueError(f"{len(self.nodes)} subtrees cannot make up a list of {self.size} leaves")
        if any(len(node) != HASH_BYTES for node in self.nodes):
            raise ValueError(f"the root of a subtree has {HASH_BYTES} bytes")

    def add(self, leaf: bytes) -> None:
        """Append a leaf, given by its hash."""
        node, complete = leaf, self.size
        while complete & 1:
            node = node_hash(self.nodes.pop(), node)
            complete >>= 1
        self.nodes.append(node)
        self.size += 1

    def root(self) -> bytes:
        """The root of all leaves so far."""
        if not self.nodes:
            return EMPTY_ROOT
        root = self.nodes[-1]
        for node in self.nodes[-2::-1]:
            root = node_hash(node, root)
        return root

    def copy(self) -> "Frontier":
        """Another that grows by itself."""
        return Frontier(self.size, list(self.nodes))


def root_of(leaves: Iterable[bytes]) -> bytes:
    """Return the root of a list of leaf hashes."""
    frontier = Frontier()
    for leaf in leaves:
        frontier.add(leaf)
    return frontier.root()


def inclusion_proof(index: int, size: int, root: RootOf) -> list[bytes]:
    """Return the proof that the leaf at a place is in the list of `size` leaves (RFC 6962 2.1.1)."""
    if not 0 <= index < size:
        raise ValueError(f"there is no leaf {index} in a list of {size}")
    start, end = 0, size
    path = []
    while end - start > 1:
        split = start + _half(end - start)
        if index < split:
            path.append((split, end))
            end = split
        else:
            path.append((start, split))
            start = split
    return [root(*part) for part in reversed(path)]


def consistency_proof(old: int, new: int, root: RootOf) -> list[bytes]:
    """Return the proof that the list of `new` leaves begins with the list of `old` leaves (RFC 6962 2.1.2)."""
    if not 0 < old <= new:
        raise ValueError(f"a list of {new} leaves did not grow from one of {old}")
    start, end, is_known = 0, new, True
    path = []
    while old != end:
        split = start + _half(end - start)
        if old <= split:
            path.append((split, end))
            end = split
        else:
            path.append((start, split))
            start, is_known = split, False
    if not is_known:
        path.append((start, end))
    return [root(*part) for part in reversed(path)]


def consistency_since(old: Frontier, leaves: Sequence[bytes]) -> list[bytes]:
    """Return the proof that a list begins with an older one, from that one's complete subtrees and the leaves since.

    The leaves are hashes; memory is theirs alone. An older list of no leaves needs no proof.
    """
    if not old.size:
        return []
    subtrees, start = {}, 0
    for node, level in zip(old.nodes, _levels(old.size), strict=True):
        subtrees[start] = node
        start += 1 << level
    return consistency_proof(
        old.size,
        old.size + len(leaves),
        lambda first, end: subtrees[first] if end <= old.size else root_of(leaves[first - old.size : end - old.size]),
    )


def verify_inclusion(leaf: bytes, index: int, size: int, *, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows that the leaf is at its place in the list of this size and root (RFC 9162 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for node in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(node, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, node)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def verify_consistency(old: int, new: int, *, proof: Sequence[bytes], old_root: bytes, new_root: bytes) -> bool:
    """Whether a proof shows that a list only grew from one size and root to another (RFC 9162 2.1.4.2)."""
    if not 0 < old <= new:
        return False
    if old == new:
        return not proof and old_root == new_root
    # Where the older list is one complete subtree, its root is known and is left out of the proof.
    nodes = [old_root, *proof] if old & (old - 1) == 0 else [*proof]
    if not nodes:
        return False
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    found_old = found_new = nodes[0]
    for node in nodes[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            found_old, found_new = node_hash(node, found_old), node_hash(node, found_new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found_new = node_hash(found_new, node)
        place, last = place >> 1, last >> 1
    return last == 0 and found_old == old_root and found_new == new_root


@dataclass(slots=True)
class _Subtree:
    """A complete subtree on the way, with the places in it that a proof is wanted of."""

    root: bytes
    level: int
    wanted: list[int]


def inclusion_proofs(
    leaves: Iterable[bytes], wanted: Collection[int], before: Frontier | None = None
) -> dict[int, list[bytes]]:
    """Return the proofs of several places in one pass over the leaves that follow `before`, in O(log n) memory each."""
    start = before or Frontier()
    proofs: dict[int, list[bytes]] = {index: [] for index in wanted}
    trees = [_Subtree(root, level, []) for root, level in zip(start.nodes, _levels(start.size), strict=True)]
    size = start.size
    for leaf in leaves:
        trees.append(_Subtree(leaf, 0, [size] if size in proofs else []))
        size += 1
        while len(trees) > 1 and trees[-1].level == trees[-2].level:
            _join(trees, proofs)
    while len(trees) > 1:
        _join(trees, proofs)
    if not all(start.size <= place < size for place in proofs):
        raise ValueError("a proof was wanted of a leaf that is not there")
    return proofs


def _join(trees: list[_Subtree], proofs: dict[int, list[bytes]]) -> None:
    right, left = trees.pop(), trees.pop()
    for index in left.wanted:
        proofs[index].append(right.root)
    for index in right.wanted:
        proofs[index].append(left.root)
    trees.append(_Subtree(node_hash(left.root, right.root), left.level + 1, left.wanted + right.wanted))


def _levels(size: int) -> list[int]:
    """The heights of the complete subtrees of a list, largest first."""
    return [level for level in reversed(range(size.bit_length())) if size >> level & 1]


def _half(size: int) -> int:
    """The largest power of two smaller than a size of at least two."""
    return 1 << ((size - 1).bit_length() - 1)
