"""Every number of docs/rules.md, worked out again."""

import json
import re
from typing import Any

import pytest

from tables.games.calculator import settle_line
from tables.games.high_card_flush.cover import layout_likely_case, worst_case
from tables.games.high_card_flush.hands import flush_text, straight_flush_text, value
from tables.games.high_card_flush.terms import DEFAULTS, Terms
from tables.games.high_card_flush.wagers import Wagers
from tables.games.registry import GAMES
from tests.games.rounds import RUN_OF_FIVE, TEN_HIGH, mask, nets, outcomes, player, rules, settled
from tests.games.running import ROOT

DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    return DOCUMENT.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table of a section, without its headings and without code marks."""
    lines = [line for line in section(heading).splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[2:]]


CONTESTS = [row for row in rows("The bonuses") if len(row) == len(("their", "cards", "run", "flush", "why"))]


def blocks(heading: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", section(heading), flags=re.DOTALL)


def as_line(block: str) -> str:
    return block.replace("\n", " ")


@pytest.mark.parametrize("row", rows("The hands"), ids=lambda row: row[0])
def test_flush_and_run_of_the_hands(row):
    cards, flush, run = row
    assert flush_text(mask(cards)) == flush
    assert (straight_flush_text(mask(cards)) or "none") == run


def test_the_order_of_the_hands():
    hands = re.findall(r"^\d+\. `(\w+)`$", section("The hands"), flags=re.MULTILINE)
    values = [value(mask(cards)).flush for cards in hands]
    assert len(hands) == 8
    assert values == sorted(set(values))


def test_the_largest_raises():
    caps = {length: multiple * 1000 for length, multiple in DEFAULTS["raise_caps"].items()}
    assert dict(rows("Wagers and the Raise")) == {length: str(most) for length, most in caps.items()}


@pytest.mark.parametrize("row", rows("Ante and Raise"), ids=lambda row: row[1])
def test_ante_and_raise(row):
    against, cards, qualifies, ante, raised = row
    round_ = settled(player(1, cards), against=against)
    assert round_.qualifies is (qualifies == "yes")
    assert nets(round_, 1) == {"ante": int(ante), "raise": int(raised)}


@pytest.mark.parametrize("row", CONTESTS, ids=lambda row: row[1])
def test_the_bonuses(row):
    against, cards, straight_flush, flush, why = row
    won = nets(settled(player(1, cards, straight_flush=100, flush=100), against=against), 1)
    assert (won["straight_flush"], won["flush"]) == (int(straight_flush), int(flush))
    for odds, net in zip(re.findall(r"(\d+) and (\d+) to 1", why), [(straight_flush, flush)], strict=False):
        assert [int(amount) // 100 for amount in net] == [int(line) for line in odds]


def test_the_last_bonus_where_ties_are_independent():
    against, cards, *_ = CONTESTS[-1]
    hand = player(1, cards, straight_flush=100, flush=100)
    won = nets(settled(hand, against=against, exact_tie_bonuses="independent"), 1)
    assert f"{won['straight_flush']:+} and {won['flush']}." in section("The bonuses")


WALK = "The bank, and who is paid in which order"
HIGHER_RUN = "AsKsQsJsTs9d8c"


@pytest.mark.parametrize("row", [row for row in rows("The bonuses") if row[0].startswith("{")], ids=lambda row: row[0])
def test_the_bonuses_as_a_house_can_have_them(row):
    terms, decision, cards, ante, straight_flush, flush = row
    hand = player(1, cards, straight_flush=333, flush=333)
    hand = hand if decision == "raise" else hand._replace(raise_amount=None)
    assert HIGHER_RUN in section("The bonuses")
    won = nets(settled(hand, against=HIGHER_RUN, **json.loads(terms)), 1)
    assert [won[spot] for spot in ("ante", "straight_flush", "flush")] == [int(ante), int(straight_flush), int(flush)]


def test_a_hand_paid_as_far_as_the_bank_goes():
    [block] = blocks(WALK, "json round")
    answer = settle_line(as_line(block).replace('"game"', '"rules": {"cover": {"policy": "to_extent"}}, "game"'))
    paid = next(seat for seat in answer["seats"] if seat["seat"] == 6)
    assert f"the {paid['net']} that are left" in section(WALK)
    assert f"short by {paid['bets']['raise']['short']}" in section(WALK)


def test_the_walk():
    heading = WALK
    [block], [table] = blocks(heading, "json round"), blocks(heading, "text table")
    answer = settle_line(as_line(block))
    assert f"Line 1: {GAMES['high_card_flush'].sheet(answer)}\n" == table
    bank_at_6 = next(seat["bank_after"] for seat in answer["seats"] if seat["seat"] == 6)
    wanted = settle_line(as_line(block).replace('"bank": 100', '"bank": 100000'))
    net = next(seat["net"] for seat in wanted["seats"] if seat["seat"] == 6)
    assert f"won {net} of the {bank_at_6}" in section(heading)


@pytest.mark.parametrize("row", rows("Caps"), ids=lambda row: row[0])
def test_caps(row):
    caps, straight_flush, flush = row
    won = nets(settled(player(1, RUN_OF_FIVE, straight_flush=500, flush=500), caps=json.loads(caps)), 1)
    assert (won["straight_flush"], won["flush"]) == (int(straight_flush), int(flush))


@pytest.mark.parametrize("row", rows("House rake"), ids=lambda row: row[0])
def test_the_rake(row):
    mode, *amounts = row
    hands = [player(3, RUN_OF_FIVE, ante=5000), player(2, None), player(1, TEN_HIGH)]
    round_ = settled(*hands, bank=2000, rake={"mode": mode, "amount": 100})
    assert sorted(outcomes(round_).values()) == ["dead", "folded", "settled"]
    designated = round_.designated_player.rake
    assert [int(amount) for amount in amounts] == [round_.rake - designated, designated, round_.rake]


@pytest.mark.parametrize("row", rows("The cover meter"), ids=lambda row: row[0])
def test_the_worst_and_the_likely_case(row):
    caps, *cases = row
    terms, wagers = rules(caps=json.loads(caps)), Wagers(1000, 500, 500)
    assert [worst_case(terms, wagers), layout_likely_case(terms, [wagers])] == [int(case) for case in cases]


@pytest.mark.parametrize("index", [0, 1])
def test_the_answers(index):
    given, answer = blocks("A whole round", "json round")[index], blocks("A whole round", "json answer")[index]
    assert settle_line(as_line(given)) == json.loads(answer)


def test_the_defaults():
    [block] = blocks("House rules", "json defaults")
    defaults: dict[str, Any] = json.loads(block)
    assert defaults == DEFAULTS
    assert Terms.parse(defaults) == Terms.parse({})
