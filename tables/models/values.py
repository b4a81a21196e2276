"""Rows as the pure rules see them: house rules, players, a round, a whole table; shared by acts and queries."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tables.games.designation import Answer
from tables.games.table.document import stored_rules
from tables.games.table.match import MatchPlayer, MatchState
from tables.games.table.state import CLOSED, ComingRules, NumberedRules, OpenRound, Player, TableState
from tables.games.values import JSON, HouseRules
from tables.models.rounds import Round
from tables.models.rules import RuleChange, RulesVersion
from tables.models.tables import Match, Seating, Table


def house_rules(document: Mapping[str, Any]) -> HouseRules:
    """The validated value of a stored document; equal documents are read once."""
    return stored_rules(document)


def numbered_rules(version: RulesVersion) -> NumberedRules:
    """A version of house rules as a value."""
    return NumberedRules(version.number, version.document, house_rules(version.document))


def coming_rules(change: RuleChange) -> ComingRules:
    """An approved change of house rules as a value; its base is read with it."""
    if change.due_at is None:
        raise AssertionError(f"change {change.pk} is not approved")
    base = numbered_rules(change.base)
    rules = NumberedRules(base.number + 1, change.document, house_rules(change.document))
    return ComingRules(change.pk, base, rules, change.due_at)


def player_of(seating: Seating) -> Player:
    """A player at a table as a value; the stay is the row's id."""
    return Player(
        stay=seating.pk,
        seat=seating.seat,
        chips=seating.chips,
        player_card=seating.player_card,
        sitting_out=seating.sitting_out,
        barred=seating.barred,
        standing_decline=seating.standing_decline,
        in_a_row=seating.in_a_row,
        in_a_row_since=seating.in_a_row_since,
        last_wagers=seating.last_wagers,
        last_bank=seating.last_bank,
        markers_out=seating.markers_out,
    )


def open_round_of(round_: Round) -> OpenRound:
    """A round as a value, with its rules."""
    return OpenRound(
        number=round_.number,
        rules=numbered_rules(round_.rules),
        state=round_.state,
        play=round_.play,
        opened_at=round_.opened_at,
        flags=tuple(round_.flags),
        designated=round_.designated_id,
        designated_seat=round_.designated_seat,
        bank_declared=round_.bank_declared,
        bank=round_.bank,
        pot=round_.pot,
        dealt_at=round_.dealt_at,
        settled_at=round_.settled_at,
        ended_at=round_.ended_at,
        void_reason=round_.void_reason,
        clock_from=round_.clock_from,
        deadline=round_.deadline,
    )


def match_of(row: Match) -> MatchState:
    """A match as a value."""
    return MatchState(
        number=row.number,
        began_at=row.began_at,
        first_round=row.first_round,
        players=tuple(MatchPlayer(**player) for player in row.players),
        hands=row.hands,
        last_round=row.last_round,
        ended_at=row.ended_at,
        how=row.how,
        winner=row.winner_id,
    )


def match_row(match: MatchState) -> JSON:
    """What the row of a match says, beside its table."""
    return {
        "number": match.number,
        "began_at": match.began_at,
        "first_round": match.first_round,
        "players": [player._asdict() for player in match.players],
        "hands": match.hands,
        "last_round": match.last_round,
        "ended_at": match.ended_at,
        "how": match.how,
        "winner_id": match.winner,
    }


class Around(NamedTuple):
    """The rows around a table's own: the rules in force, the open round, an approved change of rules, the newest match."""

    rules: RulesVersion | None = None
    round: Round | None = None
    coming: RuleChange | None = None
    match: Match | None = None


def table_value(table: Table, seatings: Mapping[int, Seating], around: Around) -> TableState:
    """A table as a value, of its own row, of those who sit there by seat, and of the rows around it."""
    return TableState(
        number=table.number,
        seat_count=table.seat_count,
        state=str(table.state),
        in_force=None if around.rules is None else numbered_rules(around.rules),
        button=table.button,
        last_round=table.last_round,
        carry=table.carry,
        match=None if around.match is None else match_of(around.match),
        present=table.designation.get("present"),
        answers=tuple(Answer(**answer) for answer in table.designation.get("answers", ())),
        players={seat: player_of(seating) for seat, seating in sorted(seatings.items())},
        round=None if around.round is None else open_round_of(around.round),
        coming=None if around.coming is None else coming_rules(around.coming),
    )


def designation_document(table: TableState) -> JSON:
    """The position of designated player as the table's row keeps it; nothing at a closed table, and in games without one."""
    if table.state == CLOSED or table.rules.designation is None:
        return {}
    return {"present": table.present, "answers": [answer._asdict() for answer in table.answers]}
