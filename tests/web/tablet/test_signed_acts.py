"""A signature screen says what is signed: act, seat, round, old and new; for every act that the floor signs (LOOK 1.11)."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tables.actions import TABLE_ACTS
from tables.policy import MATRIX, Act, Role
from tables.web.tablet.act_sentences import NAMES, TELLERS
from tests.actions.felt import dealt, decide, settled, show
from tests.cast import PINS, Cast
from tests.web.conftest import Browser, client_data

Sent = tuple[str, dict[str, Any]]
COMES_TO = {
    Act.VOID_DECIDED_ROUND: "void_round",
    Act.CHANGE_DECISION_AFTER_HAND: "enter_decisions",
    Act.CHANGE_BANK_AFTER_DEAL: "change_bank",
    Act.CHANGE_HANDS_AFTER_DEAL: "enter_wagers",
    Act.CHANGE_WAGER_AFTER_HAND: "enter_wagers",
    Act.RAISE_ON_SEEN_CHIPS: "enter_decisions",
    Act.OVERRIDE_LIMIT: "enter_wagers",
    Act.RECOUNT_LARGE: "recount",
}
"""Acts of the matrix that an act by another name comes to."""
OF_THE_HOUSE = {Act.LIFT_BAR}
"""Signed by the floor, and done at no table."""


def decided(cast: Cast) -> int:
    """Seat 2 raised, seat 4 folded."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    return number


def shown(cast: Cast) -> int:
    """The same with a hand on the table."""
    number = decided(cast)
    show(cast, number, {1: "AsKhQs9s7d6d2c"})
    return number


def void(cast: Cast) -> Sent:
    """A round in which players have decided."""
    return "void_round", {"number": decided(cast), "reason": "wrong_count"}


def void_in_words(cast: Cast) -> Sent:
    """The same for a reason of its own."""
    return "void_round", {"number": decided(cast), "reason": "other", "words": "The lights went out"}


def fold(cast: Cast) -> Sent:
    """A Raise that was none, with a hand on the table."""
    return "enter_decisions", {"number": shown(cast), "decisions": [{"seat": 2, "decision": "fold"}]}


def seen(cast: Cast) -> Sent:
    """A large Raise of chips that are only seen."""
    number = dealt(cast, {"seat": 2, "ante": 30000}, {"seat": 4, "ante": 1000})
    row = {"seat": 2, "decision": "raise", "raise": 90000, "seen": True}
    return "enter_decisions", {"number": number, "decisions": [row]}


def bank(cast: Cast) -> Sent:
    """A mistyped bank after the deal."""
    return "change_bank", {"number": dealt(cast), "bank": 60000}


def added(cast: Cast) -> Sent:
    """A hand that was dealt and not entered."""
    number = dealt(cast, seats=(1, 2, 4, 5))
    return "enter_wagers", {"number": number, "wagers": [{"seat": 5, "ante": 1000, "flush": 500, "found": True}]}


def removed(cast: Cast) -> Sent:
    """A hand that was entered and not dealt."""
    return "enter_wagers", {"number": dealt(cast), "removed": [4]}


def found(cast: Cast) -> Sent:
    """A wager found different with a hand on the table."""
    return "enter_wagers", {"number": shown(cast), "wagers": [{"seat": 2, "ante": 1000, "flush": 3000, "found": True}]}


def limit(cast: Cast) -> Sent:
    """Wagers outside the limits, before the deal."""
    cast.seat_players((1, 2))
    number = cast.open_round()
    row = {"seat": 2, "ante": 40000, "flush": 400, "override": True}
    return "enter_wagers", {"number": number, "wagers": [row]}


def recount(cast: Cast) -> Sent:
    """A stack far from what was tracked."""
    cast.seat_players((1, 2))
    return "recount", {"seat": 2, "chips": 30000, "reason": "other", "words": "They passed a stack"}


def bar(cast: Cast) -> Sent:
    """From the table."""
    cast.seat_players((1, 2))
    return "bar_player", {"seat": 2, "scope": "table", "reason": "conduct"}


def correction(cast: Cast) -> Sent:
    """Bank, a wager, a decision and a hand of a settled round."""
    number = settled(cast)
    cast.act("close_round", number=number)
    corrections = {
        "bank": 60000,
        "wagers": [{"seat": 2, "ante": 2000}],
        "decisions": [{"seat": 2, "decision": "raise", "raise": 2000}, {"seat": 4, "decision": "fold"}],
        "hands": [{"seat": 4, "cards": None}],
    }
    return "correct_round", {"number": number, "corrections": corrections, "reason": "misread_hand"}


def ruling(cast: Cast) -> Sent:
    """On a dispute."""
    dispute = cast.act("open_dispute", number=decided(cast), reason="cards").body["dispute"]
    return "rule_on_dispute", {"dispute": dispute, "outcome": "stands", "words": "Seen on the camera"}


ARROW = "\N{RIGHTWARDS ARROW}"
CASES: Mapping[Callable[[Cast], Sent], list[str]] = {
    void: ["Void round 1: Wrong number of cards"],
    void_in_words: ["Void round 1: The lights went out"],
    fold: [f"Round 1, seat 2: Raise 10 {ARROW} Fold"],
    seen: ["Round 1, seat 2: Raise 900, on chips that are only seen"],
    bank: [f"Round 1, bank of seat 1: 500 {ARROW} 600"],
    added: ["Round 1: add a hand for seat 5 (Ante 10, Flush 5)"],
    removed: ["Round 1: take out the hand of seat 4 (Ante 10)"],
    found: [f"Round 1, seat 2: Flush 0 {ARROW} 30"],
    limit: ["Seat 2: Ante 400, above the limit of 300", "Seat 2: Flush 4, below the least of 5"],
    recount: [f"Seat 2: recount 1,000 {ARROW} 300, They passed a stack"],
    bar: ["Bar seat 2 from this table: Conduct"],
    correction: [
        f"Correct round 1, bank of seat 1: 500 {ARROW} 600",
        f"Correct round 1, seat 2: Ante 10 {ARROW} 20",
        f"Correct round 1, seat 2: Raise 10 {ARROW} Raise 20",
        f"Correct round 1, seat 4: Raise 10 {ARROW} Fold",
        f"Correct round 1, seat 4: J♦︎ 10♦︎ 8♦︎ 6♣︎ 5♣︎ 4♣︎ 3♠︎ {ARROW} no cards",
        "Reason: Misread hand",
    ],
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_look_1_11_what_is_signed_is_said(tablet: Browser, case: Callable[[Cast], Sent]) -> None:
    """With the refusal that asks for the signature, and once more where the signature is refused; done, the table is told."""
    name, sent = case(tablet.cast)
    asked = tablet.act(name, **sent)
    assert asked["Croupier-Code"] == "needs_signature"
    message = client_data(asked)["message"]
    assert message["signs"] == CASES[case]
    version = client_data(asked)["version"]
    wrong = tablet.send(name, sent, version=version, badge="2001", secret="918273")
    assert client_data(wrong)["message"]["signs"] == CASES[case]
    own = tablet.send(name, sent, version=version, badge="1001", secret=PINS["1001"])
    assert (client_data(own)["message"]["signs"], client_data(own)["message"]["field"]) == (CASES[case], "signature")
    done = tablet.send(name, sent, version=version, badge="2001", secret=PINS["2001"])
    assert client_data(done)["message"]["text"] == f"Done, and signed by Frank: {'; '.join(CASES[case])}."


def test_look_1_11_no_phrase_twice(tablet: Browser) -> None:
    """Why it is signed is said where the act does not say it by itself."""
    name, sent = void(tablet.cast)
    assert client_data(tablet.act(name, **sent))["message"]["why"] == ""


def test_look_1_11_why_a_bank_put_right_is_signed(tablet: Browser) -> None:
    """Beside what is signed."""
    name, sent = bank(tablet.cast)
    assert client_data(tablet.act(name, **sent))["message"]["why"].startswith("The cards are dealt:")


def test_look_1_11_a_ruling_is_told(tablet: Browser) -> None:
    """It is no act of the tablet's own pages; it can be sent from there."""
    name, sent = ruling(tablet.cast)
    asked = tablet.act(name, **sent)
    assert client_data(asked)["message"]["signs"][0].endswith("The round stands (Seen on the camera)")


def test_look_1_11_every_act_that_the_floor_signs_has_its_sentence() -> None:
    """What is added to the matrix, or to the acts of a table, is told too."""
    signed = {act for act, cells in MATRIX.items() if Role.FLOOR in cells and cells[Role.FLOOR].signed}
    names = {COMES_TO.get(act, str(act)) for act in signed - OF_THE_HOUSE}
    assert names <= set(TABLE_ACTS)
    assert names <= {*TELLERS, "correct_round"}
    assert {*TELLERS, "correct_round"} == set(NAMES)
    assert "take_actions" in TELLERS


@pytest.mark.parametrize("name", sorted(NAMES))
@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"number": 1, "reason": ["x"], "words": 5, "seat": "2", "scope": {}, "chips": "all", "bank": None},
        {"number": {}, "corrections": [1], "fields": {"bank-1": "x"}, "decisions": {"a": 1}, "wagers": "x"},
        {"number": 10**30, "corrections": {"hands": [{"seat": 1, "cards": 7}]}, "removed": 4, "take_back": "x"},
    ],
)
def test_look_1_11_whatever_is_sent_is_answered(tablet: Browser, name: str, sent: dict[str, Any]) -> None:
    """What cannot be read is told by its name, and is no fault of the server."""
    decided(tablet.cast)
    answer = tablet.act(name, **sent)
    assert answer.status_code < 500
    version = client_data(answer)["version"]
    assert tablet.send(name, sent, version=version, badge="2001", secret=PINS["2001"]).status_code < 500
