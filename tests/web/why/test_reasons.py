"""Why: every amount of every settlement has a sentence, its figures are true, and the paragraph it names exists (TAB 4.3)."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.games.calculator import settle_document
from tables.games.cards import DECK, cards_text
from tables.games.registry import GAMES
from tables.games.values import JSON, LATEST_RULINGS
from tables.web.shared.figures import MINUS
from tables.web.shared.money import MoneyFormat
from tables.web.why.reason import Reason, SeatReasons
from tables.web.why.registry import REASONS, reasons_of_record
from tests.docs.test_specification import cited_in, paragraphs
from tests.games.draw.playing import for_all
from tests.games.draw.test_draw_round_properties import play_out, tables
from tests.games.test_hcf_properties import as_document, rounds

VECTORS = Path(__file__).parent.parent.parent / "vectors"
CASES = [
    (json.loads(line), rulings)
    for name, rulings in (("settle.jsonl", LATEST_RULINGS), ("settle-rulings-1.jsonl", 1))
    for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()
]
FIGURES = MoneyFormat(0, ",", ".")
NUMBER = rf"[{MINUS}+]?[\d,]+"


def number(text: str) -> int:
    """A figure of a sentence as a number."""
    return int(text.replace(",", "").replace(MINUS, "-"))


def figures_of(text: str) -> set[int]:
    """All figures that stand in a sentence, without signs; the paragraph at its end is none of them."""
    said = re.sub(r"\((?:HCF|DRAW)[^)]*\)", "", text)
    return {abs(number(found)) for found in re.findall(NUMBER, said) if re.search(r"\d", found)}


def verify_bets(row: JSON, reasons: Mapping[str, Reason]) -> None:
    """Each bet has a sentence with its stake, what it came to, and what a cap or the bank took off it."""
    for spot, bet in row["bets"].items():
        said = figures_of(reasons[spot].text)
        shown = {bet["stake"], *([abs(bet["net"])] if bet["result"] == "win" or bet.get("short") else [])}
        assert shown <= said, (bet, reasons[spot].text)
        assert {bet[key] for key in ("uncapped", "short") if bet.get(key)} <= said
        assert reasons[spot].units == bet["net"]


def verify_banked(output: JSON, explained: list[SeatReasons]) -> None:
    """Every amount of a settlement of High Card Flush."""
    for row, seat in zip(output["seats"], explained, strict=False):
        reasons = {reason.key: reason for reason in seat.reasons}
        assert seat.seat == row["seat"]
        verify_bets(row, reasons)
        assert reasons["hand"].units == row["net"]
        assert reasons["rake"].units == row["rake"] if row["rake"] else True
        assert ("bank" in reasons) == (row["bank_after"] is not None)
        assert row["bank_after"] is None or reasons["bank"].units == row["bank_after"]
    own = {reason.key: reason for reason in explained[-1].reasons}
    designated = output["designated_player"]
    assert explained[-1].seat == designated["seat"]
    assert own["declared"].units == designated["bank_before"]
    assert own["hand"].units == designated["net"]
    assert designated["bank_after"] in figures_of(own["hand"].text)
    assert (own["rake"].units if designated["rake"] else 0) == designated["rake"]
    assert (own["round_rake"].units if output["rake"] else 0) == output["rake"]
    for flag in output["flags"]:
        raised = next(seat for seat in explained if seat.seat == flag["seat"])
        assert flag["excess"] in figures_of(next(each.text for each in raised.reasons if each.key == "raise"))


def verify_draw(output: JSON, explained: list[SeatReasons]) -> None:
    """Every amount of a settlement of a draw game."""
    by_seat = {seat.seat: {reason.key: reason for reason in seat.reasons} for seat in explained}
    for row in output["seats"]:
        reasons = by_seat[row["seat"]]
        assert reasons["hand"].units == row["net"]
        assert reasons["stack"].units == row["stack"]
        assert (reasons["commission"].units if row.get("commission") else 0) == row.get("commission", 0)
    if "rake" in output:
        won = sum(each.units for own in by_seat.values() for key, each in own.items() if key.startswith("pot"))
        assert won == output["pot"]
    else:
        assert all(own["pot"].units == output["pot"] for own in by_seat.values() if "pot" in own)
        assert any("pot" in own for own in by_seat.values())
    if output.get("carry"):
        assert all(output["carry"] in figures_of(own["pot"].text) for own in by_seat.values())


def texts(explained: list[SeatReasons]) -> Iterator[str]:
    """All sentences."""
    for seat in explained:
        for reason in seat.reasons:
            yield reason.text


# What a sentence says of its own figures, and what they have to come to.
TRUE: list[tuple[str, Callable[..., bool]]] = [
    (rf" ({NUMBER}) wins ({NUMBER}), even money", lambda stake, won: stake == won),
    (
        rf" ({NUMBER}) wins ({NUMBER}) at ({NUMBER}) to ({NUMBER}), the line",
        lambda stake, won, pays, staked: stake * pays // staked == won,
    ),
    (rf"held ({NUMBER}), collects ({NUMBER}) .* holds ({NUMBER})", lambda held, more, after: held + more == after),
    (rf"held ({NUMBER}), pays ({NUMBER}) .* holds ({NUMBER})", lambda held, less, after: held - less == after),
    (
        rf"come to ({NUMBER}), so the bank comes to ({NUMBER}): ({NUMBER}) is now ({NUMBER})",
        lambda players, net, before, after: players == -net and before + net == after,
    ),
    (
        rf"has ({NUMBER}) of this round: ({NUMBER}) from .* and ({NUMBER}) from",
        lambda whole, one, two: whole == one + two,
    ),
    (
        rf"({NUMBER}) was placed, .*: ({NUMBER}) counts and ({NUMBER}) goes back",
        lambda placed, counts, back: placed == counts + back,
    ),
    (
        rf"came to ({NUMBER}) at once, .* to ({NUMBER}): together ({NUMBER})",
        lambda taken, rest, net: taken + rest == net,
    ),
    (
        rf"({NUMBER}) from the pots and ({NUMBER}) back, less ({NUMBER}) commission and ({NUMBER}) paid: ({NUMBER})",
        lambda taken, back, commission, paid, net: taken + back - commission - paid == net,
    ),
    (rf"({NUMBER}) came back of the ({NUMBER}) paid: ({NUMBER})", lambda back, paid, net: back - paid == net),
    (
        rf"The pot of ({NUMBER}) less the ({NUMBER}) paid into it comes to ({NUMBER})",
        lambda pot, paid, net: pot - paid == net,
    ),
    (
        rf"({NUMBER}) lay behind; with ({NUMBER}) from .* and ({NUMBER}) back, less ({NUMBER}) commission, it is ({NUMBER})",
        lambda chips, taken, back, commission, stack: chips + taken + back - commission == stack,
    ),
    (
        rf"({NUMBER}) lay behind; with the pot of ({NUMBER}) and less ({NUMBER}) for markers it is ({NUMBER})",
        lambda chips, pot, redeemed, stack: chips + pot - redeemed == stack,
    ),
    (
        rf"({NUMBER}) lay behind; with the (?:pot of )?({NUMBER})(?: that goes back)? it is ({NUMBER})",
        lambda chips, more, stack: chips + more == stack,
    ),
    (rf"of ({NUMBER}) is less than the ({NUMBER}) that the fold", lambda bank, staked: bank < staked),
    (rf"held ({NUMBER}) when .*, less than the ({NUMBER}) staked on it", lambda bank, staked: bank < staked),
    (rf"markers? of ({NUMBER}), ({NUMBER}) \(", lambda value, whole: whole % value == 0),
    (
        rf"has ([\d.]+) % of the ({NUMBER}) taken, rounded down in steps of ({NUMBER}): ({NUMBER})",
        lambda rate, base, unit, part: 0 <= base * rate / 100 - part < max(unit, 1),
    ),
    (
        rf"has ([\d.]+) % of ({NUMBER}), which is ({NUMBER}) taken less the ({NUMBER}) staked, .*: ({NUMBER})",
        lambda _rate, base, taken, stake, _part: base == max(0, taken - stake),
    ),
    (rf"(?:bets|as one): (.*) come to ({NUMBER})", lambda bets, net: bets == net),
]


def value_of(found: str) -> float:
    """A figure as a number; of a list of bets what they come to together."""
    if re.search(r"[A-Za-z]", found):
        return sum(number(part.split()[-1]) for part in found.split(", "))
    return float(found) if "." in found else number(found)


def verify_true(text: str) -> None:
    """The figures of a sentence come to what it says, and the paragraphs it names are there."""
    for pattern, holds in TRUE:
        for found in re.findall(pattern, text):
            values = [value_of(each) for each in ([found] if isinstance(found, str) else found)]
            assert holds(*values), text
    cited = [*cited_in(text)]
    assert cited, text
    assert "%(" not in text
    for prefix, place in cited:
        assert place in paragraphs()[prefix.lower()], text


def verify(document: JSON, output: JSON, rulings: int = LATEST_RULINGS) -> None:
    """All of one settlement."""
    explained = reasons_of_record(document, output, FIGURES, rulings)
    assert len({(seat.seat, each.key) for seat in explained for each in seat.reasons}) == len([*texts(explained)])
    (verify_banked if "designated_player" in output else verify_draw)(output, explained)
    for text in texts(explained):
        verify_true(text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]['id']}-{case[1]}")
def test_tab_4_3_every_amount_of_a_shared_case_has_a_true_sentence(case):
    verify(case[0]["input"], case[0]["output"], case[1])


@settings(max_examples=150)
@given(rounds())
def test_tab_4_3_every_amount_of_a_drawn_round_has_a_true_sentence(dealt):
    document = as_document(dealt)
    verify(document, settle_document(document))


@for_all(st.data(), tables(), st.permutations([card for card in DECK if card % 13 >= 5]))
def test_tab_4_3_every_amount_of_a_drawn_hand_has_a_true_sentence(data, table, deck):
    table.act("open_round")
    play_out(data.draw, table)
    needed = table.game.describe(table.view)["hands_needed"]
    hands = [{"seat": seat, "cards": cards_text(deck[5 * place : 5 * place + 5])} for place, seat in enumerate(needed)]
    if hands:
        table.act("enter_hands", hands=hands)
    document, output = table.act("settle_round").settlement
    verify(document, output)


def test_every_form_of_a_sentence_is_tried_by_the_shared_cases():
    said = " ".join(text for case, rulings in CASES for text in texts(_explained(case, rulings)))
    untried = [pattern for pattern, _holds in TRUE if not re.search(pattern, said)]
    assert untried == []


def _explained(case: JSON, rulings: int) -> list[SeatReasons]:
    return reasons_of_record(case["input"], case["output"], FIGURES, rulings)


def test_every_game_says_why():
    assert set(REASONS) == set(GAMES)
