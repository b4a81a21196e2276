"""The terms of the draw games and their house rules (DRAW 1.1 to 2.8; OPS 4.1, 4.5)."""

import json
from typing import Any

import pytest

from tables.games.calculator import settle_line
from tables.games.draw.terms import (
    FOUR_PLAYER_DEFAULTS,
    HEADS_UP_DEFAULTS,
    FourPlayerTerms,
    HeadsUpTerms,
)
from tables.games.errors import RuleError
from tables.games.house_rules import change_house_rules, read_house_rules
from tables.games.money import MAX_AMOUNT
from tables.games.values import JSON
from tests.games.draw.playing import four_player, heads_up


def document(game: str, **more: Any) -> JSON:
    return {"game": game, "terms": {}, "chip_unit": 100, "recount": {"signed_above": 20_000}, **more}


def test_nothing_given_means_the_defaults():
    assert HeadsUpTerms.parse({}).document() == {**HEADS_UP_DEFAULTS, "rulings": 2}
    assert FourPlayerTerms.parse({}).document() == {**FOUR_PLAYER_DEFAULTS, "rulings": 2}


@pytest.mark.parametrize(
    ("parse", "given"),
    [
        (HeadsUpTerms.parse, {"deck": 32, "marker_count": 2, "marker_value": 500, "redeem_reserve": 0}),
        (FourPlayerTerms.parse, {"clock_mode": "dealer", "commission_bps": 10_000, "opening_max": 100}),
        (FourPlayerTerms.parse, {"commission_on": "net", "commission_round": "chip"}),
    ],
)
def test_a_document_reads_back_as_the_same_terms(parse, given):
    terms = parse(given)
    assert parse(json.loads(json.dumps(terms.document()))) == terms
    assert {key: value for key, value in terms.document().items() if key in given} == given


def test_draw_1_8_the_reserve_is_a_marker_until_one_is_named_and_follows_its_value():
    assert HeadsUpTerms.parse({"marker_count": 1, "marker_value": 700}).reserve == 700
    rules = read_house_rules(document("heads_up_draw", terms={"marker_count": 1, "marker_value": 700}))
    assert change_house_rules(rules, {"terms": {"marker_value": 900}}).terms.reserve == 900
    assert HeadsUpTerms.parse({"marker_count": 1, "marker_value": 700, "redeem_reserve": 0}).reserve == 0


WRONG: list[tuple[Any, object, str]] = [
    (HeadsUpTerms, None, "rules"),
    (HeadsUpTerms, {"commission_bps": 10}, "commission_bps"),
    (HeadsUpTerms, {"deck": "52"}, "deck"),
    (HeadsUpTerms, {"deck": 36}, "deck"),
    (HeadsUpTerms, {"deck": 52.0}, "deck"),
    (HeadsUpTerms, {"ante": 0}, "ante"),
    (HeadsUpTerms, {"ante": MAX_AMOUNT + 1}, "ante"),
    (HeadsUpTerms, {"marker_count": -1}, "marker_count"),
    (HeadsUpTerms, {"marker_count": None}, "marker_count"),
    (HeadsUpTerms, {"marker_count": 1}, "marker_value"),
    (HeadsUpTerms, {"marker_value": -1}, "marker_value"),
    (HeadsUpTerms, {"redeem_reserve": -1}, "redeem_reserve"),
    (HeadsUpTerms, {"equal_start": 1}, "equal_start"),
    (FourPlayerTerms, [], "rules"),
    (FourPlayerTerms, {"ante": 500}, "ante"),
    (FourPlayerTerms, {"opening_min": 0}, "opening_min"),
    (FourPlayerTerms, {"opening_max": 0}, "opening_max"),
    (FourPlayerTerms, {"opening_min": 101, "opening_max": 100}, "opening_min"),
    (FourPlayerTerms, {"opening_min": 1_000_001}, "opening_min"),
    (FourPlayerTerms, {"action_seconds": 0}, "action_seconds"),
    (FourPlayerTerms, {"action_seconds": 1.5}, "action_seconds"),
    (FourPlayerTerms, {"clock_mode": "tablet"}, "clock_mode"),
    (FourPlayerTerms, {"commission_bps": -1}, "commission_bps"),
    (FourPlayerTerms, {"commission_bps": 10_001}, "commission_bps"),
    (FourPlayerTerms, {"commission_on": "pot"}, "commission_on"),
    (FourPlayerTerms, {"commission_on": None}, "commission_on"),
    (FourPlayerTerms, {"commission_round": 100}, "commission_round"),
    (FourPlayerTerms, {"chip_unit": 100}, "chip_unit"),
]


@pytest.mark.parametrize(("terms", "given", "key"), WRONG)
def test_interfaces_2_a_fault_in_the_terms_names_its_key(terms, given, key):
    with pytest.raises(RuleError) as raised:
        terms.parse(given)
    assert (raised.value.code, raised.value.field) == ("bad_rules", key)
    assert key in str(raised.value)


@pytest.mark.parametrize("game", ["heads_up_draw", "four_player_draw"])
def test_ops_4_1_a_draw_game_has_no_designation_and_its_bets_are_bounded_by_its_terms(game):
    rules = read_house_rules(document(game))
    assert (rules.designation, rules.limits) == (None, {})
    assert rules.document()["limits"] == {}
    assert "designation" not in rules.document()
    assert read_house_rules(json.loads(json.dumps(rules.document()))) == rules
    for more in ({"designation": {"min_bank": 0}}, {"limits": {"ante": {"min": 100, "max": 200}}}):
        with pytest.raises(RuleError, match=next(iter(more))):
            read_house_rules(document(game, **more))


@pytest.mark.parametrize(
    ("game", "terms", "key"),
    [
        ("heads_up_draw", {"ante": 550}, "ante"),
        ("heads_up_draw", {"marker_count": 1, "marker_value": 150}, "marker_value"),
        ("four_player_draw", {"opening_min": 150}, "opening_min"),
        ("four_player_draw", {"opening_max": 1_050}, "opening_max"),
    ],
)
def test_ops_4_5_what_is_put_on_the_table_as_it_is_must_be_in_whole_chips(game, terms, key):
    with pytest.raises(RuleError) as raised:
        read_house_rules(document(game, terms=terms))
    assert (raised.value.code, raised.value.field) == ("bad_rules", key)
    assert read_house_rules(document(game, terms=terms, chip_unit=50))


def test_interfaces_2_a_whole_document_of_house_rules_is_taken_for_rules():
    part, whole = {"ante": 700}, document("heads_up_draw", terms={"ante": 700})
    assert settle_line(json.dumps(heads_up("1 drop", rules=whole))) == settle_line(
        json.dumps(heads_up("1 drop", rules=part))
    )
    error = settle_line(json.dumps(four_player("1 drop", rules=whole)))["error"]
    assert error["code"] == "bad_rules"
