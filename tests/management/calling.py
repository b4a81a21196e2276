"""Running a command in the test's own process."""

import io
from typing import Any

from django.core.management import call_command


def called(name: str, *arguments: str, **options: Any) -> str:
    """What a command printed."""
    written = io.StringIO()
    call_command(name, *arguments, stdout=written, stderr=written, **options)
    return written.getvalue()
