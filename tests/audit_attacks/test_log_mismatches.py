"""Rows beside the log, changed with the owner's rights so that they agree among themselves, are found by the log (AUD 5.2)."""

import json
from collections.abc import Callable

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tables.games.calculator import settle_document
from tables.models import Settlement, Table
from tables.queries.audit.journal import differences_at
from tables.queries.audit.log_mismatches import log_mismatches
from tables.queries.audit.settlement_check import replayed_settlements
from tests.cast import Cast
from tests.management.planting import planted
from tests.management.playing import casino_in_play

Plant = Callable[[str, str], None]
THE_TABLE = "(SELECT id FROM tables_table WHERE number = 12)"
ROUND = f"(SELECT id FROM tables_round WHERE number = 1 AND table_id = {THE_TABLE})"
ADDED = f"""
INSERT INTO tables_settlement (round_id, version, replaces_id, input, output, settled_at, reason, words)
SELECT round_id, 2, id, input, output, settled_at, 'cards', '' FROM tables_settlement WHERE round_id = {ROUND}
"""
OTHER_RULES = """
UPDATE tables_rulesversion SET document = jsonb_set(document, '{limits,ante,max}', '990000') WHERE table_id = """

UNDER_OTHER_RULES = """table 12, round 1, version 1: its rules are not those of the version that its round was opened under
table 12, rules version 1: it is not what its entry says"""
NO_RAKE = f"""
UPDATE tables_leg SET account = 'tray' WHERE account = 'rake' AND posting_id IN
    (SELECT id FROM tables_posting WHERE round_id = {ROUND})
"""


@pytest.fixture
def house(own_database: str) -> Cast:
    """A table in play, committed."""
    return casino_in_play()


@pytest.fixture
def plant(house: Cast, owner_connection: psycopg.Connection) -> Plant:
    """Change what no act can."""
    return lambda table, statement: planted(owner_connection, table, statement)


def told(house: Cast) -> str:
    """All that is said against the table, a line each."""
    table = Table.objects.select_related("casino").get(pk=house.table.pk)
    settlements = [str(row) for row in replayed_settlements(table) if row.problem]
    return "\n".join([*settlements, *map(str, differences_at(table)), *log_mismatches(table)])


def test_aud_5_2_a_settlement_changed_with_its_input_is_not_what_its_entry_says(
    house: Cast, owner_connection: psycopg.Connection
) -> None:
    """It computes to what it says, so that only the log tells."""
    document = Settlement.objects.get().input
    document["seats"][0]["ante"] = document["seats"][0]["raise"] = 2000
    owner_connection.execute("ALTER TABLE tables_settlement DISABLE TRIGGER USER")
    changed = [Jsonb(document), Jsonb(settle_document(json.loads(json.dumps(document))))]
    owner_connection.execute("UPDATE tables_settlement SET input = %s, output = %s", changed)
    owner_connection.execute("ALTER TABLE tables_settlement ENABLE TRIGGER USER")
    assert told(house) == "table 12, round 1, version 1: it is not what entry 11 of the log says"


@pytest.mark.parametrize(
    ("table", "statement", "words"),
    [
        (
            "tables_settlement",
            f"DELETE FROM tables_settlement WHERE round_id = {ROUND}",
            "table 12, round 1, version 1: it is missing, but entry 11 of the log says that it was made",
        ),
        ("tables_settlement", ADDED, "table 12, round 1, version 2: no entry of the log says that it was made"),
        (
            "tables_settlement",
            "UPDATE tables_settlement SET settled_at = settled_at - interval '1 day'",
            "table 12, round 1, version 1: it is not what entry 11 of the log says",
        ),
        (
            "tables_rulesversion",
            OTHER_RULES + THE_TABLE,
            UNDER_OTHER_RULES,
        ),
        (
            "tables_rulesversion",
            f"UPDATE tables_rulesversion SET in_force_from = in_force_from - interval '1 day' WHERE table_id = {THE_TABLE}",
            "table 12, rules version 1: it is not what its entry says",
        ),
        (
            "tables_round",
            f"UPDATE tables_round SET opened_at = opened_at - interval '1 day' WHERE id = {ROUND}",
            "table 12, round 1: how it was opened, under which rules, and how it ended is not what its entries say",
        ),
        (
            "tables_round",
            f"UPDATE tables_round SET state = 'void', void_reason = 'other' WHERE id = {ROUND}",
            "table 12, round 1: how it was opened, under which rules, and how it ended is not what its entries say",
        ),
        (
            "tables_round",
            f"UPDATE tables_round SET bank_declared = bank_declared + 100 WHERE id = {ROUND}",
            "table 12, round 1: how it was opened, under which rules, and how it ended is not what its entries say",
        ),
        (
            "tables_leg",
            NO_RAKE,
            "table 12, round 1: its rake is 300 in the log and 0 in the journal",
        ),
        (
            "tables_posting",
            f"UPDATE tables_posting SET posted_at = posted_at - interval '1 day' WHERE sequence = 2 AND table_id = {THE_TABLE}",
            "it is not of the act, time and round of entry 2, which it names",
        ),
        (
            "tables_designationoffer",
            f"DELETE FROM tables_designationoffer WHERE round_number = 2 AND table_id = {THE_TABLE}",
            "table 12, round 2: the offers of the bank are not those that its entry names",
        ),
        (
            "tables_designationoffer",
            f"UPDATE tables_designationoffer SET bank = bank + 100 WHERE round_number = 1 AND table_id = {THE_TABLE}",
            "table 12, round 1: the offers of the bank are not those that its entry names",
        ),
    ],
)
def test_aud_5_2_a_row_taken_away_added_or_changed_is_found(
    house: Cast, plant: Plant, table: str, statement: str, words: str
) -> None:
    """And nothing else is said than what is wrong; before, nothing at all."""
    assert told(house) == ""
    plant(table, statement)
    assert words in told(house)
    assert len(told(house).splitlines()) == len(words.splitlines())


def test_ops_2_4_chips_moved_from_player_to_player_are_found_though_every_balance_agrees(
    house: Cast, plant: Plant
) -> None:
    """A buy-in made larger with its tray, and a result made larger at another's cost; the stacks are changed with them."""
    buy_in = f"posting_id = (SELECT id FROM tables_posting WHERE sequence = 2 AND table_id = {THE_TABLE})"
    plant(
        "tables_leg",
        f"UPDATE tables_leg SET amount = amount + CASE account WHEN 'seat' THEN 500 ELSE -500 END WHERE {buy_in}"
        " AND account IN ('seat', 'tray')",
    )
    plant("tables_seating", f"UPDATE tables_seating SET chips = chips + 500 WHERE seat = 1 AND table_id = {THE_TABLE}")
    assert told(house) == "table 12, entry 2: it says that chips changed by +100000, the journal says +100500"
    of_round = f"posting_id = (SELECT max(id) FROM tables_posting WHERE round_id = {ROUND})"
    seats = f"seating_id IN (SELECT id FROM tables_seating WHERE seat IN (1, 2) AND table_id = {THE_TABLE})"
    of_seat_1 = f"seating_id = (SELECT id FROM tables_seating WHERE seat = 1 AND table_id = {THE_TABLE})"
    plant(
        "tables_leg",
        f"UPDATE tables_leg SET amount = amount + CASE WHEN {of_seat_1} THEN 100 ELSE -100 END"
        f" WHERE {of_round} AND account = 'seat' AND {seats}",
    )
    plant(
        "tables_seating",
        "UPDATE tables_seating SET chips = chips + CASE seat WHEN 1 THEN 100 ELSE -100 END"
        f" WHERE seat IN (1, 2) AND table_id = {THE_TABLE}",
    )
    assert "table 12, round 1: the journal moved other amounts at its seats than the log says" in told(house)


def test_aud_5_2_entries_that_were_made_unreadable_are_left_to_verification(house: Cast, plant: Plant) -> None:
    """Said, and no traceback."""
    plant(
        "tables_auditentry",
        f'UPDATE tables_auditentry SET payload = \'{{"after": {{"chips": "many"}}}}\' WHERE chain = \'{house.table.chain}\''
        " AND sequence = 2",
    )
    assert "table 12: its entries cannot be read: run verify_audit" in told(house)
