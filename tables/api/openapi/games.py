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
    "call_shows": {**FLAG, "description": "Whether a call ends the betting now, so that hands are shown."},
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
        "shows": {**many(SEAT), "description": "Those who decided and show their hands, in settlement order."},
        "hands_needed": many(SEAT),
        "cover": record(
            worst_case=AMOUNT,
            likely_case=AMOUNT,
            short={**FLAG, "description": "Whether the bank is below the likely case."},
        ),
    },
    "HeadsUpDraw": DRAWING,
    "FourPlayerDraw": DRAWING,
}


def of_open_round(name: str) -> Mapping[str, JSON]:
    """Return what the open round of a game says beyond that of any game, or in its own way."""
    play, settlement = ref(f"{name}Play"), ref(f"{name}Settlement")
    return {"state": STATES[name], "play": play, "settlement": or_null(settlement), **DESCRIBED[name]}


HAND_NAME = or_null(one_of(*Category))
SHARE = {"seat": SEAT, "hand": HAND_NAME, "net": NET, "stack": AMOUNT}
SETTLEMENTS: Mapping[str, JSON] = {
    "HighCardFlush": record(
        game={"const": "high_card_flush"},
        qualifies=or_null(FLAG),
        designated_player=ANYTHING,
        seats=many(ANYTHING),
        rake=AMOUNT,
        flags=many(ref("Flag")),
    ),
    "HeadsUpDraw": record(
        game={"const": "heads_up_draw"},
        result=one_of(*HandResult),
        winners=many(SEAT),
        pot=AMOUNT,
        carry=AMOUNT,
        seats=many(record(**SHARE, markers_out=COUNT)),
    ),
    "FourPlayerDraw": record(
        game={"const": "four_player_draw"},
        pot=AMOUNT,
        winners=many(SEAT),
        seats=many(record(**SHARE, commission=AMOUNT)),
        rake=AMOUNT,
    ),
}


def _any(what: str, description: str) -> JSON:
    return {"oneOf": [ref(f"{name}{what}") for name in STATES], "description": description}


GAME_SCHEMAS: Mapping[str, JSON] = {
    "Action": ACTION,
    "Flag": {
        **record("seat", code=TEXT, seat=SEAT),
        "additionalProperties": True,
        "description": "Something worth a second look, with what belongs to its code.",
    },
    **{f"{name}Play": shape for name, shape in PLAYED.items()},
    **{f"{name}Settlement": shape for name, shape in SETTLEMENTS.items()},
    "Play": _any("Play", "What was entered, by seat, and how far the round has come, as its game keeps it."),
    "Settlement": _any("Settlement", "What everybody won and lost, as `manage.py settle` prints it."),
    "OpenRound": _any("Round", "The open round, as its game describes it."),
}
