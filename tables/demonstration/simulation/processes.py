"""Simulated tables spread over processes, one a core."""

import os
import signal
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess

from django.db import connections

from tables.demonstration.simulation.acting import UnexpectedError
from tables.demonstration.simulation.dealing import Dealing
from tables.demonstration.simulation.workers import Crew

Seated = tuple[int, Crew]


def played_rounds(crews: Sequence[Crew], rounds: int, seed: int, processes: int) -> Iterator[Counter[str]]:
    """Play so many rounds at each table; gives what happened in each round, as it ends."""
    tables = list(enumerate(crews))
    if processes == 1:
        yield from _play(tables, rounds, seed)
        return
    # A connection must not be shared with a child.
    connections.close_all()
    yield from _play_in_children([tables[start::processes] for start in range(processes)], rounds, seed)


def _play(tables: Sequence[Seated], rounds: int, seed: int) -> Iterator[Counter[str]]:
    dealings = [Dealing(crew, f"{seed}/{index}") for index, crew in tables]
    for dealing in dealings:
        dealing.prepare()
    for number in range(1, rounds + 1):
        for dealing in dealings:
            yield dealing.play_round(number)


def _play_in_children(shares: Sequence[Sequence[Seated]], rounds: int, seed: int) -> Iterator[Counter[str]]:
    # Fork: the settings and the database are those of this very process, no matter who made them.
    context = get_context("fork")
    children: dict[connection.Connection, BaseProcess] = {}
    try:
        for share in shares:
            reader, writer = context.Pipe(duplex=False)
            child = context.Process(target=_work, args=(share, rounds, seed, writer, os.getpid()))
            child.start()
            writer.close()
            children[reader] = child
        yield from _received(children)
    finally:
        for started in children.values():
            started.terminate()
            started.join()


def _received(children: dict[connection.Connection, BaseProcess]) -> Iterator[Counter[str]]:
    open_readers = list(children)
    while open_readers:
        for reader in connection.wait(open_readers):
            assert isinstance(reader, connection.Connection)  # noqa: S101 - nothing else was waited for
            try:
                said = reader.recv()
            except EOFError:
                open_readers.remove(reader)
                children[reader].join()
                if children[reader].exitcode:
                    raise UnexpectedError(f"a process ended with {children[reader].exitcode}") from None
                continue
            if isinstance(said, str):
                raise UnexpectedError(said)
            yield said


def _work(share: Sequence[Seated], rounds: int, seed: int, writer: connection.Connection, parent: int) -> None:
    """Play in a process of its own; an error goes to the process that started it, which also takes care of Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for tally in _play(share, rounds, seed):
            if os.getppid() != parent:
                return  # killed: what is played from now on would be counted by nobody
            writer.send(tally)
    except Exception:  # noqa: BLE001 - every failure is told to the parent
        writer.send(traceback.format_exc())
    finally:
        connections.close_all()
