"""What is refused is refused with a sentence that says what is wrong, where, and what is allowed (interfaces, section 2)."""

import copy
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tables.errors import TableError
from tables.games.calculator import settle_line
from tables.games.errors import RuleError
from tables.games.high_card_flush.correction import corrected
from tables.games.house_rules import read_house_rules
from tables.games.table.acts import ACTS
from tables.games.values import JSON
from tests.cast import FOUR_PLAYER, HEADS_UP, HOUSE_RULES
from tests.games.documents import fault, raised, round_document
from tests.games.table.at_a_table import Evening

VECTORS = Path(__file__).parent.parent / "vectors" / "settle.jsonl"
ODD: list[Any] = [None, True, -1, 0, 1.5, 10**17, "", "x", "A\N{BLACK HEART SUIT}", [], {}, [None], {"a b": 1}, "As,Ks"]
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
WRONG = [
    re.compile(pattern)
    for pattern in (
        r"\bNone\b",
        r"%\(",
        r"\bare *[.;]",
        r"\b(?:one of|of|:) *[,.;]",
        r"\b(\d+) to \1\b",
        r"  ",
        r"\\u",
    )
]
HEADS_UP_DEAL: JSON = {
    "game": "heads_up_draw",
    "first": 1,
    "seats": [{"seat": 1, "stack": 10000}, {"seat": 2, "stack": 10000}],
    "actions": [
        {"seat": 1, "do": "bet", "amount": 1000},
        {"seat": 2, "do": "draw"},
        {"seat": 2, "do": "exchange", "count": 2},
        {"seat": 1, "do": "exchange", "count": 0},
        {"seat": 1, "do": "drop"},
    ],
}


def verify_said(said: str, about: object) -> None:
    """No empty list, no range without a number or of one, no value that is nobody's, nothing escaped."""
    unquoted = QUOTED.sub("x", said)
    for wrong in WRONG:
        assert not wrong.search(unquoted), f"{said!r} of {about!r}"
    assert said.endswith((".", "?"))


def places(document: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value of a document."""
    if path:
        yield path
    steps = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, inner in steps:
        yield from places(inner, (*path, key))


def damaged(document: JSON) -> Iterator[JSON]:
    """The document with one value odd, left out, or with a key beside it that nobody knows."""
    for path in places(document):
        for odd in (*ODD, ...):
            copied = copy.deepcopy(document)
            inner: Any = copied
            for key in path[:-1]:
                inner = inner[key]
            if odd is ...:
                del inner[path[-1]]
            else:
                inner[path[-1]] = odd
            yield copied
            if isinstance(inner, dict) and odd is ...:
                yield {**document, "key with a space ": 1}


def vectors() -> list[JSON]:
    """One shared case of each game with the most in it."""
    found: dict[str, JSON] = {}
    for line in VECTORS.read_text().splitlines():
        case = json.loads(line)["input"]
        case = json.loads(case) if isinstance(case, str) else case
        if len(json.dumps(case)) > len(json.dumps(found.get(case["game"], {}))):
            found[case["game"]] = case
    return list(found.values())


@pytest.mark.parametrize("document", vectors(), ids=lambda document: document["game"])
def test_interfaces_2_every_message_about_a_document_is_a_whole_sentence(document: JSON) -> None:
    refused = 0
    for broken in damaged(document):
        answer = settle_line(json.dumps(broken))
        if "error" in answer:
            refused += 1
            verify_said(answer["error"]["message"], broken)
    assert refused > 100


@pytest.mark.parametrize("document", [HOUSE_RULES, HEADS_UP, FOUR_PLAYER], ids=lambda document: document["game"])
def test_ops_4_5_every_message_about_house_rules_is_a_whole_sentence(document: JSON) -> None:
    whole = read_house_rules(document).document()
    for broken in (*damaged(whole), {**whole, "limits": {**whole["limits"], "bet": {"min": 1, "max": 2}}}):
        try:
            read_house_rules(broken)
        except RuleError as error:
            verify_said(str(error), broken)


@pytest.mark.parametrize("rules", [HOUSE_RULES, HEADS_UP, FOUR_PLAYER], ids=lambda rules: rules["game"])
@pytest.mark.parametrize("stage", [0, 1, 2])
def test_interfaces_3_every_message_about_an_act_is_a_whole_sentence(rules: JSON, stage: int) -> None:
    """Every act with every parameter odd: at an empty table, with players, and with a round open."""
    evening = Evening(rules)
    if stage:
        evening.seat(1, 2)
    if stage == 2 and rules is HOUSE_RULES:
        evening.act("open_round", offers=[{"seat": 1, "answer": "accepted", "bank": 10000}])
    elif stage == 2:
        evening.act("open_round")
    for name in ACTS:
        for sent in sent_to(name):
            before = evening.table
            try:
                evening.act(name, **sent)
            except (RuleError, TableError) as error:
                verify_said(str(error), (name, sent))
            evening.table = before


def sent_to(name: str) -> Iterator[JSON]:
    """What an act could be sent, and what it could not."""
    seats = ("seat", "to", "number")
    usual: JSON = {"seat": 1, "to": 3, "number": 1, "buy_in": 5000, "amount": 5000, "chips": 900, "reason": "tip"}
    rows: list[JSON] = [
        {"seat": 2, "ante": 1000},
        {"seat": 1, "do": "bet", "amount": 1},
        {"seat": 1, "answer": "accepted", "bank": 1},
    ]
    lists = [
        [],
        [None],
        [{}],
        [{"seat": None}],
        [{"seat": 2}, {"seat": 2}],
        *([row] for row in rows),
        [{**rows[0], "a b": 1}],
    ]
    needed = [key for key in inspect.signature(ACTS[name]).parameters if key != "call"]
    yield {}
    yield {"what is this": 1}
    yield {key: usual.get(key, 1) for key in needed}
    for key in needed:
        for odd in ODD if key in (*seats, *usual) else (*ODD, *lists):
            yield {**{other: usual[other] for other in needed if other in usual}, key: odd}


@pytest.mark.parametrize(
    ("number", "action"),
    [
        (2, None),
        (3, {"seat": 2, "do": "Xx"}),
        (3, {"seat": 2, "do": "exchange"}),
        (3, {"seat": 2, "do": "exchange", "count": 2, "amount": 3}),
        (4, {"seat": "1", "do": "exchange", "count": 0}),
        (4, {"seat": 1, "do": "exchange", "count": 6}),
        (4, {"seat": 2, "do": "exchange", "count": 0}),
        (5, {"seat": 1, "do": "raise", "amount": 100}),
        (1, {"seat": 1, "do": "bet", "amount": 10**9}),
    ],
)
def test_interfaces_2_which_action_of_the_list_is_at_fault_is_said(number: int, action: Any) -> None:
    actions = [*HEADS_UP_DEAL["actions"]]
    actions[number - 1] = action
    answer = settle_line(json.dumps({**HEADS_UP_DEAL, "actions": actions}))
    assert answer["error"]["message"].startswith(f"Action {number}: ")


def test_interfaces_3_an_act_of_several_actions_says_which_is_at_fault() -> None:
    """As sent, counted from 1."""
    evening = Evening(HEADS_UP).seat(1, 2)
    number = evening.act("open_round").answer["round"]
    good = {"seat": 1, "do": "stay"}
    for code, bad in (("out_of_turn", good), ("bad_field", {"seat": 2, "do": "x"}), ("bad_field", None)):
        assert evening.refused(code, "take_actions", number=number, actions=[good, bad]).startswith("Action 2: ")


def test_interfaces_2_which_entry_is_at_fault_is_said_where_its_seat_is_not() -> None:
    error = fault(round_document(raised(1, "5h4h3h2hKs9d7c"), {"seat": 2, "decision": "fold"}))
    assert str(error) == "Entry 2 of seats: The key ante is missing; needed here are seat, ante, decision."
    evening = Evening().seat(1, 2)
    number = evening.take_bank(1)
    wagers = [{"seat": 2, "ante": 1000}, {"ante": 1000}]
    assert evening.refused("bad_seat", "enter_wagers", number=number, wagers=wagers).startswith("Entry 2 of wagers: ")


def test_interfaces_2_a_key_that_is_no_plain_word_stands_in_quotes() -> None:
    error = fault(round_document(**{"cards ": 1}))
    assert 'The key "cards " is not known' in str(error)


def test_ops_4_1_limits_of_a_game_without_any_are_refused_with_that() -> None:
    with pytest.raises(RuleError, match=r"Rule limits\.bet is not known; this game has no rules here\."):
        read_house_rules({**HEADS_UP, "limits": {"bet": {"min": 1, "max": 2}}})


@pytest.mark.parametrize(
    ("cards", "said"), [("A\N{BLACK SPADE SUIT}", "\N{BLACK SPADE SUIT}"), ("As,Ks", "with spaces between")]
)
def test_interfaces_2_what_is_no_card_is_shown_as_it_was_written(cards: str, said: str) -> None:
    error = fault(round_document(raised(1, cards)))
    assert error is not None
    assert (error.code, error.seat) == ("bad_card", 1)
    assert said in str(error)
    assert "at seat 1" in str(error)


def test_ops_5_8_a_corrected_ante_above_the_raise_is_named_with_its_half_chip() -> None:
    """Not the Raise, which nobody corrected."""
    game = read_house_rules(HOUSE_RULES)
    document = {**round_document(raised(1, "5h4h3h2hKs9d7c")), "rules": game.document()}
    for ante, said in ((1050, "not in steps of 100"), (2000, "an Ante of 2000 is above the Raise of 1000")):
        with pytest.raises(RuleError) as refused:
            corrected(document, {"wagers": [{"seat": 1, "ante": ante}]})
        assert (refused.value.code, refused.value.seat) == ("raise_below_ante", 1)
        assert said in str(refused.value)
