"""What comes of a request about people: confirmed by a second person, rejected, withdrawn, or run out (OPS 1.4)."""

from collections.abc import Callable

from django.db import connection

from tables.actions.act.path import JSON, Answer, Desk, in_house
from tables.actions.people.requests import (
    Kind,
    State,
    answer_of,
    person_of_house,
    told_of,
    verify_badge_is_free,
    verify_own_password,
    verify_roles_are_new,
    verify_stands_as_asked,
)
from tables.errors import Expired, NotAllowed, NotFound, OwnChange, TableError, WrongState
from tables.errors import gettext_noop as _
from tables.models import Person, PersonToken, RoleGrant, StaffChange
from tables.policy import Act, Role
from tables.stamp import Stamp

OVERDUE = "SELECT id FROM tables_staffchange WHERE state = 'requested' AND requested_at + make_interval(secs => %s) <= clock_timestamp() ORDER BY id"


def confirm_change(*, casino_id: int, change_id: int, stamp: Stamp) -> Answer:
    """The second person says yes: from now on it holds. Never who asked for it, never whom it is about."""

    def decide(desk: Desk, change: StaffChange) -> JSON:
        if change.badge == desk.facts.badge:
            raise OwnChange(_("Nobody confirms what is about himself: another has to."))
        if not _holds(change.requested_by_id, casino_id, Role.ADMIN):
            raise WrongState(_("Whoever asked for this is no longer an admin: it can only be rejected."))
        password_hash, pin_hash = change.password_hash, change.pin_hash
        _end(desk, change, State.CONFIRMED)
        match Kind(change.kind):
            case Kind.CREATE_PERSON:
                return _create(desk, change, password_hash, pin_hash)
            case Kind.GRANT_ROLE:
                return _grant(desk, change)
            case Kind.RESET_CREDENTIAL:
                return _renew(desk, change, password_hash, pin_hash)

    return _decide(Act.CONFIRM_PEOPLE, casino_id, change_id, stamp, decide)


def reject_change(*, casino_id: int, change_id: int, stamp: Stamp) -> Answer:
    """The second person says no."""

    def decide(desk: Desk, change: StaffChange) -> JSON:
        _end(desk, change, State.REJECTED)
        return {}

    return _decide(Act.REJECT_PEOPLE, casino_id, change_id, stamp, decide)


def withdraw_change(*, casino_id: int, change_id: int, stamp: Stamp) -> Answer:
    """Whoever asked for it no longer does."""

    def work(desk: Desk) -> JSON:
        change = _open(desk, change_id)
        if change.requested_by_id != stamp.person_id:
            raise NotAllowed(_("Only who asked for it withdraws it."))
        _end(desk, change, State.WITHDRAWN)
        _record(desk, change, {})
        return answer_of(change)

    sent = {"change": change_id}
    return in_house(Act.WITHDRAW_STAFF_CHANGE, casino_id=casino_id, stamp=stamp, sent=sent, work=work)


def expire_changes() -> int:
    """End every request that nobody decided on within its 24 hours, and say how many."""
    with connection.cursor() as cursor:
        cursor.execute(OVERDUE, [StaffChange.LIFE.total_seconds()])
        overdue = StaffChange.objects.filter(pk__in=[pk for (pk,) in cursor.fetchall()])
    return sum(_expire(change) for change in overdue)


def _expire(change: StaffChange) -> bool:
    def work(desk: Desk) -> JSON:
        fresh = StaffChange.objects.get(pk=change.pk)
        if fresh.state != State.REQUESTED:
            raise WrongState(_("This request is decided on."))
        _end(desk, fresh, State.EXPIRED)
        _record(desk, fresh, {})
        return answer_of(fresh)

    stamp = Stamp(None, Role.SYSTEM, None, f"expire-staff-change-{change.pk}")
    sent = {"change": change.pk}
    try:
        answer = in_house(Act.EXPIRE_STAFF_CHANGE, casino_id=change.casino_id, stamp=stamp, sent=sent, work=work)
    except TableError:
        # Somebody decided just now: the lock tells, not the list.
        return False
    return not answer.replayed


def _decide(
    act: Act, casino_id: int, change_id: int, stamp: Stamp, decide: Callable[[Desk, StaffChange], JSON]
) -> Answer:
    """What confirming and rejecting have in common: another person, who signs where he is an admin."""

    def work(desk: Desk) -> JSON:
        if stamp.role == Role.ADMIN:
            verify_own_password(desk)
        change = _open(desk, change_id)
        if change.requested_by_id == stamp.person_id:
            raise OwnChange(_("Nobody decides on what he asked for himself: another has to."))
        _record(desk, change, decide(desk, change))
        return answer_of(change)

    return in_house(act, casino_id=casino_id, stamp=stamp, sent={"change": change_id}, work=work)


def _open(desk: Desk, change_id: int) -> StaffChange:
    """The request under the lock, still undecided and in time; raises NotFound, WrongState, Expired."""
    change = StaffChange.objects.select_related("requested_by").filter(pk=change_id, casino=desk.casino).first()
    if change is None:
        raise NotFound(_("There is no request %(change)s."), change=change_id)
    if change.state != State.REQUESTED:
        raise WrongState(_("This request is decided on: it is %(state)s."), state=change.state)
    if change.expires_at <= desk.now:
        raise Expired(_("This request has run out: ask for it anew."))
    return change


def _end(desk: Desk, change: StaffChange, state: StaffChange.State) -> None:
    """The decision, and with it the end of every secret the request held."""
    change.state, change.decided_at = str(state), desk.now
    change.decided_by_id = desk.stamp.person_id
    change.password_hash = change.pin_hash = ""
    change.save(update_fields=["state", "decided_at", "decided_by", "password_hash", "pin_hash"])


def _record(desk: Desk, change: StaffChange, more: JSON) -> None:
    asked_by = change.requested_by.badge
    before = {"change": change.pk, "state": "requested", "requested_by": asked_by, **told_of(change)}
    desk.record({"before": before, "after": {"change": change.pk, "state": change.state, **more}})


def _create(desk: Desk, change: StaffChange, password_hash: str, pin_hash: str) -> JSON:
    verify_badge_is_free(change.badge)
    person = Person(
        badge=change.badge, name=change.details["name"], licence=change.details["licence"], pin_hash=pin_hash
    )
    if password_hash:
        person.password = password_hash
    else:
        person.set_unusable_password()
    person.save()
    return _give(desk, change, person)


def _grant(desk: Desk, change: StaffChange) -> JSON:
    person = person_of_house(desk.casino.pk, change.badge)
    verify_roles_are_new(person, desk.casino.pk, change.details["roles"])
    return _give(desk, change, person)


def _give(desk: Desk, change: StaffChange, person: Person) -> JSON:
    """Grant the roles, by whom and confirmed by whom (AUD 5.1)."""
    for role in change.details["roles"]:
        RoleGrant.objects.create(
            casino=desk.casino,
            person=person,
            role=role,
            granted_by_id=change.requested_by_id,
            confirmed_by_id=desk.stamp.person_id,
            granted_at=desk.now,
        )
    return {
        "badge": person.badge,
        "roles": change.details["roles"],
        "granted_by": change.requested_by.badge,
        "confirmed_by": desk.facts.badge,
    }


def _renew(desk: Desk, change: StaffChange, password_hash: str, pin_hash: str) -> JSON:
    """New secrets: every session, signature under way, token and lock of the old ones ends."""
    person = person_of_house(desk.casino.pk, change.badge)
    verify_stands_as_asked(person, returns=change.details["returns"])
    person.password = password_hash or person.password
    person.pin_hash = pin_hash or person.pin_hash
    person.is_active = True
    person.credential_version += 1
    person.failures, person.lockouts, person.locked_until = 0, 0, None
    person.save()
    PersonToken.objects.filter(person=person, revoked_at=None).update(revoked_at=desk.now)
    return {"badge": person.badge, "pin": bool(pin_hash), "password": bool(password_hash)}


def _holds(person_id: int, casino_id: int, role: Role) -> bool:
    held = RoleGrant.objects.filter(person_id=person_id, casino_id=casino_id, role=role, revoked_at=None)
    return held.filter(person__is_active=True).exists()
