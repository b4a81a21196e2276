"""Setting up a house by commands on the server: the casino, its first people, its tables (OPS 1.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import time
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction

from tables.actions.act.context import ActContext
from tables.actions.act.path import in_house, lock_house
from tables.actions.act.record import write_entry
from tables.actions.people.requests import need_badge, verify_badge_is_free
from tables.actions.people.secrets import hash_password, hash_pin
from tables.errors import BadField, WrongState
from tables.errors import gettext_noop as _
from tables.games.house_rules import read_new_house_rules
from tables.games.reading import is_whole
from tables.games.table.reading import read_text
from tables.games.values import JSON
from tables.models import Casino, Person, RoleGrant, RulesVersion, Table
from tables.models.people import new_salt, person_mac
from tables.policy import Act, Role
from tables.stamp import CommandId, HouseCall, Stamp

MOST_NUMBER, SEATS = 9999, (2, 12)
CURRENCY_LETTERS, MOST_MINOR_DIGITS = 3, 4


@dataclass(frozen=True, slots=True)
class NewCasino:
    """What a casino is set up with (OPS 7.1)."""

    name: str
    currency: str
    minor_digits: int = 2
    time_zone: str = "UTC"
    gaming_day_starts: time = time(6)
    is_demonstration: bool = False


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person who is to work here; the secrets are hashed before anything is stored."""

    badge: str
    name: str
    roles: Sequence[Role]
    password: str = field(default="", repr=False)
    pin: str = field(default="", repr=False)
    licence: str = ""


def bootstrap(*, casino: NewCasino, people: Sequence[NewPerson], command_id: CommandId) -> Casino:
    """Set up a casino with its first admin and compliance officer, as the first entry of its chain (OPS 1.5)."""
    _verify_casino(casino)
    with transaction.atomic(durable=True):
        made = Casino.objects.create(
            name=read_text(casino.name, "name", most=120),
            currency=casino.currency,
            minor_digits=casino.minor_digits,
            time_zone=casino.time_zone,
            gaming_day_starts=casino.gaming_day_starts,
            is_demonstration=casino.is_demonstration,
        )
        context = lock_house(Act.BOOTSTRAP, Stamp.of_system(command_id), made.pk)
        added = [_add(context, person) for person in people]
        payload = {"casino": made.name, "currency": made.currency, "people": added, "settings": made.settings}
        write_entry(context, str(Act.BOOTSTRAP), payload)
    return made


def add_demonstration_person(*, casino: Casino, person: NewPerson, command_id: CommandId) -> None:
    """Add a person to a demonstration casino, without the second person whom a real one needs (OPS 1.4)."""
    if not casino.is_demonstration:
        raise WrongState(_("Only a demonstration casino takes people without a second person's confirmation."))
    _add_person(HouseCall(casino.pk, Stamp.of_system(command_id)), person, badge=person.badge)


@in_house(Act.ADD_PERSON)
def _add_person(context: ActContext, person: NewPerson, /, **_sent: str) -> JSON:
    context.record({"person": _add(context, person)})
    return {}


def add_table(
    *, casino_id: int, number: int, seat_count: int, rules: Mapping[str, Any], command_id: CommandId
) -> Table:
    """Add a table under the first version of its house rules, which are validated as a whole (OPS 4.1, 4.5)."""
    document = read_new_house_rules(dict(rules)).document()
    if not is_whole(number, 1, MOST_NUMBER):
        raise BadField(_("The number of a table is from 1 to %(most)s."), field="number", most=MOST_NUMBER)
    if not is_whole(seat_count, *SEATS):
        raise BadField(_("A table has %(least)s to %(most)s seats."), field="seat_count", least=SEATS[0], most=SEATS[1])
    call = HouseCall(casino_id, Stamp.of_system(command_id))
    answer = _add_table(call, number=number, seat_count=seat_count, rules=document)
    return Table.objects.get(pk=answer.body["table"])


@in_house(Act.ADD_TABLE)
def _add_table(context: ActContext, *, number: int, seat_count: int, rules: JSON) -> JSON:
    if Table.objects.filter(casino=context.casino, number=number).exists():
        raise WrongState(_("There is a table %(number)s already."), number=number)
    table = Table.objects.create(casino=context.casino, number=number, seat_count=seat_count)
    version = RulesVersion.objects.create(
        table=table, number=1, game=rules["game"], document=rules, in_force_from=context.now
    )
    table.rules = version
    table.save(update_fields=["rules"])
    context.record({"before": None, "after": {"table": number, "seat_count": seat_count, "rules": rules}})
    return {"table": table.pk}


def _verify_casino(new: NewCasino) -> None:
    if len(new.currency) != CURRENCY_LETTERS or not (new.currency.isascii() and new.currency.isupper()):
        raise BadField(_("A currency is three capital letters, like EUR."), field="currency")
    if not is_whole(new.minor_digits, 0, MOST_MINOR_DIGITS):
        raise BadField(
            _("A currency has 0 to %(most)s digits after the point."), field="minor_digits", most=MOST_MINOR_DIGITS
        )
    if new.time_zone not in available_timezones():
        raise BadField(
            _("%(found)s is no time zone; write it like Europe/Vienna."), field="time_zone", found=new.time_zone[:64]
        )


def _add(context: ActContext, new: NewPerson) -> JSON:
    badge = need_badge(new.badge)
    verify_badge_is_free(badge)
    person = Person(badge=badge, name=read_text(new.name, "name", most=80), licence=new.licence, salt=new_salt())
    if new.password:
        person.password = hash_password(new.password, person)
    else:
        person.set_unusable_password()
    if new.pin:
        person.pin_hash = hash_pin(new.pin, badge)
    person.save()
    RoleGrant.objects.bulk_create(
        RoleGrant(casino=context.casino, person=person, role=str(role), granted_at=context.now) for role in new.roles
    )
    return {
        "badge": badge,
        "roles": sorted(str(role) for role in new.roles),
        "name_mac": person_mac(person.salt, person.name),
        "licence_mac": person_mac(person.salt, person.licence),
    }
