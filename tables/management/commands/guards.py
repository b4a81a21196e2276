"""`manage.py guards`: the database's own guards held against what the migrations make, or kept as such (AUD 6.3)."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tables.database.catalog import read_catalog, server_major
from tables.database.reference import write_reference
from tables.queries.audit.guards import read_guards


class Command(BaseCommand):
    """Print the fingerprint and each difference; exit status 1 where there is one, or nothing to hold them against."""

    help = "Hold the functions, triggers, rules and rights of the database against what the migrations make of one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """To compare, or to keep."""
        parser.add_argument(
            "--write",
            action="store_true",
            help="for developers: keep what this database has, which must have been migrated from nothing",
        )

        parser.add_argument("--apart", action="store_true", help="with --write: for this version of PostgreSQL alone")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write one line a difference."""
        if options["write"]:
            self.stdout.write(str(write_reference(server_major(), read_catalog(), apart=options["apart"]).name))
            return
        found = read_guards()
        for difference in found.differences.values():
            self.stdout.write(_("NOT AS MADE: {difference}").format(difference=difference))
        known = _("PostgreSQL {major}, fingerprint {fingerprint}")
        if not found.is_known:
            known = _("PostgreSQL {major}, for which there is no list: held against nothing; fingerprint {fingerprint}")
        self.stdout.write(known.format(major=found.major, fingerprint=found.fingerprint))
        if found.differences or not found.is_known:
            sys.exit(1)
