"""The hands of a showdown in words, and the card that decided it (DRAW 1.9, 2.6)."""

from collections.abc import Mapping
from typing import Any

from tables.games.cards import hand_mask, parse_cards
from tables.games.draw.hands import Ranking, ShownHand, shown_hand
from tables.web.tablet.draw.seats import seats_that_show
from tables.web.words.five_cards import what_decided


def shown_hands(round_: Mapping[str, Any] | None, ranking: Ranking) -> dict[int, ShownHand]:
    """The hands that are compared, by seat, in the order in which the players act."""
    cards = round_["play"]["hands"] if round_ else {}
    return {
        seat: shown_hand(ranking, hand_mask(parse_cards(cards[str(seat)])))
        for seat in seats_that_show(round_)
        if str(seat) in cards
    }


def decided(hands: Mapping[int, ShownHand]) -> str:
    """The card by which the best hand beat the next best of its category; empty where their names, or a tie, say it."""
    best_first = sorted(hands, key=lambda seat: -hands[seat].value)
    behind = [seat for seat in best_first if hands[seat].value < hands[best_first[0]].value]
    return what_decided(best_first[0], hands[best_first[0]], hands[behind[0]]) if behind else ""
