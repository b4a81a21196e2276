"""Running the calculators as a newcomer would: no settings, no database, nothing in the environment."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def settle_command(lines: str | bytes, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """`manage.py settle` with these arguments, and these lines on standard input."""
    return _command(lines if isinstance(lines, bytes) else lines.encode(), "settle", *arguments)


def odds_command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """`manage.py odds` with these arguments."""
    return _command(b"", "odds", *arguments)


def _command(given: bytes, *arguments: str) -> "subprocess.CompletedProcess[str]":
    run = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={},
        check=False,
    )
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())
