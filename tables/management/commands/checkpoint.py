"""`manage.py checkpoint`: sign where every chain stands now, and copy it outside the database (AUD 3.1)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tables.actions.audit.checkpoints import copy_checkpoints, make_checkpoint
from tables.audit.copies import CopyFaultError
from tables.errors import TableError
from tables.management.common import casino_named
from tables.stamp import CommandId, HouseCall, Stamp

NOT_OUTSIDE, NOT_MADE = 1, 2


class Command(BaseCommand):
    """Exit status 1 where the checkpoint or an older one is not outside yet, 2 where none was made."""

    help = (
        "Make a checkpoint now, whether anything happened or not, and copy to CHECKPOINT_DIR every one that is not "
        "there yet, also those between others."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which casino, and whether only to copy."""
        parser.add_argument("--casino", help="name of the casino, where there is more than one")
        parser.add_argument("--copies-only", action="store_true", help="make none: copy what is not outside yet")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say which, and where."""
        casino = casino_named(options["casino"])
        try:
            if not options["copies_only"]:
                stamp = Stamp.of_system(CommandId.fresh("checkpoint"))
                made = make_checkpoint(HouseCall(casino.pk, stamp)).body
                said = _("Checkpoint {number} of {time}: {size} leaves, root {root}.")
                self.stdout.write(said.format_map(made))
            copied = copy_checkpoints(casino.pk, every=True)
        except CopyFaultError as error:
            raise CommandError(str(error), returncode=NOT_OUTSIDE) from error
        except TableError as error:
            is_made = error.code == "unavailable"
            said = f"{error} {error.__cause__}" if is_made else str(error)
            raise CommandError(said, returncode=NOT_OUTSIDE if is_made else NOT_MADE) from error
        if copied:
            self.stdout.write(_("{copied} older copies were missing outside and are there now.").format(copied=copied))
