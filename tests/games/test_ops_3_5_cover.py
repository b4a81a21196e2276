"""The worst and the likely case of the wagers on the layout (OPS 3.5)."""

from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tables.games.high_card_flush.cover import layout_likely_case, layout_worst_case, worst_case
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import Wagers
from tests.games.rounds import nets, player, rules, settled


def test_a_seven_card_straight_flush_is_the_worst_that_can_be_held():
    wagers = Wagers(ante=1000, straight_flush=500, flush=500)
    worst = worst_case(rules(), wagers)
    assert worst == 1000 + 3000 + 500 * 1000 + 500 * 200
    held = settled(player(1, "9h8h7h6h5h4h3h", raise_amount=3000, straight_flush=500, flush=500))
    assert sum(nets(held, 1).values()) == worst


def test_without_bonuses_it_is_ante_and_largest_raise():
    assert worst_case(rules(), Wagers(ante=1000)) == 4000


def test_caps_bound_the_bonuses_and_never_the_even_money():
    wagers = Wagers(ante=1000, straight_flush=500, flush=500)
    assert worst_case(rules(caps={"per_hand": 20_000}), wagers) == 4000 + 20_000
    assert worst_case(rules(caps={"per_round": 9000}), wagers) == 4000 + 9000
    assert layout_worst_case(rules(caps={"per_hand": 20_000, "per_round": 30_000}), [wagers] * 2) == 8000 + 30_000
    assert layout_worst_case(rules(), []) == 0


def test_lines_go_together_only_if_one_hand_can_hold_them():
    """A table that pays most for a run of three and raises most on seven cards: each is looked at with the other."""
    terms = rules(
        straight_flush_paytable={"3": 50, "4": 40, "5": 30, "6": 20, "7": 10},
        flush_paytable={"4": 9, "5": 5, "6": 2, "7": 1},
        raise_caps={"2": 1, "3": 1, "4": 1, "5": 1, "6": 2, "7": 3},
    )
    # Seven cards with a run of three: 1 + 3 + 50 + 1; four cards with it: 1 + 1 + 50 + 9.
    assert worst_case(terms, Wagers(ante=1, straight_flush=1, flush=1)) == 61
    # A longer run is no help to a hand of two cards, whose Raise is the largest here.
    odd = rules(raise_caps={"2": 9, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1})
    assert worst_case(odd, Wagers(ante=10, straight_flush=1)) == 20 + 1000
    assert worst_case(replace(odd, symmetric_cover=False), Wagers(ante=1000, straight_flush=1)) == 10_000
    # Where a bank has to hold all that is staked on a hand, the bonus that cannot win stands there too (HCF 8.5).
    assert worst_case(odd, Wagers(ante=1000, straight_flush=1)) == 10_001


LINES = st.integers(1, 30)
WILD_TERMS = st.fixed_dictionaries(
    {
        "raise_caps": st.fixed_dictionaries({str(length): LINES for length in range(2, 8)}),
        "flush_paytable": st.fixed_dictionaries({str(length): LINES for length in range(4, 8)}),
        "straight_flush_paytable": st.fixed_dictionaries({str(length): LINES for length in range(3, 8)}),
        "caps": st.fixed_dictionaries(
            {"per_hand": st.none() | st.integers(0, 900), "per_round": st.none() | st.integers(0, 900)}
        ),
        "cover": st.just({"symmetric": False}),
    }
).map(Terms.parse)
WAGERS = st.builds(Wagers, ante=st.integers(1, 20), straight_flush=st.integers(0, 20), flush=st.integers(0, 20))


@given(WILD_TERMS, st.lists(WAGERS, min_size=1, max_size=3))
def test_it_is_the_largest_over_every_choice_of_lines(terms, layout):
    """Against trying every flush length with every run no longer than it, for each hand."""

    def at_most(cap: int | None, amount: int) -> int:
        return amount if cap is None else min(cap, amount)

    lines = [(flush, run) for flush in range(2, 8) for run in (0, *range(3, flush + 1))]
    worst = 0
    for held in product(lines, repeat=len(layout)):
        even = sum(bet.ante * (1 + terms.raise_caps[flush]) for bet, (flush, _) in zip(layout, held, strict=True))
        bonuses = [
            at_most(
                terms.cap_per_hand,
                bet.straight_flush * int(terms.straight_flush_paytable.exact[run])
                + bet.flush * int(terms.flush_paytable.exact[flush]),
            )
            for bet, (flush, run) in zip(layout, held, strict=True)
        ]
        worst = max(worst, even + at_most(terms.cap_per_round, sum(bonuses)))
    assert layout_worst_case(terms, layout) == worst


def test_the_likely_case_has_each_bonus_at_the_lowest_line_of_its_table():
    """Three in a row, 8 to 1, and four of one suit, 2 to 1, beside Ante and largest Raise."""
    wagers = Wagers(ante=1000, straight_flush=500, flush=500)
    assert layout_likely_case(rules(), [wagers]) == 4000 + 500 * 8 + 500 * 2
    assert layout_likely_case(rules(), [wagers] * 2) == 2 * 9000
    assert layout_likely_case(rules(), [Wagers(ante=1000)]) == layout_worst_case(rules(), [Wagers(ante=1000)])
    assert layout_likely_case(rules(), []) == 0


def test_the_likely_case_is_capped_and_never_below_what_is_staked():
    """HCF 8.5: a bank has to hold the stakes of a hand to cover it, also where its bonuses win less than they stake."""
    wagers = Wagers(ante=1000, straight_flush=500, flush=500)
    assert layout_likely_case(rules(caps={"per_hand": 3000}), [wagers]) == 4000 + 3000
    assert layout_likely_case(rules(caps={"per_round": 7000}), [wagers] * 2) == 8000 + 7000
    even = rules(flush_paytable={"7": 200}, caps={"per_hand": 500})
    assert layout_likely_case(even, [wagers]) == 4000 + 1000
    assert layout_likely_case(replace(even, symmetric_cover=False), [wagers]) == 4000 + 500


@given(WILD_TERMS, st.lists(WAGERS, max_size=3))
def test_the_likely_case_is_never_above_the_worst(terms, layout):
    """Also under pay tables whose lowest line pays the most."""
    for rules_ in (terms, replace(terms, symmetric_cover=True)):
        assert layout_likely_case(rules_, layout) <= layout_worst_case(rules_, layout)
