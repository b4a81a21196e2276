"""The kinds of rows of the house: what its own chain says (AUD 6.1); alerts are raised in every chain."""

from collections.abc import Mapping

from tables.games.values import JSON
from tables.models.people import person_mac, token_digest
from tables.queries.audit.row_kinds import RowKind

# Who never had a role at any house is of every house: no act makes such a person.
OF_HOUSE = """(EXISTS (SELECT FROM tables_rolegrant own WHERE own.person_id = person.id AND own.casino_id = %(scope)s)
       OR NOT EXISTS (SELECT FROM tables_rolegrant other WHERE other.person_id = person.id))"""
PEOPLE = f"""
SELECT person.id, badge, name, licence, salt, is_active, language FROM tables_person person WHERE {OF_HOUSE}
"""  # noqa: S608 - put together from constants
ROLE_GRANTS = """
SELECT held.id, person.badge, role, giver.badge AS granted_by, second.badge AS confirmed_by, granted_at,
       taker.badge AS revoked_by, revoked_at
FROM tables_rolegrant held JOIN tables_person person ON person.id = held.person_id
LEFT JOIN tables_person giver ON giver.id = granted_by_id LEFT JOIN tables_person second ON second.id = confirmed_by_id
LEFT JOIN tables_person taker ON taker.id = revoked_by_id WHERE casino_id = %(scope)s
"""
STAFF_CHANGES = """
SELECT change.id, kind, change.badge, details, asker.badge AS requested_by, requested_at, state,
       decider.badge AS decided_by, decided_at
FROM tables_staffchange change JOIN tables_person asker ON asker.id = requested_by_id
LEFT JOIN tables_person decider ON decider.id = decided_by_id WHERE casino_id = %(scope)s
"""
TABLETS = """
SELECT tablet.id, at.number AS table, label, token_hash AS token, person.badge AS enrolled_by, enrolled_at, revoked_at, locked_at
FROM tables_tablet tablet JOIN tables_table at ON at.id = table_id JOIN tables_person person ON person.id = enrolled_by_id
WHERE at.casino_id = %(scope)s
"""
CODES = """
SELECT code.id, at.number AS table, person.badge AS issued_by, expires_at, used_at
FROM tables_enrolmentcode code JOIN tables_table at ON at.id = table_id JOIN tables_person person ON person.id = issued_by_id
WHERE at.casino_id = %(scope)s
"""
TOKENS = f"""
SELECT token.id, person.badge, label, token_hash AS token, created_at, revoked_at
FROM tables_persontoken token JOIN tables_person person ON person.id = person_id WHERE {OF_HOUSE}
"""  # noqa: S608 - put together from constants
TAP_INS = """
SELECT tap.id, sequence, at.number AS table, person.badge, tablet_id AS tablet, started_at, ended_at
FROM tables_tapin tap JOIN tables_table at ON at.id = table_id JOIN tables_person person ON person.id = person_id
WHERE at.casino_id = %(scope)s
"""
# A table of another house, or a stay at another table, has the same place in another chain: it is said as none that an entry names.
BAR_COLUMNS = """
SELECT bar.id, CASE WHEN at.casino_id <> bar.casino_id THEN -at.id ELSE at.number END AS table,
       CASE WHEN stay.table_id <> bar.table_id THEN -stay.id ELSE stay.sit_sequence END AS stay, bar.player_card, reason, words, barrer.badge AS barred_by,
       barred_at, lifter.badge AS lifted_by, lifted_at
FROM tables_bar bar JOIN tables_person barrer ON barrer.id = barred_by_id LEFT JOIN tables_table at ON at.id = bar.table_id
LEFT JOIN tables_seating stay ON stay.id = seating_id LEFT JOIN tables_person lifter ON lifter.id = lifted_by_id
"""
HOUSE_BARS = f"{BAR_COLUMNS} WHERE bar.casino_id = %(scope)s AND bar.table_id IS NULL"
ALERTS = """
SELECT alert.id, CASE WHEN at.casino_id <> alert.casino_id THEN -at.id ELSE at.number END AS table, round_number AS round, kind, subject, details, raised_at, person.badge AS acknowledged_by,
       acknowledged_at
FROM tables_alert alert LEFT JOIN tables_table at ON at.id = table_id
LEFT JOIN tables_person person ON person.id = acknowledged_by_id WHERE alert.casino_id = %(scope)s
"""
# Whether a worker has taken it up, no entry says.
EXPORTS = """
SELECT export.id, filter, asker.badge AS requested_by, requested_at,
       CASE WHEN state IN ('waiting', 'running') THEN 'under_way' ELSE state END AS state, file, size, sha256, problem,
       canceller.badge AS cancelled_by, finished_at
FROM tables_export export JOIN tables_person asker ON asker.id = requested_by_id
LEFT JOIN tables_person canceller ON canceller.id = cancelled_by_id WHERE casino_id = %(scope)s
"""


def _person(row: JSON) -> JSON:
    """A person without what is personal: name and licence as an entry says them (AUD 1.3)."""
    kept = {name: row[name] for name in ("id", "badge", "is_active", "language")}
    return {**kept, **{f"{name}_mac": person_mac(row["salt"], row[name]) for name in ("name", "licence")}}


def _staff_change(row: JSON) -> JSON:
    """A request with its details as its entry says them: roles and whether they return, name and licence by their MACs."""
    details = row.pop("details")
    salt = details.get("salt", "")
    macs = {f"{name}_mac": person_mac(salt, details[name]) for name in ("name", "licence") if salt and name in details}
    return {**row, "roles": details.get("roles"), "returns": details.get("returns"), **macs}


def _with_token(row: JSON) -> JSON:
    """What is stored of a token opens nothing, but it could be compared with a token that was seen: its digest cannot."""
    return {**row, "token": token_digest(row["token"])}


HOUSE_KINDS: Mapping[str, RowKind] = {
    "person": RowKind(PEOPLE, "TRUE", said=_person),
    "role_grant": RowKind(ROLE_GRANTS, "revoked_at IS NULL"),
    "staff_change": RowKind(STAFF_CHANGES, "state = 'requested'", frozenset({"details"}), _staff_change),
    # One that is revoked can still be locked.
    "tablet": RowKind(TABLETS, "TRUE", said=_with_token),
    "enrolment_code": RowKind(CODES, "used_at IS NULL"),
    "person_token": RowKind(TOKENS, "revoked_at IS NULL", said=_with_token),
    "tap_in": RowKind(TAP_INS, "ended_at IS NULL"),
    "bar": RowKind(HOUSE_BARS, "lifted_at IS NULL"),
    "alert": RowKind(ALERTS, "acknowledged_at IS NULL", frozenset({"details"})),
    "export": RowKind(EXPORTS, "state = 'under_way'", frozenset({"filter"})),
}
