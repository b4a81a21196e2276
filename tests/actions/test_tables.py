"""Opening, closing, suspending, resuming a table (OPS 1.4, 7.2)."""

import pytest

from tests.actions.felt import betting, last_entry, refused, the_round
from tests.cast import Cast
from tests.state import table_state


def test_ops_7_2_a_table_opens_and_closes_with_nobody_there(cast: Cast) -> None:
    """Each once."""
    refused(cast, "wrong_state", "close_table", by="frank")
    cast.act("open_table", by="frank")
    refused(cast, "wrong_state", "open_table", by="frank")
    cast.act("close_table", by="petra")
    payload = last_entry(cast).payload
    assert payload.pop("effects")["version"] == 2
    assert payload == {"sent": {}, "before": {"state": "open"}, "after": {"state": "closed"}}


def test_ops_7_2_a_table_closes_with_no_round_open_and_all_seats_cashed_out(cast: Cast) -> None:
    """The refusal says what is in the way."""
    number = betting(cast, (1, 2))
    assert "Round 1" in str(refused(cast, "wrong_state", "close_table", by="frank"))
    cast.act("void_round", number=number, reason="dealer_error")
    assert "Seat 1" in str(refused(cast, "wrong_state", "close_table", by="frank"))
    for seat in (1, 2):
        cast.act("leave", seat=seat)
    cast.act("close_table", by="frank")
    assert table_state(cast.table.pk)["legal_acts"] == ["open_table"]


def test_ops_7_2_suspending_holds_an_open_round_as_it_is(cast: Cast) -> None:
    """Every act waits; resuming goes on in place."""
    number = betting(cast)
    cast.act("suspend_table", by="frank", reason="fire drill")
    assert last_entry(cast).payload["reason"] == "fire drill"
    wagers = [{"seat": 2, "ante": 1000}]
    refused(cast, "suspended", "enter_wagers", number=number, wagers=wagers)
    refused(cast, "suspended", "void_round", number=number, reason="red_light")
    refused(cast, "suspended", "buy_in", seat=4, amount=1000)
    refused(cast, "wrong_state", "suspend_table", by="frank", reason="again")
    refused(cast, "wrong_state", "open_table", by="frank")
    refused(cast, "wrong_state", "close_table", by="frank")
    cast.act("resume_table", by="petra")
    refused(cast, "wrong_state", "resume_table", by="frank")
    cast.act("enter_wagers", number=number, wagers=wagers)
    assert the_round().state == "betting"


@pytest.mark.parametrize("reason", ["", "  ", None, 7, "x" * 201, "\x00", "\udc00"])
def test_ops_7_2_a_suspension_has_a_reason(cast: Cast, reason: object) -> None:
    """Words that can be written down."""
    cast.act("open_table", by="frank")
    refused(cast, "bad_field", "suspend_table", by="frank", reason=reason)


def test_ops_1_4_a_dealer_does_none_of_it(cast: Cast) -> None:
    """Also with the floor's signature: it is the floor's own act."""
    for name, sent in (
        ("open_table", {}),
        ("close_table", {}),
        ("suspend_table", {"reason": "x"}),
        ("resume_table", {}),
    ):
        refused(cast, "not_allowed", name, **sent)
        refused(cast, "not_allowed", name, signed_by="frank", **sent)
