"""Corrections that are refused, and change nothing: by whom they are signed, and what they say (OPS 1.4, 5.8)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from django.utils import timezone

from tables.actions.people.sign_in import tap_in
from tables.models import RoleGrant, TapIn
from tables.policy import Role
from tests.actions.felt import BANK_HAND, BETTER, WORSE, refused, settled
from tests.actions.floor.test_corrections import MISREAD
from tests.cast import PINS, Cast, command_id


def test_ops_1_4_who_signs_neither_deals_nor_dealt_in_that_round(cast: Cast) -> None:
    """Dealing since, or now, at this table: Frank dealt the round and Petra deals by now."""
    tap(cast, "frank")
    cast.seat_players((1, 2, 4), by="frank")
    offers = [{"seat": 1, "answer": "accepted", "bank": 50000}]
    number = cast.act("open_round", by="frank", offers=offers).body["round"]
    rows = [{"seat": 2, "ante": 1000}, {"seat": 4, "ante": 1000}]
    cast.act("enter_wagers", by="frank", number=number, wagers=rows)
    cast.act("deal", by="frank", number=number)
    decisions = [{"seat": seat, "decision": "raise", "raise": 1000} for seat in (2, 4)]
    cast.act("enter_decisions", by="frank", number=number, decisions=decisions)
    hands = [{"seat": seat, "cards": cards} for seat, cards in {1: BANK_HAND, 2: BETTER, 4: WORSE}.items()]
    cast.act("enter_hands", by="frank", number=number, hands=hands)
    cast.act("settle_round", by="frank", number=number)
    cast.act("close_round", by="frank", number=number)
    sent = {"number": number, "corrections": MISREAD, "reason": "misread_hand"}
    tap(cast, "dana")
    refused(cast, "not_allowed", "correct_round", signed_by="frank", **sent)
    refused(cast, "needs_signature", "correct_round", by="frank", **sent)
    refused(cast, "not_allowed", "correct_round", signed_by="dora", **sent)
    tap(cast, "petra")
    refused(cast, "not_allowed", "correct_round", by="frank", signed_by="petra", **sent)
    tap(cast, "dana")
    cast.act("correct_round", signed_by="petra", **sent)


def test_ops_1_4_who_acted_as_the_rounds_dealer_dealt_in_it_by_any_clock(cast: Cast) -> None:
    """Tap-ins are timed by the house's chain, rounds by the table's: after a clock was set back one is ahead of the other."""
    ahead = timezone.now() + timedelta(hours=1)
    dana, petra = cast.people["dana"], cast.people["petra"]
    RoleGrant.objects.create(casino=cast.casino, person=dana, role=Role.FLOOR, granted_at=timezone.now())
    TapIn.objects.update(ended_at=Now())
    TapIn.objects.create(table=cast.table, person=dana, started_at=ahead)
    number = settled(cast)
    cast.act("close_round", number=number)
    TapIn.objects.filter(ended_at=None).update(ended_at=ahead)
    TapIn.objects.create(table=cast.table, person=petra, started_at=ahead)
    sent: dict[str, Any] = {"number": number, "corrections": MISREAD, "reason": "misread_hand", "by": "frank"}
    refused(cast, "not_allowed", "correct_round", signed_by="dana", **sent)
    cast.act("correct_round", signed_by="frank", **sent)


def tap(cast: Cast, who: str) -> None:
    """Another dealer takes over at the table."""
    badge = cast.people[who].badge
    tap_in(table_id=cast.table.pk, badge=badge, pin=PINS[badge], tablet_id=None, command_id=command_id())


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"corrections": {"hands": [{"seat": 4, "cards": WORSE}]}}, "bad_field"),
        ({"corrections": {}}, "bad_field"),
        ({"corrections": [MISREAD]}, "bad_field"),
        ({"corrections": {**MISREAD, "seats": []}}, "bad_field"),
        ({"corrections": {"hands": [{"seat": 4, "cards": BETTER}]}}, "duplicate_card"),
        ({"corrections": {"wagers": [{"seat": 7, "ante": 1000}]}}, "bad_seat"),
        ({"corrections": {"wagers": [{"seat": 4, "ante": 1500}]}}, "raise_below_ante"),
        ({"reason": "bored"}, "bad_field"),
        ({"reason": "other"}, "bad_field"),
        ({"reason": "other", "words": "half \ud83d"}, "bad_field"),
        ({"number": 9}, "not_found"),
        ({"number": "1"}, "bad_field"),
        ({"number": True}, "bad_field"),
    ],
)
def test_ops_5_8_a_correction_that_is_wrong_itself_changes_nothing(cast: Cast, sent: dict[str, Any], code: str) -> None:
    """It is checked wholly: cards, Raise against Ante, seats, keys, reason, and that it says anything new."""
    number = settled(cast)
    given = {"number": number, "corrections": MISREAD, "reason": "misread_hand", **sent}
    refused(cast, code, "correct_round", by="frank", signed_by="petra", **given)
