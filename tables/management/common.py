"""What commands on the server have in common."""

import getpass
import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tables.games.reading import without_repeats
from tables.models import Casino, Table

STANDARD_INPUT = Path("-")


def casino_named(name: str | None) -> Casino:
    """Return the casino of this name; without a name, the only casino there is. Raises CommandError."""
    casinos = list(Casino.objects.order_by("name"))
    if not casinos:
        raise CommandError(_("There is no casino yet: make it with the command bootstrap."))
    if name is None:
        if len(casinos) > 1:
            names = ", ".join(casino.name for casino in casinos)
            raise CommandError(_("Say which casino with --casino: {names}.").format(names=names))
        return casinos[0]
    for casino in casinos:
        if casino.name == name:
            return casino
    raise CommandError(_("There is no casino {name}.").format(name=name))


def system_user() -> str:
    """Return the name of the system's user who runs a command, for its entry; "unknown" where the system does not say."""
    try:
        return getpass.getuser()[:64]
    except (OSError, KeyError):
        return "unknown"


def text_from(path: Path) -> str:
    """Return the text of a file, or of standard input for `-`; raises CommandError."""
    try:
        return sys.stdin.read() if path == STANDARD_INPUT else path.read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(_("{path} cannot be read: {why}.").format(path=path, why=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise CommandError(_("{path} is not UTF-8 text.").format(path=path)) from error


def json_from(path: Path) -> Any:
    """Return the JSON in a file or on standard input; raises CommandError."""
    try:
        return json.loads(text_from(path), object_pairs_hook=without_repeats)
    except ValueError as error:
        raise CommandError(_("{path} is not JSON: {why}.").format(path=path, why=error)) from error


def chosen_tables(tables: QuerySet[Table], number: int | None, returncode: int = 1) -> list[Table]:
    """Return the table of a number, or all of these; raises CommandError with this exit status where there is none."""
    found = list(tables if number is None else tables.filter(number=number))
    if number is not None and not found:
        raise CommandError(_("There is no table {number}.").format(number=number), returncode=returncode)
    return found
