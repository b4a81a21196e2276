"""Signing in and out, enrolment, the floor's list (OPS 1.2, 1.6)."""

import re

import pytest
from django.test import Client

from tables.actions.people.sign_in import tap_in
from tables.errors import TableError
from tables.models import AuditEntry, Person, Tablet
from tables.web.shared.session import TABLET_COOKIE
from tests.cast import PASSWORD, Cast, command_id
from tests.web.conftest import Browser


@pytest.mark.parametrize(("badge", "target"), [("2001", "/floor/"), ("3001", "/compliance/"), ("9001", "/people/")])
def test_the_way_in_by_role(stranger: Browser, badge: str, target: str) -> None:
    """Everybody begins at the pages of their role."""
    answer = stranger.client.post("/login/", {"badge": badge, "password": PASSWORD})
    assert answer["Location"] == "/"
    assert stranger.client.get("/").get("Location") == target


def test_ops_1_6_a_badge_that_cannot_be_written_down_is_a_failure_like_any_other(
    stranger: Browser, tablet: Browser, cast: Cast
) -> None:
    """At the sign-in, at the table, and where a person signs."""
    before = AuditEntry.objects.count()
    assert stranger.client.post("/login/", {"badge": "20\x0001", "password": PASSWORD}).status_code == 403
    assert tablet.client.post(f"{tablet.url}tap-in/", {"badge": "\x00", "pin": "123450"}).status_code == 403
    assert AuditEntry.objects.count() == before + 2
    assert AuditEntry.objects.order_by("-pk").values_list("payload__badge", flat=True)[1] == "2001"


def test_strangers_and_tablets_are_led_on(stranger: Browser, tablet: Browser) -> None:
    """Nobody signs in first; a tablet shows its table."""
    assert stranger.client.get("/")["Location"] == "/login/"
    assert stranger.client.get("/floor/")["Location"] == "/login/?next=/floor/"
    assert tablet.client.get("/")["Location"] == tablet.url


def test_ops_1_6_a_wrong_password_is_told_and_recorded(stranger: Browser) -> None:
    """The badge stays in its field; what is said does not tell which of the two was wrong."""
    answer = stranger.client.post("/login/", {"badge": "2001", "password": "not the password"})
    assert answer.status_code == 403
    assert "do not belong together" in answer.content.decode()
    assert 'value="2001"' in answer.content.decode()
    assert stranger.client.get("/floor/")["Location"] == "/login/?next=/floor/"
    assert AuditEntry.objects.filter(act="sign_in_failed").count() == 1


def test_a_dealer_has_no_password_door(stranger: Browser) -> None:
    """Dealers tap in at a table."""
    assert stranger.client.post("/login/", {"badge": "1001", "password": PASSWORD}).status_code == 403


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_nobody_is_sent_elsewhere_after_signing_in(stranger: Browser, target: str) -> None:
    """Only an address of this service is followed."""
    answer = stranger.client.post("/login/", {"badge": "2001", "password": PASSWORD, "next": target})
    assert answer["Location"] == "/"


def test_signing_out_ends_the_session(floor: Browser) -> None:
    """The next request is a stranger's."""
    assert floor.client.get("/floor/").status_code == 200
    floor.client.post("/logout/")
    assert floor.client.get("/floor/")["Location"] == "/login/?next=/floor/"


def test_ops_1_2_a_one_time_code_makes_a_browser_the_tablet(floor: Browser, stranger: Browser) -> None:
    """Once; the token is in a cookie that no script can read."""
    shown = floor.client.post(f"/floor/tables/{floor.cast.table.pk}/code/").content.decode()
    found = re.search(r'class="code">(\w+)<', shown)
    assert found
    answer = stranger.client.post("/enrol/", {"code": found[1], "label": "Table 12 left"})
    assert answer["Location"] == stranger.url
    assert answer.cookies[TABLET_COOKIE]["httponly"] is True
    assert stranger.client.get(stranger.url).status_code == 200
    assert Client().post("/enrol/", {"code": found[1], "label": "again"}).status_code == 410
    assert Tablet.objects.get().label == "Table 12 left"


def test_a_floor_manager_makes_their_own_browser_the_tablet_with_one_tap(floor: Browser) -> None:
    """And revokes it again."""
    answer = floor.client.post(f"/floor/tables/{floor.cast.table.pk}/enrol/")
    assert answer["Location"] == floor.url
    tablet = Tablet.objects.get()
    floor.client.post(f"/floor/tablets/{tablet.pk}/revoke/")
    tablet.refresh_from_db()
    assert tablet.revoked_at is not None
    assert floor.client.post(f"/floor/tablets/{tablet.pk}/revoke/").status_code == 409


def test_ops_1_6_the_floor_unlocks_a_badge_and_a_tablet(floor: Browser, tablet: Browser, cast: Cast) -> None:
    """Ten failures lock the tablet, five the badge."""
    for number in range(10):
        tablet.client.post(f"{tablet.url}tap-in/", {"badge": f"77{number}", "pin": "918273"})
    locked = Tablet.objects.get(locked_at__isnull=False)
    assert "Locked: unlock" in floor.client.get(f"/floor/tables/{cast.table.pk}/").content.decode()
    floor.client.post(f"/floor/tablets/{locked.pk}/unlock/")
    assert not Tablet.objects.filter(locked_at__isnull=False).exists()
    for _attempt in range(5):
        with pytest.raises(TableError):
            tap_in(table_id=cast.table.pk, badge="1002", pin="918273", tablet_id=None, command_id=command_id())
    floor.client.post("/floor/unlock-badge/", {"badge": "1002"})
    assert Person.objects.get(badge="1002").locked_until is None
    assert floor.client.post("/floor/unlock-badge/", {"badge": "nobody"}).status_code == 404


def test_the_floors_pages_are_the_floors_alone(stranger: Browser, cast: Cast) -> None:
    """Compliance reads elsewhere, and enrols nothing."""
    stranger.client.post("/login/", {"badge": "3001", "password": PASSWORD})
    assert stranger.client.get("/floor/").status_code == 403
    assert stranger.client.post(f"/floor/tables/{cast.table.pk}/enrol/").status_code == 403
    assert stranger.client.get(stranger.url).status_code == 302


def test_the_manifest_makes_it_an_app(stranger: Browser) -> None:
    """Full screen, landscape (LOOK 1.5)."""
    manifest = stranger.client.get("/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    assert manifest.json()["display"] == "fullscreen"
