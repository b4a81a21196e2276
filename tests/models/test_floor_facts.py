"""Who signed, who dealt, who sat where and what is owed, as the database keeps it against every writer (OPS 1.4, 2.3, 5.8, 5.9, 7.2)."""

from typing import Any

import psycopg
import pytest

from tests.actions.felt import chips
from tests.actions.floor.test_corrections import MISREAD, correct
from tests.cast import Cast
from tests.models.past import refusal, undone

CHECK = "CheckViolation"
DISPUTE = """
INSERT INTO tables_dispute (table_id, round_id, reason, words, evidence, opened_by_id, opened_at)
SELECT {table}, id, 'cards', '', '{{}}', %s, now() FROM tables_round LIMIT 1
"""
RULING = """
INSERT INTO tables_ruling (dispute_id, outcome, words, ruled_by_id, ruled_at)
SELECT id, 'stands', 'so it is', %s, now() FROM tables_dispute
"""
BAR = """
INSERT INTO tables_bar (casino_id, table_id, seating_id, player_card, reason, words, barred_by_id, barred_at)
SELECT place.casino_id, {table}, seating.id, '', 'conduct', '', %s, now()
FROM tables_seating seating JOIN tables_table place ON place.id = seating.table_id LIMIT 1
"""
OWED = """
INSERT INTO tables_owed (table_id, seating_id, reason, amount, raised_at, words)
SELECT table_id, id, 'markers', {amount}, now(), '' FROM tables_seating LIMIT 1
"""
OTHER_TABLE = """
INSERT INTO tables_table (casino_id, number, seat_count, state, version, notices, last_round, carry, designation)
SELECT id, 99, 7, 'closed', 0, 0, 0, 0, '{}' FROM tables_casino
"""
ELSEWHERE = "(SELECT id FROM tables_table WHERE number = 99)"


@pytest.fixture(scope="module")
def owing(books: Cast) -> Cast:
    """Seat 4 has left with a correction to come: something is owed to the player; the table is played at no more."""
    books.act("close_round", number=1)
    books.act("leave", seat=4)
    correct(books, 1, MISREAD)
    return books


@pytest.fixture(params=["application", "owner"])
def link(request: pytest.FixtureRequest, owing: Cast) -> psycopg.Connection[Any]:
    """The service's own role, and the owner of the tables."""
    assert chips()
    found: psycopg.Connection[Any] = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize("who", ["dana", "ines", "ada", "sam"])
def test_ops_1_4_what_the_floor_signs_names_a_person_of_the_floor(
    link: psycopg.Connection[Any], owing: Cast, who: str
) -> None:
    """A ruling, a bar, a debt that is dealt with, an alert that is acknowledged; by Petra they are taken."""
    settle = "UPDATE tables_owed SET settled_at = now(), settled_by_id = %s"
    acknowledge = "UPDATE tables_alert SET acknowledged_at = now(), acknowledged_by_id = %s"
    dispute = DISPUTE.format(table="table_id")
    for statement in (RULING, BAR.format(table="seating.table_id"), settle, acknowledge):
        with undone(link) as run:
            run(dispute, owing.people["petra"].pk)
            with pytest.raises(psycopg.errors.CheckViolation):
                run(statement, owing.people[who].pk)
        with undone(link) as run:
            run(dispute, owing.people["petra"].pk)
            run(statement, owing.people["petra"].pk)


def test_ops_5_9_what_belongs_together_is_of_one_table(link: psycopg.Connection[Any], owing: Cast) -> None:
    """A dispute with its round, a bar and a debt with their player."""
    petra = owing.people["petra"].pk
    for statement in (DISPUTE.format(table=ELSEWHERE), BAR.format(table=ELSEWHERE)):
        with undone(link) as run:
            run(OTHER_TABLE)
            with pytest.raises(psycopg.errors.CheckViolation):
                run(statement, petra)
    with undone(link) as run:
        run(OTHER_TABLE)
        with pytest.raises(psycopg.errors.CheckViolation):
            run(OWED.format(amount=5).replace("table_id, id", f"{ELSEWHERE}, id"))


@pytest.mark.parametrize(
    "statement",
    [
        OWED.format(amount=-7),
        "UPDATE tables_owed SET settled_at = now(), settled_by_id = (SELECT id FROM tables_person WHERE badge = '2002')",
        (
            "WITH posted AS (INSERT INTO tables_posting (table_id, act, sequence, posted_at)"
            " SELECT id, 'x', 1, now() FROM tables_table RETURNING id)"
            " INSERT INTO tables_leg (posting_id, account, seating_id, amount)"
            " SELECT posted.id, leg.account, leg.player, leg.amount FROM posted, (VALUES"
            " ('owed', (SELECT min(id) FROM tables_seating), 5), ('rake', NULL, -5)) AS leg (account, player, amount)"
        ),
    ],
)
def test_ops_7_2_nothing_is_owed_unlisted_or_listed_unowed(link: psycopg.Connection[Any], statement: str) -> None:
    """The account and the list agree, player by player, when a transaction is committed."""
    assert refusal(link, statement) == CHECK
    with undone(link) as run:
        run(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_tapin SET started_at = started_at - interval '1 day'",
        "UPDATE tables_tapin SET person_id = (SELECT id FROM tables_person WHERE badge = '1002')",
        "UPDATE tables_tapin SET ended_at = now(); UPDATE tables_tapin SET ended_at = NULL",
        "UPDATE tables_tapin SET ended_at = now(); UPDATE tables_tapin SET ended_at = now() + interval '1 day'",
        (
            "INSERT INTO tables_tapin (table_id, person_id, started_at, ended_at) SELECT table_id,"
            " (SELECT id FROM tables_person WHERE badge = '1002'), now(), now() FROM tables_tapin"
        ),
        "UPDATE tables_seating SET left_at = NULL WHERE left_at IS NOT NULL",
        "UPDATE tables_seating SET left_at = now() WHERE left_at IS NOT NULL",
        "UPDATE tables_seating SET seat = 6 WHERE left_at IS NOT NULL",
        "UPDATE tables_seating SET player_card = 'P-1' WHERE seat = 1",
        "UPDATE tables_seating SET sat_at = now()",
        "UPDATE tables_table SET state = 'closed'",
    ],
)
def test_ops_5_8_who_dealt_and_who_sat_where_stands(link: psycopg.Connection[Any], statement: str) -> None:
    """A correction asks both; and no table closes over a player."""
    assert refusal(link, statement) == CHECK


def test_ops_4_1_a_round_is_opened_and_settled_under_the_rules_in_force(link: psycopg.Connection[Any]) -> None:
    """Not under others, which only the replay would find."""
    again = """
    INSERT INTO tables_settlement (round_id, version, replaces_id, input, output, settled_at, reason, words)
    SELECT round_id, version + 1, id, {input}, output, now(), 'ruling', ''
    FROM tables_settlement ORDER BY version DESC LIMIT 1
    """
    changed = "jsonb_set(input, '{{rules,terms,rake,amount}}', '0')".replace("{{", "{").replace("}}", "}")
    assert refusal(link, again.format(input="input")) == ""
    assert refusal(link, again.format(input=changed)) == CHECK
    assert refusal(link, again.format(input="input - 'rules'")) == CHECK
