"""`manage.py verify_audit`: every audit chain recomputed from what is stored (AUD 2.5)."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tables.management.progress import Progress
from tables.queries.audit import chain_names, checked_chain

BROKEN = 1


class Command(BaseCommand):
    """Verify the chains; exit status 1 where one does not hold."""

    help = "Recompute every audit chain from the stored values and name the first entry that does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One chain, or all."""
        parser.add_argument("--chain", help="only this chain, as 1/house or 1/table/12")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print one line a chain."""
        names = chain_names()
        if options["chain"] is not None:
            if options["chain"] not in names:
                raise CommandError(_("There is no chain {chain}.").format(chain=options["chain"]))
            names = [options["chain"]]
        broken = [name for name in names if not self._holds(name)]
        if broken:
            sys.exit(BROKEN)

    def _holds(self, chain: str) -> bool:
        progress, entries = Progress(self.stdout), 0  # type: ignore[arg-type]
        for fault in checked_chain(chain):
            if fault is not None:
                progress.clear()
                self.stdout.write(
                    _("{chain}: NOT WHOLE: entry {sequence}: {problem}").format(
                        chain=chain, sequence=fault.sequence, problem=fault.problem
                    )
                )
                return False
            entries += 1
            progress.show(_("{chain}: {entries} entries").format(chain=chain, entries=entries))
        progress.clear()
        self.stdout.write(
            _("{chain}: whole, unchanged, in order: entries 1 to {entries}").format(chain=chain, entries=entries)
        )
        return True
