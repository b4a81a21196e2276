"""Slips that are not voids: a mistyped bank, a hand forgotten or not dealt, a late bet (OPS 1.4, 5.4, 2.4)."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.models import AuditEntry, Leg
from tables.queries.audit.journal import differences_at
from tables.queries.audit.rebuild.compare import unlike_the_log
from tables.queries.audit.round_replay import round_story
from tests.actions.felt import BANK_HAND, BETTER, WORSE, chips, dealt, decide, last_entry, refused, show, the_round
from tests.cast import Cast
from tests.state import table_state

ADDED = {"seat": 5, "ante": 1000, "flush": 500, "found": True}
SEATS = {"seats": (1, 2, 4, 5)}


def verify_books(cast: Cast) -> None:
    """Every balance is what the journal says, and the log says the same of rounds."""
    assert not list(differences_at(cast.fresh_table))
    assert list(unlike_the_log(cast.fresh_table)) == []


def moved_by_it(cast: Cast) -> dict[tuple[str, int | None], int]:
    """What the newest act moved, by account and seat."""
    legs = Leg.objects.filter(posting__sequence=last_entry(cast).sequence).select_related("seating")
    return {(leg.account, leg.seating.seat if leg.seating else None): leg.amount for leg in legs}


def signed_only(cast: Cast, name: str, number: int, **sent: Any) -> dict[str, Any]:
    """Do an act that the dealer cannot do alone, nor sign themselves; gives its answer."""
    refused(cast, "needs_signature", name, number=number, **sent)
    refused(cast, "needs_signature", name, by="frank", number=number, **sent)
    for signer in ("dana", "ines"):
        refused(cast, "not_allowed", name, signed_by=signer, number=number, **sent)
    body: dict[str, Any] = cast.act(name, number=number, signed_by="petra", **sent).body
    assert last_entry(cast).payload["signature"] == {"badge": "2002", "method": "pin"}
    verify_books(cast)
    return body


def test_ops_5_4_a_mistyped_bank_is_put_right_and_pays_what_would_have_been_dead(cast: Cast) -> None:
    """Before the deal by the dealer; after it signed, up to the settlement; then with another act."""
    cast.seat_players((1, 2, 4))
    number = cast.open_round(1, 10000)
    cast.act("change_bank", number=number, bank=20000)
    verify_books(cast)
    assert (the_round().bank_declared, the_round().bank, chips()[1]) == (20000, 20000, 80000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000, "straight_flush": 500}])
    cast.act("deal", number=number)
    decide(cast, number, seat2=1000)
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    assert signed_only(cast, "change_bank", number, bank=50000)["bank"] == 50000
    assert moved_by_it(cast) == {("seat", 1): -30000, ("bank", None): 30000}
    entry = last_entry(cast)
    flag = {"code": "bank_changed", "before": 20000, "after": 50000}
    assert (entry.act, entry.round, entry.payload["flags"]) == ("change_bank", number, [flag])
    assert (entry.payload["before"], entry.payload["after"]) == ({"bank": 20000}, {"bank": 50000})
    assert the_round().flags == [{**flag, "before": 10000, "after": 20000}, flag]
    settled = cast.act("settle_round", number=number).body["settlement"]
    assert [seat["outcome"] for seat in settled["seats"]] == ["settled"]
    refused(cast, "wrong_state", "change_bank", number=number, bank=60000, signed_by="petra")
    cast.act("close_round", number=number)
    verify_books(cast)


def test_ops_5_4_a_hand_forgotten_at_the_deal_is_added(cast: Cast) -> None:
    """It pays its rake, decides and is settled; what was entered, before and after, stands in the entry."""
    number = dealt(cast, **SEATS)
    decide(cast, number, seat2=1000, seat4=1000)
    body = signed_only(cast, "enter_wagers", number, wagers=[ADDED])
    assert (body["undecided"], body["state"]) == ([5], "dealt")
    assert moved_by_it(cast) == {("seat", 5): -1600, ("pot", None): 1500, ("rake", None): 100}
    wagers = {"ante": 1000, "flush": 500}
    assert the_round().flags == [{"code": "hand_added", "seat": 5, "after": wagers}]
    assert last_entry(cast).payload["before"]["wagers"] == {"5": {}}
    assert last_entry(cast).payload["after"] == {"wagers": {"5": wagers}, "rake": {"5": 100}}
    assert table_state(cast.table.pk)["round"]["deal_order"] == [2, 4, 5, 1]
    decide(cast, number, seat5=1000)
    show(cast, number, {1: BANK_HAND, 2: WORSE, 4: "QhJhThQdQc2d2s", 5: BETTER})
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    assert chips()[5] == 100000 - 100 + 2000 + 1000
    verify_books(cast)


def test_ops_5_4_a_hand_that_was_not_dealt_is_taken_out(cast: Cast) -> None:
    """With everything of it; who is left is settled."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    signed_only(cast, "enter_wagers", number, removed=[4])
    assert moved_by_it(cast) == {("seat", 4): 1100, ("bank", None): -1000, ("rake", None): -100}
    assert the_round().flags == [{"code": "hand_removed", "seat": 4, "before": {"ante": 1000}}]
    assert (the_round().state, list(the_round().play["wagers"]), chips()[4]) == ("showdown", ["2"], 100000)
    refused(cast, "bad_seat", "enter_wagers", number=number, removed=[2], signed_by="petra")
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    assert "4" not in str(the_round().play["rake"])
    verify_books(cast)


def test_ops_1_4_a_late_bet_is_signed_by_somebody_who_does_not_deal(cast: Cast) -> None:
    """Once any hand lies there; the refusal says why."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4=1000)
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    late = [{"seat": 2, "ante": 1000, "flush": 10000, "found": True}]
    refusal = refused(cast, "needs_signature", "enter_wagers", number=number, wagers=late)
    assert "may be a late bet" in str(refusal)
    signed_only(cast, "enter_wagers", number, wagers=late)
    assert the_round().flags[0]["code"] == "wager_changed"


def test_ops_1_4_a_raise_on_seen_chips_is_signed_above_1x(cast: Cast) -> None:
    """1x is what the player had to have on the table at the deal (HCF 3.5)."""
    number = dealt(cast, {"seat": 2, "ante": 30000}, {"seat": 4, "ante": 30000})
    raised = {"seat": 2, "decision": "raise", "raise": 90000, "seen": True}
    refusal = refused(cast, "needs_signature", "enter_decisions", number=number, decisions=[raised])
    assert "1x the Ante" in str(refusal)
    signed_only(cast, "enter_decisions", number, decisions=[raised])
    assert the_round().flags == [{"code": "chips_seen", "seat": 2, "difference": 20100}]


def test_ops_2_2_a_1x_raise_and_chips_that_are_tracked_need_no_signature(cast: Cast) -> None:
    """A found Ante brings the chips of its 1x Raise along."""
    number = dealt(cast, {"seat": 2, "ante": 30000})
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 50000, "found": True, "seen": True}])
    raised = {"seat": 2, "decision": "raise", "raise": 50000, "seen": True}
    cast.act("enter_decisions", number=number, decisions=[raised])
    assert (chips()[2], [flag["code"] for flag in the_round().flags]) == (
        0,
        ["chips_seen", "wager_changed", "outside_limits"],
    )
    verify_books(cast)


def test_look_3_the_replay_shows_the_bank_and_the_hands_as_they_were_at_each_step(cast: Cast) -> None:
    """Each scene beside the table as it was told at the time."""
    number = dealt(cast, **SEATS)
    told = [table_state(cast.table.pk)]

    def act(name: str, **sent: Any) -> None:
        cast.act(name, number=number, signed_by="petra", **sent)
        told.append(table_state(cast.table.pk))

    act("change_bank", bank=30000)
    act("enter_wagers", wagers=[ADDED], removed=[4])
    act("enter_decisions", decisions=[{"seat": 2, "decision": "fold"}, {"seat": 5, "decision": "fold"}])
    act("change_bank", bank=20000)
    scenes = round_story(cast.casino.pk, 12, number).scenes[-len(told) :]
    for scene, state in zip(scenes, told, strict=True):
        felt: Any = scene.state["round"]
        for key in ("state", "bank_declared", "bank", "pot", "deal_order"):
            assert felt[key] == state["round"][key], (scene.entry["act"], key)
        for key in ("wagers", "decisions", "hands", "rake"):
            assert felt["play"][key] == state["round"]["play"][key], (scene.entry["act"], key)
        assert [seat["chips"] for seat in scene.state["seats"]] == [seat["chips"] for seat in state["seats"]]


@pytest.mark.parametrize("slip", ["bank", "added", "removed"])
def test_architecture_the_queries_of_a_slip_do_not_grow_with_the_seats(cast: Cast, slip: str) -> None:
    """Two hands or five."""
    cast.seat_players()
    cast.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 50000}])
    counts = []
    for seats in ((2, 7), (2, 3, 4, 6, 7)):
        number = cast.act("open_round").body["round"]
        cast.act("enter_wagers", number=number, wagers=[{"seat": seat, "ante": 1000} for seat in seats])
        cast.act("deal", number=number)
        slips: dict[str, tuple[str, dict[str, Any]]] = {
            "bank": ("change_bank", {"bank": 10000 * len(seats)}),
            "added": ("enter_wagers", {"wagers": [ADDED]}),
            "removed": ("enter_wagers", {"removed": [7]}),
        }
        name, sent = slips[slip]
        with CaptureQueriesContext(connection) as queries:
            cast.act(name, number=number, signed_by="petra", **sent)
        counts.append(len(queries))
        cast.act("void_round", number=number, reason="red_light")
    assert counts[0] == counts[1]


def test_ops_5_10_a_slip_put_right_twice_at_once_is_one(cast: Cast) -> None:
    """The second finds the hand there, and changes nothing."""
    number = dealt(cast, **SEATS)
    cast.act("enter_wagers", number=number, wagers=[ADDED], signed_by="petra")
    entries = AuditEntry.objects.filter(chain=cast.table.chain).count()
    cast.act("enter_wagers", number=number, wagers=[ADDED])
    assert [flag["code"] for flag in the_round().flags] == ["hand_added"]
    assert (AuditEntry.objects.filter(chain=cast.table.chain).count(), the_round().pot) == (entries + 1, 3500)
    cast.act("enter_wagers", number=number, removed=[5], signed_by="petra")
    refused(cast, "bad_seat", "enter_wagers", number=number, removed=[5], signed_by="petra")
