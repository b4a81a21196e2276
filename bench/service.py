"""A service on an embedded server, for a measurement in a process of its own."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from local.address import Address
from local.layout import Layout, read_secrets
from local.postgres import APPLICATION, OWNER, Postgres
from local.site import ROOT, Site


def measured(module: str, *arguments: str, folder: Path | None = None) -> int:
    """Start a server that syncs to disk as in production, migrate as its owner, run the module as the application.

    The data lies in the folder, and stays there, or else in one that is thrown away. Gives the module's exit status.
    """
    if folder is not None:
        return _measured(Layout(folder.absolute() / "data"), module, *arguments)
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as temporary:
        return _measured(Layout(Path(temporary) / "data"), module, *arguments)


def _measured(layout: Layout, module: str, *arguments: str) -> int:
    layout.prepare()
    postgres = Postgres(layout)
    postgres.start()
    try:
        keys = read_secrets(layout, ["secret_key", "pin_key"])
        address, owner = Address("127.0.0.1", 1), postgres.url(OWNER)
        site = Site(layout, address, postgres.url(APPLICATION), "unix:///nonexistent", keys=keys, owner_url=owner)
        site.make_checkpoint_key()
        site.migrate()
        told = {"BENCH_DATA": str(layout.root), "BENCH_OWNER": owner}
        return subprocess.call(
            [sys.executable, "-m", module, *arguments], cwd=ROOT, env=os.environ | site.environment() | told
        )
    finally:
        postgres.stop()
