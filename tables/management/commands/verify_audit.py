"""`manage.py verify_audit`: every audit chain recomputed from what is stored (AUD 2.5)."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error
from django.utils.translation import gettext as _

from tables.management.progress import Progress
from tables.queries.audit import chain_names, checked_chain

BROKEN, UNREADABLE = 1, 2


class Command(BaseCommand):
    """Verify the chains; exit status 1 where one does not hold, 2 where there is nothing that could be read."""

    help = "Recompute every audit chain from the stored values and name the first entry that does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One chain, or all."""
        parser.add_argument("--chain", help="only this chain, as 1/house or 1/table/12")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print one line a chain."""
        try:
            broken = [name for name in self._names(options["chain"]) if not self._holds(name)]
        except Error as error:
            raise CommandError(
                _("The database cannot be read: {error}").format(error=error), returncode=UNREADABLE
            ) from error
        if broken:
            sys.exit(BROKEN)

    def _names(self, chosen: str | None) -> list[str]:
        names = chain_names()
        if not names:
            raise CommandError(_("There is no casino and no chain: nothing was verified."), returncode=UNREADABLE)
        if chosen is None:
            return names
        if chosen not in names:
            raise CommandError(_("There is no chain {chain}.").format(chain=chosen), returncode=UNREADABLE)
        return [chosen]

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
