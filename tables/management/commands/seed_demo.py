"""`manage.py seed_demo`: the demonstration casino, and how to get in."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from tables.demonstration.house.house import enrolment_code, reset_logins, seed
from tables.demonstration.house.logins import Login, Logins
from tables.errors import NotFound, TableError
from tables.models import Casino
from tables.policy import Role

TABLE = 1


class Command(BaseCommand):
    """Make a demonstration casino once; print its sign-ins each time."""

    help = "Make a demonstration casino where there is none yet, and print how to sign in, with a fresh enrolment code."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the logins are kept, and what to do when they are lost."""
        parser.add_argument(
            "--logins", type=Path, help="file of the logins, outside the database (default demo.json in DATA_DIR)"
        )
        parser.add_argument(
            "--reset-logins", action="store_true", help="give everybody a new PIN and password and write the file anew"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Seed what is missing, then print the sheet."""
        path: Path = options["logins"] or settings.DATA_DIR / "demo.json"
        try:
            casino, logins = (reset_logins if options["reset_logins"] else seed)(path)
        except NotFound as error:
            raise CommandError(f"{error} " + _("Run seed_demo --reset-logins to give everybody new ones.")) from error
        except TableError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_sheet(casino, logins, self._code_line(casino, logins)))

    def _code_line(self, casino: Casino, logins: Logins) -> str:
        """Where the code goes; the sheet is of use without one too."""
        try:
            code = enrolment_code(casino, logins, TABLE)
        except TableError as error:
            return _("There is no enrolment code: {why}").format(why=error)
        grouped = f"{code[:4]} {code[4:]}"
        return _("Open {address} and enter the code {code} (good for five minutes, once).").format(
            address=_address_of("web:enrol"), code=grouped
        )


def _address_of(page: str) -> str:
    """The whole address of a page, as it is typed into a browser."""
    return settings.PUBLIC_URL.rstrip("/") + reverse(page)


def _sheet(casino: Casino, logins: Logins, code_line: str) -> str:
    dealer, manager = logins.first(Role.DEALER), logins.first(Role.FLOOR)
    lines = [
        _("{casino}: a demonstration with invented people and play money.").format(casino=casino.name),
        "",
        _("Deal at table {table}, where players sit with chips in front of them:").format(table=TABLE),
        f"  1. {code_line}",
        "  2. " + _("Tap in with badge {badge} and PIN {pin}.").format(badge=dealer.badge, pin=dealer.pin),
        "  3. " + _("Offer the bank to the seat that is next, and open the round."),
        _("Run the floor, in another browser or a private window:"),
        "  1. "
        + _("Open {address} and sign in with badge {badge} and password {password}.").format(
            address=_address_of("web:login"), badge=manager.badge, password=manager.password
        ),
        "  2. " + _("Open any table from the list, draw poker among them; this browser can become its tablet."),
        "",
        *_people(logins),
    ]
    return "\n".join(lines)


def _people(logins: Logins) -> list[str]:
    """Return everybody with what they sign in with, in columns."""
    rows = [(_("Badge"), _("Name"), _("PIN"), _("Password"), _("May act as"))]
    rows += [_row(login) for login in logins.people]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _row(login: Login) -> tuple[str, str, str, str, str]:
    return login.badge, login.name, login.pin or "-", login.password or "-", ", ".join(login.roles)
