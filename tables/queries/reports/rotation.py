"""The rotation ledger of a period: every offer with its answer, and how often each player was asked (OPS 3.6, AUD 5.1)."""

import re

from django.db.models import F, Q

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import DesignationOffer, Seating
from tables.queries.bank import players_of_period
from tables.queries.paging import Period
from tables.queries.reports.model import Column, Page, Part, ReportQuery
from tables.queries.times import microseconds_of, moment_at

CURSOR = re.compile(r"(\d{1,18})\.(\d{1,17})\.(\d{1,18})", re.ASCII)
PLAYER = re.compile(r"(\d{1,18})\.(\d{1,18})", re.ASCII)


def offers_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """Table by table, the newest first; one query."""
    offers = DesignationOffer.objects.filter(_wanted(query), _beyond(cursor)).select_related("table", "seating")
    rows = list(offers.order_by("table_id", F("offered_at").desc(), F("pk").desc())[: size + 1])
    shown = rows[:size]
    return [_offer(offer) for offer in shown], _cursor(shown[-1]) if len(rows) > size else None


def players_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """The counts by table, player and seat, so many players at a time in the order in which they came; three queries."""
    sat = Seating.objects.filter(_stayed(query), _after(cursor)).order_by("table_id", "pk")
    rows = list(sat.values_list("table_id", "pk")[: size + 1])
    shown = rows[:size]
    offers = DesignationOffer.objects.filter(_wanted(query), seating__in=[player for _table, player in shown])
    further = f"{shown[-1][0]}.{shown[-1][1]}" if len(rows) > size else None
    return players_of_period(offers, Period(query.since, query.until)), further


def _stayed(query: ReportQuery) -> Q:
    """Return the condition that a player sat there at any time of the period."""
    wanted = Q(left_at=None) | Q(left_at__gte=query.since)
    wanted &= Q(table__casino=query.casino, sat_at__lt=query.until)
    return wanted & Q(table__number=query.table) if query.table is not None else wanted


def _after(cursor: str | None) -> Q:
    if cursor is None:
        return Q()
    match = PLAYER.fullmatch(cursor)
    if match is None:
        raise ValueError(cursor)
    table, player = int(match[1]), int(match[2])
    return Q(table_id__gt=table) | Q(table_id=table, pk__gt=player)


def _wanted(query: ReportQuery) -> Q:
    wanted = Q(table__casino=query.casino, offered_at__gte=query.since, offered_at__lt=query.until)
    return wanted & Q(table__number=query.table) if query.table is not None else wanted


def _beyond(cursor: str | None) -> Q:
    if cursor is None:
        return Q()
    match = CURSOR.fullmatch(cursor)
    if match is None:
        raise ValueError(cursor)
    table, moment, offer = int(match[1]), moment_at(int(match[2])), int(match[3])
    older = Q(offered_at__lt=moment) | Q(offered_at=moment, pk__lt=offer)
    return Q(table_id__gt=table) | (Q(table_id=table) & older)


def _cursor(offer: DesignationOffer) -> str:
    return f"{offer.table_id}.{microseconds_of(offer.offered_at)}.{offer.pk}"


def _offer(offer: DesignationOffer) -> JSON:
    return {
        "time": time_text(offer.offered_at),
        "table": offer.table.number,
        "round": offer.round_number,
        "seat": offer.seat,
        "player": offer.seating_id,
        "player_card": offer.seating.player_card,
        "answer": offer.answer,
        "reason": offer.reason,
        "bank": offer.bank,
    }


OFFERS = Part(
    "offers",
    _("Every offer"),
    (
        Column("time", _("Time"), "time"),
        Column("table", _("Table"), "number"),
        Column("round", _("Round"), "number"),
        Column("seat", _("Seat"), "number"),
        Column("player", _("Player"), "number"),
        Column("player_card", _("Player card")),
        Column("answer", _("Answer"), "word"),
        Column("reason", _("Reason"), "word"),
        Column("bank", _("Bank"), "amount"),
    ),
    offers_page,
)
PLAYERS = Part(
    "players",
    _("By player and seat"),
    (
        Column("table", _("Table"), "number"),
        Column("seat", _("Seat"), "number"),
        Column("player", _("Player"), "number"),
        Column("player_card", _("Player card")),
        Column("offered", _("Offered"), "number", summed=True),
        Column("accepted", _("Took"), "number", summed=True),
        Column("declined", _("Declined"), "number", summed=True),
        Column("not_eligible", _("Not eligible"), "number", summed=True),
        Column("rounds_banked", _("Rounds banked"), "number", summed=True),
        Column("largest_bank", _("Largest bank"), "amount"),
    ),
    players_page,
)
