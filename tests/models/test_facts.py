"""Chips, rounds, people: facts that the database keeps against every writer (HCF 2.3; OPS 1.2, 2.4, 5.8)."""

from typing import Any

import psycopg
import pytest

from tests.cast import Cast
from tests.models.past import refusal

NEW_POSTING = """
INSERT INTO tables_posting (table_id, act, sequence, posted_at) SELECT id, 'x', 1, now() FROM tables_table RETURNING id
"""
LEGS = "INSERT INTO tables_leg (posting_id, account, seating_id, amount) "
POSTING = "(SELECT max(id) FROM tables_posting)"
SEATING = "(SELECT min(id) FROM tables_seating)"


@pytest.mark.parametrize(
    "legs",
    [
        f"VALUES ({POSTING}, 'pot', NULL::bigint, 5)",
        f"VALUES ({POSTING}, 'pot', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -4)",
        f"VALUES ({POSTING}, 'seat', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'pot', {SEATING}, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'owed', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'pocket', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'seat', -1::bigint, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'pot', NULL::bigint, 0)",
        "VALUES (-1, 'pot', NULL::bigint, 5), (-1, 'rake', NULL, -5)",
    ],
)
@pytest.mark.parametrize("role", ["owner", "application"])
def test_ops_2_4_legs_balance_and_name_an_account_that_exists(
    books: Cast, request: pytest.FixtureRequest, role: str, legs: str
) -> None:
    """To nobody, out of nothing, of nothing."""
    link = request.getfixturevalue(role)
    refused = refusal(link, f"{NEW_POSTING.split('RETURNING', maxsplit=1)[0]}; {LEGS}{legs}")
    assert refused in ("CheckViolation", "ForeignKeyViolation")


@pytest.mark.parametrize("role", ["owner", "application"])
def test_ops_2_4_nothing_is_added_to_a_posting_afterwards(
    books: Cast, request: pytest.FixtureRequest, role: str
) -> None:
    """Also not what balances."""
    link = request.getfixturevalue(role)
    legs = f"VALUES ({POSTING}, 'pot', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -5)"
    assert refusal(link, LEGS + legs) == "CheckViolation"
    assert refusal(link, f"{NEW_POSTING.split('RETURNING', maxsplit=1)[0]}; {LEGS}{legs}") == ""


ANOTHER_TABLE = """
INSERT INTO tables_table (casino_id, number, seat_count, state, version, notices, last_round, carry, designation)
SELECT id, 99, 7, 'closed', 0, 0, 0, 0, '{}' FROM tables_casino
"""
NEW_ROUND = """
INSERT INTO tables_round (table_id, number, rules_id, state, bank_declared, bank, pot, play, flags, opened_at, void_reason,
                          ended_at)
SELECT table_id, number + {after}, rules_id, '{state}', 0, {bank}, {pot}, '{play}', '[]', now(), '{reason}', {ended}
FROM tables_round
"""
CLOSE = "UPDATE tables_round SET state = 'closed', bank = 0, pot = 0, ended_at = now(); "


# The flag as the act writes it, with the new amount; of a round that is settled it is a correction all the same.
BANK_SAID = """
UPDATE tables_round SET bank_declared = bank_declared + 100, flags = flags || jsonb_build_array(jsonb_build_object(
    'code', 'bank_changed', 'before', bank_declared, 'after', bank_declared + 100))
"""
RUNNING = (
    "INSERT INTO tables_round (table_id, number, rules_id, state, designated_id, designated_seat, bank_declared, bank, pot, play,"
    " flags, opened_at, void_reason) SELECT table_id, number + 1, rules_id, 'betting', designated_id, designated_seat, 500, 500,"
    " 0, '{}', '[]', now(), '' FROM tables_round; "
)
OF_IT = " WHERE state = 'betting'"


def new_round(**given: Any) -> str:
    """A round inserted past the acts."""
    usual = {"after": 1, "state": "betting", "bank": 0, "pot": 0, "play": "{}", "reason": "", "ended": "NULL"}
    return NEW_ROUND.format(**(usual | given))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_round SET state = 'void', void_reason = 'x', bank = 0, ended_at = now()",
        "UPDATE tables_round SET state = 'showdown'",
        "UPDATE tables_round SET play = '{}'",
        "UPDATE tables_round SET bank_declared = 1",
        BANK_SAID,
        "UPDATE tables_round SET number = 7",
        "UPDATE tables_round SET opened_at = now()",
        "UPDATE tables_round SET designated_id = NULL",
        "UPDATE tables_round SET bank = -1",
        "UPDATE tables_round SET pot = -1",
        "UPDATE tables_round SET state = 'closed', ended_at = now()",
        "UPDATE tables_round SET state = 'closed', bank = 0",
        "DELETE FROM tables_round",
        CLOSE + "UPDATE tables_round SET flags = '[1]'",
        CLOSE + "UPDATE tables_round SET state = 'settled'",
        CLOSE + "DELETE FROM tables_round",
        new_round(),
        CLOSE + new_round(after=0),
        CLOSE + new_round(state="settled"),
        CLOSE + new_round(state="closed", ended="now()"),
        CLOSE + new_round(state="void", reason="x", ended="now()"),
        CLOSE + new_round(pot=5),
        CLOSE + new_round(bank=5),
        CLOSE + new_round() + "; UPDATE tables_round SET state = 'settled' WHERE state = 'betting'",
        CLOSE + new_round() + "; UPDATE tables_round SET state = 'closed', ended_at = now() WHERE state = 'betting'",
        CLOSE + new_round() + "; UPDATE tables_round SET state = 'void', ended_at = now() WHERE state = 'betting'",
        CLOSE + new_round(play='{"hands": {"1": "AsKs", "2": "QsAs"}}'),
        CLOSE + new_round(play='{"hands": {"1": "AsAs"}}'),
        CLOSE + new_round(play='{"hands": {"1": "AsKs"}}') + "; " + new_round(after=2),
    ],
)
@pytest.mark.parametrize("role", ["owner", "application"])
def test_ops_5_8_a_round_is_opened_once_settled_once_and_then_stands(
    books: Cast, request: pytest.FixtureRequest, role: str, statement: str
) -> None:
    """One open round a table, none settled without a settlement, no card in two hands, nothing edited afterwards."""
    assert refusal(request.getfixturevalue(role), statement) in (
        "CheckViolation",
        "UniqueViolation",
        *(["InsufficientPrivilege"] if role == "application" else []),
    )


@pytest.mark.parametrize(
    ("statement", "is_taken"),
    [
        (BANK_SAID + OF_IT, True),
        ("UPDATE tables_round SET bank_declared = 600" + OF_IT, False),
        ("UPDATE tables_round SET bank_declared = 600, flags = '[{}]'" + OF_IT, False),
        (BANK_SAID.replace("'before', bank_declared", "'before', 1") + OF_IT, False),
        (BANK_SAID.replace("'after', bank_declared + 100", "'after', 1") + OF_IT, False),
        (BANK_SAID.replace("SET", "SET state = 'dealt',") + OF_IT, False),
        (BANK_SAID.replace("SET", "SET designated_seat = 2,") + OF_IT, False),
        (BANK_SAID + OF_IT + "; UPDATE tables_round SET bank_declared = 500" + OF_IT, False),
    ],
)
def test_ops_5_4_a_declared_bank_is_only_put_right_with_its_flag(
    books: Cast, application: psycopg.Connection[Any], statement: str, is_taken: bool
) -> None:
    """Of a round that is played, by nothing else than such an act."""
    expected = "" if is_taken else "CheckViolation"
    assert refusal(application, CLOSE + RUNNING + statement) == expected


def test_ops_5_8_what_the_acts_do_is_taken(books: Cast, application: psycopg.Connection[Any]) -> None:
    """So the refusals above are not for another reason."""
    play = '{"hands": {"1": "AsKs", "2": "QsJs"}}'
    assert (
        refusal(
            application,
            CLOSE + new_round(play=play) + "; UPDATE tables_round SET state = 'dealt' WHERE state = 'betting'",
        )
        == ""
    )


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO tables_settlement (round_id, version, input, output, settled_at) SELECT id, 1, '{}', '{}', now() FROM tables_round",
        "INSERT INTO tables_settlement (round_id, version, input, output, settled_at) SELECT id, 2, '{}', '{}', now() FROM tables_round",
        (
            "INSERT INTO tables_settlement (round_id, version, replaces_id, input, output, settled_at)"
            " SELECT round_id, 1, id, '{}', '{}', now() FROM tables_settlement"
        ),
        "UPDATE tables_seating SET chips = -1",
        "UPDATE tables_seating SET left_at = now()",
        "UPDATE tables_seating SET seat = 2",
        "UPDATE tables_seating SET player_card = 'A1'",
        "UPDATE tables_table SET version = version - 1",
        "UPDATE tables_table SET last_round = 0",
        "UPDATE tables_table SET number = 13",
        "UPDATE tables_table SET button = 8",
        "UPDATE tables_table SET state = 'on fire'",
        "INSERT INTO tables_tapin (table_id, person_id, started_at) SELECT table_id, person_id, now() FROM tables_tapin",
        (
            "INSERT INTO tables_tapin (table_id, person_id, started_at) SELECT table_id, (SELECT id FROM tables_person"
            " WHERE badge = '1002'), now() FROM tables_tapin"
        ),
        ANOTHER_TABLE
        + "; INSERT INTO tables_tapin (table_id, person_id, started_at) SELECT (SELECT id FROM tables_table"
        " WHERE number = 99), person_id, now() FROM tables_tapin",
        ANOTHER_TABLE.replace("99", "12"),
        "UPDATE tables_tapin SET ended_at = started_at - interval '1 second'",
        (
            "INSERT INTO tables_rolegrant (casino_id, person_id, role, granted_at) SELECT casino_id, person_id, role, now()"
            " FROM tables_rolegrant"
        ),
        "UPDATE tables_rolegrant SET role = 'system'",
        "UPDATE tables_person SET badge = '1001'",
        (
            "INSERT INTO tables_rulesversion (table_id, number, game, document, in_force_from)"
            " SELECT table_id, number, game, document, now() FROM tables_rulesversion"
        ),
        (
            "INSERT INTO tables_designationoffer (table_id, round_number, seating_id, seat, answer, reason, offered_at)"
            " SELECT table_id, 1, id, seat, 'accepted', '', now() FROM tables_seating"
        ),
    ],
)
@pytest.mark.parametrize("role", ["owner", "application"])
def test_facts_are_constraints(books: Cast, request: pytest.FixtureRequest, role: str, statement: str) -> None:
    """One settlement a version, no chips below nothing, nobody in two places, no number falling back."""
    assert refusal(request.getfixturevalue(role), statement) in ("CheckViolation", "UniqueViolation"), statement


def test_ops_2_4_a_posting_moves_the_chips_of_one_table(books: Cast, owner: psycopg.Connection[Any]) -> None:
    """Not those of a player at another."""
    posting = "INSERT INTO tables_posting (table_id, act, sequence, posted_at) SELECT id, 'x', 1, now() FROM tables_table WHERE number = 99"
    legs = f"VALUES ({POSTING}, 'seat', {SEATING}, 5), ({POSTING}, 'rake', NULL, -5)"
    assert refusal(owner, f"{ANOTHER_TABLE}; {posting}; {LEGS}{legs}") == "CheckViolation"
