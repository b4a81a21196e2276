"""A real house: an admin and a compliance officer set it up, and everybody else comes by two people (OPS 1.4)."""

from dataclasses import dataclass, field
from typing import Any

from tables.actions.act import Answer
from tables.actions.people.decisions import confirm_change
from tables.actions.people.requests import Secrets, request_person, request_roles, request_secrets
from tables.actions.setup import NewCasino, NewPerson, bootstrap
from tables.models import AuditEntry, Casino, Person
from tables.policy import Role
from tables.stamp import HouseCall, Signature, Stamp
from tests.cast import PASSWORD, command_id

ADA, INES, BORIS = "9001", "3001", "9002"


@dataclass
class House:
    """A real casino and short ways to change its people."""

    casino: Casino
    roles: dict[str, Role] = field(default_factory=dict)

    def person(self, badge: str) -> Person:
        """The person with the badge, as they are in the database now."""
        return Person.objects.get(badge=badge)

    def stamp(self, badge: str, *, signed: bool | str = True, method: str = "password") -> Stamp:
        """A stamp of a person, signed by themselves or by another with their password."""
        person = self.person(badge)
        signer = self.person(signed) if isinstance(signed, str) else person
        signature = Signature(signer.pk, method, signer.credential_version) if signed else None
        return Stamp(person.pk, self.roles[badge], None, command_id(), signature)

    def ask_person(self, badge: str, *roles: str, by: str = ADA, **more: Any) -> int:
        """Ask for a new person; the number of the request."""
        details = {"name": f"Person {badge}", "licence": f"L-{badge}", "roles": list(roles)}
        secrets = Secrets(more.get("pin", "284615"), more.get("password", PASSWORD))
        stamp = self.stamp(by)
        answer = request_person(HouseCall(self.casino.pk, stamp), badge=badge, details=details, secrets=secrets)
        return self._number(answer)

    def ask_roles(self, badge: str, *roles: str, by: str = ADA) -> int:
        """Ask for roles."""
        stamp = self.stamp(by)
        return self._number(request_roles(HouseCall(self.casino.pk, stamp), badge=badge, roles=roles))

    def ask_secrets(self, badge: str, pin: str = "", password: str = "", *, by: str = ADA) -> int:
        """Ask for new secrets."""
        stamp, secrets = self.stamp(by), Secrets(pin, password)
        return self._number(request_secrets(HouseCall(self.casino.pk, stamp), badge=badge, secrets=secrets))

    def confirm(self, change_id: int, by: str = INES, **more: Any) -> Answer:
        """Confirm a request."""
        return confirm_change(HouseCall(self.casino.pk, self.stamp(by, **more)), change=change_id)

    def hire(self, badge: str, role: Role) -> Person:
        """A new person, asked for by Ada and confirmed by Ines."""
        self.confirm(self.ask_person(badge, role))
        self.roles[badge] = role
        return self.person(badge)

    def last(self, act: str) -> AuditEntry:
        """The newest entry of an act in the chain of the house."""
        return AuditEntry.objects.filter(chain=self.casino.chain, act=act).latest("sequence")

    def _number(self, answer: Answer) -> int:
        number: int = answer.body["change"]
        return number


def make_house() -> House:
    """A house that is no demonstration."""
    people = [
        NewPerson(ADA, "Ada", [Role.ADMIN], PASSWORD),
        NewPerson(INES, "Ines", [Role.COMPLIANCE], PASSWORD),
    ]
    casino = bootstrap(casino=NewCasino("A Real House", "EUR"), people=people, command_id=command_id())
    return House(casino, {ADA: Role.ADMIN, INES: Role.COMPLIANCE})
