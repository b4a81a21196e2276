"""manage.py translations: bring the files of translations up to date, check them, compile them (docs/translations.md)."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.management.translations.catalogues import LANGUAGES, compile_all, gaps, po_file, updated, write
from tables.management.translations.sources import DOMAINS, ROOT

SHOWN = 40


class Command(BaseCommand):
    """Needs no settings and no database."""

    help = (
        "Bring the files of translations up to date (update), compile them (compile), or say what is missing (check)."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read what to do."""
        parser.add_argument("what", choices=["update", "compile", "check"])
        parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this one (check)")
        parser.add_argument(
            "--whole", action="store_true", help="office and audit log too, not the evening alone (check)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do it."""
        if options["what"] == "check":
            self.check_all(options["language"] or LANGUAGES, whole=options["whole"])
        elif options["what"] == "compile":
            for path in compile_all():
                self.stdout.write(f"Compiled {path.relative_to(ROOT)}")
        else:
            for language in LANGUAGES:
                for domain in DOMAINS:
                    if write(updated(language, domain), language, domain):
                        self.stdout.write(f"Updated {po_file(language, domain).relative_to(ROOT)}")

    def check_all(self, languages: Sequence[str], *, whole: bool) -> None:
        """Name what is missing, and end with 1 where anything is."""
        found = list(gaps(languages, whole=whole))
        for gap in found[:SHOWN]:
            self.stdout.write(str(gap))
        if len(found) > SHOWN:
            self.stdout.write(f"... and {len(found) - SHOWN} more")
        if found:
            counts = Counter(gap.language for gap in found)
            raise CommandError(
                ", ".join(f"{language}: {number} missing or wrong" for language, number in counts.items())
            )
        self.stdout.write(f"Complete: {', '.join(languages)}")
