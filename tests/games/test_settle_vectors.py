"""The settlement cases, as values and through the command (interfaces, section 2).

Cases of a game that is not registered yet are left out; registering it brings them in.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.games.calculator import settle_line
from tables.games.registry import GAMES
from tests.games.running import settle_command

VECTORS = Path(__file__).parent.parent / "vectors"
GAMES_TO_COME = {"heads_up_draw", "four_player_draw"} - set(GAMES)


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]


def is_playable(line: str) -> bool:
    """Whether a raw input is of no known game, or of one that is registered."""
    try:
        document = json.loads(line)
    except ValueError:
        return True
    return not isinstance(document, dict) or document.get("game") not in GAMES_TO_COME


SETTLED = [case for case in cases("settle.jsonl") if case["input"]["game"] in GAMES]
REFUSED = [case for case in cases("settle-errors.jsonl") if is_playable(case["input"])]


def test_there_are_cases():
    assert len(SETTLED) >= 69
    assert len(REFUSED) >= 35


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["id"])
def test_a_case_settles_as_it_says(case):
    answer = settle_line(json.dumps(case["input"]))
    assert answer == case["output"]
    # Also the order of the keys, in which people read them.
    assert json.dumps(answer) == json.dumps(case["output"])


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["id"])
def test_a_case_settles_alike_with_its_seats_listed_backwards(case):
    if case["input"]["game"] != "high_card_flush":
        pytest.skip("in the other games the order of the seats is that of their numbers")
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
