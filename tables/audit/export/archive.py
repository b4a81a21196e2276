"""Opening an export that is handed over: nothing in it is trusted, and no size of it fills the memory."""

import hashlib
import io
import stat
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tables.audit.export.manifest import ALWAYS_LISTED, MANIFEST, MAY_BE_LISTED, FileFacts

LONGEST_IN_MEMORY = 64 * 2**20
"""Bytes of a file that is read as a whole."""

# Hashes, which each line holds, cannot be packed: no true export comes near this.
_MOST_PACKED, _ALWAYS_ALLOWED = 200, 2**20
_PIECE = 2**20
_ENCRYPTED = 0x1
_METHODS = (ZIP_STORED, ZIP_DEFLATED)
# What the library of Python raises on bytes that are no zip, or a damaged one; found by trying.
_DAMAGED = (BadZipFile, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError, OSError, OverflowError)
_DAMAGED_TOO = (struct.error, zlib.error, MemoryError)
# Bytes of the parts of a zip: before a file, in the list of files, at the end, and there where a zip may be large.
_LOCAL_HEADER, _AT_LENGTHS, _LISTED_HEADER, _END, _END_OF_LARGE = 30, 26, 46, 22, 76


class ArchiveError(ValueError):
    """A file in the zip that cannot be read."""


class Archive:
    """The zip of an export; raises OSError or ArchiveError where there is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._zip = ZipFile(path)
        except OSError as error:
            # Of Python's own errors only these name a file; the others are of offsets that cannot be.
            if error.filename is not None:
                raise
            raise ArchiveError(f"{path.name} is no zip that can be read: {error}") from None
        except (*_DAMAGED, *_DAMAGED_TOO) as error:
            raise ArchiveError(f"{path.name} is no zip that can be read: {error}") from None

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *raised: object) -> None:
        self._zip.close()

    def problems(self) -> Iterator[str]:
        """What is missing in the zip, too much in it, or not as an export is packed."""
        listed = self._zip.infolist()
        names = [facts.filename for facts in listed]
        for name in (*ALWAYS_LISTED, MANIFEST):
            if name not in names:
                yield f"{name} is missing"
        for name in sorted(set(names)):
            if name not in (*ALWAYS_LISTED, *MAY_BE_LISTED, MANIFEST):
                yield f"{name!r} is no file of an export"
            elif names.count(name) > 1:
                yield f"{name} is there more than once"
        for facts in listed:
            yield from _member_problems(facts)
        if self._zip.comment:
            yield "the zip has a comment"
        if not self._is_filled(listed):
            yield "something stands before, between or behind its files, which another program may take for one of them"

    def differing(self, names: Sequence[str]) -> str:
        """Say which files are missing or too many, where these and the manifest are to be there; empty where none."""
        present, wanted = set(self._zip.namelist()), {*names, MANIFEST}
        problems = [f"{name} is missing" for name in sorted(wanted - present)]
        problems += [f"{name} is in the zip and not in the manifest" for name in sorted(present - wanted)]
        return "; ".join(problems)

    def _is_filled(self, listed: list[ZipInfo]) -> bool:
        """Whether the files follow each other from the first byte on, then the list of them, and then nothing."""
        expected = 0
        for facts in sorted(listed, key=lambda facts: facts.header_offset):
            if facts.header_offset != expected:
                return False
            expected += _LOCAL_HEADER + sum(self._lengths(facts)) + facts.compress_size
        size = sum(_LISTED_HEADER + len(facts.filename.encode()) + len(facts.extra) for facts in listed)
        behind = self._path.stat().st_size - expected - size
        return expected == self._zip.start_dir and behind in (_END, _END + _END_OF_LARGE)

    def _lengths(self, facts: ZipInfo) -> tuple[int, int]:
        """How long the name and what is said besides are in the header that stands before a file."""
        with self._path.open("rb") as file:
            file.seek(facts.header_offset + _AT_LENGTHS)
            lengths = file.read(4)
        return int.from_bytes(lengths[:2], "little"), int.from_bytes(lengths[2:], "little")

    def open(self, name: str) -> "FileInArchive":
        """One file of it, to be read once; raises ArchiveError."""
        try:
            return FileInArchive(name, self._zip.open(name))
        except (*_DAMAGED, *_DAMAGED_TOO) as error:
            raise ArchiveError(f"{name} cannot be read: {error}") from None


def _member_problems(facts: ZipInfo) -> Iterator[str]:
    """What is said of a file in the list of the zip that no export says."""
    name = facts.filename
    if facts.flag_bits & _ENCRYPTED:
        yield f"{name!r} is encrypted"
    if facts.compress_type not in _METHODS:
        yield (
            f"{name!r} is packed by method {facts.compress_type}: the files of an export are stored or deflated, "
            "and nothing else is unpacked here"
        )
    if stat.S_IFMT(facts.external_attr >> 16) not in (0, stat.S_IFREG):
        yield f"{name!r} is marked as a link or another thing that is no file: a program may write elsewhere by it"
    if facts.orig_filename != name:
        yield f"{name!r} is called {facts.orig_filename!r} by other programs"
    if facts.file_size > _MOST_PACKED * facts.compress_size + _ALWAYS_ALLOWED:
        yield f"{name!r} would unpack to {facts.file_size:,} bytes, which no export does"


class FileInArchive(io.RawIOBase):
    """Bytes of a file, which is measured on the way; raises ArchiveError where it is damaged."""

    def __init__(self, name: str, file: IO[bytes]) -> None:
        super().__init__()
        self.name = name
        self._file = file
        self._digest = hashlib.sha256()
        self._length = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read up to as many bytes as the buffer holds."""
        try:
            data = self._file.read(len(buffer))
        except (*_DAMAGED, *_DAMAGED_TOO) as error:
            raise ArchiveError(f"{self.name} is damaged: {error}") from None
        self._digest.update(data)
        self._length += len(data)
        buffer[: len(data)] = data
        return len(data)

    def buffered(self) -> io.BufferedReader:
        """The same, to be read by lines."""
        return io.BufferedReader(self, _PIECE)

    def whole(self) -> bytes:
        """All of it; raises ArchiveError where it is longer than what may be read as a whole."""
        data = self.buffered().read(LONGEST_IN_MEMORY + 1)
        if len(data) > LONGEST_IN_MEMORY:
            raise ArchiveError(f"{self.name} is longer than any export's")
        return data

    def facts(self) -> FileFacts:
        """What was read of it."""
        return FileFacts(self._length, self._digest.hexdigest())
