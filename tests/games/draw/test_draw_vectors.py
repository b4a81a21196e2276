"""The settlement cases of the draw games (interfaces, 2.2 and 2.3)."""

import json

import pytest

from tables.games.calculator import settle_line
from tests.games.test_settle_vectors import cases

DRAW = ("heads_up_draw", "four_player_draw")
SETTLED = [case for case in cases("settle.jsonl") if case["input"]["game"] in DRAW]
REFUSED = [case for case in cases("settle-errors.jsonl") if any(game in case["input"] for game in DRAW)]


def test_there_are_cases():
    assert len(SETTLED) == 37
    assert len(REFUSED) == 12


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["id"])
def test_a_case_settles_as_it_says(case):
    # As text, for the order of the keys in which people read them.
    assert settle_line(json.dumps(case["input"])) == case["output"]
    assert json.dumps(settle_line(json.dumps(case["input"]))) == json.dumps(case["output"])


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["id"])
def test_a_case_settles_alike_with_its_seats_listed_backwards(case):
    backwards = {**case["input"], "seats": case["input"]["seats"][::-1]}
    assert settle_line(json.dumps(backwards)) == case["output"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_a_case_is_refused_as_it_says(case):
    error = settle_line(case["input"])["error"]
    assert (error["code"], error["seat"]) == (case["code"], case["seat"])
