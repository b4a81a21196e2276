"""Signed checkpoints outside the database: a directory that only ever gains files (AUD 3.1).

    DIR/keys/<key id>.pem                      public halves, also of keys no longer used
    DIR/keys/<key id>.signed                   the key before it has signed it (tables/audit/keyring.py)
    DIR/keys/<key id>.revoked                  from which checkpoint on it counts for nothing
    DIR/<casino>/<thousands>/<number>.json     one signed checkpoint a file
    DIR/<casino>/<thousands>/<number>.leaves   the leaves it added to the list, a canonical line each

Nothing here deletes or overwrites: a file that is there and differs from what is to be written is a CopyFaultError
(docs/decisions/0065).
"""

import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tables.audit.canonical import NotCanonicalError
from tables.audit.checkpoint import Leaf, SignedCheckpoint
from tables.audit.documents import DocumentError
from tables.audit.keyring import Revocation, Statements, Succession, read_statement
from tables.audit.lines import read_line
from tables.audit.signature import KeyFileError, key_id, public_key_pem, read_public_key

S = TypeVar("S", Succession, Revocation)
A_FOLDER = 1000
DIGITS = 12
NAME = re.compile(rf"(\d{{{DIGITS}}})\.json")


class CopyFaultError(Exception):
    """A copy that cannot be made or read; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Copies:
    """The directory, as far as one casino is concerned."""

    directory: Path
    casino_id: int

    def path(self, number: int) -> Path:
        """Where the copy of a checkpoint lies."""
        return self._folder / f"{number // A_FOLDER:0{DIGITS - 3}}" / f"{number:0{DIGITS}}.json"

    def leaves_path(self, number: int) -> Path:
        """Where the leaves lie that a checkpoint added."""
        return self.path(number).with_suffix(".leaves")

    def has(self, number: int) -> bool:
        """Whether there is a copy of this number, with any content."""
        return self.path(number).exists()

    def newest(self) -> int:
        """The highest number there is a copy of; 0 where there is none. Raises CopyFaultError."""
        try:
            for folder in sorted(self._folders(), reverse=True):
                if numbers := _numbers(folder):
                    return max(numbers)
        except OSError as error:
            raise CopyFaultError(f"{self._folder} cannot be read: {error.strerror}") from error
        return 0

    def numbers(self) -> Iterator[int]:
        """All numbers there are copies of, ascending. Raises CopyFaultError."""
        try:
            for folder in sorted(self._folders()):
                yield from sorted(_numbers(folder))
        except OSError as error:
            raise CopyFaultError(f"{self._folder} cannot be read: {error.strerror}") from error

    def read(self, number: int) -> SignedCheckpoint:
        """Read one; raises CopyFaultError."""
        path = self.path(number)
        try:
            return SignedCheckpoint.read_copy(path.read_bytes())
        except OSError as error:
            raise CopyFaultError(f"{path} cannot be read: {error.strerror}") from error
        except DocumentError as error:
            raise CopyFaultError(f"{path} is no copy of a checkpoint: {error}") from error

    def read_leaves(self, number: int) -> list[Leaf] | None:
        """The leaves that a checkpoint added; None where they were not kept. Raises CopyFaultError."""
        path = self.leaves_path(number)
        try:
            return [Leaf.read(read_line(line)) for line in path.read_bytes().splitlines()]
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CopyFaultError(f"{path} cannot be read: {error.strerror}") from error
        except (DocumentError, NotCanonicalError) as error:
            raise CopyFaultError(f"{path} has a line that is no leaf: {error}") from error

    def write(self, signed: SignedCheckpoint, leaves: Iterable[Leaf]) -> None:
        """Add one with its leaves, durably, or find the same there already; raises CopyFaultError.

        The leaves come first, so that a checkpoint that lies there has them beside it.
        """
        number = signed.checkpoint.number
        add_file(self.leaves_path(number), b"".join(leaf.data() + b"\n" for leaf in leaves))
        add_file(self.path(number), signed.copy())

    @property
    def _folder(self) -> Path:
        return self.directory / str(self.casino_id)

    def _folders(self) -> list[Path]:
        return list(self._folder.iterdir()) if self._folder.is_dir() else []


def add_public_key(directory: Path, public_key: bytes) -> None:
    """Keep the public half of a key beside what it signs; raises CopyFaultError."""
    add_file(directory / "keys" / f"{key_id(public_key)}.pem", public_key_pem(public_key))


def public_keys(directory: Path) -> Mapping[str, bytes]:
    """The public keys that are kept, by their ids; a file that is none is a CopyFaultError."""
    try:
        files = sorted((directory / "keys").glob("*.pem"))
        keys = [read_public_key(file.read_bytes()) for file in files]
    except OSError as error:
        raise CopyFaultError(f"{directory / 'keys'} cannot be read: {error.strerror}") from error
    except KeyFileError as error:
        raise CopyFaultError(f"a file in {directory / 'keys'} is no key: {error}") from error
    return {key_id(key): key for key in keys}


def add_statement(directory: Path, statement: Succession | Revocation) -> None:
    """Keep what is said of a key beside it; raises CopyFaultError where something else is said there."""
    name = f"{statement.new}.signed" if isinstance(statement, Succession) else f"{statement.key}.revoked"
    add_file(directory / "keys" / name, statement.line())


def statements(directory: Path) -> Statements:
    """Return what lies beside the keys and is said of them; a file that is none is a CopyFaultError."""
    return Statements(
        tuple(_read_statements(directory, "signed", Succession)),
        tuple(_read_statements(directory, "revoked", Revocation)),
    )


def add_file(path: Path, data: bytes) -> None:
    """Write a new file whole and durably, or find it there with the same content; raises CopyFaultError."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _place(beside, path)
        _sync_folders(path)
    except OSError as error:
        raise CopyFaultError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        _forget(beside)
    if path.read_bytes() != data:
        raise CopyFaultError(f"{path} is there already and says something else: two databases, or one that was changed")


def _read_statements(directory: Path, suffix: str, kind: type[S]) -> Iterator[S]:
    for path in sorted((directory / "keys").glob(f"*.{suffix}")):
        try:
            yield read_statement(path.read_bytes(), kind)
        except OSError as error:
            raise CopyFaultError(f"{path} cannot be read: {error.strerror}") from error
        except DocumentError as error:
            raise CopyFaultError(f"{path} is no statement about a key: {error}") from error


def _place(beside: Path, path: Path) -> None:
    """Give the file its name; a link, unlike a renaming, never takes the place of one that is there."""
    try:
        os.link(beside, path)
    except FileExistsError:
        return


def _sync_folders(path: Path) -> None:
    """A name is durable when its folder is, and a new folder when the one around it is."""
    for folder in (path.parent, path.parent.parent, path.parent.parent.parent):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _forget(beside: Path) -> None:
    try:
        beside.unlink(missing_ok=True)
    except OSError:
        return  # the folder was the trouble, and what went wrong with it is being told


def _numbers(folder: Path) -> list[int]:
    return [int(match[1]) for entry in os.scandir(folder) if (match := NAME.fullmatch(entry.name))]
