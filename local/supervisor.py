"""Looks after the processes of one start: all of them run, or none does."""

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass

from local.errors import LocalError
from local.postgres import Postgres
from local.processes import Program, last_lines, spawn, stop
from local.redis_server import RedisServer

LOOKS_EVERY = 0.2
Server = Postgres | RedisServer


@dataclass(slots=True)
class Running:
    """A program and its process."""

    program: Program
    process: subprocess.Popen[bytes]


class Supervisor:
    """Starts servers and programs, notices when one ends, and stops them in the opposite order."""

    def __init__(self) -> None:
        self.servers: list[tuple[str, Server]] = []
        self.programs: list[Running] = []

    def start_server(self, name: str, server: Server) -> None:
        """Start an embedded server; it is stopped even where its start fails half-way."""
        self.servers.append((name, server))
        server.start()

    def start(self, program: Program) -> None:
        """Start a program of the service."""
        self.programs.append(Running(program, spawn(program)))

    def check(self) -> None:
        """Raise an error that names the first one that has ended."""
        for running in self.programs:
            status = running.process.poll()
            if status is not None:
                raise LocalError(ended(running.program, status))
        for name, server in self.servers:
            status = None if server.process is None else server.process.poll()
            if status is not None:
                raise LocalError(f"{name} ended ({reason(status)}). The end of {server.log}:\n{last_lines(server.log)}")

    def wait_until_ready(self, ready: Callable[[], str], *, patience: float) -> None:
        """Wait until nothing is missing any more, all running meanwhile; `ready` says what is."""
        end = time.monotonic() + patience
        while missing := ready():
            self.check()
            if time.monotonic() > end:
                log = self.programs[-1].program.log
                said = f"The end of {log}:\n{last_lines(log)}"
                raise LocalError(f"Croupier did not become ready within {patience:.0f} seconds: {missing}\n{said}")
            time.sleep(LOOKS_EVERY / 2)

    def watch(self) -> None:
        """Look after everything until one ends or a signal interrupts."""
        while True:
            self.check()
            time.sleep(LOOKS_EVERY)

    def stop(self) -> None:
        """Stop everything, what depends on others first."""
        for running in reversed(self.programs):
            stop(running.process, running.program.stop_signal)
        for _, server in reversed(self.servers):
            server.stop()


def ended(program: Program, status: int) -> str:
    """Say which program ended, how, and what it wrote last."""
    return f"The {program.name} ended ({reason(status)}). The end of {program.log}:\n{last_lines(program.log)}"


def reason(status: int) -> str:
    """Put an exit status into words."""
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
