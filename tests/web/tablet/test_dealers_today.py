"""Tapping in by a name of today's list, and PIN (OPS 1.8)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tables.actions.people.sign_in import tap_in
from tables.actions.setup import NewPerson, add_demonstration_person, add_table
from tables.models import AuditEntry, Person, RoleGrant, TapIn
from tables.policy import Role
from tests.cast import PASSWORD, PINS, Cast, command_id
from tests.web.conftest import Browser, client_data, source_of

OTHER_PIN = "640273"


def names(browser: Browser) -> str:
    """The list as the page gets it."""
    return source_of(browser.client.get(f"{browser.url}dealers/"))


def took_over(cast: Cast, badge: str, pin: str) -> None:
    """Tap in at the cast's table."""
    tap_in(table_id=cast.table.pk, badge=badge, pin=pin, tablet_id=None, command_id=command_id())


@pytest.fixture
def dora_was_here(tablet: Browser) -> Browser:
    """Dora dealt before Dana today."""
    took_over(tablet.cast, "1002", PINS["1002"])
    took_over(tablet.cast, "1001", PINS["1001"])
    return tablet


def test_ops_1_8_the_list_has_names_alone(dora_was_here: Browser) -> None:
    """Who was seen today and may deal: no badge, and not who deals here already."""
    text = names(dora_was_here)
    assert "Dora" in text
    assert "Dana" not in text
    assert "Frank" not in text
    assert "1002" not in text
    assert 'data-badge-length="4"' in text


def test_ops_1_8_a_name_and_the_pin_tap_in(dora_was_here: Browser, cast: Cast) -> None:
    """It is the same act as with the badge, and so are its failures: they count for the badge."""
    dora = cast.people["dora"]
    sent = {"name": str(dora.pk), "pin": "918273"}
    wrong = dora_was_here.client.post(f"{dora_was_here.url}tap-in/", sent)
    assert client_data(wrong)["message"]["text"] == "Badge and PIN do not belong together."
    assert Person.objects.get(pk=dora.pk).failures == 1
    right = dora_was_here.client.post(f"{dora_was_here.url}tap-in/", {**sent, "pin": PINS["1002"]})
    assert client_data(right)["dealer"]["badge"] == "1002"
    assert AuditEntry.objects.filter(act="tap_in").latest("time").person == "1002"


@pytest.mark.parametrize("name", ["0", "-1", "x", "9" * 30, "\N{ARABIC-INDIC DIGIT ONE}"])
def test_ops_1_8_a_name_that_is_not_on_the_list_is_refused(dora_was_here: Browser, name: str) -> None:
    """Nobody is tapped in by a number that the list has not shown."""
    answer = dora_was_here.client.post(f"{dora_was_here.url}tap-in/", {"name": name, "pin": PINS["1002"]})
    assert (answer.status_code, answer["Croupier-Code"]) == (404, "not_found")
    assert client_data(answer)["dealer"]["badge"] == "1001"


def test_ops_1_8_who_was_not_seen_today_is_not_on_the_list(
    dora_was_here: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two days later the list is empty, but for who deals somewhere."""
    later = timezone.now() + timedelta(days=2)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert "Dora" not in names(dora_was_here)


def test_ops_1_8_who_may_not_deal_any_more_is_not_on_the_list(dora_was_here: Browser, cast: Cast) -> None:
    """A role that was taken away takes the name with it."""
    RoleGrant.objects.filter(person=cast.people["dora"]).update(
        revoked_at=timezone.now(), revoked_by=cast.people["ada"]
    )
    assert "Dora" not in names(dora_was_here)


def test_ops_1_8_names_that_are_alike_are_told_apart(dora_was_here: Browser, cast: Cast) -> None:
    """By where and when each was seen; and who deals at another table now is shown there."""
    person = NewPerson("1003", "dora ", [Role.DEALER], PASSWORD, OTHER_PIN)
    add_demonstration_person(casino=cast.casino, person=person, command_id=command_id())
    rules = cast.table.rules
    assert rules is not None
    other = add_table(casino_id=cast.casino.pk, number=15, seat_count=7, rules=rules.document, command_id=command_id())
    tap_in(table_id=other.pk, badge="1003", pin=OTHER_PIN, tablet_id=None, command_id=command_id())
    text = names(dora_was_here)
    assert "deals at table 15" in text
    assert text.count("table 12, ") == 1
    assert TapIn.objects.filter(ended_at=None).count() == 2


def test_ops_1_8_badges_of_many_lengths_have_no_length(dora_was_here: Browser, cast: Cast) -> None:
    """Then the page asks for the end of a badge."""
    person = NewPerson("20014", "Nora", [Role.DEALER], PASSWORD, OTHER_PIN)
    add_demonstration_person(casino=cast.casino, person=person, command_id=command_id())
    assert 'data-badge-length="0"' in names(dora_was_here)


def test_ops_1_8_strangers_get_no_names(stranger: Browser) -> None:
    """The list is for who may look at the table."""
    assert stranger.client.get(f"{stranger.url}dealers/").status_code == 401


def test_a_closed_table_says_so_where_it_is_tapped_in_at(tablet: Browser) -> None:
    """Before anybody is tapped in; open, it does not."""
    tablet.client.post(f"{tablet.url}tap-out/")
    assert "This table is closed." in source_of(tablet.client.get(tablet.url))
    tablet.cast.act("open_table", by="frank")
    assert "This table is closed." not in source_of(tablet.client.get(tablet.url))
