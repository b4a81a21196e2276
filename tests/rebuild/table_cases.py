"""What an owner of the database changes beside the log, by statement, and what is said of it (AUD 6.1)."""

AT = "(SELECT id FROM tables_table WHERE number = 12)"
DRAW = "(SELECT id FROM tables_table WHERE number = 14)"
ROUND_1 = f"number = 1 AND table_id = {AT}"
OF_ROUND_1 = f"(SELECT id FROM tables_round WHERE {ROUND_1})"
SETTLED_1 = f"(SELECT id FROM tables_posting WHERE round_id = {OF_ROUND_1} AND act = 'settle_round')"
STAY = f"(SELECT id FROM tables_seating WHERE sit_sequence = {{}} AND table_id = {AT})"
FLAG = """'[{"code": "dead_hand"}]'"""

CASES = [
    (
        "round",
        f"UPDATE tables_round SET play = jsonb_set(play, '{{hands,2}}', '\"5h4h3h2hKs9d8c\"') WHERE {ROUND_1}",
        "round 1: its play.hands.2 is 5h4h3h2hKs9d8c in the row, and Ks9d7c5h4h3h2h by entry 12",
    ),
    (
        "round",
        f"UPDATE tables_round SET flags = {FLAG} WHERE {ROUND_1}",
        "round 1: its flags is [{'code': 'dead_hand'}] in the row, and [] by entry 12",
    ),
    (
        "round",
        f"UPDATE tables_round SET designated_id = {STAY.format(3)} WHERE {ROUND_1}",
        "round 1: its designated_id is 2 in the row, and 1 by entry 12",
    ),
    (
        "round",
        f"UPDATE tables_round SET designated_seat = 2 WHERE {ROUND_1}",
        "round 1: its designated_seat is 2 in the row, and 1 by entry 12",
    ),
    (
        "round",
        f"UPDATE tables_round SET bank_declared = bank_declared + 100 WHERE {ROUND_1}",
        "round 1: its bank_declared is 50100 in the row, and 50000 by entry 12",
    ),
    ("round", f"UPDATE tables_round SET dealt_at = dealt_at - interval '1 s' WHERE {ROUND_1}", "round 1: its dealt_at"),
    (
        "round",
        f"UPDATE tables_round SET opened_at = opened_at - interval '1 day' WHERE {ROUND_1}",
        "round 1: its opened_at",
    ),
    ("round", f"UPDATE tables_round SET settled_at = NULL WHERE {ROUND_1}", "round 1: its settled_at"),
    (
        "round",
        f"UPDATE tables_round SET state = 'void', void_reason = 'other' WHERE {ROUND_1}",
        "round 1: its state is void in the row, and closed by entry 12",
    ),
    (
        "round",
        f"UPDATE tables_round SET rules_id = (SELECT id FROM tables_rulesversion WHERE table_id = {DRAW}) WHERE {ROUND_1}",
        "round 1: its rules is nothing in the row, and 1 by entry 12",
    ),
    (
        "round",
        f"DELETE FROM tables_round WHERE {ROUND_1}",
        "the chips that entry 5 moved: its round is nothing in the row, and 1 by entry 5",
    ),
    (
        "round",
        f'INSERT INTO tables_round SELECT (x).* FROM (SELECT jsonb_populate_record(r, \'{{"id": 9999, "number": 99}}\') AS x FROM tables_round r WHERE {ROUND_1}) AS one',
        "round 99: no entry says that the row was made",
    ),
    (
        "round",
        f"UPDATE tables_round SET pot = pot + 7 WHERE state = 'betting_1' AND table_id = {DRAW}",
        "round 3: its pot is 1007 in the row, and 1000 by entry 25",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET player_card = 'C-9' WHERE sit_sequence = 2 AND table_id = {AT}",
        "the player at seat 1 since entry 2: its player_card is C-9 in the row, and nothing by entry 26",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET player_card = 'C-9' WHERE left_at IS NOT NULL AND table_id = {AT}",
        "the player at seat 4 since entry 4: its player_card is C-9 in the row, and nothing by entry 23",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET chips = chips + 100000 WHERE sit_sequence = 2 AND table_id = {AT}",
        "the player at seat 1 since entry 2: its chips is 205800 in the row, and 105800 by entry 26",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET sat_at = sat_at - interval '1 h' WHERE sit_sequence = 2 AND table_id = {AT}",
        "the player at seat 1 since entry 2: its sat_at",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET left_at = left_at - interval '1 s' WHERE left_at IS NOT NULL AND table_id = {AT}",
        "the player at seat 4 since entry 4: its left_at",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET barred = FALSE WHERE seat = 6 AND table_id = {AT}",
        "the player at seat 6 since entry 22: its barred is False in the row, and True by entry 24",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET standing_decline = FALSE WHERE seat = 1 AND table_id = {AT}",
        "the player at seat 1 since entry 2: its standing_decline is False in the row, and True by entry 26",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET in_a_row = 4 WHERE seat = 2 AND table_id = {AT}",
        "the player at seat 2 since entry 3: its in_a_row is 4 in the row, and 1 by entry 21",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET last_bank = 1 WHERE seat = 2 AND table_id = {AT}",
        "the player at seat 2 since entry 3: its last_bank is 1 in the row, and 50000 by entry 21",
    ),
    (
        "seating",
        f"UPDATE tables_seating SET markers_out = 1 WHERE seat = 2 AND table_id = {DRAW}",
        "the player at seat 2 since entry 3: its markers_out is 1 in the row, and 0 by entry 25",
    ),
    (
        "seating",
        f'INSERT INTO tables_seating SELECT (x).* FROM (SELECT jsonb_populate_record(r, \'{{"id": 9999, "seat": 7, "sit_sequence": null}}\') AS x FROM tables_seating r WHERE sit_sequence = 2 AND table_id = {AT}) AS one',
        "the player at seat 7: no entry says that the row was made",
    ),
    (
        "settlement",
        f"UPDATE tables_settlement SET reason = 'ruling' WHERE version = 2 AND round_id = {OF_ROUND_1}",
        "round 1, settlement 2: its reason is ruling in the row, and misread_hand by entry 21",
    ),
    (
        "settlement",
        f"UPDATE tables_settlement SET words = 'as agreed' WHERE version = 2 AND round_id = {OF_ROUND_1}",
        "round 1, settlement 2: its words is as agreed in the row, and nothing by entry 21",
    ),
    (
        "settlement",
        f"UPDATE tables_settlement SET output = jsonb_set(output, '{{rake}}', '1') WHERE version = 1 AND round_id = {OF_ROUND_1}",
        "round 1, settlement 1: its output.rake is 1 in the row, and 300 by entry 11",
    ),
    (
        "settlement",
        f"DELETE FROM tables_settlement WHERE version = 2 AND round_id = {OF_ROUND_1}",
        "round 1, settlement 2: the row is missing, but entry 21 says that it was made",
    ),
    (
        "settlement",
        f"UPDATE tables_settlement SET version = 3 WHERE version = 2 AND round_id = {OF_ROUND_1}",
        "round 1, settlement 2: the row is missing, but entry 21 says that it was made",
    ),
    (
        "leg",
        f"UPDATE tables_leg SET account = 'drop' WHERE account = 'rake' AND posting_id IN (SELECT id FROM tables_posting WHERE table_id = {AT})",
        "the chips that entry 7 moved: its legs.rake is nothing in the row, and 300 by entry 7",
    ),
    (
        "leg",
        f"UPDATE tables_leg SET account = CASE account WHEN 'tray' THEN 'drop' ELSE 'tray' END WHERE account IN ('tray', 'drop') AND posting_id = (SELECT id FROM tables_posting WHERE sequence = 2 AND table_id = {AT})",
        "the chips that entry 2 moved: its legs.drop is -100000 in the row, and 100000 by entry 2",
    ),
    (
        "posting",
        f"UPDATE tables_posting SET posted_at = posted_at - interval '1 day' WHERE sequence = 2 AND table_id = {AT}",
        "the chips that entry 2 moved: its posted_at",
    ),
    (
        "posting",
        f"UPDATE tables_posting SET round_id = NULL WHERE id = {SETTLED_1}",
        "the chips that entry 11 moved: its round is nothing in the row, and 1 by entry 11",
    ),
    (
        "posting",
        f"INSERT INTO tables_posting (table_id, act, sequence, posted_at) VALUES ({AT}, 'recount', 7, now())",
        "the chips that entry 7 moved: no entry says that the row was made",
    ),
    (
        "designationoffer",
        f"UPDATE tables_designationoffer SET seating_id = {STAY.format(3)} WHERE round_number = 1 AND table_id = {AT}",
        "the offers of the bank of round 1: its offers.0.seating_id is 2 in the row, and 1 by entry 5",
    ),
    (
        "designationoffer",
        f"UPDATE tables_designationoffer SET bank = bank + 100 WHERE round_number = 1 AND table_id = {AT}",
        "the offers of the bank of round 1: its offers.0.bank is 50100 in the row, and 50000 by entry 5",
    ),
    (
        "designationoffer",
        f"DELETE FROM tables_designationoffer WHERE round_number = 3 AND table_id = {AT}",
        "the offers of the bank of round 3: the row is missing, but entry 25 says that it was made",
    ),
    (
        "match",
        f"UPDATE tables_match SET how = 'left', winner_id = NULL WHERE number = 1 AND table_id = {DRAW}",
        "match 1: its how is left in the row, and given_up by entry 23",
    ),
    (
        "match",
        f"UPDATE tables_match SET players = jsonb_set(players, '{{0,net}}', '5') WHERE number = 1 AND table_id = {DRAW}",
        "match 1: its players.0.net is 5 in the row, and 500 by entry 23",
    ),
    (
        "match",
        f"DELETE FROM tables_match WHERE number = 2 AND table_id = {DRAW}",
        "match 2: the row is missing, but entry 25 says that it was made",
    ),
    (
        "rulesversion",
        f"UPDATE tables_rulesversion SET document = jsonb_set(document, '{{limits,ante,max}}', '990000') WHERE table_id = {AT}",
        "rules version 1: its document.limits.ante.max is 990000 in the row, and 30000 by entry 7",
    ),
    (
        "rulesversion",
        f"UPDATE tables_rulesversion SET in_force_from = in_force_from - interval '1 day' WHERE table_id = {AT}",
        "rules version 1: its in_force_from",
    ),
    (
        "table",
        f"UPDATE tables_table SET carry = carry + 5 WHERE id = {AT}",
        "table 12: its carry is 5 in the row, and 0 by entry 26",
    ),
    (
        "table",
        f"UPDATE tables_table SET button = 5 WHERE id = {AT}",
        "table 12: its button is 5 in the row, and 2 by entry 26",
    ),
    (
        "table",
        f"UPDATE tables_table SET version = version + 1 WHERE id = {AT}",
        "table 12: its version is 27 in the row, and 26 by entry 26",
    ),
    (
        "table",
        f"UPDATE tables_table SET state = 'suspended' WHERE id = {AT}",
        "table 12: its state is suspended in the row, and open by entry 26",
    ),
    (
        "table",
        f"UPDATE tables_table SET designation = '{{}}' WHERE id = {AT}",
        "table 12: its present is nothing in the row, and 2 by entry 26",
    ),
]
