"""A bank put right, and hands added and taken out, among the exceptions (AUD 5.1, OPS 5.4)."""

import pytest

from tests.cast import Cast, make_cast
from tests.queries.reports.evening import by_kind, details, rows, today

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """The usual people, Dana tapped in."""
    return make_cast()


def test_aud_5_1_a_bank_put_right_and_hands_added_and_taken_out_are_exceptions(cast: Cast) -> None:
    """With what was there before, what is there now, and who signed."""
    cast.seat_players((1, 2, 4))
    number = cast.open_round(bank=50000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("change_bank", number=number, bank=60000)
    cast.act("deal", number=number)
    added = [{"seat": 4, "ante": 1000, "flush": 500, "found": True}]
    cast.act("enter_wagers", number=number, wagers=added, removed=[2], signed_by="petra")
    kinds = by_kind(rows("exceptions", today(cast)))
    assert set(kinds) == {"bank_changed", "hand_added", "hand_removed"}
    told = [(row["seat"], row["person"], row["signed_by"], details(row)) for [row] in kinds.values()]
    assert sorted(told, key=str) == [
        (2, "1001", "2002", {"before ante": 1000}),
        (4, "1001", "2002", {"after ante": 1000, "after flush": 500}),
        (None, "1001", None, {"before": 50000, "after": 60000}),
    ]
