"""What a person sends with an act to sign it, by any way: a form, a fragment of the tablet, or the API (OPS 1.3)."""

from dataclasses import dataclass, field

from tables.actions.people.sign_in import sign
from tables.stamp import CommandId, Signature


@dataclass(frozen=True, slots=True)
class Credentials:
    """A badge, and the PIN or password that proves it; they go no further than to where they are proved."""

    badge: str
    secret: str = field(repr=False)

    def sign(self, *, casino_id: int, command_id: CommandId, tablet_id: int | None = None) -> Signature:
        """Prove them, before anything is locked, and return the signature of the act with this command id.

        Raises NotAllowed or Locked. Either way it is an entry of the log.
        """
        return sign(
            casino_id=casino_id, badge=self.badge, secret=self.secret, tablet_id=tablet_id, command_id=command_id
        )
