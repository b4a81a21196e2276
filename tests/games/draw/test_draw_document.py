"""Every number of docs/rules.md about the draw games, worked out again."""

import json
import re
from itertools import pairwise

import pytest

from tables.games.calculator import settle_line
from tables.games.cards import hand_mask, parse_cards
from tables.games.draw.hands import FOUR_PLAYER, HEADS_UP, category
from tables.games.draw.pots import pots, unmatched
from tables.games.draw.terms import FOUR_PLAYER_DEFAULTS, HEADS_UP_DEFAULTS
from tables.games.registry import GAMES
from tables.games.values import JSON
from tests.games.draw.playing import by_seat, four_player, heads_up
from tests.games.running import ROOT

DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ONE_WINS = {"1": "AsAdKc7h2d", "2": "KsKdQc7s2c"}


def section(heading: str) -> str:
    return DOCUMENT.split(f"\n### {heading}\n", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table of a section, without its headings and without code marks."""
    lines = [line for line in section(heading).splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[2:]]


def block(heading: str, kind: str) -> str:
    [found] = re.findall(rf"```{kind}\n(.*?)```", section(heading), flags=re.DOTALL)
    return str(found)


def mask(text: str) -> int:
    return hand_mask(parse_cards(text))


def test_the_hands_and_their_order():
    values = [HEADS_UP.value(mask(cards)) for cards, _name in rows("Its hands")]
    assert [category(value) for value in values] == [name for _cards, name in rows("Its hands")]
    assert all(lower < higher for lower, higher in pairwise(values))
    ties = re.findall(r"`(\w+)` and `(\w+)`", section("Its hands"))
    assert len(ties) == 2
    assert all(HEADS_UP.value(mask(one)) == HEADS_UP.value(mask(other)) for one, other in ties)


@pytest.mark.parametrize("row", rows("What each course costs"), ids=lambda row: row[0])
def test_what_each_course_costs(row):
    said, result, *nets = row
    answer = settle_line(json.dumps(heads_up(said, hands=ONE_WINS)))
    assert answer["result"] == result
    assert [seat["net"] for seat in answer["seats"]] == [int(net) for net in nets]


@pytest.mark.parametrize("row", rows("Markers"), ids=lambda row: row[0])
def test_markers(row):
    rules = {"marker_count": 3, "marker_value": 2000, "redeem_reserve": json.loads(row[0])}
    said = "1 bet 4000, 2 draw, 2 exchange 0, 1 exchange 0, 1 call"
    document = heads_up(said, stacks=(700, 700), rules=rules, hands=ONE_WINS)
    stacks, markers = by_seat(document, "stack"), by_seat(document, "markers_out")
    assert [stacks[1], markers[1], stacks[2], markers[2]] == [int(cell) for cell in row[1:]]
    assert by_seat(document) == {1: 4500, 2: -4500}


@pytest.mark.parametrize(("heading", "game"), [("Its round", "heads_up_draw"), ("Time", "four_player_draw")])
def test_the_rounds(heading, game):
    answer = settle_line(block(heading, "json round").replace("\n", " "))
    assert block(heading, "text table") == f"Line 1: {GAMES[game].sheet(answer)}\n"


def test_the_lowest_straights():
    for cards, name in rows("Its lowest straights"):
        assert category(FOUR_PLAYER.value(mask(cards))) == name


@pytest.mark.parametrize("row", rows("Side pots"), ids=lambda row: " ".join(row[:4]))
def test_the_side_pots(row):
    stakes = {seat: int(cell.rstrip("*")) for seat, cell in enumerate(row[:4], start=1)}
    remaining = [seat for seat, cell in enumerate(row[:4], start=1) if not cell.endswith("*")]
    highest, back = unmatched(stakes)
    stakes[highest] -= back
    made = pots(stakes, {seat: stakes[seat] for seat in remaining})
    written = "; ".join(f"{pot.amount} for {', '.join(map(str, pot.seats))}" for pot in made) or "none"
    assert [str(back), written] == row[4:]


@pytest.mark.parametrize("row", rows("Shares and commission"), ids=lambda row: " ".join(row[:3]))
def test_shares_and_commission(row):
    pot, winners, bps, gets, house = row
    stake = int(pot) // 3
    said = f"1 open {stake}, 2 pay, 3 pay, 1 exchange 0, 2 exchange 0, 3 exchange 0, 1 call, 2 call, 3 call"
    hands = {"1": "AsAdKc7h2d", "2": "AhAcKd7s2c" if winners == "2" else "QhQcKd7s2c", "3": "JsJdTc8h3d"}
    document: JSON = four_player(said, stacks=(9000, 9000, 9000), hands=hands, rules={"commission_bps": int(bps)})
    answer = settle_line(json.dumps(document))
    taken = [str(seat["net"] + stake) for seat in answer["seats"] if seat["seat"] in answer["winners"]]
    assert (", ".join(taken), str(answer["rake"])) == (gets, house)


def test_the_defaults():
    assert json.loads(block("Its house rules", "json defaults")) == HEADS_UP_DEFAULTS
    assert json.loads(block("Its terms", "json defaults")) == FOUR_PLAYER_DEFAULTS
    assert f"{FOUR_PLAYER_DEFAULTS['action_seconds']} seconds" in section("Time")
