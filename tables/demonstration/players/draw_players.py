"""Simulated players of draw poker between rounds: who comes, goes, plays for a match, loses one (DRAW 1.1, 1.8, 2.1)."""

from collections.abc import Iterator
from random import Random

from tables.demonstration.players.moves import Look, Move
from tables.games.values import FIRST_RULINGS

LEAVES, ARRIVES, SITS_OUT, COMES_BACK, MOVES, RECOUNTED = 0.03, 0.06, 0.02, 0.3, 0.03, 0.02
TRIED_ALL_THE_SAME, BUYS_IN_AGAIN, GIVES_UP = 0.3, 0.4, 0.02
STACKS = (3, 6, 12, 20, 40, 100)
# Times the stack a new player would bring.
RICH = 50
PAIR = 2
MOST_WATCHING, MOST_AT_FOUR = 3, 6


def before_round(rng: Random, look: Look) -> Iterator[Move]:
    """What happens around the table before the next round; at most one thing to a player."""
    there, empty = look.seats("playing", "sitting_out"), look.seats("empty")
    yield from _giving_up(rng, look)
    most = MOST_WATCHING if _has_matches(look) else MOST_AT_FOUR
    for seat in there:
        chance = rng.random()
        if chance < LEAVES:
            yield Move("leave", {"seat": seat})
        elif look.seat(seat)["state"] == "sitting_out":
            if chance < LEAVES + COMES_BACK:
                yield Move("return_to_play", {"seat": seat})
        elif chance < LEAVES + SITS_OUT:
            yield Move("sit_out", {"seat": seat})
        elif chance < LEAVES + SITS_OUT + MOVES and empty:
            yield Move("move", {"seat": seat, "to": empty.pop(rng.randrange(len(empty)))})
        elif chance < LEAVES + SITS_OUT + MOVES + RECOUNTED:
            counted = max(look.unit, look.chips(seat) + look.unit * rng.choice((-2, -1, 1, 2)))
            yield Move("recount", {"seat": seat, "chips": counted, "reason": "miscount"})
    if empty and len(there) < most and rng.random() < ARRIVES:
        yield _sit(rng, look, empty[0])


def open_heads_up(rng: Random, look: Look) -> Iterator[Move]:
    """Bring two players to the table who can begin or go on, trying it now and then when they cannot yet; then open."""
    playing = look.seats("playing")
    if len(playing) != PAIR:
        yield from _to_the_number(rng, look, (PAIR, PAIR))
        return
    lost = [seat for seat in playing if reach(look, seat) < look.rules["terms"]["ante"]]
    goes_on = set(playing) == set(look.state["table"]["match"]) and look.state["table"]["button"]
    if lost and not (goes_on and _is_dealt_for(look)):
        yield from _lost(rng, look, lost[0], tried=bool(goes_on))
    elif goes_on:
        yield Move("open_round", {})
    else:
        yield from _begin_match(rng, look, playing)


def open_four_player(rng: Random, look: Look) -> Iterator[Move]:
    """Bring two to four players with chips to the table, and open."""
    playing = look.seats("playing")
    least, most = 2, 4
    if not least <= len(playing) <= most:
        yield from _to_the_number(rng, look, (least, most))
        return
    broke = [seat for seat in playing if not look.chips(seat)]
    if not broke:
        yield Move("open_round", {})
        return
    if rng.random() < TRIED_ALL_THE_SAME:
        yield Move("open_round", {}, refused="short_chips")
    for seat in broke:
        act = rng.choice(("leave", "sit_out", "buy_in"))
        yield Move(act, {"seat": seat, **({"amount": _stack(rng, look)} if act == "buy_in" else {})})


def _to_the_number(rng: Random, look: Look, limits: tuple[int, int]) -> Iterator[Move]:
    """One player more or less; the table says no before."""
    playing, aside = look.seats("playing"), look.seats("sitting_out")
    if rng.random() < TRIED_ALL_THE_SAME:
        yield Move("open_round", {}, refused="wrong_state")
    if len(playing) > limits[1]:
        yield Move("sit_out", {"seat": rng.choice(playing)})
    elif aside and rng.random() < COMES_BACK:
        yield Move("return_to_play", {"seat": rng.choice(aside)})
    elif look.seats("empty"):
        yield _sit(rng, look, look.seats("empty")[0])
    else:
        yield Move("leave", {"seat": rng.choice(aside or playing)})


def _giving_up(rng: Random, look: Look) -> Iterator[Move]:
    """A player of the match gives it up; now and then another one tries to (DRAW 1.13)."""
    match = look.state["table"]["match"]
    if not match or rng.random() >= GIVES_UP:
        return
    number = look.state["table"]["newest_match"]["number"]
    others = [seat for seat in look.seats("playing", "sitting_out") if seat not in match]
    if others:
        yield Move("give_up_match", {"match": number, "seat": others[0]}, refused="wrong_state")
    yield Move("give_up_match", {"match": number, "seat": rng.choice(match)})


def _is_dealt_for(look: Look) -> bool:
    """Whether a pot is carried that a player without an ante is dealt for (DRAW 1.12)."""
    return bool(look.state["table"]["carry"]) and look.rules["terms"].get("rulings", FIRST_RULINGS) != FIRST_RULINGS


def _lost(rng: Random, look: Look, seat: int, *, tried: bool) -> Iterator[Move]:
    """Neither chips nor markers for an ante: they leave, or buy in again, which begins another match (DRAW 1.8, 1.13)."""
    if tried and rng.random() < TRIED_ALL_THE_SAME:
        nothing = not reach(look, seat)
        yield Move("open_round", {}, refused="short_chips" if nothing else "insufficient_funds")
    if rng.random() < BUYS_IN_AGAIN:
        yield Move("buy_in", {"seat": seat, "amount": _stack(rng, look)})
    else:
        yield Move("leave", {"seat": seat})


def _begin_match(rng: Random, look: Look, playing: list[int]) -> Iterator[Move]:
    """With other players: not while a pot is carried over, and with equal stacks where the house wants them."""
    match = look.state["table"]["match"]
    poorer, richer = sorted(playing, key=look.chips)
    difference = look.chips(richer) - look.chips(poorer)
    unequal = difference and look.rules["terms"]["equal_start"]
    carried = look.state["table"]["carry"]
    if (carried or unequal) and rng.random() < TRIED_ALL_THE_SAME:
        yield Move("open_round", {}, refused="wrong_state")
    if carried:
        yield Move("leave", {"seat": rng.choice(match)})
    elif unequal and look.chips(richer) > RICH * _stack(rng, look):
        # Nobody can be found who matches the winner, and so they go with what they won.
        yield Move("leave", {"seat": richer})
    elif unequal and difference % look.unit:
        counted = look.chips(richer)
        yield Move(
            "recount",
            {"seat": poorer, "chips": counted, "reason": "carried"},
            signed=difference > look.signed_above,
        )
    elif unequal:
        yield Move("buy_in", {"seat": poorer, "amount": difference})
    else:
        yield Move("open_round", {})


def reach(look: Look, seat: int) -> int:
    """Return what the player can still pay, markers counted, in minor units."""
    terms = look.rules["terms"]
    left = terms["marker_count"] - look.seat(seat)["markers_out"]
    reach: int = look.chips(seat) + left * terms["marker_value"]
    return reach


def _has_matches(look: Look) -> bool:
    return "equal_start" in look.rules["terms"]


def _sit(rng: Random, look: Look, seat: int) -> Move:
    return Move("sit", {"seat": seat, "buy_in": _stack(rng, look), "source": rng.choice(("cash", "chips"))})


def _stack(rng: Random, look: Look) -> int:
    terms = look.rules["terms"]
    least: int = terms.get("ante") or terms["opening_min"]
    return look.floored(least * rng.choice(STACKS))
