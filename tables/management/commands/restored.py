"""`manage.py restored`: the database was restored from a backup, and goes on lawfully (AUD 3.5)."""

import getpass
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tables.actions.audit.restored import record_restore
from tables.errors import TableError
from tables.games.values import JSON
from tables.management.common import casino_named, text_from


class Command(BaseCommand):
    """Record a restore by two people; exit status 1 where nothing was recorded."""

    help = (
        "Record that the database was restored from a backup: what lies outside and is not here any more, entry by entry, "
        "and who of compliance and which admin answer for it. A new list of checkpoints begins. Stop the service before."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The two people; their passwords never stand among the arguments."""
        parser.add_argument("--casino", help="name of the casino, where there is more than one")
        for role in ("compliance", "admin"):
            parser.add_argument(f"--{role}-badge", required=True)
        parser.add_argument(
            "--passwords",
            type=Path,
            metavar="FILE",
            help="two lines, compliance's and the admin's; - is standard input; asked for where left out",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say what is missing, and what begins."""
        casino = casino_named(options["casino"])
        badges = (options["compliance_badge"], options["admin_badge"])
        first, second = _read(options["passwords"]) if options["passwords"] else map(_asked, badges)
        try:
            answer = record_restore(casino_id=casino.pk, compliance=(badges[0], first), admin=(badges[1], second)).body
        except TableError as error:
            raise CommandError(str(error)) from error
        for line in _lines(answer):
            self.stdout.write(line)


def _lines(answer: JSON) -> list[str]:
    lost = range(answer["here"] + 1, answer["first"])
    span = _("{chain}: entries {from} to {to} of epoch {epoch} are missing; the chain ended at entry {here} now.")
    lines = [_("{count} checkpoints lie outside alone.").format(count=len(lost))]
    lines += [span.format_map(part) for part in answer["missing"]]
    if answer["unknown"]:
        lines.append(
            _("Of {count} of them nobody kept the leaves: which entries they vouched for is not known.").format(
                count=len(answer["unknown"])
            )
        )
    begins = _("Epoch {epoch} begins; its first checkpoint is number {first}. Start the service again.")
    return [*lines, begins.format_map(answer)]


def _read(path: Path) -> list[str]:
    lines = text_from(path).splitlines()
    if len(lines) != 2 or not all(lines):
        raise CommandError(_("{path} must have two lines, each a password.").format(path=path))
    return lines


def _asked(badge: str) -> str:
    if not sys.stdin.isatty():
        raise CommandError(_("There is no terminal to ask for the passwords: give them with --passwords FILE."))
    return getpass.getpass(_("Password of {badge}: ").format(badge=badge))
