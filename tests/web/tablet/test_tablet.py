"""The page of a table, its polling, and acts done from it."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tables.actions.devices import revoke_tablet
from tables.models import Round, Tablet
from tests.cast import PINS, Cast
from tests.web.conftest import Browser, client_data


def test_ops_1_2_a_tablet_shows_its_own_table_and_no_other(tablet: Browser, stranger: Browser) -> None:
    """A browser that is no tablet is led to where it can become one."""
    assert tablet.client.get(tablet.url).status_code == 200
    assert stranger.client.get(stranger.url)["Location"] == "/enrol/"
    assert stranger.client.get(f"{stranger.url}live/").status_code == 401
    assert stranger.act("open_table").status_code == 401


def test_ops_1_2_a_revoked_tablet_shows_nothing(tablet: Browser, cast: Cast) -> None:
    """From the next request on."""
    revoke_tablet(tablet_id=Tablet.objects.get().pk, stamp=cast.stamp("frank"))
    assert tablet.client.get(tablet.url).status_code == 302
    assert tablet.client.get(f"{tablet.url}live/").status_code == 401


def test_ops_1_2_the_dealer_taps_in_on_the_page_and_the_relieved_one_is_out(tablet: Browser) -> None:
    """The fragment that answers has the new dealer; a wrong PIN is told in its place."""
    wrong = tablet.client.post(f"{tablet.url}tap-in/", {"badge": "1002", "pin": "918273"})
    assert wrong.status_code == 403
    assert "PIN" in client_data(wrong)["message"]["text"]
    assert client_data(wrong)["dealer"]["badge"] == "1001"
    right = tablet.client.post(f"{tablet.url}tap-in/", {"badge": "1002", "pin": PINS["1002"]})
    assert client_data(right)["dealer"]["badge"] == "1002"


def test_without_a_dealer_the_tablet_only_shows_and_taps_in(tablet: Browser, cast: Cast) -> None:
    """Tapping out leaves the table on show."""
    cast.act("open_table", by="frank")
    out = tablet.client.post(f"{tablet.url}tap-out/")
    assert client_data(out)["step"] == "tap_in"
    refused = tablet.act("sit", seat=1, buy_in=50000)
    assert (refused.status_code, refused["Croupier-Code"]) == (403, "not_allowed")
    assert cast.fresh_table.seatings.count() == 0


def test_a_whole_round_goes_through_the_page(tablet: Browser, cast: Cast) -> None:
    """Every act of a round, each answered by the fragment of the next step."""
    cast.seat_players((1, 2, 3))
    opened = tablet.act("open_round", offers=[{"seat": 1, "answer": "accepted", "bank": 50000}])
    assert client_data(opened)["step"] == "betting"
    wagers = [{"seat": 2, "ante": 1000, "flush": 500}, {"seat": 3, "ante": 2000}]
    assert client_data(tablet.act("enter_wagers", number=1, wagers=wagers))["next"]["blocked"] == ""
    assert client_data(tablet.act("deal", number=1))["step"] == "decisions"
    decisions = [{"seat": 2, "decision": "raise", "raise": 1000}, {"seat": 3, "decision": "fold"}]
    assert client_data(tablet.act("enter_decisions", number=1, decisions=decisions))["step"] == "hands"
    hands = [{"seat": 2, "cards": "AhKhQh9h8d7c2c"}, {"seat": 1, "cards": "AsKcQs9s7s6d2d"}]
    assert client_data(tablet.act("enter_hands", number=1, hands=hands))["next"]["blocked"] == ""
    settled = tablet.act("settle_round", number=1)
    assert client_data(settled)["step"] == "settlement"
    assert "Pay" in settled.content.decode()
    assert client_data(tablet.act("close_round", number=1))["step"] == "offer"


def test_look_1_1_a_refused_act_names_seat_and_limit_and_changes_nothing(tablet: Browser, cast: Cast) -> None:
    """Amounts in the sentence are as people read them, not minor units."""
    cast.seat_players((1, 2, 3))
    cast.open_round()
    refused = tablet.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 500}])
    assert (refused.status_code, refused["Croupier-Code"]) == (422, "outside_limits")
    message = client_data(refused)["message"]
    assert message["seat"] == 2
    assert message["text"] == "Seat 2: Ante of 5 is outside the limits, 10 to 300."
    assert message["text"] in refused.content.decode()
    assert Round.objects.get().play["wagers"] == {}


def test_ops_2_2_a_stack_that_is_short_offers_to_see_the_chips(tablet: Browser, cast: Cast) -> None:
    """The way out stands beside the sentence."""
    cast.seat_players((1, 2), chips=12000)
    cast.open_round(bank=11000)
    refused = tablet.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 10000}])
    assert refused["Croupier-Code"] == "short_chips"
    assert client_data(refused)["message"]["ways"] == [{"do": "i-see", "label": "I see the chips", "data": {"seat": 2}}]


def test_ops_5_5_a_card_in_two_hands_offers_to_retake_either(tablet: Browser, cast: Cast) -> None:
    """The message names the card and where it is."""
    cast.seat_players((1, 2))
    cast.open_round()
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "raise", "raise": 1000}])
    cast.act("enter_hands", number=1, hands=[{"seat": 2, "cards": "AhKhQh9h8d7cTc"}])
    refused = tablet.act("enter_hands", number=1, hands=[{"seat": 1, "cards": "AsKcQs9s7s6dTc"}])
    message = client_data(refused)["message"]
    assert message["text"].startswith("10\N{BLACK CLUB SUIT}")
    assert message["text"].endswith("is already in seat 2's hand.")
    assert [way["data"].get("seat") for way in message["ways"]] == [1, 2, None]


def test_ops_5_10_the_second_tablet_learns_what_changed(
    tablet: Browser, cast: Cast, new_tablet: Callable[[Cast], Client]
) -> None:
    """A stale version is 412, with the table as it is and a sentence of what happened."""
    cast.seat_players((1, 2))
    cast.open_round()
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    second = Browser(new_tablet(cast), cast)
    seen = client_data(second.client.get(f"{second.url}live/"))
    tablet.act("deal", number=1)
    late = second.send("deal", {"number": 1}, version=seen["version"], seen="1:betting")
    assert late.status_code == 412
    assert client_data(late)["message"]["text"] == "Round 1 was dealt on another tablet."
    assert client_data(late)["step"] == "decisions"


def test_ops_5_10_a_command_sent_twice_acts_once(tablet: Browser, cast: Cast) -> None:
    """Also when the version it was tapped on is long past."""
    cast.act("open_table", by="frank")
    sent = {"seat": 3, "buy_in": 50000}
    first = tablet.send("sit", sent, version=1, command="tapped-once-00001")
    again = tablet.send("sit", sent, version=1, command="tapped-once-00001")
    assert (first.status_code, again.status_code) == (200, 200)
    assert first["Croupier-Version"] == again["Croupier-Version"]
    assert cast.fresh_table.seatings.get().chips == 50000


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"act": "deal", "command": "short", "version": "1", "input": "{}"},
        {"act": "deal", "command": "a" * 20, "version": "x", "input": "{}"},
        {"act": "deal", "command": "a" * 20, "version": "1", "input": "[1]"},
        {"act": "deal", "command": "a" * 20, "version": "1", "input": "{"},
    ],
)
def test_a_form_that_is_not_whole_is_refused(tablet: Browser, fields: dict[str, str]) -> None:
    """With the code of the interfaces, and the table beside it."""
    refused = tablet.client.post(f"{tablet.url}act/", fields)
    assert (refused.status_code, refused["Croupier-Code"]) == (422, "bad_field")


def test_an_act_that_does_not_exist_is_not_found(tablet: Browser) -> None:
    """Under any name."""
    assert tablet.act("__class__").status_code == 404


def test_ops_1_3_void_after_decisions_is_signed_on_the_tablet(tablet: Browser, cast: Cast) -> None:
    """Without a signature the page is told that one is needed; a floor manager's badge and PIN do it."""
    cast.seat_players((1, 2))
    cast.open_round()
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "raise", "raise": 1000}])
    sent = {"number": 1, "reason": "fouled_deck"}
    refused = tablet.act("void_round", **sent)
    assert refused["Croupier-Code"] == "needs_signature"
    version = client_data(refused)["version"]
    wrong = tablet.send("void_round", sent, version=version, badge="2001", secret="918273")
    assert wrong["Croupier-Code"] == "not_allowed"
    signed = tablet.send("void_round", sent, version=version, badge="2001", secret=PINS["2001"])
    assert client_data(signed)["step"] == "opening"


def test_the_floor_works_at_any_table_from_its_own_browser(floor: Browser) -> None:
    """Signed in with the password, and not as a tablet (OPS 1.2)."""
    assert client_data(floor.act("open_table"))["step"] == "stopped"
    assert floor.act("sit", seat=1, buy_in=50000).status_code == 200


def test_a_dealer_cannot_open_the_table(tablet: Browser) -> None:
    """The page says so before the dealer tries, and the act refuses."""
    assert client_data(tablet.client.get(f"{tablet.url}live/"))["next"]["blocked"] == "a floor manager does this"
    assert tablet.act("open_table")["Croupier-Code"] == "not_allowed"


def test_live_answers_304_while_nothing_changed(tablet: Browser, cast: Cast) -> None:
    """And the fragment as soon as the table, or the dealer at it, has changed."""
    tag = client_data(tablet.client.get(tablet.url))["tag"]
    assert tablet.client.get(f"{tablet.url}live/", {"v": tag}).status_code == 304
    cast.act("open_table", by="frank")
    changed = tablet.client.get(f"{tablet.url}live/", {"v": tag})
    assert changed.status_code == 200
    assert changed["Cache-Control"] == "no-store"
    tag = client_data(changed)["tag"]
    tablet.client.post(f"{tablet.url}tap-in/", {"badge": "1002", "pin": PINS["1002"]})
    assert tablet.client.get(f"{tablet.url}live/", {"v": tag}).status_code == 200


def test_forms_without_their_token_are_refused(tablet: Browser) -> None:
    """Another site cannot act for the tablet."""
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = tablet.client.cookies
    assert strict.post(f"{tablet.url}act/", {"act": "open_table"}).status_code == 403
    assert strict.post(f"{tablet.url}tap-in/", {"badge": "1001", "pin": "111111"}).status_code == 403


def test_the_page_takes_a_constant_number_of_queries(
    tablet: Browser, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """With anything on the table: the table, the tablet, the dealer and their role, and the state with the coming change."""
    with django_assert_num_queries(10):
        tablet.client.get(tablet.url)
    cast.seat_players()
    cast.open_round()
    with django_assert_num_queries(10):
        tablet.client.get(tablet.url)
    tag = client_data(tablet.client.get(tablet.url))["tag"]
    with django_assert_num_queries(5):  # that it asked is written down, every ten seconds
        tablet.client.get(f"{tablet.url}live/", {"v": tag})
    with django_assert_num_queries(4):
        tablet.client.get(f"{tablet.url}live/", {"v": tag})


def test_the_page_obeys_the_content_security_policy(tablet: Browser, cast: Cast) -> None:
    """No style attribute, no inline script that runs, no handler attribute."""
    cast.seat_players()
    cast.open_round()
    text = tablet.client.get(tablet.url).content.decode()
    assert " style=" not in text
    assert " onclick=" not in text
    assert text.count("<script>") == 0
