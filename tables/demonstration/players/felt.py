"""Simulated players and their dealer in a round of High Card Flush, mistakes and their mending included (OPS 5)."""

from collections.abc import Iterator, Mapping
from random import Random

from tables.demonstration.players.moves import CARD, Look, Move, dealt, flush_length
from tables.games.values import JSON, VoidReason

SAME_AGAIN, ONE_BY_ONE, BONUS, CHIPS_SEEN = 0.3, 0.3, 0.65, 0.03
SENT_ANEW, FOUND, TAKEN_BACK, OVERRIDDEN, SLIP = 0.06, 0.03, 0.02, 0.02, 0.03
FOLDS_WITH = {1: 0.7, 2: 0.6, 3: 0.15}
FOLDS_ANYWAY, WALKS_AWAY, RAISES_LESS, RAISES_ABOVE, RAISES_BETWEEN = 0.02, 0.02, 0.2, 0.08, 0.1
WRONG_CARD, CARD_TWICE, ALL_HANDS_AT_ONCE = 0.03, 0.02, 0.2
VOID, DEAD_DEAL, DEAD_DEAL_DECIDED, CHANGED_AFTER_HAND = 0.015, 0.01, 0.008, 0.01
DEAD_DEAL_REASONS = [str(reason) for reason in VoidReason if reason != VoidReason.OTHER]
MULTIPLES = (1, 1, 1, 2, 2, 3, 5)
MOST_HANDS = 6
WAGERED = ("ante", "straight_flush", "flush")


def in_round(rng: Random, look: Look, hands: dict[int, str]) -> Iterator[Move]:
    """What happens next in a round, from wherever it stands."""
    state = look.round["state"]
    if state == "settled":
        yield Move("close_round", {"number": look.round["number"]})
        return
    if state == "betting":
        yield from betting(rng, look)
        return
    if not hands:
        hands |= dealt(rng, look)
    yield from (deciding if state == "dealt" else showing)(rng, look, hands)


def betting(rng: Random, look: Look) -> Iterator[Move]:
    """Wagers until the deal; or the round is void."""
    number = look.round["number"]
    wagers: Mapping[str, JSON] = look.play["wagers"]
    if rng.random() < VOID:
        yield _void(number, rng.choice(DEAD_DEAL_REASONS))
        return
    if not wagers:
        yield from _first_wagers(rng, look)
        return
    for seat, there in sorted(wagers.items()):
        chance = rng.random()
        if chance < SENT_ANEW:
            more = _wager(rng, look, look.chips(int(seat)) + sum(there.values()))
            if more:
                yield Move("enter_wagers", {"number": number, "wagers": [{"seat": int(seat), **more}]})
        elif chance < SENT_ANEW + TAKEN_BACK and len(wagers) > 1:
            yield Move("enter_wagers", {"number": number, "wagers": [{"seat": int(seat)}]})
            break
    yield Move("deal", {"number": number})


def deciding(rng: Random, look: Look, hands: dict[int, str]) -> Iterator[Move]:
    """Fold, Raise or walk away; before that, a dead deal, a wager found different, or a slip that is put right."""
    number, undecided = look.round["number"], look.round["undecided"]
    if not look.play["decisions"]:
        if rng.random() < DEAD_DEAL:
            yield _void(number, rng.choice(DEAD_DEAL_REASONS))
            return
        found = _found_wager(rng, look) if rng.random() < FOUND else None
        if found:
            # What stands behind the wagers is another amount now: decide on a new look.
            yield Move("enter_wagers", {"number": number, "wagers": [found]})
            return
        slip = _slip(rng, look) if rng.random() < SLIP else None
        if slip:
            # A hand that is added has its cards too: nobody has shown any yet.
            hands.clear()
            yield slip
            return
    decisions = [_decision(rng, look, seat, hands[seat]) for seat in undecided]
    if rng.random() < ONE_BY_ONE:
        for decision in decisions:
            yield _decide(look, [decision])
    else:
        yield _decide(look, decisions)


def showing(rng: Random, look: Look, hands: Mapping[int, str]) -> Iterator[Move]:
    """Hands as they are shown, wrong ones first now and then; at last the settlement."""
    number, needed, entered = look.round["number"], look.round["hands_needed"], look.play["hands"]
    if rng.random() < DEAD_DEAL_DECIDED:
        yield _void(number, rng.choice(DEAD_DEAL_REASONS), signed=True)
        return
    if not entered and rng.random() < SENT_ANEW:
        yield _decide(look, [_another_decision(rng, look, hands)])
        return
    if needed:
        yield from _hands(rng, look, hands)
        return
    if entered and rng.random() < CHANGED_AFTER_HAND:
        decision = _another_decision(rng, look, hands)
        if look.play["decisions"][str(decision["seat"])] != decision:
            yield _decide(look, [decision], signed=True)
            return
    yield Move("settle_round", {"number": number})


def _first_wagers(rng: Random, look: Look) -> Iterator[Move]:
    number, button = look.round["number"], look.round["designated_player"]
    players = [seat for seat in look.seats("playing") if seat != button][:MOST_HANDS]
    if rng.random() < SAME_AGAIN and any(look.seat(seat)["last_wagers"] for seat in players):
        yield Move("enter_wagers", {"number": number, "same_again": True})
        return
    placed = [{"seat": seat, **wager} for seat in players if (wager := _wager_or_seen(rng, look, seat))]
    if not placed:
        yield _void(number, "other")
    elif rng.random() < ONE_BY_ONE:
        for wager in placed:
            yield _wagers(look, [wager])
    else:
        yield _wagers(look, placed)


def _wagers(look: Look, placed: list[JSON]) -> Move:
    signed = any(_short(look, wager) > look.signed_above or wager.get("override") for wager in placed)
    return Move("enter_wagers", {"number": look.round["number"], "wagers": placed}, signed=signed)


def _short(look: Look, wager: JSON) -> int:
    stakes = sum(wager.get(spot, 0) for spot in WAGERED)
    return int(stakes + wager["ante"] + look.player_rake - look.chips(wager["seat"]))


def _wager_or_seen(rng: Random, look: Look, seat: int) -> JSON | None:
    """What a player can afford; seldom more than is tracked, with chips that the dealer sees (OPS 2.2)."""
    if rng.random() < CHIPS_SEEN:
        ante = look.floored(min(look.rules["limits"]["ante"]["max"], look.chips(seat)))
        if ante >= look.ante:
            return {"ante": ante, "seen": True}
    if rng.random() < OVERRIDDEN:
        over = look.rules["limits"]["ante"]["max"] + look.unit
        if look.chips(seat) >= 2 * over + look.player_rake:
            return {"ante": over, "override": True}
    return _wager(rng, look, look.chips(seat))


def _wager(rng: Random, look: Look, chips: int) -> JSON | None:
    """An Ante and bonuses within the limits that leave a 1x Raise and the rake behind them (HCF 3.5)."""
    limits = look.rules["limits"]
    most = min(look.floored((chips - look.player_rake) // 2), limits["ante"]["max"])
    if most < look.ante:
        return None
    wager = {"ante": min(most, look.ante * rng.choice(MULTIPLES))}
    left = chips - look.player_rake - 2 * wager["ante"]
    for spot in WAGERED[1:]:
        if limits[spot] is None:
            continue
        amount = min(limits[spot]["min"] * rng.choice(MULTIPLES), limits[spot]["max"])
        if rng.random() < BONUS and amount <= left:
            wager[spot] = amount
            left -= amount
    return wager


def _found_wager(rng: Random, look: Look) -> JSON | None:
    """One chip more or less on an Ante, seen after the deal; where it can be paid with a 1x Raise behind it."""
    seat = rng.choice(sorted(look.play["wagers"]))
    there = look.play["wagers"][seat]
    ante = there["ante"] + look.unit * rng.choice((-1, 1))
    if ante <= 0 or look.chips(int(seat)) < ante - there["ante"] + ante:
        return None
    return {"seat": int(seat), **there, "ante": ante, "found": True}


def _slip(rng: Random, look: Look) -> Move | None:
    """A bank one chip too low, a hand that was not dealt, or one that was not entered, put right under the floor's signature."""
    number, button, wagers = look.round["number"], look.round["designated_player"], look.play["wagers"]
    beside = [seat for seat in look.seats("playing") if seat != button and str(seat) not in wagers]
    what = rng.choice(("bank", "removed", "added"))
    if what == "bank" and look.chips(button) >= look.unit:
        return Move("change_bank", {"number": number, "bank": look.round["bank_declared"] + look.unit}, signed=True)
    if what == "removed" and len(wagers) > 1:
        return Move("enter_wagers", {"number": number, "removed": [int(rng.choice(sorted(wagers)))]}, signed=True)
    if what == "added" and beside and len(wagers) < MOST_HANDS:
        seat = rng.choice(beside)
        wager = _wager(rng, look, look.chips(seat))
        found = {"seat": seat, "found": True, **(wager or {})}
        return Move("enter_wagers", {"number": number, "wagers": [found]}, signed=True) if wager else None
    return None


def _decision(rng: Random, look: Look, seat: int, hand: str) -> JSON:
    length = flush_length(hand)
    chance = rng.random()
    if chance < WALKS_AWAY:
        return {"seat": seat, "decision": "walk_away"}
    if chance < WALKS_AWAY + FOLDS_WITH.get(length, FOLDS_ANYWAY):
        return {"seat": seat, "decision": "fold"}
    return {"seat": seat, "decision": "raise", "raise": _raise(rng, look, seat, length)}


def _raise(rng: Random, look: Look, seat: int, length: int) -> int:
    """As much as the hand allows; sometimes less, sometimes more, never more than they have."""
    ante: int = look.play["wagers"][str(seat)]["ante"]
    caps: Mapping[str, int] = look.rules["terms"]["raise_caps"]
    cap, most = caps[str(max(length, 2))], max(caps.values())
    chance = rng.random()
    amount = ante * cap
    if chance < RAISES_LESS:
        amount = ante
    elif chance < RAISES_LESS + RAISES_ABOVE:
        amount = ante * most
    elif chance < RAISES_LESS + RAISES_ABOVE + RAISES_BETWEEN and cap > 1:
        amount = max(ante, look.floored(ante * 3 // 2))
    return amount if amount <= look.chips(seat) else ante


def _another_decision(rng: Random, look: Look, hands: Mapping[int, str]) -> JSON:
    """Return a decision as it is put right: from fold to a 1x Raise if the player can pay it, or the other way."""
    seat = rng.choice(sorted(look.play["decisions"]))
    old = look.play["decisions"][seat]
    ante = look.play["wagers"][seat]["ante"]
    if old["decision"] != "raise" and look.chips(int(seat)) >= ante:
        return {"seat": int(seat), "decision": "raise", "raise": ante}
    return {"seat": int(seat), "decision": "fold"}


def _decide(look: Look, decisions: list[JSON], *, signed: bool = False) -> Move:
    return Move("enter_decisions", {"number": look.round["number"], "decisions": decisions}, signed=signed)


def _hands(rng: Random, look: Look, hands: Mapping[int, str]) -> Iterator[Move]:
    number = look.round["number"]
    rows: list[JSON] = [{"seat": seat, "cards": hands[seat]} for seat in look.round["hands_needed"]]
    if rng.random() < CARD_TWICE and len(rows) > 1:
        twice = rows[0]["cards"][:CARD] + rows[1]["cards"][CARD:]
        sent = [rows[0], {**rows[1], "cards": twice}]
        yield Move("enter_hands", {"number": number, "hands": sent}, refused="duplicate_card")
    if rng.random() < ALL_HANDS_AT_ONCE:
        yield Move("enter_hands", {"number": number, "hands": rows})
        return
    for row in rows:
        wrong = _misread(rng, row["cards"], hands) if rng.random() < WRONG_CARD else ""
        if wrong:
            yield Move("enter_hands", {"number": number, "hands": [{**row, "cards": wrong}]})
        yield Move("enter_hands", {"number": number, "hands": [row]})


def _misread(rng: Random, cards: str, hands: Mapping[int, str]) -> str:
    """The hand with one card read as another that nobody holds."""
    held = "".join(hands.values())
    held_cards = {held[start : start + CARD] for start in range(0, len(held), CARD)}
    free = [rank + suit for rank in "23456789TJQKA" for suit in "shdc" if rank + suit not in held_cards]
    return rng.choice(free) + cards[CARD:] if free else ""


def _void(number: int, reason: str, *, signed: bool = False) -> Move:
    words = {"words": "nobody has the chips for a wager"} if reason == "other" else {}
    return Move("void_round", {"number": number, "reason": reason, **words}, signed=signed)
