"""The rows of a table are what its chain implies; each that is not is named with what was changed (AUD 6.1, 6.2)."""

import pytest

from tables.models import Table
from tables.queries.audit.rebuild.compare import unlike_the_log
from tests.cast import Cast
from tests.management.calling import exit_status
from tests.rebuild.conftest import Tampered

AT = "(SELECT id FROM tables_table WHERE number = 12)"
DRAW = "(SELECT id FROM tables_table WHERE number = 14)"
ROUND_1 = f"number = 1 AND table_id = {AT}"
OF_ROUND_1 = f"(SELECT id FROM tables_round WHERE {ROUND_1})"
SETTLED_1 = f"(SELECT id FROM tables_posting WHERE round_id = {OF_ROUND_1} AND act = 'settle_round')"
STAY = f"(SELECT id FROM tables_seating WHERE sit_sequence = {{}} AND table_id = {AT})"
FLAG = """'[{"code": "dead_hand"}]'"""


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
    assert found == []


CASES = [
    (
        "round",
        f"UPDATE tables_round SET play = jsonb_set(play, '{{hands,2}}', '\"2c3c4c5c6c7c8c\"') WHERE {ROUND_1}",
        "x",
    ),
    ("round", f"UPDATE tables_round SET flags = {FLAG} WHERE {ROUND_1}", "x"),
    ("round", f"UPDATE tables_round SET designated_id = {STAY.format(3)} WHERE {ROUND_1}", "x"),
    ("round", f"UPDATE tables_round SET designated_seat = 2 WHERE {ROUND_1}", "x"),
    ("round", f"UPDATE tables_round SET bank_declared = bank_declared + 100 WHERE {ROUND_1}", "x"),
    ("round", f"UPDATE tables_round SET dealt_at = dealt_at - interval '1 s' WHERE {ROUND_1}", "x"),
    ("round", f"UPDATE tables_round SET opened_at = opened_at - interval '1 day' WHERE {ROUND_1}", "x"),
    ("round", f"UPDATE tables_round SET settled_at = NULL WHERE {ROUND_1}", "x"),
    ("round", f"UPDATE tables_round SET state = 'void', void_reason = 'other' WHERE {ROUND_1}", "x"),
    (
        "round",
        f"UPDATE tables_round SET rules_id = (SELECT id FROM tables_rulesversion WHERE table_id = {DRAW}) WHERE {ROUND_1}",
        "x",
    ),
    ("round", f"DELETE FROM tables_round WHERE {ROUND_1}", "x"),
    (
        "round",
        f'INSERT INTO tables_round SELECT (x).* FROM (SELECT jsonb_populate_record(r, \'{{"id": 9999, "number": 99}}\') AS x FROM tables_round r WHERE {ROUND_1}) AS one',
        "x",
    ),
    ("round", f"UPDATE tables_round SET pot = pot + 7 WHERE state = 'betting_1' AND table_id = {DRAW}", "x"),
    ("seating", f"UPDATE tables_seating SET player_card = 'C-9' WHERE sit_sequence = 2 AND table_id = {AT}", "x"),
    ("seating", f"UPDATE tables_seating SET player_card = 'C-9' WHERE left_at IS NOT NULL AND table_id = {AT}", "x"),
    ("seating", f"UPDATE tables_seating SET chips = chips + 100000 WHERE sit_sequence = 2 AND table_id = {AT}", "x"),
    (
        "seating",
        f"UPDATE tables_seating SET sat_at = sat_at - interval '1 h' WHERE sit_sequence = 2 AND table_id = {AT}",
        "x",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET left_at = left_at - interval '1 s' WHERE left_at IS NOT NULL AND table_id = {AT}",
        "x",
    ),
    ("seating", f"UPDATE tables_seating SET barred = FALSE WHERE seat = 6 AND table_id = {AT}", "x"),
    ("seating", f"UPDATE tables_seating SET standing_decline = FALSE WHERE seat = 1 AND table_id = {AT}", "x"),
    ("seating", f"UPDATE tables_seating SET in_a_row = 4 WHERE seat = 2 AND table_id = {AT}", "x"),
    ("seating", f"UPDATE tables_seating SET last_bank = 1 WHERE seat = 2 AND table_id = {AT}", "x"),
    ("seating", f"UPDATE tables_seating SET markers_out = 1 WHERE seat = 2 AND table_id = {DRAW}", "x"),
    (
        "seating",
        f'INSERT INTO tables_seating SELECT (x).* FROM (SELECT jsonb_populate_record(r, \'{{"id": 9999, "seat": 7, "sit_sequence": null}}\') AS x FROM tables_seating r WHERE sit_sequence = 2 AND table_id = {AT}) AS one',
        "x",
    ),
    (
        "settlement",
        f"UPDATE tables_settlement SET reason = 'ruling' WHERE version = 2 AND round_id = {OF_ROUND_1}",
        "x",
    ),
    (
        "settlement",
        f"UPDATE tables_settlement SET words = 'as agreed' WHERE version = 2 AND round_id = {OF_ROUND_1}",
        "x",
    ),
    (
        "settlement",
        f"UPDATE tables_settlement SET output = jsonb_set(output, '{{rake}}', '1') WHERE version = 1 AND round_id = {OF_ROUND_1}",
        "x",
    ),
    ("settlement", f"DELETE FROM tables_settlement WHERE version = 2 AND round_id = {OF_ROUND_1}", "x"),
    ("settlement", f"UPDATE tables_settlement SET version = 3 WHERE version = 2 AND round_id = {OF_ROUND_1}", "x"),
    (
        "leg",
        f"UPDATE tables_leg SET account = 'drop' WHERE account = 'rake' AND posting_id IN (SELECT id FROM tables_posting WHERE table_id = {AT})",
        "x",
    ),
    (
        "leg",
        f"UPDATE tables_leg SET account = CASE account WHEN 'tray' THEN 'drop' ELSE 'tray' END WHERE account IN ('tray', 'drop') AND posting_id = (SELECT id FROM tables_posting WHERE sequence = 2 AND table_id = {AT})",
        "x",
    ),
    (
        "posting",
        f"UPDATE tables_posting SET posted_at = posted_at - interval '1 day' WHERE sequence = 2 AND table_id = {AT}",
        "x",
    ),
    ("posting", f"UPDATE tables_posting SET round_id = NULL WHERE id = {SETTLED_1}", "x"),
    (
        "posting",
        f"INSERT INTO tables_posting (table_id, act, sequence, posted_at) VALUES ({AT}, 'recount', 7, now())",
        "x",
    ),
    (
        "designationoffer",
        f"UPDATE tables_designationoffer SET seating_id = {STAY.format(3)} WHERE round_number = 1 AND table_id = {AT}",
        "x",
    ),
    (
        "designationoffer",
        f"UPDATE tables_designationoffer SET bank = bank + 100 WHERE round_number = 1 AND table_id = {AT}",
        "x",
    ),
    ("designationoffer", f"DELETE FROM tables_designationoffer WHERE round_number = 3 AND table_id = {AT}", "x"),
    ("match", f"UPDATE tables_match SET how = 'left', winner_id = NULL WHERE number = 1 AND table_id = {DRAW}", "x"),
    (
        "match",
        f"UPDATE tables_match SET players = jsonb_set(players, '{{0,net}}', '5') WHERE number = 1 AND table_id = {DRAW}",
        "x",
    ),
    ("match", f"DELETE FROM tables_match WHERE number = 2 AND table_id = {DRAW}", "x"),
    (
        "rulesversion",
        f"UPDATE tables_rulesversion SET document = jsonb_set(document, '{{limits,ante,max}}', '990000') WHERE table_id = {AT}",
        "x",
    ),
    (
        "rulesversion",
        f"UPDATE tables_rulesversion SET in_force_from = in_force_from - interval '1 day' WHERE table_id = {AT}",
        "x",
    ),
    ("table", f"UPDATE tables_table SET carry = carry + 5 WHERE id = {AT}", "x"),
    ("table", f"UPDATE tables_table SET button = 5 WHERE id = {AT}", "x"),
    ("table", f"UPDATE tables_table SET version = version + 1 WHERE id = {AT}", "x"),
    ("table", f"UPDATE tables_table SET state = 'suspended' WHERE id = {AT}", "x"),
    ("table", f"UPDATE tables_table SET designation = '{{}}' WHERE id = {AT}", "x"),
]


@pytest.mark.parametrize(("table", "statement", "words"), CASES)
def test_aud_6_1_a_row_changed_added_or_taken_away_is_named(
    tampered: Tampered, table: str, statement: str, words: str
) -> None:
    """And nothing else is said than what is wrong."""
    with tampered((f"tables_{table}", statement)):
        found = told()
    print("CASE", table, "|", statement[:90], "|", found)
    assert found
