"""`manage.py rotate_checkpoint_key`: a new key that the one before has signed (AUD 3.4)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from casino.checkpoint_key import KeyFaultError, make_key, read_key
from tables.actions.audit.keys import rotate_key
from tables.audit.copies import CopyFaultError
from tables.audit.signature import public_key_pem
from tables.errors import TableError
from tables.management.common import casino_named, system_user


class Command(BaseCommand):
    """Make a new key; exit status 1 where nothing was made, or what was made is not all outside."""

    help = (
        "Make a new key for checkpoints, signed by that of CHECKPOINT_KEY_FILE, and print its public half. Then let "
        "CHECKPOINT_KEY_FILE name the new file, and start the service again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the new key is to lie."""
        parser.add_argument("file", type=Path, help="a new file, outside the database and its backups")
        parser.add_argument("--casino", help="name of the casino, where there is more than one")

    def handle(self, *_args: Any, **options: Any) -> None:
        """The public half goes to standard output, ready to be given to an inspector."""
        casino = casino_named(options["casino"])
        path: Path | None = settings.CHECKPOINT_KEY_FILE
        if path is None:
            raise CommandError(_("CHECKPOINT_KEY_FILE names no key: there is none that could sign the new one."))
        try:
            old = read_key(path)
            new = make_key(options["file"])
        except KeyFaultError as error:
            raise CommandError(str(error)) from error
        try:
            rotate_key(casino_id=casino.pk, signer=old, public_key=new.public_bytes, user=system_user())
        except TableError as error:
            options["file"].unlink()
            raise CommandError(str(error)) from error
        except CopyFaultError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(public_key_pem(new.public_bytes).decode(), ending="")
        said = _("Key {new} was made in {file}; key {old} has signed it.")
        self.stderr.write(said.format(new=new.key_id, file=options["file"], old=old.key_id), self.style.SUCCESS)
