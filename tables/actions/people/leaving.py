"""Taking a role away, and deactivating somebody who leaves: signed by an admin, in effect at once (OPS 1.4)."""

from collections.abc import Callable, Sequence

from django.db.models import QuerySet

from tables.actions.act.path import JSON, Answer, Desk, in_house
from tables.actions.people.requests import AT_TABLES, GRANTED, person_of_house, verify_own_password
from tables.errors import BadField, WrongState
from tables.errors import gettext_noop as _
from tables.models import Person, PersonToken, RoleGrant, TapIn
from tables.policy import Act, Role
from tables.stamp import Stamp

KEPT = (Role.ADMIN, Role.COMPLIANCE)


def revoke_role(*, casino_id: int, badge: str, role: str, stamp: Stamp) -> Answer:
    """Take a role away, from oneself too; the last admin and the last compliance officer of a house stay."""
    if role not in GRANTED:
        raise BadField(_("%(field)s must be one or more of %(allowed)s."), field="role", allowed=", ".join(GRANTED))

    def roles_taken(held: Sequence[str]) -> list[str]:
        if role not in held:
            raise WrongState(_("%(badge)s does not hold the role %(role)s."), badge=badge, role=role, field="role")
        return [role]

    sent = {"badge": badge, "role": role}
    return _take(Act.REVOKE_ROLE, casino_id, stamp, sent, roles_taken)


def deactivate_person(*, casino_id: int, badge: str, stamp: Stamp) -> Answer:
    """Somebody leaves: all his roles, sessions and tokens end; his badge stays his."""
    return _take(Act.DEACTIVATE_PERSON, casino_id, stamp, {"badge": badge}, list)


def _take(
    act: Act, casino_id: int, stamp: Stamp, sent: JSON, roles_taken: Callable[[Sequence[str]], list[str]]
) -> Answer:
    def work(desk: Desk) -> JSON:
        verify_own_password(desk)
        person = person_of_house(casino_id, sent["badge"])
        if not person.is_active:
            raise WrongState(_("%(badge)s is deactivated already."), badge=person.badge)
        held = list(_grants(casino_id, person).values_list("role", flat=True))
        taken = roles_taken(held)
        left = [role for role in held if role not in taken]
        _verify_house_is_kept(casino_id, person, taken)
        _grants(casino_id, person).filter(role__in=taken).update(revoked_at=desk.now, revoked_by=stamp.person_id)
        dealing_at = _tap_out(desk, person) if not AT_TABLES & set(left) else None
        _end_sessions(desk, person, is_leaving=act == Act.DEACTIVATE_PERSON, has_left=not left)
        after = {"roles": left, "active": person.is_active, "tapped_out_at": dealing_at}
        desk.record({"before": {"roles": held, "active": True}, "after": after})
        return {"badge": person.badge, "roles": left, "active": person.is_active, "tapped_out_at": dealing_at}

    return in_house(act, casino_id=casino_id, stamp=stamp, sent=sent, work=work)


def _grants(casino_id: int, person: Person) -> QuerySet[RoleGrant]:
    return RoleGrant.objects.filter(casino_id=casino_id, person=person, revoked_at=None)


def _verify_house_is_kept(casino_id: int, person: Person, taken: Sequence[str]) -> None:
    for role in KEPT:
        others = RoleGrant.objects.filter(casino_id=casino_id, role=role, revoked_at=None).exclude(person=person)
        if role in taken and not others.exists():
            raise WrongState(_("The last %(role)s of a house stays: name another first."), role=role, field="role")


def _tap_out(desk: Desk, person: Person) -> int | None:
    """Nobody deals who may not: the table he was at, where another takes over; its round stands as it is."""
    tap_in = TapIn.objects.filter(person=person, ended_at=None).select_related("table").first()
    if tap_in is None:
        return None
    tap_in.ended_at = desk.now
    tap_in.save(update_fields=["ended_at"])
    return tap_in.table.number


def _end_sessions(desk: Desk, person: Person, *, is_leaving: bool, has_left: bool) -> None:
    """Whoever loses a role signs in anew in those he keeps; tokens end with the last of them."""
    person.credential_version += 1
    person.is_active = not is_leaving
    person.save(update_fields=["credential_version", "is_active"])
    if has_left:
        PersonToken.objects.filter(person=person, revoked_at=None).update(revoked_at=desk.now)
