"""Corrections, rulings and bars beside everything else that happens at the same moment (OPS 2.3, 5.8 to 5.10)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models.functions import Now
from psycopg import Connection

from tables.actions import seats
from tables.actions.act import Answer
from tables.actions.floor import disputes
from tables.actions.floor.bars import bar_from_house
from tables.errors import NotAllowed
from tables.games.table.reading import read_text
from tables.models import Owed, RoleGrant, Round, Ruling, Seating, Settlement
from tables.stamp import HouseCall, Stamp
from tests.actions.felt import WORSE, chips, settled
from tests.actions.floor.test_corrections import MISREAD
from tests.cast import Cast
from tests.concurrency.conftest import Together
from tests.concurrency.test_rounds import kinds, send, verify_books

BACK = {"hands": [{"seat": 4, "cards": WORSE}]}


def correcting(cast: Cast, number: int, corrections: dict[str, Any] = MISREAD) -> Callable[[], Answer]:
    """A correction to be done later, in a thread of its own."""
    stamp = cast.stamp("frank", signed_by="petra")
    return send(cast, "correct_round", stamp, number=number, corrections=corrections, reason="misread_hand")


def test_ops_5_8_a_correction_and_the_close_of_its_round_at_once(cast: Cast, together: Together) -> None:
    """Whichever comes first: the difference goes back with the bank, or is taken from the stack it has gone back to."""
    number = settled(cast)
    results = together(correcting(cast, number), send(cast, "close_round", cast.stamp(), number=number))
    assert kinds(results) == ["acted", "acted"]
    assert chips() == {1: 95900, 2: 101900, 4: 101900}
    assert Round.objects.get().bank == 0
    verify_books(cast)


def test_ops_5_8_a_correction_and_the_leaving_of_whom_it_concerns_at_once(cast: Cast, together: Together) -> None:
    """The player takes it along, or it is owed to them and listed; never both, never neither."""
    number = settled(cast)
    cast.act("close_round", number=number)
    results = together(correcting(cast, number), send(cast, "leave", cast.stamp(), seat=4))
    assert kinds(results) == ["acted", "acted"]
    taken = next(result.body["chips"] for result in results if "settlement" not in result.body)
    assert taken + sum(row.amount for row in Owed.objects.all()) == 101900
    assert chips()[1] == 95900
    verify_books(cast)


def test_ops_5_8_two_corrections_at_once_are_one_after_the_other(cast: Cast, together: Together) -> None:
    """The same one is one: the second would change nothing. Two that were decided on one version: the second is stale."""
    number = settled(cast)
    results = together(correcting(cast, number), correcting(cast, number))
    assert kinds(results) == ["BadField", "acted"]
    version = cast.fresh_table.version
    stamps = [cast.stamp("frank", signed_by="petra") for _ in range(2)]
    sent = {"number": number, "corrections": BACK, "reason": "misread_hand"}
    results = together(*(send(cast, "correct_round", stamp, version, **sent) for stamp in stamps))
    assert kinds(results) == ["Stale", "acted"]
    assert list(Settlement.objects.order_by("pk").values_list("version", flat=True)) == [1, 2, 3]
    verify_books(cast)


def test_hcf_10_2_a_dispute_is_ruled_on_once(cast: Cast, together: Together) -> None:
    """The first ruling is final."""
    number = settled(cast)
    dispute = cast.act("open_dispute", number=number, reason="cards").body["dispute"]
    stamps = [cast.stamp("frank", signed_by="petra"), cast.stamp("petra", signed_by="frank")]
    ruled = [send(cast, "rule_on_dispute", stamp, dispute=dispute, outcome="stands", words="so") for stamp in stamps]
    assert kinds(together(*ruled)) == ["WrongState", "acted"]
    assert Ruling.objects.count() == 1
    verify_books(cast)


def test_ops_5_8_what_is_owed_is_settled_once(cast: Cast, together: Together) -> None:
    """By the person who comes first."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=4)
    correcting(cast, number)()
    owed = Owed.objects.get().pk
    stamps = [cast.stamp("frank", signed_by="petra") for _ in range(2)]
    results = together(*(send(cast, "settle_owed", stamp, owed=owed, how="chips") for stamp in stamps))
    assert kinds(results) == ["WrongState", "acted"]
    verify_books(cast)


def test_ops_2_3_a_bar_from_the_house_and_sitting_down_at_once_end_barred(cast: Cast, together: Together) -> None:
    """The player is refused, or sits there barred; there is no third way, however often it is tried."""
    cast.seat_players((1, 2))
    for turn in range(8):
        card, seat = f"P-{turn}", 3 + turn % 2
        sitting = send(cast, "sit", cast.stamp(), seat=seat, buy_in=1000, player_card=card)
        results = together(barring(cast, card), sitting)
        assert isinstance(results[0], Answer), results
        there = Seating.objects.filter(player_card=card, left_at=None).first()
        if there is not None:
            assert there.barred
            assert there.sitting_out
            cast.act("leave", seat=seat)
        else:
            assert kinds(results) == ["NotAllowed", "acted"]
    verify_books(cast)


def barring(cast: Cast, card: str) -> Callable[[], Answer]:
    """A bar from the house to be done later, in a thread of its own."""
    stamp: Stamp = cast.stamp("frank", signed_by="petra")
    return lambda: bar_from_house(HouseCall(cast.casino.pk, stamp), player_card=card, reason="conduct", words="")


@pytest.mark.parametrize("guarded", [False, True])
def test_ops_2_3_a_bar_between_the_look_and_the_chair(
    cast: Cast, together: Together, owner_connection: Connection[Any], monkeypatch: pytest.MonkeyPatch, guarded: bool
) -> None:
    """Found welcome, barred, seated, in this order: without the trigger they would play; with it they sit there barred."""
    if not guarded:
        owner_connection.execute("DROP TRIGGER seating_sits_down ON tables_seating")
        owner_connection.commit()
    cast.seat_players((1, 2))
    look = seats._verify_card_is_welcome

    def looked_and_barred(*asked: Any) -> None:
        look(*asked)
        together(barring(cast, "P-7"))

    monkeypatch.setattr(seats, "_verify_card_is_welcome", looked_and_barred)
    cast.act("sit", seat=3, buy_in=1000, player_card="P-7")
    assert Seating.objects.get(seat=3).barred is guarded


def test_ops_2_3_a_bar_and_coming_back_to_play_at_once_end_barred(cast: Cast, together: Together) -> None:
    """The one lock is the house's, the other the table's; the seat's own row decides."""
    cast.seat_players((1, 2))
    for turn in range(6):
        cast.act("sit", seat=3, buy_in=1000, player_card=f"P-{turn}")
        cast.act("sit_out", seat=3)
        back = send(cast, "return_to_play", cast.stamp(), seat=3)
        results = together(barring(cast, f"P-{turn}"), back)
        assert kinds(results) in (["WrongState", "acted"], ["acted", "acted"])
        there = Seating.objects.get(seat=3, left_at=None)
        assert there.barred
        assert there.sitting_out
        cast.act("leave", seat=3)
    verify_books(cast)


def test_ops_2_3_a_bar_from_the_house_in_the_middle_of_rounds_holds_nobody_up(cast: Cast, together: Together) -> None:
    """Acts at the table and bars of the house go on side by side, without a deadlock."""
    cast.seat_players((1, 2, 4))
    cards = [f"P-{turn}" for turn in range(4)]
    for place, card in enumerate(cards[:2]):
        cast.act("sit", seat=5 + place, buy_in=1000, player_card=card)
    buying = [send(cast, "buy_in", cast.stamp(), seat=1, amount=100) for _ in range(6)]
    results = together(*(barring(cast, card) for card in cards), *buying)
    assert kinds(results) == ["acted"] * 10
    assert Seating.objects.filter(barred=True).count() == 2
    verify_books(cast)


def test_ops_1_4_who_loses_the_role_while_signing_has_signed(
    cast: Cast, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house takes the role away between the right and the ruling; the ruling counts, and the next act is refused."""
    number = settled(cast)
    dispute = cast.act("open_dispute", number=number, reason="cards").body["dispute"]
    petra = RoleGrant.objects.filter(person=cast.people["petra"], role="floor")

    def slowly(*asked: Any, **more: Any) -> str:
        assert together(lambda: petra.update(revoked_at=Now())) == [1]
        return read_text(*asked, **more)

    monkeypatch.setattr(disputes, "read_text", slowly)
    sent = {"outcome": "stands", "words": "so it is"}
    cast.act("rule_on_dispute", by="frank", signed_by="petra", dispute=dispute, **sent)
    assert Ruling.objects.get().ruled_by == cast.people["petra"]
    monkeypatch.undo()
    again = cast.act("open_dispute", number=number, reason="cards").body["dispute"]
    with pytest.raises(NotAllowed):
        cast.act("rule_on_dispute", by="frank", signed_by="petra", dispute=again, **sent)
    assert Ruling.objects.count() == 1
    verify_books(cast)


PAIRS: dict[str, tuple[tuple[str, dict[str, Any]], tuple[str, dict[str, Any]]]] = {
    "a debt and a further correction": (
        ("settle_owed", {"how": "seat"}),
        ("correct_round", {"number": 1, "corrections": BACK, "reason": "ruling"}),
    ),
    "a debt and the round that puts its player at stake": (
        ("settle_owed", {"how": "seat"}),
        ("enter_wagers", {"number": 2, "wagers": [{"seat": 4, "ante": 1000}]}),
    ),
    "a bar and the wagers of whom it meets": (
        ("bar_player", {"seat": 4, "scope": "table", "reason": "conduct"}),
        ("enter_wagers", {"number": 2, "wagers": [{"seat": 4, "ante": 1000}]}),
    ),
    "a correction and the table suspended": (
        ("correct_round", {"number": 1, "corrections": BACK, "reason": "ruling"}),
        ("suspend_table", {"reason": "a look at the cards"}),
    ),
    "a dispute and the correction it comes to": (
        ("open_dispute", {"number": 1, "reason": "cards"}),
        ("correct_round", {"number": 1, "corrections": BACK, "reason": "ruling"}),
    ),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_ops_5_10_two_acts_of_the_floor_at_once_are_one_after_the_other(
    cast: Cast, together: Together, pair: str
) -> None:
    """Whichever comes first, both are done or the later one is refused for what the earlier one changed; the books hold."""
    number = settled(cast)
    cast.act("close_round", number=number)
    following = cast.open_round(2, 20000)
    cast.act("enter_wagers", number=following, wagers=[{"seat": 4, "ante": 1000}])
    cast.act("correct_round", by="frank", signed_by="petra", number=number, corrections=MISREAD, reason="ruling")
    cast.act("enter_wagers", number=following, wagers=[{"seat": 4}])
    owed = Owed.objects.get().pk
    sent = [(act, {**more, "owed": owed} if act == "settle_owed" else more) for act, more in PAIRS[pair]]
    results = together(*(send(cast, act, cast.stamp("frank", signed_by="petra"), **more) for act, more in sent))
    refused = {kind for kind in kinds(results) if kind != "acted"}
    assert len(refused) < 2
    assert refused <= {"WrongState", "RuleError", "Suspended"}
    verify_books(cast)
