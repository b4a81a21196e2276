"""The rows of a table as they are found, by kind and by what names them in the log; ids are not looked at (AUD 6.1)."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from tables.games.values import JSON
from tables.models import DesignationOffer, Match, Round, RulesVersion, Seating, Table
from tables.rebuild.table_rows import OF_A_MATCH, OF_A_PLAYER, OF_A_ROUND, legs_by_place

Key = tuple[Any, ...]
Found = Iterator[tuple[Key, JSON]]
NEVER_ENDS = 2**62

POSTINGS = """
SELECT posting.sequence, posting.act, round.number, posting.posted_at,
       coalesce(jsonb_agg(jsonb_build_array(leg.account, CASE
           WHEN seating.id IS NULL THEN NULL WHEN seating.table_id <> posting.table_id THEN -seating.id
           ELSE seating.sit_sequence END, leg.amount)
           ORDER BY leg.account, coalesce(seating.sit_sequence, 0), leg.amount) FILTER (WHERE leg.id IS NOT NULL), '[]')
FROM tables_posting posting
LEFT JOIN tables_leg leg ON leg.posting_id = posting.id LEFT JOIN tables_seating seating ON seating.id = leg.seating_id
LEFT JOIN tables_round round ON round.id = posting.round_id AND round.table_id = posting.table_id
WHERE posting.table_id = %s AND posting.sequence > %s AND posting.sequence <= %s
GROUP BY posting.id, round.number ORDER BY posting.sequence, posting.id
"""
SETTLEMENTS = """
SELECT round.number, settlement.version, settlement.input::text, settlement.output::text, settlement.settled_at,
       settlement.reason, settlement.words, replaced.version, replaced.round_id IS DISTINCT FROM settlement.round_id
FROM tables_settlement settlement JOIN tables_round round ON round.id = settlement.round_id
LEFT JOIN tables_settlement replaced ON replaced.id = settlement.replaces_id
JOIN unnest(%s::bigint[], %s::bigint[]) AS wanted (number, version)
     ON wanted.number = round.number AND wanted.version = settlement.version
WHERE round.table_id = %s
"""
# Each version of a settlement is of one entry; the first of a round is of the one that settled it.
SETTLEMENTS_OF_NO_ENTRY = """
SELECT round.number, settlement.version
FROM tables_settlement settlement JOIN tables_round round ON round.id = settlement.round_id
WHERE round.table_id = %(table)s AND settlement.settled_at > %(since)s AND NOT EXISTS (
    SELECT FROM tables_auditentry entry WHERE entry.chain = %(chain)s AND entry.round = round.number
    AND CASE settlement.version WHEN 1 THEN entry.act = 'settle_round'
        ELSE entry.act = 'correct_round' AND entry.payload -> 'version' = to_jsonb(settlement.version) END)
ORDER BY round.number, settlement.version
"""


def postings(table: Table, low: int, high: int, _since: datetime) -> Found:
    """Yield the postings of entries in a range, each with all its legs."""
    with connection.cursor() as cursor:
        cursor.execute(POSTINGS, [table.pk, low, high])
        rows = cursor.fetchall()
    for sequence, act, number, posted_at, legs in rows:
        moved = json.loads(legs) if isinstance(legs, str) else legs
        yield (sequence,), {"act": act, "round": number, "posted_at": posted_at, "legs": legs_by_place(moved)}


def rounds(table: Table, low: int, high: int, _since: datetime) -> Found:
    """Yield the rounds with numbers in a range."""
    names = (*OF_A_ROUND, "flags", "designated_id")
    found = Round.objects.filter(table=table, number__gt=low, number__lte=high).select_related("rules")
    for row in found.order_by("number", "pk"):
        rules = row.rules.number if row.rules.table_id == table.pk else None
        yield (row.number,), {**{name: getattr(row, name) for name in names}, "rules": rules}


def offers(table: Table, low: int, high: int, since: datetime) -> Found:
    """Yield the offers of the bank of rounds in a range that were made after a moment, all of one round together."""
    found = DesignationOffer.objects.filter(
        table=table, round_number__gt=low, round_number__lte=high, offered_at__gt=since
    )
    told: dict[int, list[JSON]] = {}
    for offer in found.order_by("round_number", "offered_at", "pk"):
        names = ("seat", "answer", "reason", "bank", "seating_id", "offered_at")
        told.setdefault(offer.round_number, []).append({name: getattr(offer, name) for name in names})
    for number, answers in told.items():
        yield (number,), {"offers": answers}


def matches(table: Table, low: int, high: int, _since: datetime) -> Found:
    """Yield the matches with numbers in a range."""
    for row in Match.objects.filter(table=table, number__gt=low, number__lte=high).order_by("number", "pk"):
        names = (*OF_A_MATCH, "players", "winner_id")
        yield (row.number,), {name: getattr(row, name) for name in names}


def rules_versions(table: Table, low: int, high: int, _since: datetime) -> Found:
    """Yield the versions of the house rules with numbers in a range."""
    for row in RulesVersion.objects.filter(table=table, number__gt=low, number__lte=high).order_by("number", "pk"):
        names = ("game", "document", "in_force_from", "change_id")
        yield (row.number,), {name: getattr(row, name) for name in names}


RANGES: Mapping[str, Callable[[Table, int, int, datetime], Found]] = {
    "Posting": postings,
    "Round": rounds,
    "DesignationOffer": offers,
    "Match": matches,
    "RulesVersion": rules_versions,
}
"""Kinds whose rows are named by one number that only grows: all rows of a range are looked at."""


def settlements(table: Table, keys: Sequence[Key]) -> Found:
    """Yield the settlements of rounds and versions that are named."""
    with connection.cursor() as cursor:
        numbers, versions = [key[0] for key in keys], [key[1] for key in keys]
        cursor.execute(SETTLEMENTS, [numbers, versions, table.pk])
        rows = cursor.fetchall()
    for number, version, document, output, settled_at, reason, words, replaces, is_elsewhere in rows:
        yield (
            (number, version),
            {
                "input": json.loads(document),
                "output": json.loads(output),
                "settled_at": settled_at,
                "reason": reason,
                "words": words,
                "replaces": "another round's" if replaces and is_elsewhere else replaces,
            },
        )


def seatings(table: Table, keys: Sequence[Key]) -> Found:
    """Yield the stays that are named by id."""
    names = (*OF_A_PLAYER, "sat_at", "sit_sequence", "left_at")
    for row in Seating.objects.filter(table=table, pk__in=[key[0] for key in keys]).order_by("pk"):
        yield (row.pk,), {name: getattr(row, name) for name in names}


NAMED: Mapping[str, Callable[[Table, Sequence[Key]], Found]] = {"Settlement": settlements, "Seating": seatings}
"""Kinds whose rows end in another order than they begin: those that are named are looked at, and too many by themselves."""


def settlements_of_no_entry(table: Table, since: datetime) -> list[Key]:
    """Return round and version of the settlements made after a moment that no entry speaks of."""
    with connection.cursor() as cursor:
        cursor.execute(SETTLEMENTS_OF_NO_ENTRY, {"table": table.pk, "chain": table.chain, "since": since})
        return list(cursor.fetchall())


class Present(NamedTuple):
    """The table's own row as it is now."""

    key: Key
    values: JSON


def present(table: Table) -> Present:
    """Read the table's own row anew."""
    row = Table.objects.select_related("rules").get(pk=table.pk)
    names = ("seat_count", "state", "button", "last_round", "carry", "version")
    answers = row.designation.get("answers", [])
    return Present(
        (row.number,),
        {
            **{name: getattr(row, name) for name in names},
            "rules": row.rules.number if row.rules and row.rules.table_id == row.pk else None,
            "present": row.designation.get("present"),
            "answers": answers,
        },
    )
