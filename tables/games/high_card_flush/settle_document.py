"""Settling a round given as a document, and the answer as a document."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.games.high_card_flush.contest import Bet
from tables.games.high_card_flush.documents import BetRow, SeatRow, SettlementOutput, ShownHand
from tables.games.high_card_flush.hands import flush_text, straight_flush_text
from tables.games.high_card_flush.reading import read_round
from tables.games.high_card_flush.settlement import SeatSettlement, Settlement, settle
from tables.games.high_card_flush.terms import Terms
from tables.games.values import JSON

KEY = "high_card_flush"


def settle_document(document: Mapping[str, Any], read_terms: Callable[[object], Terms] = Terms.parse) -> JSON:
    """Settle one parsed input of `settle`; raises the first RuleError in the order of the codes.

    `read_terms` reads what stands under `rules`.
    """
    terms, designated_player, players = read_round(document, read_terms)
    return {**settlement_document(terms, settle(terms, designated_player, players))}


def settlement_document(terms: Terms, settlement: Settlement) -> SettlementOutput:
    """A settlement as JSON: amounts in minor units, cards from high to low."""
    designated = settlement.designated_player
    return {
        "game": KEY,
        "qualifies": settlement.qualifies,
        "designated_player": {
            "seat": designated.seat,
            **_shown(terms, designated.hand),
            "bank_before": designated.bank_before,
            "bank_after": designated.bank_after,
            "net": designated.net,
            "rake": designated.rake,
        },
        "seats": [_seat_row(terms, seat) for seat in settlement.seats],
        "rake": settlement.rake,
        "flags": [{"code": flag.code, "seat": flag.seat, "excess": flag.excess} for flag in settlement.flags],
    }


def _seat_row(terms: Terms, seat: SeatSettlement) -> SeatRow:
    return {
        "seat": seat.seat,
        "order": seat.order,
        "outcome": seat.outcome,
        **_shown(terms, seat.hand),
        "bets": {bet.spot: _bet_row(bet) for bet in seat.bets},
        "net": seat.net,
        "rake": seat.rake,
        "bank_after": seat.bank_after,
    }


def _shown(terms: Terms, hand: int | None) -> ShownHand:
    if hand is None:
        return {"flush": None, "straight_flush": None}
    return {
        "flush": flush_text(hand),
        "straight_flush": straight_flush_text(hand, ace_low=terms.straight_flush_ace_low),
    }


def _bet_row(bet: Bet) -> BetRow:
    row: BetRow = {"stake": bet.stake, "result": bet.result, "net": bet.net}
    if bet.uncapped is not None:
        row["uncapped"] = bet.uncapped
    if bet.short is not None:
        row["short"] = bet.short
    return row
