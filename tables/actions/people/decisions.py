"""What comes of a request about people: confirmed by a second person, rejected, withdrawn, or run out (OPS 1.4)."""

from django.db import connection

from tables.actions.act.context import ActContext
from tables.actions.act.path import in_house
from tables.actions.people.requests import (
    Kind,
    State,
    answer_of,
    macs_of,
    person_of_house,
    told_of,
    verify_badge_is_free,
    verify_own_password,
    verify_roles_are_new,
    verify_stands_as_asked,
)
from tables.errors import Expired, NotAllowed, NotFound, OwnChange, TableError, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Person, PersonToken, RoleGrant, StaffChange
from tables.policy import Act, Role
from tables.stamp import CommandId, HouseCall, Stamp

OVERDUE = "SELECT id FROM tables_staffchange WHERE state = 'requested' AND requested_at + make_interval(secs => %s) <= clock_timestamp() ORDER BY id"


@in_house(Act.CONFIRM_PEOPLE)
def confirm_change(context: ActContext, *, change: int) -> JSON:
    """Put a request into effect as its second person: not who asked for it, and not whom it is about."""
    row = _to_decide(context, change)
    if row.badge == context.facts.badge:
        raise OwnChange(_("Nobody confirms what is about themselves: another has to."))
    if not _holds(row.requested_by_id, context.casino.pk, Role.ADMIN):
        raise WrongState(_("Who asked for this is no longer an admin: it can only be rejected."))
    password_hash, pin_hash = row.password_hash, row.pin_hash
    _end(context, row, State.CONFIRMED)
    match Kind(row.kind):
        case Kind.CREATE_PERSON:
            effect = _create(context, row, password_hash, pin_hash)
        case Kind.GRANT_ROLE:
            effect = _grant(context, row)
        case Kind.RESET_CREDENTIAL:
            effect = _renew(context, row, password_hash, pin_hash)
    _record(context, row, effect)
    return answer_of(row)


@in_house(Act.REJECT_PEOPLE)
def reject_change(context: ActContext, *, change: int) -> JSON:
    """Turn a request down as its second person."""
    row = _to_decide(context, change)
    _end(context, row, State.REJECTED)
    _record(context, row, {})
    return answer_of(row)


@in_house(Act.WITHDRAW_STAFF_CHANGE)
def withdraw_change(context: ActContext, *, change: int) -> JSON:
    """Take back a request, as the person who asked for it."""
    row = _open(context, change)
    if row.requested_by_id != context.stamp.person_id:
        raise NotAllowed(_("Only who asked for it withdraws it."))
    _end(context, row, State.WITHDRAWN)
    _record(context, row, {})
    return answer_of(row)


def expire_changes() -> int:
    """End every request that nobody decided on within its 24 hours; returns how many."""
    with connection.cursor() as cursor:
        cursor.execute(OVERDUE, [StaffChange.LIFE.total_seconds()])
        overdue = StaffChange.objects.filter(pk__in=[pk for (pk,) in cursor.fetchall()])
    return sum(_is_expired_now(change) for change in overdue)


def _is_expired_now(change: StaffChange) -> bool:
    stamp = Stamp.of_system(CommandId.internal("people", "expire", change.pk))
    try:
        answer = _expire(HouseCall(change.casino_id, stamp), change=change.pk)
    except TableError:
        # A decision was made just now: the lock tells, not the list.
        return False
    return not answer.replayed


@in_house(Act.EXPIRE_STAFF_CHANGE)
def _expire(context: ActContext, *, change: int) -> JSON:
    row = StaffChange.objects.get(pk=change)
    if row.state != State.REQUESTED:
        raise WrongState(_("This request is decided on."))
    _end(context, row, State.EXPIRED)
    _record(context, row, {})
    return answer_of(row)


def _to_decide(context: ActContext, change_id: int) -> StaffChange:
    """The request that a person other than its author decides on, and signs as an admin."""
    if context.stamp.role == Role.ADMIN:
        verify_own_password(context)
    change = _open(context, change_id)
    if change.requested_by_id == context.stamp.person_id:
        raise OwnChange(_("Nobody decides on what they asked for themselves: another has to."))
    return change


def _open(context: ActContext, change_id: int) -> StaffChange:
    """The request under the lock, still undecided and in time; raises NotFound, WrongState, Expired."""
    change = StaffChange.objects.select_related("requested_by").filter(pk=change_id, casino=context.casino).first()
    if change is None:
        raise NotFound(_("There is no request %(change)s."), change=change_id)
    if change.state != State.REQUESTED:
        raise WrongState(_("This request is decided on: it is %(state)s."), state=change.state)
    if change.expires_at <= context.now:
        raise Expired(_("This request has run out: ask for it anew."))
    return change


def _end(context: ActContext, change: StaffChange, state: StaffChange.State) -> None:
    """The decision, and with it the end of every secret the request held."""
    change.state, change.decided_at = str(state), context.now
    change.decided_by_id = context.stamp.person_id
    change.password_hash = change.pin_hash = ""
    change.save(update_fields=["state", "decided_at", "decided_by", "password_hash", "pin_hash"])


def _record(context: ActContext, change: StaffChange, more: JSON) -> None:
    asked_by = change.requested_by.badge
    before = {"change": change.pk, "state": "requested", "requested_by": asked_by, **told_of(change)}
    context.record({"before": before, "after": {"change": change.pk, "state": change.state, **more}})


def _create(context: ActContext, change: StaffChange, password_hash: str, pin_hash: str) -> JSON:
    verify_badge_is_free(change.badge)
    known = {name: change.details[name] for name in ("name", "licence", "salt")}
    person = Person(badge=change.badge, pin_hash=pin_hash, **known)
    if password_hash:
        person.password = password_hash
    else:
        person.set_unusable_password()
    person.save()
    return {**_give(context, change, person), **macs_of(change)}


def _grant(context: ActContext, change: StaffChange) -> JSON:
    person = person_of_house(context.casino.pk, change.badge)
    verify_roles_are_new(person, context.casino.pk, change.details["roles"])
    return _give(context, change, person)


def _give(context: ActContext, change: StaffChange, person: Person) -> JSON:
    """Grant the roles, by whom and confirmed by whom (AUD 5.1)."""
    for role in change.details["roles"]:
        RoleGrant.objects.create(
            casino=context.casino,
            person=person,
            role=role,
            granted_by_id=change.requested_by_id,
            confirmed_by_id=context.stamp.person_id,
            granted_at=context.now,
        )
    return {
        "badge": person.badge,
        "roles": change.details["roles"],
        "granted_by": change.requested_by.badge,
        "confirmed_by": context.facts.badge,
    }


def _renew(context: ActContext, change: StaffChange, password_hash: str, pin_hash: str) -> JSON:
    """New secrets: every session, signature under way, token and lock of the old ones ends."""
    person = person_of_house(context.casino.pk, change.badge)
    verify_stands_as_asked(person, returns=change.details["returns"])
    person.password = password_hash or person.password
    person.pin_hash = pin_hash or person.pin_hash
    person.is_active = True
    person.credential_version += 1
    person.failures, person.lockouts, person.locked_until = 0, 0, None
    person.save()
    PersonToken.objects.filter(person=person, revoked_at=None).update(revoked_at=context.now)
    return {"badge": person.badge, "pin": bool(pin_hash), "password": bool(password_hash)}


def _holds(person_id: int, casino_id: int, role: Role) -> bool:
    held = RoleGrant.objects.filter(person_id=person_id, casino_id=casino_id, role=role, revoked_at=None)
    return held.filter(person__is_active=True).exists()
