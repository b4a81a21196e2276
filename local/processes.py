"""Starts and stops the processes of this package."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from local.errors import LocalError

LAUNCHER = Path(__file__).with_name("launch.py")
LAST_LINES = 15


@dataclass(frozen=True, slots=True)
class Program:
    """What to run, how it is asked to stop, and as whom (nobody else by default)."""

    name: str
    command: list[str]
    log: Path
    stop_signal: signal.Signals = signal.SIGTERM
    user: tuple[int, int] | None = None
    search: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)

    def argv(self) -> list[str]:
        """Spell the command that starts it: the launcher's, which becomes the program's."""
        user, group = self.user or (-1, -1)
        numbers = [os.getpid(), int(self.stop_signal), user, group, int(self.search)]
        return [sys.executable, "-I", "-S", str(LAUNCHER), *map(str, numbers), *self.command]


def run(program: Program, *, timeout: float = 120, environment: Mapping[str, str] | None = None) -> str:
    """Run a program to its end and give what it said; its failure is an error that shows it."""
    try:
        done = subprocess.run(
            program.argv(),
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            stdin=subprocess.DEVNULL,
            env=os.environ | (environment or program.environment),
            # Its own session: a Ctrl-C reaches only the process that started it, which then ends it.
            start_new_session=True,
        )
    except subprocess.TimeoutExpired as error:
        raise LocalError(f"{program.name} did not finish within {timeout:.0f} seconds.") from error
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise LocalError(f"{program.name} failed:\n" + indented("\n".join(said[-LAST_LINES:])))
    return done.stdout


def spawn(program: Program, *, stdin: str = "") -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, so that a Ctrl-C reaches only the one that stops all of them in order."""
    with program.log.open("ab") as log:
        program.log.chmod(0o600)
        process = subprocess.Popen(
            program.argv(),
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            env=os.environ | program.environment,
            start_new_session=True,
        )
    assert process.stdin is not None  # noqa: S101 - a pipe was asked for
    try:
        process.stdin.write(stdin.encode())
        process.stdin.close()
    except BrokenPipeError:
        pass  # it ended at once; who waits for it will say so
    return process


def stop(process: subprocess.Popen[bytes], number: signal.Signals, *, patience: float = 20) -> None:
    """Ask a process to stop, and end it where it does not."""
    if process.poll() is None:
        process.send_signal(number)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


def last_lines(log: Path, count: int = LAST_LINES) -> str:
    """Quote the end of a log."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return indented("\n".join(lines[-count:]))


def indented(text: str) -> str:
    """Set a quotation off."""
    return "\n".join(f"    {line}" for line in text.splitlines())


def wait_until(done: float, pause: float = 0.05) -> bool:
    """Sleep a moment; tell whether there is time left until `done` (of the monotonic clock)."""
    time.sleep(pause)
    return time.monotonic() < done
