"""Faults in an input of the draw games: their codes, and the order in which they are looked for (interfaces, 2)."""

import json
from copy import deepcopy
from typing import Any

import pytest

from tables.games.calculator import settle_line
from tables.games.errors import LONGEST_QUOTE
from tables.games.values import JSON
from tests.games.documents import fault
from tests.games.draw.playing import actions, four_player, heads_up

SAID = "1 bet 800, 2 draw, 2 exchange 2, 1 exchange 0, 1 call"
HANDS = {"1": "AsAdKc7h2d", "2": "KsKdQc7s2c"}
SAID_BY_FOUR = "1 open 500, 2 pay, 3 drop, 4 drop, 1 exchange 0, 2 exchange 0, 1 call, 2 call"


def two(**more: Any) -> JSON:
    return heads_up(SAID, **{"hands": HANDS, **more})


def four(**more: Any) -> JSON:
    return four_player(SAID_BY_FOUR, **{"hands": HANDS, **more})


def changed(document: JSON, *path: Any, to: object = "-") -> JSON:
    """The document with one place set, or without it."""
    document = deepcopy(document)
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    if to == "-":
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return document


FAULTS: list[tuple[JSON, str, int | None, str]] = [
    (changed(two(), "first"), "bad_field", None, "first"),
    (changed(two(), "actions"), "bad_field", None, "actions"),
    (changed(two(), "seats"), "bad_field", None, "seats"),
    (two(button=1), "bad_field", None, "button"),
    (four(first=1), "bad_field", None, "first"),
    (four(carry=0), "bad_field", None, "carry"),
    (two(seats={}), "bad_field", None, "seats"),
    (two(seats=[1, 2]), "bad_field", None, "seats"),
    (two(actions=None), "bad_field", None, "actions"),
    (two(actions=["bet"]), "bad_field", None, "actions"),
    (two(hands=None), "bad_field", None, "hands"),
    (two(hands=[]), "bad_field", None, "hands"),
    (two(hands={**HANDS, "3": "9s9d9c2h3h"}), "bad_field", None, "3"),
    (two(hands={**HANDS, "01": "9s9d9c2h3h"}), "bad_field", None, "01"),
    (changed(two(), "seats", 1, "stack"), "bad_field", 2, "stack"),
    (changed(two(), "seats", 1, "bank", to=5), "bad_field", 2, "bank"),
    (changed(four(), "seats", 1, "markers_out", to=0), "bad_field", 2, "markers_out"),
    (changed(two(), "actions", 0, "do"), "bad_field", 1, "do"),
    (changed(two(), "actions", 0, "do", to="wager"), "bad_field", 1, "wager"),
    (changed(two(), "actions", 0, "do", to=["bet"]), "bad_field", 1, "bet"),
    (changed(two(), "actions", 0, "do", to="timeout"), "bad_field", 1, "timeout"),
    (changed(two(), "actions", 0, "do", to="open"), "bad_field", 1, "open"),
    (changed(four(), "actions", 0, "do", to="bet"), "bad_field", 1, "bet"),
    (changed(two(), "actions", 0, "amount"), "bad_field", 1, "amount"),
    (changed(two(), "actions", 1, "amount", to=5), "bad_field", 2, "amount"),
    (changed(two(), "actions", 2, "count"), "bad_field", 2, "count"),
    (changed(two(), "actions", 2, "amount", to=1), "bad_field", 2, "amount"),
    (changed(two(), "actions", 0, "seat"), "bad_field", None, "seat"),
    (two(rules=None), "bad_rules", None, "object"),
    (two(rules={"opening_min": 5}), "bad_rules", None, "opening_min"),
    (four(rules={"ante": 5}), "bad_rules", None, "ante"),
    (changed(two(), "seats", 0, "seat", to="1"), "bad_seat", None, '"1"'),
    (changed(two(), "seats", 0, "seat", to=0), "bad_seat", 0, "99"),
    (changed(two(), "seats", 0, "seat", to=2), "bad_seat", 2, "twice"),
    (changed(two(), "seats", 0), "bad_seat", None, "2 players"),
    (four(seats=[]), "bad_seat", None, "2 to 4"),
    (four(seats=[{"seat": seat, "stack": 1} for seat in range(1, 6)]), "bad_seat", None, "2 to 4"),
    (two(first=3), "bad_seat", None, "first"),
    (two(first="1"), "bad_seat", None, "first"),
    (two(first=1.0), "bad_seat", None, "first"),
    (two(first=True), "bad_seat", None, "first"),
    (four(button=None), "bad_seat", None, "button"),
    (changed(two(), "actions", 0, "seat", to="1"), "bad_seat", None, '"1"'),
    (changed(two(), "actions", 0, "seat", to=100), "bad_seat", 100, "99"),
    (changed(two(), "seats", 0, "stack", to=0), "bad_amount", 1, "stack"),
    (changed(two(), "seats", 0, "stack", to="9000"), "bad_amount", 1, "stack"),
    (changed(four(), "seats", 3, "stack", to=1.5), "bad_amount", 4, "stack"),
    (changed(two(), "seats", 0, "markers_out", to=1), "bad_amount", 1, "markers_out"),
    (changed(two(), "seats", 0, "markers_out", to=None), "bad_amount", 1, "markers_out"),
    (two(carry=-1), "bad_amount", None, "carry"),
    (two(carry=None), "bad_amount", None, "carry"),
    (changed(two(), "actions", 0, "amount", to=0), "bad_amount", 1, "amount"),
    (changed(two(), "actions", 0, "amount", to=True), "bad_amount", 1, "true"),
    (changed(two(), "actions", 0, "amount", to="800"), "bad_amount", 1, '"800"'),
    (changed(two(), "actions", 2, "count", to=6), "bad_amount", 2, "count"),
    (changed(two(), "actions", 2, "count", to=-1), "bad_amount", 2, "count"),
    (changed(four(), "actions", 0, "amount", to=99), "bad_amount", 1, "100"),
    (changed(four(), "actions", 0, "amount", to=1_000_001), "bad_amount", 1, "1000000"),
    (two(hands={}), "missing_cards", 1, "seat 1"),
    (changed(two(), "hands"), "missing_cards", 1, "seat 1"),
    (two(hands={"1": HANDS["1"]}), "missing_cards", 2, "seat 2"),
    (four(hands={"2": HANDS["2"]}), "missing_cards", 1, "seat 1"),
    (two(hands={**HANDS, "1": "1sAdKc7h2d"}), "bad_card", 1, "1s"),
    (two(hands={**HANDS, "2": None}), "bad_card", 2, "null"),
    (four(hands={**HANDS, "3": "XX"}), "bad_card", 3, "XX"),
    (two(rules={"deck": 32}), "bad_card", 1, "2d"),
    (two(hands={**HANDS, "1": "AsAdKc7h"}), "wrong_card_count", 1, "4 cards"),
    (two(hands={**HANDS, "2": "KsKdQc7s2c3c"}), "wrong_card_count", 2, "6 cards"),
    (two(hands={**HANDS, "2": "KsKdQc7sKs"}), "duplicate_card", 2, "Ks"),
    (two(hands={**HANDS, "2": "KsKdQc7sAs"}), "duplicate_card", 2, "As at seat 2 is already in the hand at seat 1"),
    (four(hands={**HANDS, "3": "As9d8d7d6d"}), "duplicate_card", 3, "seat 1"),
]


@pytest.mark.parametrize(("document", "code", "seat", "named"), FAULTS)
def test_interfaces_2_each_fault_has_its_code_its_seat_and_a_sentence_that_names_it(document, code, seat, named):
    error = fault(document)
    assert error is not None
    assert (error.code, error.seat) == (code, seat)
    assert named in str(error)
    assert str(error) == error.place(str) + error.template % error.params


# One fault of every code from the third on, each at a place that leaves the others standing.
BREAKS: list[tuple[str, Any]] = [
    ("bad_field", lambda document: document.update(dealer="x")),
    ("bad_rules", lambda document: document.update(rules={"opening_min": 0})),
    ("bad_seat", lambda document: document.update(button=9)),
    ("bad_amount", lambda document: document["seats"][3].update(stack=0)),
    ("bad_card", lambda document: document["hands"].update({"4": "XX"})),
    ("wrong_card_count", lambda document: document["hands"].update({"3": "2h3h"})),
    ("duplicate_card", lambda document: document["hands"].update({"2": "AsKdQc7s2c"})),
    ("illegal_action", lambda document: document["actions"].append({"seat": 1, "do": "call"})),
]


@pytest.mark.parametrize("first", range(len(BREAKS)))
def test_interfaces_2_faults_are_looked_for_in_the_order_of_the_codes(first):
    document = deepcopy(four())
    assert fault(document) is None
    for _code, break_it in BREAKS[first:]:
        break_it(document)
    error = fault(document)
    assert error is not None
    assert error.code == BREAKS[first][0]


def test_interfaces_2_a_hand_that_nobody_needs_is_no_fault_before_the_one_of_the_game():
    error = fault(two(actions=actions("1 draw"), hands={}))
    assert error is not None
    assert error.code == "illegal_action"


def test_interfaces_2_the_first_action_that_breaks_the_game_is_the_one_named():
    cases = {
        "1 bet 9001, 1 stay": ("insufficient_funds", 1),
        "2 stay, 1 bet 9001": ("out_of_turn", 2),
        "1 stay, 2 stay, 2 bet 9001": ("illegal_action", 2),
        "1 bet 8000, 2 raise 501": ("insufficient_funds", 2),
        "1 bet 8500, 2 raise 1": ("illegal_action", 2),
    }
    for said, expected in cases.items():
        error = fault(two(actions=actions(said)))
        assert error is not None
        assert (error.code, error.seat) == expected


def test_hostile_values_are_answered_and_never_raised():
    nested = "[" * 900 + "]" * 900
    places = [
        ("seats", 0, "seat"),
        ("seats", 0, "stack"),
        ("actions", 0, "seat"),
        ("actions", 0, "do"),
        ("actions", 0, "amount"),
        ("actions", 2, "count"),
        ("hands", "1"),
        ("first",),
        ("carry",),
    ]
    for found in ("9" * 10_000, "1e999", "-1", nested, '"\\ud800"', '"' + "x" * 100_000 + '"', "{}", "null"):
        for path in places:
            line = json.dumps(changed(two(carry=0), *path, to="HERE")).replace('"HERE"', found)
            answer = settle_line(line)
            assert set(answer["error"]) == {"code", "message", "seat"}
            assert len(answer["error"]["message"]) < 200 + LONGEST_QUOTE
            json.dumps(answer, ensure_ascii=False).encode()
