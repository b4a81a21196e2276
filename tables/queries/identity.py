"""Who is asking: tablets and programs by their token, the dealer at a table, the roles a person holds."""

from dataclasses import dataclass

from django.db.models import Subquery

from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.models import Casino, Command, Person, PersonToken, RoleGrant, Table, Tablet, TapIn
from tables.models.people import token_hash
from tables.policy import Role

HOUSE_EPOCH = Casino.objects.order_by("pk").values_list("epoch", flat=True)[:1]
HIGHEST_TABLE = 2**15 - 1


@dataclass(frozen=True, slots=True)
class Dealer:
    """A person who is tapped in at a table, and the role in which their acts are done."""

    person_id: int
    badge: str
    name: str
    role: Role
    language: str = ""
    """The language they read, empty for the house's (TAB 4.4)."""


def tablet_of(token: str) -> Tablet | None:
    """The tablet that holds this token, unless it is revoked; a locked one is returned, to say so."""
    return Tablet.objects.filter(token_hash=token_hash(token), revoked_at=None).select_related("table__casino").first()


def person_of_token(token: str) -> Person | None:
    """The person a program acts as."""
    row = program_of(token)
    return row.person if row else None


def program_of(token: str) -> PersonToken | None:
    """Return the token of a program with its person, and with the epoch of the house as `epoch`; one query."""
    wanted = PersonToken.objects.filter(token_hash=token_hash(token), revoked_at=None, person__is_active=True)
    return wanted.select_related("person").annotate(epoch=Subquery(HOUSE_EPOCH)).first()


def house_epoch() -> int | None:
    """Return the epoch of the house that this service runs for; None before there is one (AUD 3.5)."""
    epoch: int | None = HOUSE_EPOCH.first()
    return epoch


def dealer_at(table_id: int) -> Dealer | None:
    """Return the person who is tapped in at the table; they act as a dealer if they are one, else as the floor."""
    tap_in = TapIn.objects.filter(table_id=table_id, ended_at=None).select_related("person", "table").first()
    if tap_in is None:
        return None
    roles = roles_of(tap_in.person_id, tap_in.table.casino_id)
    role = Role.DEALER if Role.DEALER in roles else Role.FLOOR
    person = tap_in.person
    return Dealer(person.pk, person.badge, person.name, role, person.language)


def roles_of(person_id: int, casino_id: int) -> frozenset[Role]:
    """The roles a person holds at a casino now."""
    held = RoleGrant.objects.filter(person_id=person_id, casino_id=casino_id, revoked_at=None)
    return frozenset(Role(role) for role in held.values_list("role", flat=True))


def name_of(badge: str) -> str:
    """The name of the person with a badge; the badge itself where nobody has it."""
    return Person.objects.filter(badge=badge).values_list("name", flat=True).first() or badge


def tables_of(casino_id: int) -> list[Table]:
    """All tables of a casino, by number."""
    return list(Table.objects.filter(casino_id=casino_id).select_related("rules", "casino").order_by("number"))


def table_of_number(casino_id: int, number: int) -> Table | None:
    """The table with this number on the felt."""
    return Table.objects.filter(casino_id=casino_id, number=min(number, HIGHEST_TABLE)).first()


def table_in(casino_id: int, table_id: int) -> Table | None:
    """A table, if it stands in this casino."""
    return Table.objects.filter(pk=table_id, casino=casino_id).first()


def roles_at(person_id: int, table_id: int) -> frozenset[Role]:
    """The roles a person holds now at the casino of a table; none where there is no such table."""
    held = RoleGrant.objects.filter(person_id=person_id, casino__tables=table_id, revoked_at=None)
    return frozenset(Role(role) for role in held.values_list("role", flat=True))


def is_dealing(person_id: int, table_id: int) -> bool:
    """Whether a person is tapped in at a table."""
    return TapIn.objects.filter(person_id=person_id, table_id=table_id, ended_at=None).exists()


def casinos_of(person_id: int) -> list[int]:
    """The casinos at which a person holds any role."""
    held = RoleGrant.objects.filter(person_id=person_id, revoked_at=None)
    return list(held.order_by("casino_id").values_list("casino_id", flat=True).distinct())


def casino_of(table_id: int) -> int:
    """The casino a table stands in; raises NotFound."""
    casino_id = Table.objects.filter(pk=table_id).values_list("casino_id", flat=True).first()
    if casino_id is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    return casino_id


def tablet_is_at(tablet_id: int, table_id: int) -> bool:
    """Whether a tablet was enrolled at a table."""
    return Tablet.objects.filter(pk=tablet_id, table_id=table_id).exists()


def tablets_at(table_id: int) -> list[Tablet]:
    """The tablets enrolled at a table and not revoked, the oldest first."""
    return list(Tablet.objects.filter(table_id=table_id, revoked_at=None).order_by("pk"))


def author_of(command_id: str) -> int | None:
    """Who did the act that is remembered under a command id; None if none is."""
    return Command.objects.filter(pk=command_id).values_list("person_id", flat=True).first()
