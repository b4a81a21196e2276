"""Running a command in the test's own process."""

import io
from typing import Any

from django.core.management import call_command


def called(name: str, *arguments: str, **options: Any) -> str:
    """What a command printed."""
    written = io.StringIO()
    call_command(name, *arguments, stdout=written, stderr=written, **options)
    return written.getvalue()


def exit_status(name: str, *arguments: str, **options: Any) -> tuple[int, str]:
    """The exit status a command ends with, and what it printed."""
    written = io.StringIO()
    try:
        call_command(name, *arguments, stdout=written, stderr=written, **options)
    except SystemExit as ended:
        return int(str(ended.code)), written.getvalue()
    return 0, written.getvalue()
