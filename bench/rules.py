"""How fast the rules are, beside public poker evaluators: `python -m bench.rules`.

All value the same hands, each from its own parsed form, on one core, in turns, so that a busy machine slows all of them.
With seven cards they answer another question (the best five) than the flush and the straight flush valued here; they are
a measure of what Python can do with them. With five cards the question is the same. Nothing is installed:
bench/requirements.txt says what to.
"""

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from tables.games.cards import DECK, card_text, hand_mask
from tables.games.draw.hands import FOUR_PLAYER
from tables.games.draw.hands import HAND_SIZE as FIVE_CARDS
from tables.games.high_card_flush.hands import HAND_SIZE, value
from tables.games.high_card_flush.settlement import settle
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import MAX_PLAYERS, DesignatedPlayer, Player

SEED = 7
HANDS = 10_000
ROUNDS = 2_000
REPEATS = 9
ANTE, BONUS, RAISE, BANK = 1_000, 500, 1_000, 1_000_000
BUTTON = 4
# Targets: rounds a second, and hands as a multiple of the other evaluator's.
ROUNDS_TARGET = 20_000
TARGETS: dict[str, float | None] = {"treys": 8.0, "phevaluator": 1.8, "eval7": None}
FIVE_CARD_TARGETS: dict[str, float | None] = {"treys": 1.2, "pokerkit": 5.0}

Hand = tuple[int, ...]
Work = Callable[[], object]


def main() -> int:
    """Measure and print; the exit status is 1 where a target is missed or an evaluator is not installed."""
    rng = random.Random(SEED)  # noqa: S311 - the same hands every time, not secrets
    others = {name: _module(name) for name in {**TARGETS, **FIVE_CARD_TARGETS}}
    missing = [name for name, module in others.items() if module is None]
    if missing:
        print(f"not installed, so not compared: {', '.join(missing)} (see bench/requirements.txt)")
    found = {name: module for name, module in others.items() if module is not None}
    met = [
        _report_hands(HAND_SIZE, _works(WORKS, value, _hands(rng, HAND_SIZE), found), TARGETS),
        _report_hands(
            FIVE_CARDS, _works(FIVE_CARD_WORKS, FOUR_PLAYER.value, _hands(rng, FIVE_CARDS), found), FIVE_CARD_TARGETS
        ),
        _report_rounds(rng),
    ]
    return 0 if all(met) and not missing else 1


def _hands(rng: random.Random, size: int) -> list[Hand]:
    return [tuple(rng.sample(DECK, size)) for _ in range(HANDS)]


def _works(
    makers: Mapping[str, Callable[[Any, Sequence[Hand]], Work]],
    own: Callable[[int], object],
    hands: Sequence[Hand],
    found: Mapping[str, ModuleType],
) -> dict[str, Work]:
    """The work of each evaluator that is installed, the own first."""
    others = {name: maker(found[name], hands) for name, maker in makers.items() if name in found}
    return {"croupier": _own_work(own, hands), **others}


def _report_hands(size: int, works: dict[str, Work], targets: Mapping[str, float | None]) -> bool:
    """Print hands a second and the median of the ratios made in one repeat each; whether the targets are met."""
    seconds = _interleaved(works)
    met = True
    print(f"hands of {size} cards valued a second, {HANDS} hands, median of {REPEATS} repeats in turns")
    for name, measured in seconds.items():
        line = f"  {name:12} {HANDS / statistics.median(measured):12,.0f}"
        if name != "croupier":
            ratio = statistics.median(theirs / own for theirs, own in zip(measured, seconds["croupier"], strict=True))
            target = targets[name]
            met = met and (target is None or ratio >= target)
            line += f"   croupier is {ratio:5.2f} times as fast" + (f" (target {target})" if target else "")
        print(line)
    return met


def _report_rounds(rng: random.Random) -> bool:
    """Print rounds a second, hands valued and every bet settled; whether the target is met."""
    terms = Terms.parse({"rake": {"mode": "all_players", "amount": 100}})
    rounds = [_deal(rng) for _ in range(ROUNDS)]

    def work() -> None:
        for designated_player, players in rounds:
            settle(terms, designated_player, players)

    rate = ROUNDS / statistics.median(_interleaved({"rounds": work})["rounds"])
    print(f"rounds of {MAX_PLAYERS} players with every bonus placed, valued and settled a second, {ROUNDS} rounds")
    print(f"  {'croupier':12} {rate:12,.0f}   (target {ROUNDS_TARGET:,})")
    return rate >= ROUNDS_TARGET


def _deal(rng: random.Random) -> tuple[DesignatedPlayer, list[Player]]:
    cards = rng.sample(DECK, HAND_SIZE * (MAX_PLAYERS + 1))
    masks = [hand_mask(cards[start : start + HAND_SIZE]) for start in range(0, len(cards), HAND_SIZE)]
    seats = [seat for seat in range(1, MAX_PLAYERS + 2) if seat != BUTTON]
    players = [Player(seat, ANTE, BONUS, BONUS, RAISE, mask) for seat, mask in zip(seats, masks[1:], strict=True)]
    return DesignatedPlayer(BUTTON, BANK, masks[0]), players


def _interleaved(works: dict[str, Work]) -> dict[str, list[float]]:
    """Seconds of every repeat of every work, one repeat of each in turn, after one that is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for repeat in range(REPEATS + 1):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            if repeat:
                seconds[name].append(time.perf_counter() - start)
    return seconds


def _own_work(own: Callable[[int], object], hands: Sequence[Hand]) -> Work:
    masks = [hand_mask(hand) for hand in hands]

    def work() -> None:
        for mask in masks:
            own(mask)

    return work


def _treys_work(treys: Any, hands: Sequence[Hand]) -> Work:
    evaluate = treys.Evaluator().evaluate
    parsed = [[treys.Card.new(card_text(card)) for card in hand] for hand in hands]
    boards = [(cards[:5], cards[5:]) for cards in parsed]

    def work() -> None:
        for board, hole in boards:
            evaluate(board, hole)

    return work


def _pokerkit_work(pokerkit: Any, hands: Sequence[Hand]) -> Work:
    entry_of = pokerkit.StandardLookup().get_entry
    parsed = [tuple(pokerkit.Card.parse("".join(map(card_text, hand)))) for hand in hands]

    def work() -> None:
        for cards in parsed:
            entry_of(cards)

    return work


def _phevaluator_work(phevaluator: Any, hands: Sequence[Hand]) -> Work:
    evaluate = phevaluator.evaluate_cards
    parsed = [tuple(phevaluator.Card(card_text(card)) for card in hand) for hand in hands]

    def work() -> None:
        for cards in parsed:
            evaluate(*cards)

    return work


def _eval7_work(eval7: Any, hands: Sequence[Hand]) -> Work:
    evaluate = eval7.evaluate
    parsed = [[eval7.Card(card_text(card)) for card in hand] for hand in hands]

    def work() -> None:
        for cards in parsed:
            evaluate(cards)

    return work


def _module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


WORKS = {"treys": _treys_work, "phevaluator": _phevaluator_work, "eval7": _eval7_work}
FIVE_CARD_WORKS = {"treys": _treys_work, "pokerkit": _pokerkit_work}

if __name__ == "__main__":
    sys.exit(main())
