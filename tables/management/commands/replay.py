"""`manage.py replay`: every settlement of a period computed again, and held against the log (AUD 5.2)."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tables.errors import TableError
from tables.management.common import casino_named, chosen_tables
from tables.management.progress import Progress
from tables.models import Casino, Table
from tables.queries.audit.export_filter import read_filter
from tables.queries.audit.exports import period_of
from tables.queries.audit.settlement_check import replayed_settlements
from tables.queries.paging import Period

DIFFERS, BAD_INPUT = 1, 2


class Command(BaseCommand):
    """All versions of each, under the rules of each; exit status 1 where one differs, 2 for what cannot be read."""

    help = (
        "Recompute every settled round of a period under its rules version, hold it against its entry in the audit log, "
        "and report any difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which period, and which table."""
        parser.add_argument("--casino", help="name of the casino, where there is more than one")
        parser.add_argument("--since", metavar="TIME", help="settled from this time on, as 2026-03-01T20:00:00Z")
        parser.add_argument("--until", metavar="TIME", help="settled before this time")
        parser.add_argument("--first-day", metavar="DAY", help="settled from this gaming day on, as 2026-03-01")
        parser.add_argument("--last-day", metavar="DAY", help="settled up to this gaming day")
        parser.add_argument("--table", type=int, metavar="NUMBER", help="only the table of this number")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print what differs, and how many settlements were computed again."""
        casino = casino_named(options["casino"])
        of_casino = Table.objects.filter(casino=casino).order_by("number")
        tables, period = chosen_tables(of_casino, options["table"], BAD_INPUT), _period(casino, options)
        progress, replayed, differing = Progress(self.stdout), 0, 0  # type: ignore[arg-type]
        for table in tables:
            for settlement in replayed_settlements(table, period):
                replayed += 1
                progress.show(_("table {table}: {replayed} settlements").format(table=table.number, replayed=replayed))
                if settlement.problem:
                    differing += 1
                    progress.clear()
                    self.stdout.write(str(settlement))
        progress.clear()
        self.stdout.write(
            _("{replayed} settlements replayed, {differing} differ.").format(replayed=replayed, differing=differing)
        )
        if differing:
            sys.exit(DIFFERS)


def _period(casino: Casino, options: dict[str, Any]) -> Period:
    names = ("since", "until", "first_day", "last_day")
    try:
        return period_of(casino, read_filter({name: options[name] for name in names if options[name]}))
    except TableError as error:
        raise CommandError(str(error), returncode=BAD_INPUT) from error
