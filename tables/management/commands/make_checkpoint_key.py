"""`manage.py make_checkpoint_key`: the key that signs checkpoints, made once at installation (AUD 3.1); needs no settings."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from casino.checkpoint_key import KeyFaultError, make_key, read_key
from tables.audit.signature import public_key_pem


class Command(BaseCommand):
    """Make a key, or show the public half of one; exit status 1 where a file stands in the way or is no key."""

    help = "Make the Ed25519 key that signs checkpoints, readable by its owner alone, and print its public half."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where it is to lie."""
        parser.add_argument("file", type=Path, help="a new file, outside the database and its backups")
        parser.add_argument("--public", action="store_true", help="make nothing: print the public half of this key")

    def handle(self, *_args: Any, **options: Any) -> None:
        """The public half goes to standard output, ready to be given to an inspector."""
        try:
            key = (read_key if options["public"] else make_key)(options["file"])
        except KeyFaultError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(public_key_pem(key.public_bytes).decode(), ending="")
        if not options["public"]:
            self.stderr.write(
                _("Key {key} was made in {file}.").format(key=key.key_id, file=options["file"]), self.style.SUCCESS
            )
