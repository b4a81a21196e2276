"""What simulated players do, game by game, and which of their moves are counted."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from tables.demonstration.players import draw_felt, draw_players, felt, players
from tables.demonstration.players.moves import Look, Move
from tables.games.values import JSON

Tally = Counter[str]


class Script(NamedTuple):
    """The players of one game: between rounds, until one is opened, and in it."""

    before_round: Callable[[Random, Look], Iterator[Move]]
    opening: Callable[[Random, Look], Iterator[Move]]
    in_round: Callable[[Random, Look, dict[int, str]], Iterator[Move]]
    tell: Callable[[Tally, Look, JSON], None]
    """Count what a settlement says."""


def _tell_hands(tally: Tally, _look: Look, settlement: JSON) -> None:
    tally["hands"] += len(settlement["seats"])
    tally["adjusted"] += len(settlement["flags"])
    for seat in settlement["seats"]:
        tally[seat["outcome"]] += 1


def _tell_draw(tally: Tally, look: Look, settlement: JSON) -> None:
    shown = [seat for seat in settlement["seats"] if seat["hand"] is not None]
    tally["showdowns" if shown else "dropped_to"] += 1
    tally["ties"] += settlement.get("result") == "tie"
    tally["shared"] += len(settlement["winners"]) > 1
    tally["side_pots"] += len(look.round["pots"]) > 1
    tally["with_markers"] += any(seat.get("markers_out") for seat in settlement["seats"])
    tally["all_in"] += sum(not player["chips"] for player in look.round["players"].values())


def _tell_match(tally: Tally, look: Look) -> None:
    """Count how the match before this round's ended, and players who were dealt to for a carried pot (DRAW 1.12, 1.13)."""
    table, ante = look.state["table"], look.rules["terms"].get("ante", 0)
    if table["newest_match"] and table["newest_match"]["how"]:
        tally[f"match_{table['newest_match']['how']}"] += 1
    if table["carry"] and ante:
        tally["dealt_for"] += any(draw_players.reach(look, seat) < ante for seat in table["match"])


def _script(opening: Callable[[Random, Look], Iterator[Move]]) -> Script:
    return Script(draw_players.before_round, opening, draw_felt.in_round, _tell_draw)


SCRIPTS: Mapping[str, Script] = {
    "high_card_flush": Script(players.before_round, players.offers, felt.in_round, _tell_hands),
    "heads_up_draw": _script(draw_players.open_heads_up),
    "four_player_draw": _script(draw_players.open_four_player),
}


# What the floor does beside the play, counted by the name of the act.
BESIDE = frozenset(
    (
        *("correct_round", "settle_owed", "open_dispute", "rule_on_dispute", "bar_player", "lift_bar"),
        *("request_rule_change", "approve_rule_change", "reject_rule_change", "withdraw_rule_change"),
        *("cancel_rule_change", "tap_in", "suspend_table", "acknowledge_alert"),
    )
)


def told(tally: Tally, look: Look, move: Move, body: JSON) -> None:
    """Count a move that was made on a look, and what it was answered."""
    tally["rounds"] += move.act in ("close_round", "void_round")
    tally["void"] += move.act == "void_round"
    tally["recounts"] += move.act == "recount"
    tally["overrides"] += any(wager.get("override") for wager in move.sent.get("wagers", ()))
    tally["taken_back"] += move.sent.get("take_back", 0)
    tally[move.act] += move.act in BESIDE
    tally["owed_raised"] += len(body.get("owed", ())) if move.act == "correct_round" else 0
    if move.act == "open_round":
        _tell_match(tally, look)
    if move.act == "settle_owed":
        tally[f"owed_{body['how']}"] += 1
    if move.act == "leave":
        tally["left_owing"] += bool(look.seat(move.sent["seat"]).get("markers_out"))
    if move.act == "settle_round":
        settlement = body["settlement"]
        tally[settlement["game"]] += 1
        SCRIPTS[settlement["game"]].tell(tally, look, settlement)
