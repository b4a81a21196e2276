"""The pages about people: asking, confirming, taking away (OPS 1.4), and what becomes of a stolen tablet (OPS 1.2)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tables.actions.devices import revoke_tablet
from tables.models import AuditEntry, Person, RoleGrant, StaffChange, Tablet, TapIn
from tables.policy import Role
from tests.actions.people.test_requests import everything
from tests.cast import PASSWORD, PINS, Cast, command_id
from tests.house import ADA, BORIS, INES, House, make_house
from tests.web.conftest import Browser

ANOTHER = {"badge": "2009", "name": "Nora", "licence": "L-9", "roles": ["floor"], "pin": "940275"}
FORM = {**ANOTHER, "password": "quite another password", "signature": PASSWORD}


@pytest.fixture
def house(db: None) -> House:
    """A real house with a second admin."""
    made = make_house()
    made.hire(BORIS, Role.ADMIN)
    return made


def signed_in(badge: str, password: str = PASSWORD) -> Client:
    """A browser of a person."""
    client = Client()
    client.post("/login/", {"badge": badge, "password": password})
    return client


def problem_of(answer: Any) -> str:
    """The field that is marked wrong, by the name of its input."""
    found = re.search(r'data-wrong>.*?name="(\w+)"', answer.content.decode(), re.DOTALL)
    return found[1] if found else ""


def test_ops_1_4_two_people_in_two_browsers_make_a_third(house: House) -> None:
    """Asked for by Ada, confirmed by Ines, and Nora signs in."""
    ada, ines = signed_in(ADA), signed_in(INES)
    assert ada.get("/")["Location"] == "/people/"
    answer = ada.post("/people/create/", FORM, follow=True)
    assert "takes effect when" in answer.content.decode()
    number = StaffChange.objects.get(badge="2009").pk
    assert "Withdraw" in ada.get("/people/").content.decode()
    page = ines.get("/people/").content.decode()
    assert "Nora" in page
    assert "Your own password" not in page
    assert ines.post(f"/people/changes/{number}/confirm/")["Location"] == "/people/"
    assert signed_in("2009", str(FORM["password"])).get("/floor/").status_code == 200
    rows = ines.get("/people/").content.decode()
    assert re.search(r"2009.*Nora.*L-9.*Floor.*9001.*3001", rows, re.DOTALL)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("badge", {"badge": ADA}),
        ("badge", {"badge": "no good"}),
        ("name", {"name": ""}),
        ("licence", {"licence": "x" * 41}),
        ("roles", {"roles": ["system"]}),
        ("pin", {"pin": "111111"}),
        ("password", {"password": "short"}),
        ("signature", {"signature": ""}),
    ],
)
def test_an_error_stands_at_its_field_and_what_was_typed_is_kept(
    house: House, field: str, wrong: dict[str, Any]
) -> None:
    """But no secret ever comes back in a page."""
    ada, before = signed_in(ADA), everything()
    answer = ada.post("/people/create/", {**FORM, **wrong})
    assert answer.status_code in (403, 409, 422)
    assert problem_of(answer) == field
    shown = answer.content.decode()
    for name in {"badge", "name", "licence"} - {field}:
        assert f'value="{FORM[name]}"' in shown
    for secret in (FORM["pin"], FORM["password"], PASSWORD):
        assert str(secret) not in shown
    assert everything() == before


def test_ops_1_3_a_wrong_password_signs_nothing_and_is_counted(house: House) -> None:
    """As at any sign-in; a PIN is no signature here."""
    ada = signed_in(ADA)
    assert ada.post("/people/create/", {**FORM, "signature": "not the password"}).status_code == 403
    assert Person.objects.get(badge=ADA).failures == 1
    assert not StaffChange.objects.filter(badge="2009").exists()


def test_ops_1_4_the_second_admin_signs_and_the_first_does_not_confirm(house: House) -> None:
    """Ada's own request she only withdraws; what is about Boris, Boris does not confirm."""
    ada, boris = signed_in(ADA), signed_in(BORIS)
    ada.post("/people/create/", FORM)
    number = StaffChange.objects.get(badge="2009").pk
    assert ada.post(f"/people/changes/{number}/confirm/", {"signature": PASSWORD}).status_code == 403
    assert problem_of(boris.post(f"/people/changes/{number}/confirm/")) == "signature"
    assert boris.post(f"/people/changes/{number}/confirm/", {"signature": PASSWORD}).status_code == 302
    assert RoleGrant.objects.get(person__badge="2009").confirmed_by == house.person(BORIS)
    ada.post(f"/people/badges/{BORIS}/secrets/", {"pin": "940275", "signature": PASSWORD})
    number = StaffChange.objects.get(badge=BORIS, state="requested").pk
    assert boris.post(f"/people/changes/{number}/confirm/", {"signature": PASSWORD}).status_code == 403
    assert ada.post(f"/people/changes/{number}/withdraw/").status_code == 302


def test_ops_1_4_roles_are_granted_and_taken_and_people_leave(house: House) -> None:
    """Each from the page of the person."""
    house.hire("2001", Role.FLOOR)
    ada, ines = signed_in(ADA), signed_in(INES)
    page = "/people/badges/2001/"
    assert ada.get(page).status_code == 200
    assert problem_of(ada.post(f"{page}roles/", {"part": "grant", "signature": PASSWORD})) == "roles"
    assert ada.post(f"{page}roles/", {"part": "grant", "roles": ["dealer"], "signature": PASSWORD}).status_code == 302
    ines.post(f"/people/changes/{StaffChange.objects.latest('pk').pk}/confirm/")
    assert ada.post(f"{page}take/", {"role": "floor", "signature": PASSWORD}).status_code == 302
    assert list(RoleGrant.objects.filter(person__badge="2001", revoked_at=None).values_list("role", flat=True)) == [
        "dealer"
    ]
    assert ada.post(f"{page}deactivate/", {"signature": PASSWORD}).status_code == 302
    assert not house.person("2001").is_active
    assert "deactivated" in ada.get("/people/").content.decode()
    assert ada.post(f"/people/badges/{INES}/deactivate/", {"signature": PASSWORD}).status_code == 409
    assert ada.get("/people/badges/7777/").status_code == 404


def test_a_double_tap_asks_once(house: House) -> None:
    """The form brings its command id."""
    ada, form = signed_in(ADA), {**FORM, "command": command_id()}
    assert [ada.post("/people/create/", form).status_code for _ in range(2)] == [302, 302]
    assert StaffChange.objects.filter(badge="2009").count() == 1


def test_the_pages_are_for_admins_and_compliance(house: House) -> None:
    """Compliance asks for nothing; the floor sees none of it."""
    house.hire("2001", Role.FLOOR)
    frank, ines = signed_in("2001"), signed_in(INES)
    assert [frank.get(path).status_code for path in ("/people/", "/people/new/", f"/people/badges/{ADA}/")] == [403] * 3
    assert [ines.get(path).status_code for path in ("/people/", "/people/new/")] == [200, 403]
    assert Client().get("/people/")["Location"] == "/login/?next=/people/"


def test_the_page_costs_the_same_for_many(house: House, django_assert_num_queries: Callable[..., Any]) -> None:
    """With any number of people who work here, and of requests that wait."""
    ines = signed_in(INES)
    with django_assert_num_queries(9):
        ines.get("/people/")
    for number in range(5):
        house.hire(f"20{number:02}", Role.DEALER)
        house.ask_person(f"40{number:02}", "floor")
    with django_assert_num_queries(9):
        ines.get("/people/")


def test_ops_1_2_a_stolen_tablet_shows_and_does_nothing(tablet: Browser, cast: Cast) -> None:
    """Revoked while it is in use: the next poll and the next act are refused, and the page says why."""
    cast.seat_players((1, 2))
    assert tablet.client.get(f"{tablet.url}live/?v=none").status_code == 200
    stolen = Tablet.objects.get()
    revoke_tablet(tablet_id=stolen.pk, stamp=cast.stamp("frank"))
    assert tablet.client.get(f"{tablet.url}live/?v=none").status_code == 401
    assert tablet.act("open_round", offers=[{"seat": 1, "answer": "accepted", "bank": 50000}]).status_code == 401
    assert tablet.client.post(f"{tablet.url}tap-in/", {"badge": "1002", "pin": PINS["1002"]}).status_code == 401
    assert tablet.client.get(tablet.url)["Location"] == "/enrol/"
    assert "it was revoked" in tablet.client.get("/enrol/").content.decode()
    assert TapIn.objects.get(ended_at=None).person.badge == "1001"


def test_ops_1_4_the_floor_taps_another_out_from_its_list(floor: Browser, cast: Cast) -> None:
    """An entry says who did it to whom; nobody is tapped in twice out."""
    url = f"/floor/tables/{cast.table.pk}/tap-out/"
    assert floor.client.post(url).status_code == 302
    entry = AuditEntry.objects.filter(act="tap_out").latest("sequence")
    assert (entry.person, entry.table, entry.payload["before"]) == ("2001", 12, {"dealer": "1001"})
    assert floor.client.post(url).status_code == 409


def test_aud_5_1_signing_in_and_out_are_entries_that_say_where(tablet: Browser) -> None:
    """At a tablet's browser they name the tablet; a password opens a locked one's page, so that it can be unlocked."""
    Tablet.objects.update(locked_at="2026-01-01T00:00:00Z")
    device = f"tablet:{Tablet.objects.get().pk}"
    tablet.client.post("/login/", {"badge": "2001", "password": "wrong"})
    tablet.client.post("/login/", {"badge": "2001", "password": PASSWORD})
    tablet.client.post("/logout/")
    found = AuditEntry.objects.filter(act__in=["sign_in", "sign_in_failed", "sign_out"]).order_by("sequence")
    assert [(entry.act, entry.person, entry.device) for entry in found] == [
        ("sign_in_failed", None, device),
        ("sign_in", "2001", device),
        ("sign_out", "2001", device),
    ]
