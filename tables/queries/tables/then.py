"""A table as it was at a moment: the round, the dealer, who sat where with how much, the rules (AUD 7.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Q

from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.models import AuditEntry, Round, RulesVersion, Seating, Table, TapIn
from tables.policy import Act

# What had moved by then: chips of each player who sat there, and bank and pot of the round.
STACKS = """
SELECT leg.seating_id, sum(leg.amount)::bigint FROM tables_leg leg JOIN tables_posting posting ON posting.id = leg.posting_id
WHERE leg.seating_id = ANY(%s) AND leg.account = 'seat' AND posting.posted_at <= %s GROUP BY leg.seating_id
"""
FUNDS = """
SELECT leg.account, sum(leg.amount)::bigint FROM tables_posting posting JOIN tables_leg leg ON leg.posting_id = posting.id
WHERE posting.round_id = %s AND leg.account IN ('bank', 'pot') AND posting.posted_at <= %s GROUP BY leg.account
"""
UNDER_WAY = "open"
"""The state of a round that was not settled yet; which steps of its game it had reached, its entries tell."""


@dataclass(frozen=True, slots=True)
class PlayerThen:
    """A player at the seat they had then, with the chips they had there."""

    seat: int
    stay: Seating
    chips: int


@dataclass(frozen=True, slots=True)
class TableThen:
    """The table at a moment; `round` is the one that was open, or else the last before it."""

    table: Table
    at: datetime
    version: RulesVersion | None
    round: Round | None
    round_state: str
    dealer: TapIn | None
    players: Sequence[PlayerThen]
    bank: int
    pot: int


def table_then(casino_id: int, number: int, at: datetime) -> TableThen:
    """The table with this number as it was; what happened at the moment itself had happened. Raises NotFound. Nine queries."""
    table = Table.objects.filter(casino_id=casino_id, number=number).select_related("casino").first()
    if table is None:
        raise NotFound(_("There is no table %(table)s."), table=number)
    round_ = _round(table, at)
    state = _state(round_, at) if round_ else ""
    is_open = round_ is not None and state not in Round.ENDED
    funds = dict(_rows(FUNDS, [round_.pk, at])) if round_ and is_open else {}
    versions = RulesVersion.objects.filter(table=table, in_force_from__lte=at)
    tapped = TapIn.objects.filter(_lasted("started_at", "ended_at", at), table=table).select_related("person", "tablet")
    return TableThen(
        table,
        at,
        versions.order_by("-number").first(),
        round_,
        state,
        tapped.order_by("-started_at").first(),
        _players(table, at),
        funds.get("bank", 0),
        funds.get("pot", 0),
    )


def _lasted(began: str, ended: str, at: datetime) -> Q:
    return Q(**{f"{began}__lte": at}) & (Q(**{ended: None}) | Q(**{f"{ended}__gt": at}))


def _round(table: Table, at: datetime) -> Round | None:
    """The round that was opened last by then, found by its entry: entries of a chain are in order, and near each other."""
    opened = AuditEntry.objects.filter(act=Act.OPEN_ROUND, chain=table.chain, time__lte=at)
    number = opened.order_by("-time", "-sequence").values_list("round", flat=True).first()
    return Round.objects.filter(table=table, number=number).select_related("rules").first() if number else None


def _state(round_: Round, at: datetime) -> str:
    if round_.ended_at and round_.ended_at <= at:
        return round_.state
    if round_.settled_at and round_.settled_at <= at:
        return "settled"
    return UNDER_WAY


def _players(table: Table, at: datetime) -> list[PlayerThen]:
    """Who sat there, each at the seat they had then: where they sat down, after the moves that entries tell of since."""
    stays = list(Seating.objects.filter(_lasted("sat_at", "left_at", at), table=table))
    stacks = dict(_rows(STACKS, [[stay.pk for stay in stays], at]))
    seats = _seats(table, stays, at)
    return sorted(
        (PlayerThen(seats[stay.pk], stay, stacks.get(stay.pk, 0)) for stay in stays), key=lambda player: player.seat
    )


def _seats(table: Table, stays: Sequence[Seating], at: datetime) -> dict[int, int]:
    """The seat of each stay then; the seat of now where the log does not say in which entry it began."""
    known = {stay.sit_sequence: stay.pk for stay in stays if stay.sit_sequence is not None}
    entries = AuditEntry.objects.filter(chain=table.chain)
    sat = entries.filter(sequence__in=list(known))
    since = min((stay.sat_at for stay in stays), default=at)
    moved = entries.filter(act=Act.MOVE, time__gte=since, time__lte=at)
    seats: dict[int, int] = {}
    for entry in sorted([*sat, *moved], key=lambda entry: entry.sequence):
        if entry.act == Act.SIT:
            seats[entry.payload["after"]["seat"]] = known[entry.sequence]
        elif (stay := seats.pop(entry.payload["before"]["seat"], None)) is not None:
            seats[entry.payload["after"]["seat"]] = stay
    found = {stay: seat for seat, stay in seats.items()}
    return {stay.pk: found.get(stay.pk, stay.seat) for stay in stays}


def _rows(text: str, values: list[Any]) -> list[tuple[Any, int]]:
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        return [(key, amount) for key, amount in cursor.fetchall()]
