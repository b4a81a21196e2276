"""`manage.py simulate`: whole rounds through the acts, mistakes included, that leave everything in order."""

import itertools
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError
from pytest_django.fixtures import Settings

from local.postgres import APPLICATION
from tables.actions.setup import NewCasino, bootstrap
from tables.demonstration.house.history import SLIPS
from tables.demonstration.house.house import verify_demonstration
from tables.demonstration.players import draw_felt
from tables.demonstration.simulation import floor
from tables.demonstration.simulation.crew import HOUSE_RULES, staffed_tables
from tables.demonstration.simulation.dealing import Dealing
from tables.demonstration.simulation.processes import played_rounds
from tables.demonstration.simulation.rule_changes import WISHES
from tables.demonstration.simulation.scripts import SCRIPTS
from tables.games.registry import GAMES
from tables.models import AuditEntry, Casino, Person, Round, RulesVersion, Settlement, Table
from tests.cast import Cast, command_id, make_cast
from tests.fixtures.servers import ROOT, Servers
from tests.management.calling import exit_status
from tests.management.planting import planted
from tests.state import table_state


@pytest.fixture
def cast(own_database: str) -> Cast:
    """A demonstration casino."""
    return make_cast(tapped_in=False)


def simulate(**options: Any) -> tuple[int, str]:
    """Run it in this process."""
    return exit_status("simulate", **{"tables": 2, "rounds": 6, "processes": 1, **options})


def test_every_game_is_simulated() -> None:
    """Its tables, its players, what the floor corrects there, and the rules that are asked for."""
    assert {rules["game"] for rules in HOUSE_RULES} == set(GAMES)
    assert set(SCRIPTS) == set(SLIPS) == set(WISHES) == set(GAMES)


def test_what_is_played_holds(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round ends; chips, settlements and chains hold; the mistakes made on purpose were refused.

    So they do all that the floor does beside it: corrections, debts, disputes, bars, changes of rules, relief.
    """
    monkeypatch.setattr(floor, "OFTEN", 0.3)
    status, written = simulate(seed=2026, rounds=10)
    assert status == 0, written
    assert written.startswith("20 rounds at 2 tables in ")
    assert re.search(r"Floor: [1-9]\d* corrections, [1-9]\d* amounts owed by them", written)
    assert re.search(r"Floor: [1-9]\d* disputes, \d+ rulings, [1-9]\d* bars", written)
    assert re.search(r"Rules: [1-9]\d* changes asked for, [1-9]\d* approved", written)
    assert "Journal: 0 differences." in written
    assert re.search(r"Settlements: \d+ replayed, 0 differ\.", written)
    assert re.search(r"Audit: 3 chains, \d+ entries, 0 faults\.", written)
    assert Round.objects.filter(state__in=Round.ENDED).count() == Round.objects.count() == 20
    assert "Rules in force, results of corrected rounds, alerts: 0 faults." in written
    assert Settlement.objects.filter(version=1).count() == Round.objects.filter(state="closed").count()
    assert list(Table.objects.order_by("number").values_list("number", flat=True)) == [12, 901, 902]
    assert {rules.game for rules in RulesVersion.objects.filter(table__number__gt=900)} == {
        "high_card_flush",
        "heads_up_draw",
    }


@pytest.mark.parametrize("game", ["heads_up_draw", "four_player_draw"])
def test_draw_poker_is_played_too(cast: Cast, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drops, showdowns, ties, exchanges; on both clocks the time runs out now and then; at tables of this game alone."""
    monkeypatch.setattr(draw_felt, "DAWDLES", 0.02)
    status, written = simulate(game=game, rounds=12)
    assert status == 0, written
    assert re.search(r"Draw hands: [1-9]\d* showdowns, [1-9]\d* won by drops", written)
    assert "Banked hands" not in written
    assert "Journal: 0 differences." in written
    documents = Round.objects.values_list("rules__document", flat=True)
    assert {document["game"] for document in documents} == {game}
    if game == "four_player_draw":
        assert {document["terms"]["clock_mode"] for document in documents} == {"server", "dealer"}
        assert {"expire_action", "take_actions"} <= set(AuditEntry.objects.values_list("act", flat=True))
        assert " 0 time-outs" not in written
    else:
        assert " 0 ties" not in written


def test_the_same_seed_plays_the_same_rounds(cast: Cast) -> None:
    """Also at tables that were played at before: everybody leaves first, and seats count from the button."""

    def played(seed: int) -> list[Counter[str]]:
        casino = verify_demonstration()
        assert casino is not None
        return list(played_rounds(staffed_tables(casino, 1), 5, seed, 1))

    first, other, again = played(5), played(6), played(5)
    assert first == again
    assert first != other


def test_ops_5_10_another_person_acts_meanwhile(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was decided on an old look is stale; the round is played to its end on new ones."""
    crew = staffed_tables(cast.casino, 1)[0]
    dealing, looks = Dealing(crew, "9"), itertools.count(1)
    dealing.prepare()
    floor = Cast(cast.casino, Table.objects.get(pk=crew.table_id), cast.people)

    def interrupted(table_id: int) -> Any:
        state = table_state(table_id)
        if next(looks) % 4 == 0:
            floor.act("suspend_table", by="frank", reason="a look under the table")
            floor.act("resume_table", by="frank")
        return state

    monkeypatch.setattr("tables.demonstration.simulation.dealing.table_state", interrupted)
    played = sum((dealing.play_round(number) for number in range(4)), Counter[str]())
    assert played["rounds"] == 4
    assert played["stale"] > 4


def test_ops_1_4_simulated_people_act_by_their_own_right(cast: Cast) -> None:
    """Each table has a dealer who tapped in; the floor manager opens and signs; nobody acts as the system."""
    simulate(rounds=2)
    entries = AuditEntry.objects.filter(chain__endswith="/table/901")
    assert set(entries.values_list("person", "role")) == {("S900", "floor"), ("S901", "dealer")}
    badges = {"S900", "S901", "S902"}
    hashes = {person.badge: person.pin_hash for person in Person.objects.filter(badge__in=badges)}
    simulate(rounds=1)
    assert set(hashes) == badges
    assert all(Person.objects.get(badge=badge).pin_hash != hashes[badge] for badge in badges)


def test_a_fault_is_named_and_is_the_exit_status(cast: Cast, owner_connection: psycopg.Connection) -> None:
    """What is wrong with the tables that were played at is found, from every source."""
    assert simulate(rounds=2)[0] == 0
    planted(owner_connection, "tables_settlement", "UPDATE tables_settlement SET output = output || '{\"rake\": 1}'")
    planted(
        owner_connection,
        "tables_auditentry",
        "UPDATE tables_auditentry SET person = '1' WHERE chain LIKE '%/table/902' AND sequence = 4",
    )
    status, written = simulate(rounds=1)
    assert status == 1
    assert "table 901, round 1: another result in rake" in written
    assert "/table/902, entry 4: was changed" in written
    assert "Journal: 0 differences." in written


def test_after_a_kill_the_next_run_goes_on(cast: Cast, servers: Servers, own_database: str) -> None:
    """Killed in the middle of rounds, in processes of its own: every open round is played to its end."""
    url = servers.postgres.url(APPLICATION, own_database)
    environment = os.environ | {"DATABASE_URL": url, "DATA_DIR": str(settings.DATA_DIR)}
    command = [sys.executable, "manage.py", "simulate", "--tables=2", "--rounds=5000", "--processes=2"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as running:
        wait_for_rounds(6)
        running.kill()
    status, written = simulate(rounds=3)
    assert status == 0, written
    assert written.startswith("6 rounds at 2 tables")
    assert not Round.objects.exclude(state__in=Round.ENDED).exists()


def wait_for_rounds(count: int) -> None:
    """Wait until so many rounds were opened."""
    end = time.monotonic() + 300
    while Round.objects.count() < count:
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.usefixtures("own_database")
def test_ops_1_3_a_real_casino_is_refused(settings: Settings) -> None:
    """Nothing is made or played in a real casino, nor by a service that runs as a real one."""
    bootstrap(casino=NewCasino("A Real House", "EUR"), people=[], command_id=command_id())
    with pytest.raises(CommandError, match="A Real House is a real casino"):
        simulate()
    settings.DEMONSTRATION = False
    with pytest.raises(CommandError, match="CROUPIER_MODE=demonstration"):
        simulate()
    assert not Table.objects.exists()
    assert AuditEntry.objects.count() == 1


@pytest.mark.usefixtures("own_database")
def test_an_empty_database_is_seeded_first(settings: Settings, tmp_path: Path) -> None:
    """The demonstration casino is made where there is none."""
    settings.DATA_DIR = tmp_path
    assert simulate(tables=1, rounds=1)[0] == 0
    assert Casino.objects.get().is_demonstration
    assert (tmp_path / "demo.json").exists()
