"""The hands of a showdown in words, and the card that decided it (DRAW 1.9, 2.6)."""

from collections.abc import Iterable, Mapping
from typing import Any

from tables.games.cards import hand_mask, parse_cards
from tables.games.draw.hands import Ranking, ShownHand, shown_hand
from tables.web.tablet.draw.pots import SharedPot
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


def decided(hands: Mapping[int, ShownHand], pots: Iterable[SharedPot]) -> list[str]:
    """The cards by which the winners of the pots beat the next best hand there; none where the names of the hands say it."""
    said = []
    for pot in pots:
        winner = next((seat for seat in pot.shares if seat in hands), None)
        if winner is None:
            continue
        behind = [hands[seat] for seat in pot.seats if seat in hands and seat not in pot.shares]
        if behind:
            said.append(what_decided(winner, hands[winner], max(behind)))
    return [*dict.fromkeys(sentence for sentence in said if sentence)]
