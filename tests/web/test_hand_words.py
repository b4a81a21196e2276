"""What a hand comes to, in words (LOOK 1.9)."""

import pytest

from tables.games.cards import RANKS, SUITS
from tables.games.high_card_flush.hands import FLUSH_LENGTHS, RUN_LENGTHS
from tables.games.high_card_flush.terms import Terms
from tables.web.words.hands import (
    FLUSHES,
    HIGH,
    RUNS,
    SUITED,
    designated_words,
    folded_words,
    player_words,
    raise_going_back,
)

TERMS = Terms.parse({})


def test_every_hand_has_its_words() -> None:
    """The lists are whole."""
    assert set(SUITED) == {f"{length}{suit}" for length in FLUSH_LENGTHS for suit in SUITS}
    assert (set(FLUSHES), set(RUNS)) == (set(FLUSH_LENGTHS), set(RUN_LENGTHS))
    assert set(HIGH) == set(RANKS)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AhKhQh9h8d7c2c", "four hearts, ace high: Raise up to 1x; run of three"),
        ("JdTd8d6c5c2c3s", "three diamonds, jack high: Raise up to 1x"),
        ("AsKs9s7c5d4d3d", "three spades, ace high: Raise up to 1x; run of three"),
        ("KhTh9h7h2h3c4d", "five hearts, king high: Raise up to 2x"),
        ("KcQcJcTc9c8c7c", "seven clubs, king high: Raise up to 3x; run of seven"),
    ],
)
def test_look_1_9_a_players_hand(cards: str, words: str) -> None:
    """Flush, highest card, the most that it may raise, and its run."""
    assert player_words(cards, TERMS) == words


def test_look_1_9_the_run_is_told_where_a_bonus_is_on_it() -> None:
    """A table that offers no bonus on runs says nothing of them."""
    assert folded_words("AhKhQh9h8d7c2c", TERMS) == "four hearts, ace high; run of three"
    assert folded_words("KhTh9h7h2h3c4d", TERMS) == "five hearts, king high"
    assert "run" not in player_words("AhKhQh9h8d7c2c", Terms.parse({"bonuses": {"straight_flush": "none"}}))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("QhJh2h3d4d5c6c", "qualifies: three-card flush, queen high"),
        ("9s8s2s3d4d5c6c", "qualifies: three-card flush, nine high"),
        ("8s7s2s3d4d5c6c", "does not qualify: three-card flush, eight high"),
    ],
)
def test_hcf_5_1_the_designated_players_hand(cards: str, words: str) -> None:
    """Whether it qualifies, and with what."""
    assert designated_words(cards, TERMS) == words


def test_hcf_3_4_what_of_a_raise_goes_back() -> None:
    """All above the cap of the hand, and nothing at the cap."""
    assert raise_going_back("AhKhQh9h8d7c2c", TERMS, 1000, 3000) == 2000
    assert raise_going_back("KhTh9h7h2h3c4d", TERMS, 1000, 2000) == 0
