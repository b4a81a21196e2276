"""Settlements of the draw games as tables for people."""

from collections.abc import Mapping
from typing import Any

from tables.games.game import NOTHING, aligned

_RESULTS = {"showdown": "at the showdown", "drop": "because the other dropped"}


def heads_up_sheet(answer: Mapping[str, Any]) -> str:
    """The answer of `settle` as lines of text: who took the pot and why, then the seats."""
    rows = [[*_row(seat), str(seat["stack"]), str(seat["markers_out"])] for seat in answer["seats"]]
    table = aligned(["Seat", "Hand", "Net", "Stack", "Markers out"], rows)
    return f"Heads-up draw: {_outcome(answer)}\n{table}"


def four_player_sheet(answer: Mapping[str, Any]) -> str:
    """The answer of `settle` as lines of text: who took the pot, the seats, the commission of the hand."""
    rows = [[*_row(seat), str(seat["commission"]), str(seat["stack"])] for seat in answer["seats"]]
    table = aligned(["Seat", "Hand", "Net", "Commission", "Stack"], rows)
    winners = answer["winners"]
    outcome = f"{_named(winners)} of the pot of {answer['pot']}" if winners else "nothing was won"
    return f"Four-player draw: {outcome}\n{table}\nCommission of the hand: {answer['rake']}"


def _outcome(answer: Mapping[str, Any]) -> str:
    if not answer["winners"]:
        return f"a tie, the pot of {answer['carry']} stays for the next deal"
    return f"seat {answer['winners'][0]} takes the pot of {answer['pot']} {_RESULTS[answer['result']]}"


def _named(winners: list[int]) -> str:
    if len(winners) == 1:
        return f"seat {winners[0]} takes all"
    return f"seats {', '.join(map(str, winners[:-1]))} and {winners[-1]} have a share"


def _row(seat: Mapping[str, Any]) -> list[str]:
    net = seat["net"]
    hand = seat["hand"].replace("_", " ") if seat["hand"] else NOTHING
    return [str(seat["seat"]), hand, f"{net:+}" if net else "0"]
