"""Simulated players between rounds: who comes and goes, buys in, is counted, takes the bank (OPS 2, 3)."""

from collections.abc import Iterator
from random import Random

from tables.demonstration.players.moves import Look, Move
from tables.games.values import JSON, clockwise

FEWEST, FULL = 4, 6
# How often something happens to a seat between two rounds.
LEAVES, ARRIVES, RECOUNTED, RECOUNTED_LARGE, SITS_OUT, CHANGES_MIND, MOVES = 0.02, 0.2, 0.02, 0.004, 0.01, 0.02, 0.01
COMES_BACK, WITH_CARD, WITH_CHIPS = 0.5, 0.2, 0.2
DECLINES, ASKED_ONE_BY_ONE, SMALL_BANK = 0.35, 0.15, 0.35
WHOLE_STACK = 0.15
RECOUNT_REASONS = ("tip", "passed", "carried", "miscount")


def before_round(rng: Random, look: Look) -> Iterator[Move]:
    """What happens around the table before the next round is opened."""
    there = len(look.seats("playing", "sitting_out"))
    empty = look.seats("empty")
    for seat in look.seats("playing", "sitting_out", "empty"):
        state = look.seat(seat)["state"]
        if state == "empty":
            if seat in empty and there < FULL and (there < FEWEST or rng.random() < ARRIVES):
                there += 1
                empty.remove(seat)
                yield Move("sit", {"seat": seat, "buy_in": _stack(rng, look), **_arrival(rng)})
        elif there > FEWEST and rng.random() < LEAVES:
            there -= 1
            yield Move("leave", {"seat": seat})
        elif state == "sitting_out":
            if rng.random() < COMES_BACK:
                yield Move("return_to_play", {"seat": seat})
        elif look.chips(seat) < _comfortable(look):
            yield Move("buy_in", {"seat": seat, "amount": _stack(rng, look), "source": "cash"})
        elif empty and rng.random() < MOVES:
            yield Move("move", {"seat": seat, "to": empty.pop()})
        else:
            yield from _at_own_seat(rng, look, seat)


def offers(rng: Random, look: Look) -> Iterator[Move]:
    """Offer the bank round the table until a player takes it, and open the round (OPS 3.1)."""
    designation = look.state["designation"]
    taken = designation["accepted"]
    if taken is not None and taken["bank"] <= designation["most_bank"].get(str(taken["seat"]), -1):
        yield Move("open_round", {})
        return
    asked = () if taken is not None or designation["stopped"] else designation["answers"]
    done = {answer["seat"] for answer in asked}
    willing = [
        seat
        for seat in clockwise(look.seats("playing", "sitting_out"), look.state["table"]["button"] or 0)
        if seat not in done and str(seat) not in designation["ineligible"] and not look.seat(seat)["standing_decline"]
    ]
    if not willing:
        yield from _make_willing(rng, look)
        return
    answers = _answers(rng, look, willing)
    if rng.random() < ASKED_ONE_BY_ONE:
        for answer in answers:
            yield Move("offer_designation", {"offers": [answer]})
    elif answers[-1]["answer"] == "accepted":
        yield Move("open_round", {"offers": answers})
    else:
        yield Move("open_round", {"offers": answers}, refused="no_designated_player")


def _answers(rng: Random, look: Look, willing: list[int]) -> list[JSON]:
    answers: list[JSON] = []
    for seat in willing:
        if rng.random() >= DECLINES:
            return [*answers, {"seat": seat, "answer": "accepted", "bank": _bank(rng, look, seat)}]
        answers.append({"seat": seat, "answer": "declined"})
    return answers


def _bank(rng: Random, look: Look, seat: int) -> int:
    """Often the least or a few Antes more, so that hands are dead; seldom the whole stack."""
    designation = look.state["designation"]
    least: int = designation["least_bank"]
    most: int = designation["most_bank"][str(seat)]
    if rng.random() < SMALL_BANK:
        return min(most, look.floored(least + look.ante * rng.randrange(6)))
    return most if rng.random() < WHOLE_STACK else max(least, look.floored(most * rng.randrange(30, 90) // 100))


def _make_willing(rng: Random, look: Look) -> Iterator[Move]:
    """Nobody can or will take the bank: chips are bought, players come back or change their minds."""
    for seat in look.seats("playing", "sitting_out"):
        if look.seat(seat)["standing_decline"]:
            yield Move("standing_decline", {"seat": seat, "on": False})
        if look.seat(seat)["state"] == "sitting_out":
            yield Move("return_to_play", {"seat": seat})
        if look.chips(seat) < _comfortable(look):
            yield Move("buy_in", {"seat": seat, "amount": _stack(rng, look), "source": "cash"})


def _at_own_seat(rng: Random, look: Look, seat: int) -> Iterator[Move]:
    chance = rng.random()
    chips = look.chips(seat)
    if chance < RECOUNTED_LARGE:
        counted = chips + look.signed_above + look.unit
        yield Move("recount", {"seat": seat, "chips": counted, "reason": "carried"}, signed=True)
    elif chance < RECOUNTED:
        counted = chips + look.unit * rng.choice((-3, -1, 1, 2))
        yield Move("recount", {"seat": seat, "chips": counted, "reason": rng.choice(RECOUNT_REASONS)})
    elif chance < RECOUNTED + SITS_OUT:
        yield Move("sit_out", {"seat": seat})
    elif chance < RECOUNTED + SITS_OUT + CHANGES_MIND:
        yield Move("standing_decline", {"seat": seat, "on": not look.seat(seat)["standing_decline"]})


def _arrival(rng: Random) -> JSON:
    card = {"player_card": f"SIM{rng.randrange(10**9):09d}"} if rng.random() < WITH_CARD else {}
    return {"source": "chips" if rng.random() < WITH_CHIPS else "cash", **card}


def _comfortable(look: Look) -> int:
    """Below this a player buys in: the bank they must be able to declare, and some rounds' wagers."""
    least: int = look.rules["designation"]["min_bank"]
    return least + 8 * look.ante


def _stack(rng: Random, look: Look) -> int:
    return look.floored(_comfortable(look) * rng.randrange(10, 40) // 10)
