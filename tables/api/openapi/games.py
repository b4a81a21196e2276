"""The shapes of what differs from game to game: rounds, what is entered in them, and settlements."""

from collections.abc import Mapping

from tables.api.openapi.shapes import (
    AMOUNT,
    ANYTHING,
    CARDS,
    COUNT,
    FLAG,
    NET,
    SEAT,
    STAKE,
    TEXT,
    WHOLE,
    by_seat,
    many,
    one_of,
    or_null,
    record,
    ref,
)
from tables.games.draw.betting import ActionKind
from tables.games.draw.four_player.betting import FourPlayerState
from tables.games.draw.hands import Category
from tables.games.draw.heads_up.betting import HeadsUpState
from tables.games.draw.heads_up.settlement import HandResult
from tables.games.high_card_flush.states import State
from tables.games.high_card_flush.wagers import Decision
from tables.games.values import JSON

WAGERS = record("flush", "straight_flush", ante=STAKE, flush=STAKE, straight_flush=STAKE)
DECISION = record("raise", decision=one_of(*Decision), **{"raise": AMOUNT})
ACTION = {
    **record(
        *("amount", "count"),
        seat=SEAT,
        do=one_of(*ActionKind),
        amount={**STAKE, "description": "Of `bet`, `open` and `raise`, on top of what it costs to match; minor units."},
        count={**COUNT, "maximum": 5, "description": "Cards of `exchange`."},
    ),
    "description": "What a player did in their turn; the last of these words come with neither amount nor count.",
}
STATES: Mapping[str, JSON] = {
    "HighCardFlush": one_of(*State),
    "HeadsUpDraw": one_of(*HeadsUpState),
    "FourPlayerDraw": one_of(*FourPlayerState),
}
ROUND_STATE = one_of(*dict.fromkeys(state for states in STATES.values() for state in states["enum"]))

MARKS = {"decided": FLAG, "shown": FLAG}
DRAWN = {
    "seats": many(record("markers_out", seat=SEAT, stack=STAKE, markers_out=COUNT)),
    "actions": many(ref("Action")),
    "hands": by_seat(CARDS),
    "issued": by_seat(COUNT),
    **MARKS,
}
PLAYED: Mapping[str, JSON] = {
    "HighCardFlush": record(
        wagers=by_seat(WAGERS), decisions=by_seat(DECISION), hands=by_seat(CARDS), rake=by_seat(AMOUNT), **MARKS
    ),
    "HeadsUpDraw": record(first=SEAT, carry=AMOUNT, **DRAWN),
    "FourPlayerDraw": record(button=SEAT, **DRAWN),
}
OPTION = record(*("least", "most", "step"), do=ACTION["properties"]["do"], least=COUNT, most=AMOUNT, step=STAKE)
DRAWING = {
    "order": {**many(SEAT), "description": "In the order in which they act."},
    "turn": or_null(SEAT),
    "options": {**many(OPTION), "description": "What the player to act may do, and the amounts or counts it takes."},
    "to_call": AMOUNT,
    "middle": {**AMOUNT, "description": "All that lies in the pot, what was carried over included."},
    "pots": many(record(amount=AMOUNT, seats=many(SEAT))),
    "players": by_seat(record(chips=AMOUNT, paid=AMOUNT, markers_out=COUNT, exchanged=or_null(COUNT), dropped=FLAG)),
    "hands_needed": many(SEAT),
    "seconds": {**or_null(WHOLE), "description": "The time of one action; null where no clock runs."},
}
DESCRIBED: Mapping[str, Mapping[str, JSON]] = {
    "HighCardFlush": {
        "deal_order": many(SEAT),
        "undecided": many(SEAT),
