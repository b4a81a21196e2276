"""Opening an export that is handed over: nothing in it is trusted, and no size of it fills the memory."""

import hashlib
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile, ZipFile, ZipInfo

from tables.audit.export.manifest import LISTED, MANIFEST, FileFacts

LONGEST_IN_MEMORY = 64 * 2**20
"""Bytes of a file that is read as a whole."""

# Hashes, which each line holds, cannot be packed: no true export comes near this.
_MOST_PACKED, _ALWAYS_ALLOWED = 200, 2**20
_PIECE = 2**20
_ENCRYPTED = 0x1
# Bytes of the parts of a zip: before a file, in the list of files, at the end, and there where a zip may be large.
_LOCAL_HEADER, _AT_LENGTHS, _LISTED_HEADER, _END, _END_OF_LARGE = 30, 26, 46, 22, 76


class ArchiveError(ValueError):
    """A file in the zip that cannot be read."""


class Archive:
    """The zip of an export; raises OSError or BadZipFile where there is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._zip = ZipFile(path)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *raised: object) -> None:
        self._zip.close()

    def problems(self) -> Iterator[str]:
        """What is missing in the zip, too much in it, or not as an export is packed."""
        listed = self._zip.infolist()
        names = [facts.filename for facts in listed]
        for name in (*LISTED, MANIFEST):
            if names.count(name) != 1:
                yield f"{name} is {'missing' if name not in names else 'there more than once'}"
        for name in sorted(set(names) - {*LISTED, MANIFEST}):
            yield f"{name!r} is no file of an export"
        for facts in listed:
            if facts.flag_bits & _ENCRYPTED:
                yield f"{facts.filename!r} is encrypted"
            if facts.file_size > _MOST_PACKED * facts.compress_size + _ALWAYS_ALLOWED:
                yield f"{facts.filename!r} would unpack to {facts.file_size:,} bytes, which no export does"
        if self._zip.comment:
            yield "the zip has a comment"
        if not self._is_filled(listed):
            yield "something stands before, between or behind its files, which another program may take for one of them"

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
        except (BadZipFile, KeyError, NotImplementedError, RuntimeError) as error:
            raise ArchiveError(f"{name} cannot be read: {error}") from None


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
        except (BadZipFile, zlib.error, EOFError) as error:
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
