"""Settlements changed with the owner's rights so that they agree with themselves are found by the log (AUD 5.2)."""

import json
from collections.abc import Callable

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tables.games.calculator import settle_document
from tables.models import Settlement, Table
from tables.queries.audit.journal import differences_at
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

UNDER_OTHER_RULES = (
    "table 12, round 1, version 1: its rules are not those of the version that its round was opened under"
)


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
    return "\n".join([*settlements, *map(str, differences_at(table))])


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
