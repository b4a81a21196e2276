"""The settlement cases of all games, as values and through the command (interfaces, section 2)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.games.calculator import settle_line
from tables.games.registry import GAMES
from tests.games.running import settle_command

VECTORS = Path(__file__).parent.parent / "vectors"


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]


SETTLED = [*cases("settle.jsonl"), *cases("settle-rulings-1.jsonl")]
REFUSED = cases("settle-errors.jsonl")


def test_there_are_cases_of_every_game():
    assert (len(SETTLED), len(REFUSED)) == (173 + 106, 73)
    assert {case["input"]["game"] for case in SETTLED} == set(GAMES)


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["id"])
def test_a_case_settles_as_it_says(case):
    answer = settle_line(json.dumps(case["input"]))
    assert answer == case["output"]
    # Also the order of the keys, in which people read them.
    assert json.dumps(answer) == json.dumps(case["output"])


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["id"])
def test_a_case_settles_alike_with_its_seats_listed_backwards(case):
    backwards = {**case["input"], "seats": case["input"]["seats"][::-1]}
    assert settle_line(json.dumps(backwards)) == case["output"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_a_case_is_refused_as_it_says(case):
    error = settle_line(case["input"])["error"]
    assert error["code"] == case["code"]
    if case["seat"] is not None:
        assert error["seat"] == case["seat"]


def test_all_cases_through_the_command_in_order_and_with_exit_status_1():
    lines = [json.dumps(case["input"]) for case in SETTLED] + [case["input"] for case in REFUSED]
    run = settle_command("\n".join(lines) + "\n")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert answers == [settle_line(line) for line in lines]
    assert run.returncode == 1
    assert run.stderr == ""
