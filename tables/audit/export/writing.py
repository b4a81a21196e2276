"""Writing an export (AUD 4.2, 4.3): a zip that anybody can verify, made at constant memory.

For the caller:

    source = ExportSource(
        casino=1, casino_name="Casino", made_at=time_text(now), software="croupier 0.1.0",
        filter={...},                # what was asked for, as JSON: periods, tables, acts, people
        rows=rows,                   # see below
        checkpoint=newest,           # SignedCheckpoint, or None where none was made yet
        leaves=lambda: ...,          # the leaves of that checkpoint's list, in order; called twice
        before=Frontier(),           # given where the leaves do not begin at 0: what comes before them
        keys=Statements(),           # what is said of the keys that sign: which follows which, which are revoked
        note="",                     # the checkpoint as a note with the cosignatures under it, where there is one
    )
    manifest = write_export(path, source, signer=signer, progress=progress)

`rows` are dictionaries, chain by chain with the chains in ascending order of their names (as Python compares text), and
in ascending sequence: whole entries with the fields of `chain.HASHED_FIELDS` and `hash`, the time as `time_text` gives
it, the payload parsed or, which is faster, as the JSON text that the database stores; and stubs with the four fields of
STUB_FIELDS. Of each chain of which anything is kept they begin with the first kept entry and go on without a gap at
least to the entry that the newest checkpoint names (AUD 4.3) and to the last kept one; a chain of which nothing is kept
does not come. Entries later than the checkpoint may follow: the verifier says that they are not signed yet. Rows are
written as they come: what is wrong with them is for the verifier to find, so that also the log of a database that was
tampered with can be handed over. Only a row that cannot be written raises ExportError.

`leaves()` gives the leaves from place `before.size` on to the size of the checkpoint. The proofs are computed here.
All leaves of the list are the better export: any older copy of a checkpoint can then be compared. Where that is too
much, `before` takes the place of the leaves of earlier checkpoints, never of those since the first kept entry.

`progress(rows_written)` is called every ROWS_AT_A_TIME rows; what it raises ends the export, which is how to cancel one.
The file comes to stand at its path whole or not at all; a part file beside it is removed, and overwritten if one is left.
`signer` signs the manifest with the casino's key, so that also the files and the filter are vouched for; without it a
verification with --key fails, because anybody could have taken the signature away.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from tables.audit import merkle
from tables.audit.canonical import NotCanonicalError, canonical
from tables.audit.chain import HASHED_FIELDS
from tables.audit.checkpoint import Leaf, SignedCheckpoint
from tables.audit.export.manifest import (
    DESCRIPTION,
    ENTRIES,
    LEAVES,
    MANIFEST,
    README,
    SCHEMAS,
    SPREADSHEET,
    ExportedChain,
    FileFacts,
    Manifest,
    ProvenLeaf,
)
from tables.audit.export.readme import readme_text
from tables.audit.export.spreadsheet import BEGINNING, csv_row
from tables.audit.keyring import Statements
from tables.audit.lines import line_of_stored
from tables.audit.payloads import schemas_line
from tables.audit.signature import Signer

ENTRY_FIELDS = frozenset({*HASHED_FIELDS, "hash"})
STUB_FIELDS = frozenset({"chain", "sequence", "previous_hash", "hash"})
ROWS_AT_A_TIME = 500

Row = Mapping[str, Any]
Progress = Callable[[int], None]

FORMAT_DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "audit-format.md"
"""What goes into each export as FORMAT.md, so that it can be read without this project."""

# The quickest: the hashes, which are most of what is left, cannot be packed anyway.
_PACKED = 1
_PIECE = 2**20


class ExportError(ValueError):
    """A row that cannot be part of an export."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportSource:
    """All that goes into an export; what each must be stands at the top of this module."""

    casino: int
    casino_name: str
    made_at: str
    software: str
    filter: Mapping[str, Any]
    rows: Iterable[Row]
    checkpoint: SignedCheckpoint | None = None
    leaves: Callable[[], Iterable[Leaf]] = tuple
    before: merkle.Frontier = field(default_factory=merkle.Frontier)
    keys: Statements = field(default_factory=Statements)
    note: str = ""


def write_export(
    target: Path, source: ExportSource, *, signer: Signer | None = None, progress: Progress | None = None
) -> Manifest:
    """Write the zip and return its manifest; raises ExportError, and what `progress` raises."""
    part = target.with_name(target.name + ".part")
    try:
        with part.open("wb") as file:
            with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=_PACKED) as archive:
                manifest = _write_files(archive, source, signer, progress)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return manifest


def _write_files(archive: ZipFile, source: ExportSource, signer: Signer | None, progress: Progress | None) -> Manifest:
    # A zip takes one file after the other, so that the rows of the spreadsheet wait on disk.
    with tempfile.TemporaryFile(dir=Path(str(archive.filename)).parent) as waiting:
        with _member(archive, ENTRIES) as entries:
            chains = _write_rows(source.rows, entries, _Measured(waiting), progress)
        waiting.seek(0)
        with _member(archive, SPREADSHEET) as sheet:
            while piece := waiting.read(_PIECE):
                sheet.write(piece)
    with _member(archive, LEAVES) as leaves:
        newest = _write_leaves(source, leaves)
    manifest = Manifest(
        software=source.software,
        casino=source.casino,
        casino_name=source.casino_name,
        made_at=source.made_at,
        filter=source.filter,
        chains=_with_proofs(chains, newest, source),
        checkpoint=source.checkpoint,
        before=source.before,
        leaves=newest.count,
        keys=source.keys,
        note=source.note,
    )
    texts = {
        README: readme_text(manifest).encode(),
        DESCRIPTION: FORMAT_DOCUMENT.read_bytes(),
        SCHEMAS: schemas_line(),
    }
    files = {ENTRIES: entries, SPREADSHEET: sheet, LEAVES: leaves}
    for name, text in texts.items():
        with _member(archive, name) as files[name]:
            files[name].write(text)
    manifest = replace(manifest, files={name: file.facts() for name, file in files.items()})
    manifest = manifest.signed(signer) if signer else manifest
    with _member(archive, MANIFEST) as file:
        file.write(manifest.line())
    return manifest


class _Measured:
    """A file being written, with its length and SHA-256; small writes are gathered."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._pieces: list[bytes] = []
        self._waiting = self._length = 0
        self._digest = hashlib.sha256()

    def write(self, data: bytes) -> None:
        """Write it, sooner or later."""
        self._pieces.append(data)
        self._waiting += len(data)
        if self._waiting >= _PIECE:
            self.flush()

    def flush(self) -> None:
        """Write what was gathered."""
        data = b"".join(self._pieces)
        self._pieces.clear()
        self._waiting = 0
        self._length += len(data)
        self._digest.update(data)
        self._file.write(data)

    def facts(self) -> FileFacts:
        """What the manifest says of it."""
        return FileFacts(self._length, self._digest.hexdigest())


@contextmanager
def _member(archive: ZipFile, name: str) -> Iterator[_Measured]:
    with archive.open(name, "w", force_zip64=True) as file:
        measured = _Measured(file)
        yield measured
        measured.flush()


@dataclass(slots=True)
class _Written:
    """What was written of a chain so far."""

    chain: str
    first: int
    previous_hash: str
    last: int = 0
    hash: str = ""
    entries: int = 0
    stubs: int = 0


def _write_rows(rows: Iterable[Row], entries: _Measured, sheet: _Measured, progress: Progress | None) -> list[_Written]:
    chains: list[_Written] = []
    sheet.write(BEGINNING)
    for count, row in enumerate(rows, 1):
        line = _line(row)
        if not chains or chains[-1].chain != row["chain"]:
            chains.append(_next_chain(chains, row))
        chain = chains[-1]
        chain.last, chain.hash = row["sequence"], row["hash"]
        if len(row) == len(STUB_FIELDS):
            chain.stubs += 1
        else:
            chain.entries += 1
            sheet.write(csv_row(row, line))
        entries.write(line + b"\n")
        if progress and count % ROWS_AT_A_TIME == 0:
            progress(count)
    sheet.flush()
    return chains


def _line(row: Row) -> bytes:
    if row.keys() != ENTRY_FIELDS and row.keys() != STUB_FIELDS:
        raise ExportError(f"a row has the fields {', '.join(sorted(row))}: it is no entry and no stub")
    try:
        return line_of_stored(row) if type(row.get("payload")) is str else canonical(row)
    except NotCanonicalError as error:
        raise ExportError(f"entry {row['sequence']} of chain {row['chain']} cannot be written: {error}") from None


def _next_chain(chains: Sequence[_Written], row: Row) -> _Written:
    if chains and row["chain"] <= chains[-1].chain:
        raise ExportError(f"chain {row['chain']} comes after chain {chains[-1].chain}: they are out of order")
    return _Written(row["chain"], row["sequence"], row["previous_hash"])


@dataclass(slots=True)
class _Newest:
    """How many leaves were written, and the newest of each chain with its place in the list."""

    count: int = 0
    leaves: dict[str, tuple[int, Leaf]] = field(default_factory=dict)


def _write_leaves(source: ExportSource, file: _Measured) -> _Newest:
    newest = _Newest()
    for leaf in source.leaves():
        newest.leaves[leaf.chain] = (source.before.size + newest.count, leaf)
        newest.count += 1
        file.write(leaf.data() + b"\n")
    size = source.checkpoint.checkpoint.size if source.checkpoint else 0
    if source.before.size + newest.count != size:
        raise ExportError(f"{source.before.size} + {newest.count} leaves are not the {size} of the checkpoint")
    return newest


def _with_proofs(chains: Sequence[_Written], newest: _Newest, source: ExportSource) -> tuple[ExportedChain, ...]:
    found = {chain.chain: newest.leaves[chain.chain] for chain in chains if chain.chain in newest.leaves}
    hashes = (leaf.leaf_hash() for leaf in source.leaves())
    proofs = merkle.inclusion_proofs(hashes, {index for index, _ in found.values()}, source.before)
    proven = {name: ProvenLeaf(index, leaf, tuple(proofs[index])) for name, (index, leaf) in found.items()}
    return tuple(ExportedChain(**asdict(chain), leaf=proven.get(chain.chain)) for chain in chains)
