"""`manage.py rebuild --compare`: the state that the log implies, held against the rows (AUD 6.1)."""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tables.management.common import chosen_tables
from tables.models import Casino, ChainHead, Table
from tables.queries.audit.house_compare import house_unlike_the_log
from tables.queries.audit.rebuild.compare import Window, compared

DIFFERS = 1
SECONDS = 1.0


class Command(BaseCommand):
    """Fold all entries into the state they imply and compare it; exit status 1 where a row differs, is missing or is too many."""

    help = "Fold the audit log into the state it implies, and name every row that differs, is missing or is too many, with its entry."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is done with the state, and of which table."""
        parser.add_argument(
            "--compare", action="store_true", required=True, help="compare it with the rows; change nothing"
        )
        parser.add_argument("--table", type=int, metavar="NUMBER", help="only the table of this number")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print each finding, a line a second of how far it is, and the sum of it."""
        tables = chosen_tables(Table.objects.select_related("casino").order_by("casino", "number"), options["table"])
        entries, differences, began, shown = 0, 0, time.monotonic(), time.monotonic()
        chains = [table.chain for table in tables]
        total = sum(ChainHead.objects.filter(chain__in=chains).values_list("sequence", flat=True))
        for window in _windows(tables, with_house=options["table"] is None):
            entries += window.entries
            differences += len(window.findings)
            for finding in window.findings:
                self.stdout.write(str(finding))
            if time.monotonic() - shown > SECONDS:
                shown = time.monotonic()
                self.stdout.write(_("{entries} of {total} entries").format(entries=entries, total=total))
        rate = entries / max(time.monotonic() - began, 0.001)
        self.stdout.write(
            _("{entries} entries of {tables} tables folded, {rate:.0f} a second: {differences} differences.").format(
                entries=entries, tables=len(tables), rate=rate, differences=differences
            )
        )
        if differences:
            sys.exit(DIFFERS)


def _windows(tables: Sequence[Table], *, with_house: bool) -> Iterator[Window]:
    if with_house:
        for casino in Casino.objects.order_by("pk"):
            yield Window(0, house_unlike_the_log(casino))
    for table in tables:
        yield from compared(table)
