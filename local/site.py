"""The demonstration casino itself: its settings, its database, its files and the programs that serve it."""

import hashlib
import json
import os
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from casino.checkpoint_key import KeyFaultError, make_key
from local.address import Address
from local.errors import LocalError
from local.layout import Layout, write_private
from local.processes import Program, run

ROOT = Path(__file__).resolve().parents[1]
MANAGE = str(ROOT / "manage.py")
COMMANDS = ROOT / "tables" / "management" / "commands"
KEYS = ["secret_key", "pin_key"]
# Never handed to the service: only `migrate` may know the owner (AUD 2.4).
OWNER_URL, APP_ROLE = "DATABASE_OWNER_URL", "DATABASE_APP_ROLE"
STEP_WITHIN = 600.0


@dataclass(frozen=True, slots=True)
class Site:
    """One demonstration casino."""

    layout: Layout
    address: Address
    database_url: str
    redis_url: str
    owner_url: str
    keys: Mapping[str, str]

    def environment(self) -> dict[str, str]:
        """Give the settings its programs start with."""
        return {
            "CROUPIER_MODE": "demonstration",
            "SECRET_KEY": self.keys["secret_key"],
            "PIN_KEY": self.keys["pin_key"],
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "ALLOWED_HOSTS": self.address.allowed_hosts(),
            "PUBLIC_URL": self.address.url,
            "STATIC_ROOT": str(self.layout.root / "static"),
            "DATA_DIR": str(self.layout.root / "data"),
            "CHECKPOINT_KEY_FILE": str(self.layout.checkpoint_key),
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            OWNER_URL: "",
            APP_ROLE: "",
        }

    def manage(self, *arguments: str, **environment: str) -> str:
        """Run a management command to its end and give what it printed."""
        settings = self.environment() | environment
        program = Program(f"manage.py {arguments[0]}", [sys.executable, MANAGE, *arguments], self.layout.log("manage"))
        return run(program, timeout=STEP_WITHIN, environment=settings)

    def make_checkpoint_key(self) -> None:
        """Make the key that signs checkpoints at the first start (AUD 3.1)."""
        if self.layout.checkpoint_key.exists():
            return
        try:
            make_key(self.layout.checkpoint_key)
        except KeyFaultError as error:
            raise LocalError(str(error)) from error

    def migrate(self) -> None:
        """Bring the database up to date as its owner, and give the application's role its rights."""
        role = urlsplit(self.database_url).username or ""
        if self.owner_url:
            self.manage("migrate", "--verbosity=0", DATABASE_URL=self.owner_url, DATABASE_APP_ROLE=role)
            return
        try:
            self.manage("migrate", "--check", "--verbosity=0", DATABASE_APP_ROLE=role)
        except LocalError as error:
            raise LocalError(
                f"{error}\n\n{how_to_prepare(urlsplit(self.database_url).path.strip('/'), role)}"
            ) from error

    def collect_static(self) -> None:
        """Gather the static files where they have changed since the last start."""
        mark = self.layout.root / "static.json"
        state = json.dumps(static_state())
        if mark.exists() and mark.read_text(encoding="utf-8") == state:
            return
        self.manage("collectstatic", "--no-input", "--clear", "--verbosity=0")
        write_private(mark, state)

    def compile_translations(self) -> None:
        """Make of the translations what the service reads, where they have changed since the last start (TAB 4.4)."""
        self.manage("translations", "compile")

    def seed(self) -> str:
        """Make the demonstration's people and tables where there are none yet; gives the sign-ins to show."""
        if not (COMMANDS / "seed_demo.py").exists():
            return "This version has no demonstration casino to seed."
        return self.manage("seed_demo").strip()

    def programs(self) -> list[Program]:
        """List what serves it, in the order in which it is started."""
        celery = ["-m", "celery", "--app=casino.celery", "--workdir", str(ROOT)]
        return [
            self._program("worker", *celery, *self._worker("celery"), "--loglevel=INFO", "--concurrency=1"),
            # Apart, because an export takes minutes; its child may die, and another takes its place.
            self._program("exports", *celery, *self._worker("exports"), "--loglevel=WARNING", "--concurrency=1"),
            # Apart, for a scan every second; a line of log for each would say nothing.
            self._program("clock", *celery, *self._worker("clock"), "--loglevel=WARNING", "--pool=solo"),
            self._program(
                "beat", *celery, "beat", "--loglevel=INFO", "--pidfile=", f"--schedule={self.layout.root / 'beat'}"
            ),
            self._program("web", "-m", "gunicorn", *self._gunicorn(), "casino.wsgi:application"),
        ]

    def missing(self) -> str:
        """Say what is not ready yet; empty where nothing is."""
        try:
            with urllib.request.urlopen(f"{self.address.own_url}/readyz", timeout=5) as answer:  # noqa: S310 - own address
                answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.read(500).decode(errors="replace")
        except OSError as error:
            return f"{self.address.own_url} does not answer ({error})"
        return ""

    def _program(self, name: str, *arguments: str) -> Program:
        command = [sys.executable, *arguments]
        return Program(name, command, self.layout.log(name), signal.SIGTERM, environment=self.environment())

    def _worker(self, queue: str) -> list[str]:
        return ["worker", f"--queues={queue}", f"--hostname={queue}@%h", "--without-gossip", "--without-mingle"]

    def _gunicorn(self) -> list[str]:
        return [
            f"--bind={self.address.bind}",
            f"--chdir={ROOT}",
            "--worker-class=gthread",
            "--workers=2",
            "--threads=8",
            "--timeout=60",
            "--graceful-timeout=5",
            # It would lie in the home folder, shared by every gunicorn of this user.
            "--no-control-socket",
            "--access-logfile=-",
            # The path without its query, which may hold a person's words.
            "--access-logformat=%(t)s %(h)s %(m)s %(U)s %(s)s %(B)s %(M)sms",
        ]


def static_state() -> list[list[str | int]]:
    """List what the static files depend on: the project's own, and the pinned packages."""
    requirements = hashlib.sha256((ROOT / "requirements.txt").read_bytes()).hexdigest()
    files = sorted(path for path in (ROOT / "tables" / "static").rglob("*") if path.is_file())
    state: list[list[str | int]] = [[requirements]]
    state += [[str(path.relative_to(ROOT)), path.stat().st_size, path.stat().st_mtime_ns] for path in files]
    return state


def how_to_prepare(database: str, role: str) -> str:
    """Explain how a database of one's own is made ready by its administrator."""
    role, database = role or "croupier_app", database or "croupier"
    return (
        "If the database is there but not migrated, set DATABASE_OWNER_URL to its owner's address, or run once:\n"
        f"    CROUPIER_MODE=demonstration DATABASE_URL=<owner's address> DATABASE_APP_ROLE={role} \\\n"
        "    SECRET_KEY=... PIN_KEY=... REDIS_URL=... ALLOWED_HOSTS=localhost PUBLIC_URL=http://localhost \\\n"
        f"    {sys.executable} manage.py migrate\n"
        "If there is none yet, its administrator makes it and its two roles with:\n"
        "    CREATE ROLE croupier_owner LOGIN PASSWORD '...';\n"
        f"    CREATE ROLE {role} LOGIN PASSWORD '...';\n"
        f"    CREATE DATABASE {database} OWNER croupier_owner ENCODING 'UTF8' TEMPLATE template0;\n"
        f"    REVOKE ALL ON DATABASE {database} FROM PUBLIC;\n"
        f"    GRANT CONNECT ON DATABASE {database} TO {role};"
    )


def servers_given() -> tuple[str, str, str]:
    """Read the servers named in the environment: the application's database, its owner's address, Redis."""
    return tuple(os.environ.get(name, "").strip() for name in ("DATABASE_URL", OWNER_URL, "REDIS_URL"))  # type: ignore[return-value]
