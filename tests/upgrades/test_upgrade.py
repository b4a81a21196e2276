"""A database of an earlier commit is brought up to date, holds, and is played on with."""

import io
from typing import Any

import psycopg
import pytest
from django.core.management import call_command

from casino.health import migrations_applied
from local.postgres import OWNER
from tables.actions import clock
from tables.actions.rules import timer as rule_times
from tables.models import Bar, Dispute, Export, Match, Owed, Round, RuleChange, StaffChange, Table
from tables.queries.audit.guards import read_guards
from tests.cast import Cast
from tests.fixtures.servers import Servers, process_name
from tests.management.calling import exit_status
from tests.state import table_state
from tests.upgrades.catalog import catalog, differences
from tests.upgrades.conftest import Upgrade, migrate
from tests.upgrades.evening import BANK_HAND, BETTER, WORSE

pytestmark = pytest.mark.slow
BASELINES = "(SELECT count(*) FROM {table} WHERE act IN ('baseline', 'record_deploy'))"
# What only a database from before the migrations were made one can show.
BEFORE_THE_SQUASH = pytest.mark.parametrize("commit", ["8c70b7c"], scope="module", indirect=True)


def test_the_schema_is_that_of_a_fresh_database(servers: Servers, migrated: str) -> None:
    """Columns, constraints, indexes, functions, triggers, owners, grants."""
    with (
        servers.clone(f"fresh_{process_name()}") as name,
        servers.connect(OWNER, migrated) as old,
        servers.connect(OWNER, name) as fresh,
    ):
        found = differences(catalog(old), catalog(fresh))
    assert not found, "\n".join(found)


def test_aud_6_3_its_guards_are_as_the_migrations_make_them(upgraded: Upgrade) -> None:
    """Though the database was dumped and restored on its way, and began under migrations that are gone."""
    assert read_guards().differences == {}


def test_nothing_was_lost(servers: Servers, upgraded: Upgrade) -> None:
    """Every table of ours has the rows it had."""
    with servers.connect(OWNER, upgraded.name) as owner:
        for table, rows in upgraded.known["rows"].items():
            if table.startswith("tables_"):
                more = BASELINES.format(table=table) if table in ("tables_auditentry", "tables_command") else "0"
                assert owner.execute(f"SELECT count(*) - {more} FROM {table}").fetchone() == (rows,), table


@pytest.mark.parametrize("command", ["verify_audit", "reconcile", "replay"])
def test_the_proofs_hold(upgraded: Upgrade, command: str) -> None:
    """Chains and checkpoints, balances, settlements."""
    status, written = exit_status(command)
    assert status == 0, written
    assert "NOT WHOLE" not in written


def test_models_and_migrations_agree(upgraded: Upgrade) -> None:
    """Nothing is left to migrate."""
    written = io.StringIO()
    call_command("makemigrations", check=True, dry_run=True, stdout=written)
    assert "No changes detected" in written.getvalue()


def test_what_was_open_still_is(upgraded: Upgrade) -> None:
    """Rounds, a dispute, a debt, a bar, changes of rules and of people, an export."""
    states = {round_.table.number: round_.state for round_ in Round.objects.exclude(state__in=Round.ENDED)}
    assert {table: states[table] for table in (1, 2, 3)} == {1: "showdown", 2: "dealt", 3: "betting"}
    assert {6, 7} <= set(states)
    assert Table.objects.get(number=5).carry > 0
    assert Dispute.objects.filter(table__number=1, ruling=None).count() == 1
    assert Owed.objects.filter(table__number=1, settled_at=None).count() == 1
    assert Bar.objects.filter(table__number=1, lifted_at=None).count() == 1
    assert RuleChange.objects.get(table__number=2).state == "requested"
    assert RuleChange.objects.get(table__number=3, state="approved")
    assert sorted(StaffChange.objects.values_list("state", flat=True)) == ["confirmed", "requested"]
    assert sorted(Export.objects.values_list("state", flat=True)) == ["cancelled", "waiting"]


def by_floor(at: Cast, name: str, **sent: Any) -> dict[str, Any]:
    """An act by a floor manager."""
    body: dict[str, Any] = at.act(name, by="frank", **sent).body
    return body


def settle_and_close(at: Cast, number: int) -> None:
    """The end of a round."""
    by_floor(at, "settle_round", number=number)
    by_floor(at, "close_round", number=number)
    assert Round.objects.get(table=at.table, number=number).state == "closed"


def number_at(at: Cast) -> int:
    """The open round of a table."""
    number: int = table_state(at.table.pk)["round"]["number"]
    return number


@pytest.mark.parametrize(
    ("table", "bank", "raises", "hands"),
    [
        (1, 2, {}, {2: BANK_HAND, 5: WORSE}),
        (2, 2, {5: 500}, {2: BANK_HAND, 5: WORSE}),
        (3, 1, {4: 1000}, {1: BANK_HAND, 4: BETTER}),
    ],
)
def test_an_open_banked_round_is_played_on(
    upgraded: Upgrade, table: int, bank: int, raises: dict[int, int], hands: dict[int, str]
) -> None:
    """From hands, decisions and wagers to its close."""
    at = upgraded.at(table)
    number = number_at(at)
    if table == 3:
        by_floor(at, "deal", number=number)
    if raises:
        rows = [{"seat": seat, "decision": "raise", "raise": raised} for seat, raised in raises.items()]
        by_floor(at, "enter_decisions", number=number, decisions=rows)
    by_floor(at, "enter_hands", number=number, hands=[{"seat": seat, "cards": cards} for seat, cards in hands.items()])
    settle_and_close(at, number)
    assert exit_status("reconcile")[0] == 0


@pytest.mark.parametrize("table", [6, 7])
def test_an_open_hand_of_draw_poker_is_played_on(upgraded: Upgrade, table: int) -> None:
    """Everybody else drops; a clock that ran meanwhile is set anew first."""
    clock.scan()
    at = upgraded.at(table)
    number = number_at(at)
    while (turn := table_state(at.table.pk)["round"]["turn"]) is not None:
        by_floor(at, "take_actions", number=number, actions=[{"seat": turn, "do": "drop"}])
    settle_and_close(at, number)
    assert exit_status("reconcile")[0] == 0


def test_a_carried_pot_is_played_for(upgraded: Upgrade) -> None:
    """It lies in the pot of the next hand."""
    at = upgraded.at(5)
    carried = at.fresh_table.carry
    number = by_floor(at, "open_round")["round"]
    assert Round.objects.get(table=at.table, number=number).pot == 2 * carried
    assert at.fresh_table.carry == 0


def test_a_match_that_was_on_goes_on(upgraded: Upgrade) -> None:
    """Its hands and what they moved are those of the journal; it is given up like any other (DRAW 1.13)."""
    at = upgraded.at(5)
    carried = at.fresh_table.carry
    match = Match.objects.get(table=at.table)
    assert (match.number, match.hands, match.ended_at) == (1, 1, None)
    assert sum(player["net"] for player in match.players) == -carried
    assert {player["seat"] for player in match.players} == set(table_state(at.table.pk)["table"]["match"])
    assert by_floor(at, "give_up_match", match=1, seat=match.players[0]["seat"])["pot"] == carried
    assert at.fresh_table.carry == 0
    assert exit_status("reconcile")[0] == 0


def test_an_approved_change_of_rules_comes_into_force(upgraded: Upgrade) -> None:
    """When the round that kept it waiting is over."""
    at = upgraded.at(3)
    before = table_state(at.table.pk)["rules"]["version"]
    by_floor(at, "void_round", number=number_at(at), reason="red_light")
    rule_times.scan()
    assert table_state(at.table.pk)["rules"]["version"] == before + 1


def stopped_at(owner: psycopg.Connection[Any], newest: str) -> None:
    """Forget the migrations after this one, as if they had never been applied."""
    owner.execute("DELETE FROM django_migrations WHERE app = 'tables' AND name > %s", [newest])


@BEFORE_THE_SQUASH
def test_a_database_that_stopped_half_way_is_refused(servers: Servers, kept: str) -> None:
    """With a sentence that says what to do; it is not ready, and nothing is done to it."""
    with servers.clone(f"half_{process_name()}", kept) as name:
        with servers.connect(OWNER, name) as owner:
            stopped_at(owner, "0009_floor_people_and_checkpoints")
            before = catalog(owner), owner.execute("SELECT name FROM django_migrations ORDER BY id").fetchall()
        done = migrate(servers, name)
        assert done.returncode == 1
        assert done.stderr.strip() == (
            "CommandError: The database stopped at 0009_floor_people_and_checkpoints, half way through the migrations of an "
            "earlier version. Run migrate of that version until it has reached 0016_facts_of_the_floor, then this one again; "
            "nothing was done."
        )
        assert not migrations_applied()
        with servers.connect(OWNER, name) as owner:
            after = catalog(owner), owner.execute("SELECT name FROM django_migrations ORDER BY id").fetchall()
        assert before == after


def test_an_upgraded_database_is_ready(upgraded: Upgrade) -> None:
    """All migrations of this version are applied, and asking again changes nothing."""
    assert migrations_applied()


OLD_COMMAND = """
INSERT INTO tables_command (command_id, act, digest, version, answer, acted_at)
VALUES (%s, 'deal', repeat('0', 64), 1, '{}', now())
"""


@BEFORE_THE_SQUASH
def test_a_command_id_that_was_let_in_before_is_kept(servers: Servers, kept: str) -> None:
    """The upgrade goes on; the constraint holds for every further row, and is not said to be proved of all."""
    with servers.clone(f"odd_{process_name()}", kept) as name, servers.connect(OWNER, name) as owner:
        owner.execute(OLD_COMMAND, ["an id of old"])
        done = migrate(servers, name)
        assert done.returncode == 0, done.stderr
        found = owner.execute(
            "SELECT convalidated FROM pg_constraint WHERE conname = 'command_id_is_from_outside_or_internal'"
        ).fetchone()
        assert found == (False,)
        assert owner.execute("SELECT act FROM tables_command WHERE command_id = 'an id of old'").fetchone() == ("deal",)
        with pytest.raises(psycopg.errors.CheckViolation):
            owner.execute(OLD_COMMAND, ["an id of now"])
