"""Stakes into pots, unit by unit (DRAW 2.4 to 2.6, 2.9)."""

import itertools

import pytest

from tables.games.draw.pots import Pot, pots, shares, unmatched

SEATS = (1, 2, 3, 4)


def layered(stakes: dict[int, int], remaining: list[int]) -> tuple[int, list[Pot]]:
    """What goes back and the pots, made by laying down every stake unit by unit."""
    back = 0
    made: list[Pot] = []
    for unit in range(1, max(stakes.values()) + 1):
        paid = sum(stake >= unit for stake in stakes.values())
        if paid == 1:
            back += 1
            continue
        contenders = tuple(seat for seat in remaining if stakes[seat] >= unit)
        if made and contenders in ((), made[-1].seats):
            made[-1] = made[-1]._replace(amount=made[-1].amount + paid)
        else:
            made.append(Pot(paid, contenders))
    return back, made


@pytest.mark.parametrize("count", [2, 3, 4])
def test_draw_2_4_2_5_and_2_9_all_stakes_up_to_four_units_and_all_who_may_have_dropped(count):
    seats = SEATS[:count]
    for amounts in itertools.product(range(5), repeat=count):
        stakes = dict(zip(seats, amounts, strict=True))
        for remaining in itertools.chain.from_iterable(itertools.combinations(seats, n) for n in range(1, count + 1)):
            # A player who remains has paid: no pot is of those alone who dropped.
            if max(amounts) and not any(stakes[seat] for seat in remaining):
                continue
            highest, back = unmatched(stakes)
            matched = {**stakes, highest: stakes[highest] - back}
            made = pots(matched, {seat: matched[seat] for seat in remaining})
            assert sum(pot.amount for pot in made) + back == sum(amounts)
            if highest in remaining or not back:
                assert (back, made) == layered(stakes, list(remaining))


def test_draw_2_9_what_those_who_dropped_put_above_joins_the_last_pot():
    stakes = {1: 900, 2: 400, 3: 1200, 4: 1200}
    assert unmatched(stakes) == (3, 0)
    assert pots(stakes, {1: 900, 2: 400}) == [Pot(1600, (1, 2)), Pot(2100, (1,))]


def test_draw_2_4_while_the_betting_goes_on_a_player_with_chips_can_still_match():
    stakes = {1: 1000, 2: 500, 3: 300}
    assert pots(stakes, {1: 1000, 2: 1000, 3: 300}) == [Pot(900, (1, 2, 3)), Pot(900, (1, 2))]


def test_draw_2_6_odd_units_go_one_each_in_order():
    for amount in range(20):
        for winners in ([7], [7, 2], [7, 2, 9], [7, 2, 9, 1]):
            parts = shares(amount, winners)
            assert sum(parts.values()) == amount
            assert list(parts.values()) == sorted(parts.values(), reverse=True)
            assert max(parts.values()) - min(parts.values()) <= 1
