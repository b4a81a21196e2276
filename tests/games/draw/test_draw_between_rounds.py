"""What a draw game says between and after rounds: a change that waits, a pot that is shared, whose clock counts (OPS 4.3, 7.2)."""

import pytest

from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.values import BetweenRounds, Leg, Stack
from tests.games.draw.playing import house_rules, table_of_four

HEADS_UP = GAMES["heads_up_draw"]
TERMS = {"marker_count": 3, "marker_value": 2000}


@pytest.mark.parametrize(
    ("changed", "out", "match", "waits"),
    [
        ({"marker_count": 2}, 2, (2, 5), False),
        ({"marker_count": 1}, 2, (2, 5), True),
        ({"marker_count": 1}, 2, (), True),
        ({"marker_count": 1}, 0, (), False),
        ({"ante": 600}, 0, (2, 5), True),
        ({"ante": 600}, 0, (), False),
    ],
)
def test_draw_1_8_a_change_waits_while_a_match_is_on_or_more_markers_are_out_than_it_allows(changed, out, match, waits):
    present = house_rules("heads_up_draw", **TERMS).terms
    coming = house_rules("heads_up_draw", **{**TERMS, **changed}).terms
    stacks = {2: Stack(2, 9000, True, markers_out=out), 5: Stack(5, 9000, True)}
    assert bool(HEADS_UP.blocks_change(present, coming, BetweenRounds(stacks, 0, match))) == waits


@pytest.mark.parametrize(("amount", "first", "second"), [(1001, 500, 501), (-1001, -500, -501), (1000, 500, 500)])
def test_ops_7_2_a_pot_is_shared_or_given_back_in_halves_an_odd_unit_with_the_seat_that_acted_first(
    amount, first, second
):
    """What a corrected round left too much in the pot is given by the seats, with the sign turned (OPS 5.8)."""
    document = {"first": 5, "seats": [{"seat": 2, "stack": 9000}, {"seat": 5, "stack": 9000}]}
    legs = HEADS_UP.pot_shared(document, amount)
    assert sorted(legs) == sorted([Leg("seat", 2, first), Leg("seat", 5, second)])


@pytest.mark.parametrize(("clock_mode", "counts"), [("server", False), ("dealer", True)])
def test_draw_2_7_after_an_outage_lateness_counts_on_the_dealers_clock_alone(clock_mode, counts):
    """A time-out is what the dealer says it is; the server's clock holds nothing against anybody after an outage."""
    table = table_of_four(9000, 9000, clock_mode=clock_mode)
    table.act("open_round")
    turn = table.game.describe(table.view)["turn"]
    table.late = table.outage = True
    if counts:
        table.act("take_actions", actions=[{"seat": turn, "do": "timeout"}])
    else:
        with pytest.raises(RuleError) as raised:
            table.act("take_actions", actions=[{"seat": turn, "do": "timeout"}])
        assert raised.value.code == "illegal_action"
