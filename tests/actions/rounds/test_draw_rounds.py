"""Draw poker through the acts: the same path, journal and chain as every game (DRAW, OPS 5)."""

from datetime import timedelta
from typing import Any

import pytest

from tables.actions import clock
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.models import AuditEntry, Leg, Round, Seating, Settlement
from tables.queries.audit.journal import differences_at
from tests.cast import FOUR_PLAYER, Cast, make_cast
from tests.clocks import late_by, unwatched, watched
from tests.state import table_state


@pytest.fixture
def four(db: None) -> Cast:
    """Four players at a table with a clock that is being watched."""
    cast = make_cast(FOUR_PLAYER)
    cast.seat_players((1, 2, 3, 4), chips=10000)
    watched()
    return cast


def acting(cast: Cast, number: int, *actions: tuple[Any, ...]) -> None:
    """Take some actions, each seat, word and number."""
    for seat, do, *rest in actions:
        name = "count" if do == "exchange" else "amount"
        action = {"seat": seat, "do": do, **({name: rest[0]} if rest else {})}
        cast.act("take_actions", number=number, actions=[action])


def chips(cast: Cast) -> dict[int, int]:
    """The stacks by seat."""
    return {player.seat: player.chips for player in Seating.objects.filter(table=cast.table, left_at=None)}


def in_order(cast: Cast) -> bool:
    """Whether the books of the table are right."""
    return not list(differences_at(cast.fresh_table)) and not sum(leg.amount for leg in Leg.objects.all())


def tie(cast: Cast) -> int:
    """A hand that both win: what lies in the pot stays there."""
    number: int = cast.act("open_round").body["round"]
    first, second = table_state(cast.table.pk)["round"]["order"]
    acting(cast, number, (first, "stay"), (second, "draw"), (second, "exchange", 0), (first, "exchange", 0))
    acting(cast, number, (first, "call"))
    hands = [{"seat": 1, "cards": "AsKd9c7h2d"}, {"seat": 2, "cards": "AdKs9h7c2s"}]
    cast.act("enter_hands", number=number, hands=hands)
    assert cast.act("settle_round", number=number).body["settlement"]["result"] == "tie"
    cast.act("close_round", number=number)
    return number


def test_draw_1_10_a_tie_carries_the_pot_into_the_next_deal(two: Cast) -> None:
    """The carried pot stands at the table, the next deal antes again, and first action alternates (DRAW 1.3)."""
    tie(two)
    assert two.fresh_table.carry == 1000
    assert two.fresh_table.button == 1
    assert in_order(two)
    number = two.act("open_round").body["round"]
    state = table_state(two.table.pk)["round"]
    assert (state["pot"], state["turn"], two.fresh_table.carry) == (2000, 2, 0)
    acting(two, number, (2, "bet", 1000), (1, "drop"))
    two.act("settle_round", number=number)
    two.act("close_round", number=number)
    assert chips(two) == {1: 9000, 2: 11000}
    assert in_order(two)
    settlement = Settlement.objects.latest("pk")
    assert settlement.input["carry"] == 1000


def test_ops_7_2_a_carried_pot_is_shared_when_the_match_ends(two: Cast) -> None:
    """A player who leaves ends the match; the next one starts afresh, with equal stacks (DRAW 1.1)."""
    tie(two)
    assert two.act("leave", seat=2).body == {"seat": 2, "chips": 10000}
    table = two.fresh_table
    assert (table.carry, table.button, chips(two)) == (0, None, {1: 10000})
    two.act("sit", seat=3, buy_in=4000)
    with pytest.raises(RuleError) as refused:
        two.act("open_round")
    assert refused.value.code == "wrong_state"
    assert in_order(two)


def test_draw_1_8_markers_are_issued_and_redeemed_and_stand_in_the_journal(two: Cast) -> None:
    """A bet beyond the chips is paid with markers; the winner redeems theirs while they keep the reserve."""
    number = two.act("open_round").body["round"]
    acting(two, number, (1, "bet", 11500), (2, "draw"), (2, "exchange", 1), (1, "exchange", 1), (1, "call"))
    assert {player.seat: player.markers_out for player in Seating.objects.all()} == {1: 1, 2: 1}
    assert in_order(two)
    hands = [{"seat": 1, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]
    two.act("enter_hands", number=number, hands=hands)
    two.act("settle_round", number=number)
    two.act("close_round", number=number)
    assert {player.seat: player.markers_out for player in Seating.objects.all()} == {1: 0, 2: 1}
    loser = Seating.objects.get(seat=2)
    answer = two.act("leave", seat=2).body
    assert answer["chips"] == loser.chips
    owed = Leg.objects.filter(account="owed", seating=loser)
    assert [leg.amount for leg in owed] == [-2000]
    assert in_order(two)


def test_hcf_10_1_a_void_gives_antes_and_markers_back(two: Cast) -> None:
    """The same deal begins anew: first action does not alternate."""
    number = two.act("open_round").body["round"]
    two.act("void_round", number=number, reason="wrong_count")
    assert chips(two) == {1: 10000, 2: 10000}
    again = two.act("open_round").body
    assert again["turn"] == 1
    assert in_order(two)


def test_draw_2_7_lateness_is_carried_out_once_by_the_scan(four: Cast) -> None:
    """The deadline stands in the round; the scan drops the player who is late, and the next has their own time."""
    number = four.act("open_round").body["round"]
    late_by(number, timedelta(seconds=1))
    assert clock.scan() == 1
    assert clock.scan() == 0
    round_ = Round.objects.get(number=number)
    assert [action["do"] for action in round_.play["actions"]] == ["timeout"]
    assert round_.deadline is not None
    entry = AuditEntry.objects.filter(chain=four.table.chain).latest("sequence")
    assert (entry.act, entry.role, entry.person) == ("expire_action", "system", None)


def test_draw_2_7_an_action_after_its_time_is_refused_and_one_in_time_is_not(four: Cast) -> None:
    """The database's clock decides inside the act, not the scan."""
    number = four.act("open_round").body["round"]
    turn = table_state(four.table.pk)["round"]["turn"]
    acting(four, number, (turn, "open", 500))
    late_by(number, timedelta(seconds=1))
    after = table_state(four.table.pk)["round"]["turn"]
    with pytest.raises(RuleError) as refused:
        acting(four, number, (after, "pay"))
    assert refused.value.code == "expired"
    with pytest.raises(TableError):
        clock.expire_action(four.call("frank"), number=number)


def test_draw_2_7_an_outage_is_held_against_nobody(four: Cast) -> None:
    """Where nobody looked for five seconds the late may act, and the next scan sets every clock anew, with an entry."""
    number = four.act("open_round").body["round"]
    late_by(number, timedelta(seconds=1))
    unwatched()
    acting(four, number, (table_state(four.table.pk)["round"]["turn"], "open", 500))
    late_by(number, timedelta(seconds=1))
    assert clock.scan() == 1
    assert AuditEntry.objects.filter(act="restart_clock").count() == 1
    assert len(Round.objects.get().play["actions"]) == 1


def test_draw_2_7_a_suspension_gives_the_time_back_in_full(four: Cast) -> None:
    """Nobody is late while the table is suspended."""
    number = four.act("open_round").body["round"]
    four.act("suspend_table", by="frank", reason="a spilled drink")
    late_by(number, timedelta(minutes=10))
    assert clock.scan() == 0
    four.act("resume_table", by="frank")
    round_, entry = Round.objects.get(), AuditEntry.objects.filter(act="resume_table").get()
    assert round_.deadline == entry.time + timedelta(seconds=30)


def test_draw_2_4_a_hand_of_four_with_an_all_in_and_a_side_pot(four: Cast) -> None:
    """Side pots, commission, the button moving on; the stored input settles again to the same output."""
    four.act("recount", seat=3, chips=1500, reason="carried")
    number = four.act("open_round").body["round"]
    first = table_state(four.table.pk)["round"]["order"]
    acting(four, number, (first[0], "open", 1000), *((seat, "pay") for seat in first[1:]))
    acting(four, number, *((seat, "exchange", 0) for seat in first))
    acting(four, number, (first[0], "raise", 2000), *((seat, "call") for seat in first[1:]))
    hands = {1: "AsAdKc7h2d", 2: "QsQdJc8s3c", 3: "KsKdKh7s2c", 4: "JsJdTc8c3h"}
    four.act("enter_hands", number=number, hands=[{"seat": seat, "cards": cards} for seat, cards in hands.items()])
    output = four.act("settle_round", number=number).body["settlement"]
    assert output["winners"] == [3, 1]
    assert output["pot"] == 4 * 1500 + 3 * 1500
    four.act("close_round", number=number)
    assert sum(chips(four).values()) == 10000 * 3 + 1500 - output["rake"]
    assert four.fresh_table.button == 1
    assert table_state(four.table.pk)["table"]["button"] == 1
    assert in_order(four)
