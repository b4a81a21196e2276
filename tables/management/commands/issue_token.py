"""`manage.py issue_token`: a token with which a program acts as a person through the API."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.actions.devices import issue_token
from tables.errors import TableError
from tables.management.common import casino_named
from tables.stamp import CommandId


class Command(BaseCommand):
    """Print a token once; what is stored is its hash."""

    help = "Issue a token with which a program acts as a person; it is printed once and stored hashed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose it is and what for."""
        parser.add_argument("--casino", help="name of the casino, where there is more than one")
        parser.add_argument("--badge", required=True, help="of the person as whom the program acts")
        parser.add_argument("--label", required=True, help="what the token is for")

    def handle(self, *_args: Any, **options: Any) -> None:
        """The token alone goes to standard output."""
        casino = casino_named(options["casino"])
        command_id = CommandId.fresh("issue-token")
        try:
            token = issue_token(
                casino_id=casino.pk, badge=options["badge"], label=options["label"], command_id=command_id
            )
        except TableError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(token)
