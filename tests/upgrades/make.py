"""Keeps a database as this commit makes it, for the tests of all later ones to upgrade.

    python -m tests.upgrades.make NAME

NAME is the commit, in seven digits. Beside this file it leaves NAME.sql.xz, NAME.json and the folder NAME.outside.
"""

import importlib
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import django
import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from casino.checkpoint_key import make_key
from local.layout import Layout
from local.postgres import APPLICATION, OWNER, Postgres, binaries

HERE = Path(__file__).resolve().parent
ROWS = 500
# The one command of psql in such a file; no driver knows it.
PSQL = re.compile(r"^\\(un)?restrict .*\n", re.MULTILINE)


def migrate(postgres: Postgres, data: Path) -> None:
    """Make the schema as the owner, then become the service."""
    os.environ["DATABASE_URL"] = postgres.url(OWNER)
    os.environ["DATABASE_APP_ROLE"] = APPLICATION
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    call_command("migrate", verbosity=0)
    connections.close_all()
    settings.DATABASES["default"].update(USER=APPLICATION, PASSWORD=postgres.passwords["postgres_app"])
    settings.DATA_DIR = data
    settings.CHECKPOINT_DIR = data / "checkpoints"
    settings.CHECKPOINT_KEY_FILE = data / "checkpoint-key.pem"
    settings.EXPORT_DIR = data / "exports"
    make_key(settings.CHECKPOINT_KEY_FILE)


def dumped(postgres: Postgres) -> str:
    """The whole database as statements that any driver can send."""
    options = ["--no-owner", "--inserts", f"--rows-per-insert={ROWS}"]
    command = [str(binaries() / "pg_dump"), *options, f"--dbname={postgres.url(OWNER)}"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return PSQL.sub("", text)


def counted(postgres: Postgres) -> dict[str, int]:
    """How many rows each table has, empty ones left out."""
    with psycopg.connect(postgres.url(OWNER)) as owner:
        names = [
            name for (name,) in owner.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        ]
        rows = {name: owner.execute(f"SELECT count(*) FROM {name}").fetchone() for name in names}
    return {name: row[0] for name, row in rows.items() if row and row[0]}


def keep(name: str, postgres: Postgres, data: Path, known: dict[str, object]) -> None:
    """Write the three beside this file."""
    with lzma.open(HERE / f"{name}.sql.xz", "wt", preset=9 | lzma.PRESET_EXTREME) as file:
        file.write(dumped(postgres))
    text = json.dumps({**known, "rows": counted(postgres)}, indent=2)
    (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    outside = HERE / f"{name}.outside"
    shutil.rmtree(outside, ignore_errors=True)
    outside.mkdir()
    shutil.copytree(data / "checkpoints", outside / "checkpoints")
    shutil.copy(data / "checkpoint-key.pem", outside)


def main(name: str) -> None:
    """Serve a database for as long as the evening takes."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-upgrade-"))
    folder.chmod(0o711)
    layout = Layout(folder / "servers")
    layout.prepare()
    postgres = Postgres(layout, hasty=True)
    try:
        postgres.start()
        migrate(postgres, folder)
        # Only now: the models need the settings.
        evening = importlib.import_module("tests.upgrades.evening")
        keep(name, postgres, folder, evening.spend(folder))
    finally:
        connections.close_all()
        postgres.stop()
        layout.tidy()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
