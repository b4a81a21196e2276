"""What is owed is listed until it is dealt with (OPS 5.8, 7.2; DRAW 1.8)."""

from typing import Any

import pytest
from django.db import transaction

from tables.models import Alert, Leg, Owed, Seating
from tables.queries.audit.journal import differences_at
from tests.actions.felt import WORSE, chips, last_entry, refused, settled
from tests.actions.floor.test_corrections import MISREAD, correct
from tests.actions.floor.test_corrections_of_draw import all_in
from tests.cast import HEADS_UP, Cast, make_cast

SIGNED = {"by": "frank", "signed_by": "petra"}


def owed_to_seat_4(cast: Cast) -> Owed:
    """4000 that are seat 4's, who has left."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=4)
    correct(cast, number, MISREAD)
    return Owed.objects.get()


def owed_by_seat_1(cast: Cast) -> Owed:
    """4000 that seat 1 owes, who has left."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=1)
    correct(cast, number, MISREAD)
    return Owed.objects.get()


def moved_by_it(cast: Cast) -> dict[str, int]:
    """What the newest act moved, by account."""
    return {leg.account: leg.amount for leg in Leg.objects.filter(posting__sequence=last_entry(cast).sequence)}


@pytest.mark.parametrize(
    ("how", "legs"),
    [
        ("chips", {"owed": -4000, "outside": 4000}),
        ("cash", {"owed": -4000, "tray": 4000}),
        ("written_off", {"owed": -4000, "tray": 4000}),
    ],
)
def test_ops_5_8_what_is_a_players_is_paid_or_kept(cast: Cast, how: str, legs: dict[str, int]) -> None:
    """In chips, at the cashier, or not at all; the list is empty then, and the accounts too."""
    row = owed_to_seat_4(cast)
    before = chips()
    cast.act("settle_owed", owed=row.pk, how=how, words="seen by the pit", **SIGNED)
    assert moved_by_it(cast) == legs
    assert chips() == before
    row.refresh_from_db()
    assert (row.settled_by, row.words) == (cast.people["petra"], "seen by the pit")
    payload = last_entry(cast).payload
    assert (payload["amount"], payload["how"], payload["player"]) == (4000, how, {"seat": 4, "player_card": ""})
    assert not list(differences_at(cast.fresh_table))
    refused(cast, "wrong_state", "settle_owed", owed=row.pk, how=how, words="again", **SIGNED)


@pytest.mark.parametrize(
    ("how", "legs"),
    [
        ("chips", {"owed": 4000, "outside": -4000}),
        ("cash", {"owed": 4000, "tray": -4000, "drop": 4000, "outside": -4000}),
        ("written_off", {"owed": 4000, "tray": -4000}),
    ],
)
def test_ops_5_8_what_a_player_owes_is_collected_or_borne(cast: Cast, how: str, legs: dict[str, int]) -> None:
    """Chips the player brings, cash down the drop for chips of the tray, or the house bears it."""
    row = owed_by_seat_1(cast)
    cast.act("settle_owed", owed=row.pk, how=how, words="seen by the pit", **SIGNED)
    assert moved_by_it(cast) == legs
    assert not list(differences_at(cast.fresh_table))


def test_ops_5_8_a_player_who_comes_back_is_known_by_their_card(cast: Cast) -> None:
    """What a player owes stays listed, the dealer who seats them is told, and it can be taken from their new stack."""
    cast.seat_players((2, 4))
    cast.act("sit", seat=1, buy_in=100000, player_card="P-77")
    number = cast.open_round()
    rows = [{"seat": 2, "ante": 1000}, {"seat": 4, "ante": 1000}]
    cast.act("enter_wagers", number=number, wagers=rows)
    cast.act("deal", number=number)
    decisions = [{"seat": 2, "decision": "fold"}, {"seat": 4, "decision": "fold"}]
    cast.act("enter_decisions", number=number, decisions=decisions)
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    cast.act("leave", seat=1)
    correct(cast, number, {"wagers": [{"seat": 4, "ante": 800}]}, reason="wrong_wager")
    row = Owed.objects.get()
    assert row.amount == -200
    answer = cast.act("sit", seat=6, buy_in=5000, player_card="P-77").body
    assert answer["owed"] == -200
    cast.act("settle_owed", owed=row.pk, how="seat", **SIGNED)
    assert chips()[6] == 4800
    assert moved_by_it(cast) == {"owed": 200, "seat": -200}
    assert not list(differences_at(cast.fresh_table))


def test_draw_1_8_markers_of_a_player_who_leaves_are_listed(db: None) -> None:
    """With an alert, and told to the dealer who cashes the player out; the table can close, for it is listed (OPS 7.2)."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    number = all_in(cast)
    cast.act("close_round", number=number)
    assert cast.act("leave", seat=2).body == {"seat": 2, "chips": 0, "owed": -2000}
    row = Owed.objects.get()
    assert (row.amount, row.reason, row.round) == (-2000, "markers", None)
    assert Alert.objects.get(kind="owed").details["amount"] == -2000
    cast.act("leave", seat=1)
    cast.act("close_table", by="frank")
    assert not list(differences_at(cast.fresh_table))
    cast.act("settle_owed", owed=row.pk, how="cash", **SIGNED)
    assert not list(differences_at(cast.fresh_table))


def test_ops_2_4_a_debt_that_is_not_listed_is_found(cast: Cast) -> None:
    """Reconcile compares the account with the list, player by player."""
    row = owed_to_seat_4(cast)
    assert not list(differences_at(cast.fresh_table))
    with transaction.atomic():
        Owed.objects.create(
            table=cast.table, seating=Seating.objects.get(seat=2), reason="markers", amount=-7, raised_at=row.raised_at
        )
        [found] = differences_at(cast.fresh_table)
        # It could not be committed.
        transaction.set_rollback(True)
    assert (found.what, found.which, found.recorded, found.journal) == ("owed", 2, -7, 0)
    assert str(found) == "table 12, what is owed by seat 2: -7 is recorded, the journal comes to 0"


def test_draw_1_8_markers_that_the_journal_does_not_know_are_found(db: None) -> None:
    """Reconcile values them as the rules do."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    Seating.objects.filter(seat=1).update(markers_out=1)
    [found] = differences_at(cast.fresh_table)
    assert str(found) == "table 12, markers of seat 1: -2000 is recorded, the journal comes to 0"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"how": "prayer"}, "bad_field"),
        ({"how": None}, "bad_field"),
        ({"how": "written_off"}, "bad_field"),
        ({"how": "seat"}, "wrong_state"),
        ({"how": "cash", "owed": 10**9}, "not_found"),
        ({"how": "cash", "owed": "1"}, "bad_field"),
        ({"how": "cash", "signed_by": None}, "needs_signature"),
        ({"how": "cash", "signed_by": "dora"}, "not_allowed"),
    ],
)
def test_ops_5_8_what_is_wrong_settles_nothing(cast: Cast, sent: dict[str, Any], code: str) -> None:
    """It stays listed."""
    row = owed_to_seat_4(cast)
    refused(cast, code, "settle_owed", **{**SIGNED, "owed": row.pk, **sent})
    row.refresh_from_db()
    assert row.settled_at is None


def test_ops_5_8_a_stack_that_does_not_hold_it_is_left_alone(cast: Cast) -> None:
    """It waits, or is paid otherwise."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("recount", seat=1, chips=0, reason="passed", signed_by="petra")
    correct(cast, number, MISREAD)
    row = Owed.objects.get()
    assert (row.amount, chips()[1]) == (-4000, 0)
    refused(cast, "short_chips", "settle_owed", owed=row.pk, how="seat", **SIGNED)
    correct(cast, number, {"hands": [{"seat": 4, "cards": WORSE}]})
    assert chips()[1] == 4000
    cast.act("settle_owed", owed=row.pk, how="seat", **SIGNED)
    assert chips()[1] == 0
