"""Rounds, searched for: a list of them, of their bets, and how many there are by dealer, table and people (AUD 7.2)."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import SearchedBet, SearchedRound
from tables.queries.reports.model import Column, Page, Part, ReportQuery, detail
from tables.queries.times import microseconds_of, moment_at

CURSOR = re.compile(r"(\d{1,17})\.(\d{1,18})", re.ASCII)

# Found in the order of time with a limit, so that the planner weighs a walk along the newest against an index of amounts.
# A round comes once for each of its bets that fit, which are never more than `MOST_BETS`.
BY_BETS = """
SELECT bet.time, bet.round_id FROM tables_searchedbet bet JOIN tables_searchedround round ON round.id = bet.round_id
WHERE {bets} AND {rounds} ORDER BY bet.time DESC, bet.round_id DESC LIMIT %(rows)s
"""
# What few have is found by itself: the planner does not know how few they are together with the rest.
FEW_BETS = """
WITH few AS MATERIALIZED (SELECT * FROM tables_searchedbet bet WHERE {few})
SELECT bet.time, bet.round_id FROM few bet JOIN tables_searchedround round ON round.id = bet.round_id
WHERE {bets} AND {rounds} ORDER BY bet.time DESC, bet.round_id DESC LIMIT %(rows)s
"""
FEW_ROUNDS = """
WITH few AS MATERIALIZED (SELECT * FROM tables_searchedround round WHERE {few})
SELECT round.time, round.id FROM few round WHERE {rounds} ORDER BY round.time DESC, round.id DESC LIMIT %(size)s
"""
COUNT = "SELECT count(found.id) FROM (SELECT {name}.id FROM {table} {name} WHERE {few} LIMIT %(beyond)s) AS found"
FEW = 20_000
FITTING, MOST_BETS = 3, 13
"""Bets of a round that fit, as a rule and at most: twelve seats, and the bank."""
BY_ROUNDS = """
SELECT round.time, round.id FROM tables_searchedround round WHERE {rounds}
ORDER BY round.time DESC, round.id DESC LIMIT %(size)s
"""

Conditions = tuple[list[str], dict[str, Any]]


def rounds_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """One row a round, newest first; three queries."""
    found, further = _found(query, cursor, size)
    bets = _bets_of(query, found)
    return [_round(row, bets.get(row.pk, [])) for row in found], further


def bets_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """One row a bet of so many rounds; where no bet is named, one a player. Three queries."""
    found, further = _found(query, cursor, size)
    bets = _bets_of(query, found)
    return [_bet(row, bet) for row in found for bet in bets.get(row.pk, [])], further


def round_conditions(query: ReportQuery) -> Conditions:
    """What must hold of `round`, and the values."""
    wanted = query.rounds
    values: dict[str, Any] = {"casino": query.casino.pk, "since": query.since, "until": query.until}
    conditions = ["round.casino_id = %(casino)s", "round.time >= %(since)s", "round.time < %(until)s"]
    asked = {
        "table": ('round."table" = %(table)s', query.table),
        "dealer": ("round.dealer = %(dealer)s", wanted.dealer or None),
        # Twice, or the index of those that have a card is not used.
        "designated": (
            "round.designated_card = %(designated)s AND round.designated_card <> ''",
            wanted.designated or None,
        ),
        "flags": ("round.flags @> %(flags)s::varchar(32)[]", [wanted.flag] if wanted.flag else None),
    }
    for name, (condition, value) in asked.items():
        if value is not None:
            conditions.append(condition)
            values[name] = value
    conditions += ["round.corrections > 0"] * wanted.corrected
    conditions += ["round.void_reason <> ''"] * wanted.void
    conditions += ["round.disputes > 0"] * wanted.disputed
    return conditions, values


def bet_conditions(query: ReportQuery) -> Conditions:
    """What must hold of `bet`, and the values; without a name of a bet, of what the round came to altogether."""
    wanted = query.rounds
    values: dict[str, Any] = {"bet": wanted.bet}
    conditions = [
        *("bet.casino_id = %(casino)s", "bet.time >= %(since)s", "bet.time < %(until)s"),
        "bet.bet = %(bet)s",
    ]
    asked = {
        "card": ("bet.card = %(card)s AND bet.card <> ''", wanted.card or None),
        "seat": ("bet.seat = %(seat)s", wanted.seat),
        "result": ("bet.result = %(result)s", wanted.result or None),
        "least": ("bet.net >= %(least)s", wanted.least),
        "most": ("bet.net <= %(most)s", wanted.most),
    }
    for name, (condition, value) in asked.items():
        if value is not None:
            conditions.append(condition)
            values[name] = value
    return conditions, values


def _found(query: ReportQuery, cursor: str | None, size: int) -> tuple[list[SearchedRound], str | None]:
    """So many rounds from a place on, with the place of those that follow."""
    rounds, values = round_conditions(query)
    bets, of_bets = bet_conditions(query)
    if cursor is not None:
        values["time"], values["round"] = _place(cursor)
        rounds.append("(round.time, round.id) < (%(time)s, %(round)s)")
        bets.append("(bet.time, bet.round_id) < (%(time)s, %(round)s)")
    values |= {**of_bets, "size": size + 1, "rows": (size + 1) * FITTING}
    text = _text(query, values)
    places = _places(text.format(rounds=" AND ".join(rounds), bets=" AND ".join(bets)), values, size + 1)
    by_id = SearchedRound.objects.in_bulk([number for _time, number in places[:size]])
    further = f"{microseconds_of(places[size - 1][0])}.{places[size - 1][1]}" if len(places) > size else None
    return [by_id[number] for _time, number in places[:size] if number in by_id], further


def _places(text: str, values: dict[str, Any], size: int) -> list[tuple[datetime, int]]:
    """So many rounds, each once; asked again for more rows where those did not come to so many rounds."""
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        rows = cursor.fetchall()
        if len(set(rows)) < size and len(rows) == values["rows"]:
            cursor.execute(text, {**values, "rows": size * MOST_BETS})
            rows = cursor.fetchall()
    return list(dict.fromkeys(rows))[:size]


def _text(query: ReportQuery, values: dict[str, Any]) -> str:
    """The statement that finds the rounds: along time, or among the few that have an amount or a flag."""
    wanted, of_bets = query.rounds, query.rounds.is_of_bets
    asked = {"bet.net >= %(least)s": wanted.least, "bet.net <= %(most)s": wanted.most}
    amounts = [condition for condition, value in asked.items() if value is not None]
    if amounts:
        few = " AND ".join(["bet.casino_id = %(casino)s", "bet.bet = %(bet)s", *amounts])
        if _are_few("tables_searchedbet", "bet", few, values):
            return FEW_BETS.replace("{few}", few)
    if wanted.flag and not of_bets:
        few = "round.casino_id = %(casino)s AND round.flags @> %(flags)s::varchar(32)[]"
        if _are_few("tables_searchedround", "round", few, values):
            return FEW_ROUNDS.replace("{few}", few)
    return BY_BETS if of_bets else BY_ROUNDS


def _are_few(table: str, name: str, few: str, values: dict[str, Any]) -> bool:
    """Tell whether at most so many rows are like that; counting ends beyond them."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT.format(table=table, name=name, few=few), {**values, "beyond": FEW + 1})
        return int(cursor.fetchone()[0]) <= FEW


def _place(cursor: str) -> tuple[datetime, int]:
    match = CURSOR.fullmatch(cursor)
    if match is None:
        raise ValueError(cursor)
    return moment_at(int(match[1])), int(match[2])


def _bets_of(query: ReportQuery, rounds: Iterable[SearchedRound]) -> dict[int, list[SearchedBet]]:
    """The bets that were asked for, by the round they are of."""
    wanted = query.rounds
    asked = {"card": wanted.card or None, "seat": wanted.seat, "result": wanted.result or None}
    asked |= {"net__gte": wanted.least, "net__lte": wanted.most}
    fitting: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    bets: dict[int, list[SearchedBet]] = {}
    found = SearchedBet.objects.filter(round__in=[row.pk for row in rounds], bet=wanted.bet, **fitting)
    for bet in found.order_by("seat", "pk"):
        bets.setdefault(bet.round_id, []).append(bet)
    return bets


def _common(row: SearchedRound) -> JSON:
    return {
        "time": time_text(row.time),
        "table": row.table,
        "round": row.number,
        "game": row.game or None,
        "dealer": row.dealer or None,
        "chain": f"{row.casino_id}/table/{row.table}",
        "entry": row.entry,
    }


def _round(row: SearchedRound, bets: Sequence[SearchedBet]) -> JSON:
    return {
        **_common(row),
        "designated_seat": row.designated_seat,
        "designated_card": row.designated_card or None,
        "results": [
            detail("seat", f"{bet.seat} ({bet.card})" if bet.card else bet.seat, amount=bet.net) for bet in bets
        ],
        "notes": _notes(row),
    }


def _notes(row: SearchedRound) -> list[JSON]:
    """What became of a round that not every round has."""
    notes = [detail("void_reason", row.void_reason), detail("voided_by", row.voided_by)] if row.void_reason else []
    if row.corrections:
        notes += [detail("corrections", row.corrections), detail("corrected_by", row.corrected_by)]
    if row.disputes:
        notes.append(detail("disputes", row.disputes))
    if row.overridden_by:
        notes.append(detail("overridden_by", row.overridden_by))
    return [*notes, *(detail("flag", flag) for flag in row.flags)]


def _bet(row: SearchedRound, bet: SearchedBet) -> JSON:
    return {
        **_common(row),
        "seat": bet.seat,
        "card": bet.card or None,
        "bet": bet.bet or None,
        "stake": bet.stake,
        "result": bet.result,
        "won": bet.net if bet.net > 0 else None,
        "lost": -bet.net if bet.net < 0 else None,
    }


_TIME = Column("time", _("Time"), "time")
_TABLE = Column("table", _("Table"), "number")
_ROUND = Column("round", _("Round"), "number")
_DEALER = Column("dealer", _("Dealer"), "badge")
_ENTRY = (Column("chain", _("Chain")), Column("entry", _("Entry"), "number"))
ROUNDS = Part(
    "rounds",
    _("Rounds"),
    (
        *(_TIME, _TABLE, _ROUND, Column("game", _("Game"), "word"), _DEALER),
        Column("designated_seat", _("Designated seat"), "number"),
        Column("designated_card", _("Their card")),
        Column("results", _("Won or lost"), "details"),
        Column("notes", _("What happened"), "details"),
        *_ENTRY,
    ),
    rounds_page,
)
BETS = Part(
    "bets",
    _("Their bets"),
    (
        *(_TIME, _TABLE, _ROUND, _DEALER),
        Column("seat", _("Seat"), "number"),
        Column("card", _("Player card")),
        Column("bet", _("Bet"), "word"),
        Column("stake", _("Stake"), "amount"),
        Column("result", _("Result"), "word"),
        Column("won", _("Won"), "amount"),
        Column("lost", _("Lost"), "amount"),
        Column("game", _("Game"), "word"),
        *_ENTRY,
    ),
    bets_page,
)
