"""The writing and verifying itself, in a process that has the settings of a service; started by `python -m bench.chains`."""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from multiprocessing import get_context
from typing import Any

import django

django.setup()

from django.db import connection, connections  # noqa: E402 - models need the settings first

from local.site import MANAGE  # noqa: E402
from tables.actions import perform  # noqa: E402
from tables.actions.setup import NewCasino, bootstrap  # noqa: E402
from tables.audit.chain import entry_hash, time_text  # noqa: E402
from tables.demonstration.house.rules import MAIN_FLOOR  # noqa: E402
from tables.demonstration.simulation.crew import staffed_tables  # noqa: E402
from tables.demonstration.simulation.workers import Crew  # noqa: E402
from tables.models import AuditEntry, ChainHead, Table  # noqa: E402
from tables.policy import Role  # noqa: E402
from tables.queries.audit.chains import STORED_FIELDS, chain_names, checked_entries, stored_entries  # noqa: E402
from tables.queries.audit.journal import differences_at  # noqa: E402
from tables.stamp import Call, CommandId, Stamp  # noqa: E402

WRITERS, TABLES, PROCESSES = 50, 10, 2
BUY_IN = 100
PIECE = 1_000
COPY = f"COPY tables_auditentry ({', '.join(STORED_FIELDS)}) FROM STDIN".replace(" table,", ' "table",')


def main(arguments: list[str]) -> int:
    """Write, verify, lengthen, verify; 1 where anything is not as it must be."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int)
    parser.add_argument("--long", type=int)
    chosen = parser.parse_args(arguments)
    casino = bootstrap(
        casino=NewCasino("Bench", "EUR", is_demonstration=True), people=[], command_id=CommandId.fresh("bench")
    )
    crews = staffed_tables(casino, TABLES, house_rules=[MAIN_FLOOR])
    whole = _written(crews, chosen.entries // WRITERS) and _verified()
    _lengthen(Table.objects.get(pk=crews[0].table_id).chain, chosen.long)
    short, long = casino.chain, Table.objects.get(pk=crews[0].table_id).chain
    return 0 if all([whole, _verify_apart(short), _verify_apart(long)]) else 1


def _written(crews: list[Crew], each: int) -> bool:
    """Fifty writers at once; whether every act was done."""
    for crew in crews:
        _act(crew, "open_table")
    jobs = [(crews[n % TABLES], 1 + n // TABLES, each) for n in range(WRITERS)]
    began = time.perf_counter()
    with get_context("spawn").Pool(PROCESSES) as pool:
        done = sum(pool.map(_write_all, [jobs[n::PROCESSES] for n in range(PROCESSES)]), Counter())
    took = time.perf_counter() - began
    print(f"{WRITERS} writers at {TABLES} tables on {PROCESSES} processes, each {each} acts, from empty chains")
    print(
        f"  {done['acted']:,} acts in {took:.1f} s: {done['acted'] / took:.0f} a second; others: {dict(done - Counter(acted=done['acted']))}"
    )
    return done == {"acted": WRITERS * each}


def _write_all(jobs: list[tuple[Crew, int, int]]) -> Counter[str]:
    with ThreadPoolExecutor(len(jobs)) as threads:
        return sum(threads.map(lambda job: _write(*job), jobs), Counter())


def _write(crew: Crew, seat: int, each: int) -> Counter[str]:
    """One writer: sits down and buys in again and again; what came of each act."""
    done: Counter[str] = Counter()
    for number in range(each):
        sent = {"seat": seat, "amount": BUY_IN} if number else {"seat": seat, "buy_in": BUY_IN}
        try:
            _act(crew, "buy_in" if number else "sit", **sent)
            done["acted"] += 1
        except Exception as error:  # noqa: BLE001 - counted, and printed
            done[type(error).__name__] += 1
    connections.close_all()
    return done


def _act(crew: Crew, name: str, **sent: Any) -> None:
    stamp = Stamp(crew.manager.person_id, Role.FLOOR, None, CommandId.fresh("bench"))
    perform(name, Call(crew.table_id, stamp), sent)


def _verified() -> bool:
    """Every chain and every stack, and what PostgreSQL counted."""
    faults = [fault for name in chain_names() for _entry, fault in checked_entries(name) if fault]
    differences = [difference for table in Table.objects.all() for difference in differences_at(table)]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_stat_clear_snapshot(), deadlocks FROM pg_stat_database WHERE datname = current_database()"
        )
        _cleared, deadlocks = cursor.fetchone()
    entries = AuditEntry.objects.filter(chain__contains="table").count()
    print(
        f"  {entries:,} entries in their chains, {len(faults)} faults, {len(differences)} differences, {deadlocks} deadlocks"
    )
    return not (faults or differences or deadlocks)


def _lengthen(chain: str, length: int) -> None:
    """More entries like the newest one, each with its own hash, past the acts but not past the trigger.

    By pieces, because within one transaction each new place of the head is found by way of all before it.
    """
    last = ChainHead.objects.get(chain=chain)
    (entry,) = stored_entries(chain, after=last.sequence - 1)
    began, moment = time.perf_counter(), last.time
    for start in range(last.sequence + 1, length + 1, PIECE):
        with connection.cursor() as cursor, cursor.copy(COPY) as copy:
            for sequence in range(start, min(start + PIECE, length + 1)):
                moment += timedelta(microseconds=1)
                entry |= {"sequence": sequence, "time": time_text(moment), "previous_hash": entry["hash"]}
                entry["hash"] = entry_hash(entry)
                copy.write_row(
                    [json.dumps(entry[name]) if name == "payload" else entry[name] for name in STORED_FIELDS]
                )
    print(
        f"one chain lengthened to {length:,} entries by COPY in {time.perf_counter() - began:.1f} s, the trigger at each"
    )


def _verify_apart(chain: str) -> bool:
    """`manage.py verify_audit` of one chain as a process of its own."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, MANAGE, "verify_audit", "--chain", chain])
    _pid, status, used = os.wait4(process.pid, 0)
    took, largest = time.perf_counter() - began, used.ru_maxrss / 1024
    own = f"processor {used.ru_utime + used.ru_stime:.1f} s, largest memory {largest:.0f} MB"
    print(f"  verify_audit --chain {chain}: {took:.1f} s, {own}", flush=True)
    return status == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
