"""Where everything lies that the embedded servers keep: one folder, normally `.local`."""

import hashlib
import json
import os
import secrets
import shutil
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from local.errors import LocalError

# A unix socket's address holds 108 bytes, the closing zero among them; the longest name used below is
# ".s.PGSQL.5432.lock", which is a file only but costs nothing to count.
LONGEST_FOLDER = 107 - len("/.s.PGSQL.5432.lock")
LOG_TURNS_AT = 5_000_000


@dataclass(frozen=True, slots=True)
class Layout:
    """The folder and what is in it."""

    root: Path

    @property
    def secrets_file(self) -> Path:
        """Passwords and keys, made at the first start."""
        return self.root / "secrets.json"

    @property
    def checkpoint_key(self) -> Path:
        """The key that signs checkpoints, made at the first start."""
        return self.root / "checkpoint-key.pem"

    @property
    def postgres(self) -> Path:
        """PostgreSQL's data."""
        return self.root / "postgres"

    @property
    def redis(self) -> Path:
        """The queue's data."""
        return self.root / "redis"

    @property
    def logs(self) -> Path:
        """One log a process."""
        return self.root / "logs"

    @property
    def sockets(self) -> Path:
        """The folder of the sockets: inside the layout, unless that lies too deep for a socket's address."""
        inside = self.root / "run"
        if len(os.fsencode(inside)) <= LONGEST_FOLDER:
            return inside
        name = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"croupier-{os.getuid()}-{name}"

    def prepare(self) -> None:
        """Make the folders; root's may be passed through by the user PostgreSQL then runs as, but not read."""
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.root.chmod(0o711 if os.geteuid() == 0 else 0o700)
            for folder in (self.redis, self.logs, self.sockets):
                folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise LocalError(f"{error.filename or self.root} cannot be written: {error.strerror}.") from error
        found = self.sockets.lstat()
        if not stat.S_ISDIR(found.st_mode) or stat.S_IMODE(found.st_mode) & 0o077:
            raise LocalError(f"{self.sockets} must be a folder that nobody else can enter; remove it and start again.")

    def tidy(self) -> None:
        """Remove the folder of the sockets where it lies outside; nothing in it is worth keeping."""
        if self.sockets.parent != self.root:
            shutil.rmtree(self.sockets, ignore_errors=True)

    def log(self, name: str) -> Path:
        """Name a log file; one grown large is put aside first."""
        path = self.logs / f"{name}.log"
        if path.exists() and path.stat().st_size > LOG_TURNS_AT:
            path.replace(path.with_suffix(".log.1"))
        return path


def write_private(path: Path, content: str) -> None:
    """Write a file only its owner can read, whole or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise LocalError(f"{path} cannot be written: {error.strerror}.") from error


def read_secrets(layout: Layout, names: list[str]) -> dict[str, str]:
    """Read the secrets of this layout, making those that are missing."""
    path = layout.secrets_file
    try:
        known: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, ValueError) as error:
        raise LocalError(f"{path} cannot be read. Restore it: without it the database cannot be opened.") from error
    if not known and layout.postgres.exists():
        raise LocalError(
            f"{path} is gone, and with it the passwords of the database in {layout.postgres}.\n"
            f"Restore the file; or, to begin anew, move {layout.postgres} away. Nothing was changed."
        )
    missing = {name: secrets.token_urlsafe(48) for name in names if name not in known}
    if missing:
        known |= missing
        write_private(path, json.dumps(known, indent=2) + "\n")
    path.chmod(0o600)
    return known
