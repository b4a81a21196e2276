"""What a hand of five cards is, in words, and which of its cards decided (DRAW 0.2, 1.9, 2.6)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tables.games.draw.hands import Category, ShownHand, category, ranks_compared
from tables.web.words import Words


class RankWords(NamedTuple):
    """One card of a rank, and several of them, as they stand inside a sentence."""

    one: Words
    several: Words


RANKS: Mapping[int, RankWords] = {
    2: RankWords(_("two"), _("twos")),
    3: RankWords(_("three"), _("threes")),
    4: RankWords(_("four"), _("fours")),
    5: RankWords(_("five"), _("fives")),
    6: RankWords(_("six"), _("sixes")),
    7: RankWords(_("seven"), _("sevens")),
    8: RankWords(_("eight"), _("eights")),
    9: RankWords(_("nine"), _("nines")),
    10: RankWords(_("ten"), _("tens")),
    11: RankWords(_("jack"), _("jacks")),
    12: RankWords(_("queen"), _("queens")),
    13: RankWords(_("king"), _("kings")),
    14: RankWords(_("ace"), _("aces")),
}


class HandWords(NamedTuple):
    """A hand of a category with the ranks it is named after, alone and as one that beats another of its category."""

    name: Words
    beats: Words
    named: int
    """How many ranks the name holds; where they are equal the other cards decide."""


HANDS: Mapping[str, HandWords] = {
    Category.NO_PAIR: HandWords(
        _("No pair, %(one)s high"), _("Seat %(seat)s wins without a pair: %(won)s beats %(lost)s."), 0
    ),
    Category.PAIR: HandWords(
        _("Pair of %(several)s"), _("Seat %(seat)s wins with the same pair of %(several)s: %(won)s beats %(lost)s."), 1
    ),
    Category.TWO_PAIR: HandWords(
        _("Two pair, %(several)s and %(more)s"),
        _("Seat %(seat)s wins with the same two pair, %(several)s and %(more)s: %(won)s beats %(lost)s."),
        2,
    ),
    Category.THREE_OF_A_KIND: HandWords(
        _("Three %(several)s"), _("Seat %(seat)s wins with the same three %(several)s: %(won)s beats %(lost)s."), 1
    ),
    Category.STRAIGHT: HandWords(
        _("Straight, %(one)s high"), _("Seat %(seat)s wins with the higher straight: %(won)s beats %(lost)s."), 0
    ),
    Category.FLUSH: HandWords(
        _("Flush, %(one)s high"), _("Seat %(seat)s wins with the higher flush: %(won)s beats %(lost)s."), 0
    ),
    Category.FULL_HOUSE: HandWords(
        _("Full house, %(several)s over %(more)s"),
        _("Seat %(seat)s wins with the same full house of %(several)s: %(won)s beats %(lost)s."),
        1,
    ),
    Category.FOUR_OF_A_KIND: HandWords(
        _("Four %(several)s"), _("Seat %(seat)s wins with the same four %(several)s: %(won)s beats %(lost)s."), 1
    ),
    Category.STRAIGHT_FLUSH: HandWords(
        _("Straight flush, %(one)s high"),
        _("Seat %(seat)s wins with the higher straight flush: %(won)s beats %(lost)s."),
        0,
    ),
}


def hand_name(hand: ShownHand) -> str:
    """What a hand is, with the ranks it is named after: "Pair of nines"."""
    return str(HANDS[category(hand.value)].name) % _ranks(hand)


def what_decided(seat: int, hand: ShownHand, other: ShownHand) -> str:
    """The sentence that names the card by which a hand beat another; empty where the names of the two say it."""
    words, won, lost = HANDS[category(hand.value)], ranks_compared(hand.value), ranks_compared(other.value)
    if category(hand.value) != category(other.value) or won[: words.named] != lost[: words.named]:
        return ""
    pairs = zip(won[words.named :], lost[words.named :], strict=True)
    place = next((place for place, (mine, theirs) in enumerate(pairs, words.named) if mine != theirs), None)
    if place is None:
        return ""
    cards = {"won": _run(won[words.named : place + 1]), "lost": _run(lost[words.named : place + 1])}
    return str(words.beats) % {"seat": seat, **_ranks(hand), **cards}


def _ranks(hand: ShownHand) -> dict[str, Words]:
    """The ranks in a name. A straight is named after the card that counts, which an ace below it is not."""
    first, second = ranks_compared(hand.value)[0], hand.ranks[1]
    return {"one": RANKS[first].one, "several": RANKS[first].several, "more": RANKS[second].several}


def _run(ranks: Sequence[int]) -> str:
    return "-".join(str(RANKS[rank].one) for rank in ranks)
