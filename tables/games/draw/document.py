"""Settling a hand of a draw game given as a document, and the answer as a document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.games.draw import four_player, heads_up
from tables.games.draw.betting import Hand, Player, play, seats_that_show, verify_over
from tables.games.draw.four_player import FourPlayerHand
from tables.games.draw.four_player_settlement import settle as settle_four_player
from tables.games.draw.hands import deck_mask
from tables.games.draw.heads_up import HeadsUpHand
from tables.games.draw.heads_up_settlement import settle as settle_heads_up
from tables.games.draw.reading import (
    Form,
    in_order_of,
    read_action,
    read_hands,
    verify_amounts,
    verify_fields,
    verify_seats,
)
from tables.games.draw.terms import DrawTerms, FourPlayerTerms, HeadsUpTerms
from tables.games.errors import RuleError

JSON = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DrawRules:
    """What makes one of the draw games: how it is written, how a hand begins and how it is settled."""

    key: str
    form: Form
    start: Callable[[Any, Mapping[str, Any]], Hand]
    """The hand before its first action, of terms and document; raises `insufficient_funds`."""
    settle: Callable[[Any, Mapping[int, int]], JSON]
    """The answer but for the game's name, of a hand that is over and the hands shown."""


def settle_document(
    rules: DrawRules, document: Mapping[str, Any], read_terms: Callable[[object], DrawTerms]
) -> dict[str, Any]:
    """Settle one parsed input of `settle`; raises the first RuleError in the order of the codes.

    `read_terms` reads what stands under `rules`.
    """
    verify_fields(document, rules.form)
    terms = read_terms(document.get("rules", {}))
    verify_seats(document, rules.form)
    verify_amounts(document, terms)
    actions = [read_action(entry, rules.form, terms) for entry in document["actions"]]
    fault: RuleError | None = None
    shown: list[int] = []
    try:
        hand = play(rules.start(terms, document), actions)
        verify_over(hand)
        shown = in_order_of(document["seats"], seats_that_show(hand))
    except RuleError as error:
        # A fault of the cards comes before one of the game in the order of the codes.
        fault = error
    masks = read_hands(document.get("hands", {}), shown, deck_mask(terms.deck))
    if fault is not None:
        raise fault
    return {"game": rules.key, **rules.settle(hand, masks)}


def _players(seats: Sequence[Mapping[str, Any]]) -> list[Player]:
    return [Player(entry["seat"], entry["stack"], markers_out=entry.get("markers_out", 0)) for entry in seats]


def _start_heads_up(terms: HeadsUpTerms, document: Mapping[str, Any]) -> Hand:
    return heads_up.start(terms, document.get("carry", 0), _players(document["seats"]), document["first"])


def _start_four_player(terms: FourPlayerTerms, document: Mapping[str, Any]) -> Hand:
    return four_player.start(terms, _players(document["seats"]), document["button"])


def _heads_up_answer(hand: HeadsUpHand, masks: Mapping[int, int]) -> JSON:
    settlement = settle_heads_up(hand, masks)
    return {
        "result": settlement.result,
        "winners": list(settlement.winners),
        "pot": settlement.pot,
        "carry": settlement.carry,
        "seats": [seat._asdict() for seat in settlement.seats],
    }


def _four_player_answer(hand: FourPlayerHand, masks: Mapping[int, int]) -> JSON:
    settlement = settle_four_player(hand, masks)
    return {
        "pot": settlement.pot,
        "winners": list(settlement.winners),
        "seats": [seat._asdict() for seat in settlement.seats],
        "rake": settlement.rake,
    }


HEADS_UP = DrawRules(
    key="heads_up_draw",
    form=Form(
        place="first",
        keys=(("game", "first", "seats", "actions"), ("rules", "carry", "hands")),
        seat_keys=(("seat", "stack"), ("markers_out",)),
        action_numbers=heads_up.ACTION_NUMBERS,
        fewest=heads_up.PLAYERS,
        most=heads_up.PLAYERS,
    ),
    start=_start_heads_up,
    settle=_heads_up_answer,
)
FOUR_PLAYER = DrawRules(
    key="four_player_draw",
    form=Form(
        place="button",
        keys=(("game", "button", "seats", "actions"), ("rules", "hands")),
        seat_keys=(("seat", "stack"), ()),
        action_numbers=four_player.ACTION_NUMBERS,
        fewest=four_player.FEWEST_PLAYERS,
        most=four_player.MOST_PLAYERS,
    ),
    start=_start_four_player,
    settle=_four_player_answer,
)
