"""The report of the matches that ended (DRAW 1.13, AUD 5.1)."""

import pytest

from tests.cast import Cast, make_cast
from tests.draw_tables import match_given_up
from tests.queries.reports.evening import rows, today


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people."""
    return make_cast()


def test_draw_1_13_the_matches_that_ended(cast: Cast) -> None:
    """Who won and how, after how many hands, and what changed hands; a match that goes on is in none."""
    two = match_given_up(cast)
    two.act("buy_in", by="frank", seat=1, amount=1000)
    two.act("open_round", by="frank")
    [row] = rows("matches", today(cast))
    assert row.pop("ended_at")
    assert row == {
        "table": 13,
        "match": 1,
        "seats": "1, 2",
        "how": "given_up",
        "winner": 2,
        "hands": 1,
        "minutes": 0,
        "rounds": "1\N{EN DASH}1",
        "moved": 500,
        "corrected": 0,
    }
    assert rows("matches", today(cast, table=12)) == []
    assert [row["table"] for row in rows("matches", today(cast, table=13))] == [13]


def test_draw_1_13_what_was_corrected_since_is_counted_beside_a_match_that_ended(cast: Cast) -> None:
    """Its row stays as it was at the end."""
    two = match_given_up(cast)
    actions = [{"seat": 1, "do": "stay"}, {"seat": 2, "do": "drop"}]
    two.act(
        "correct_round", by="frank", signed_by="petra", number=1, corrections={"actions": actions}, reason="wrong_wager"
    )
    [row] = rows("matches", today(cast))
    assert (row["moved"], row["corrected"]) == (500, 1)
