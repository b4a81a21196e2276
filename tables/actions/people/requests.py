"""Changes of people, asked for by an admin: a new person, roles, new secrets (OPS 1.4); staff_changes.py puts them into effect."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.actions.act.path import JSON, Answer, Desk, in_house, need_text
from tables.actions.people.secrets import PASSWORD, fingerprint, hash_password, hash_pin
from tables.errors import BadField, NotAllowed, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.models import Person, RoleGrant, StaffChange
from tables.policy import Act, Role
from tables.stamp import Stamp

Kind, State = StaffChange.Kind, StaffChange.State

GRANTED = (Role.DEALER, Role.FLOOR, Role.COMPLIANCE, Role.ADMIN)
AT_TABLES = {Role.DEALER, Role.FLOOR}
IN_BROWSERS = {Role.FLOOR, Role.COMPLIANCE, Role.ADMIN}
LONGEST_BADGE, LONGEST_NAME, LONGEST_LICENCE = 16, 80, 40


@dataclass(frozen=True, slots=True)
class Secrets:
    """A PIN and a password as somebody typed them; they go no further than to their hashes."""

    pin: str = field(default="", repr=False)
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for: of whom, what of it may be known, and the hashes of what may not."""

    kind: StaffChange.Kind
    badge: str
    details: Mapping[str, Any]
    secrets: Secrets = field(default_factory=Secrets)
    pin_hash: str = field(default="", repr=False)
    password_hash: str = field(default="", repr=False)

    @property
    def sent(self) -> JSON:
        """What the command id stands for: another secret under it is another command."""
        prints = [fingerprint(self.secrets.pin), fingerprint(self.secrets.password)]
        return {"kind": str(self.kind), "badge": self.badge, **self.details, "secrets": prints}


def request_person(*, casino_id: int, badge: str, details: Mapping[str, Any], secrets: Secrets, stamp: Stamp) -> Answer:
    """Ask for a new person; `details` holds name, licence and roles, which decide what secrets he needs."""
    name = need_text(details.get("name"), "name", most=LONGEST_NAME)
    told: JSON = {
        "name": name,
        "licence": need_text(details.get("licence", ""), "licence", most=LONGEST_LICENCE, required=False),
        "roles": _need_roles(details.get("roles")),
    }
    number = need_badge(badge)
    if not secrets.pin and AT_TABLES & set(told["roles"]):
        raise BadField(_("A dealer or floor manager needs a PIN."), field="pin")
    if not secrets.password and IN_BROWSERS & set(told["roles"]):
        raise BadField(_("The floor, compliance and admins need a password."), field="password")
    asked = _hashed(Kind.CREATE_PERSON, Person(badge=number, name=name), told, secrets)

    def verify(_desk: Desk) -> None:
        verify_badge_is_free(number)

    return _request(asked, casino_id, stamp, verify)


def request_roles(*, casino_id: int, badge: str, roles: Sequence[str], stamp: Stamp) -> Answer:
    """Ask for further roles for somebody who works here."""
    wanted = _need_roles(roles)
    person = person_of_house(casino_id, badge)
    asked = _Asked(Kind.GRANT_ROLE, person.badge, {"roles": wanted})

    def verify(_desk: Desk) -> None:
        verify_roles_are_new(person_of_house(casino_id, badge), casino_id, wanted)

    return _request(asked, casino_id, stamp, verify)


def request_secrets(*, casino_id: int, badge: str, secrets: Secrets, stamp: Stamp) -> Answer:
    """Ask for a new PIN, a new password, or both; somebody who was deactivated comes back by it, without a role."""
    person = person_of_house(casino_id, badge)
    if not secrets.pin and not secrets.password:
        raise BadField(_("A new PIN or a new password is needed."), field="password")
    returns = not person.is_active
    asked = _hashed(Kind.RESET_CREDENTIAL, person, {"returns": returns}, secrets)

    def verify(_desk: Desk) -> None:
        verify_stands_as_asked(person_of_house(casino_id, badge), returns=returns)

    return _request(asked, casino_id, stamp, verify)


def _request(asked: _Asked, casino_id: int, stamp: Stamp, verify: Callable[[Desk], None]) -> Answer:
    def work(desk: Desk) -> JSON:
        verify_own_password(desk)
        verify(desk)
        if StaffChange.objects.filter(casino_id=casino_id, badge=asked.badge, state=State.REQUESTED).exists():
            raise WrongState(_("A request about badge %(badge)s is open already."), badge=asked.badge)
        change = StaffChange.objects.create(
            casino_id=casino_id,
            kind=str(asked.kind),
            badge=asked.badge,
            details=asked.details,
            pin_hash=asked.pin_hash,
            password_hash=asked.password_hash,
            requested_by_id=author_of(desk),
            requested_at=desk.now,
        )
        desk.record_whole(
            {"sent": told_of(change), "before": None, "after": {"change": change.pk, "state": "requested"}}
        )
        return answer_of(change)

    return in_house(Act.MANAGE_PEOPLE, casino_id=casino_id, stamp=stamp, sent=asked.sent, work=work)


def author_of(desk: Desk) -> int:
    """Who acts, where somebody does."""
    if desk.stamp.person_id is None:
        raise NotAllowed(_("Nobody is signed in."))
    return desk.stamp.person_id


def told_of(change: StaffChange) -> JSON:
    """What an entry says of a change: neither a secret nor a name (AUD 1.3)."""
    told = {"kind": change.kind, "badge": change.badge}
    if change.kind == Kind.RESET_CREDENTIAL:
        return {**told, "returns": change.details["returns"]}
    return {**told, "roles": change.details["roles"]}


def answer_of(change: StaffChange) -> JSON:
    """What every act on a change answers."""
    return {"change": change.pk, "kind": change.kind, "badge": change.badge, "state": str(change.state)}


def person_of_house(casino_id: int, badge: str) -> Person:
    """Whoever has this badge and works, or worked, in this house; raises NotFound."""
    person = Person.objects.filter(badge=badge, role_grants__casino=casino_id).distinct().first()
    if person is None:
        raise NotFound(_("There is no badge %(badge)s."), badge=str(badge)[:LONGEST_BADGE], field="badge")
    return person


def need_badge(value: object) -> str:
    """A badge number: letters and digits."""
    badge = need_text(value, "badge", most=LONGEST_BADGE)
    if not badge.isascii() or not badge.isalnum():
        raise BadField(_("A badge is letters and digits."), field="badge")
    return badge


def verify_badge_is_free(badge: str) -> None:
    """Raise where somebody has, or had, this badge: it is never shared (OPS 1.1)."""
    if Person.objects.filter(badge=badge).exists():
        raise WrongState(_("There is a badge %(badge)s already."), badge=badge, field="badge")


def verify_roles_are_new(person: Person, casino_id: int, roles: Sequence[str]) -> None:
    """Raise unless the person works here and holds none of the roles yet."""
    if not person.is_active:
        raise WrongState(_("%(badge)s is deactivated: new secrets bring him back first."), badge=person.badge)
    held = RoleGrant.objects.filter(casino_id=casino_id, person=person, role__in=roles, revoked_at=None).first()
    if held is not None:
        raise WrongState(
            _("%(badge)s holds the role %(role)s already."), badge=person.badge, role=held.role, field="roles"
        )


def verify_stands_as_asked(person: Person, *, returns: bool) -> None:
    """Raise where somebody left, or came back, since his new secrets were asked for."""
    if person.is_active == returns:
        raise WrongState(_("%(badge)s left or came back meanwhile: ask for it anew."), badge=person.badge)


def verify_own_password(desk: Desk) -> None:
    """Raise unless the act is signed by its author himself, with his password (OPS 1.4)."""
    signature = desk.stamp.signature
    if signature is None or signature.person_id != desk.stamp.person_id or signature.method != PASSWORD:
        raise NotAllowed(_("This is signed with one's own password."), field="signature")


def _need_roles(found: object) -> list[str]:
    allowed = ", ".join(GRANTED)
    if not isinstance(found, list | tuple) or not found or not all(isinstance(role, str) for role in found):
        raise BadField(_("%(field)s must be one or more of %(allowed)s."), field="roles", allowed=allowed)
    if set(found) - set(GRANTED) or len(set(found)) != len(found):
        raise BadField(_("%(field)s must be one or more of %(allowed)s."), field="roles", allowed=allowed)
    return [str(role) for role in GRANTED if role in found]


def _hashed(kind: StaffChange.Kind, person: Person, details: Mapping[str, Any], secrets: Secrets) -> _Asked:
    pin_hash = hash_pin(secrets.pin, person.badge) if secrets.pin else ""
    password_hash = hash_password(secrets.password, person) if secrets.password else ""
    return _Asked(kind, person.badge, details, secrets, pin_hash, password_hash)
