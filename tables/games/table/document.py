"""A table as a JSON document and back, without loss: how a baseline entry keeps it (AUD 1.2).

Every document is canonical: text, whole numbers, true, false and null under ASCII keys. Amounts are minor units,
times are UTC with six digits, a stay is named as it is in the value.
"""

import functools
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.games.designation import Answer
from tables.games.house_rules import read_house_rules
from tables.games.table.clock import moment_text
from tables.games.table.match import MatchPlayer, MatchState
from tables.games.table.state import ComingRules, NumberedRules, OpenRound, Player, TableState
from tables.games.values import JSON, HouseRules

PLAYER_NAMES = (
    *("stay", "seat", "chips", "player_card", "sitting_out", "barred", "standing_decline", "in_a_row"),
    *("last_bank", "markers_out"),
)
ROUND_NAMES = ("number", "state", "designated", "designated_seat", "bank_declared", "bank", "pot", "void_reason")
ROUND_TIMES = ("opened_at", "dealt_at", "settled_at", "ended_at", "clock_from", "deadline")
MATCH_NAMES = ("number", "first_round", "hands", "last_round", "how", "winner")
MATCH_TIMES = ("began_at", "ended_at")
TABLE_NAMES = ("number", "seat_count", "state", "button", "last_round", "carry", "present")


def table_document(table: TableState) -> JSON:
    """The whole table as a JSON document; `read_table_document` makes an equal table of it."""
    return {
        **_plain(table, TABLE_NAMES),
        "in_force": table.in_force and rules_document(table.in_force),
        "match": table.match and match_document(table.match),
        "answers": [answer._asdict() for answer in table.answers],
        "players": [player_document(player) for _seat, player in sorted(table.players.items())],
        "round": table.round and round_document(table.round),
        "coming": table.coming and coming_document(table.coming),
    }


def read_table_document(document: JSON) -> TableState:
    """The table that a document was made of; raises KeyError, TypeError, ValueError or RuleError for one that is none."""
    players = [_read_player(player) for player in document["players"]]
    return TableState(
        **{name: document[name] for name in TABLE_NAMES},
        in_force=document["in_force"] and _read_rules(document["in_force"]),
        match=document["match"] and _read_match(document["match"]),
        answers=tuple(Answer(**answer) for answer in document["answers"]),
        players={player.seat: player for player in players},
        round=document["round"] and _read_round(document["round"]),
        coming=document["coming"] and read_coming_document(document["coming"]),
    )


def player_document(player: Player) -> JSON:
    """A player as a JSON document."""
    return {
        **_plain(player, PLAYER_NAMES),
        "in_a_row_since": player.in_a_row_since and moment_text(player.in_a_row_since),
        "last_wagers": None if player.last_wagers is None else dict(player.last_wagers),
    }


def round_document(round_: OpenRound) -> JSON:
    """A round as a JSON document, with the rules it is played under."""
    return {
        **_plain(round_, ROUND_NAMES),
        **_times(round_, ROUND_TIMES),
        "rules": rules_document(round_.rules),
        "play": dict(round_.play),
        "flags": [*round_.flags],
    }


def match_document(match: MatchState) -> JSON:
    """A match as a JSON document."""
    players = [player._asdict() for player in match.players]
    return {**_plain(match, MATCH_NAMES), **_times(match, MATCH_TIMES), "players": players}


def rules_document(rules: NumberedRules) -> JSON:
    """A version of house rules as a JSON document: its number, and the document as it is stored."""
    return {"number": rules.number, "document": dict(rules.document)}


def coming_document(coming: ComingRules) -> JSON:
    """An approved change of rules as a JSON document."""
    return {
        "change": coming.change,
        "base": rules_document(coming.base),
        "rules": rules_document(coming.rules),
        "due_at": moment_text(coming.due_at),
    }


def read_coming_document(document: JSON) -> ComingRules:
    """The approved change of rules that a document was made of."""
    return ComingRules(
        document["change"],
        _read_rules(document["base"]),
        _read_rules(document["rules"]),
        read_moment(document["due_at"]),
    )


def numbered_rules(number: int, document: Mapping[str, Any]) -> NumberedRules:
    """A version of house rules of its stored document; equal documents are read once."""
    return NumberedRules(number, document, stored_rules(document))


def stored_rules(document: Mapping[str, Any]) -> HouseRules:
    """What a stored document says; equal documents are read once."""
    return _parsed(json.dumps(document, sort_keys=True))


def read_moment(text: str) -> datetime:
    """The time that `moment_text` wrote; raises ValueError."""
    return datetime.fromisoformat(text)


@functools.lru_cache(maxsize=512)
def _parsed(text: str) -> HouseRules:
    return read_house_rules(json.loads(text))


def _plain(value: object, names: tuple[str, ...]) -> JSON:
    return {name: getattr(value, name) for name in names}


def _times(value: object, names: tuple[str, ...]) -> JSON:
    times = {name: getattr(value, name) for name in names}
    return {name: time and moment_text(time) for name, time in times.items()}


def _read_times(document: JSON, names: tuple[str, ...]) -> JSON:
    return {name: document[name] and read_moment(document[name]) for name in names}


def _read_player(document: JSON) -> Player:
    return Player(
        **{name: document[name] for name in PLAYER_NAMES},
        in_a_row_since=document["in_a_row_since"] and read_moment(document["in_a_row_since"]),
        last_wagers=document["last_wagers"],
    )


def _read_round(document: JSON) -> OpenRound:
    return OpenRound(
        **{name: document[name] for name in ROUND_NAMES},
        **_read_times(document, ROUND_TIMES),
        rules=_read_rules(document["rules"]),
        play=document["play"],
        flags=tuple(document["flags"]),
    )


def _read_match(document: JSON) -> MatchState:
    return MatchState(
        **{name: document[name] for name in MATCH_NAMES},
        **_read_times(document, MATCH_TIMES),
        players=tuple(MatchPlayer(**player) for player in document["players"]),
    )


def _read_rules(document: JSON) -> NumberedRules:
    return numbered_rules(document["number"], document["document"])
