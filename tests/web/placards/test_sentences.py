"""OPS 4.6: every sentence of a placard follows from the rules in force, and makes sense in them."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tables.games.house_rules import read_house_rules
from tables.games.values import JSON
from tables.web.placards.lines import Content, Money, coming_lines
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.registry import PLACARDS
from tests.cast import FOUR_PLAYER, HEADS_UP, HOUSE_RULES

MONEY = Money("EUR", MoneyFormat(2, ",", "."))
CONTESTS = ("designated_player", "own_hand", "none")
RAKES: tuple[JSON, ...] = (
    {"mode": "none", "amount": 200},
    *(
        {"mode": "all_players", "amount": amount, "designated_player_amount": other}
        for amount, other in ((200, None), (200, 0), (200, 300), (0, 300))
    ),
    {"mode": "players_only", "amount": 200, "designated_player_amount": 300},
    {"mode": "designated_player_only", "amount": 200, "designated_player_amount": None},
    {"mode": "designated_player_only", "amount": 200, "designated_player_amount": 300},
)
CAPS: tuple[JSON, ...] = (
    {"per_hand": None, "per_round": None},
    {"per_hand": 50_000_000, "per_round": None},
    {"per_hand": None, "per_round": 60_000_000, "per_round_sharing": "settlement_order"},
    {"per_hand": 50_000_000, "per_round": 60_000_000, "per_round_sharing": "pro_rata"},
)
COVERS: tuple[JSON, ...] = tuple(
    {"symmetric": symmetric, "policy": policy} for symmetric in (True, False) for policy in ("dead_hand", "to_extent")
)


def content_of(base: JSON, terms: JSON, **changes: Any) -> Content:
    """The placard of some rules; a bonus that is not offered has no limits."""
    limits = {spot: limit for spot, limit in base["limits"].items() if terms.get("bonuses", {}).get(spot) != "none"}
    document = read_house_rules({**base, "limits": limits, "terms": terms, **changes}).document()
    return PLACARDS[base["game"]](document, MONEY)


def text_of(content: Content) -> dict[str, str]:
    """What each line says with its topic, by its key; plain blanks."""
    return {line.key: f"{line.topic}. {line.text}".replace("\N{NO-BREAK SPACE}", " ") for line in content.lines}


def read(content: Content) -> dict[str, str]:
    """The lines, after a look at what holds on every placard: no gaps, no line twice, whole sentences, none twice."""
    lines = text_of(content)
    assert len(lines) == len(content.lines)
    for line in content.lines:
        assert line.topic.strip()
        assert line.text.strip() == line.text != ""
    for line in [content.rake, *content.rules]:
        assert re.fullmatch(r"[A-Z0-9].*\.", line.text), line
        assert not re.search(r"%|None|  |\.\.|\bEUR ?[.,;]", re.sub(r"\d\N{NO-BREAK SPACE}%", "", line.text)), line
    every = [sentence for line in content.rules for sentence in line.text.split(". ")]
    assert len(every) == len(set(every))
    return lines


def combinations() -> Iterator[JSON]:
    """All ways to set the keys that bear on each other; the others go along in turn."""
    apart = itertools.cycle(
        itertools.product(("push", "independent"), (True, False), ("counter_clockwise", "clockwise"))
    )
    walk = itertools.product(CONTESTS, CONTESTS, ("lost", "live"), COVERS, RAKES, CAPS, (1, 2))
    for flush, straight_flush, fold, cover, rake, caps, rulings in walk:
        ties, ace_low, order = next(apart)
        yield {
            "bonuses": {"flush": flush, "straight_flush": straight_flush},
            "bonuses_on_fold": fold,
            "cover": cover,
            "rake": rake,
            "caps": caps,
            "rulings": rulings,
            "exact_tie_bonuses": ties,
            "straight_flush_ace_low": ace_low,
            "settlement_order": order,
        }


@pytest.mark.slow
def test_ops_4_6_no_sentence_contradicts_is_empty_or_speaks_of_what_is_not_offered() -> None:
    for terms in combinations():
        content = content_of(HOUSE_RULES, terms)
        lines = read(content)
        try:
            bonuses(content, lines, terms)
            rake(lines, terms["rake"])
            cover(lines, terms)
        except AssertionError as error:
            raise AssertionError(f"{terms}: {error}") from error


def bonuses(content: Content, lines: dict[str, str], terms: JSON) -> None:
    """HCF 6.6, 7.4: a bonus that is not offered is nowhere; one that is says against what it is won."""
    said = " ".join(lines.values())
    contests = terms["bonuses"]
    offered = [spot for spot in contests if contests[spot] != "none"]
    assert content.payments is not None
    headings = [" ".join(column) for column in content.payments.columns]
    assert {key for key in lines if key.startswith("limits.")} == {"limits.ante", *(f"limits.{s}" for s in offered)}
    assert len(headings) == 1 + len(offered)
    for spot, name in (("flush", "Flush bonus"), ("straight_flush", "Straight flush bonus")):
        about = [heading for heading in headings if heading.startswith(name)]
        against = {"designated_player": "against the designated player", "own_hand": "on your own hand"}
        assert [heading.endswith(against[contests[spot]]) for heading in about] == [True] * (spot in offered)
        assert any(key.startswith(f"{spot}.") for key in lines) == (spot in offered)
        assert (name in said) == (spot in offered)
    assert ("bonus" in said.lower()) == bool(offered)
    assert ("straight flush" in said.lower()) == ("straight_flush" in offered)
    assert re.search(r"\b[Bb]oth (are|bonuses)\b", said) is None or len(offered) == 2
    assert ("caps" in lines) == ("bonuses" in lines) == bool(offered)
    assert ("qualified or not" in said) == ("designated_player" in contests.values())
    assert ("whatever the designated player holds" in said) == ("own_hand" in contests.values())
    if not offered:
        return
    assert ("still played for" in lines["fold"], "every bonus" in lines["fold"]) == (
        (True, False) if terms["bonuses_on_fold"] == "live" else (False, True)
    )
    assert ("needs Ante and Raise" in lines["bonuses"]) == (terms["bonuses_on_fold"] == "lost")
    capped = [terms["caps"]["per_hand"] is not None, terms["caps"]["per_round"] is not None]
    assert ["of a hand" in lines["caps"], "of a round" in lines["caps"]] == capped
    assert ("no cap" in lines["caps"]) == (not any(capped))


def rake(lines: dict[str, str], rules: JSON) -> None:
    """HCF 9.4, 9.5: who pays, and how much, as it is taken; nothing of rake where there is none."""
    players = rules["amount"] if rules["mode"] in ("all_players", "players_only") else 0
    other = rules["amount"] if rules.get("designated_player_amount") is None else rules["designated_player_amount"]
    designated_player = other if rules["mode"] in ("all_players", "designated_player_only") else 0
    said = lines["rake"]
    amounts = {amount for amount in (players, designated_player) if amount}
    assert set(re.findall(r"EUR (\d+)", said)) == {str(amount // 100) for amount in amounts}
    assert ("each player" in said) == bool(players)
    assert ("A dead hand pays no rake" in said) == bool(players)
    assert ("designated player" in said) == bool(players or designated_player)
    assert ("takes no rake" in said) == (not amounts)
    assert ("the players pay none" in said) == (bool(designated_player) and not players)
    assert ("designated player pays none" in said) == (bool(players) and not designated_player)
    assert ("the rake" in lines["cash"]) == bool(players)
    assert ("all rake" in lines["void"]) == bool(amounts)


def cover(lines: dict[str, str], terms: JSON) -> None:
    """HCF 8.2 to 8.5, 8.7: one policy is told, and a loss is bounded where cover is symmetric alone."""
    said, fold = lines["cover"], lines["fold"]
    symmetric, to_extent = terms["cover"]["symmetric"], terms["cover"]["policy"] == "to_extent"
    assert ("as far as the bank goes" in said, "that the bank does not cover is dead" in said) == (
        to_extent,
        not to_extent,
    )
    assert ("always collected" in said) != symmetric
    assert ("lose more than the bank" in said) == (symmetric and to_extent)
    assert ("as it staked" in said) == (symmetric and not to_extent and terms["rulings"] == 2)
    assert ("what it could have paid" in said) == (symmetric and not to_extent and terms["rulings"] == 1)
    bounded = symmetric and terms["rulings"] == 2
    assert ("nothing is lost" in fold) == (bounded and not to_extent)
    assert ("more than the bank that was declared" in fold) == (bounded and to_extent)


@pytest.mark.parametrize(
    ("table", "told", "highest"),
    [
        ({"3": "3:2"}, {7: "3 to 2", 4: "3 to 2", 3: "3 to 2", 2: None}, False),
        ({"4": 2, "6": "1000:1"}, {7: "1,000 to 1", 5: "2 to 1", 4: "2 to 1", 3: None}, True),
    ],
)
def test_hcf_6_4_a_length_between_two_lines_shows_what_it_is_paid(
    table: JSON, told: dict[int, str | None], highest: bool
) -> None:
    """And only where there are several lines the highest alone pays."""
    terms = {"flush_paytable": table, "bonuses": {"straight_flush": "none", "flush": "own_hand"}}
    lines = {line.key: line.text for line in content_of(HOUSE_RULES, terms).lines}
    assert {cards: lines.get(f"flush.{cards}") for cards in told} == told
    assert ("Only the highest line pays." in lines["bonuses"]) == highest


def test_ops_4_3_a_bonus_or_a_line_that_goes_is_announced() -> None:
    """What will stand there no longer is a coming change too, and a bonus is told as a whole."""
    now = content_of(HOUSE_RULES, {})
    without = coming_lines(now, content_of(HOUSE_RULES, {"bonuses": {"flush": "none"}}))
    assert [(line.topic, line.then) for line in without if "Flush" in line.topic] == [("Flush", "no longer offered")]
    shorter = coming_lines(now, content_of(HOUSE_RULES, {"flush_paytable": {"5": 10, "6": 50, "7": 200}}))
    assert [(line.topic, line.now, line.then) for line in shorter] == [
        ("Flush bonus, 4 cards", "2 to 1", "no longer paid")
    ]


def test_ops_4_6_the_sentences_of_heads_up_draw() -> None:
    """DRAW 1.1, 1.8 to 1.10: markers are spoken of where there are any; kickers and ties always."""
    walk = itertools.product((52, 32), (0, 1, 3), (None, 0, 1000), (True, False), (1, 2))
    for deck, count, reserve, equal, rulings in walk:
        terms = {"deck": deck, "marker_count": count, "marker_value": 2000, "redeem_reserve": reserve}
        lines = read(content_of(HEADS_UP, {**terms, "equal_start": equal, "rulings": rulings}))
        assert ("No markers" in lines["markers"]) == ("with markers" not in lines["cash"]) == (count == 0)
        assert ("A-2-3-4-5" in lines["comparison"]) == (deck == 52)
        assert "then the other cards from the top" in lines["comparison"]
        assert "leave the pot on the table" in lines["carry"]
        assert ("poorer" in lines["carry"]) == ("no pot carried" in lines["stacks"]) == (rulings == 2)
        assert ("unequal" in lines["stacks"]) != equal


def test_ops_4_6_the_sentences_of_four_player_draw() -> None:
    """DRAW 2.6 to 2.8: kickers, shared pots, the clock, and a commission where there is one."""
    for points, seconds, mode, rulings in itertools.product((0, 10), (1, 30), ("server", "dealer"), (1, 2)):
        terms = {"commission_bps": points, "action_seconds": seconds, "clock_mode": mode, "rulings": rulings}
        lines = read(content_of(FOUR_PLAYER, terms))
        assert ("no commission" in lines["rake"]) == (points == 0)
        assert "then the other cards from the top" in lines["comparison"]
        assert "share a pot" in lines["sharing"]
        assert ("dealer" in lines["clock"]) == (mode == "dealer")
        assert ("nothing to pay" in lines["clock"]) == (rulings == 2)


@pytest.mark.parametrize(
    ("on", "part"), [("taken", "their own stake in them included"), ("net", "beyond all that they put in")]
)
@pytest.mark.parametrize(("rounded", "chips"), [("unit", False), ("chip", True)])
def test_draw_2_8_what_the_commission_is_a_part_of_and_how_it_is_rounded(
    on: str, part: str, rounded: str, chips: bool
) -> None:
    document = read_house_rules(FOUR_PLAYER).document()
    document["terms"] |= {"commission_on": on, "commission_round": rounded}
    said = PLACARDS["four_player_draw"](document, MONEY).rake.text.replace("\N{NO-BREAK SPACE}", " ")
    assert part in said
    assert ("Less than a chip of EUR 1 is not taken." in said) == chips


@pytest.mark.parametrize("base", [HOUSE_RULES, HEADS_UP, FOUR_PLAYER], ids=lambda rules: str(rules["game"]))
def test_ops_4_6_what_every_house_posts(base: JSON) -> None:
    """HCF 10.1, 10.2: the house rules of the sheet stand on the placard of every game."""
    said = " ".join(text_of(content_of(base, base["terms"])).values())
    for words in (
        "Cash does not play",
        "Cards stay above the table, in sight of the dealer",
        "wrong number of cards or the shuffler's red light",
        "The decision of management is final.",
        "made to leave the game or the house",
        "Management alone changes limits and rules",
    ):
        assert words in said
