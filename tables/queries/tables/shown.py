"""How a table is told to the tablet, the board, the API and the replay: the parts that the value of the table gives."""

from datetime import datetime
from typing import cast

from django.utils.translation import gettext

from tables.audit.chain import time_text
from tables.games.designation import Rotation
from tables.games.table.acts import blocked
from tables.games.table.match import MatchState
from tables.games.table.preview import settlement_preview
from tables.games.table.state import Player, TableState
from tables.games.values import JSON
from tables.models import Table
from tables.policy import Act
from tables.queries.tables.documents import (
    AnswerDocument,
    ChainDocument,
    DesignationDocument,
    MatchDocument,
    RoundDocument,
    SeatDocument,
    SettlementPreviewDocument,
    TableStateDocument,
)
from tables.queries.tables.round_documents import FlagDocument
from tables.queries.times import moment_text


def shown_table(row: Table, value: TableState, now: datetime, chain: ChainDocument) -> TableStateDocument:
    """Every key of the state of a table, those left empty that its value does not tell; the casino is read with the row."""
    return {
        "now": time_text(now),
        "epoch": row.casino.epoch,
        "table": {
            "id": row.pk,
            "number": value.number,
            "state": value.state,
            "version": row.version,
            "notices": row.notices,
            "game": value.rules.game,
            "seat_count": value.seat_count,
            "button": value.button,
            "carry": value.carry,
            "match": value.match_seats,
            "newest_match": shown_match(value.match),
        },
        "casino": {
            "id": row.casino_id,
            "name": row.casino.name,
            "currency": row.casino.currency,
            "minor_digits": row.casino.minor_digits,
            "time_zone": row.casino.time_zone,
            "demonstration": row.casino.is_demonstration,
        },
        "dealer": None,
        "rules": {"version": value.version.number, "document": value.version.rules.document()},
        "coming": None,
        "seats": _seats(value),
        "designation": _designation(value, now),
        "round": None,
        "settlement_preview": None,
        "last_round": None,
        "moved": [],
        "disputes": [],
        "legal_acts": [],
        "blocked": {},
        "chain": chain,
    }


def shown_round(value: TableState, settlement: JSON | None) -> RoundDocument | None:
    """The open round of a table, with the output of its settlement where it has one; None where none is open."""
    round_ = value.round
    if round_ is None:
        return None
    of_any_game: RoundDocument = {
        "number": round_.number,
        "state": round_.state,
        "designated_player": round_.designated_seat,
        "bank_declared": round_.bank_declared,
        "bank": round_.bank,
        "pot": round_.pot,
        "rules_version": round_.rules.number,
        "rules": round_.rules.rules.document(),
        "play": dict(round_.play),
        "flags": cast(list[FlagDocument], [*round_.flags]),
        "settlement": settlement,
        "opened_at": time_text(round_.opened_at),
        "deadline": moment_text(round_.deadline),
    }
    return cast(RoundDocument, {**of_any_game, **round_.game.describe(round_.view(value.stacks))})


def blocked_steps(value: TableState, now: datetime) -> dict[str, str]:
    """Why the next step cannot be taken yet: a sentence, or where the bank has to be offered first, the code."""
    return {
        name: error.code if name == Act.OPEN_ROUND else gettext(error.template) % error.params
        for name, error in blocked(value, now).items()
    }


def shown_preview(value: TableState, now: datetime) -> SettlementPreviewDocument | None:
    """The open round and its seats as settling would leave them; None where it cannot be settled yet (LOOK 1.12)."""
    change = settlement_preview(value, now)
    if change is None or change.settlement is None:
        return None
    round_ = shown_round(change.table, change.settlement[1])
    return {"round": round_, "seats": _seats(change.table)} if round_ is not None else None


def shown_match(match: MatchState | None) -> MatchDocument | None:
    """The newest match of a table, where one was played."""
    if match is None:
        return None
    return {
        "number": match.number,
        "players": [{"seat": player.seat, "net": player.net} for player in match.players],
        "hands": match.hands,
        "began_at": time_text(match.began_at),
        "ended_at": moment_text(match.ended_at),
        "how": match.how or None,
        "winner": match.winner_seat,
    }


def _seats(value: TableState) -> list[SeatDocument]:
    return [_seat(seat, value.players.get(seat)) for seat in range(1, value.seat_count + 1)]


def _seat(seat: int, player: Player | None) -> SeatDocument:
    if player is None:
        return {"seat": seat, "state": "empty", "chips": 0}
    return {
        "seat": seat,
        "state": "sitting_out" if player.sitting_out else "playing",
        "chips": player.chips,
        "player_card": player.player_card,
        "standing_decline": player.standing_decline,
        "last_wagers": None if player.last_wagers is None else dict(player.last_wagers),
        "in_a_row": player.in_a_row,
        "markers_out": player.markers_out,
        "barred": player.barred,
    }


def _designation(value: TableState, now: datetime) -> DesignationDocument | None:
    rotation = value.rotation(now) if value.round is None else None
    if rotation is None:
        return None
    accepted = rotation.accepted
    return {
        "next": rotation.next_seat,
        "remaining": rotation.remaining,
        "answers": [cast(AnswerDocument, answer._asdict()) for answer in rotation.answers],
        "accepted": {"seat": accepted.seat, "bank": accepted.bank or 0} if accepted else None,
        "stopped": rotation.stopped,
        "ineligible": {str(seat): reason for seat in rotation.order if (reason := rotation.why_not_eligible(seat))},
        "suggested_bank": {str(seat): _suggested(rotation, value.players[seat]) for seat in rotation.order},
        "least_bank": rotation.least_bank,
        "most_bank": {str(seat): rotation.most_bank(seat) for seat in rotation.order},
    }


def _suggested(rotation: Rotation, player: Player) -> int:
    """What a player banked last, at least the least and as far as they still have it; else all they have (OPS 3.2)."""
    most = rotation.most_bank(player.seat)
    return most if player.last_bank is None else min(max(player.last_bank, rotation.least_bank), most)
