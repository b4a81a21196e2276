"""Which program this is: its version, its commit where that is told, and a digest of its files (AUD 7.6)."""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from tables.database.catalog import server_major
from tables.database.guards import fingerprint
from tables.games.values import JSON
from tables.models import AuditEntry, Casino
from tables.policy import Act

VERSION = "0.1.0"
SOFTWARE = f"croupier {VERSION}"
SOURCES = ("casino", "locale", "manage.py", "requirements.txt", "tables", "templates")
# Made of the sources on each machine, not part of them.
MADE = (".pyc", ".mo")


@dataclass(frozen=True, slots=True)
class Source:
    """What runs here."""

    version: str
    commit: str
    """As SOURCE_COMMIT tells it; empty where nobody did."""
    digest: str
    """SHA-256 over its files, 64 hexadecimal digits."""
    guards: str
    """Which files of guards it has."""
    postgresql: int
    """The major version of the server."""

    def document(self) -> JSON:
        """Return it as an entry has it."""
        return asdict(self)


def source_here() -> Source:
    """Read what runs here from its files."""
    return Source(VERSION, settings.SOURCE_COMMIT, source_digest(settings.BASE_DIR), fingerprint(), server_major())


def source_digest(root: Path) -> str:
    """Return the SHA-256 of the lines that `sha256sum` writes of all files of the program, in the order of their names.

    So anybody can make it from a checkout of the same version (docs/operations.md).
    """
    whole = hashlib.sha256()
    for name, path in sorted(_files(root)):
        whole.update(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}\n".encode())
    return whole.hexdigest()


def _files(root: Path) -> Iterator[tuple[str, Path]]:
    for name in SOURCES:
        top = root / name
        for path in top.rglob("*") if top.is_dir() else [top]:
            if path.is_file() and path.suffix not in MADE:
                yield path.relative_to(root).as_posix(), path


def newest_deploy(casino: Casino) -> JSON | None:
    """Return what the newest entry of a deploy says; None before the first."""
    return next(iter(deploys_of(casino, 1)), None)


def deploys_of(casino: Casino, count: int) -> list[JSON]:
    """Return the newest deploys, newest first: each what it says, with `sequence` and `time`; one query."""
    found = AuditEntry.objects.filter(chain=casino.chain, act=Act.RECORD_DEPLOY).order_by("-time", "-sequence")
    return [{**entry.payload["after"], "sequence": entry.sequence, "time": entry.time} for entry in found[:count]]
