"""`manage.py reconcile`: every planted difference is found and named (OPS 2.4)."""

import logging

import psycopg
import pytest
from django.core.management import CommandError

from tables.jobs import tasks
from tests.management.calling import exit_status
from tests.management.planting import planted
from tests.management.playing import at_table, casino_in_play

AT = "(SELECT id FROM tables_table WHERE number = {number})"
POSTINGS = f"(SELECT id FROM tables_posting WHERE table_id = {AT})"
FIRST_LEG = f"(SELECT min(id) FROM tables_leg WHERE account = 'seat' AND posting_id IN {POSTINGS})"
BANK_AFTER_THE_END = f"""
INSERT INTO tables_leg (posting_id, account, amount)
SELECT max(id), account, amount FROM tables_posting, (VALUES ('bank', 5), ('tray', -5)) AS new (account, amount)
WHERE round_id = (SELECT id FROM tables_round WHERE number = 1 AND table_id = {AT}) GROUP BY account, amount
"""
TOLD = "the chips that entry 2 moved: its legs.seat of stay 2 is"
# What is planted at a table of its own: the guarded table, the statement, and what reconcile says.
PLANTED: dict[int, tuple[str, str, list[str]]] = {
    21: (
        "tables_seating",
        f"UPDATE tables_seating SET chips = chips + 500 WHERE seat = 4 AND table_id = {AT}",
        [
            "seat 4: 96300 is recorded, the journal comes to 95800",
            "the player at seat 4 since entry 4: its chips is 96300 in the row, and 95800 by entry 15",
        ],
    ),
    22: (
        "tables_round",
        f"UPDATE tables_round SET bank = bank - 100 WHERE number = 2 AND table_id = {AT}",
        [
            "bank of round 2: 51900 is recorded, the journal comes to 52000",
            "round 2: its bank is 51900 in the row, and 52000 by entry 17",
        ],
    ),
    23: (
        "tables_round",
        f"UPDATE tables_round SET pot = 7 WHERE number = 2 AND table_id = {AT}",
        ["pots: 7 is recorded, the journal comes to 2000", "round 2: its pot is 7 in the row, and 2000 by entry 17"],
    ),
    24: (
        "tables_leg",
        f"UPDATE tables_leg SET amount = amount + 1 WHERE id = {FIRST_LEG}",
        ["all legs sum to +1, not to 0", "its legs sum to +1, not to 0", "seat 1: ", f"{TOLD} 100001 in the row"],
    ),
    25: (
        "tables_leg",
        f"DELETE FROM tables_leg WHERE id = {FIRST_LEG}",
        [
            "all legs sum to -100000, not to 0",
            "its legs sum to -100000, not to 0",
            "seat 1: ",
            f"{TOLD} nothing in the row",
        ],
    ),
    26: (
        "tables_leg",
        f"DELETE FROM tables_leg WHERE posting_id = (SELECT max(id) FROM tables_posting WHERE table_id = {AT})",
        [
            "bank of round 2: 52000 is recorded",
            "it has no legs",
            "pots: 2000 is recorded",
            "seat 1: ",
            "entry 16 moved",
        ],
    ),
    27: (
        "tables_leg",
        BANK_AFTER_THE_END,
        ["bank of round 1: 0 is recorded, the journal comes to 5", "entry 12 moved: its legs"],
    ),
}


@pytest.mark.usefixtures("own_database")
def test_ops_2_4_a_planted_difference_is_named(owner_connection: psycopg.Connection) -> None:
    """Nothing to say in the middle of rounds; then exit status 1, and every table's own differences and no others."""
    casino_in_play([12, *PLANTED])
    assert exit_status("reconcile") == (0, "8 tables reconciled, 0 with differences.\n")
    for number, (table, statement, _said) in PLANTED.items():
        planted(owner_connection, table, statement.format(number=number))
    status, written = exit_status("reconcile")
    assert status == 1
    *lines, summary = written.splitlines()
    assert summary == "8 tables reconciled, 7 with differences."
    for number, (_table, _statement, said) in PLANTED.items():
        own = [line for line in lines if line.startswith((f"table {number}, ", f"table {number}: "))]
        assert len(own) == len(said), own
        assert all(sentence in line for sentence, line in zip(said, own, strict=True)), own
    assert not any(line.startswith("table 12") for line in lines)
    assert exit_status("reconcile", table=12)[0] == 0
    assert exit_status("reconcile", table=21)[0] == 1
    with pytest.raises(CommandError, match="There is no table 99"):
        exit_status("reconcile", table=99)


@pytest.mark.usefixtures("own_database")
def test_ops_2_4_chips_at_another_table_are_named(owner_connection: psycopg.Connection) -> None:
    """A seat's chips that are moved by another table's postings belong to neither."""
    cast = casino_in_play()
    other = at_table(cast, 13).table
    planted(owner_connection, "tables_seating", f"UPDATE tables_seating SET table_id = {other.pk} WHERE seat = 4")
    status, written = exit_status("reconcile")
    assert status == 1
    assert "table 12, seat 4: 0 is recorded, the journal comes to 95800" in written
    assert "table 13, seat 4: 95800 is recorded, the journal comes to 0" in written


@pytest.mark.usefixtures("own_database")
def test_the_hourly_task_logs_each_difference(
    owner_connection: psycopg.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing where all agree; an error where it does not."""
    casino_in_play()
    with caplog.at_level(logging.ERROR):
        tasks.reconcile()
        assert not caplog.records
        planted(owner_connection, "tables_seating", "UPDATE tables_seating SET chips = 1 WHERE seat = 1")
        tasks.reconcile()
    assert ["seat 1: 1 is recorded" in record.getMessage() for record in caplog.records] == [True]
