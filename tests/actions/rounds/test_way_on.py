"""What a state offers works, and what the next step lacks is said (OPS 5.1)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from tests.actions.felt import BANK_HAND, BETTER, WORSE, betting, decide, show
from tests.cast import Cast
from tests.state import table_state


@contextmanager
def undone() -> Iterator[None]:
    """Try something and take it back."""
    mark = transaction.savepoint()
    yield
    transaction.savepoint_rollback(mark)


STAGES = ("betting", "dealt", "showdown", "settled")


def reach(cast: Cast, stage: str) -> int:
    """A round at one of its states, with nothing missing for the next step."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}, {"seat": 4, "ante": 1000}])
    if stage == "betting":
        return number
    cast.act("deal", number=number)
    if stage == "dealt":
        return number
    decide(cast, number, seat2=1000, seat4=1000)
    show(cast, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    if stage == "settled":
        cast.act("settle_round", number=number)
    return number


SENT: dict[str, dict[str, Any]] = {
    "change_bank": {"bank": 20000},
    "enter_wagers": {"wagers": [{"seat": 2, "ante": 2000}]},
    "enter_decisions": {"decisions": [{"seat": 2, "decision": "fold"}]},
    "enter_hands": {"hands": [{"seat": 2, "cards": None}]},
    "void_round": {"reason": "red_light"},
}
OUTSIDE_THE_ROUND: dict[str, dict[str, Any]] = {
    "sit": {"seat": 7, "buy_in": 1000},
    "buy_in": {"seat": 5, "amount": 1000},
    "recount": {"seat": 5, "chips": 900, "reason": "tip"},
    "move": {"seat": 5, "to": 6},
    "sit_out": {"seat": 5},
    "return_to_play": {"seat": 6},
    "leave": {"seat": 5},
    "standing_decline": {"seat": 5, "on": True},
    "suspend_table": {"reason": "fire drill"},
}


@pytest.mark.parametrize("stage", STAGES)
def test_ops_5_1_every_act_a_round_offers_works(cast: Cast, stage: str) -> None:
    """Each one tried from the same state, with a signature at hand; those of seats, for players beside the round."""
    number = reach(cast, stage)
    for seat in (5, 6):
        cast.act("sit", seat=seat, buy_in=1000)
    cast.act("sit_out", seat=6)
    state = table_state(cast.table.pk)
    of_the_round = [name for name in state["legal_acts"] if name not in OUTSIDE_THE_ROUND]
    assert of_the_round
    for name in state["legal_acts"]:
        with undone():
            if name in OUTSIDE_THE_ROUND:
                by = "frank" if name == "suspend_table" else "dana"
                if name == "move":
                    cast.act("leave", seat=6)
                cast.act(name, by=by, **OUTSIDE_THE_ROUND[name])
            else:
                sent = dict(SENT.get(name, {}))
                if name == "enter_wagers" and stage != "betting":
                    sent = {"wagers": [{"seat": 2, "ante": 2000, "found": True}]}
                cast.act(name, number=number, signed_by="frank", **sent)


@pytest.mark.parametrize("stage", STAGES)
def test_ops_5_1_no_act_of_a_round_works_that_is_not_offered(cast: Cast, stage: str) -> None:
    """So that a page need not guess."""
    number = reach(cast, stage)
    offered = table_state(cast.table.pk)["legal_acts"]
    before, after = ("change_bank", "enter_wagers", "deal"), ("settle_round", "close_round", "void_round")
    acts = (*before, "enter_decisions", "enter_hands", *after)
    for name in (name for name in acts if name not in offered):
        with undone(), pytest.raises(Exception, match=r".") as caught:
            cast.act(name, number=number, signed_by="frank", **SENT.get(name, {}))
        assert getattr(caught.value, "code", "") == "wrong_state", name


def test_ops_5_1_what_the_next_step_lacks_is_said(cast: Cast) -> None:
    """An Ante, a decision, a hand, a player with the bank."""
    cast.seat_players((1, 2))
    assert blocked(cast) == {"open_round": "no_designated_player"}
    number = cast.open_round(1)
    assert blocked(cast) == {"deal": "Nobody has an Ante yet: there is nobody to deal to."}
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    assert blocked(cast) == {}
    cast.act("deal", number=number)
    assert table_state(cast.table.pk)["round"]["undecided"] == [2]
    decide(cast, number, seat2=1000)
    assert list(blocked(cast)) == ["settle_round"]
    assert table_state(cast.table.pk)["round"]["hands_needed"] == [2, 1]
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    assert blocked(cast) == {}


def blocked(cast: Cast) -> Any:
    """Why the next step cannot be taken yet."""
    return table_state(cast.table.pk)["blocked"]
