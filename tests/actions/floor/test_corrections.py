"""Correcting a settled round at a banked table (OPS 5.8, 2.4; HCF 8)."""

from typing import Any
from unittest.mock import patch

import pytest

from tables.errors import TableError
from tables.games.calculator import settle_document
from tables.games.errors import RuleError
from tables.models import Alert, Leg, Owed, Posting, Round, Seating, Settlement
from tables.queries.audit.journal import differences_at
from tables.queries.audit.rebuild.compare import unlike_the_log
from tables.queries.audit.settlement_check import replayed_settlements
from tests.actions.felt import WORSE, chips, last_entry, refused, settled, the_round
from tests.cast import Cast

# Seat 4 had four clubs after all: it beats the designated player as seat 2 does.
FOUR_CLUBS = "JdTd8c6c5c4c3s"
MISREAD = {"hands": [{"seat": 4, "cards": FOUR_CLUBS}]}


def correct(cast: Cast, number: int, corrections: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Correct a round with Petra's signature; Dana deals."""
    sent = {"reason": "misread_hand", "by": "frank", "signed_by": "petra", **more}
    body: dict[str, Any] = cast.act("correct_round", number=number, corrections=corrections, **sent).body
    return body


def in_order(cast: Cast) -> bool:
    """Whether the books are right and every version of every settlement is recomputed to what it says."""
    table = cast.fresh_table
    return (
        not list(differences_at(table))
        and not unlike_the_log(table)
        and not any(row.problem for row in replayed_settlements(table))
    )


def moved_by_it(cast: Cast) -> dict[tuple[str, int | None], int]:
    """What the newest act moved, by account and seat."""
    legs = Leg.objects.filter(posting__sequence=last_entry(cast).sequence).select_related("seating")
    return {(leg.account, leg.seating.seat if leg.seating else None): leg.amount for leg in legs}


def test_ops_5_8_a_settled_round_is_corrected_while_its_chips_still_lie(cast: Cast) -> None:
    """The difference comes from the bank that is still set aside, and goes back with it; the first version stays."""
    number = settled(cast)
    before, play = chips(), the_round().play
    body = correct(cast, number, MISREAD)
    assert chips() == {**before, 4: before[4] + 4000}
    assert (the_round().bank, the_round().state, the_round().play) == (46000, "settled", play)
    assert moved_by_it(cast) == {("seat", 4): 4000, ("bank", None): -4000}
    assert body["settlement_version"] == 2
    assert body["owed"] == []
    cast.act("close_round", number=number)
    assert chips() == {1: 95900, 2: 101900, 4: 101900}
    assert in_order(cast)


def test_ops_5_8_every_version_stays_and_names_the_one_it_replaces(cast: Cast) -> None:
    """The entry has the whole input and output, like a settlement's; the floor is told."""
    number = settled(cast)
    correct(cast, number, MISREAD, reason="other", words="the clubs lay under the Raise")
    first, second = Settlement.objects.order_by("version")
    assert (second.version, second.replaces, second.reason) == (2, first, "other")
    payload = last_entry(cast).payload
    assert (payload["input"], payload["output"]) == (second.input, second.output)
    assert settle_document(payload["input"]) == payload["output"]
    assert (payload["version"], payload["replaces"]) == (2, 1)
    assert (payload["reason"], payload["words"]) == ("other", "the clubs lay under the Raise")
    assert payload["sent"]["corrections"] == MISREAD
    assert payload["signature"] == {"badge": "2002", "method": "pin"}
    assert payload["differences"] == [
        {"account": "bank", "seat": None, "amount": -4000},
        {"account": "seat", "seat": 4, "amount": 4000},
    ]
    assert last_entry(cast).round == number
    alert = Alert.objects.get(kind="correction")
    assert (alert.round_number, alert.details["version"]) == (number, 2)


def test_ops_5_8_and_back_again(cast: Cast) -> None:
    """A correction is corrected by another; after both, everything lies where it did."""
    number = settled(cast)
    cast.act("close_round", number=number)
    before = chips()
    correct(cast, number, MISREAD)
    correct(cast, number, {"hands": [{"seat": 4, "cards": WORSE}]}, reason="ruling")
    assert chips() == before
    assert [one.version for one in Settlement.objects.order_by("version")] == [1, 2, 3]
    assert in_order(cast)


def test_ops_5_8_a_closed_round_is_corrected_from_the_designated_players_stack(cast: Cast) -> None:
    """Also while the next round is on, for who has nothing at stake in it; its button and its bank stay."""
    number = settled(cast)
    cast.act("close_round", number=number)
    before, button = chips(), cast.fresh_table.button
    correct(cast, number, MISREAD)
    assert moved_by_it(cast) == {("seat", 1): -4000, ("seat", 4): 4000}
    assert chips() == {**before, 1: before[1] - 4000, 4: before[4] + 4000}
    assert cast.fresh_table.button == button
    assert in_order(cast)


def test_ops_5_8_who_is_in_the_round_that_is_played_is_owed_and_owes(cast: Cast) -> None:
    """The stack of the deal stays what it was; afterwards the difference is taken from it and given to it."""
    number = settled(cast)
    cast.act("close_round", number=number)
    following = cast.open_round(2, 20000)
    cast.act("enter_wagers", number=following, wagers=[{"seat": 4, "ante": 1000}])
    before, bank = chips(), the_round().bank
    correct(cast, number, MISREAD)
    # Seat 1 has no wager in the round that is open: the player's part comes from their stack.
    assert chips() == {**before, 1: before[1] - 4000}
    assert the_round().bank == bank
    row = Owed.objects.get()
    assert (row.seating.seat, row.amount, row.reason) == (4, 4000, "correction")
    assert in_order(cast)
    refused(cast, "wrong_state", "settle_owed", by="frank", signed_by="frank", owed=row.pk, how="seat")
    cast.act("enter_wagers", number=following, wagers=[{"seat": 4}])
    cast.act("settle_owed", by="frank", signed_by="frank", owed=row.pk, how="seat")
    assert chips()[4] == before[4] + 1000 + 4000
    assert in_order(cast)


def test_ops_5_8_who_has_left_is_owed_and_owes(cast: Cast) -> None:
    """Both ways; each is a row, an alert and a leg of its own."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=4)
    before = chips()
    correct(cast, number, MISREAD)
    gone = Seating.objects.get(seat=4)
    assert moved_by_it(cast) == {("seat", 1): -4000, ("owed", 4): 4000}
    assert chips() == {**before, 1: before[1] - 4000}
    cast.act("leave", seat=1)
    correct(cast, number, {"hands": [{"seat": 4, "cards": WORSE}]})
    assert moved_by_it(cast) == {("owed", 1): 4000, ("owed", 4): -4000}
    assert [(row.seating_id, row.amount) for row in Owed.objects.filter(seating=gone).order_by("pk")] == [
        (gone.pk, 4000),
        (gone.pk, -4000),
    ]
    assert Alert.objects.filter(kind="owed").count() == 3
    assert in_order(cast)


def test_ops_5_8_a_player_who_is_short_gives_what_they_have_and_owes_the_rest(cast: Cast) -> None:
    """A stack never falls below nothing."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("recount", seat=1, chips=1500, reason="passed", signed_by="petra")
    correct(cast, number, MISREAD)
    assert moved_by_it(cast) == {("seat", 1): -1500, ("owed", 1): -2500, ("seat", 4): 4000}
    assert chips()[1] == 0
    assert Owed.objects.get().amount == -2500
    assert in_order(cast)


def test_ops_5_8_a_player_is_found_where_they_sit_now(cast: Cast) -> None:
    """A player who moved keeps their chips; a newcomer in the old chair has nothing to do with it."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("move", seat=4, to=6)
    cast.act("move", seat=2, to=4)
    cast.act("move", seat=6, to=2)
    cast.act("move", seat=4, to=7)
    cast.act("sit", seat=4, buy_in=5000)
    before = chips()
    body = correct(cast, number, MISREAD)
    assert chips() == {**before, 1: before[1] - 4000, 2: before[2] + 4000}
    assert {"account": "seat", "seat": 4, "amount": 4000} in body["differences"]
    assert in_order(cast)


def test_ops_5_8_wagers_and_decisions_are_put_right_together(cast: Cast) -> None:
    """The chips of a wager that was more than was entered come from the stack they were taken for."""
    number = settled(cast)
    cast.act("close_round", number=number)
    before = chips()
    wagers = [{"seat": 4, "ante": 2000, "flush": 500}]
    correct(cast, number, {"wagers": wagers, "decisions": [{"seat": 4, "decision": "fold"}]}, reason="wrong_wager")
    # The player lost 2000; a folded 2500 is 500 more.
    assert chips() == {**before, 1: before[1] + 500, 4: before[4] - 500}
    assert in_order(cast)


def test_hcf_8_4_a_hand_that_turns_out_dead_gets_its_rake_back(any_bank: Cast) -> None:
    """With a bonus nobody had entered, seat 2 wins more than the bank holds after seat 4: it is dead, and pays no rake."""
    number = settled(any_bank, bank=2000)
    any_bank.act("close_round", number=number)
    before = chips()
    correct(any_bank, number, {"wagers": [{"seat": 2, "ante": 1000, "straight_flush": 500}]}, reason="wrong_wager")
    assert moved_by_it(any_bank) == {("seat", 1): 2000, ("seat", 2): -1900, ("rake", None): -100}
    assert chips() == {1: before[1] + 2000, 2: 100000, 4: before[4]}
    assert in_order(any_bank)


def test_ops_5_8_what_moves_nothing_is_still_a_version(cast: Cast) -> None:
    """The hand was misread and lost all the same."""
    number = settled(cast)
    postings = Posting.objects.count()
    correct(cast, number, {"hands": [{"seat": 4, "cards": "JdTd8d6c5s4c3s"}]})
    assert (Settlement.objects.count(), Posting.objects.count()) == (2, postings)
    assert in_order(cast)


def test_ops_5_8_only_what_was_settled_is_corrected(cast: Cast) -> None:
    """A round that is still open is entered anew by the dealer; a void one gave everything back."""
    number = settled(cast)
    cast.act("close_round", number=number)
    following = cast.open_round(2, 20000)
    sent: dict[str, Any] = {"corrections": MISREAD, "reason": "misread_hand", "by": "frank", "signed_by": "petra"}
    refused(cast, "wrong_state", "correct_round", number=following, **sent)
    cast.act("void_round", number=following, reason="red_light")
    refused(cast, "wrong_state", "correct_round", number=following, **sent)
    assert Round.objects.get(number=following).settlements.count() == 0


def test_ops_5_8_also_at_a_table_that_is_suspended_or_closed(cast: Cast) -> None:
    """What was wrong is put right whenever it is found; with everybody gone it is owed, and the table stays closed."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("suspend_table", by="frank", reason="a count")
    correct(cast, number, MISREAD)
    cast.act("resume_table", by="frank")
    for seat in (1, 2, 4):
        cast.act("leave", seat=seat)
    cast.act("close_table", by="frank")
    correct(cast, number, {"hands": [{"seat": 4, "cards": WORSE}]})
    assert sorted(Owed.objects.values_list("amount", flat=True)) == [-4000, 4000]
    assert cast.fresh_table.state == "closed"
    assert in_order(cast)


def test_ops_4_4_a_wager_found_outside_the_limits_is_corrected_all_the_same(cast: Cast) -> None:
    """It lay there; the limits do not refuse what has been."""
    number = settled(cast)
    wagers = {"wagers": [{"seat": 4, "ante": 950}], "decisions": [{"seat": 4, "decision": "raise", "raise": 950}]}
    correct(cast, number, wagers, reason="wrong_wager")
    assert Settlement.objects.latest("pk").input["seats"][1]["ante"] == 950
    assert in_order(cast)


def test_aud_2_4_a_version_stands_for_ever_and_follows_its_own_rounds_last(cast: Cast) -> None:
    """The row of a correction is guarded like any settlement."""
    number = settled(cast)
    correct(cast, number, MISREAD)
    version = Settlement.objects.latest("pk")
    assert version.replaces is not None
    assert version.replaces.version == 1
    with pytest.raises((TableError, RuleError)):
        correct(cast, number, MISREAD)
    assert Settlement.objects.count() == 2


def test_ops_5_8_players_are_found_by_the_order_of_entries_where_the_clock_stood_still(cast: Cast) -> None:
    """Set back, the clock gives every act the same time: who sat where is told by what came after what (AUD 1.2)."""
    number = settled(cast)
    with patch("tables.actions.act.record.max", lambda _clock, last: last, create=True):
        cast.act("close_round", number=number)
        cast.act("move", seat=4, to=7)
        cast.act("leave", seat=2)
        cast.act("sit", seat=4, buy_in=5000)
        cast.act("move", seat=1, to=2)
        before = chips()
        correct(cast, number, MISREAD)
    assert Seating.objects.get(seat=4).sat_at == the_round().settled_at == the_round().ended_at
    assert moved_by_it(cast) == {("seat", 2): -4000, ("seat", 7): 4000}
    assert chips() == {**before, 2: before[2] - 4000, 7: before[7] + 4000}
    assert in_order(cast)
