"""What a void or a correction has moved, in the state of its table, until the next round opens (OPS 5.8)."""

from typing import Any

import pytest

from tables.models import AuditEntry
from tables.queries.tables.state import table_state
from tests.actions.felt import chips, dealt, settled
from tests.cast import HEADS_UP, Cast, make_cast
from tests.draw_tables import acting

WORSE_HAND = {"hands": [{"seat": 4, "cards": "JdTd8c6c5c4c3s"}]}


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people, Dana tapped in."""
    return make_cast()


def moved(cast: Cast) -> Any:
    """The lists of the cast's table."""
    return table_state(cast.table.pk)["moved"]


def amounts(cast: Cast, place: int = -1) -> dict[Any, tuple[int, int]]:
    """What one of them moves and what is owed, by seat, or by account where it is nobody's."""
    return {row["seat"] or row["account"]: (row["amount"], row["owed"]) for row in moved(cast)[place]["rows"]}


def test_a_void_gives_back_what_was_put_in(cast: Cast) -> None:
    """As the journal has it, with what it is made of; and it is over when the next round opens."""
    number = dealt(cast, {"seat": 2, "ante": 1000, "flush": 500}, {"seat": 4, "ante": 1000})
    before = chips()
    assert moved(cast) == []
    cast.act("void_round", number=number, reason="other", words="The lights went out")
    assert amounts(cast) == {seat: (after - before[seat], 0) for seat, after in chips().items()}
    found = moved(cast)[0]
    entry = AuditEntry.objects.get(act="void_round")
    said = {key: found[key] for key in ("sequence", "act", "round", "reason", "words", "by", "is_signed")}
    assert said == {
        "sequence": entry.sequence,
        "act": "void_round",
        "round": number,
        "reason": "other",
        "words": "The lights went out",
        "by": "Dana",
        "is_signed": False,
    }
    parts = {row["seat"]: {part["kind"]: part["amount"] for part in row["parts"]} for row in found["rows"]}
    assert parts == {
        1: {"bank": 50000, "rake": 100},
        2: {"stakes": 1500, "rake": 100},
        4: {"stakes": 1000, "rake": 100},
    }
    cast.act("move", seat=4, to=6)
    assert amounts(cast)[6] == (1100, 0)
    cast.act("open_round")
    assert moved(cast) == []


def test_a_void_with_nothing_on_the_layout_still_says_so(cast: Cast) -> None:
    """The bank goes back."""
    cast.seat_players((1, 2))
    cast.act("void_round", number=cast.open_round(), reason="red_light")
    assert amounts(cast) == {1: (50000, 0)}


def test_a_correction_of_a_closed_round_is_listed_and_what_is_owed_with_it(cast: Cast) -> None:
    """Who pays comes first; a player who has left is owed, or owes."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=4)
    cast.act("correct_round", number=number, corrections=WORSE_HAND, reason="misread_hand", signed_by="frank")
    assert amounts(cast) == {1: (-4000, 0), 4: (0, 4000)}
    found = moved(cast)[0]
    assert (found["act"], found["by"], found["is_signed"], found["rows"][1]["has_left"]) == (
        "correct_round",
        "Frank",
        True,
        True,
    )


def test_a_correction_before_the_chips_have_moved_is_the_settlements_own(cast: Cast) -> None:
    """The settlement shows the new amounts: they are not moved twice, also not once the round is closed."""
    number = settled(cast)
    cast.act("correct_round", number=number, corrections=WORSE_HAND, reason="misread_hand", signed_by="frank")
    assert moved(cast) == []
    cast.act("close_round", number=number)
    assert moved(cast) == []
    better = {"hands": [{"seat": 4, "cards": "JdTd8d6c5c4c3s"}]}
    cast.act("correct_round", number=number, corrections=better, reason="misread_hand", signed_by="frank")
    assert len(moved(cast)) == 1


def test_a_correction_while_the_next_round_is_played_waits_with_it(cast: Cast) -> None:
    """Two lists, the older first, when that round is void too."""
    number = settled(cast)
    cast.act("close_round", number=number)
    following = cast.open_round(2)
    cast.act("correct_round", number=number, corrections=WORSE_HAND, reason="misread_hand", signed_by="frank")
    assert [one["round"] for one in moved(cast)] == [number]
    cast.act("void_round", number=following, reason="red_light")
    assert [one["act"] for one in moved(cast)] == ["correct_round", "void_round"]


def test_a_void_of_a_draw_game(db: None) -> None:
    """Antes and bets go back."""
    two = make_cast(HEADS_UP)
    two.seat_players((1, 2), chips=10000)
    number = two.act("open_round").body["round"]
    acting(two, number, (1, "stay"))
    before = chips()
    two.act("void_round", number=number, reason="exposed_card", signed_by="frank")
    assert amounts(two) == {seat: (after - before[seat], 0) for seat, after in chips().items()}
    assert {part["kind"] for row in moved(two)[0]["rows"] for part in row["parts"]} == {"stakes"}


def test_a_dispute_is_told_until_it_has_its_ruling(cast: Cast) -> None:
    """Of the open round alone."""
    number = dealt(cast)
    dispute = cast.act("open_dispute", number=number, reason="cards", seat=2).body["dispute"]
    assert table_state(cast.table.pk)["disputes"] == [{"dispute": dispute, "seat": 2, "reason": "cards"}]
    cast.act("rule_on_dispute", dispute=dispute, outcome="stands", words="Seen", signed_by="frank")
    assert table_state(cast.table.pk)["disputes"] == []
