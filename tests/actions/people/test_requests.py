"""People, roles and secrets come of two people, in a real house (OPS 1.4 last rows, 1.5, 1.6)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from tables.actions.people.decisions import expire_changes, reject_change, withdraw_change
from tables.actions.people.requests import Secrets, request_person, request_roles, request_secrets
from tables.actions.people.secrets import keyed
from tables.actions.people.sign_in import sign, sign_in
from tables.errors import (
    BadField,
    Conflict,
    Expired,
    NeedsSignature,
    NotAllowed,
    NotFound,
    OwnChange,
    TableError,
    WrongState,
)
from tables.jobs import tasks
from tables.models import AuditEntry, Command, Person, PersonToken, RoleGrant, StaffChange
from tables.models.people import person_mac
from tables.policy import Role
from tables.stamp import HouseCall, Stamp
from tests.cast import PASSWORD, command_id
from tests.house import ADA, BORIS, INES, House, make_house

NEW_PIN, NEW_PASSWORD = "940275", "quite another password"


@pytest.fixture
def house(db: None) -> House:
    """A real house with Ada and Ines."""
    return make_house()


def everything() -> list[Any]:
    """Everybody, what everybody may do, and every request."""
    return [list(model.objects.order_by("pk").values()) for model in (Person, RoleGrant, StaffChange, PersonToken)]


def refused(error: type[TableError], code: str, act: Callable[[], object]) -> TableError:
    """Do an act that has to be refused and change nothing."""
    before = everything()
    with pytest.raises(error) as caught:
        act()
    assert caught.value.code == code
    assert everything() == before
    return caught.value


def test_ops_1_4_a_person_works_here_once_a_second_person_has_confirmed(house: House) -> None:
    """Until then they are nobody; then they hold what was asked for, given by one and confirmed by the other."""
    number = house.ask_person("2001", "floor")
    assert not Person.objects.filter(badge="2001").exists()
    house.confirm(number, INES, signed=False)
    person = house.person("2001")
    assert (person.name, person.licence, person.is_active) == ("Person 2001", "L-2001", True)
    grant = RoleGrant.objects.select_related("granted_by", "confirmed_by").get(person=person)
    assert (grant.role, grant.granted_by, grant.confirmed_by) == ("floor", house.person(ADA), house.person(INES))
    sign_in(casino_id=house.casino.pk, badge="2001", password=PASSWORD, command_id=command_id())
    signature = sign(casino_id=house.casino.pk, badge="2001", secret="284615", tablet_id=None, command_id=command_id())
    assert signature.method == "pin"


def test_aud_5_1_the_entries_say_who_gave_what_to_whom_and_no_name(house: House) -> None:
    """One for the request, one for the confirmation; badges only (AUD 1.3)."""
    house.confirm(house.ask_person("2001", "dealer", "floor"))
    asked, done = house.last("manage_people"), house.last("confirm_people")
    assert asked.person == ADA
    assert asked.payload["sent"] == {"kind": "create_person", "badge": "2001", "roles": ["dealer", "floor"]}
    assert asked.payload["signature"] == {"badge": ADA, "method": "password"}
    assert done.person == INES
    salt = house.person("2001").salt
    macs = {"name_mac": person_mac(salt, "Person 2001"), "licence_mac": person_mac(salt, "L-2001")}
    assert asked.payload["after"] == {"change": done.payload["sent"]["change"], "state": "requested", **macs}
    after = {"badge": "2001", "roles": ["dealer", "floor"], "granted_by": ADA, "confirmed_by": INES, **macs}
    assert done.payload["after"] == {"change": done.payload["sent"]["change"], "state": "confirmed", **after}
    assert "Person 2001" not in str(AuditEntry.objects.values_list("payload", flat=True))


def test_ops_1_6_no_secret_outlives_its_request(house: House) -> None:
    """While it waits only hashes are kept, none once it has ended; no entry and no command holds either."""
    kept: list[str] = []
    ends: tuple[Callable[[int], object], ...] = (
        house.confirm,
        lambda n: reject_change(HouseCall(house.casino.pk, house.stamp(INES)), change=n),
        lambda n: withdraw_change(HouseCall(house.casino.pk, house.stamp(ADA)), change=n),
    )
    for place, end in enumerate(ends):
        number = house.ask_person(f"200{place}", "floor", password=NEW_PASSWORD, pin=NEW_PIN)
        change = StaffChange.objects.get(pk=number)
        assert change.pin_hash.startswith("argon2$")
        kept += [change.pin_hash, change.password_hash]
        end(number)
        change.refresh_from_db()
        assert (change.pin_hash, change.password_hash) == ("", "")
    written = str([list(model.objects.values()) for model in (AuditEntry, Command)])
    for secret in (NEW_PIN, NEW_PASSWORD, keyed(NEW_PIN), *kept):
        assert secret not in written


def test_ops_1_4_four_eyes_compare_people(house: House) -> None:
    """Not the requester, though they are compliance as well; not the person it is about; a second admin, signed."""
    house.hire(BORIS, Role.ADMIN)
    house.confirm(house.ask_roles(ADA, "compliance", by=BORIS))
    number = house.ask_person("2001", "floor")
    refused(OwnChange, "own_change", lambda: house.confirm(number, ADA))
    house.roles[ADA] = Role.COMPLIANCE
    refused(OwnChange, "own_change", lambda: house.confirm(number, ADA))
    stamp = house.stamp(ADA)
    refused(OwnChange, "own_change", lambda: reject_change(HouseCall(house.casino.pk, stamp), change=number))
    assert house.last("refused").payload["code"] == "own_change"
    refused(NeedsSignature, "needs_signature", lambda: house.confirm(number, BORIS, signed=False))
    refused(NotAllowed, "not_allowed", lambda: house.confirm(number, BORIS, signed=ADA))
    refused(NotAllowed, "not_allowed", lambda: house.confirm(number, BORIS, method="pin"))
    house.confirm(number, BORIS)
    house.roles[ADA] = Role.ADMIN
    about = house.ask_secrets(BORIS, password=NEW_PASSWORD)
    refused(OwnChange, "own_change", lambda: house.confirm(about, BORIS))
    house.confirm(about, INES, signed=False)


def test_ops_1_4_asking_is_the_admins_signed_with_their_own_password(house: House) -> None:
    """Nobody else's, and with nobody else's signature."""
    house.hire(BORIS, Role.ADMIN)
    house.hire("2001", Role.FLOOR)

    def ask(stamp: Stamp) -> None:
        request_roles(HouseCall(house.casino.pk, stamp), badge="2001", roles=["dealer"])

    refused(NotAllowed, "not_allowed", lambda: ask(house.stamp(INES)))
    refused(NotAllowed, "not_allowed", lambda: ask(house.stamp("2001")))
    refused(NeedsSignature, "needs_signature", lambda: ask(house.stamp(ADA, signed=False)))
    refused(NotAllowed, "not_allowed", lambda: ask(house.stamp(ADA, signed=BORIS)))
    refused(NotAllowed, "not_allowed", lambda: ask(house.stamp(ADA, method="pin")))
    ask(house.stamp(ADA))


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("badge", {"badge": "20 01"}),
        ("badge", {"badge": ""}),
        ("badge", {"badge": 2001}),
        ("name", {"name": " "}),
        ("name", {"name": None}),
        ("licence", {"licence": "x" * 41}),
        ("roles", {"roles": []}),
        ("roles", {"roles": ["system"]}),
        ("roles", {"roles": ["floor", "floor"]}),
        ("roles", {"roles": "floor"}),
        ("roles", {"roles": [["floor"]]}),
        ("pin", {"pin": ""}),
        ("pin", {"pin": "123456"}),
        ("pin", {"pin": "002001"}),
        ("password", {"password": ""}),
        ("password", {"password": "short"}),
    ],
)
def test_ops_1_6_a_request_is_judged_field_by_field(house: House, field: str, wrong: dict[str, Any]) -> None:
    """At once, not when it is confirmed."""
    good = {"badge": "2001", "name": "Frank", "licence": "", "roles": ["floor"], "pin": "284615", "password": PASSWORD}
    sent = good | wrong
    secrets = Secrets(sent.pop("pin"), sent.pop("password"))
    badge = sent.pop("badge")
    error = refused(
        BadField,
        "bad_field",
        lambda: request_person(
            HouseCall(house.casino.pk, house.stamp(ADA)), badge=badge, details=sent, secrets=secrets
        ),
    )
    assert error.field == field


def test_ops_1_1_a_badge_is_never_shared_and_one_request_a_badge_is_open(house: House) -> None:
    """Neither with a person who works here, nor twice in waiting."""
    refused(WrongState, "wrong_state", lambda: house.ask_person(INES, "floor"))
    house.ask_person("2001", "floor")
    refused(WrongState, "wrong_state", lambda: house.ask_person("2001", "dealer"))
    refused(WrongState, "wrong_state", lambda: house.ask_roles(INES, "compliance"))
    refused(NotFound, "not_found", lambda: house.ask_roles("7777", "dealer"))
    refused(NotFound, "not_found", lambda: house.ask_secrets("7777", NEW_PIN))
    refused(BadField, "bad_field", lambda: house.ask_secrets(INES))
    refused(NotFound, "not_found", lambda: house.confirm(10**6))


def test_ops_1_4_a_decision_is_the_end_of_a_request(house: House) -> None:
    """Nothing comes after it; the requester alone withdraws."""
    house.hire(BORIS, Role.ADMIN)
    number = house.ask_person("2001", "floor")
    casino_id = house.casino.pk
    refused(NotAllowed, "not_allowed", lambda: withdraw_change(HouseCall(casino_id, house.stamp(BORIS)), change=number))
    withdraw_change(HouseCall(casino_id, house.stamp(ADA, signed=False)), change=number)
    assert house.last("withdraw_staff_change").payload["after"] == {"change": number, "state": "withdrawn"}
    for act in (
        lambda: house.confirm(number),
        lambda: reject_change(HouseCall(casino_id, house.stamp(INES)), change=number),
        lambda: withdraw_change(HouseCall(casino_id, house.stamp(ADA)), change=number),
    ):
        refused(WrongState, "wrong_state", act)


def test_ops_1_4_a_request_runs_out_after_a_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can no longer be confirmed, and time ends it, with an entry; one that is decided on stays as it is."""
    number, decided = house.ask_person("2001", "floor"), house.ask_person("2002", "floor")
    house.confirm(decided)
    assert expire_changes() == 0
    monkeypatch.setattr(StaffChange, "LIFE", timedelta(0))
    refused(Expired, "expired", lambda: house.confirm(number))
    tasks.expire_staff_changes()
    assert expire_changes() == 0
    change = StaffChange.objects.get(pk=number)
    assert (change.state, change.decided_by, change.pin_hash) == ("expired", None, "")
    entry = house.last("expire_staff_change")
    assert (entry.person, entry.role) == (None, "system")
    assert StaffChange.objects.get(pk=decided).state == "confirmed"


def test_ops_1_4_new_secrets_end_all_that_the_old_ones_had_begun(house: House) -> None:
    """A signature under way, a lock, a program's token; only what was asked for is new."""
    house.hire("2001", Role.FLOOR)
    Person.objects.filter(badge="2001").update(failures=3, lockouts=1, locked_until="2999-01-01T00:00:00Z")
    PersonToken.objects.create(person=house.person("2001"), label="x", token_hash="x", created_at="2026-01-01T00:00Z")
    before = house.person("2001")
    house.confirm(house.ask_secrets("2001", NEW_PIN))
    after = house.person("2001")
    assert (after.password, after.credential_version) == (before.password, before.credential_version + 1)
    assert (after.failures, after.lockouts, after.locked_until) == (0, 0, None)
    assert not PersonToken.objects.filter(revoked_at=None).exists()
    with pytest.raises(NotAllowed):
        sign(casino_id=house.casino.pk, badge="2001", secret="284615", tablet_id=None, command_id=command_id())
    sign(casino_id=house.casino.pk, badge="2001", secret=NEW_PIN, tablet_id=None, command_id=command_id())
    assert house.last("confirm_people").payload["after"]["pin"] is True


def test_ops_1_4_a_signature_of_old_credentials_confirms_nothing(house: House) -> None:
    """Proved before the password was renewed, it is refused under the lock."""
    house.hire(BORIS, Role.ADMIN)
    number, stale = house.ask_person("2001", "floor"), house.stamp(BORIS)
    house.confirm(house.ask_secrets(BORIS, password=NEW_PASSWORD))

    def confirm_with(stamp: Stamp) -> None:
        request_secrets(HouseCall(house.casino.pk, stamp), badge=INES, secrets=Secrets("", NEW_PASSWORD))

    refused(NotAllowed, "not_allowed", lambda: confirm_with(stale))
    house.confirm(number, BORIS)


def test_ops_5_10_a_request_sent_twice_is_one_and_another_secret_is_another_request(house: House) -> None:
    """The same command id answers the same; with another PIN under it, it is refused."""
    stamp = house.stamp(ADA)
    details = {"name": "Frank", "roles": ["dealer"]}

    def ask(pin: str) -> Any:
        secrets = Secrets(pin)
        return request_person(HouseCall(house.casino.pk, stamp), badge="2001", details=details, secrets=secrets)

    first, again = ask(NEW_PIN), ask(NEW_PIN)
    assert (first.replayed, again.replayed, again.body) == (False, True, first.body)
    refused(Conflict, "conflict", lambda: ask("284615"))


def test_ops_1_4_who_asked_and_is_no_admin_any_more_has_asked_for_nothing(house: House) -> None:
    """Their open requests can only be rejected, or run out."""
    house.hire(BORIS, Role.ADMIN)
    number = house.ask_person("2001", "floor", by=BORIS)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_rolegrant SET revoked_at = now() WHERE person_id = %s", [house.person(BORIS).pk])
    refused(WrongState, "wrong_state", lambda: house.confirm(number))
    reject_change(HouseCall(house.casino.pk, house.stamp(INES)), change=number)
