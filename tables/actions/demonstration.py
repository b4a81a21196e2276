"""What only a demonstration casino permits: new secrets for its people without a second person (OPS 1.4)."""

from tables.actions.act.context import ActContext
from tables.actions.act.path import in_house
from tables.actions.people.secrets import hash_password, hash_pin
from tables.actions.setup import NewPerson
from tables.errors import NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Casino, Person
from tables.policy import Act
from tables.stamp import CommandId, HouseCall, Stamp


def reset_demonstration_secrets(*, casino: Casino, person: NewPerson, command_id: CommandId) -> None:
    """Give a person of a demonstration casino a new PIN and password, where they are given; lift their lock."""
    if not casino.is_demonstration:
        raise WrongState(_("Only a demonstration casino gives out new secrets by a command on the server."))
    _reset_secrets(HouseCall(casino.pk, Stamp.of_system(command_id)), person, badge=person.badge)


@in_house(Act.RESET_DEMONSTRATION_SECRETS)
def _reset_secrets(context: ActContext, new: NewPerson, *, badge: str) -> JSON:
    person = Person.objects.filter(badge=badge, role_grants__casino=context.casino).distinct().first()
    if person is None:
        raise NotFound(_("There is no badge %(badge)s."), badge=badge[:16], field="badge")
    if new.pin:
        person.pin_hash = hash_pin(new.pin, person.badge)
    if new.password:
        person.password = hash_password(new.password, person)
    person.credential_version += 1
    person.failures, person.lockouts, person.locked_until = 0, 0, None
    person.save()
    context.record({"person": person.badge, "pin": bool(new.pin), "password": bool(new.password)})
    return {}
