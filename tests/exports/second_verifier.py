"""A second verifier of exports, written from docs/audit-format.md alone: second_verifier.py EXPORT KEY.pem [COPY.json]

It imports nothing of this project, so that the document says enough, and so that one mistake is not made twice.
"""

import base64
import hashlib
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

FILES = {"croupier-export/1": ["README.txt", "entries.csv", "entries.jsonl", "leaves.jsonl"]}
FILES["croupier-export/2"] = sorted([*FILES["croupier-export/1"], "FORMAT.md", "schemas.json"])


def sha(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def canonical(value: Any) -> bytes:
    """Section 1."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def root(trees: list[tuple[int, bytes]]) -> str:
    """The root over complete subtrees, largest first (section 3)."""
    found = trees[-1][1] if trees else sha(b"")
    for _size, tree in trees[-2::-1]:
        found = sha(b"\1" + tree + found)
    return found.hex()


def grown(trees: list[tuple[int, bytes]], leaf: bytes) -> None:
    """A leaf more (section 3)."""
    trees.append((1, leaf))
    while len(trees) > 1 and trees[-1][0] == trees[-2][0]:
        (size, right), (_, left) = trees.pop(), trees.pop()
        trees.append((2 * size, sha(b"\1" + left + right)))


def climbed(leaf: bytes, index: int, size: int, path: list[str]) -> str:
    """The root that an inclusion proof leads to (section 5)."""
    last = size - 1
    for node in map(bytes.fromhex, path):
        if index & 1 or index == last:
            leaf = sha(b"\1" + node + leaf)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            leaf = sha(b"\1" + leaf + node)
        index, last = index >> 1, last >> 1
    return leaf.hex()


def signature_problems(key: Ed25519PublicKey, what: str, document: Any, signed: Any) -> Iterator[str]:
    """Whether a document is signed by the key (sections 4 and 5)."""
    if signed["key"] != sha(key.public_bytes_raw()).hex()[:16]:
        yield f"{what} names another key"
    try:
        key.verify(base64.b64decode(signed["signature"], validate=True), canonical(document))
    except (InvalidSignature, ValueError):
        yield f"the signature of {what}"


def problems(export: Path, key: Ed25519PublicKey, copy: Any = None) -> Iterator[str]:
    """What does not hold."""
    with zipfile.ZipFile(export) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
        manifest = json.loads(files["manifest.json"])
        if sorted(archive.namelist()) != sorted([*FILES[manifest["format"]], "manifest.json"]):
            yield "the files"
    if canonical(manifest) + b"\n" != files["manifest.json"]:
        yield "the manifest is not canonical"
    yield from signature_problems(key, "manifest", {**manifest, "signature": None}, manifest["signature"])
    made = manifest["checkpoint"]["checkpoint"]
    yield from signature_problems(key, "checkpoint", made, {**manifest["checkpoint"], "key": made["key"]})
    if manifest["files"] != {n: {"bytes": len(files[n]), "sha256": sha(files[n]).hex()} for n in manifest["files"]}:
        yield "a file is not the one that the manifest names"
    trees = [(1 << bit) for bit in range(64) if manifest["leaves"]["first"] >> bit & 1][::-1]
    subtrees = list(zip(trees, map(bytes.fromhex, manifest["leaves"]["before"]), strict=True))
    size, claims, copied = manifest["leaves"]["first"], {}, None
    for line in files["leaves.jsonl"].splitlines():
        leaf = json.loads(line)
        claims[leaf["chain"], leaf["sequence"]] = leaf["hash"]
        grown(subtrees, sha(b"\0" + line))
        size += 1
        copied = root(subtrees) if copy and size == copy["checkpoint"]["size"] else copied
    if (size, root(subtrees)) != (made["size"], made["root"]):
        yield "the list of leaves"
    if copy and copied != copy["checkpoint"]["root"]:
        yield "the list does not begin with that of the copy"
    yield from chain_problems(manifest, made, files["entries.jsonl"], claims)


def chain_problems(manifest: Any, made: Any, data: bytes, claims: dict[tuple[str, int], str]) -> Iterator[str]:
    """Entries and stubs, in the order of the chains of the manifest (sections 1, 2 and 5)."""
    lines = iter(data.split(b"\n")[:-1])
    for chain in manifest["chains"]:
        previous, time, whole = chain["previous_hash"], "", 0
        for sequence in range(chain["first"], chain["last"] + 1):
            line = next(lines, b"null")
            entry = json.loads(line) or {}
            named = f"entry {sequence} of {chain['chain']}"
            place = (entry.get("chain"), entry.get("sequence"), entry.get("previous_hash"))
            if place != (chain["chain"], sequence, previous) or canonical(entry) != line:
                yield f"{named} does not follow the one before"
                break
            if "payload" in entry:
                body = {name: value for name, value in entry.items() if name != "hash"}
                if sha(canonical(body)).hex() != entry["hash"] or entry["time"] < time:
                    yield f"{named} was changed"
                time, whole = entry["time"], whole + 1
            if claims.pop((chain["chain"], sequence), entry["hash"]) != entry["hash"]:
                yield f"{named} is not the one that was signed"
            previous = entry["hash"]
        if (previous, whole) != (chain["hash"], chain["entries"]):
            yield f"{chain['chain']} does not end as the manifest says"
        yield from proof_problems(chain, made)
        if any(named == chain["chain"] and sequence > chain["last"] for named, sequence in claims):
            yield f"{chain['chain']} is cut off"
    if next(lines, None) is not None:
        yield "lines after the last"


def proof_problems(chain: Any, made: Any) -> Iterator[str]:
    """Whether the newest leaf of a chain is in the list of the checkpoint (section 5)."""
    proven = chain["leaf"]
    if proven:
        leaf = sha(b"\0" + canonical(proven["leaf"]))
        if climbed(leaf, proven["index"], made["size"], proven["proof"]) != made["root"]:
            yield f"the proof of {chain['chain']}"


if __name__ == "__main__":
    key_read = load_pem_public_key(Path(sys.argv[2]).read_bytes())
    if not isinstance(key_read, Ed25519PublicKey):
        raise SystemExit("not an Ed25519 key")
    copies = [json.loads(Path(path).read_bytes()) for path in sys.argv[3:4]]
    found = list(problems(Path(sys.argv[1]), key_read, *copies))
    print("\n".join(found) or "holds")
    sys.exit(1 if found else 0)
