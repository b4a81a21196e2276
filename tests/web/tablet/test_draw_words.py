"""What the keys and rows of a draw table say: whether a call shows, who ran out of time, which card decided (DRAW 1.6, 2.4)."""

from tables.actions import clock
from tests.clocks import run_out
from tests.draw_tables import acting, show
from tests.web.conftest import Browser, client_data
from tests.web.tablet.conftest import seen


def test_draw_2_4_a_call_says_that_hands_are_shown_only_where_it_ends_the_betting(four: Browser) -> None:
    """With players behind who have not spoken it pays nothing, and no more."""
    number = four.cast.act("open_round").body["round"]
    acting(four.cast, number, (2, "open", 500), (3, "pay"), (4, "drop"), (1, "drop"))
    acting(four.cast, number, (2, "exchange", 0), (3, "exchange", 0))
    data, words = seen(four)
    assert (data["round"]["turn"], data["round"]["call_shows"]) == (2, False)
    assert "Call C nothing to pay" in words
    acting(four.cast, number, (2, "call"))
    data, words = seen(four)
    assert (data["round"]["turn"], data["round"]["call_shows"]) == (3, True)
    assert "Call C then hands are shown" in words
    acting(four.cast, number, (3, "raise", 500))
    assert "Call 5 C then hands are shown" in seen(four)[1]


def test_draw_1_6_heads_up_a_call_always_shows(two: Browser) -> None:
    """The first seat's call, with no bet made, goes to the showdown at once."""
    number = two.cast.act("open_round").body["round"]
    assert client_data(two.client.get(two.url))["round"]["call_shows"] is False
    acting(two.cast, number, (1, "stay"), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0))
    data, words = seen(two)
    assert data["round"]["call_shows"] is True
    assert "Call C then hands are shown" in words


def test_draw_2_7_who_ran_out_of_time_is_still_said_to_once_the_hand_is_settled(four: Browser) -> None:
    """And the card that decides between two hands of one name is named."""
    number = four.cast.act("open_round").body["round"]
    acting(four.cast, number, (2, "open", 500))
    run_out()
    assert clock.scan() == 1
    acting(four.cast, number, (4, "drop"), (1, "pay"))
    acting(four.cast, number, (2, "exchange", 0), (1, "exchange", 0), (2, "call"), (1, "call"))
    show(four.cast, number, {2: "AsKd9c7h2d", 1: "AdQs9h7c2s"})
    four.cast.act("settle_round", number=number)
    words = seen(four)[1]
    assert "Out of time" in words
    assert "Seat 3 out of time" in words
    assert "Seat 4 dropped" in words
    assert "Seat 2 wins without a pair: ace-king beats ace-queen." in words
    assert "Seat 1 No pair, ace high" in words
