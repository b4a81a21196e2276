"""Fill a log with true chains and time its pages; run by bench.log."""

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import django
import psycopg

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup()

from django.db import connection  # noqa: E402 - settings first
from django.test.utils import CaptureQueriesContext  # noqa: E402

from bench.log_reports import ROWS, fill_house, first_pages  # noqa: E402
from tables.audit.canonical import canonical  # noqa: E402
from tables.audit.chain import FIRST_PREVIOUS, HASHED_FIELDS, entry_hash, time_text  # noqa: E402
from tables.queries.audit.pages import HOUSE, LogFilter, Place, log_entry, log_page  # noqa: E402
from tables.queries.paging import Period  # noqa: E402

CASINO, TABLES, PEOPLE = 1, 20, [f"{1000 + number}" for number in range(40)]
STARTED = datetime(2026, 1, 1, tzinfo=UTC)
APART = timedelta(milliseconds=5000)
PLAY = ("open_round", "enter_wagers", "deal", "enter_decisions", "enter_hands", "settle_round", "close_round")
RARE, EVERY = "void_round", 1000
COLUMNS = (*HASHED_FIELDS, "hash")
LOADED = "COPY tables_auditentry ({}) FROM STDIN"


def fill(entries: int) -> None:
    """COPY as the owner, with the guards of insertion off, and set the heads to what they would be."""
    with psycopg.connect(os.environ["BENCH_OWNER"], autocommit=True) as owner:
        found = owner.execute("SELECT coalesce(sum(sequence), 0) FROM tables_chainhead").fetchone()
        if found and found[0] >= entries:
            return
        triggers = owner.execute(
            "SELECT tgname FROM pg_trigger WHERE tgrelid = 'tables_auditentry'::regclass AND NOT tgisinternal"
        ).fetchall()
        for (trigger,) in triggers:
            owner.execute(f'ALTER TABLE tables_auditentry DISABLE TRIGGER "{trigger}"')
        began = time.perf_counter()
        copied = LOADED.format(", ".join(f'"{column}"' for column in COLUMNS))
        with owner.cursor() as cursor, cursor.copy(copied) as copy:
            for row in rows(entries):
                copy.write_row(row)
        owner.execute("ALTER TABLE tables_chainhead DISABLE TRIGGER head_names_entry")
        owner.execute(
            "INSERT INTO tables_chainhead (chain, sequence, hash, time) SELECT DISTINCT ON (chain) chain, sequence, hash, time"
            " FROM tables_auditentry ORDER BY chain, sequence DESC"
        )
        owner.execute("ALTER TABLE tables_chainhead ENABLE ALWAYS TRIGGER head_names_entry")
        for (trigger,) in triggers:
            owner.execute(f'ALTER TABLE tables_auditentry ENABLE ALWAYS TRIGGER "{trigger}"')
        owner.execute("VACUUM (ANALYZE) tables_auditentry")
        print(f"{entries:,} entries with a true chain in {time.perf_counter() - began:.0f} s", flush=True)


def rows(entries: int) -> Iterator[list[Any]]:
    """Entries in the order of time, spread over the chains; one table falls silent after a tenth of the time."""
    dice = random.Random(1)  # noqa: S311 - test data
    heads: dict[str, tuple[int, str]] = {}
    for number in range(entries):
        place = number % (TABLES + 1)
        if place == 1 and number > entries // 10:
            place = 2
        chain = f"{CASINO}/table/{place}" if place else f"{CASINO}/house"
        sequence, previous = heads.get(chain, (0, FIRST_PREVIOUS))
        moment = STARTED + APART * number
        rare = number % EVERY == EVERY - 1
        act = (RARE if rare else PLAY[sequence % len(PLAY)]) if place else "tap_in"
        entry: dict[str, Any] = {
            "chain": chain,
            "sequence": sequence + 1,
            "time": time_text(moment),
            "act": act,
            "table": place or None,
            "round": sequence // len(PLAY) + 1 if place else None,
            "person": PEOPLE[(place * 2 + number // 5000 % 2) % len(PEOPLE)] if not rare else dice.choice(PEOPLE),
            "role": "dealer",
            "device": f"tablet:{place}" if place else None,
            "command_id": f"bench-{number:012d}",
            "payload": payload(dice, sequence),
            "schema": 1,
            "previous_hash": previous,
        }
        entry["hash"] = entry_hash(entry)
        heads[chain] = (sequence + 1, entry["hash"])
        text = canonical(entry["payload"]).decode()
        yield [moment if column == "time" else text if column == "payload" else entry[column] for column in COLUMNS]


def payload(dice: random.Random, sequence: int) -> dict[str, Any]:
    """What was sent, and what changed."""
    wagers = {str(seat): {"ante": dice.randrange(10, 300) * 100, "flush": 500} for seat in range(1, 5)}
    return {"sent": {"number": sequence, "wagers": wagers}, "before": {"wagers": {}}, "after": {"wagers": wagers}}


def questions(entries: int) -> dict[str, tuple[LogFilter, dict[str, Any]]]:
    """What an inspector asks for: each filter, alone and with others, the newest page and one in the middle."""
    middle = STARTED + APART * (entries // 2)
    week = Period(middle, middle + timedelta(days=7))
    deep = {"before": Place(middle, "", 0)}
    asked = {
        "the newest": LogFilter(CASINO),
        "one table": LogFilter(CASINO, tables=(7,)),
        "a table that fell silent": LogFilter(CASINO, tables=(1,)),
        "three tables and the house": LogFilter(CASINO, tables=(3, 4, 5, HOUSE)),
        "one act": LogFilter(CASINO, acts=("settle_round",)),
        "a rare act": LogFilter(CASINO, acts=(RARE,)),
        "an act that never was": LogFilter(CASINO, acts=("correct_round",)),
        "all acts of play": LogFilter(CASINO, acts=(*PLAY, RARE)),
        "one person": LogFilter(CASINO, people=(PEOPLE[8],)),
        "six people": LogFilter(CASINO, people=PEOPLE[2:8]),
        "nobody known": LogFilter(CASINO, people=("9999",)),
        "a rare act of one person": LogFilter(CASINO, acts=(RARE,), people=(PEOPLE[8],)),
        "an act one person never did": LogFilter(CASINO, acts=("tap_in",), people=(PEOPLE[8],)),
        "a rare act at one table": LogFilter(CASINO, acts=(RARE,), tables=(7,)),
        "an act a table never saw": LogFilter(CASINO, acts=("tap_in",), tables=(7,)),
        "one person at a table they never dealt at": LogFilter(CASINO, people=(PEOPLE[8],), tables=(12,)),
        "one round of one table": LogFilter(CASINO, tables=(7,), round=1000),
        "one round of all tables": LogFilter(CASINO, round=1000),
        "a week, one table": LogFilter(CASINO, week, tables=(7,)),
        "a week, a silent table": LogFilter(CASINO, week, tables=(1,)),
        "a week, a rare act of six people": LogFilter(CASINO, week, acts=(RARE,), people=PEOPLE[2:8]),
    }
    return {
        f"{name}{where}": (wanted, place)
        for name, wanted in asked.items()
        for where, place in (("", {}), (", deep in", deep))
    }


def main(arguments: list[str]) -> int:
    """Print the median and the slowest of each page of the log, of one entry, and of the first page of each report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, required=True)
    parser.add_argument("--repeats", type=int, required=True)
    parser.add_argument("--plans", action="store_true")
    chosen = parser.parse_args(arguments)
    fill(chosen.entries)
    fill_house(STARTED)
    slowest = 0.0
    print(f"milliseconds a page of 50 among {chosen.entries:,} entries, median and slowest of {chosen.repeats}")
    for name, (wanted, place) in questions(chosen.entries).items():
        slowest = max(slowest, told(name, chosen.repeats, partial(log_page, wanted, **place)))
        if chosen.plans:
            print(plan(wanted, place))
    slowest = max(slowest, told("one entry", chosen.repeats, lambda: log_entry(f"{CASINO}/table/7", 10_000)))
    middle, end = STARTED + APART * (chosen.entries // 2), STARTED + APART * chosen.entries
    for name, part, asked in first_pages(middle, end):
        slowest = max(slowest, told(name, chosen.repeats, partial(part.page, asked, None, ROWS)))
    print(f"slowest page by its median: {slowest:.1f} ms (target 200)")
    return 0


def told(name: str, repeats: int, page: Callable[[], object]) -> float:
    """Ask for a page again and again, print the median and the slowest in milliseconds, and give the median."""
    times = []
    for _repeat in range(repeats):
        began = time.perf_counter()
        page()
        times.append((time.perf_counter() - began) * 1000)
    print(f"  {name:<52} {statistics.median(times):8.1f} {max(times):8.1f}", flush=True)
    return statistics.median(times)


def plan(wanted: LogFilter, place: dict[str, Any]) -> str:
    """How PostgreSQL finds the page."""
    with CaptureQueriesContext(connection) as captured:
        log_page(wanted, **place)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) {captured.captured_queries[-1]['sql']}")
        return "\n".join(f"      {line}" for (line,) in cursor.fetchall())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
