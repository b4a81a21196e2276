"""`manage.py revoke_checkpoint_key`: what a key signs from a checkpoint on counts for nothing (AUD 3.4)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tables.actions.audit.keys import revoke_key
from tables.audit.copies import CopyFaultError
from tables.errors import TableError
from tables.management.common import casino_named, system_user


class Command(BaseCommand):
    """Revoke a key; exit status 1 where it was not, or where that does not lie outside yet."""

    help = (
        "Revoke a key from a checkpoint on, as an entry of the log and a file beside the copies. It cannot be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which key, and since when."""
        parser.add_argument("key", metavar="ID", help="16 hexadecimal digits, as the page shows them")
        parser.add_argument("--from", type=int, required=True, metavar="N", help="the first checkpoint not believed")
        parser.add_argument("--casino", help="name of the casino, where there is more than one")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say so."""
        casino, key, first = casino_named(options["casino"]), options["key"], options["from"]
        try:
            revoke_key(casino_id=casino.pk, key=key, first=first, user=system_user())
        except (TableError, CopyFaultError) as error:
            raise CommandError(str(error)) from error
        said = _("Key {key} is revoked: a checkpoint from {first} on that it signed counts for nothing.")
        self.stdout.write(said.format(key=key, first=first))
