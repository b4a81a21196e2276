"""The Django admin is a window: looked through by compliance and admins, changed through by nobody (OPS 1.5)."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tables.admin import SHOWN, window
from tables.models import (
    Alert,
    AuditEntry,
    Bar,
    Dispute,
    EnrolmentCode,
    Owed,
    Person,
    PersonToken,
    Round,
    Ruling,
    Seating,
    StaffChange,
    Tablet,
)
from tests.actions.felt import settled
from tests.actions.people.test_requests import everything
from tests.cast import PASSWORD, Cast
from tests.web.conftest import tablet_client

BADGES = {"ada": "9001", "ines": "3001", "frank": "2001"}


def of(who: str) -> Client:
    """A browser of a person."""
    client = Client()
    client.post("/login/", {"badge": BADGES[who], "password": PASSWORD})
    return client


@pytest.fixture
def books(cast: Cast) -> Cast:
    """A settled round, a tablet with its code, a token, and a request with its hashes."""
    settled(cast)
    tablet_client(cast)
    ada = cast.people["ada"]
    PersonToken.objects.create(person=ada, label="x", token_hash="token-hash", created_at="2026-01-01T00:00:00Z")
    StaffChange.objects.create(
        casino=cast.casino, kind="reset_credential", badge="2001", details={"returns": False}, requested_by=ada,
        requested_at="2026-01-01T00:00:00Z", pin_hash="hash-of-a-pin", password_hash="hash-of-a-password",
    )  # fmt: skip
    return cast


def pages(model: type[Model]) -> Iterator[str]:
    """The list of a kind of row, and its first row."""
    name = f"admin:tables_{model._meta.model_name}"
    yield reverse(f"{name}_changelist")
    row = model._default_manager.first()
    if row is not None:
        yield reverse(f"{name}_change", args=[row.pk])


def test_ops_1_5_every_kind_of_row_is_looked_at_and_no_secret_is_shown(books: Cast) -> None:
    """By compliance; lists and rows, with none of the hashes of the database in them."""
    ines = of("ines")
    hashes = [value for person in Person.objects.all() for value in (person.password, person.pin_hash) if value]
    hashes += [Tablet.objects.get().token_hash, EnrolmentCode.objects.get().code_hash]
    hashes += ["token-hash", "hash-of-a-pin", "hash-of-a-password"]
    for page in (page for model in SHOWN for page in pages(model)):
        answer = ines.get(page)
        assert answer.status_code == 200, page
        shown = answer.content.decode()
        assert not any(value in shown for value in hashes), page
        assert 'name="_save"' not in shown


@pytest.mark.parametrize("who", BADGES)
def test_ops_1_5_nobody_adds_changes_deletes_or_does_anything(books: Cast, who: str) -> None:
    """403 for everybody, an admin too; and there is no page to add or delete."""
    client, before, entries = of(who), everything(), AuditEntry.objects.count()
    for model in SHOWN:
        name, row = f"admin:tables_{model._meta.model_name}", model._default_manager.first()
        key = [row.pk if row else 1]
        add, delete, change = reverse(f"{name}_add"), reverse(f"{name}_delete", args=key), f"{name}_change"
        for address in (add, delete, *pages(model), reverse(change, args=key)):
            answer = client.post(address, {"action": "delete_selected", "name": "x", "post": "yes"})
            assert answer.status_code == 403, address
        assert client.get(add).status_code == 403
        assert row is None or client.get(delete).status_code == 403
    assert (everything(), AuditEntry.objects.count()) == (before, entries)


def test_ops_1_5_nobody_signs_in_there(cast: Cast) -> None:
    """A stranger is led to the sign-in page, which writes the entry and counts failures; a form there takes nothing."""
    stranger = Client()
    assert "/login/?next=" in stranger.get("/admin/", follow=True).redirect_chain[-1][0]
    for address in ("/admin/", "/admin/login/", "/admin/password_change/", "/admin/logout/"):
        stranger.post(address, {"username": "9001", "password": PASSWORD})
        assert "_auth_user_id" not in stranger.session
    assert not AuditEntry.objects.filter(act="sign_in").exists()


def test_ops_1_5_the_floor_and_people_who_lost_their_session_see_nothing(cast: Cast) -> None:
    """Roles and session are looked up at every request."""
    assert of("frank").get("/admin/").status_code == 403
    ada = of("ada")
    assert ada.get("/admin/").status_code == 200
    Person.objects.filter(badge="9001").update(credential_version=2)
    assert "/login/" in ada.get("/admin/", follow=True).redirect_chain[-1][0]


def test_ops_1_5_there_are_no_forms_for_users_groups_or_permissions() -> None:
    """Groups and permissions are no part of it; nor are the entries of the admin's own log."""
    assert not window.is_registered(Group)
    assert {model._meta.app_label for model in window._registry} == {"tables"}
    assert {Alert, Bar, Dispute, Owed, Ruling, Round, Seating} <= set(window._registry)
