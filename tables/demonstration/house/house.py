"""The demonstration casino: its people, its tables, and players at them; made once, step by step."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tables.actions import perform
from tables.actions.demonstration import reset_demonstration_secrets
from tables.actions.devices import issue_enrolment_code
from tables.actions.people.sign_in import sign_in
from tables.actions.setup import NewCasino, add_demonstration_person, add_table, bootstrap
from tables.demonstration.house.logins import Logins, new_logins, read_logins, write_logins
from tables.demonstration.house.rules import CAPPED, EURO, FOUR_PLAYER, HEADS_UP, HIGH_LIMIT, LOW_LIMIT, MAIN_FLOOR
from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import AuditEntry, Casino, Command, Table
from tables.policy import Act, Role
from tables.stamp import Call, CommandId, Stamp

CASINO = NewCasino("Casino Lindenhof", "EUR", time_zone="Europe/Vienna", is_demonstration=True)
PEOPLE = (
    ("9001", "Ruth", (Role.ADMIN,)),
    ("3001", "Samir", (Role.COMPLIANCE,)),
    ("2001", "Vera", (Role.FLOOR,)),
    ("2002", "Tomas", (Role.FLOOR,)),
    ("1001", "Mira", (Role.DEALER,)),
    ("1002", "Jonas", (Role.DEALER,)),
    ("1003", "Amal", (Role.DEALER,)),
    ("1004", "Greta", (Role.DEALER, Role.FLOOR)),
)
FIRST_PEOPLE = PEOPLE[:2]
TABLES = (
    *((1, 7, MAIN_FLOOR), (2, 7, LOW_LIMIT), (3, 7, CAPPED), (4, 6, HIGH_LIMIT)),
    *((5, 2, HEADS_UP), (6, 4, FOUR_PLAYER)),
)
# Seats with their buy-ins in euros: at tables 1, 5 and 6 a newcomer can deal at once; table 4 is still closed.
SEATED = {
    1: {1: 800, 2: 1500, 3: 500, 4: 2000, 5: 1000, 7: 650},
    2: {2: 300, 3: 250, 5: 400, 6: 150},
    3: {1: 3000, 4: 5000, 6: 2500},
    5: {1: 300, 2: 300},
    6: {1: 200, 2: 350, 3: 120, 4: 500},
}
MARK = "demo-"


@dataclass(frozen=True, slots=True)
class Step:
    """One act on the way to the whole demonstration, and what its command id ends in."""

    name: str
    act: str
    table: int
    sent: JSON


def verify_demonstration() -> Casino | None:
    """The casino of the database, or None where there is none yet; raises WrongState near a real one."""
    if not settings.DEMONSTRATION:
        raise WrongState(_("This service runs as a real one: only CROUPIER_MODE=demonstration is for trying things."))
    casinos = list(Casino.objects.order_by("pk"))
    for casino in casinos:
        if not casino.is_demonstration:
            raise WrongState(_("%(casino)s is a real casino: nothing was done."), casino=casino.name)
    return casinos[0] if casinos else None


def seed(path: Path) -> tuple[Casino, Logins]:
    """Make the demonstration where it is missing, going on where an earlier run was cut off; the logins as they are."""
    casino = verify_demonstration()
    if casino is None:
        logins = new_logins(f"{MARK}{secrets.token_hex(8)}", PEOPLE)
        # Before the people: a person with a secret that nobody knows can never sign in.
        write_logins(path, logins)
        casino = _found(logins)
    else:
        mark = mark_of(casino)
        logins = read_logins(path)
        if logins.mark != mark:
            raise WrongState(_("The logins in %(path)s are those of another database."), path=path)
    _furnish(casino, logins)
    return casino, logins


def reset_logins(path: Path) -> tuple[Casino, Logins]:
    """New secrets for everybody of the demonstration, for a file that is lost."""
    casino = verify_demonstration()
    if casino is None:
        return seed(path)
    mark = mark_of(casino)
    logins = new_logins(mark, PEOPLE)
    write_logins(path, logins)
    known = _done(mark)
    for login in logins.people:
        first = any(login.badge == badge for badge, _name, _roles in FIRST_PEOPLE)
        if first or f"{mark}-person-{login.badge}" in known:
            person = login.as_new_person()
            reset_demonstration_secrets(casino=casino, person=person, command_id=CommandId.fresh("reset"))
    _furnish(casino, logins)
    return casino, logins


def mark_of(casino: Casino) -> str:
    """What the seeded casino is known by: the command id of its first entry; raises WrongState if it has another."""
    mark = AuditEntry.objects.filter(chain=casino.chain, act=str(Act.BOOTSTRAP)).values_list("command_id", flat=True)[0]
    if not mark.startswith(MARK):
        raise WrongState(_("%(casino)s was set up by hand: it has people and tables of its own."), casino=casino.name)
    return str(mark)


def enrolment_code(casino: Casino, logins: Logins, number: int) -> str:
    """A fresh one-time code for a table, from a floor manager who signs in for it."""
    table = Table.objects.get(casino=casino, number=number)
    return issue_enrolment_code(table_id=table.pk, stamp=_floor_manager(casino, logins)(CommandId.fresh("code")))


def _found(logins: Logins) -> Casino:
    first = [login.as_new_person() for login in logins.people if (login.badge, login.name, login.roles) in FIRST_PEOPLE]
    return bootstrap(casino=CASINO, people=first, command_id=CommandId.sent(logins.mark))


def _furnish(casino: Casino, logins: Logins) -> None:
    """Every step that is missing, unless the last one was taken: what people changed since then stays theirs."""
    mark, done, steps = logins.mark, _done(logins.mark), list(_steps())
    if f"{mark}-{steps[-1].name}" in done:
        return
    for login in logins.people[len(FIRST_PEOPLE) :]:
        command_id = CommandId.sent(f"{mark}-person-{login.badge}")
        if command_id not in done:
            add_demonstration_person(casino=casino, person=login.as_new_person(), command_id=command_id)
    for number, seats, rules in TABLES:
        command_id = CommandId.sent(f"{mark}-table-{number}")
        if command_id not in done:
            add_table(casino_id=casino.pk, number=number, seat_count=seats, rules=rules, command_id=command_id)
    tables = {table.number: table.pk for table in Table.objects.filter(casino=casino)}
    stamp = _floor_manager(casino, logins)
    for step in steps:
        command_id = CommandId.sent(f"{mark}-{step.name}")
        if command_id not in done:
            perform(step.act, Call(tables[step.table], stamp(command_id)), step.sent)


def _steps() -> Iterator[Step]:
    for table, players in SEATED.items():
        yield Step(f"open-{table}", "open_table", table, {})
        for seat, euros in players.items():
            sent = {"seat": seat, "buy_in": euros * EURO}
            yield Step(f"sit-{table}-{seat}", "sit", table, sent)
    yield Step("declines", "standing_decline", 1, {"seat": 3, "on": True})


def _done(mark: str) -> set[str]:
    found = Command.objects.filter(command_id__startswith=f"{mark}-")
    return set(found.values_list("command_id", flat=True))


def _floor_manager(casino: Casino, logins: Logins) -> Callable[[CommandId], Stamp]:
    """Sign the first floor manager in; returns what makes their stamps, each under its command id."""
    login = logins.first(Role.FLOOR)
    person = sign_in(
        casino_id=casino.pk, badge=login.badge, password=login.password, command_id=CommandId.fresh("sign-in")
    )
    return lambda command_id: Stamp(person.pk, Role.FLOOR, None, command_id)
