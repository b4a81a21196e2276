"""Every fault the calculator tells apart, and which of two is told (interfaces, section 2)."""

import json
from typing import Any

import pytest

from tables.games.calculator import settle_line
from tables.games.errors import LONGEST_QUOTE
from tables.games.money import MAX_AMOUNT
from tables.games.values import JSON
from tests.games.documents import fault, raised, round_document

LOSER = "6h7h8h9hTs9c7s"


def designated(**more: Any) -> JSON:
    return {**round_document()["designated_player"], **more}


def seat(**more: Any) -> JSON:
    return round_document({**raised(1, "5h4h3h2hKs9d7c"), **more})


def without(document: JSON, *path: Any) -> JSON:
    *parents, last = path
    inner = document
    for key in parents:
        inner = inner[key]
    del inner[last]
    return document


def six_more() -> list[JSON]:
    return [{"seat": number, "ante": 1, "decision": "fold"} for number in (1, 2, 3, 5, 6, 7, 8)]


# In the order of the codes: the document, the code, the seat at fault, a word of the message.
FAULTS = [
    ({"seats": []}, "unknown_game", None, "high_card_flush"),
    (round_document(game=None), "unknown_game", None, "null"),
    (round_document(game=["high_card_flush"]), "unknown_game", None, "high_card_flush"),
    (round_document(dealer="x"), "bad_field", None, "dealer"),
    (without(round_document(), "seats"), "bad_field", None, "seats"),
    (without(round_document(), "designated_player"), "bad_field", None, "designated_player"),
    (round_document(designated_player=[]), "bad_field", None, "designated_player"),
    (round_document(designated_player=designated(ante=1)), "bad_field", 4, "ante"),
    (without(round_document(), "designated_player", "bank"), "bad_field", 4, "bank"),
    (without(round_document(), "designated_player", "seat"), "bad_field", None, "seat"),
    (round_document(seats={}), "bad_field", None, "seats"),
    (round_document(seats=[1]), "bad_field", None, "seats"),
    (without(round_document(), "seats", 0, "seat"), "bad_field", None, "seat"),
    (without(round_document(), "seats", 0, "ante"), "bad_field", 1, "ante"),
    (without(round_document(), "seats", 0, "decision"), "bad_field", 1, "decision"),
    (without(round_document(), "seats", 0, "raise"), "bad_field", 1, "raise"),
    (seat(bet=5), "bad_field", 1, "bet"),
    (seat(decision="call"), "bad_field", 1, "walk_away"),
    (seat(decision=["raise"]), "bad_field", 1, "decision"),
    (seat(decision="fold"), "bad_field", 1, "raise"),
    (round_document({"seat": 1, "ante": 1, "decision": "walk_away", "raise": None}), "bad_field", 1, "raise"),
    (round_document(rules=None), "bad_rules", None, "object"),
    (round_document(rules={"flushpaytable": {}}), "bad_rules", None, "flushpaytable"),
    (round_document(rules={"limits": {}}), "bad_rules", None, "game"),
    (round_document(designated_player=designated(seat=0)), "bad_seat", 0, "99"),
    (round_document(designated_player=designated(seat="4")), "bad_seat", None, "99"),
    (seat(seat=100), "bad_seat", 100, "99"),
    (seat(seat=1.0), "bad_seat", None, "1.0"),
    (seat(seat=True), "bad_seat", None, "true"),
    (seat(seat=4), "bad_seat", 4, "twice"),
    (round_document(raised(1, LOSER), raised(1, LOSER)), "bad_seat", 1, "twice"),
    (round_document(seats=[]), "bad_seat", None, "1 to 6"),
    (round_document(seats=six_more()), "bad_seat", None, "1 to 6"),
    (round_document(designated_player=designated(bank=-1)), "bad_amount", 4, "bank"),
    (round_document(designated_player=designated(bank=None)), "bad_amount", 4, "bank"),
    (seat(ante=0), "bad_amount", 1, "ante"),
    (seat(ante=1000.0), "bad_amount", 1, "1000.0"),
    (seat(ante="1000"), "bad_amount", 1, '"1000"'),
    (seat(ante=True), "bad_amount", 1, "true"),
    (seat(ante=MAX_AMOUNT + 1), "bad_amount", 1, str(MAX_AMOUNT)),
    (seat(flush=0), "bad_amount", 1, "flush"),
    (seat(straight_flush=None), "bad_amount", 1, "straight_flush"),
    (seat(**{"raise": -1}), "bad_amount", 1, "raise"),
    (seat(**{"raise": 10**30}), "bad_amount", 1, "raise"),
    (seat(**{"raise": 999}), "raise_below_ante", 1, "1000"),
    (seat(**{"raise": 0}), "raise_below_ante", 1, "1000"),
    (without(round_document(), "seats", 0, "cards"), "missing_cards", 1, "seat 1"),
    (without(round_document(), "designated_player", "cards"), "missing_cards", 4, "seat 4"),
    (seat(cards="1h4h3h2hKs9d7c"), "bad_card", 1, "1h"),
    (seat(cards=None), "bad_card", 1, "null"),
    (seat(cards=["5h"]), "bad_card", 1, "5h"),
    (round_document(designated_player=designated(cards="AsKhQs9s7d6d2")), "bad_card", 4, '"2"'),
    (round_document({"seat": 1, "ante": 1, "decision": "fold", "cards": "XX"}), "bad_card", 1, "XX"),
    (seat(cards=""), "wrong_card_count", 1, "0 cards"),
    (seat(cards="5h4h3h2hKs9d"), "wrong_card_count", 1, "6 cards"),
    (seat(cards="5h4h3h2hKs9d7c8c"), "wrong_card_count", 1, "8 cards"),
    (seat(cards="5h4h3h2hKs9d5h"), "duplicate_card", 1, "5h"),
    (seat(cards="5h4h3h2hAs9d7c"), "duplicate_card", 1, "As at seat 1 is already in the hand at seat 4"),
    (
        round_document({"seat": 1, "ante": 1, "decision": "fold", "cards": "5h4h3h2hAs9d7c"}),
        "duplicate_card",
        1,
        "seat 4",
    ),
]


@pytest.mark.parametrize(("document", "code", "at_seat", "named"), FAULTS)
def test_interfaces_2_each_fault_has_its_code_its_seat_and_a_sentence_that_names_it(document, code, at_seat, named):
    error = fault(document)
    assert error is not None
    assert (error.code, error.seat) == (code, at_seat)
    assert named in str(error)
    assert str(error) == error.place(str) + error.template % error.params


# One fault of every code from the third on, each at a place that leaves the others standing.
BREAKS: list[tuple[str, Any]] = [
    ("bad_field", lambda document: document.update(dealer="x")),
    ("bad_rules", lambda document: document.update(rules={"rake": {"amount": -1}})),
    ("bad_seat", lambda document: document["seats"][5].update(seat=1)),
    ("bad_amount", lambda document: document["seats"][4].update(flush=0)),
    ("raise_below_ante", lambda document: document["seats"][4].update({"raise": 1})),
    ("missing_cards", lambda document: document["seats"][3].pop("cards")),
    ("bad_card", lambda document: document["seats"][2].update(cards="XX")),
    ("wrong_card_count", lambda document: document["seats"][1].update(cards="2d3d")),
    ("duplicate_card", lambda document: document["seats"][0].update(cards="5h5h3h2hKs9d7c")),
]


@pytest.mark.parametrize("first", range(len(BREAKS)))
def test_interfaces_2_faults_are_looked_for_in_the_order_of_the_codes(first):
    hands = [
        "5h4h3h2hKs9d7c",
        "6h7h8h9hTs9c7s",
        "AhQhJhTh3c4c5c",
        "AdKdQdJd6c8c8s",
        "AcKcQcJc2s3s4s",
        "Td8d5d4dTc5s6s",
    ]
    document = round_document(*(raised(number, cards) for number, cards in zip((1, 2, 3, 5, 6, 7), hands, strict=True)))
    assert fault(document) is None
    for _, break_it in BREAKS[first:]:
        break_it(document)
    error = fault(document)
    assert error is not None
    assert error.code == BREAKS[first][0]


def test_interfaces_2_within_a_code_the_designated_player_comes_first_and_then_the_input():
    document = round_document(raised(7, LOSER, ante=0), raised(1, LOSER, ante=0))
    error = fault(document)
    assert error is not None
    assert error.seat == 7
    document["designated_player"]["bank"] = -1
    error = fault(document)
    assert error is not None
    assert error.seat == 4


BAD_LINES = [
    "",
    "   ",
    '{"game": ',
    "[1,2]",
    "null",
    '"high_card_flush"',
    '{"game": 1, "game": 2}',
    '{"a": {"b": 1, "b": 1}}',
    '{"bank": NaN}',
    '{"bank": -Infinity}',
    "{} {}",
    "[" * 100_000,
    '{"a":' * 100_000,
    b'{"game": "\xff"}',
    "\ufeff{}",
]


@pytest.mark.parametrize("line", BAD_LINES)
def test_interfaces_2_what_is_no_json_object(line):
    error = settle_line(line)["error"]
    assert (error["code"], error["seat"]) == ("bad_json", None)


def test_hostile_values_are_answered_and_never_raised():
    nested = "[" * 900 + "]" * 900
    for found in ("9" * 10_000, "-" + "9" * 5000, "1e999", nested, '"\\ud800"', '"' + "x" * 100_000 + '"', "{}"):
        for key in ("seat", "ante", "decision", "cards", "raise", "flush"):
            line = json.dumps(seat(**{key: "HERE"})).replace('"HERE"', found)
            answer = settle_line(line)
            assert set(answer["error"]) == {"code", "message", "seat"}
            assert len(answer["error"]["message"]) < 200 + LONGEST_QUOTE
            json.dumps(answer, ensure_ascii=False).encode()


def test_a_key_of_any_length_or_letters_is_named_in_a_message_that_can_be_printed():
    for name in ("x" * 100_000, "\ud800", "a\nb", ""):
        for document in (round_document(**{name: 1}), seat(**{name: 1}), round_document(rules={name: 1})):
            answer = settle_line(json.dumps(document))
            assert answer["error"]["code"] in ("bad_field", "bad_rules")
            assert answer["error"]["message"].isprintable()
            assert len(answer["error"]["message"]) < 400
