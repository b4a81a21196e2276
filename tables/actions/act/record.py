"""What an act reads under the lock, and what it writes at its end: entry, command, table and alerts, in a statement each."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, OperationalError, connection, transaction

from tables.actions.act.context import ActContext, Facts, Remembered
from tables.audit.canonical import NotCanonicalError, digest
from tables.audit.chain import FIRST_PREVIOUS, entry_hash, time_text
from tables.errors import BadField, NotRecorded
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Table
from tables.policy import Role
from tables.stamp import Stamp

logger = logging.getLogger(__name__)

SCHEMA = 2
"""The version of what the payload of an entry holds: from 2 on also its effects (AUD 1.2)."""

# Kinds of SQLSTATE. The first pass by themselves: the connection is lost, another statement waits for a lock. Of the second the
# database has no room, or what it holds is damaged: any statement fails, and the next try will not fare better.
LOST = "08"
PASSING = (LOST, "40", "55", "57")
NO_ROOM = ("53100", "53200", "58", "XX")

LOAD_CONTEXT = """
SELECT clock_timestamp(), head.sequence, head.hash, head.time,
       author.badge, author.is_active AND EXISTS (
           SELECT FROM tables_rolegrant r
           WHERE r.casino_id = %(casino)s AND r.person_id = author.id AND r.role = %(role)s AND r.revoked_at IS NULL),
       dealer.person_id, dealer.sequence,
       EXISTS (SELECT FROM tables_tablet d WHERE d.id = %(device)s AND (%(table)s::bigint IS NULL OR d.table_id = %(table)s)
               AND d.revoked_at IS NULL AND d.locked_at IS NULL),
       signer.badge, signer.credential_version,
       ARRAY(SELECT r.role FROM tables_rolegrant r WHERE r.casino_id = %(casino)s AND r.person_id = signer.id
             AND signer.is_active AND coalesce(signer.locked_until <= clock_timestamp(), TRUE)
             AND r.revoked_at IS NULL),
       EXISTS (SELECT FROM tables_tapin t JOIN tables_round o ON o.table_id = t.table_id
               WHERE t.table_id = %(table)s AND t.person_id = signer.id AND o.state NOT IN ('closed', 'void')
               AND (t.ended_at IS NULL OR t.ended_at > o.opened_at)),
       (SELECT c.id FROM tables_rulechange c WHERE c.table_id = %(table)s AND c.state = 'approved'),
       command.act, command.person_id, command.digest, command.version, command.answer
FROM (SELECT) AS one
LEFT JOIN tables_chainhead head ON head.chain = %(chain)s
LEFT JOIN tables_person author ON author.id = %(person)s
LEFT JOIN tables_person signer ON signer.id = %(signer)s
LEFT JOIN tables_tapin dealer ON dealer.table_id = %(table)s AND dealer.ended_at IS NULL
LEFT JOIN tables_command command ON command.command_id = %(command)s
"""

WRITE_ENTRY = """
INSERT INTO tables_auditentry (chain, sequence, time, act, "table", round, person, role, device, command_id, payload,
                               schema, previous_hash, hash)
VALUES (%(chain)s, %(sequence)s, %(time)s, %(act)s, %(table)s, %(round)s, %(person)s, %(role)s, %(device)s,
        %(command_id)s, %(payload)s::jsonb, %(schema)s, %(previous_hash)s, %(hash)s)
"""

WRITE_COMMAND = """
INSERT INTO tables_command (command_id, act, person_id, digest, version, answer, acted_at)
VALUES (%(command_id)s, %(act)s, %(person_id)s, %(digest)s, %(version)s, %(answer)s::jsonb, %(time)s)
ON CONFLICT DO NOTHING
"""

SAVE_TABLE = """
UPDATE tables_table SET state = %(state)s, version = %(version)s, notices = %(notices)s, rules_id = %(rules_id)s, button = %(button)s,
    last_round = %(last_round)s, carry = %(carry)s, designation = %(designation)s::jsonb
WHERE id = %(table_id)s
"""

# What ends every act, in one statement: the entry, the command id, and at a table the locked row as it is now.
COMMIT_IN_HOUSE = f"WITH entry AS ({WRITE_ENTRY}) {WRITE_COMMAND}"
COMMIT_AT_TABLE = f"WITH saved AS ({SAVE_TABLE}), entry AS ({WRITE_ENTRY}) {WRITE_COMMAND}"

# Raised again before it is acknowledged, an alert is still one; the entry names those that are new.
RAISE_ALERTS = """
INSERT INTO tables_alert (casino_id, table_id, round_number, kind, subject, details, raised_at)
SELECT %s, %s, alert.round_number, alert.kind, alert.subject, alert.details::jsonb, %s
FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::timestamptz[])
     AS alert (kind, subject, details, round_number, since)
WHERE alert.since IS NULL OR NOT EXISTS (
    SELECT FROM tables_alert told
    WHERE told.casino_id = %s AND told.raised_at >= alert.since
      AND told.kind = alert.kind AND told.subject = alert.subject
)
ON CONFLICT DO NOTHING
RETURNING kind, subject, details, round_number
"""


@contextmanager
def unit_of_work() -> Iterator[None]:
    """Run the one transaction of an act; raises NotRecorded where the database has no room for it."""
    try:
        with transaction.atomic(durable=True):
            yield
    except DatabaseError as error:
        if _kind(error).startswith(NO_ROOM):
            raise _not_recorded(error) from error
        raise


@contextmanager
def _recorded_or_refused() -> Iterator[None]:
    """Raise NotRecorded where the chain cannot be read or added to, for a reason that will not pass (no entry, no act)."""
    try:
        yield
    except DatabaseError as error:
        if isinstance(error, OperationalError) and _kind(error).startswith(PASSING):
            raise
        raise _not_recorded(error) from error


def _kind(error: DatabaseError) -> str:
    return getattr(error.__cause__, "sqlstate", None) or LOST


def _not_recorded(error: DatabaseError) -> NotRecorded:
    logger.error("An act was not done, because it cannot be recorded.", exc_info=error)
    return NotRecorded(
        _(
            "This cannot be written to the audit log now, so it was not done. Try it again; if that fails, call the floor."
        )
    )


def load_context(stamp: Stamp, chain: str, casino_id: int, table_id: int | None) -> Facts:
    """Return everything that an act asks about under its lock, read in one query; the caller holds the lock."""
    values = {
        "casino": casino_id,
        "table": table_id,
        "chain": chain,
        "person": stamp.person_id,
        "role": str(stamp.role),
        "device": stamp.device_id,
        "signer": stamp.signature.person_id if stamp.signature else None,
        "command": str(stamp.command_id),
    }
    with _recorded_or_refused(), connection.cursor() as cursor:
        cursor.execute(LOAD_CONTEXT, values)
        row = cursor.fetchone()
    clock, sequence, previous, last_time = row[:4]
    command = _remembered(*row[14:19]) if row[14] is not None else None
    return Facts(
        now=max(clock, last_time) if last_time else clock,
        sequence=(sequence or 0) + 1,
        previous_hash=previous or FIRST_PREVIOUS,
        badge=row[4],
        holds_role=bool(row[5]),
        dealer_id=row[6],
        dealer_tap_in=row[7],
        device_is_good=row[8],
        signer_badge=row[9],
        signer_version=row[10],
        signer_roles=tuple(row[11]),
        signer_dealt=row[12],
        approved_change=row[13],
        command=command,
    )


def _remembered(act: str, person_id: int | None, digest: str, version: int, answer: str) -> Remembered:
    return Remembered(act, person_id, digest, version, json.loads(answer))


def commit_entry(context: ActContext, payload: JSON, answer: JSON, locked: Table | None) -> bool:
    """Write the alerts; then the entry, the command id with its answer, and the locked table, in one statement.

    Returns False if the command id was used meanwhile, under another lock.
    """
    effects = _effects(context, locked) | {"answer": digest(answer)}
    values = {
        **_entry(context, str(context.act), payload | {"effects": effects}),
        "person_id": context.stamp.person_id,
        "digest": context.digest,
        "version": context.table.version if context.table else 0,
        "answer": json.dumps(answer),
    }
    if locked is not None:
        row = ("state", "notices", "rules_id", "button", "last_round", "carry")
        values |= {column: getattr(locked, column) for column in row}
        values["designation"] = json.dumps(locked.designation)
        values["table_id"] = locked.pk
    with _recorded_or_refused(), connection.cursor() as cursor:
        cursor.execute(COMMIT_IN_HOUSE if locked is None else COMMIT_AT_TABLE, values)
        return bool(cursor.rowcount)


def write_entry(context: ActContext, act: str, payload: JSON) -> None:
    """Append one entry to the chain of the context, and write its alerts; for entries that are no act."""
    effects = _effects(context, None)
    whole = payload | {"effects": effects} if effects else payload
    with _recorded_or_refused(), connection.cursor() as cursor:
        cursor.execute(WRITE_ENTRY, _entry(context, act, whole))


def _effects(context: ActContext, locked: Table | None) -> JSON:
    """What an act brought about beside what it was sent: chips, alerts, and where it left the table (AUD 1.2)."""
    effects: JSON = {}
    if context.legs:
        effects["legs"] = sorted(context.legs, key=lambda leg: (leg[0], leg[1] or 0))
    if context.alerts and (raised := _raise_alerts(context)):
        effects["alerts"] = raised
    if locked is not None:
        effects["version"] = locked.version
        if context.stamp.role == Role.DEALER and context.facts.dealer_tap_in is not None:
            effects["tap_in"] = context.facts.dealer_tap_in
    return effects


def _raise_alerts(context: ActContext) -> list[JSON]:
    """Write the alerts of an act, in its own transaction; returns those that were not raised already, in order."""
    kinds, subjects, details, rounds, since = zip(*context.alerts, strict=True)
    documents = [json.dumps(detail) for detail in details]
    table_id = context.table.pk if context.table else None
    values = (
        context.casino.pk,
        table_id,
        context.now,
        [str(kind) for kind in kinds],
        list(subjects),
        documents,
        list(rounds),
        list(since),
        context.casino.pk,
    )
    with connection.cursor() as cursor:
        cursor.execute(RAISE_ALERTS, values)
        rows = sorted(cursor.fetchall(), key=lambda row: row[:2])
    return [
        {"kind": kind, "subject": subject, "details": json.loads(details), "round": number}
        for kind, subject, details, number in rows
    ]


def _entry(context: ActContext, act: str, payload: JSON) -> JSON:
    """The next entry of the context's chain, as it is stored; the trigger on insertion moves the head (AUD 2.3)."""
    entry: JSON = {
        "chain": context.chain,
        "sequence": context.facts.sequence,
        "time": time_text(context.now),
        "act": act,
        "table": context.table.number if context.table else None,
        "round": context.round_number,
        "person": context.facts.badge,
        "role": str(context.stamp.role),
        "device": f"tablet:{context.stamp.device_id}" if context.stamp.device_id is not None else None,
        "command_id": str(context.stamp.command_id),
        "payload": payload,
        "schema": SCHEMA,
        "previous_hash": context.facts.previous_hash,
    }
    try:
        entry["hash"] = entry_hash(entry)
    except NotCanonicalError as error:
        raise BadField(_("Something that was sent cannot be recorded: %(problem)s."), problem=str(error)) from error
    return {**entry, "time": context.now, "payload": json.dumps(payload, ensure_ascii=False)}
