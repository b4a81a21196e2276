"""`manage.py rebuild_search`: make the search of rounds anew from the log (AUD 7.2)."""

from typing import Any

from django.core.management.base import BaseCommand

from tables.jobs.search import rebuild_search
from tables.models import Casino


class Command(BaseCommand):
    """Empties what the search derived from the log, and follows every chain of a table from its beginning."""

    help = "Make the search of rounds anew from the log."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print how many entries were followed, by casino."""
        for casino in Casino.objects.order_by("pk"):
            self.stdout.write(f"{casino.name}: {rebuild_search(casino)} entries followed.")
