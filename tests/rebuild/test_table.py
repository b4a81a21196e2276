"""The rows of a table are what its chain implies; each that is not is named with what was changed (AUD 6.1, 6.2)."""

import json

import pytest

from tables.games.calculator import settle_document
from tables.models import Settlement, Table
from tables.queries.audit.rebuild.compare import unlike_the_log
from tests.cast import Cast
from tests.management.calling import exit_status
from tests.rebuild.conftest import Tampered
from tests.rebuild.table_cases import CASES, OF_ROUND_1, SETTLED_1, STAY


def told() -> list[str]:
    """All that is said against the tables."""
    tables = Table.objects.select_related("casino").order_by("number")
    return [str(finding) for table in tables for finding in unlike_the_log(table)]


def test_aud_6_2_an_honest_house_is_accused_of_nothing(evening: Cast) -> None:
    """Not of a correction of a tie that was played on either."""
    assert told() == []
    status, written = exit_status("rebuild", compare=True)
    assert (status, written.splitlines()[-1].partition("second: ")[2]) == (0, "0 differences.")


def test_s2a_the_winnings_of_two_players_exchanged_with_their_stacks_are_found(tampered: Tampered) -> None:
    """Every balance agrees; the legs of each player are named, and the stacks."""
    exchange = f"CASE seating_id WHEN {STAY.format(2)} THEN {STAY.format(3)} ELSE {STAY.format(2)} END"
    of_both = f"posting_id = {SETTLED_1} AND seating_id IN ({STAY.format(2)}, {STAY.format(3)})"
    stacks = f"""
        UPDATE tables_seating SET chips = (SELECT sum(amount) FROM tables_leg WHERE account = 'seat' AND seating_id = tables_seating.id)
        WHERE id IN ({STAY.format(2)}, {STAY.format(3)})"""
    with tampered(
        ("tables_leg", f"UPDATE tables_leg SET seating_id = {exchange} WHERE {of_both}"), ("tables_seating", stacks)
    ):
        found = told()
    assert [sentence.partition(" is ")[0] for sentence in found] == [
        "table 12, the chips that entry 11 moved: its legs.seat of stay 3",
        "table 12, the player at seat 1 since entry 2: its chips",
        "table 12, the player at seat 2 since entry 3: its chips",
    ]


@pytest.mark.parametrize(("table", "statement", "words"), CASES)
def test_aud_6_1_a_row_changed_added_or_taken_away_is_named(
    tampered: Tampered, table: str, statement: str, words: str
) -> None:
    """And nothing else is said than what is wrong."""
    with tampered((f"tables_{table}", statement)):
        found = told()
    assert words in found[0]


def test_aud_6_1_a_settlement_changed_with_all_that_hangs_on_it_is_not_what_its_entry_says(tampered: Tampered) -> None:
    """It computes to what it says, so that only the log tells."""
    document = Settlement.objects.get(round__number=1, round__table__number=12, version=1).input
    document["seats"][0]["ante"] = document["seats"][0]["raise"] = 2000
    output = settle_document(json.loads(json.dumps(document)))
    changed = f"input = '{json.dumps(document)}', output = '{json.dumps(output)}'"
    with tampered(
        ("tables_settlement", f"UPDATE tables_settlement SET {changed} WHERE version = 1 AND round_id = {OF_ROUND_1}")
    ):
        found = told()
    assert "round 1, settlement 1: its input.seats.0.ante is 2000 in the row, and 1000 by entry 11" in found[0]


@pytest.mark.parametrize(
    "payload", ['{"after": {"chips": "many"}}', "[]", '{"sent": 5}', '{"sent": {"seat": "\u2028"}}', "1e999"]
)
def test_aud_6_1_entries_made_unreadable_are_named_and_no_traceback(tampered: Tampered, payload: str) -> None:
    """What follows is not compared; what they were changed to is for verification to name."""
    broken = f"UPDATE tables_auditentry SET payload = '{payload}' WHERE chain LIKE '%/12' AND sequence = 2"
    with tampered(("tables_auditentry", broken)):
        found = told()
    assert "entry 2 (sit): " in found[0]
    assert "from there on this table is not compared" in found[0]
    assert len(found) == 1


def test_aud_6_1_an_entry_made_anew_with_other_chips_is_held_against_the_rules(tampered: Tampered) -> None:
    """Its payload, its effects and its answer no longer fit what was sent."""
    more = "jsonb_set(jsonb_set(payload, '{sent,buy_in}', '110000'), '{after,chips}', '110000')"
    with tampered(
        (
            "tables_auditentry",
            f"UPDATE tables_auditentry SET payload = {more} WHERE chain LIKE '%/12' AND sequence = 3",
        )
    ):
        found = told()
    assert [sentence.partition(", ")[0] for sentence in found[:2]] == [
        "entry 3 (sit): its legs.0.2 is 100000",
        "entry 3 (sit): its answer is " + found[1].partition("answer is ")[2].partition(",")[0],
    ]
