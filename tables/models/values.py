"""Rows as the pure rules see them: house rules, the offers of the bank, a round; shared by acts and queries."""

import functools
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tables.games.designation import Answer, Candidate, Rotation
from tables.games.game import Game
from tables.games.house_rules import read_house_rules
from tables.games.registry import GAMES
from tables.games.values import HouseRules, RoundView, Stack
from tables.models.rounds import Round
from tables.models.tables import Seating, Table


def house_rules(document: dict[str, Any]) -> HouseRules:
    """The validated value of a stored document; equal documents are read once."""
    return _parsed(json.dumps(document, sort_keys=True))


@functools.lru_cache(maxsize=512)
def _parsed(text: str) -> HouseRules:
    return read_house_rules(json.loads(text))


def view_of(round_: Round, seatings: Mapping[int, Seating]) -> tuple[Game, RoundView]:
    """A round as its game sees it, with the game; that somebody is late is added by whoever knows the time."""
    rules = house_rules(round_.rules.document)
    view = RoundView(
        rules,
        round_.state,
        round_.play,
        stacks_of(seatings),
        round_.designated_seat,
        round_.bank_declared,
        round_.bank,
        round_.pot,
    )
    return GAMES[rules.game], view


def match_of(table: Table, seatings: Mapping[int, Seating]) -> list[int]:
    """The seats of the players whose match is on, wherever they have moved to; none between matches."""
    return [seat for seat, player in sorted(seatings.items()) if player.pk in table.match]


def stacks_of(seatings: Mapping[int, Seating]) -> dict[int, Stack]:
    """The players as a game sees them."""
    return {
        seat: Stack(seat, player.chips, not player.sitting_out, player.last_wagers, player.markers_out)
        for seat, player in seatings.items()
    }


def rotation_of(table: Table, rules: HouseRules, seatings: Mapping[int, Seating]) -> Rotation | None:
    """Where the offers of the bank stand; None for a game without a designated player.

    Where whoever took it no longer has it, the offers begin anew.
    """
    if rules.designation is None:
        return None
    pending: Mapping[str, Any] = table.designation
    rotation = Rotation(
        rules=rules.designation,
        rake=GAMES[rules.game].rake_of_designated_player(rules),
        chip_unit=rules.chip_unit,
        candidates={
            seat: Candidate(
                seat, player.chips, player.sitting_out, player.standing_decline, player.in_a_row, player.barred
            )
            for seat, player in seatings.items()
        },
        present=table.button,
        present_is_there=any(player.pk == pending.get("present") for player in seatings.values()),
        answers=tuple(Answer(**answer) for answer in pending.get("answers", ())),
    )
    begin_anew = rotation.accepted is not None and not rotation.holds
    return replace(rotation, answers=()) if begin_anew else rotation
