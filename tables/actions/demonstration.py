"""What only a demonstration casino permits: new secrets for its people without a second person (OPS 1.4)."""

from tables.actions.act.path import JSON, Desk, in_house
from tables.actions.people.secrets import hash_password, hash_pin
from tables.actions.setup import NewPerson
from tables.errors import NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.models import Casino, Person
from tables.policy import Act, Role
from tables.stamp import Stamp


def reset_demonstration_secrets(*, casino: Casino, person: NewPerson, command_id: str) -> None:
    """Give somebody of a demonstration casino a new PIN and password, where they are given; locks are lifted."""
    if not casino.is_demonstration:
        raise WrongState(_("Only a demonstration casino gives out new secrets by a command on the server."))

    def work(desk: Desk) -> JSON:
        found = Person.objects.filter(badge=person.badge, role_grants__casino=casino).distinct().first()
        if found is None:
            raise NotFound(_("There is no badge %(badge)s."), badge=person.badge[:16], field="badge")
        if person.pin:
            found.pin_hash = hash_pin(person.pin, found.badge)
        if person.password:
            found.password = hash_password(person.password, found)
        found.credential_version += 1
        found.failures, found.lockouts, found.locked_until = 0, 0, None
        found.save()
        desk.record({"person": found.badge, "pin": bool(person.pin), "password": bool(person.password)})
        return {}

    stamp = Stamp(None, Role.SYSTEM, None, command_id)
    sent = {"badge": person.badge}
    in_house(Act.RESET_DEMONSTRATION_SECRETS, casino_id=casino.pk, stamp=stamp, sent=sent, work=work)
