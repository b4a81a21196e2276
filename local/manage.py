"""script/manage: manage.py with the settings of the demonstration casino that script/serve keeps running."""

import argparse
import os
import sys
from pathlib import Path

from local.address import Address
from local.errors import LocalError
from local.layout import Layout, read_secrets
from local.postgres import APPLICATION, Postgres
from local.redis_server import RedisServer
from local.site import KEYS, MANAGE, ROOT, Site, servers_given

# They need neither settings nor a database (manage.py).
CALCULATORS = {"settle", "odds", "permissions", "make_checkpoint_key", "translations"}


def options(arguments: list[str]) -> tuple[Path, list[str]]:
    """Read the folder, and leave everything from the command's name on to the command."""
    parser = argparse.ArgumentParser(
        prog="script/manage", description="Run a command of manage.py on the demonstration that script/serve serves."
    )
    parser.add_argument("--data", type=Path, default=ROOT / ".local", help="the folder script/serve uses")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="as in: script/manage verify_audit")
    chosen = parser.parse_args(arguments)
    return chosen.data.absolute(), chosen.command or ["help"]


def site(layout: Layout) -> Site:
    """Name the demonstration in a folder; raises LocalError where none is being served."""
    database_url, owner_url, redis_url = servers_given()
    if not layout.secrets_file.exists() or not (database_url or list(layout.sockets.glob(".s.PGSQL.*"))):
        raise LocalError(
            f"No demonstration is running on {layout.root}: start it with script/serve, and leave it running."
        )
    database_url = database_url or Postgres(layout).url(APPLICATION)
    redis_url = redis_url or RedisServer(layout).url()
    return Site(layout, Address("127.0.0.1", 8000), database_url, redis_url, owner_url, read_secrets(layout, KEYS))


def main(arguments: list[str]) -> None:
    """Become the command, or say why that cannot be."""
    data, command = options(arguments)
    try:
        settings = {} if command[0] in CALCULATORS else site(Layout(data)).environment()
    except LocalError as error:
        sys.exit(str(error))
    # Files among its arguments are named from where it was called.
    os.chdir(os.environ.get("CROUPIER_CALLED_FROM", "."))
    environment = {**os.environ, **settings}
    os.execve(sys.executable, [sys.executable, MANAGE, *command], environment)  # noqa: S606 - this same Python


if __name__ == "__main__":
    main(sys.argv[1:])
