"""Settling a hand of a draw game given as a document, and the answer as a document."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.games.cards import read_hands
from tables.games.draw.betting import play, seats_that_show, verify_over
from tables.games.draw.hands import HAND_SIZE, deck_mask
from tables.games.draw.reading import (
    in_order_of,
    missing_cards,
    read_action,
    verify_amounts,
    verify_fields,
    verify_hands_of_seats,
    verify_seats,
)
from tables.games.draw.rules import DrawRules
from tables.games.draw.terms import DrawTerms
from tables.games.errors import RuleError
from tables.games.reading import read_each


def settle_document(
    rules: DrawRules, document: Mapping[str, Any], read_terms: Callable[[object], DrawTerms]
) -> dict[str, Any]:
    """Settle one parsed input of `settle`; raises the first RuleError in the order of the codes.

    `read_terms` reads what stands under `rules`.
    """
    verify_fields(document, rules.form)
    terms = read_terms(document.get("rules", {}))
    verify_seats(document, rules.form)
    verify_hands_of_seats(document)
    verify_amounts(document, terms)
    actions = read_each(document["actions"], "actions", lambda entry: read_action(entry, rules.form, terms))
    fault: RuleError | None = None
    shown: list[int] = []
    try:
        hand = play(rules.start(terms, document), actions)
        verify_over(hand)
        shown = in_order_of(document["seats"], seats_that_show(hand))
    except RuleError as error:
        # A fault of the cards comes before one of the game in the order of the codes.
        fault = error
    hands = {int(seat): cards for seat, cards in document.get("hands", {}).items()}
    for seat in shown:
        if seat not in hands:
            raise missing_cards(seat)
    masks = read_hands(hands, HAND_SIZE, deck_mask(terms.deck))
    if fault is not None:
        raise fault
    return {"game": rules.key, **rules.settle(hand, masks)}
