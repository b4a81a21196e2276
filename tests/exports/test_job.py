"""The background job: leases, heartbeats, workers that die, and what comes out (AUD 4.1 to 4.3)."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from django.conf import settings
from django.db import connection

from local.postgres import APPLICATION
from tables.actions.audit import leases as export_leases
from tables.actions.audit.exports import cancel_export
from tables.audit.verify import main as verify
from tables.jobs import exports as export_job
from tables.jobs.exports import make_exports
from tables.models import AuditEntry, ChainHead, Export
from tables.queries.audit import exports
from tables.queries.audit.exports import export_row, exports_of
from tables.queries.paging import Page
from tables.queries.times import gaming_day_of
from tables.stamp import HouseCall
from tests.cast import Cast
from tests.exports.conftest import ask, file_of, lines_of, manifest_of
from tests.fixtures.servers import Servers
from tests.management.planting import planted
from tests.management.playing import at_table

# What a worker runs, with entries that come slowly.
SLOW_WORKER = """
import time
import django
django.setup()
from tables.jobs import exports as export_job
from tables.queries.audit import exports
row = exports._row
exports._row = lambda values: (time.sleep(0.05), row(values))[1]
from tables.audit.export import writing
writing.ROWS_AT_A_TIME = 5
export_job.make_exports()
"""


# How long a test waits for what comes at once on an idle machine.
PATIENCE = 120.0


def wait_for(what: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Until something is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


def left_in_folder() -> list[str]:
    """The files among the exports."""
    return sorted(path.name for path in Path(settings.EXPORT_DIR).iterdir())


def public_key() -> str:
    """The file of the casino's public key."""
    return str(next((settings.CHECKPOINT_DIR / "keys").iterdir()))


def test_aud_4_2_a_whole_export_is_verified_from_outside(in_play: Cast) -> None:
    """Every entry up to the checkpoint that was made for it, signed, proven, and each settlement computed again."""
    export = ask(in_play)
    assert make_exports() == 1
    export.refresh_from_db()
    path = file_of(export)
    assert (export.state, export.size, left_in_folder()) == ("ready", path.stat().st_size, [export.file])
    assert verify([str(path), "--key", public_key(), "--replay"]) == 0
    rows, manifest = lines_of(path), manifest_of(path)
    assert (export.entries_done, export.entries_total) == (len(rows), len(rows))
    heads = {chain["chain"]: chain for chain in manifest["chains"]}
    for head in ChainHead.objects.exclude(chain=in_play.casino.chain):
        chain = heads[head.chain]
        assert (chain["first"], chain["last"], chain["hash"], chain["stubs"]) == (1, head.sequence, head.hash, 0)
        assert chain["leaf"]["leaf"]["sequence"] == head.sequence
    assert rows[-1]["act"] != "finish_export"
    assert manifest["signature"]["key"] == manifest["checkpoint"]["checkpoint"]["key"]


FILTERS: tuple[tuple[dict[str, Any], Callable[[dict[str, Any]], bool]], ...] = (
    ({"tables": [14]}, lambda entry: entry["table"] == 14),
    ({"acts": ["settle_round", "close_round"]}, lambda entry: entry["act"] in ("settle_round", "close_round")),
    ({"people": ["3001"]}, lambda entry: entry["person"] == "3001"),
    (
        {"people": ["2001"], "acts": ["sit"], "tables": [12]},
        lambda entry: (entry["table"], entry["act"]) == (12, "sit"),
    ),
)


@pytest.mark.parametrize(("wanted", "fits"), FILTERS)
def test_aud_4_3_what_is_left_out_is_a_stub(
    in_play: Cast, wanted: dict[str, Any], fits: Callable[[dict[str, Any]], bool]
) -> None:
    """From the first kept entry of a chain on; a chain of which nothing is kept is not there. It verifies all the same."""
    export = ask(in_play, **wanted)
    make_exports()
    path = file_of(export)
    assert verify([str(path), "--key", public_key()]) == 0
    whole = [row for row in lines_of(path) if "act" in row]
    stored = [row for row in AuditEntry.objects.order_by("chain", "sequence").values() if fits({**row})]
    assert [(row["chain"], row["sequence"]) for row in whole] == [(row["chain"], row["sequence"]) for row in stored]
    assert whole
    for chain in manifest_of(path)["chains"]:
        first = next(row for row in lines_of(path) if row["chain"] == chain["chain"])
        assert "act" in first
        assert chain["last"] >= chain["leaf"]["leaf"]["sequence"]


def test_aud_4_1_by_time_and_by_gaming_day(in_play: Cast) -> None:
    """A period keeps what is in it; the manifest says it in times, too."""
    middle = AuditEntry.objects.get(chain=at_table(in_play, 12).table.chain, sequence=9).time
    day = gaming_day_of(in_play.casino, middle).isoformat()
    by_time = ask(in_play, since=middle.isoformat())
    by_day, before = ask(in_play, first_day=day, last_day=day), ask(in_play, last_day="2020-01-01")
    make_exports()
    kept = [row for row in lines_of(file_of(by_time)) if "act" in row]
    assert min(row["time"] for row in kept) == middle.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert all("act" in row for row in lines_of(file_of(by_day)))
    assert manifest_of(file_of(by_day))["filter"]["first_day"] == day
    assert manifest_of(file_of(by_day))["filter"]["since"].startswith(day)
    assert lines_of(file_of(before)) == []
    assert all(verify([str(file_of(export)), "--key", public_key()]) == 0 for export in (by_time, by_day, before))


def test_aud_4_3_of_a_long_list_the_leaves_since_the_first_kept_entry(
    in_play: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes before them is told by its roots, and the proofs hold."""
    ask(in_play)
    make_exports()
    at_table(in_play, 14).act("standing_decline", by="frank", seat=4, on=True)
    monkeypatch.setattr(exports, "ALL_LEAVES", 1)
    export = ask(in_play, acts=["standing_decline"])
    make_exports()
    manifest = manifest_of(file_of(export))
    assert manifest["leaves"]["first"] == 3
    assert manifest["counts"]["leaves"] == 2
    assert verify([str(file_of(export)), "--key", public_key()]) == 0


def test_aud_4_1_two_workers_make_two_exports(in_play: Cast, together: Callable[..., list[Any]]) -> None:
    """Each takes what the other has not."""
    asked = [ask(in_play) for _number in range(3)]
    assert sum(together(make_exports, make_exports, make_exports)) == 3
    assert [row.attempts for row in Export.objects.filter(pk__in=[export.pk for export in asked])] == [1, 1, 1]
    assert len(left_in_folder()) == 3


@pytest.mark.slow
def test_aud_4_1_a_worker_that_is_killed_is_followed_by_another(
    in_play: Cast, own_database: str, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGKILL in the middle: no file is offered, no other takes it up too early, and then it is made from the start."""
    export = ask(in_play)
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": servers.postgres.url(APPLICATION, own_database),
        "DATA_DIR": str(settings.DATA_DIR),
    }
    worker = subprocess.Popen([sys.executable, "-c", SLOW_WORKER], env=environment)
    try:
        wait_for(lambda: Export.objects.get().entries_done > 0)
        wait_for(lambda: any(name.endswith(".part") for name in left_in_folder()))
        psutil.Process(worker.pid).send_signal(signal.SIGKILL)
        worker.wait(10)
    finally:
        worker.kill()
        worker.wait(10)
    (part,) = left_in_folder()
    assert (Export.objects.get().state, Export.objects.get().file, part.endswith(".part")) == ("running", "", True)
    monkeypatch.setattr(export_leases, "SILENT_SECONDS", 3600)
    assert make_exports() == 0
    monkeypatch.setattr(export_leases, "SILENT_SECONDS", 0)
    wait_for(lambda: make_exports() == 1)
    export.refresh_from_db()
    assert (export.state, export.attempts, left_in_folder()) == ("ready", 2, [export.file])
    assert verify([str(file_of(export)), "--key", public_key()]) == 0


@pytest.fixture
def halted(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """A source that stops at its tenth row: an event when it is there, and one to let it go on."""
    arrived, go_on, row, seen = threading.Event(), threading.Event(), exports._row, []

    def halting(values: Any) -> Any:
        seen.append(1)
        if len(seen) == 10:
            arrived.set()
            assert go_on.wait(PATIENCE)
        return row(values)

    monkeypatch.setattr(exports, "_row", halting)
    monkeypatch.setattr(export_job, "BEATS_EVERY", 0.05)
    monkeypatch.setattr("tables.audit.export.writing.ROWS_AT_A_TIME", 1)
    yield arrived, go_on
    go_on.set()


def at_work(run: Callable[[], Any]) -> threading.Thread:
    """A worker in a thread of its own."""

    def work() -> None:
        try:
            run()
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_aud_4_1_it_is_cancelled_in_the_middle(in_play: Cast, halted: tuple[threading.Event, threading.Event]) -> None:
    """The worker notices, nothing of the file stays, and no end is recorded but the cancelling."""
    export = ask(in_play)
    thread = at_work(make_exports)
    assert halted[0].wait(PATIENCE)
    cancel_export(HouseCall(in_play.casino.pk, in_play.stamp("ines")), export=export.pk)
    time.sleep(0.2)
    halted[1].set()
    thread.join(PATIENCE)
    export.refresh_from_db()
    assert (export.state, export.file, left_in_folder()) == ("cancelled", "", [])
    assert not AuditEntry.objects.filter(act="finish_export").exists()


def test_aud_4_1_a_worker_that_lost_its_lease_stops(
    in_play: Cast, halted: tuple[threading.Event, threading.Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow, not dead: another took the export up meanwhile, and its file alone is offered."""
    export = ask(in_play)
    monkeypatch.setattr(export_job, "BEATS_EVERY", 30.0)
    thread = at_work(make_exports)
    assert halted[0].wait(PATIENCE)
    monkeypatch.setattr(export_leases, "SILENT_SECONDS", 0)
    assert make_exports() == 1
    halted[1].set()
    thread.join(PATIENCE)
    export.refresh_from_db()
    assert (export.state, export.attempts, left_in_folder()) == ("ready", 2, [export.file])
    assert AuditEntry.objects.filter(act="finish_export").count() == 1
    assert verify([str(file_of(export)), "--key", public_key()]) == 0


def test_aud_4_1_what_cannot_be_made_is_said(
    in_play: Cast, owner_connection: psycopg.Connection, settings: Any, vault: Path
) -> None:
    """An entry that cannot be read is named; a folder that cannot be written is told without its path."""
    chain = at_table(in_play, 12).table.chain
    statement = f"UPDATE tables_auditentry SET payload = '{{\"seat\": 2.5}}' WHERE chain = '{chain}' AND sequence = 3"
    planted(owner_connection, "tables_auditentry", statement)
    ask(in_play)
    make_exports()
    (vault / "file").touch()
    settings.EXPORT_DIR = vault / "file" / "exports"
    ask(in_play)
    make_exports()
    first, second = Export.objects.order_by("pk")
    assert (first.state, second.state) == ("failed", "failed")
    assert f"entry 3 of chain {chain} cannot be written" in first.problem
    assert second.problem == "the file cannot be written: Not a directory"
    assert [entry.payload["problem"] for entry in AuditEntry.objects.filter(act="finish_export").order_by("time")] == [
        first.problem,
        second.problem,
    ]


def test_aud_4_1_an_export_that_kills_its_worker_again_and_again_fails(in_play: Cast) -> None:
    """After five workers."""
    export = ask(in_play)
    Export.objects.filter(pk=export.pk).update(attempts=export_leases.MOST_ATTEMPTS)
    make_exports()
    export.refresh_from_db()
    assert (export.state, export.problem) == ("failed", "its worker died 5 times")


def test_aud_4_1_the_list_of_exports_is_one_query(in_play: Cast, django_assert_num_queries: Any) -> None:
    """Newest first, by pages."""
    asked = [ask(in_play) for _number in range(3)]
    with django_assert_num_queries(1):
        page = exports_of(in_play.casino.pk, Page(2))
    assert [row["export"] for row in page["exports"]] == [asked[2].pk, asked[1].pk]
    assert page["next"] == str(asked[1].pk)
    assert export_row(Export.objects.get(pk=asked[0].pk))["requested_by"] == "3001"
