"""The numbers of docs/rules.md on what the bets cost, worked out again (OPS 4.7)."""

import json
import re
from fractions import Fraction

import pytest

from tables.games.high_card_flush.odds import Edges, edges, expected
from tables.games.high_card_flush.odds.sheet import expected_sheet, percent, sheet
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import BONUS_SPOTS, Wagers
from tests.games.test_rules_document import blocks, rows, section

pytestmark = pytest.mark.slow
HEADING = "What the bets cost"


def test_what_the_command_prints():
    [block] = blocks(HEADING, "text odds")
    terms = Terms.parse({})
    assert f"{sheet(terms, edges(terms))}\n" == block


def test_the_fractions():
    def bonuses(found: Edges) -> list[Fraction]:
        return [found.bonuses[spot].edge for spot in ("flush", "straight_flush")]

    push, independent = (edges(Terms.parse({"exact_tie_bonuses": rule})) for rule in ("push", "independent"))
    written = re.findall(r"\d+/\d+", section(HEADING))
    assert written == [str(found) for one in (push, independent) for found in bonuses(one)]


@pytest.mark.parametrize("row", rows(HEADING), ids=lambda row: row[0])
def test_other_rules(row):
    changed, *costs = row
    found = edges(Terms.parse(json.loads(changed)))
    bonuses = [percent(found.bonuses[spot].edge) if spot in found.bonuses else "-" for spot in BONUS_SPOTS]
    assert [percent(found.ante), *bonuses] == costs


def test_the_round():
    [block] = blocks(HEADING, "text round")
    terms, wagers = Terms.parse({"rake": {"mode": "all_players", "amount": 100}}), Wagers(1000, 500, 500)
    assert f"{expected_sheet(wagers, 6, expected(terms, wagers, 6))}\n" == block
