"""Taking a role away, and deactivating a person who leaves: signed by an admin, in effect at once (OPS 1.4)."""

from collections.abc import Sequence

from django.db.models import QuerySet

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.actions.people.requests import AT_TABLES, GRANTED, person_of_house, verify_own_password
from tables.errors import BadField, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Person, PersonToken, RoleGrant, TapIn
from tables.policy import Act, Role
from tables.stamp import HouseCall

KEPT = (Role.ADMIN, Role.COMPLIANCE)


def revoke_role(call: HouseCall, *, badge: str, role: str) -> Answer:
    """Take a role away, from oneself too; the last admin and the last compliance officer of a house stay."""
    if role not in GRANTED:
        raise BadField(_("%(field)s must be one or more of %(allowed)s."), field="role", allowed=", ".join(GRANTED))
    return _revoke(call, badge=badge, role=role)


@in_house(Act.REVOKE_ROLE)
def _revoke(context: ActContext, *, badge: str, role: str) -> JSON:
    person, held = _person_to_change(context, badge)
    if role not in held:
        raise WrongState(_("%(badge)s does not hold the role %(role)s."), badge=badge, role=role, field="role")
    return _take(context, person, held, [role])


@in_house(Act.DEACTIVATE_PERSON)
def deactivate_person(context: ActContext, *, badge: str) -> JSON:
    """End all roles, sessions and tokens of a person who leaves; their badge stays theirs."""
    person, held = _person_to_change(context, badge)
    person.is_active = False
    return _take(context, person, held, held)


def _person_to_change(context: ActContext, badge: str) -> tuple[Person, list[str]]:
    """The person and the roles they hold; raises unless the admin signed and the person is active."""
    verify_own_password(context)
    person = person_of_house(context.casino.pk, badge)
    if not person.is_active:
        raise WrongState(_("%(badge)s is deactivated already."), badge=person.badge)
    return person, list(_grants(context, person).values_list("role", flat=True))


def _take(context: ActContext, person: Person, held: list[str], taken: list[str]) -> JSON:
    """Take these roles away; who may not deal any more is tapped out."""
    left = [role for role in held if role not in taken]
    _verify_house_is_kept(context, person, taken)
    _grants(context, person).filter(role__in=taken).update(revoked_at=context.now, revoked_by=context.stamp.person_id)
    dealing_at = _tap_out(context, person) if not AT_TABLES & set(left) else None
    _end_sessions(context, person, has_left=not left)
    after = {"roles": left, "active": person.is_active, "tapped_out_at": dealing_at}
    context.record({"before": {"roles": held, "active": True}, "after": after})
    return {"badge": person.badge, "roles": left, "active": person.is_active, "tapped_out_at": dealing_at}


def _grants(context: ActContext, person: Person) -> QuerySet[RoleGrant]:
    return RoleGrant.objects.filter(casino=context.casino, person=person, revoked_at=None)


def _verify_house_is_kept(context: ActContext, person: Person, taken: Sequence[str]) -> None:
    for role in KEPT:
        others = RoleGrant.objects.filter(casino=context.casino, role=role, revoked_at=None).exclude(person=person)
        if role in taken and not others.exists():
            raise WrongState(_("The last %(role)s of a house stays: name another first."), role=role, field="role")


def _tap_out(context: ActContext, person: Person) -> int | None:
    """End the person's tap-in; returns the number of the table where another has to take over, whose round stands."""
    tap_in = TapIn.objects.filter(person=person, ended_at=None).select_related("table").first()
    if tap_in is None:
        return None
    tap_in.ended_at = context.now
    tap_in.save(update_fields=["ended_at"])
    return tap_in.table.number


def _end_sessions(context: ActContext, person: Person, *, has_left: bool) -> None:
    """A person who loses a role signs in anew in those they keep; their tokens end with the last of them."""
    person.credential_version += 1
    person.save(update_fields=["credential_version", "is_active"])
    if has_left:
        PersonToken.objects.filter(person=person, revoked_at=None).update(revoked_at=context.now)
