"""`manage.py add_table`: a table under the first version of its house rules (OPS 4.1)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tables.actions.setup import add_table
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.management.common import casino_named, json_from
from tables.stamp import CommandId


class Command(BaseCommand):
    """Add a table; its rules are validated as a whole."""

    help = "Add a table with its house rules, a JSON document that is validated as a whole."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where it stands, how it is numbered, what is played."""
        parser.add_argument("--casino", help="name of the casino, where there is more than one")
        parser.add_argument("--number", type=int, required=True)
        parser.add_argument("--seats", type=int, default=7, help="how many (default 7)")
        parser.add_argument(
            "--rules", type=Path, required=True, metavar="FILE", help="house rules; - is standard input"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Add it, or say by its code what the rules break."""
        casino = casino_named(options["casino"])
        try:
            table = add_table(
                casino_id=casino.pk,
                number=options["number"],
                seat_count=options["seats"],
                rules=json_from(options["rules"]),
                command_id=CommandId.fresh("add-table"),
            )
        except (TableError, RuleError) as error:
            raise CommandError(f"{error.code}: {error}") from error
        self.stdout.write(
            _("Table {number} stands in {casino}, with {seats} seats.").format(
                number=table.number, casino=casino.name, seats=table.seat_count
            )
        )
