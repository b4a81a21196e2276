"""The clock of an action: an action and the scan at the same moment, and real workers that are killed (DRAW 2.7)."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.db import connection

from local.postgres import APPLICATION
from tables.actions import clock, rounds
from tables.actions.act import outcomes
from tables.audit.chain import time_text
from tables.errors import NotRecorded
from tables.games.errors import RuleError
from tables.models import AuditEntry, Heartbeat, Round
from tables.stamp import Call, CommandId, Stamp
from tests.cast import FOUR_PLAYER, Cast, make_cast
from tests.clocks import unwatched, watched
from tests.concurrency.conftest import Together
from tests.concurrency.test_rounds import meeting, verify_books
from tests.fixtures.servers import ROOT, Servers

# What a player has with the real worker, which is never early; how late it may be is no matter of a test.
SECONDS = 4


def at_a_table(seconds: int, seats: tuple[int, ...] = (1, 2, 3), **terms: Any) -> Cast:
    """Players at a table where an action has so many seconds."""
    cast = make_cast({**FOUR_PLAYER, "terms": {**FOUR_PLAYER["terms"], "action_seconds": seconds, **terms}})
    cast.seat_players(seats, chips=10000)
    return cast


@pytest.fixture
def four(own_database: str) -> Cast:
    """A table whose clock has been watched for long."""
    cast = at_a_table(30)
    watched()
    return cast


def due_in(number: int, seconds: float) -> None:
    """Let the time of the player to act be up so soon; judged by the database's own clock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_round SET deadline = clock_timestamp() + %s * interval '1 second',"
            " clock_from = clock_timestamp() - interval '1 minute' WHERE number = %s",
            [seconds, number],
        )


def opening(cast: Cast, number: int) -> Callable[[], Any]:
    """The first player's opening, to be sent later."""
    act = [{"seat": 2, "do": "open", "amount": 500}]
    return lambda: rounds.take_actions(cast.call(), number=number, actions=act)


def after_a(pause: float, function: Callable[[], Any]) -> Callable[[], Any]:
    """The function, a moment later."""

    def run() -> Any:
        time.sleep(pause)
        return function()

    return run


@pytest.mark.usefixtures("without_lock")
def test_without_the_lock_one_time_out_is_carried_out_by_two_scans(
    four: Cast, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both find the player late; only the chain, which cannot grow twice from one head, stops the second."""
    number = four.act("open_round").body["round"]
    due_in(number, -1)
    monkeypatch.setattr(outcomes, "moment_of", meeting(outcomes.moment_of))
    by = [Call(four.table.pk, Stamp.of_system(CommandId.fresh("clock"))) for _scan in range(2)]
    results = together(*(lambda call=call: clock.expire_action(call, number=number) for call in by))
    assert sum(isinstance(result, NotRecorded) for result in results) == 1


def test_draw_2_7_an_action_in_time_stands_and_a_late_one_never(four: Cast, together: Together) -> None:
    """The action and two scans around the deadline, again and again: one of them acts, as the database's clock has it."""
    came = set()
    for attempt in range(24):
        number = four.act("open_round").body["round"]
        # The first is in time and the last is late on any machine; those between are as they come.
        due_in(number, {0: 60, 23: -1}.get(attempt, 0.1))
        pause = attempt * 0.008
        act, *scans = together(
            after_a(pause, opening(four, number)), after_a(0.09, clock.scan), after_a(0.1, clock.scan)
        )
        settle_what_came(number, act, scans)
        came.add(type(act).__name__)
        four.act("void_round", signed_by="frank", number=number, reason="red_light")
    assert came == {"Answer", "RuleError"}
    verify_books(four)


def settle_what_came(number: int, act: Any, scans: list[int]) -> None:
    """Exactly one of the action and the time-out was taken, and rightly."""
    taken = Round.objects.get(number=number).play["actions"]
    entries = AuditEntry.objects.filter(round=number, act__in=["take_actions", "expire_action"])
    if isinstance(act, RuleError):
        assert act.code in ("expired", "out_of_turn")
        clock.scan()  # both scans may have looked a moment before the deadline
        taken = Round.objects.get(number=number).play["actions"]
        assert taken == [{"seat": 2, "do": "timeout"}]
        assert [entry.act for entry in entries] == ["expire_action"]
    else:
        assert taken == [{"seat": 2, "do": "open", "amount": 500}]
        assert [entry.act for entry in entries] == ["take_actions"]
        assert scans == [0, 0]


def test_draw_2_7_many_scans_at_once_are_one(four: Cast, together: Together) -> None:
    """Two workers, or a beat that fell behind: one time-out, one entry."""
    number = four.act("open_round").body["round"]
    due_in(number, -1)
    assert sorted(together(clock.scan, clock.scan, clock.scan)) == [0, 0, 1]
    assert len(Round.objects.get().play["actions"]) == 1
    assert AuditEntry.objects.filter(act="expire_action").count() == 1


def test_draw_2_7_after_an_outage_nobody_is_late_until_their_clock_was_set_anew(four: Cast) -> None:
    """Not even in the moment in which the scan has come back and not reached the table yet."""
    number = four.act("open_round").body["round"]
    due_in(number, -1)
    unwatched()
    with connection.cursor() as cursor:  # the scan has come back, and was killed before it did anything else
        cursor.execute(clock.BEAT, [outcomes.CLOCK, outcomes.OUTAGE.total_seconds()])
    rounds.take_actions(four.call(), number=number, actions=[{"seat": 2, "do": "open", "amount": 500}])
    due_in(number, -1)
    assert clock.scan() == 1
    entry = AuditEntry.objects.get(act="restart_clock")
    assert entry.payload["reason"] == "outage"
    round_ = Round.objects.get()
    assert round_.deadline == entry.time + timedelta(seconds=30)
    assert entry.payload["after"]["deadline"] == time_text(round_.deadline)
    assert len(round_.play["actions"]) == 1


def test_draw_2_7_one_table_that_fails_keeps_no_other_waiting(
    four: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is in the log, second for second, and the scan goes on."""
    number = four.act("open_round").body["round"]
    due_in(number, -1)

    def fail(*_arguments: Any) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr(outcomes, "moment_of", fail)
    assert clock.scan() == 0
    assert "cannot be looked after" in caplog.text


class Background:
    """Beat and the worker of the clock, as processes of their own, on the test's database and queue."""

    def __init__(self, environment: dict[str, str], logs: Path, closing: ExitStack) -> None:
        self.environment, self.logs, self.closing = environment, logs, closing

    def start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start one; it is ended with the test."""
        command = [sys.executable, "-m", "celery", "--app=casino.celery", f"--workdir={ROOT}", name, *arguments]
        log = self.closing.enter_context((self.logs / f"{name}.log").open("ab"))
        process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
        self.closing.callback(process.wait, 20)
        self.closing.callback(process.kill)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        """Start the worker of the clock."""
        return self.start("worker", "--queues=clock", "--pool=solo", "--without-gossip", "--without-mingle")


@pytest.fixture
def background(own_database: str, servers: Servers, tmp_path: Path) -> Iterator[Background]:
    """Nothing runs yet; what was left in the queue is gone."""
    with redis.Redis.from_url(servers.redis_url) as queue:
        queue.flushdb()
    environment = os.environ | {
        "DATABASE_URL": servers.postgres.url(APPLICATION, own_database),
        "REDIS_URL": servers.redis_url,
        "DJANGO_SETTINGS_MODULE": "casino.settings",
    }
    with ExitStack() as closing:
        yield Background(environment, tmp_path, closing)


def until(true: Callable[[], Any], within: float = 120) -> Any:
    """Wait until something holds."""
    end = time.monotonic() + within
    while not (found := true()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)
    return found


def entries(act: str) -> list[AuditEntry]:
    """The entries of an act at the table, oldest first."""
    return list(AuditEntry.objects.filter(act=act).order_by("sequence"))


def test_draw_2_7_a_real_worker_carries_out_what_no_tablet_does(background: Background) -> None:
    """Time-outs without anybody there; nothing while suspended or while the worker is dead, and then every clock anew."""
    cast = at_a_table(SECONDS)
    worker = background.worker()
    background.start("beat", "--pidfile=", f"--schedule={background.logs / 'beat'}")
    until(Heartbeat.objects.exists)
    nobody_acts(cast)
    number = cast.act("open_round").body["round"]
    nothing_while_suspended(cast, number)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    nothing_after_an_outage_but_anew(background, number)
    verify_books(cast)


def nobody_acts(cast: Cast) -> None:
    """One after the other is dropped, not before their time, until one is left."""
    number = cast.act("open_round").body["round"]
    first = Round.objects.get()
    until(lambda: Round.objects.get().state == "showdown")
    assert [action["do"] for action in Round.objects.get().play["actions"]] == ["timeout", "timeout"]
    late = [entry.time for entry in entries("expire_action")]
    assert first.deadline is not None
    assert late[0] > first.deadline
    assert late[1] - late[0] > timedelta(seconds=SECONDS)
    assert {(entry.role, entry.person, entry.device) for entry in entries("expire_action")} == {("system", None, None)}
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)


def nothing_while_suspended(cast: Cast, number: int) -> None:
    """The player to act has their time again in full, and the entry says so."""
    cast.act("suspend_table", by="frank", reason="a spilled drink")
    taken = Round.objects.get(number=number).play["actions"]
    time.sleep(SECONDS + 1)
    assert Round.objects.get(number=number).play["actions"] == taken
    cast.act("resume_table", by="frank")
    after = AuditEntry.objects.filter(act__in=("resume_table", "restart_clock")).latest("sequence").payload
    assert after.get("clock", after)["after"]["deadline"] == deadline_text(number)


def nothing_after_an_outage_but_anew(background: Background, number: int) -> None:
    """Nobody is dropped by a worker that comes back; the player's time begins again, and then runs out."""
    count, before = len(entries("expire_action")), len(entries("restart_clock"))
    time.sleep(6)
    assert len(entries("expire_action")) == count
    background.worker()
    restarted = until(lambda: entries("restart_clock")[before:])[0]
    assert (restarted.role, restarted.payload["reason"]) == ("system", "outage")
    until(lambda: len(entries("expire_action")) > count)
    assert entries("expire_action")[count].time - restarted.time > timedelta(seconds=SECONDS)
    until(lambda: Round.objects.get(number=number).state == "showdown")


def deadline_text(number: int) -> str:
    """The deadline of a round as entries write it."""
    deadline = Round.objects.get(number=number).deadline
    assert deadline is not None
    return time_text(deadline)


def test_draw_2_7_with_a_dealers_clock_the_scan_only_watches(own_database: str) -> None:
    """An alarm: the dealer taps Time when it is up, not before, and takes it back alone."""
    cast = at_a_table(30, clock_mode="dealer")
    watched()
    number = cast.act("open_round").body["round"]
    out = [{"seat": 2, "do": "timeout"}]
    with pytest.raises(RuleError, match="not up yet"):
        cast.act("take_actions", number=number, actions=out)
    due_in(number, -1)
    entries_before = AuditEntry.objects.count()
    assert clock.scan() == 0
    assert AuditEntry.objects.count() == entries_before
    cast.act("take_actions", number=number, actions=out)
    cast.act("take_actions", number=number, take_back=1)
    due_in(number, -1)
    cast.act("take_actions", number=number, actions=[{"seat": 2, "do": "open", "amount": 500}])
    assert len(Round.objects.get().play["actions"]) == 1
