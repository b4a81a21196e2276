"""Changes of people, asked for by an admin: a new person, roles, new secrets (OPS 1.4); decisions.py puts them into effect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.actions.people.secrets import PASSWORD, fingerprint, hash_password, hash_pin
from tables.errors import BadField, NotAllowed, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import quoted_name
from tables.games.reading import is_storable
from tables.games.table.reading import read_text
from tables.games.values import JSON
from tables.models import Person, RoleGrant, StaffChange
from tables.models.people import new_salt, person_mac
from tables.policy import Act, Role
from tables.stamp import HouseCall

Kind, State = StaffChange.Kind, StaffChange.State

GRANTED = tuple(role for role in Role if role != Role.SYSTEM)
AT_TABLES = {Role.DEALER, Role.FLOOR}
IN_BROWSERS = {Role.FLOOR, Role.COMPLIANCE, Role.ADMIN, Role.INSPECTOR}
LONGEST_BADGE, LONGEST_NAME, LONGEST_LICENCE = 16, 80, 40


@dataclass(frozen=True, slots=True)
class Secrets:
    """A PIN and a password as they were typed; they go no further than to their hashes."""

    pin: str = field(default="", repr=False)
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Hashes:
    """What is stored of a PIN and of a password; empty where none is asked for."""

    pin: str = field(default="", repr=False)
    password: str = field(default="", repr=False)


def request_person(call: HouseCall, *, badge: str, details: Mapping[str, Any], secrets: Secrets) -> Answer:
    """Ask for a new person; `details` holds name, licence and roles, which decide what secrets are needed."""
    name = read_text(details.get("name"), "name", most=LONGEST_NAME)
    parts: JSON = {
        "name": name,
        "licence": read_text(details.get("licence", ""), "licence", most=LONGEST_LICENCE, required=False),
        "roles": _need_roles(details.get("roles")),
    }
    number = need_badge(badge)
    if not secrets.pin and AT_TABLES & set(parts["roles"]):
        raise BadField(_("A dealer or floor manager needs a PIN."), field="pin")
    if not secrets.password and IN_BROWSERS & set(parts["roles"]):
        raise BadField(_("The floor, compliance and admins need a password."), field="password")
    hashes = _hashed(Person(badge=number, name=name), secrets)
    return _request(call, hashes, **_sent(Kind.CREATE_PERSON, number, parts, secrets))


def request_roles(call: HouseCall, *, badge: str, roles: Sequence[str]) -> Answer:
    """Ask for further roles for a person who works here."""
    wanted = _need_roles(roles)
    person = person_of_house(call.casino_id, badge)
    return _request(call, Hashes(), **_sent(Kind.GRANT_ROLE, person.badge, {"roles": wanted}, Secrets()))


def request_secrets(call: HouseCall, *, badge: str, secrets: Secrets) -> Answer:
    """Ask for a new PIN, a new password, or both; a person who was deactivated comes back by it, without a role."""
    person = person_of_house(call.casino_id, badge)
    if not secrets.pin and not secrets.password:
        raise BadField(_("A new PIN or a new password is needed."), field="password")
    parts = {"returns": not person.is_active}
    return _request(call, _hashed(person, secrets), **_sent(Kind.RESET_CREDENTIAL, person.badge, parts, secrets))


@in_house(Act.MANAGE_PEOPLE)
def _request(context: ActContext, hashes: Hashes, /, **sent: Any) -> JSON:
    """Write the request down; all parts but kind, badge and the fingerprints of the secrets are its details."""
    verify_own_password(context)
    details = {name: value for name, value in sent.items() if name not in ("kind", "badge", "secrets")}
    kind, badge = Kind(sent["kind"]), sent["badge"]
    _verify_can_be_asked(context, kind, badge, details)
    if StaffChange.objects.filter(casino=context.casino, badge=badge, state=State.REQUESTED).exists():
        raise WrongState(_("A request about badge %(badge)s is open already."), badge=badge)
    if kind == Kind.CREATE_PERSON:
        details["salt"] = new_salt()
    change = StaffChange.objects.create(
        casino=context.casino,
        kind=str(kind),
        badge=badge,
        details=details,
        pin_hash=hashes.pin,
        password_hash=hashes.password,
        requested_by_id=context.responsible_id,
        requested_at=context.now,
    )
    context.record_whole(
        {
            "sent": told_of(change),
            "before": None,
            "after": {"change": change.pk, "state": "requested", **macs_of(change)},
        }
    )
    return answer_of(change)


def _verify_can_be_asked(context: ActContext, kind: StaffChange.Kind, badge: str, details: JSON) -> None:
    casino_id = context.casino.pk
    match kind:
        case Kind.CREATE_PERSON:
            verify_badge_is_free(badge)
        case Kind.GRANT_ROLE:
            verify_roles_are_new(person_of_house(casino_id, badge), casino_id, details["roles"])
        case Kind.RESET_CREDENTIAL:
            verify_stands_as_asked(person_of_house(casino_id, badge), returns=details["returns"])


def told_of(change: StaffChange) -> JSON:
    """What an entry says of a change: neither a secret nor a name (AUD 1.3)."""
    payload = {"kind": change.kind, "badge": change.badge}
    if change.kind == Kind.RESET_CREDENTIAL:
        return {**payload, "returns": change.details["returns"]}
    return {**payload, "roles": change.details["roles"]}


def macs_of(change: StaffChange) -> JSON:
    """What an entry says of the name and licence of a new person in their place, under the salt they will have (AUD 1.3)."""
    if change.kind != Kind.CREATE_PERSON:
        return {}
    salt = change.details["salt"]
    return {f"{name}_mac": person_mac(salt, change.details[name]) for name in ("name", "licence")}


def answer_of(change: StaffChange) -> JSON:
    """What every act on a change answers."""
    return {"change": change.pk, "kind": change.kind, "badge": change.badge, "state": str(change.state)}


def person_of_house(casino_id: int, badge: str) -> Person:
    """Return the person of this badge who works, or worked, in this house; raises NotFound."""
    known = Person.objects.filter(badge=badge, role_grants__casino=casino_id).distinct()
    person = known.first() if is_storable(badge) else None
    if person is None:
        raise NotFound(_("There is no badge %(badge)s."), badge=quoted_name(badge[:LONGEST_BADGE]), field="badge")
    return person


def need_badge(value: object) -> str:
    """A badge number: letters and digits."""
    badge = read_text(value, "badge", most=LONGEST_BADGE)
    if not badge.isascii() or not badge.isalnum():
        raise BadField(_("A badge is letters and digits."), field="badge")
    return badge


def verify_badge_is_free(badge: str) -> None:
    """Raise WrongState where a person has, or had, this badge: it is never shared (OPS 1.1)."""
    if Person.objects.filter(badge=badge).exists():
        raise WrongState(_("There is a badge %(badge)s already."), badge=badge, field="badge")


def verify_roles_are_new(person: Person, casino_id: int, roles: Sequence[str]) -> None:
    """Raise unless the person works here and holds none of the roles yet."""
    if not person.is_active:
        raise WrongState(_("%(badge)s is deactivated: new secrets bring them back first."), badge=person.badge)
    held = RoleGrant.objects.filter(casino_id=casino_id, person=person, role__in=roles, revoked_at=None).first()
    if held is not None:
        raise WrongState(
            _("%(badge)s holds the role %(role)s already."), badge=person.badge, role=held.role, field="roles"
        )


def verify_stands_as_asked(person: Person, *, returns: bool) -> None:
    """Raise WrongState where the person left, or came back, since the new secrets were asked for."""
    if person.is_active == returns:
        raise WrongState(_("%(badge)s left or came back meanwhile: ask for it anew."), badge=person.badge)


def verify_own_password(context: ActContext) -> None:
    """Raise NotAllowed unless the author signed the act with their own password (OPS 1.4)."""
    signature = context.stamp.signature
    if signature is None or signature.person_id != context.stamp.person_id or signature.method != PASSWORD:
        raise NotAllowed(_("This is signed with one's own password."), field="signature")


def _need_roles(roles: object) -> list[str]:
    allowed = ", ".join(GRANTED)
    if not isinstance(roles, list | tuple) or not roles or not all(isinstance(role, str) for role in roles):
        raise BadField(_("%(field)s must be one or more of %(allowed)s."), field="roles", allowed=allowed)
    if set(roles) - set(GRANTED) or len(set(roles)) != len(roles):
        raise BadField(_("%(field)s must be one or more of %(allowed)s."), field="roles", allowed=allowed)
    return [str(role) for role in GRANTED if role in roles]


def _hashed(person: Person, secrets: Secrets) -> Hashes:
    pin = hash_pin(secrets.pin, person.badge) if secrets.pin else ""
    return Hashes(pin, hash_password(secrets.password, person) if secrets.password else "")


def _sent(kind: StaffChange.Kind, badge: str, parts: JSON, secrets: Secrets) -> JSON:
    """What the command id stands for: another secret under it is another command."""
    prints = [fingerprint(secrets.pin), fingerprint(secrets.password)]
    return {"kind": str(kind), "badge": badge, **parts, "secrets": prints}
