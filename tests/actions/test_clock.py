"""Whether a player is late, as docs/concurrency.md tells it; and markers as docs/decisions/0032 does (DRAW 1.8, 2.7)."""

from datetime import timedelta

import pytest

from tables.actions import clock
from tables.errors import WrongState
from tables.models import AuditEntry, Heartbeat, Leg, Round, Seating
from tables.stamp import Call, CommandId, Stamp
from tests.actions.rounds.test_draw_rounds import in_order
from tests.cast import FOUR_PLAYER, HEADS_UP, make_cast
from tests.clocks import watched

LONG_AGO = -3600
# The last beat of a clock that is watched: ahead, so that no slow machine lets it grow old.
STILL = 3600


@pytest.mark.parametrize(
    ("began", "last_beat", "running_since", "late"),
    [(-31, STILL, LONG_AGO, True), (-31, -7, LONG_AGO, False), (-31, STILL, -13, False), (-11, STILL, -13, False)],
    ids=["watched", "nobody looks", "an outage meanwhile", "begun after the outage"],
)
def test_draw_2_7_late_on_a_watched_clock_alone(
    db: None, began: int, last_beat: int, running_since: int, late: bool
) -> None:
    """The rows of the table, in seconds before the moment it speaks of."""
    cast = make_cast(FOUR_PLAYER)
    cast.seat_players((1, 2, 3), chips=10000)
    watched()
    number = cast.act("open_round").body["round"]
    now = AuditEntry.objects.latest("time").time

    def at(seconds: int) -> object:
        return now + timedelta(seconds=seconds)

    Round.objects.update(clock_from=at(began), deadline=at(began + 30))
    Heartbeat.objects.update(beat_at=at(last_beat), since=at(running_since))
    call = Call(cast.table.pk, Stamp.of_system(CommandId.fresh("clock")))
    if late:
        assert clock.expire_action(call, number=number).body["actions"] == [{"seat": 2, "do": "timeout"}]
    else:
        with pytest.raises(WrongState):
            clock.expire_action(call, number=number)


def test_draw_1_8_markers_of_a_player_who_leaves(db: None) -> None:
    """With three markers of 2000 and 4500 chips two are redeemed, the player leaves with 500, and 2000 are owed."""
    cast = make_cast({**HEADS_UP, "terms": {"ante": 500, "marker_count": 3, "marker_value": 2000}})
    cast.seat_players((1, 2), chips=1000)
    number = cast.act("open_round").body["round"]
    cast.act("take_actions", number=number, actions=[{"seat": 1, "do": "bet", "amount": 6500}])
    assert Seating.objects.get(seat=1).markers_out == 3
    cast.act("take_actions", number=number, actions=[{"seat": 2, "do": "draw"}])
    rest = [{"seat": 2, "do": "exchange", "count": 0}, {"seat": 1, "do": "exchange", "count": 0}]
    cast.act("take_actions", number=number, actions=[*rest, {"seat": 1, "do": "drop"}])
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    assert Seating.objects.get(seat=1).chips == 0
    cast.act("buy_in", seat=1, amount=4500)
    assert cast.act("leave", seat=1).body["chips"] == 500
    moved = Leg.objects.filter(seating__seat=1, posting__act="leave").order_by("account")
    assert [(leg.account, leg.amount) for leg in moved] == [("markers", 6000), ("owed", -2000), ("seat", -4500)]
    assert in_order(cast)
