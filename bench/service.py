"""A service on an embedded server in a folder that is thrown away, for a measurement in a process of its own."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from casino.local.address import Address
from casino.local.layout import Layout, read_secrets
from casino.local.postgres import APPLICATION, OWNER, Postgres
from casino.local.site import ROOT, Site


def measured(module: str, *arguments: str) -> int:
    """Start a server that syncs to disk as in production, migrate as its owner, run the module as the application.

    Gives the module's exit status.
    """
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        layout = Layout(Path(folder) / "data")
        layout.prepare()
        postgres = Postgres(layout)
        postgres.start()
        try:
            keys = read_secrets(layout, ["secret_key", "pin_key"])
            address, owner = Address("127.0.0.1", 1), postgres.url(OWNER)
            site = Site(layout, address, postgres.url(APPLICATION), "unix:///nonexistent", keys=keys, owner_url=owner)
            site.make_checkpoint_key()
            site.migrate()
            command = [sys.executable, "-m", module, *arguments]
            return subprocess.call(command, cwd=ROOT, env=os.environ | site.environment())
        finally:
            postgres.stop()
