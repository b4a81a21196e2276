"""Simulated players and their dealer in a round of draw poker, mistakes and their mending included (DRAW, OPS 5)."""

from collections.abc import Iterator
from random import Random

from tables.demonstration.players.draw_hands import HAND_SIZE, dealt
from tables.demonstration.players.moves import CARD, TIME_RUNS_OUT, Look, Move
from tables.games.values import JSON, VoidReason

VOID, VOID_DECIDED, VOID_SHOWN = 0.01, 0.003, 0.006
TAKEN_BACK, TAKEN_BACK_SHOWN, PUT_RIGHT = 0.03, 0.015, 0.5
DAWDLES = 0.004
MISTAKE, ALL_IN, EXCHANGED_AT_ONCE = 0.04, 0.15, 0.5
CARD_TWICE, CARD_TOO_FEW, SHOWN_AGAIN, ALL_HANDS_AT_ONCE = 0.02, 0.02, 0.03, 0.5
VOID_REASONS = [str(reason) for reason in VoidReason if reason != VoidReason.OTHER]
# How likely each word is, beside the others that are possible.
LIKELY = {"bet": 4, "open": 8, "raise": 2, "stay": 3, "draw": 6, "pay": 8, "call": 7, "drop": 1, "exchange": 1}
MULTIPLES = (0, 0, 1, 2, 5, 10, 25, 100)
UNDONE = (1, 1, 1, 2, 3)


def in_round(rng: Random, look: Look, hands: dict[int, str]) -> Iterator[Move]:
    """What happens next in a round, from wherever it stands."""
    if look.round["state"] == "settled":
        yield Move("close_round", {"number": look.round["number"]})
    elif look.round["turn"] is not None:
        yield from _acting(rng, look)
    else:
        yield from _showing(rng, look, hands)


def _acting(rng: Random, look: Look) -> Iterator[Move]:
    """One action, or an exchange of all; or the time runs out, something is taken back, the deal is void."""
    taken, decided = look.play["actions"], look.play["decided"]
    chance = rng.random()
    if chance < (VOID_DECIDED if decided else VOID):
        yield _void(rng, look, signed=decided)
        return
    if taken and rng.random() < TAKEN_BACK:
        yield _take_back(rng, look)
        return
    if look.round["deadline"] and rng.random() < DAWDLES:
        yield Move(TIME_RUNS_OUT, {"seat": look.round["turn"]})
        return
    if rng.random() < MISTAKE:
        yield _mistake(rng, look)
    yield _actions(look, _exchanges(rng, look) or [_action(rng, look)])


def _action(rng: Random, look: Look) -> JSON:
    options = [option for option in look.round["options"] if option["do"] in LIKELY]
    option = rng.choices(options, [LIKELY[option["do"]] for option in options])[0]
    action = {"seat": look.round["turn"], "do": option["do"]}
    if "most" not in option:
        return action
    if option["do"] == "exchange":
        return {**action, "count": rng.randint(option["least"], option["most"])}
    amount = option["least"] + option["step"] * rng.choice(MULTIPLES)
    return {**action, "amount": option["most"] if rng.random() < ALL_IN else min(amount, option["most"])}


def _exchanges(rng: Random, look: Look) -> list[JSON]:
    """All that are still to come, in one call; none where it is not the time, or they are asked one by one."""
    if look.round["options"][0]["do"] != "exchange" or rng.random() >= EXCHANGED_AT_ONCE:
        return []
    players = look.round["players"]
    waiting = [
        seat
        for seat in look.round["order"]
        if players[str(seat)]["exchanged"] is None and not players[str(seat)]["dropped"]
    ]
    # The player to act comes first, also where that is not the order of the betting (DRAW 1.5).
    waiting.sort(key=lambda seat: seat != look.round["turn"])
    return [{"seat": seat, "do": "exchange", "count": rng.randint(0, HAND_SIZE)} for seat in waiting]


def _mistake(rng: Random, look: Look) -> Move:
    """Out of turn, a word that is not possible now, or more than there is."""
    turn, order = look.round["turn"], look.round["order"]
    others = [seat for seat in order if seat != turn]
    possible = [option["do"] for option in look.round["options"]]
    if rng.random() < 0.5:
        return _actions(look, [{"seat": rng.choice(others), "do": "drop"}], refused="out_of_turn")
    if "exchange" in possible:
        return _actions(look, [{"seat": turn, "do": "exchange", "count": HAND_SIZE + 1}], refused="bad_amount")
    return _actions(look, [{"seat": turn, "do": "exchange", "count": 1}], refused="illegal_action")


def _take_back(rng: Random, look: Look) -> Move:
    """The last actions, which were wrong; signed after a hand, and where the server's clock did one of them."""
    taken = look.play["actions"]
    count = min(len(taken), rng.choice(UNDONE))
    undone = taken[-count:]
    by_clock = look.rules["terms"].get("clock_mode") == "server" and any(one["do"] == "timeout" for one in undone)
    sent = {"number": look.round["number"], "take_back": count}
    # Put right in the same call: the same again, which is always possible.
    if rng.random() < PUT_RIGHT and not any(one["do"] == "timeout" for one in undone):
        sent["actions"] = undone
    return Move("take_actions", sent, signed=by_clock or look.play["shown"])


def _showing(rng: Random, look: Look, hands: dict[int, str]) -> Iterator[Move]:
    """Hands as they are shown, mistakes first now and then; at last the settlement."""
    number, shown = look.round["number"], look.play["shown"]
    if rng.random() < VOID_SHOWN:
        yield _void(rng, look, signed=look.play["decided"])
        return
    if rng.random() < (TAKEN_BACK_SHOWN if shown else TAKEN_BACK):
        hands.clear()
        yield _take_back(rng, look)
        return
    dealt(rng, look, hands)
    entered = sorted(look.play["hands"])
    if entered and rng.random() < SHOWN_AGAIN:
        seat = rng.choice(entered)
        yield _hands(look, [{"seat": int(seat), "cards": None}])
        return
    rows = [{"seat": seat, "cards": hands[seat]} for seat in look.round["hands_needed"]]
    if rows:
        yield from _enter(rng, look, rows)
        return
    yield Move("settle_round", {"number": number})


def _enter(rng: Random, look: Look, rows: list[JSON]) -> Iterator[Move]:
    if rng.random() < CARD_TWICE and len(rows) > 1:
        twice = rows[0]["cards"][:CARD] + rows[1]["cards"][CARD:]
        yield _hands(look, [rows[0], {**rows[1], "cards": twice}], refused="duplicate_card")
    if rng.random() < CARD_TOO_FEW:
        yield _hands(look, [{**rows[0], "cards": rows[0]["cards"][CARD:]}], refused="wrong_card_count")
    if rng.random() < ALL_HANDS_AT_ONCE:
        yield _hands(look, rows)
        return
    for row in rows:
        yield _hands(look, [row])


def _actions(look: Look, actions: list[JSON], refused: str = "") -> Move:
    return Move("take_actions", {"number": look.round["number"], "actions": actions}, refused=refused)


def _hands(look: Look, rows: list[JSON], refused: str = "") -> Move:
    return Move("enter_hands", {"number": look.round["number"], "hands": rows}, refused=refused)


def _void(rng: Random, look: Look, *, signed: bool) -> Move:
    return Move("void_round", {"number": look.round["number"], "reason": rng.choice(VOID_REASONS)}, signed=signed)
