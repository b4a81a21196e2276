#!/usr/bin/env python3
"""Django's command line, which also runs the commands that need neither settings nor a database."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

# Pure calculators and the rights matrix: they run anywhere, at once, with an empty environment.
CALCULATORS = {"settle", "odds", "permissions", "make_checkpoint_key", "translations"}
# Useful before anything is configured; with a configured service they list and read all of it.
EITHER_WAY = {"", "help", "--help", "-h", "version", "--version"}


def settings_module(command: str) -> str:
    """Name the settings a command loads."""
    configured = "CROUPIER_MODE" in os.environ or "SECRET_KEY" in os.environ
    if command in CALCULATORS or (command in EITHER_WAY and not configured):
        return "casino.calculator"
    return "casino.settings"


def main() -> None:
    """Run one command; a setting that is missing is a sentence on standard error, not a traceback."""
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    os.environ["DJANGO_SETTINGS_MODULE"] = settings_module(command)
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except BrokenPipeError:
        # Whoever read it has read enough, as `head` does. What is left is thrown away, also at the interpreter's end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
