"""`manage.py export_audit`: the same export as from the page, written to a file on the server (AUD 4)."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from casino.checkpoint_key import KeyFaultError
from tables.actions.audit.exports import export_on_server
from tables.audit.export.writing import ExportError
from tables.errors import TableError
from tables.jobs.exports import write_selection
from tables.management.common import casino_named, system_user
from tables.management.progress import Progress
from tables.queries.audit.export_filter import read_filter
from tables.stamp import CommandId

NOT_WRITTEN, BAD_INPUT = 1, 2


class Command(BaseCommand):
    """The request is an entry of the role system. Exit status 1 where it cannot be written, 2 for a filter that is none."""

    help = "Write an export of the audit log to FILE, which `python -m tables.audit.verify` verifies anywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to write the export, and which entries are in it."""
        parser.add_argument("file", type=Path, help="a new zip; an existing file is not touched")
        parser.add_argument("--casino", help="name of the casino, where there is more than one")
        parser.add_argument("--since", metavar="TIME", help="entries from this time on, as 2026-03-01T20:00:00Z")
        parser.add_argument("--until", metavar="TIME", help="entries before this time")
        parser.add_argument("--first-day", metavar="DAY", help="from this gaming day on, as 2026-03-01")
        parser.add_argument("--last-day", metavar="DAY", help="up to this gaming day")
        parser.add_argument("--table", dest="tables", type=int, action="append", metavar="NUMBER")
        parser.add_argument("--act", dest="acts", action="append", metavar="NAME")
        parser.add_argument("--person", dest="people", action="append", metavar="BADGE")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write it whole or not at all; say what is in it."""
        casino, target = casino_named(options["casino"]), options["file"].absolute()
        names = ("since", "until", "first_day", "last_day", "tables", "acts", "people")
        try:
            wanted = read_filter({name: options[name] for name in names if options[name]})
        except TableError as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from error
        if target.exists():
            raise CommandError(
                _("{file} is there already: it was not touched.").format(file=target), returncode=BAD_INPUT
            )
        progress = Progress(sys.stderr)
        try:
            export_on_server(
                casino_id=casino.pk, wanted=wanted, user=system_user(), command_id=CommandId.fresh("export-audit")
            )
            manifest, sha256 = write_selection(
                target, casino, wanted, lambda done, total: progress.show(_said(done, total))
            )
        except (ExportError, KeyFaultError, OSError, TableError) as error:
            raise CommandError(str(error), returncode=NOT_WRITTEN) from error
        progress.clear()
        counts = manifest.counts()
        self.stdout.write(
            _("{file}: {entries} entries, {stubs} stubs, {chains} chains.").format(
                file=options["file"], entries=counts["entries"], stubs=counts["stubs"], chains=len(manifest.chains)
            )
        )
        self.stdout.write(f"SHA-256 {sha256}")


def _said(done: int, total: int) -> str:
    return _("{done} of {total} entries").format(done=done, total=total)
