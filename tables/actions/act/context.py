"""An act under way: what was read under the lock, and what the act says of itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from tables.errors import NeedsSignature, NotAllowed
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Alert, Casino, Table
from tables.policy import MATRIX, Act, Role, permission
from tables.stamp import Stamp

WHAT_IS_SIGNED: Mapping[Act, str] = {
    Act.CHANGE_BANK_AFTER_DEAL: _("The cards are dealt: a bank put right needs the signature of %(roles)s."),
    Act.CHANGE_HANDS_AFTER_DEAL: _("The cards are dealt: a hand added or taken out needs the signature of %(roles)s."),
    Act.CHANGE_WAGER_AFTER_HAND: _(
        "A hand is on the table: a wager found different now may be a late bet, and needs the signature of %(roles)s."
    ),
    Act.RAISE_ON_SEEN_CHIPS: _(
        "Chips that are only seen play for a Raise of 1x the Ante at most; a larger one needs the signature of %(roles)s."
    ),
}
"""Why an act that is entered like any other has to be signed now; of the others their name says it."""


class NewAlert(NamedTuple):
    """Something that the floor has to look at (OPS 6)."""

    kind: Alert.Kind
    subject: str
    details: JSON
    round_number: int | None
    since: datetime | None = None
    """Not raised where one of this subject was raised since, acknowledged or not; None for what is told every time."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A command id that was acted on before, with its answer."""

    act: str
    person_id: int | None
    digest: str
    version: int
    answer: JSON


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds under the lock: clock, head of the chain, rights of the author and of the signer, an earlier command."""

    now: datetime
    sequence: int
    previous_hash: str
    badge: str | None
    holds_role: bool
    dealer_id: int | None
    dealer_tap_in: int | None
    """The entry of the house in which the dealer tapped in at the table."""
    device_is_good: bool
    signer_badge: str | None
    signer_version: int | None
    signer_roles: tuple[str, ...]
    signer_dealt: bool
    approved_change: int | None
    """The change of the table's rules that waits for its time, or for the end of a round (OPS 4.3)."""
    command: Remembered | None


@dataclass(slots=True)
class ActContext:
    """One act under its lock: the locked row, the author, the clock, and what is to be recorded."""

    act: Act
    stamp: Stamp
    casino: Casino
    table: Table | None
    """The locked table of an act at a table; a house act that is about a table sets it, for its entry."""
    chain: str
    facts: Facts
    sent: Mapping[str, Any]
    digest: str = ""
    payload: JSON | None = None
    round_number: int | None = None
    alerts: list[NewAlert] = field(default_factory=list)
    legs: list[tuple[str, int | None, int]] = field(default_factory=list)
    """The chips that the act moved: account, the entry in which the player sat down, amount in minor units."""
    side_effects: JSON = field(default_factory=dict)
    moves_version: bool = True

    @property
    def now(self) -> datetime:
        """The time of the act: the database's clock under the lock, never before the newest entry of the chain."""
        return self.facts.now

    @property
    def responsible_id(self) -> int:
        """The id of the person who answers for an act: who signed it, else its author (OPS 1.3).

        On a tablet an act of the floor is sent in the dealer's name, and signed by a floor manager.
        """
        signature = self.stamp.signature
        person_id = signature.person_id if signature else self.stamp.person_id
        if person_id is None:
            raise AssertionError("an act of the system has nobody who answers for it")
        return person_id

    def require(self, act: Act) -> None:
        """Raise NotAllowed or NeedsSignature unless the author, or who signed, may do the act here (OPS 1.4)."""
        granted = permission(act, self.stamp.role)
        if granted and not granted.signed:
            self._verify_author(at_own_table=granted.tapped_in)
            return
        signers = [role for role, cell in MATRIX[act].items() if cell.signed]
        # A signature permits what a dealer does at their table, and what its own role has to sign; no act of others.
        if not signers or not (granted or self.stamp.role == Role.DEALER):
            raise NotAllowed(_("Only %(roles)s may do this."), roles=", ".join(MATRIX[act]) or "nobody")
        self._verify_author(at_own_table=self.stamp.role == Role.DEALER)
        self._verify_signature(act, signers)

    def _verify_author(self, *, at_own_table: bool) -> None:
        facts = self.facts
        if self.stamp.role == Role.SYSTEM:
            return
        if self.stamp.device_id is not None and not facts.device_is_good:
            raise NotAllowed(_("This tablet is not enrolled at this table, or it is locked or revoked."))
        if not facts.holds_role:
            raise NotAllowed(_("The role %(role)s is needed for this."), role=str(self.stamp.role))
        if at_own_table and facts.dealer_id != self.stamp.person_id:
            raise NotAllowed(_("Only the dealer who is tapped in at this table may do this."))

    def _verify_signature(self, act: Act, signers: list[Role]) -> None:
        signature, facts = self.stamp.signature, self.facts
        if signature is None:
            sentence = WHAT_IS_SIGNED.get(act, NeedsSignature.PLAIN)
            raise NeedsSignature(sentence, roles=", ".join(signers), field="signature")
        if facts.signer_version != signature.credential_version or not set(facts.signer_roles) & set(signers):
            raise NotAllowed(_("The signature is of a person who may not do this."), field="signature")
        cell = next(MATRIX[act][role] for role in signers if role in facts.signer_roles)
        if cell.not_dealing and (signature.person_id == facts.dealer_id or facts.signer_dealt):
            raise NotAllowed(_("Who deals, or dealt in this round, cannot sign this themselves."), field="signature")

    def record(self, payload: JSON, *, round_number: int | None = None) -> None:
        """Say what changed; the audit entry holds it beside what was sent (AUD 1.2)."""
        self.record_whole({"sent": dict(self.sent), **payload}, round_number=round_number)

    def record_whole(self, payload: JSON, *, round_number: int | None = None) -> None:
        """Set the whole payload of the audit entry, without what was sent; exactly once in an act (AUD 1.1)."""
        if self.payload is not None:
            raise AssertionError(f"{self.act} recorded twice")
        self.payload = payload
        self.round_number = round_number

    def record_side_effect(self, name: str, happened: JSON) -> None:
        """Add what happened beside the act itself, like rules that take effect, to the payload of its entry."""
        self.side_effects[name] = happened

    def alert(
        self,
        kind: Alert.Kind,
        subject: str,
        details: JSON,
        *,
        round_number: int | None = None,
        since: datetime | None = None,
    ) -> None:
        """Raise an alert for the floor with this act; one alert a subject until it is acknowledged (OPS 6).

        With `since`, once a subject from that moment on, acknowledged or not.
        """
        self.alerts.append(NewAlert(kind, subject, details, round_number, since))
