"""The measuring itself, in a process that has the settings of a service; started by `python -m bench.acts`."""

import argparse
import cProfile
import os
import pstats
import statistics
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import django
import psycopg

django.setup()

from django.db import connection, connections  # noqa: E402 - models need the settings first
from django.test.utils import CaptureQueriesContext  # noqa: E402

from bench.acts_player import SEATS, Player, seat_players  # noqa: E402
from bench.plain_rows import Change, PlainTable, changed_rows, play_plainly, recorded, row_counts  # noqa: E402
from local.layout import Layout  # noqa: E402
from local.postgres import APPLICATION, DATABASE, OWNER, SUPERUSER, Postgres, create_database  # noqa: E402
from tables.actions.setup import NewCasino, bootstrap  # noqa: E402
from tables.audit.canonical import canonical  # noqa: E402
from tables.demonstration.house.rules import MAIN_FLOOR  # noqa: E402
from tables.demonstration.simulation.crew import staffed_tables  # noqa: E402
from tables.demonstration.simulation.workers import Crew  # noqa: E402
from tables.models import ChainHead, Seating, Table  # noqa: E402
from tables.queries.audit.chains import stored_entries  # noqa: E402
from tables.stamp import CommandId  # noqa: E402

SERVER = Postgres(Layout(Path(os.environ["BENCH_DATA"])))
PLAIN = "croupier_plain"
TARGET = 0.4
CHECKED_ROUNDS = 20


@dataclass(slots=True)
class Slice:
    """What one process did in one turn of either side."""

    acts: float
    plain: float


def main(arguments: list[str]) -> int:
    """Set up, check, measure, print; the exit status is 1 where the target is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="+")
    parser.add_argument("--slices", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--profile")
    chosen = parser.parse_args(arguments)
    most = max(chosen.tables)
    casino = bootstrap(
        casino=NewCasino("Bench", "EUR", is_demonstration=True), people=[], command_id=CommandId.fresh("bench")
    )
    crews = staffed_tables(casino, 2 * most, house_rules=[MAIN_FLOOR])
    for crew in crews:
        seat_players(crew)
    players = [Player(crew) for crew in crews[:most]]
    # The first turn of the button around the table is like no later one: who banks for the first time changes more.
    for player in players:
        for _seat in SEATS:
            player.play()
    players[0].play()
    with psycopg.connect(SERVER.url(OWNER), autocommit=True) as owner:
        recording = recorded(owner, players[0].play)
    if chosen.profile:
        return _profile(players[0], chosen.profile)
    plain = [_plain_table(crew, players[0].crew) for crew in crews[most:]]
    _copy_database()
    _print_queries(players[0])
    _check_same_rows(players[0], plain[0], recording)
    _print_bytes(players[0])
    met = [_measure(count, players, plain, recording, chosen) for count in chosen.tables]
    return 0 if all(met) else 1


def _copy_database() -> None:
    """The other side's database: one statement a leg would not pass the guard of whole postings."""
    connections.close_all()
    with psycopg.connect(SERVER.url(SUPERUSER, "postgres"), autocommit=True) as superuser:
        create_database(superuser, PLAIN, DATABASE)
    with psycopg.connect(SERVER.url(OWNER, PLAIN), autocommit=True) as owner:
        owner.execute("ALTER TABLE tables_leg DISABLE TRIGGER legs_balance")


def _plain_table(crew: Crew, like: Crew) -> PlainTable:
    table = Table.objects.get(pk=crew.table_id)
    seats = {seating.seat: seating.pk for seating in Seating.objects.filter(table=table)}
    seatings = {seating.pk: seats[seating.seat] for seating in Seating.objects.filter(table=like.table_id)}
    head = ChainHead.objects.get(chain=table.chain)
    return PlainTable(table.pk, table.chain, table.rules_id or 0, seatings, head.sequence, head.hash, 0, table.version)


def _print_queries(player: Player) -> None:
    """Queries of each act, without those that begin and end its transaction."""
    print("queries of each act (begin and commit not counted)")
    original = Player.do

    def counted(self: Player, act: str, **sent: Any) -> None:
        with CaptureQueriesContext(connection) as captured:
            original(self, act, **sent)
        queries = [query for query in captured if query["sql"] not in ("BEGIN", "COMMIT")]
        print(f"  {act:16} {len(queries):3}")

    Player.do = counted  # type: ignore[method-assign]
    try:
        player.play()
    finally:
        Player.do = original  # type: ignore[method-assign]


def _check_same_rows(player: Player, table: PlainTable, acts: list[list[Change]]) -> None:
    """Both sides insert and update the same numbers of rows in every table, or nothing is measured."""
    with _plain_connection() as plain:
        by_acts = _rows_changed(DATABASE, player.play, lambda: _flush_counts(connection))
        by_rows = _rows_changed(PLAIN, lambda: play_plainly(plain, table, acts), lambda: _flush_counts(plain))
    if by_acts != by_rows:
        sys.exit(f"the two sides do not change the same rows:\n{by_acts}\n{by_rows}")
    print(f"rows changed a round, the same on both sides ({len(acts)} transactions)")
    for name, inserted, updated in by_acts:
        print(f"  {name:26} {inserted / CHECKED_ROUNDS:5.1f} inserted {updated / CHECKED_ROUNDS:5.1f} updated")


def _rows_changed(database: str, play: Callable[[], None], flush: Callable[[], None]) -> list[tuple[str, int, int]]:
    with psycopg.connect(SERVER.url(OWNER, database), autocommit=True) as owner:
        flush()
        before = row_counts(owner)
        for _round in range(CHECKED_ROUNDS):
            play()
        flush()
        return list(changed_rows(before, row_counts(owner)))


def _flush_counts(used: Any) -> None:
    """The server counts rows at the end of a transaction, but tells them late unless asked to."""
    with used.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")


def _print_bytes(player: Player) -> None:
    chain = Table.objects.get(pk=player.crew.table_id).chain
    head = ChainHead.objects.get(chain=chain).sequence
    rounds = 50

    def size() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_total_relation_size('tables_auditentry')")
            return int(cursor.fetchone()[0])

    before = size()
    for _round in range(rounds):
        player.play()
    grown = (size() - before) / rounds
    written = sum(len(canonical(entry)) for entry in stored_entries(chain, after=head)) / rounds
    print(f"audit log a round: {written:,.0f} bytes of canonical entries, {grown:,.0f} bytes of table and indexes")


def _plain_connection() -> psycopg.Connection:
    return psycopg.connect(SERVER.url(APPLICATION, PLAIN), autocommit=True, prepare_threshold=0)


def _measure(
    count: int,
    players: Sequence[Player],
    plain: Sequence[PlainTable],
    acts: list[list[Change]],
    chosen: argparse.Namespace,
) -> bool:
    processes = min(count, os.cpu_count() or 1)
    for player in players:
        player.seconds.clear()
    connections.close_all()
    context = get_context("fork")
    barrier, queue = context.Barrier(processes), context.Queue()

    def work(index: int) -> None:
        own, rows = players[index:count:processes], plain[index:count:processes]
        try:
            with _plain_connection() as used:
                slices = [_slice(own, rows, acts, used, barrier, chosen.seconds) for _turn in range(chosen.slices + 1)]
            connections.close_all()
            queue.put((own, rows, index, slices, [player.seconds for player in own]))
        except Exception:  # noqa: BLE001 - told to the waiting thread
            barrier.abort()
            queue.put(traceback.format_exc())

    children = [context.Process(target=work, args=(index,)) for index in range(processes)]
    for child in children:
        child.start()
    results = [queue.get() for _child in children]
    for child in children:
        child.join()
    for failure in filter(lambda result: isinstance(result, str), results):
        sys.exit(failure)
    _take_back(results, players, plain, count, processes)
    return _print_measured(count, processes, results)


def _slice(  # noqa: PLR0913 - called in one place
    players: Sequence[Player],
    tables: Sequence[PlainTable],
    acts: list[list[Change]],
    used: psycopg.Connection,
    barrier: Any,
    seconds: float,
) -> Slice:
    barrier.wait()
    through_acts = _rate([player.play for player in players], seconds)
    barrier.wait()
    as_rows = _rate([partial(play_plainly, used, table, acts) for table in tables], seconds)
    return Slice(through_acts, as_rows)


def _rate(plays: Sequence[Callable[[], None]], seconds: float) -> float:
    """Rounds a second, a round at each table in turn."""
    began, rounds = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        plays[rounds % len(plays)]()
        rounds += 1
    return rounds / (time.perf_counter() - began)


def _take_back(
    results: Sequence[Any], players: Sequence[Player], plain: Sequence[PlainTable], count: int, processes: int
) -> None:
    """What the children know of their tables, for the next numbers of tables."""
    for own, rows, index, _slices, _seconds in results:
        for mine, theirs in zip(players[index:count:processes], own, strict=True):
            mine.button, mine.number = theirs.button, theirs.number
        for here, there in zip(plain[index:count:processes], rows, strict=True):
            here.sequence, here.hash, here.number, here.version = (
                there.sequence,
                there.hash,
                there.number,
                there.version,
            )


def _print_measured(count: int, processes: int, results: Sequence[Any]) -> bool:
    """The first turn of each side warms up and is not counted."""
    turns = list(zip(*(slices[1:] for _own, _rows, _index, slices, _seconds in results), strict=True))
    acts = [sum(part.acts for part in turn) for turn in turns]
    plain = [sum(part.plain for part in turn) for turn in turns]
    ratios = [mine / theirs for mine, theirs in zip(acts, plain, strict=True)]
    ratio = statistics.median(ratios)
    print(
        f"{count} tables on {processes} processes: {statistics.median(acts):.1f} rounds a second through the acts, "
        f"{statistics.median(plain):.1f} as plain rows: ratio {ratio:.2f} "
        f"({min(ratios):.2f} to {max(ratios):.2f} in {len(ratios)} turns)"
    )
    print("  milliseconds an act, 50th and 95th percentile")
    gathered: dict[str, list[float]] = defaultdict(list)
    for _own, _rows, _index, _slices, seconds in results:
        for of_table in seconds:
            for act, measured in of_table.items():
                gathered[act] += measured
    for act, measured in gathered.items():
        cuts = statistics.quantiles(measured, n=20)
        print(f"    {act:16} {1000 * cuts[9]:7.2f} {1000 * cuts[18]:7.2f}")
    return count > 1 or ratio >= TARGET


def _profile(player: Player, path: str) -> int:
    for _round in range(20):
        player.play()
    profile = cProfile.Profile()
    profile.enable()
    for _round in range(100):
        player.play()
    profile.disable()
    profile.dump_stats(path)
    pstats.Stats(profile).sort_stats("tottime").print_stats(40)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
