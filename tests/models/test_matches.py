"""A match is one a table at a time, ends once, and is won by one of its players, whoever writes (DRAW 1.13)."""

import json
from typing import Any

import psycopg
import pytest

from tests.cast import HEADS_UP, Cast, make_cast
from tests.models.past import refusal

NEW = """
INSERT INTO tables_match (table_id, number, players, began_at, first_round, hands, how, ended_at, last_round)
SELECT id, {number}, '{players}', now(), 3, 0, '{how}', {ended}, {last} FROM tables_table
"""
END = "UPDATE tables_match SET ended_at = now(), last_round = 2, how = '{how}', winner_id = {winner} WHERE ended_at IS NULL"
WINNER = "(SELECT id FROM tables_seating WHERE seat = 2)"
BESIDE = "(SELECT id FROM tables_seating WHERE seat = 3)"


@pytest.fixture(scope="module")
def matches(module_database: str) -> Cast:
    """One match that was given up, and one that is on, committed; a third player looks on."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2, 3), chips=10000)
    cast.act("sit_out", seat=3)
    for number in (1, 2):
        if number == 2:
            cast.act("give_up_match", match=1, seat=1)
            cast.act("buy_in", seat=1, amount=1000)
        cast.act("open_round")
        cast.act("take_actions", number=number, actions=[{"seat": 1, "do": "drop"}])
        cast.act("settle_round", number=number)
        cast.act("close_round", number=number)
    return cast


def new(number: int, players: list[dict[str, Any]], ended: str = "NULL", last: str = "NULL", how: str = "") -> str:
    """A match inserted past the acts."""
    return NEW.format(number=number, players=json.dumps(players), ended=ended, last=last, how=how)


@pytest.mark.parametrize("role", ["owner", "application"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_match SET hands = 7 WHERE number = 1",
        "UPDATE tables_match SET ended_at = NULL, last_round = NULL, how = '', winner_id = NULL WHERE number = 1",
        f"UPDATE tables_match SET winner_id = {WINNER}, how = 'lost' WHERE number = 1",
        "UPDATE tables_match SET hands = 0 WHERE number = 2",
        "UPDATE tables_match SET number = 3 WHERE number = 2",
        "UPDATE tables_match SET began_at = now() WHERE number = 2",
        "UPDATE tables_match SET first_round = 1 WHERE number = 2",
        """UPDATE tables_match SET players = '[{"stay": 1, "seat": 1, "net": 0}]' WHERE number = 2""",
        END.format(how="lost", winner="NULL"),
        END.format(how="left", winner=WINNER),
        END.format(how="given_up", winner=BESIDE),
        END.format(how="won", winner=WINNER),
        END.format(how="", winner="NULL"),
        "UPDATE tables_match SET winner_id = (SELECT min(id) FROM tables_seating) WHERE number = 2",
    ],
)
def test_draw_1_13_a_match_ends_once_and_somehow(
    matches: Cast, request: pytest.FixtureRequest, role: str, statement: str
) -> None:
    """What it began with stays, and its winner is one of its players."""
    assert refusal(request.getfixturevalue(role), statement) == "CheckViolation"


def test_draw_1_13_it_is_never_taken_away(
    matches: Cast, owner: psycopg.Connection[Any], application: psycopg.Connection[Any]
) -> None:
    """By the service it cannot even be tried."""
    assert refusal(owner, "DELETE FROM tables_match") == "CheckViolation"
    assert refusal(owner, "TRUNCATE tables_match CASCADE") == "InsufficientPrivilege"
    assert refusal(application, "DELETE FROM tables_match") == "InsufficientPrivilege"


def test_draw_1_13_one_match_a_table_is_on(matches: Cast, application: psycopg.Connection[Any]) -> None:
    """The next begins open, with the next number and with players who sit at its table."""
    [stays] = application.execute("SELECT array_agg(id ORDER BY seat) FROM tables_seating").fetchall()
    players = [{"stay": stay, "seat": seat, "net": 0} for seat, stay in enumerate(stays[0][:2], start=1)]
    assert refusal(application, new(3, players)) == "UniqueViolation"
    ended = END.format(how="given_up", winner=WINNER)
    assert refusal(application, f"{ended}; {new(3, players)}") == ""
    assert refusal(application, f"{ended}; {new(4, players)}") == "CheckViolation"
    assert refusal(application, f"{ended}; {new(3, players[:1])}") == "CheckViolation"
    assert refusal(application, f"{ended}; {new(3, [players[0], {**players[1], 'stay': 0}])}") == "CheckViolation"
    assert refusal(application, f"{ended}; {new(3, [players[0], players[0]])}") == "CheckViolation"
    assert refusal(application, f"{ended}; {new(3, players, 'now()', '3', 'left')}") == "CheckViolation"
