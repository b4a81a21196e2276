"""Exceptions: what went otherwise than planned, from the log, with what is owed (AUD 5.1)."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from django.db import connection

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON, FlagCode
from tables.queries.reports.entries import Place, entries_like, place_of, read_place
from tables.queries.reports.model import Column, Page, Part, ReportQuery, detail

# As in the migration that indexes these entries: word for word, or the index is not used.
EXCEPTION = """(act IN ('void_round', 'correct_round', 'refused', 'recount', 'settle_owed')
    OR payload ? 'flags' OR payload @? '$.output.flags[*]'
    OR payload @? '$.output.seats[*] ? (@.outcome == "dead")')"""


class ExceptionKind(StrEnum):
    """What went otherwise than planned."""

    VOID = "void"
    CORRECTION = "correction"
    OVERRIDE = "override"
    REFUSED = "refused"
    COVER_SHORT = "cover_short"
    DEAD_HAND = "dead_hand"
    OUTSIDE_LIMITS = "outside_limits"
    RAISE_ADJUSTED = "raise_adjusted"
    WAGER_CHANGED = "wager_changed"
    BANK_CHANGED = "bank_changed"
    HAND_ADDED = "hand_added"
    HAND_REMOVED = "hand_removed"
    RECOUNT = "recount"
    OWED = "owed"
    OWED_SETTLED = "owed_settled"


KIND_OF_FLAG: Mapping[FlagCode, ExceptionKind] = {
    FlagCode.BANK_CHANGED: ExceptionKind.BANK_CHANGED,
    FlagCode.CHIPS_SEEN: ExceptionKind.RECOUNT,
    FlagCode.COVER_SHORT: ExceptionKind.COVER_SHORT,
    FlagCode.DEAD_HAND: ExceptionKind.DEAD_HAND,
    FlagCode.HAND_ADDED: ExceptionKind.HAND_ADDED,
    FlagCode.HAND_REMOVED: ExceptionKind.HAND_REMOVED,
    FlagCode.LIMIT_OVERRIDDEN: ExceptionKind.OVERRIDE,
    FlagCode.OUTSIDE_LIMITS: ExceptionKind.OUTSIDE_LIMITS,
    FlagCode.RAISE_ADJUSTED: ExceptionKind.RAISE_ADJUSTED,
    FlagCode.WAGER_CHANGED: ExceptionKind.WAGER_CHANGED,
}
# A table has at most so many seats that one act can leave something owed at.
MOST_SEATS = 12

OWED = """
SELECT owed.raised_at, table_.casino_id || '/table/' || table_.number, coalesce(entry.sequence, 0), table_.number,
       coalesce(round.number, entry.round), seating.seat, entry.person, entry.role, owed.reason, owed.amount
FROM tables_owed owed
JOIN tables_table table_ ON table_.id = owed.table_id
JOIN tables_seating seating ON seating.id = owed.seating_id
LEFT JOIN tables_round round ON round.id = owed.round_id
LEFT JOIN LATERAL (
    SELECT sequence, person, role, round FROM tables_auditentry entry
    WHERE entry.time = owed.raised_at AND entry.chain = table_.casino_id || '/table/' || table_.number
    ORDER BY sequence LIMIT 1
) AS entry ON TRUE
WHERE table_.casino_id = %(casino)s AND owed.raised_at >= %(since)s AND owed.raised_at < %(until)s
  AND (%(table)s::integer IS NULL OR table_.number = %(table)s)
  AND (%(time)s::timestamptz IS NULL OR (owed.raised_at, table_.casino_id || '/table/' || table_.number,
       coalesce(entry.sequence, 0)) < (%(time)s, %(chain)s, %(sequence)s))
ORDER BY 1 DESC, 2 DESC, 3 DESC, owed.id LIMIT %(most)s
"""


def exceptions_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """One page: all that so many entries came to; two queries."""
    before = read_place(cursor)
    by_place: dict[Place, list[JSON]] = {}
    for entry in entries_like([(EXCEPTION, ())], query, before, size + 1):
        by_place[place_of(entry)] = list(_rows(entry))
    for place, row in _owed(query, before, (size + 1) * MOST_SEATS):
        by_place.setdefault(place, []).append(row)
    places = sorted(by_place, reverse=True)
    shown = places[:size]
    rows = [row for place in shown for row in by_place[place]]
    return rows, shown[-1].cursor if len(places) > size else None


def _rows(entry: JSON) -> Iterator[JSON]:
    """What one entry tells: an act that is an exception by itself, flags it set, and hands that were dead."""
    payload, act = entry["payload"], entry["act"]
    if act in ACTS:
        what, details = ACTS[act](payload)
        yield _row(entry, what, _seat_of(payload), details)
    flags = payload.get("flags") or []
    output = payload.get("output") or {}
    for flag in [*flags, *output.get("flags", [])]:
        yield _row(entry, KIND_OF_FLAG[FlagCode(flag["code"])], flag.get("seat"), _of_flag(flag))
    for seat in output.get("seats", []):
        if seat.get("outcome") == "dead":
            stakes = sum(bet["stake"] for bet in seat["bets"].values())
            yield _row(entry, ExceptionKind.DEAD_HAND, seat["seat"], [detail("returned", amount=stakes)])


def _row(entry: JSON, what: ExceptionKind, seat: int | None, details: list[JSON]) -> JSON:
    signature = entry["payload"].get("signature") or {}
    return {
        "time": time_text(entry["time"]),
        "what": str(what),
        "table": entry["table"],
        "round": entry["round"],
        "seat": seat,
        "person": entry["person"],
        "role": entry["role"],
        "signed_by": signature.get("badge"),
        "details": details,
        "chain": entry["chain"],
        "entry": entry["sequence"],
    }


def _seat_of(payload: JSON) -> int | None:
    seat = (payload.get("sent") or {}).get("seat", payload.get("seat"))
    return seat if type(seat) is int else None


def _reasons(payload: JSON) -> list[JSON]:
    values = {**(payload.get("sent") or {}), **payload}
    return [detail(name, values[name]) for name in ("reason", "words") if values.get(name)]


def _void(payload: JSON) -> tuple[ExceptionKind, list[JSON]]:
    return ExceptionKind.VOID, _reasons(payload)


def _correction(payload: JSON) -> tuple[ExceptionKind, list[JSON]]:
    version = [detail("version", payload["version"])] if "version" in payload else []
    return ExceptionKind.CORRECTION, [*version, *_reasons(payload)]


def _refused(payload: JSON) -> tuple[ExceptionKind, list[JSON]]:
    return ExceptionKind.REFUSED, [
        detail("act", payload["refused"]),
        detail("code", payload["code"]),
        *_reasons(payload),
    ]


def _recount(payload: JSON) -> tuple[ExceptionKind, list[JSON]]:
    sides = {side: (payload.get(side) or {}).get("chips") for side in ("before", "after")}
    counted = [detail(side, amount=chips) for side, chips in sides.items() if chips is not None]
    return ExceptionKind.RECOUNT, [*counted, *_reasons(payload)]


def _settled(payload: JSON) -> tuple[ExceptionKind, list[JSON]]:
    return ExceptionKind.OWED_SETTLED, [
        detail("amount", amount=payload["amount"]),
        detail("how", payload["how"]),
        *_reasons(payload),
    ]


ACTS = {
    "void_round": _void,
    "correct_round": _correction,
    "refused": _refused,
    "recount": _recount,
    "settle_owed": _settled,
}


def _of_flag(flag: JSON) -> list[JSON]:
    details = []
    # The log keeps its keys in another order than they are told in.
    for name, value in sorted(flag.items(), key=lambda item: (item[0] != "before", item[0])):
        if name in ("code", "seat"):
            continue
        if isinstance(value, dict):
            details += [detail(f"{name} {spot}", amount=amount) for spot, amount in value.items()]
        else:
            is_amount = type(value) is int
            details.append(detail(name, amount=value) if is_amount else detail(name, value))
    return details


def _owed(query: ReportQuery, before: Place | None, most: int) -> Iterator[tuple[Place, JSON]]:
    """What was listed as owed, beside the entry of the act that left it."""
    place: Any = before or (None, None, None)
    values = {
        "casino": query.casino.pk,
        "since": query.since,
        "until": query.until,
        "table": query.table,
        **dict(zip(("time", "chain", "sequence"), place, strict=True)),
        "most": most,
    }
    with connection.cursor() as cursor:
        cursor.execute(OWED, values)
        rows = cursor.fetchall()
    for time, chain, sequence, table, round_, seat, person, role, reason, amount in rows:
        entry = {
            "time": time,
            "chain": chain,
            "sequence": sequence,
            "table": table,
            "round": round_,
            "person": person,
            "role": role,
            "payload": {},
        }
        yield (
            Place(time, chain, sequence),
            _row(entry, ExceptionKind.OWED, seat, [detail("amount", amount=amount), detail("reason", reason)]),
        )


EXCEPTIONS = Part(
    "exceptions",
    _("Exceptions"),
    (
        Column("time", _("Time"), "time"),
        Column("what", _("What"), "word"),
        Column("table", _("Table"), "number"),
        Column("round", _("Round"), "number"),
        Column("seat", _("Seat"), "number"),
        Column("person", _("Badge")),
        Column("role", _("Role"), "word"),
        Column("signed_by", _("Signed by")),
        Column("details", _("Details"), "details"),
        Column("chain", _("Chain")),
        Column("entry", _("Entry"), "number"),
    ),
    exceptions_page,
)
