"""script/serve: a demonstration casino on this machine, with everything it needs, until Ctrl-C.

Either everything runs or nothing does: when one process ends, it is named, the end of its log is shown and the others are
stopped (docs/decisions/0004).
"""

import argparse
import fcntl
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from local.address import Address
from local.errors import LocalError
from local.layout import Layout, read_secrets
from local.postgres import APPLICATION, OWNER, Postgres
from local.redis_server import RedisServer
from local.site import KEYS, ROOT, Site, servers_given
from local.supervisor import Supervisor

READY_WITHIN = 60.0
GOES_ON_EVERY = 10.0
HIGHEST_PORT = 65535
Handler = Callable[[int, object], None] | signal.Handlers


class Interrupted(BaseException):
    """Everything is to stop; like KeyboardInterrupt, it passes every `except Exception`."""


def say(text: str = "") -> None:
    """Print, unless the terminal is gone."""
    with suppress(OSError):
        print(text, flush=True)


@contextmanager
def step(text: str) -> Iterator[None]:
    """Say what is being done, and now and then that it goes on: a slow machine is no broken one."""
    say(f"{text} ...")
    done = threading.Event()
    waiting = threading.Thread(target=_say_that_it_goes_on, args=(done,), daemon=True)
    waiting.start()
    try:
        yield
    finally:
        done.set()
        waiting.join()


def _say_that_it_goes_on(done: threading.Event) -> None:
    began = time.monotonic()
    while not done.wait(GOES_ON_EVERY):
        say(f"  still at it after {time.monotonic() - began:.0f} s")


def port(text: str) -> int:
    """Read a port number."""
    number = int(text)
    if not 0 < number <= HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to {HIGHEST_PORT}")
    return number


def options(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="script/serve", description="Serve a demonstration casino on this machine.")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen at (default 127.0.0.1: this machine only)"
    )
    parser.add_argument("--port", type=port, default=8000, help="port to listen at (default 8000)")
    parser.add_argument(
        "--data", type=Path, default=ROOT / ".local", help="folder of database, keys and logs (default .local)"
    )
    return parser.parse_args(arguments)


@contextmanager
def only_one(layout: Layout, address: Address) -> Iterator[None]:
    """Hold this folder: a second copy on the same data is told who has it."""
    path = layout.root / "serve.lock"
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8") as lock:  # noqa: PTH123
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise LocalError(
                f"Croupier already runs on {layout.root}: {lock.read().strip() or 'just starting'}."
            ) from error
        lock.truncate(0)
        lock.write(f"process {os.getpid()}, {address.url}\n")
        lock.flush()
        try:
            yield
        finally:
            lock.truncate(0)


def start_servers(layout: Layout, address: Address, supervisor: Supervisor) -> Site:
    """Start the servers that the environment does not name."""
    database_url, owner_url, redis_url = servers_given()
    if not database_url:
        postgres = Postgres(layout)
        with step("Starting PostgreSQL"):
            supervisor.start_server("PostgreSQL", postgres)
        database_url, owner_url = postgres.url(APPLICATION), postgres.url(OWNER)
    if not redis_url:
        queue = RedisServer(layout)
        supervisor.start_server("Redis", queue)
        redis_url = queue.url()
    return Site(layout, address, database_url, redis_url, owner_url, read_secrets(layout, KEYS))


def serve(layout: Layout, address: Address, supervisor: Supervisor) -> None:
    """Start everything, show how to sign in, and look after it."""
    began = time.monotonic()
    site = start_servers(layout, address, supervisor)
    site.make_checkpoint_key()
    with ThreadPoolExecutor(1) as beside:
        static = beside.submit(site.collect_static)
        site.compile_translations()
        with step("Preparing the database"):
            site.migrate()
        with step("Making the people and the tables, and a new code for a tablet"):
            sign_ins = site.seed()
        static.result()
    with step("Starting web, worker and beat"):
        for program in site.programs():
            supervisor.start(program)
        supervisor.wait_until_ready(site.missing, patience=READY_WITHIN)
    say(
        f"\n{sign_ins}\n\nCroupier serves {address.url}/ (ready after {time.monotonic() - began:.1f} s; logs in {layout.logs})."
    )
    if not address.loopback:
        say(
            "Others on the network can reach it, over plain HTTP: passwords and PINs can be read on the way. Demonstration only."
        )
    say("Ctrl-C stops everything; the data is kept.")
    supervisor.watch()


def interrupt(number: int, frame: object) -> None:
    """Turn a signal into the way out."""
    on_signals(signal.SIG_IGN)
    raise Interrupted


def on_signals(handler: Handler) -> None:
    """Decide what Ctrl-C, a request to end and the closing of the terminal do."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, handler)


def main(arguments: list[str]) -> int:
    """Serve until told otherwise; gives the exit status."""
    chosen = options(arguments)
    layout, address = Layout(chosen.data.absolute()), Address(chosen.host, chosen.port)
    supervisor = Supervisor()
    on_signals(interrupt)
    try:
        layout.prepare()
        with only_one(layout, address):
            try:
                address.check_free()
                serve(layout, address, supervisor)
            finally:
                on_signals(signal.SIG_IGN)  # an impatient second Ctrl-C must not leave half of it running
                supervisor.stop()
                layout.tidy()
    except Interrupted:
        say("\nStopped.")
        return 0
    except LocalError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except OSError as error:
        # A full disk, a folder that belongs to another user: what it is about says more than where it was noticed.
        print(f"\n{error.filename or layout.root} cannot be used: {error.strerror or error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
