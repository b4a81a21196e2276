"""Old and new side by side, the worst case of a full layout, and what a request has to say (OPS 3.5, 4.2, 4.7)."""

from typing import Any

import pytest

from tables.games.comparison import changed_parts, differences, edge_terms, worst_case
from tables.games.edges import count_edges
from tables.games.house_rules import change_house_rules, read_house_rules
from tables.games.values import HouseRules
from tests.cast import FOUR_PLAYER, HEADS_UP, HOUSE_RULES

RULES = read_house_rules(HOUSE_RULES)


def changed(**changes: Any) -> HouseRules:
    """The rules with some of them changed."""
    return change_house_rules(RULES, changes)


def test_ops_4_2_only_what_differs_is_listed() -> None:
    """By its path, with both sides; a limit taken away or set is a value like any other."""
    after = changed(terms={"caps": {"per_hand": 900000}}, limits={"flush": {"max": 9000}}, chip_unit=500)
    assert differences(RULES.document(), after.document()) == [
        {"key": "terms.caps.per_hand", "before": None, "after": 900000},
        {"key": "limits.flush.max", "before": 10000, "after": 9000},
        {"key": "chip_unit", "before": 100, "after": 500},
    ]
    assert differences(RULES.document(), RULES.document()) == []


def test_ops_4_2_a_rule_that_only_one_game_has_stands_without_the_other_side() -> None:
    """Another game takes over chips, notice and recounts, and nothing else."""
    other = changed(game="heads_up_draw", terms={"ante": 700})
    rows = {row["key"]: row for row in differences(RULES.document(), other.document())}
    assert rows["game"] == {"key": "game", "before": "high_card_flush", "after": "heads_up_draw"}
    assert rows["terms.ante"] == {"key": "terms.ante", "after": 700}
    assert rows["designation.min_bank"] == {"key": "designation.min_bank", "before": 10000}
    assert not {"chip_unit", "recount.signed_above", "changes.notice_minutes"} & set(rows)


@pytest.mark.parametrize(
    "changes",
    [
        {"limits": {"ante": {"min": 2000}}},
        {"terms": {"flush_paytable": {"4": 2, "5": 10, "6": 20, "7": 100}, "rake": {"amount": 200}}},
        {"designation": {"max_consecutive": 3}, "changes": {"notice_minutes": 5}},
        {},
    ],
)
def test_ops_4_2_what_has_to_be_asked_for_leads_from_one_to_the_other(changes: dict[str, Any]) -> None:
    """Nothing beside it, a pay table whole."""
    parts = changed_parts(RULES.document(), changed(**changes).document())
    assert parts == changes
    assert change_house_rules(RULES, parts) == changed(**changes)


def test_ops_4_2_another_game_is_asked_for_whole() -> None:
    """And read as it was meant."""
    other = changed(game="four_player_draw", terms={"opening_min": 500})
    assert change_house_rules(RULES, changed_parts(RULES.document(), other.document())) == other


def test_ops_3_5_the_worst_case_of_a_full_layout() -> None:
    """Worked out by hand: 300 at even money twice over with a Raise of three, and both bonuses at their largest line.

    A hand of seven costs 300 + 900 + 100 x 1000 + 100 x 200 = 121,200; six of them 727,200; three at a table of four seats.
    With a cap of 10,000 a hand it is 11,200; with one of 25,000 a round as well, six cost 7,200 + 25,000.
    """
    assert worst_case(RULES, 7) == 6 * 121_200_00 == worst_case(RULES, 12)
    assert worst_case(RULES, 4) == 3 * 121_200_00
    capped = changed(terms={"caps": {"per_hand": 1_000_000}})
    assert worst_case(capped, 7) == 6 * 11_200_00
    both = changed(terms={"caps": {"per_hand": 1_000_000, "per_round": 2_500_000}})
    assert worst_case(both, 7) == 32_200_00
    assert worst_case(read_house_rules(HEADS_UP), 2) is None


@pytest.mark.slow
def test_ops_4_7_the_edges_depend_on_terms_alone_and_are_those_of_the_command() -> None:
    """Limits, rake, caps and cover are not in them; a draw game has none."""
    other = changed(limits={"ante": {"min": 2000}}, terms={"rake": {"amount": 500}, "caps": {"per_hand": 900000}})
    assert edge_terms(RULES) == edge_terms(other)
    assert edge_terms(read_house_rules(FOUR_PLAYER)) is None
    found = edge_terms(RULES)
    assert found is not None
    edges = {row["bet"]: row["percent"] for row in count_edges(found["game"], found["terms"])}
    assert edges == {"ante": "2.6645", "flush": "7.1633", "straight_flush": "9.8869"}
