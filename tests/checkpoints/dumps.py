"""A dump of the database, and the service on what was restored of it, with the tools anybody uses."""

import itertools
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connections

from local.postgres import OWNER, SUPERUSER, binaries, create_database
from tests.fixtures.servers import Servers

_numbers = itertools.count(1)


def dumped(servers: Servers, folder: Path) -> Path:
    """Dump the database that the service is connected to."""
    path = folder / f"{next(_numbers)}.dump"
    tool(servers, "pg_dump", "--format=custom", f"--file={path}", servers.postgres.url(OWNER, present()))
    return path


@contextmanager
def restored(servers: Servers, dump: Path) -> Iterator[None]:
    """Let the service work on a database that is restored from a dump, and give it the one it had back."""
    before, name = present(), f"{present()}_{next(_numbers)}"
    with servers.connect(SUPERUSER, "postgres") as link:
        create_database(link, name)
    try:
        tool(servers, "pg_restore", f"--dbname={servers.postgres.url(OWNER, name)}", str(dump))
        connections.close_all()
        settings.DATABASES["default"]["NAME"] = name
        yield
    finally:
        connections.close_all()
        settings.DATABASES["default"]["NAME"] = before
        with servers.connect(SUPERUSER, "postgres") as link:
            link.execute(f"DROP DATABASE {name} WITH (FORCE)")


def present() -> str:
    """The database that the service is connected to."""
    return str(settings.DATABASES["default"]["NAME"])


def tool(servers: Servers, name: str, *arguments: str) -> None:
    """Run a program of PostgreSQL's own to its end."""
    done = subprocess.run(
        [str(binaries() / name), *arguments], capture_output=True, text=True, env=os.environ, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
