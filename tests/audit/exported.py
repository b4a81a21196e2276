"""A small log with checkpoints, exports of it, and what an attacker may do to them."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tables.audit.canonical import canonical
from tables.audit.chain import FIRST_PREVIOUS, entry_hash
from tables.audit.checkpoint import Checkpoint, Leaf, SignedCheckpoint
from tables.audit.export.manifest import Manifest
from tables.audit.export.writing import STUB_FIELDS, ExportSource, write_export
from tables.audit.merkle import Frontier, root_of
from tables.audit.signature import key_id, public_key_pem
from tables.games.calculator import settle_recorded

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
HOUSE, TABLE = "1/house", "1/table/12"
NEWEST = 3
# Of each checkpoint: which entry was the newest of the chains that had moved.
MARKS = {1: {HOUSE: 2, TABLE: 4}, 2: {TABLE: 7}, NEWEST: {HOUSE: 5, TABLE: 10}}

Entry = dict[str, Any]
Run = Callable[..., tuple[int, str]]
"""Verifies with some arguments: the exit status, and what was said."""


class Key:
    """A key of a casino."""

    def __init__(self, seed: int) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(bytes([seed] * 32))
        self.public = self._private.public_key().public_bytes_raw()
        self.key_id = key_id(self.public)

    def sign(self, data: bytes) -> bytes:
        """The signature over some bytes."""
        return self._private.sign(data)

    def file(self, folder: Path) -> str:
        """The public half as a file; its path."""
        path = folder / f"{self.key_id}.pem"
        path.write_bytes(public_key_pem(self.public))
        return str(path)


KEY, STRANGER = Key(1), Key(2)


def settlements() -> list[dict[str, Any]]:
    """Inputs and outputs of settlements that are right."""
    lines = (VECTORS / "settle.jsonl").read_text(encoding="utf-8").splitlines()
    return [{name: case[name] for name in ("input", "output")} for case in map(json.loads, lines)]


def linked(entries: Sequence[Entry]) -> list[Entry]:
    """The same entries as a well-formed chain."""
    previous, made = FIRST_PREVIOUS, []
    for sequence, entry in enumerate(entries, 1):
        fresh = {**entry, "sequence": sequence, "previous_hash": previous}
        previous = entry_hash(fresh)
        made.append({**fresh, "hash": previous})
    return made


def log() -> list[Entry]:
    """Two chains: six entries of the house, twelve of a table with two settlements and a correction."""
    return [*_chain(HOUSE, 6, {1: _bootstrap()}), *_chain(TABLE, 12, _rounds())]


PEOPLE = {"9001": "admin", "3001": "compliance", "1001": "dealer", "1002": "dealer", "2001": "floor"}
FIRST_HAND: dict[str, Any] = {
    "game": "heads_up_draw",
    "rules": {"ante": 500, "marker_count": 2, "marker_value": 2000},
    "first": 1,
    "carry": 0,
    "seats": [{"seat": 1, "stack": 9000, "markers_out": 0}, {"seat": 2, "stack": 9000, "markers_out": 0}],
    "actions": [{"seat": 1, "do": "drop"}],
    "hands": {},
}
SECOND_HAND: dict[str, Any] = {
    **FIRST_HAND,
    "first": 2,
    "actions": [
        *({"seat": 2, "do": "stay"}, {"seat": 1, "do": "draw"}),
        *({"seat": 1, "do": "exchange", "count": 0}, {"seat": 2, "do": "exchange", "count": 1}),
        *({"seat": 2, "do": "bet", "amount": 200}, {"seat": 1, "do": "call"}),
    ],
    "hands": {"1": "AsAhAdKhKc", "2": "QsQhQdJhJc"},
}


def settled(document: dict[str, Any]) -> dict[str, Any]:
    """What an entry says of a settlement with this input."""
    return {"input": document, "output": settle_recorded(document)}


def _bootstrap() -> Entry:
    people = [{"badge": badge, "roles": [role]} for badge, role in PEOPLE.items()]
    return {"act": "bootstrap", "person": None, "role": "system", "payload": {"people": people}}


def _rounds() -> dict[int, Entry]:
    """A hand that ends with a drop, then one that is shown down, settled, and corrected by the floor."""
    hands = SECOND_HAND["hands"]
    misread = {**SECOND_HAND, "hands": {**hands, "2": "QsQhQdJc9h"}}
    sent = {"number": 2, "corrections": {"hands": [{"seat": 2, "cards": hands["2"]}]}}
    why = {"version": 2, "replaces": 1, "reason": "misread", "words": "Zé; = 7♣"}
    return {
        1: _of_round(1, "open_round", {"after": _opened(FIRST_HAND), "rules_version": 1}),
        2: _of_round(1, "take_actions", {"after": {"actions": FIRST_HAND["actions"]}, "before": {}}),
        3: _of_round(1, "settle_round", settled(FIRST_HAND)),
        4: _of_round(1, "close_round", {}),
        5: _of_round(2, "open_round", {"after": _opened(SECOND_HAND), "rules_version": 1, **_anything(5)}),
        6: _of_round(2, "take_actions", {"after": {"actions": SECOND_HAND["actions"]}, "before": {}}),
        7: _of_round(2, "enter_hands", {"after": {"hands": misread["hands"]}}),
        8: _of_round(2, "settle_round", settled(misread)),
        9: {
            **_of_round(2, "correct_round", {**settled(SECOND_HAND), **why, "sent": sent, "signature": SIGNED}),
            "role": "floor",
            "person": "2001",
        },
    }


SIGNED = {"badge": "2001", "method": "pin"}


def _opened(document: dict[str, Any]) -> dict[str, Any]:
    return {name: document[name] for name in ("first", "seats", "carry")}


def _of_round(number: int, act: str, payload: dict[str, Any]) -> Entry:
    return {"act": act, "round": number, "payload": payload}


def _anything(sequence: int) -> dict[str, Any]:
    return {"sent": {"seat": 3, "chips": sequence}, "words": '=1+1;"é"'}


def _chain(name: str, length: int, special: Mapping[int, Entry]) -> list[Entry]:
    of_chains: dict[str, Entry] = {
        HOUSE: {"act": "sign", "table": None, "payload": {"badge": "1001"}},
        TABLE: {"act": "recount", "table": 12, "payload": {}},
    }
    plain = of_chains[name]
    entries = []
    for sequence in range(1, length + 1):
        entry: Entry = {
            "chain": name,
            "time": f"2026-03-01T18:30:{sequence:02}.000120Z",
            "round": None,
            "person": "1001",
            "role": "dealer",
            "device": "tablet:3",
            "command_id": f"0198c1f2-0000-7000-8000-{sequence:012}",
            "schema": 1,
            **plain,
        }
        if sequence in special:
            entry |= special[sequence]
        else:
            entry["payload"] = plain["payload"] | _anything(sequence)
        entries.append(entry)
    return linked(entries)


def leaves_of(rows: Sequence[Entry], upto: int = NEWEST) -> list[Leaf]:
    """The list after a checkpoint."""
    hashes = {(row["chain"], row["sequence"]): row["hash"] for row in rows}
    marks = [(number, chain, at) for number, heads in MARKS.items() if number <= upto for chain, at in heads.items()]
    return [Leaf(number, chain, at, hashes[chain, at]) for number, chain, at in marks if (chain, at) in hashes]


def checkpoint_of(leaves: Sequence[Leaf], number: int = NEWEST, key: Key = KEY) -> SignedCheckpoint:
    """A checkpoint over these leaves, signed."""
    made = Checkpoint(
        casino=1,
        number=number,
        time=f"2026-03-01T18:{30 + 5 * number}:00.000000Z",
        size=len(leaves),
        root=root_of(leaf.leaf_hash() for leaf in leaves).hex(),
        previous_hash=FIRST_PREVIOUS,
        key=key.key_id,
    )
    return SignedCheckpoint.sign(made, key)


def outside(number: int) -> SignedCheckpoint:
    """The copy of a checkpoint of the true log that was kept outside."""
    return checkpoint_of(leaves_of(log(), number), number)


@dataclass
class Export:
    """What goes into an export: the true log, or what an attacker made of it."""

    rows: list[Entry] = field(default_factory=log)
    leaves: list[Leaf] | None = None
    checkpoint: SignedCheckpoint | None = None
    signer: Key | None = KEY
    first_leaf: int = 0
    filter: dict[str, Any] = field(default_factory=dict)
    has_checkpoint: bool = True

    def write(self, path: Path, progress: Callable[[int], None] | None = None) -> Manifest:
        """Write it to a file."""
        leaves = leaves_of(self.rows) if self.leaves is None else self.leaves
        before = Frontier()
        for leaf in leaves[: self.first_leaf]:
            before.add(leaf.leaf_hash())
        source = ExportSource(
            casino=1,
            casino_name="Casino Zé",
            made_at="2026-03-01T19:00:00.000000Z",
            software="croupier 0.1.0",
            filter=self.filter,
            rows=self.rows,
            checkpoint=self.checkpoint or (checkpoint_of(leaves) if self.has_checkpoint else None),
            leaves=lambda: leaves[self.first_leaf :],
            before=before,
        )
        return write_export(path, source, signer=self.signer, progress=progress)


def changed(rows: Sequence[Entry], chain: str, sequence: int, /, **values: Any) -> list[Entry]:
    """The rows with other values in one of them, and its old hash."""
    here = (chain, sequence)
    return [{**row, **values} if (row["chain"], row["sequence"]) == here else row for row in rows]


def stubbed(rows: Sequence[Entry], kept: Callable[[Entry], bool]) -> list[Entry]:
    """What a choice leaves: from the first kept entry of each chain on, a stub in place of each that is not kept."""
    made: list[Entry] = []
    begun = set()
    for row in rows:
        if kept(row):
            begun.add(row["chain"])
            made.append(row)
        elif row["chain"] in begun:
            made.append({name: row[name] for name in STUB_FIELDS})
    return made


def repacked(path: Path, **changes: Callable[[bytes], bytes | None]) -> None:
    """Change files in a zip, named without their dot; None takes one out. A new one is made from nothing."""
    with ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    names = {name.replace(".", "_"): name for name in files}
    for key, change in changes.items():
        name = names.get(key, key)
        fresh = change(files.get(name, b""))
        files.pop(name, None)
        if fresh is not None:
            files[name] = fresh
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)


def edited(change: Callable[[Any], None]) -> Callable[[bytes], bytes]:
    """A change of a document of one canonical line."""

    def edit(data: bytes) -> bytes:
        document = json.loads(data)
        change(document)
        return canonical(document) + b"\n"

    return edit


def copy_of(number: int, folder: Path) -> str:
    """The path of an outside copy of a checkpoint."""
    path = folder / f"checkpoint-{number}.json"
    path.write_bytes(outside(number).copy())
    return str(path)


def refit(path: Path, name: str, data: bytes) -> None:
    """Put other bytes in place of a file, and its true size and SHA-256 into the manifest."""

    def fit(manifest: Any) -> None:
        manifest["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}

    repacked(path, **{name.replace(".", "_"): lambda _data: data, "manifest_json": edited(fit)})


def lines_of(rows: list[Entry]) -> bytes:
    """Entries as entries.jsonl holds them."""
    return b"".join(canonical(row) + b"\n" for row in rows)
