"""The list of leaves (AUD 3.1): RFC 6962, with the reference vectors of Certificate Transparency, and exhaustively."""

import functools
import hashlib
from collections.abc import Callable

import pytest

from tables.audit import merkle

# The eight leaves of the reference implementations, and the roots and proofs that they publish for them.
INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
INCLUSION = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
CONSISTENCY = {
    (1, 1): [],
    (1, 8): INCLUSION[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
MOST = 64


def naive_root(data: list[bytes]) -> bytes:
    """The definition of RFC 6962 2.1, word for word."""
    if not data:
        return hashlib.sha256(b"").digest()
    if len(data) == 1:
        return hashlib.sha256(b"\x00" + data[0]).digest()
    split = max(2**power for power in range(8) if 2**power < len(data))
    return hashlib.sha256(b"\x01" + naive_root(data[:split]) + naive_root(data[split:])).digest()


def naive_path(index: int, data: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962 2.1.1, word for word."""
    if len(data) == 1:
        return []
    split = max(2**power for power in range(8) if 2**power < len(data))
    if index < split:
        return [*naive_path(index, data[:split]), naive_root(data[split:])]
    return [*naive_path(index - split, data[split:]), naive_root(data[:split])]


def naive_growth(old: int, data: list[bytes], *, is_whole: bool = True) -> list[bytes]:
    """SUBPROOF of RFC 6962 2.1.2, word for word."""
    if old == len(data):
        return [] if is_whole else [naive_root(data)]
    split = max(2**power for power in range(8) if 2**power < len(data))
    if old <= split:
        return [*naive_growth(old, data[:split], is_whole=is_whole), naive_root(data[split:])]
    return [*naive_growth(old - split, data[split:], is_whole=False), naive_root(data[:split])]


def texts(size: int) -> list[bytes]:
    """The contents of so many leaves."""
    return [b"leaf %d" % number for number in range(size)]


def roots_in(data: list[bytes]) -> Callable[[int, int], bytes]:
    """The root of any part of the list."""
    return functools.cache(lambda start, end: merkle.root_of(map(merkle.leaf_hash, data[start:end])))


@pytest.mark.parametrize("size", range(9))
def test_rfc_6962_roots_of_the_reference_leaves(size: int) -> None:
    """At every size, grown leaf by leaf."""
    leaves = [merkle.leaf_hash(bytes.fromhex(text)) for text in INPUTS[:size]]
    assert merkle.root_of(leaves).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_rfc_6962_inclusion_proofs_of_the_reference_leaves(index: int, size: int) -> None:
    """Made one by one, made in one pass, and verified."""
    data = [bytes.fromhex(text) for text in INPUTS[:size]]
    leaves = [merkle.leaf_hash(content) for content in data]
    proof = merkle.inclusion_proof(index, size, roots_in(data))
    assert [node.hex() for node in proof] == INCLUSION[index, size]
    assert merkle.inclusion_proofs(leaves, [index]) == {index: proof}
    assert merkle.verify_inclusion(leaves[index], index, size, proof=proof, root=bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("old", "new"), CONSISTENCY)
def test_rfc_6962_consistency_proofs_of_the_reference_leaves(old: int, new: int) -> None:
    """Made and verified."""
    proof = merkle.consistency_proof(old, new, roots_in([bytes.fromhex(text) for text in INPUTS]))
    assert [node.hex() for node in proof] == CONSISTENCY[old, new]
    old_root, new_root = bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[new])
    assert merkle.verify_consistency(old, new, proof=proof, old_root=old_root, new_root=new_root)


def test_rfc_6962_every_inclusion_proof_up_to_64_leaves() -> None:
    """As the definition gives it, verified; and not for another place, size, leaf, or with a hash more, less or changed."""
    for size in range(1, MOST + 1):
        data = texts(size)
        root, part = naive_root(data), roots_in(data)
        assert merkle.root_of(map(merkle.leaf_hash, data)) == root
        every = merkle.inclusion_proofs(map(merkle.leaf_hash, data), range(size))
        for index in range(size):
            leaf, proof = merkle.leaf_hash(data[index]), merkle.inclusion_proof(index, size, part)
            assert proof == naive_path(index, data) == every[index]
            assert merkle.verify_inclusion(leaf, index, size, proof=proof, root=root)
            others = [(leaf, index + 1, proof), (leaf, index - 1, proof), (leaf, index, [*proof, leaf])]
            others += [(merkle.leaf_hash(b"x"), index, proof), (leaf, size, proof)]
            others += [(leaf, index, [*proof[:at], b"x" * 32, *proof[at + 1 :]]) for at in range(len(proof))]
            others += [(leaf, index, proof[:-1])] if proof else []
            for wrong_leaf, place, nodes in others:
                assert not merkle.verify_inclusion(wrong_leaf, place, size, proof=nodes, root=root), (size, place)


def test_rfc_6962_every_consistency_proof_up_to_64_leaves() -> None:
    """As the definition gives it, verified; and not for other sizes or roots, or with a hash more, less or changed."""
    data = texts(MOST)
    part = roots_in(data)
    for new in range(1, MOST + 1):
        for old in range(1, new + 1):
            old_root, new_root = part(0, old), part(0, new)
            proof = merkle.consistency_proof(old, new, part)
            assert proof == naive_growth(old, data[:new])
            assert merkle.verify_consistency(old, new, proof=proof, old_root=old_root, new_root=new_root)
            wrong = [[*proof, new_root], *([proof[:-1]] if proof else [])]
            wrong += [[*proof[:at], b"x" * 32, *proof[at + 1 :]] for at in range(len(proof))]
            for nodes in wrong:
                assert not merkle.verify_consistency(old, new, proof=nodes, old_root=old_root, new_root=new_root)
            for roots in ((b"x" * 32, new_root), (old_root, b"x" * 32)):
                assert not merkle.verify_consistency(old, new, proof=proof, old_root=roots[0], new_root=roots[1])


def test_aud_3_1_the_list_grows_from_its_frontier_alone() -> None:
    """At any size, from what was kept; the proofs of later leaves need no more either."""
    data = texts(MOST)
    leaves = [merkle.leaf_hash(content) for content in data]
    paths = [naive_path(at, data) for at in range(MOST)]
    for size in range(MOST):
        frontier = merkle.Frontier()
        for leaf in leaves[:size]:
            frontier.add(leaf)
        assert len(frontier.nodes) == size.bit_count()
        kept = merkle.Frontier(size, list(frontier.nodes))
        proofs = merkle.inclusion_proofs(leaves[size:], range(size, MOST), kept)
        assert proofs == {at: paths[at] for at in range(size, MOST)}
        grown = kept.copy()
        for leaf in leaves[size:]:
            grown.add(leaf)
        assert (kept.root(), grown.root()) == (naive_root(data[:size]), naive_root(data))


def test_aud_3_1_what_cannot_be_is_refused() -> None:
    """No list, no leaf, no growth."""
    for size, nodes in ((1, []), (0, [b"x" * 32]), (-1, []), (2, [b"short"])):
        with pytest.raises(ValueError, match="subtree"):
            merkle.Frontier(size, nodes)
    part = roots_in(texts(3))
    for index in (-1, 3):
        with pytest.raises(ValueError, match="no leaf"):
            merkle.inclusion_proof(index, 3, part)
        with pytest.raises(ValueError, match="not there"):
            merkle.inclusion_proofs(map(merkle.leaf_hash, texts(3)), [index])
    for old, new in ((0, 3), (3, 2)):
        with pytest.raises(ValueError, match="did not grow"):
            merkle.consistency_proof(old, new, part)
        assert not merkle.verify_consistency(old, new, proof=[], old_root=merkle.EMPTY_ROOT, new_root=merkle.EMPTY_ROOT)
    assert not merkle.verify_consistency(3, 4, proof=[], old_root=part(0, 3), new_root=part(0, 3))
