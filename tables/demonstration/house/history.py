"""Corrections of settled rounds of simulated tables, good ones and such as have to be refused (OPS 5.8)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from tables.demonstration.players.draw_hands import cards_of
from tables.demonstration.players.moves import MANAGER, Move
from tables.games.calculator import settle_recorded
from tables.games.cards import DECK, card_text
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.values import JSON
from tables.models import Settlement

REASONS = [reason for reason in Settlement.Reason.values if reason != Settlement.Reason.OTHER]
BONUSES = ("flush", "straight_flush")
TRIES = 4


def correction(rng: Random, number: int, inputs: Sequence[JSON], *, back: bool) -> Iterator[Move]:
    """What was entered is entered anew; back to the beginning where `back`; what cannot be is refused.

    The rules themselves say beforehand what is to be refused, and how.
    """
    newest = inputs[-1]
    slips = SLIPS[newest["game"]]
    sent: JSON | None = None
    refused = ""
    for _try in range(TRIES):
        sent = _as_before(newest["game"], inputs[0], newest) if back else rng.choice(slips)(rng, newest)
        refused = _refusal(newest, sent) if sent else "nothing"
        if not refused:
            break
    if sent:
        moved = {"number": number, "corrections": sent, "reason": rng.choice(REASONS)}
        yield Move("correct_round", moved, by=MANAGER if rng.random() < 0.5 else "dealer", signed=True, refused=refused)


def _refusal(newest: JSON, sent: JSON) -> str:
    """The code with which the rules refuse it, or nothing."""
    try:
        document = GAMES[newest["game"]].corrected(newest, sent)
        settle_recorded(document)
    except RuleError as error:
        return error.code
    return "bad_field" if document == newest else ""


def _as_before(game: str, first: JSON, newest: JSON) -> JSON:
    """All that was entered at first, in the place of what stands there now."""
    if game != "high_card_flush":
        hands = {**dict.fromkeys(newest.get("hands", {})), **first.get("hands", {})}
        rows = [{"seat": int(seat), "cards": cards} for seat, cards in hands.items()]
        return {"actions": first["actions"], **({"hands": rows} if rows else {})}
    seats = first["seats"]
    return {
        "wagers": [_only(seat, ("seat", "ante", *BONUSES)) for seat in seats],
        "decisions": [_only(seat, ("seat", "decision", "raise")) for seat in seats],
        "hands": [{"seat": seat["seat"], "cards": seat.get("cards")} for seat in [*seats, first["designated_player"]]],
    }


def _only(entry: Mapping[str, object], keys: Sequence[str]) -> JSON:
    return {key: entry[key] for key in keys if key in entry}


def _hands_of(document: JSON) -> dict[int, str]:
    """The hands that were entered, by seat."""
    if document["game"] != "high_card_flush":
        return {int(seat): cards for seat, cards in document.get("hands", {}).items()}
    entries = [*document["seats"], document["designated_player"]]
    return {entry["seat"]: entry["cards"] for entry in entries if entry.get("cards")}


def _free(rng: Random, document: JSON) -> list[str]:
    """The cards that lie in no hand, shuffled."""
    held = {card for hand in _hands_of(document).values() for card in cards_of(hand)}
    deck = document["rules"]["terms"].get("deck", len(DECK))
    cards = [card_text(card) for card in DECK]
    lowest = {"2", "3", "4", "5", "6"} if deck < len(DECK) else set()
    free = [card for card in cards if card not in held and card[0] not in lowest]
    rng.shuffle(free)
    return free


def _misread(rng: Random, document: JSON) -> JSON | None:
    """One to all cards of a hand are others."""
    hands = _hands_of(document)
    if not hands:
        return None
    seat = rng.choice(sorted(hands))
    cards, free = cards_of(hands[seat]), _free(rng, document)
    count = min(len(free), rng.choice((1, 1, 2, len(cards))))
    return {"hands": [{"seat": seat, "cards": "".join([*free[:count], *cards[count:]])}]}


def _swapped(rng: Random, document: JSON) -> JSON | None:
    """Two hands were entered at each other's seats."""
    hands = _hands_of(document)
    if len(hands) < 2:
        return None
    one, other = rng.sample(sorted(hands), 2)
    return {"hands": [{"seat": one, "cards": hands[other]}, {"seat": other, "cards": hands[one]}]}


def _other_wager(rng: Random, document: JSON) -> JSON:
    """An Ante of other chips, a bonus more or less; a Raise that no longer reaches the Ante is entered anew too."""
    seat, unit = rng.choice(document["seats"]), document["rules"]["chip_unit"]
    ante = max(unit, seat["ante"] + unit * rng.choice((-20, -5, -1, 0, 1, 5, 50)))
    wager = {"seat": seat["seat"], "ante": ante}
    wager |= {spot: unit * rng.choice((1, 5, 25)) for spot in BONUSES if rng.random() < 0.5}
    raised = seat.get("raise")
    if raised is None or ante <= raised:
        return {"wagers": [wager]}
    return {"wagers": [wager], "decisions": [{"seat": seat["seat"], "decision": "raise", "raise": ante}]}


def _other_decision(rng: Random, document: JSON) -> JSON:
    """Who folded has raised, with a hand that is entered for it; who raised has folded, or raised otherwise."""
    seat = rng.choice(document["seats"])
    if seat["decision"] == "raise" and rng.random() < 0.5:
        return {"decisions": [{"seat": seat["seat"], "decision": rng.choice(("fold", "walk_away"))}]}
    raised = seat["ante"] * rng.choice((1, 2, 3, 4))
    free, hands = iter(_free(rng, document)), _hands_of(document)
    needed = [number for number in (seat["seat"], document["designated_player"]["seat"]) if number not in hands]
    rows = [{"seat": number, "cards": "".join(next(free, "") for _card in range(7))} for number in needed]
    decision = {"seat": seat["seat"], "decision": "raise", "raise": raised}
    return {"decisions": [decision], **({"hands": rows} if rows else {})}


def _other_actions(rng: Random, document: JSON) -> JSON:
    """One number was another, the last action was a drop, or a player dropped before; hands for those who show then."""
    actions = [dict(action) for action in document["actions"]]
    unit, chance, place = document["rules"]["chip_unit"], rng.random(), rng.randrange(len(actions))
    chosen = actions[place]
    if chance < 0.4:
        chosen = rng.choice([action for action in actions if len(action) > 2] or actions)
        if "count" in chosen:
            chosen["count"] = rng.randint(0, 5)
        elif "amount" in chosen:
            chosen["amount"] = max(unit, chosen["amount"] + unit * rng.choice((-2, -1, 1, 2)))
    elif chance < 0.8:
        actions[place:] = [{"seat": chosen["seat"], "do": "drop"}]
    elif chosen["do"] == "drop":
        actions[place:] = [{"seat": chosen["seat"], "do": rng.choice(("call", "draw", "pay"))}]
    rows = _hands_for_all(rng, document) if rng.random() < 0.5 else []
    return {"actions": actions, **({"hands": rows} if rows else {})}


def _hands_for_all(rng: Random, document: JSON) -> list[JSON]:
    """A hand for every player who has none yet."""
    free, hands = iter(_free(rng, document)), _hands_of(document)
    missing = [entry["seat"] for entry in document["seats"] if entry["seat"] not in hands]
    return [{"seat": seat, "cards": "".join(next(free, "") for _card in range(5))} for seat in missing]


Slip = Callable[[Random, JSON], JSON | None]
DRAW: tuple[Slip, ...] = (_misread, _swapped, _other_actions, _other_actions)
SLIPS: Mapping[str, tuple[Slip, ...]] = {
    "high_card_flush": (_misread, _swapped, _other_wager, _other_decision),
    "heads_up_draw": DRAW,
    "four_player_draw": DRAW,
}
