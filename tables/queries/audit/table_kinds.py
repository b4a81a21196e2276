"""The kinds of rows of a table: what its own chain says (AUD 6.1).

Of those in `FELT_KINDS` a baseline states the open ones by id alone: they stand in the table's value. Long documents are
digested where they lie, as PostgreSQL writes them.
"""

from collections.abc import Mapping

from tables.queries.audit.house_kinds import BAR_COLUMNS
from tables.queries.audit.row_kinds import RowKind, with_digests

TABLE_BARS = f"{BAR_COLUMNS} WHERE bar.table_id = %(scope)s"
DISPUTES = """
SELECT dispute.id, round.number AS round, seat, reason, words, evidence, person.badge AS opened_by, dispute.opened_at
FROM tables_dispute dispute LEFT JOIN tables_round round ON round.id = round_id AND round.table_id = dispute.table_id
JOIN tables_person person ON person.id = opened_by_id
WHERE dispute.table_id = %(scope)s
"""
RULINGS = """
SELECT ruling.id, dispute_id AS dispute, outcome, ruling.words, person.badge AS ruled_by, ruled_at
FROM tables_ruling ruling JOIN tables_dispute dispute ON dispute.id = dispute_id
JOIN tables_person person ON person.id = ruled_by_id WHERE dispute.table_id = %(scope)s
"""
OWED = """
SELECT owed.id, CASE WHEN round.table_id <> owed.table_id THEN -round.id ELSE round.number END AS round,
       CASE WHEN stay.table_id <> owed.table_id THEN -stay.id ELSE stay.sit_sequence END AS stay, owed.reason, amount, raised_at, person.badge AS settled_by,
       owed.settled_at, words
FROM tables_owed owed JOIN tables_seating stay ON stay.id = seating_id LEFT JOIN tables_round round ON round.id = round_id
LEFT JOIN tables_person person ON person.id = settled_by_id WHERE owed.table_id = %(scope)s
"""
RULE_CHANGES = """
SELECT change.id, base.number AS base, changes, change.document, reason, asker.badge AS requested_by, requested_at, expires_at,
       state, decider.badge AS decided_by, decided_at, words, due_at, ender.badge AS ended_by, ended_at
FROM tables_rulechange change LEFT JOIN tables_rulesversion base ON base.id = base_id AND base.table_id = change.table_id
JOIN tables_person asker ON asker.id = requested_by_id LEFT JOIN tables_person decider ON decider.id = decided_by_id
LEFT JOIN tables_person ender ON ender.id = ended_by_id WHERE change.table_id = %(scope)s
"""

ROUNDS = """
SELECT round.id, round.number, rules.number AS rules, state, stay.sit_sequence AS designated, designated_seat, bank_declared,
       bank, pot, encode(sha256(convert_to(play::text, 'UTF8')), 'hex') AS play,
       encode(sha256(convert_to(flags::text, 'UTF8')), 'hex') AS flags, opened_at, dealt_at, settled_at, ended_at, void_reason
FROM tables_round round JOIN tables_rulesversion rules ON rules.id = round.rules_id
LEFT JOIN tables_seating stay ON stay.id = designated_id WHERE round.table_id = %(scope)s
"""
SETTLEMENTS = """
SELECT settlement.id, round.number AS round, settlement.version, replaced.version AS replaces,
       encode(sha256(convert_to(settlement.input::text, 'UTF8')), 'hex') AS input,
       encode(sha256(convert_to(settlement.output::text, 'UTF8')), 'hex') AS output,
       settlement.settled_at, settlement.reason, settlement.words
FROM tables_settlement settlement JOIN tables_round round ON round.id = settlement.round_id
LEFT JOIN tables_settlement replaced ON replaced.id = settlement.replaces_id WHERE round.table_id = %(scope)s
"""
LEGS = """
SELECT leg.id, posting.sequence, posting.act, posting.posted_at, round.number AS round, account, stay.sit_sequence AS stay, amount
FROM tables_leg leg JOIN tables_posting posting ON posting.id = posting_id LEFT JOIN tables_round round ON round.id = round_id
LEFT JOIN tables_seating stay ON stay.id = seating_id WHERE posting.table_id = %(scope)s
"""
OFFERS = """
SELECT offer.id, round_number AS round, stay.sit_sequence AS stay, offer.seat, answer, reason, bank, offered_at
FROM tables_designationoffer offer JOIN tables_seating stay ON stay.id = seating_id WHERE offer.table_id = %(scope)s
"""
MATCHES = """
SELECT match.id, number, players, began_at, first_round, hands, last_round, ended_at, how, winner_id AS winner
FROM tables_match match WHERE table_id = %(scope)s
"""
SEATINGS = """
SELECT id, seat, chips, player_card, sat_at, sit_sequence, left_at, sitting_out, barred, standing_decline, in_a_row,
       in_a_row_since, last_wagers, last_bank, markers_out
FROM tables_seating WHERE table_id = %(scope)s
"""
RULES_VERSIONS = """
SELECT id, number, game, document, in_force_from, change_id AS change FROM tables_rulesversion WHERE table_id = %(scope)s
"""
NEVER = "FALSE"

FLOOR_KINDS: Mapping[str, RowKind] = {
    "bar": RowKind(TABLE_BARS, "lifted_at IS NULL"),
    "dispute": RowKind(DISPUTES, NEVER, frozenset({"evidence"}), with_digests("evidence")),
    "ruling": RowKind(RULINGS, NEVER),
    "owed": RowKind(OWED, "settled_at IS NULL"),
    "rule_change": RowKind(
        RULE_CHANGES, "state IN ('requested', 'approved')", frozenset({"changes", "document"}), with_digests("document")
    ),
}
FELT_KINDS: Mapping[str, RowKind] = {
    "round": RowKind(ROUNDS, "state NOT IN ('closed', 'void')", in_full=False),
    "settlement": RowKind(SETTLEMENTS, NEVER, in_full=False),
    "leg": RowKind(LEGS, NEVER, in_full=False),
    "designation_offer": RowKind(OFFERS, NEVER, in_full=False),
    "match": RowKind(MATCHES, "ended_at IS NULL", frozenset({"players"}), in_full=False),
    "seating": RowKind(SEATINGS, "left_at IS NULL", frozenset({"last_wagers"}), in_full=False),
    "rules_version": RowKind(RULES_VERSIONS, NEVER, frozenset({"document"}), with_digests("document"), in_full=False),
}
TABLE_KINDS: Mapping[str, RowKind] = {**FLOOR_KINDS, **FELT_KINDS}
