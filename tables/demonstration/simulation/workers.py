"""Who works at one simulated table, and whose stamp and signature stand under each move."""

import secrets
from dataclasses import dataclass, field

from tables.actions.people.sign_in import sign
from tables.demonstration.players.moves import DEALER, DEPUTY, Move
from tables.policy import Role
from tables.stamp import CommandId, Signature, Stamp


@dataclass(frozen=True, slots=True)
class Worker:
    """A person with what they sign with, which is made for one run and never stored; dealers have no password."""

    person_id: int
    badge: str
    pin: str = field(repr=False)
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Crew:
    """Who works at a simulated table: two dealers who relieve each other, and two floor managers, who never deal."""

    casino_id: int
    table_id: int
    dealers: tuple[Worker, Worker]
    manager: Worker
    deputy: Worker

    def relief_of(self, dealer: Worker) -> Worker:
        """The other of the two dealers."""
        first, second = self.dealers
        return second if dealer == first else first

    def stamp(self, move: Move, dealer: Worker, command_id: CommandId) -> Stamp:
        """Who makes the move under a command id, with the signature it needs."""
        if move.by == DEALER:
            signature = self._signature(self.manager, self.manager.pin) if move.signed else None
            return Stamp(dealer.person_id, Role.DEALER, None, command_id, signature)
        manager = self.deputy if move.by == DEPUTY else self.manager
        signature = self._signature(manager, manager.password) if move.signed else None
        return Stamp(manager.person_id, Role.FLOOR, None, command_id, signature)

    def _signature(self, signer: Worker, secret: str) -> Signature:
        return sign(casino_id=self.casino_id, badge=signer.badge, secret=secret, tablet_id=None, command_id=new_id())


def new_id() -> CommandId:
    """Return a command id that nobody has used, like one that a program sends."""
    return CommandId.sent(f"simulated-{secrets.token_hex(12)}")
