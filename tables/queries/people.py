"""Who works here, in which roles, given by whom; and what is asked for about people (OPS 1.4, AUD 5.1)."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.db.models import QuerySet
from django.utils import timezone

from tables.models import Person, RoleGrant, StaffChange
from tables.policy import Role

MOST_DECIDED = 20


class PersonDocument(TypedDict):
    """A person who works for the house, as every list shows them."""

    badge: str
    name: str


def person_row(person: Person) -> PersonDocument:
    """Return badge and name as every list shows them."""
    return {"badge": person.badge, "name": person.name}


def person_or_nobody(person: Person | None) -> PersonDocument | None:
    """Return the same of a person who need not be there."""
    return person_row(person) if person is not None else None


def names_of() -> dict[str, str]:
    """Return the name behind each badge; one query."""
    return dict(Person.objects.values_list("badge", "name"))


@dataclass(frozen=True, slots=True)
class HeldRole:
    """A role a person holds: by whom it was given, by whom confirmed (empty for the first people of a house), and when."""

    role: str
    given_by: str
    confirmed_by: str
    given_at: datetime


@dataclass(frozen=True, slots=True)
class Member:
    """A person who works, or worked, in the house."""

    badge: str
    name: str
    licence: str
    is_active: bool
    is_locked: bool
    roles: tuple[HeldRole, ...]

    @property
    def role_names(self) -> tuple[str, ...]:
        """Return the codes of the roles they hold."""
        return tuple(held.role for held in self.roles)


def members_of(casino_id: int) -> list[Member]:
    """Everybody of a house, by badge."""
    held = (
        RoleGrant.objects.filter(casino_id=casino_id, revoked_at=None)
        .select_related("granted_by", "confirmed_by")
        .order_by("granted_at", "pk")
    )
    roles: dict[int, list[HeldRole]] = {}
    for grant in held:
        roles.setdefault(grant.person_id, []).append(
            HeldRole(grant.role, _badge(grant.granted_by), _badge(grant.confirmed_by), grant.granted_at)
        )
    people = Person.objects.filter(role_grants__casino=casino_id).distinct().order_by("badge")
    now = timezone.now()
    return [
        Member(
            person.badge,
            person.name,
            person.licence,
            person.is_active,
            person.locked_until is not None and person.locked_until > now,
            tuple(roles.get(person.pk, ())),
        )
        for person in people
    ]


def member_of(casino_id: int, badge: str) -> Member | None:
    """One of them; None where nobody of the house has the badge."""
    return next((member for member in members_of(casino_id) if member.badge == badge), None)


def open_changes(casino_id: int) -> list[StaffChange]:
    """What waits for a second person, the oldest first."""
    return list(_changes(casino_id).filter(state=StaffChange.State.REQUESTED).order_by("pk"))


def decided_changes(casino_id: int) -> list[StaffChange]:
    """What was decided on last, the newest first."""
    decided = _changes(casino_id).exclude(state=StaffChange.State.REQUESTED)
    return list(decided.order_by("-decided_at", "-pk")[:MOST_DECIDED])


def _changes(casino_id: int) -> QuerySet[StaffChange]:
    return StaffChange.objects.filter(casino_id=casino_id).select_related("requested_by", "decided_by")


def _badge(person: Person | None) -> str:
    return person.badge if person else ""


def badges_of_dealers(casino_id: int) -> list[PersonDocument]:
    """Return everybody who holds or held the role of a dealer, by badge; one query."""
    grants = RoleGrant.objects.filter(casino=casino_id, role=Role.DEALER).select_related("person")
    people = {grant.person.badge: person_row(grant.person) for grant in grants}
    return [people[badge] for badge in sorted(people)]
