"""Acts that arrive after another dealer has tapped in (OPS 1.2, 5.10; AUD 1.2)."""

import pytest

from tables.models import AuditEntry, Round
from tables.queries.tables.state import table_version
from tests.cast import PINS, Cast, command_id
from tests.web.conftest import Browser, client_data

HANDS = {"number": 1, "hands": [{"seat": 2, "cards": "AhKhQh9h8d7c2c"}]}


@pytest.fixture
def showdown(tablet: Browser) -> Browser:
    """The tablet at a round whose hands are still to be entered."""
    cast = tablet.cast
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "raise", "raise": 1000}])
    return tablet


def relieve(browser: Browser) -> None:
    """Badge 1002 takes over from 1001."""
    answer = browser.client.post(f"{browser.url}tap-in/", {"badge": "1002", "pin": PINS["1002"]})
    assert client_data(answer)["dealer"]["badge"] == "1002"


def test_what_the_relieved_dealer_tapped_is_not_done_in_another_name(showdown: Browser, cast: Cast) -> None:
    """Nothing happens, and the page says why; what the new dealer taps is their own."""
    version = table_version(cast.table.pk)
    relieve(showdown)
    late = showdown.send("enter_hands", HANDS, version=version, dealer="1001", seen="1:hands")
    assert (late.status_code, late["Croupier-Code"]) == (412, "stale")
    assert client_data(late)["message"]["text"].startswith("Another dealer has tapped in")
    assert Round.objects.get().play["hands"] == {}
    assert showdown.send("enter_hands", HANDS, version=version, dealer="1002").status_code == 200
    assert AuditEntry.objects.get(act="enter_hands").person == "1002"


def test_what_a_relieved_dealer_did_before_is_answered_as_it_was(showdown: Browser, cast: Cast) -> None:
    """The answer was lost, the dealer was relieved, the tablet asks again: it was done, once, in the first one's name."""
    command, version = command_id(), table_version(cast.table.pk)
    done = showdown.send("enter_hands", HANDS, version=version, command=command, dealer="1001")
    relieve(showdown)
    again = showdown.send("enter_hands", HANDS, version=version, command=command, dealer="1001")
    assert (again.status_code, again["Croupier-Version"]) == (200, done["Croupier-Version"])
    assert AuditEntry.objects.get(act="enter_hands").person == "1001"


def test_nobody_tapped_in_any_more_is_another_dealer_too(showdown: Browser, cast: Cast) -> None:
    """The dealer tapped out while it was on its way."""
    version = table_version(cast.table.pk)
    showdown.client.post(f"{showdown.url}tap-out/")
    assert showdown.send("enter_hands", HANDS, version=version, dealer="1001")["Croupier-Code"] == "stale"
    assert Round.objects.get().play["hands"] == {}


def test_ops_1_4_a_refusal_names_people_not_roles(tablet: Browser, cast: Cast) -> None:
    """What a dealer reads is a sentence."""
    cast.seat_players((1, 2))
    refused = tablet.act("suspend_table", reason="A fight")
    assert client_data(refused)["message"]["text"] == "Only a floor manager may do this."


def test_ops_3_5_who_folded_has_nothing_on_the_layout(showdown: Browser, cast: Cast) -> None:
    """The worst case of one hand of 1,000 is 4,000; of none it is nothing."""
    assert client_data(showdown.client.get(f"{showdown.url}live/"))["round"]["cover"]["worst_case"] == 4000
    folded = showdown.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "fold"}])
    assert client_data(folded)["round"]["cover"] == {"worst_case": 0, "likely_case": 0, "short": False}
