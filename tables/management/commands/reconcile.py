"""`manage.py reconcile`: the journal against the balances, and what stands beside the log against the log (OPS 2.4)."""

import itertools
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tables.management.common import chosen_tables
from tables.management.progress import Progress
from tables.models import Table
from tables.queries.audit.journal import differences_at
from tables.queries.audit.rebuild.compare import unlike_the_log

DIFFERS = 1


class Command(BaseCommand):
    """Recompute every balance, and hold every row of a table against the log; exit status 1 where one differs."""

    help = (
        "Recompute every balance from the journal, hold the rows of every table against what the audit log implies, and "
        "report any difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One table, or all."""
        parser.add_argument("--table", type=int, metavar="NUMBER", help="only the table of this number")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print what differs, table by table."""
        tables = chosen_tables(Table.objects.select_related("casino").order_by("casino", "number"), options["table"])
        progress, differing = Progress(self.stdout), 0  # type: ignore[arg-type]
        for done, table in enumerate(tables):
            progress.show(_("{done} of {all} tables").format(done=done, all=len(tables)))
            differing += self._report(table, progress)
        progress.clear()
        self.stdout.write(
            _("{tables} tables reconciled, {differing} with differences.").format(
                tables=len(tables), differing=differing
            )
        )
        if differing:
            sys.exit(DIFFERS)

    def _report(self, table: Table, progress: Progress) -> bool:
        found = False
        for difference in itertools.chain(differences_at(table), unlike_the_log(table)):
            progress.clear()
            self.stdout.write(str(difference))
            found = True
        return found
