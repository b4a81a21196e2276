"""`manage.py bootstrap`: the casino, its first admin and its first compliance officer (OPS 1.5)."""

import getpass
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tables.actions.setup import NewCasino, NewPerson, bootstrap
from tables.errors import TableError
from tables.management.common import text_from
from tables.models import Casino
from tables.policy import Role
from tables.stamp import CommandId


def time_of_day(text: str) -> time:
    """Read a time like 06:00."""
    try:
        return datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007 - a time of day has no zone
    except ValueError as error:
        raise ArgumentTypeError(_("must be a time like 06:00")) from error


class Command(BaseCommand):
    """Set up the first casino; the passwords are typed, or read from a file, and never stand among the arguments."""

    help = "Set up the casino with its first admin and its first compliance officer; once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The casino and the two people."""
        parser.add_argument("--casino", required=True, metavar="NAME")
        parser.add_argument("--currency", required=True, help="three letters, as EUR")
        parser.add_argument("--minor-digits", type=int, default=2, help="digits after the point (default 2)")
        parser.add_argument("--time-zone", required=True, help="as Europe/Vienna")
        parser.add_argument("--gaming-day", type=time_of_day, default=time(6), help="when it starts (default 06:00)")
        for role in ("admin", "compliance"):
            parser.add_argument(f"--{role}-badge", required=True)
            parser.add_argument(f"--{role}-name", required=True)
        parser.add_argument(
            "--passwords",
            type=Path,
            metavar="FILE",
            help="two lines, the admin's and the compliance officer's; - is standard input; asked for where left out",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Refuse a second time; then ask, and make everything in one transaction."""
        existing = Casino.objects.first()
        if existing is not None:
            raise CommandError(_("{casino} is set up already: nothing was done.").format(casino=existing.name))
        people = [
            (options["admin_badge"], options["admin_name"], Role.ADMIN),
            (options["compliance_badge"], options["compliance_name"], Role.COMPLIANCE),
        ]
        passwords = _read(options["passwords"]) if options["passwords"] else _asked([name for _b, name, _r in people])
        casino = NewCasino(
            name=options["casino"],
            currency=options["currency"],
            minor_digits=options["minor_digits"],
            time_zone=options["time_zone"],
            gaming_day_starts=options["gaming_day"],
        )
        new = [
            NewPerson(badge, name, [role], password)
            for (badge, name, role), password in zip(people, passwords, strict=True)
        ]
        try:
            made = bootstrap(casino=casino, people=new, command_id=CommandId.fresh("bootstrap"))
        except TableError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            _("{casino} is set up; {admin} and {compliance} can sign in at /login/.").format(
                casino=made.name, admin=new[0].badge, compliance=new[1].badge
            )
        )


def _read(path: Path) -> list[str]:
    lines = text_from(path).splitlines()
    if len(lines) != 2 or not all(lines):
        raise CommandError(_("{path} must have two lines, each a password.").format(path=path))
    return lines


def _asked(names: Sequence[str]) -> list[str]:
    """Ask on the terminal, twice each, without showing what is typed."""
    if not sys.stdin.isatty():
        raise CommandError(_("There is no terminal to ask for the passwords: give them with --passwords FILE."))
    passwords = []
    for name in names:
        password = getpass.getpass(_("Password for {name}: ").format(name=name))
        if password != getpass.getpass(_("The same again: ")):
            raise CommandError(_("The two passwords differ: nothing was done."))
        passwords.append(password)
    return passwords
