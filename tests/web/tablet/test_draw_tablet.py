"""The page of a draw table: what every step shows, and what it takes (DRAW 1, 2)."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import get_template
from pytest_django import DjangoAssertNumQueries

from tables.actions import clock
from tables.models import Settlement
from tables.web.tablet.registry import SCREENS, make_screen
from tables.web.tablet.steps import Viewer
from tests.clocks import run_out
from tests.draw_tables import acting, show
from tests.state import table_state
from tests.web.conftest import Browser, client_data
from tests.web.tablet.conftest import seen

TIED = {1: "AsKd9c7h2d", 2: "AdKs9h7c2s"}


def step(browser: Browser) -> tuple[str, str]:
    """The step, and why the next one cannot be taken."""
    data = client_data(browser.client.get(browser.url))
    return data["step"], data["next"]["blocked"]


def test_every_game_of_the_registry_has_a_screen() -> None:
    """With a step for each of its states, templates of its own, and a script that sends the next act of each step."""
    script = (Path(settings.BASE_DIR) / "tables/static/tables/tablet/tablet.js").read_text(encoding="utf-8")
    scripted = set(re.findall(r"^  (\w+)[:,]", script.partition("const NEXT = {")[2].partition("};")[0], re.MULTILINE))
    for screen in SCREENS.values():
        assert set(screen.step_names.values()) >= {"hands", "settlement"}
        assert set(screen.step_names.values()) - scripted == set()
        assert screen.folder.startswith("tables/tablet/")
        for part in ("_seat", "_centre", "_panel"):
            assert get_template(f"{screen.folder}/{part}.html")


def test_draw_1_a_hand_of_two_from_step_to_step(two: Browser) -> None:
    """Every act through the page; the amounts, the markers and the carried pot are in words."""
    data, words = seen(two)
    assert (data["step"], data["next"]) == ("ready", {"act": "open_round", "label": "Open round", "blocked": ""})
    assert "The pot begins with 10." in words
    assert "Seat 1 100 ante 5 acts first" in words
    opened = client_data(two.act("open_round"))
    assert (opened["step"], opened["next"]["blocked"]) == ("action", "seat 1: to act")
    assert "0 to match, 95 behind, 10 in the middle" in seen(two)[1]
    two.act("take_actions", number=1, actions=[{"seat": 1, "do": "bet", "amount": 11000}])
    assert "Draw 110 C issues 1 marker" in seen(two)[1]
    assert client_data(two.act("take_actions", number=1, actions=[{"seat": 2, "do": "draw"}]))["step"] == "exchange"
    acting(two.cast, 1, (2, "exchange", 2), (1, "exchange", 0), (1, "call"))
    data, words = seen(two)
    assert (data["step"], data["next"]["blocked"], data["shows"]) == ("hands", "seats 1, 2: hand needed", [1, 2])
    assert "Take back U seat 1: Called" in words
    show(two.cast, 1, TIED)
    assert client_data(two.act("settle_round", number=1))["step"] == "settlement"
    data, words = seen(two)
    assert data["to_tick"] == []
    assert "A tie: the pot of 230 stays on the table and carries over into the next deal." in words
    assert client_data(two.act("close_round", number=1))["step"] == "ready"
    assert "Carried over" in seen(two)[1]


def test_draw_1_1_equal_stacks_missing_are_said_in_words(two: Browser) -> None:
    """As are players missing; between rounds the seats are the seat menu's."""
    two.cast.act("recount", seat=2, chips=9000, reason="carried")
    assert step(two) == ("ready", "A match starts with equal stacks: seat 1 has 100, seat 2 90.")
    refused = two.act("open_round")
    assert client_data(refused)["message"]["text"] == "A match starts with equal stacks: seat 1 has 100, seat 2 90."
    two.cast.act("leave", seat=2)
    assert step(two) == ("ready", "1 more player is needed")


def test_draw_1_13_the_match_is_over_when_the_ante_cannot_be_paid(two: Browser) -> None:
    """The tablet says who won it, in how many hands, and what changed hands; the next begins with equal stacks."""
    assert "Leaving ends the match" not in seen(two)[1]
    number = two.cast.act("open_round").body["round"]
    acting(two.cast, number, (1, "bet", 11500), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    show(two.cast, number, {1: "AsAdKc7h2d", 2: "KsKdQc7s2c"})
    two.cast.act("settle_round", number=number)
    words = seen(two)[1]
    assert "Pot 240 1 marker redeemed \N{MINUS SIGN}20 Pay 220 stack 220" in words
    assert "1 redeemed" in words
    two.cast.act("close_round", number=number)
    words = seen(two)[1]
    assert "The match is over Tap a seat on the felt" in words
    assert (
        "Seat 1 has won match 1: the other has nothing left for an Ante. 1 hand in 0 min, 120 changed hands." in words
    )
    assert step(two) == ("ready", "A match starts with equal stacks: seat 1 has 220, seat 2 0.")


def test_draw_1_13_a_match_is_given_up_at_the_seat(two: Browser) -> None:
    """What it does is said before; a carried pot goes with it."""
    assert "Give up match" in seen(two)[1]
    number = two.cast.act("open_round").body["round"]
    acting(two.cast, number, (1, "stay"), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    show(two.cast, number, TIED)
    two.cast.act("settle_round", number=number)
    two.cast.act("close_round", number=number)
    data, words = seen(two)
    assert "give_up_match" in data["legal_acts"]
    assert "Match 1 is on: 1 hand so far." in words
    assert "The other player wins the match and the carried pot of 10." in words
    assert "Leaving ends the match: a carried pot is shared" in words
    two.act("give_up_match", match=1, seat=2)
    words = seen(two)[1]
    assert "Seat 1 has won match 1: the other gave it up. 1 hand in 0 min, 5 changed hands." in words


def test_draw_1_12_an_all_in_tie_is_ready_to_be_dealt_for(two: Browser) -> None:
    """No ante, and no bet is offered."""
    number = two.cast.act("open_round").body["round"]
    acting(two.cast, number, (1, "bet", 11500), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    show(two.cast, number, TIED)
    two.cast.act("settle_round", number=number)
    two.cast.act("close_round", number=number)
    data, words = seen(two)
    assert (data["step"], data["next"]["blocked"]) == ("ready", "")
    assert "The pot begins with 240, of it 240 carried over." in words
    opened = client_data(two.act("open_round"))
    assert [option["do"] for option in opened["round"]["options"]] == ["stay", "drop"]


def play_to_side_pots(four: Browser) -> int:
    """Seats 3 and 4 are all in, seat 1 is to act."""
    number: int = four.cast.act("open_round").body["round"]
    acting(four.cast, number, (2, "open", 1000), (3, "pay"), (4, "pay"), (1, "pay"))
    acting(four.cast, number, *((seat, "exchange", 0) for seat in (2, 3, 4, 1)))
    acting(four.cast, number, (2, "raise", 4000), (3, "call"), (4, "call"))
    return number


def test_draw_2_4_side_pots_are_drawn_and_paid_pot_by_pot(four: Browser) -> None:
    """What the rows say of the pots adds up to what `settle` says of the seats (DRAW 2.4 to 2.8)."""
    number = play_to_side_pots(four)
    words = seen(four)[1]
    for pot in ("Main pot Main 55 seat 1 seat 2", "Side pot 1 Side 1 30", "Side pot 2 Side 2 20"):
        assert pot in words
    acting(four.cast, number, (1, "drop"))
    show(four.cast, number, {2: "KsKdQc7s2c", 3: "KhKcQd7h2d", 4: "AsAdJc8s3c"})
    data = client_data(four.act("settle_round", number=number))
    assert (data["step"], data["to_tick"]) == ("settlement", [2, 3, 4])
    words = seen(four)[1]
    assert "Side 1 15 not matched, goes back 20 commission \N{MINUS SIGN}0.15 Pay 34.85 stack 84.85" in words
    assert "Main 55 commission \N{MINUS SIGN}0.55 Pay 54.45 stack 54.45" in words
    output = Settlement.objects.get().output
    assert (output["pot"], output["winners"]) == (8500, [2, 3, 4])
    screen: Any = make_screen(table_state(four.cast.table.pk), Viewer(True, False, True), "seed", "tag")
    assert sum(pot.amount for pot in screen.shared_pots) == output["pot"]
    for row in output["seats"]:
        won = sum(pot.shares.get(row["seat"], 0) for pot in screen.shared_pots)
        assert bool(won) == (row["seat"] in output["winners"])


@pytest.mark.parametrize(
    ("actions", "ending", "pays"),
    [
        ([(2, "drop"), (3, "drop"), (4, "drop")], "Nobody opened: no pot, and no winner.", []),
        (
            [(2, "open", 500), (3, "drop"), (4, "drop"), (1, "drop")],
            "All but the opener dropped: the opening goes back, and nothing is won.",
            [2],
        ),
    ],
)
def test_draw_2_9_a_hand_without_a_winner(four: Browser, actions: list[Any], ending: str, pays: list[int]) -> None:
    """Nobody shows; the sentence stands with the settlement, while it is only shown and once it is an act."""
    number = four.cast.act("open_round").body["round"]
    acting(four.cast, number, *actions)
    data, words = seen(four)
    assert (data["step"], data["next"]["blocked"], data["shows"]) == ("settlement", "", [])
    assert (data["is_preview"], data["to_tick"]) == (True, pays)
    assert ending in words
    four.act("settle_round", number=number)
    data, words = seen(four)
    assert ending in words
    assert (data["is_preview"], data["to_tick"]) == (False, pays)


def test_draw_2_2_before_anybody_opened_there_is_nothing_to_pay(four: Browser) -> None:
    """The key keeps its place and says why it cannot be pressed."""
    four.cast.act("open_round")
    data, words = seen(four)
    assert "Pay C nobody has opened" in words
    assert data["clock"]["seconds"] == 30
    assert data["clock"]["deadline"] > data["clock"]["now"]
    refused = four.act("take_actions", number=1, actions=[{"seat": 2, "do": "open", "amount": 50}])
    assert client_data(refused)["message"]["text"].endswith("from 1 to 1,000, not 0.50.")


def test_ops_5_10_a_tap_that_comes_too_late_learns_of_the_time_out(four: Browser) -> None:
    """The clock was another author (DRAW 2.7)."""
    four.cast.act("open_round")
    version = client_data(four.client.get(four.url))["version"]
    run_out()
    assert clock.scan() == 1
    sent = {"number": 1, "actions": [{"seat": 2, "do": "open", "amount": 500}]}
    late = four.send("take_actions", sent, version=version, seen="1:action")
    assert (late.status_code, client_data(late)["message"]["text"]) == (412, "The time of seat 2 was up before that.")
    assert "Out of time" in seen(four)[1]


def test_ops_5_4_taking_back_after_a_hand_was_shown_is_signed(two: Browser) -> None:
    """Before, the dealer does it alone."""
    number = two.cast.act("open_round").body["round"]
    acting(two.cast, number, (1, "stay"))
    assert client_data(two.act("take_actions", number=number, take_back=1))["round"]["turn"] == 1
    acting(two.cast, number, (1, "stay"), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    show(two.cast, number, TIED)
    asked = two.act("take_actions", number=number, take_back=2)
    assert asked["Croupier-Code"] == "needs_signature"
    said = ["Round 1, taken back: seat 1, Called", "Round 1, taken back: seat 1, Exchanged 0"]
    assert client_data(asked)["message"]["signs"] == said


def test_the_page_takes_a_constant_number_of_queries_at_every_step(
    four: Browser, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """As many as that of the game with a bank."""
    with django_assert_num_queries(10):
        four.client.get(four.url)
    number = play_to_side_pots(four)
    with django_assert_num_queries(10):
        four.client.get(four.url)
    acting(four.cast, number, (1, "call"))
    show(four.cast, number, {2: "KsKdQc7s2c", 3: "KhKcQd7h2d", 4: "AsAdJc8s3c", 1: "JsJdTc8c3h"})
    four.cast.act("settle_round", number=number)
    with django_assert_num_queries(10):
        text = four.client.get(four.url).content.decode()
    assert " style=" not in text
    assert text.count("<script>") == 0


def test_a_suspended_round_shows_its_clock_stopped(four: Browser) -> None:
    """The modules are told; the deadline stands as it was."""
    four.cast.act("open_round")
    four.cast.act("suspend_table", by="frank", reason="a dispute")
    data, words = seen(four)
    assert (data["step"], data["clock"]["stopped"]) == ("suspended", True)
    assert "Play is suspended" in words
