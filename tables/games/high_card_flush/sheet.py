"""A settlement of High Card Flush as a table for people."""

from collections.abc import Mapping
from typing import Any

from tables.games.game import NOTHING, aligned

_SPOTS = {"ante": "Ante", "raise": "Raise", "straight_flush": "Straight Flush", "flush": "Flush"}
_HEADINGS = ["Order", "Seat", "Outcome", "Cards", "Run", *_SPOTS.values(), "Net", "Rake", "Bank after"]


def sheet(answer: Mapping[str, Any]) -> str:
    """The answer of `settle` as lines of text: the designated player, the seats in settlement order, the flags."""
    lines = [_designated_line(answer)]
    lines.append(aligned(_HEADINGS, [_row(seat) for seat in answer["seats"]]))
    lines.extend(f"Seat {flag['seat']}: Raise adjusted, {flag['excess']} goes back" for flag in answer["flags"])
    lines.append(f"Rake of the round: {answer['rake']}")
    return "\n".join(lines)


def _designated_line(answer: Mapping[str, Any]) -> str:
    designated = answer["designated_player"]
    verdict = {True: "qualifies", False: "does not qualify", None: "did not need to show"}[answer["qualifies"]]
    cards = designated["flush"] or "no cards"
    run = f", run {designated['straight_flush']}" if designated["straight_flush"] else ""
    return (
        f"High Card Flush: the designated player at seat {designated['seat']} has {cards}{run} and {verdict}; "
        f"bank {designated['bank_before']} -> {designated['bank_after']}, "
        f"net {_signed(designated['net'])}, rake {designated['rake']}"
    )


def _row(seat: Mapping[str, Any]) -> list[str]:
    return [
        str(seat["order"]),
        str(seat["seat"]),
        seat["outcome"],
        seat["flush"] or NOTHING,
        seat["straight_flush"] or NOTHING,
        *(_bet(seat["bets"].get(spot)) for spot in _SPOTS),
        _signed(seat["net"]),
        str(seat["rake"]),
        NOTHING if seat["bank_after"] is None else str(seat["bank_after"]),
    ]


def _bet(bet: Mapping[str, Any] | None) -> str:
    if bet is None:
        return NOTHING
    capped = f" (of {_signed(bet['uncapped'])})" if "uncapped" in bet else ""
    short = f" (short {bet['short']})" if "short" in bet else ""
    return f"{bet['stake']} {bet['result']} {_signed(bet['net'])}{capped}{short}"


def _signed(amount: int) -> str:
    return f"{amount:+}" if amount else "0"
