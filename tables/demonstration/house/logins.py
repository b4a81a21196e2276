"""Badges with their PINs and passwords, kept in a file outside the database, which only knows their hashes."""

import itertools
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tables.actions.setup import NewPerson
from tables.errors import NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.policy import Role

# Letters and digits that nobody takes for one another.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
PIN_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Login:
    """One person of the demonstration with what they sign in with; empty where their roles need none."""

    badge: str
    name: str
    roles: Sequence[Role]
    pin: str = field(repr=False)
    password: str = field(repr=False)

    def as_new_person(self) -> NewPerson:
        """Return the person as the acts take them."""
        return NewPerson(self.badge, self.name, list(self.roles), self.password, self.pin)


@dataclass(frozen=True, slots=True)
class Logins:
    """Everybody's logins, and the mark of the casino they belong to."""

    mark: str
    people: tuple[Login, ...]

    def first(self, role: Role) -> Login:
        """The first who holds the role."""
        return next(login for login in self.people if role in login.roles)


def new_logins(mark: str, people: Sequence[tuple[str, str, Sequence[Role]]]) -> Logins:
    """Random secrets for people given by badge, name and roles."""
    return Logins(mark, tuple(new_login(badge, name, roles) for badge, name, roles in people))


def new_login(badge: str, name: str, roles: Sequence[Role]) -> Login:
    """Return a PIN for who works at a table, a password for who signs in from a browser."""
    at_tables = Role.DEALER in roles or Role.FLOOR in roles
    return Login(badge, name, roles, _pin() if at_tables else "", "" if set(roles) == {Role.DEALER} else _password())


def read_logins(path: Path) -> Logins:
    """Read the file; raises NotFound where it is gone, WrongState where it cannot be understood."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        people = [{**person, "roles": tuple(map(Role, person["roles"]))} for person in found["people"]]
        return Logins(found["mark"], tuple(Login(**person) for person in people))
    except FileNotFoundError as error:
        raise NotFound(_("The file with the logins, %(path)s, is gone."), path=path) from error
    except OSError as error:
        raise WrongState(_("%(path)s cannot be read: %(why)s."), path=path, why=error.strerror) from error
    except (ValueError, KeyError, TypeError) as error:
        raise WrongState(_("%(path)s is no file of logins."), path=path) from error


def write_logins(path: Path, logins: Logins) -> None:
    """Write the file, readable by its owner only, whole or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    people = [asdict(login) for login in logins.people]
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        beside.touch(mode=0o600, exist_ok=False)
        beside.write_text(json.dumps({"mark": logins.mark, "people": people}, indent=2) + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise WrongState(_("%(path)s cannot be written: %(why)s."), path=path, why=error.strerror) from error


def _pin() -> str:
    """Six digits of which no two neighbours are as far apart as all the others, so that it is never refused as easy."""
    while True:
        pin = str(secrets.randbelow(9 * 10 ** (PIN_LENGTH - 1)) + 10 ** (PIN_LENGTH - 1))
        steps = {(int(after) - int(before)) % 10 for before, after in itertools.pairwise(pin)}
        if len(steps) > 1:
            return pin


def _password() -> str:
    """Three groups of four that can be read aloud and typed."""
    return "-".join("".join(secrets.choice(ALPHABET) for _letter in range(4)) for _group in range(3))
