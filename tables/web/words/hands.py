"""What a hand of seven cards comes to, in words for the players at the table too (LOOK 1.9); every wording is whole, to be translated."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tables.games.cards import hand_mask, parse_cards
from tables.games.high_card_flush.hands import HandValue, flush_text, straight_flush_text, value
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import Spot
from tables.web.words import Words

SUITED: Mapping[str, Words] = {
    "2s": lazy("two spades"),
    "2h": lazy("two hearts"),
    "2d": lazy("two diamonds"),
    "2c": lazy("two clubs"),
    "3s": lazy("three spades"),
    "3h": lazy("three hearts"),
    "3d": lazy("three diamonds"),
    "3c": lazy("three clubs"),
    "4s": lazy("four spades"),
    "4h": lazy("four hearts"),
    "4d": lazy("four diamonds"),
    "4c": lazy("four clubs"),
    "5s": lazy("five spades"),
    "5h": lazy("five hearts"),
    "5d": lazy("five diamonds"),
    "5c": lazy("five clubs"),
    "6s": lazy("six spades"),
    "6h": lazy("six hearts"),
    "6d": lazy("six diamonds"),
    "6c": lazy("six clubs"),
    "7s": lazy("seven spades"),
    "7h": lazy("seven hearts"),
    "7d": lazy("seven diamonds"),
    "7c": lazy("seven clubs"),
}
"""The flush of a hand, by its length and suit (HCF 2.1)."""
FLUSHES: Mapping[int, Words] = {
    2: lazy("two-card flush"),
    3: lazy("three-card flush"),
    4: lazy("four-card flush"),
    5: lazy("five-card flush"),
    6: lazy("six-card flush"),
    7: lazy("seven-card flush"),
}
RUNS: Mapping[int, Words] = {
    3: lazy("run of three"),
    4: lazy("run of four"),
    5: lazy("run of five"),
    6: lazy("run of six"),
    7: lazy("run of seven"),
}
"""The straight flush of a hand, by its length (HCF 2.2)."""
HIGH: Mapping[str, Words] = {
    "2": lazy("two high"),
    "3": lazy("three high"),
    "4": lazy("four high"),
    "5": lazy("five high"),
    "6": lazy("six high"),
    "7": lazy("seven high"),
    "8": lazy("eight high"),
    "9": lazy("nine high"),
    "T": lazy("ten high"),
    "J": lazy("jack high"),
    "Q": lazy("queen high"),
    "K": lazy("king high"),
    "A": lazy("ace high"),
}
"""The highest card that counts."""


def player_words(cards: str, terms: Terms) -> str:
    """Return what the hand of a player who stays in comes to: "four hearts, ace high: Raise up to 1x; run of three"."""
    own, words = _flush_words(cards, terms)
    words["cap"] = str(terms.raise_caps[own.flush_length])
    if not words["run"]:
        return _("%(flush)s, %(high)s: Raise up to %(cap)sx") % words
    return _("%(flush)s, %(high)s: Raise up to %(cap)sx; %(run)s") % words


def folded_words(cards: str, terms: Terms) -> str:
    """Return what a folded hand comes to, shown for its bonuses: "four hearts, ace high; run of three" (HCF 6.5)."""
    _own, words = _flush_words(cards, terms)
    return (_("%(flush)s, %(high)s; %(run)s") if words["run"] else _("%(flush)s, %(high)s")) % words


def designated_words(cards: str, terms: Terms) -> str:
    """Return whether the designated player's hand qualifies, and with what: "qualifies: three-card flush, queen high"."""
    own, words = _flush_words(cards, terms)
    words["flush"] = str(FLUSHES[own.flush_length])
    if terms.qualifies(own):
        return _("qualifies: %(flush)s, %(high)s") % words
    return _("does not qualify: %(flush)s, %(high)s") % words


def raise_going_back(cards: str, terms: Terms, ante: int, raised: int) -> int:
    """Return how much of a Raise lies above what the hand may raise and goes back, in minor units; 0 for none (HCF 3.4)."""
    return max(0, raised - ante * terms.raise_caps[_value(cards, terms).flush_length])


def _value(cards: str, terms: Terms) -> HandValue:
    return value(hand_mask(parse_cards(cards)), ace_low=terms.straight_flush_ace_low)


def _flush_words(cards: str, terms: Terms) -> tuple[HandValue, dict[str, str]]:
    """The value of a hand, and the words of its flush, its highest card, and its run where a bonus on runs is offered."""
    mask = hand_mask(parse_cards(cards))
    flush, run = flush_text(mask), straight_flush_text(mask, ace_low=terms.straight_flush_ace_low) or ""
    counts = bool(run) and Spot.STRAIGHT_FLUSH in terms.wager_spots
    return _value(cards, terms), {
        "flush": str(SUITED[f"{len(flush) // 2}{flush[1]}"]),
        "high": str(HIGH[flush[0]]),
        "run": str(RUNS[len(run) // 2]) if counts else "",
    }
