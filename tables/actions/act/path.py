"""The one path of every write: one transaction, one lock, replay, version, right, and exactly one audit entry.

An act is a function whose first parameter is the desk; `at_table` and `in_house` make of it the public function,
whose first parameter is the call. Nothing is decided on a row read before the lock.
"""

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Concatenate, ParamSpec

from tables.actions.act import record
from tables.actions.act.alerts import NewAlert, raise_alerts
from tables.errors import BadField, Conflict, Locked, NeedsSignature, NotAllowed, NotFound, Stale, TableError
from tables.errors import gettext_noop as _
from tables.games.reading import is_storable
from tables.models import Alert, Casino, Table
from tables.policy import MATRIX, Act, Role, permission
from tables.stamp import Call, Stamp

P = ParamSpec("P")
JSON = dict[str, Any]

LOCKED_TABLE = "SELECT * FROM tables_table WHERE id = %s FOR NO KEY UPDATE"


@dataclass(frozen=True, slots=True)
class Answer:
    """What an act answers; sent again with the same command id it is the same, with `replayed` set."""

    body: JSON
    version: int
    replayed: bool = False


@dataclass(slots=True)
class Desk:
    """An act under way: the locked row, who acts, the clock, and what is to be recorded."""

    act: Act
    stamp: Stamp
    casino: Casino
    table: Table | None
    chain: str
    facts: record.Facts
    now: datetime
    sent: Mapping[str, Any]
    payload: JSON | None = None
    round_number: int | None = None
    alerts: list[NewAlert] = field(default_factory=list)
    besides: JSON = field(default_factory=dict)
    moves_version: bool = True

    def require(self, act: Act) -> None:
        """Raise unless the person, or whoever signed, may do the act here (OPS 1.4)."""
        granted = permission(act, self.stamp.role)
        if granted and not granted.signed:
            self._verify_author(at_his_table=granted.tapped_in)
            return
        signers = [role for role, cell in MATRIX[act].items() if cell.signed]
        # A signature lifts what a dealer does at his table, and what its own role has to sign; nobody else's acts.
        if not signers or not (granted or self.stamp.role == Role.DEALER):
            raise NotAllowed(_("Only %(roles)s may do this."), roles=", ".join(MATRIX[act]) or "nobody")
        self._verify_author(at_his_table=self.stamp.role == Role.DEALER)
        self._verify_signature(act, signers)

    def _verify_author(self, *, at_his_table: bool) -> None:
        facts = self.facts
        if self.stamp.role == Role.SYSTEM:
            return
        if self.stamp.device_id is not None and not facts.device_is_good:
            raise NotAllowed(_("This tablet is not enrolled at this table, or it is locked or revoked."))
        if not facts.holds_role:
            raise NotAllowed(_("The role %(role)s is needed for this."), role=str(self.stamp.role))
        if at_his_table and facts.dealer_id != self.stamp.person_id:
            raise NotAllowed(_("Only the dealer who is tapped in at this table may do this."))

    def _verify_signature(self, act: Act, signers: list[Role]) -> None:
        signature, facts = self.stamp.signature, self.facts
        if signature is None:
            raise NeedsSignature(
                _("This needs the signature of %(roles)s."), roles=", ".join(signers), field="signature"
            )
        if facts.signer_version != signature.credential_version or not set(facts.signer_roles) & set(signers):
            raise NotAllowed(_("The signature is not of somebody who may do this."), field="signature")
        cell = next(MATRIX[act][role] for role in signers if role in facts.signer_roles)
        if cell.not_dealing and (signature.person_id == facts.dealer_id or facts.signer_dealt):
            raise NotAllowed(_("Whoever deals, or dealt in this round, cannot sign this himself."), field="signature")

    def record(self, payload: JSON, *, round_number: int | None = None) -> None:
        """Say what changed; the audit entry holds it beside what was sent (AUD 1.2)."""
        self.record_whole({"sent": dict(self.sent), **payload}, round_number=round_number)

    def record_whole(self, payload: JSON, *, round_number: int | None = None) -> None:
        """Say all that the audit entry of this act holds; exactly once an act (AUD 1.1)."""
        if self.payload is not None:
            raise AssertionError(f"{self.act} recorded twice")
        self.payload = payload
        self.round_number = round_number

    def record_besides(self, name: str, happened: JSON) -> None:
        """Say what the moment of the act brought with it, like rules that take effect; its entry holds that too."""
        self.besides[name] = happened

    def alert(self, kind: Alert.Kind, subject: str, details: JSON, *, round_number: int | None = None) -> None:
        """Say that somebody of the floor has to look at this; one alert a subject until it is acknowledged (OPS 6)."""
        self.alerts.append(NewAlert(kind, subject, details, round_number))


Work = Callable[[Desk], JSON]


def at_table(
    act: Act, *, moves_version: bool = True
) -> Callable[[Callable[Concatenate[Desk, P], JSON]], Callable[Concatenate[Call, P], Answer]]:
    """Make a function an act at a table: it runs under the lock of the table's own row.

    What is not about seats, designation or round moves no version: a round goes on beside it (interfaces, section 3).
    """

    def decorate(work: Callable[Concatenate[Desk, P], JSON]) -> Callable[Concatenate[Call, P], Answer]:
        @functools.wraps(work)
        def run(call: Call, /, *args: P.args, **sent: P.kwargs) -> Answer:
            job = _Job(act, call.stamp, sent, lambda desk: work(desk, *args, **sent), moves_version)
            return _run_at_table(job, call)

        return run

    return decorate


def in_house(act: Act, *, casino_id: int, stamp: Stamp, sent: Mapping[str, Any], work: Work) -> Answer:
    """Run a house act under the lock of the casino's row."""
    return _run_in_house(_Job(act, stamp, sent, work), casino_id)


def in_house_from(act: Act, call: Call, *, casino_id: int, sent: Mapping[str, Any], work: Work) -> Answer:
    """Run a house act that is done at a table: whether its author deals, and on which tablet, is asked there."""
    return _run_in_house(_Job(act, call.stamp, sent, work, at=call.table_id), casino_id)


def _run_in_house(job: "_Job", casino_id: int) -> Answer:
    try:
        with record.whole_or_nothing():
            return _conduct(job, _locked_casino(casino_id), None, None)
    except (NotAllowed, Locked) as refusal:
        _record_refusal(job, casino_id, None, refusal)
        raise


@dataclass(frozen=True, slots=True)
class _Job:
    """What is to be done, by whom, with what; the same under either lock."""

    act: Act
    stamp: Stamp
    sent: Mapping[str, Any]
    work: Work
    moves_version: bool = True
    at: int | None = None
    """The table at which a house act is done, if it is done at one."""


def _run_at_table(job: _Job, call: Call) -> Answer:
    table = None
    try:
        with record.whole_or_nothing():
            table = next(iter(Table.objects.raw(LOCKED_TABLE, [call.table_id])), None)
            if table is None:
                raise NotFound(_("There is no table %(table)s."), table=call.table_id)
            return _conduct(job, Casino(pk=table.casino_id), table, call.version)
    except (NotAllowed, Locked) as refusal:
        if table is not None:
            _record_refusal(job, table.casino_id, table, refusal)
        raise


def _conduct(job: _Job, casino: Casino, table: Table | None, version: int | None) -> Answer:
    """Replay, version, right, work, record: the caller holds the lock."""
    chain = table.chain if table else casino.chain
    facts = record.facts(job.stamp, chain, casino.pk, table.pk if table else job.at)
    digest = _command_digest(job, table)
    if facts.command is not None:
        return _replay(facts.command, job, digest)
    if table is not None and version is not None and version != table.version:
        raise Stale(
            _("The table has moved on from version %(version)s to %(present)s."),
            version=version,
            present=table.version,
        )
    desk = Desk(job.act, job.stamp, casino, table, chain, facts, facts.now, job.sent, moves_version=job.moves_version)
    # An act that no role is granted is its own proof, or a command on the server.
    if MATRIX[job.act]:
        desk.require(job.act)
    answer = job.work(desk)
    if table is not None:
        table.version += desk.moves_version
        table.notices += not job.moves_version or bool(desk.alerts)
    return _finish(desk, job, digest, answer, table)


def _finish(desk: Desk, job: _Job, digest: str, answer: JSON, locked: Table | None) -> Answer:
    if desk.payload is None:
        raise AssertionError(f"{desk.act} recorded nothing")
    payload = {**desk.payload, **desk.besides}
    if desk.stamp.signature is not None:
        payload["signature"] = {"badge": desk.facts.signer_badge, "method": desk.stamp.signature.method}
    if not record.finish(desk, payload, digest, answer, locked):
        raise _used_for_something_else()
    raise_alerts(desk)
    return Answer(answer, desk.table.version if desk.table else 0)


def _replay(command: record.Remembered, job: _Job, digest: str) -> Answer:
    if command.act != job.act or command.person_id != job.stamp.person_id or command.digest != digest:
        raise _used_for_something_else()
    return Answer(command.answer, command.version, replayed=True)


def _used_for_something_else() -> Conflict:
    return Conflict(_("This command id was used for something else: nothing was done."), field="command_id")


def _command_digest(job: _Job, table: Table | None) -> str:
    """A fingerprint of what was asked for, to tell the same command from another under its id."""
    text = json.dumps([job.act, table.pk if table else None, job.sent], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def turn_away(*, casino_id: int, address: str, stamp: Stamp) -> None:
    """Record that somebody sent something to a page of others' work, which no act was asked about (AUD 1.1)."""
    refusal = NotAllowed(_("The page %(address)s is not for this role."), address=address)
    _record_refusal(_Job(Act.OPEN_PAGE, stamp, {}, lambda _desk: {}), casino_id, None, refusal)


def _record_refusal(job: _Job, casino_id: int, table: Table | None, refusal: TableError) -> None:
    """A refused act is an entry of the house chain, in its own transaction (AUD 1.1)."""
    with record.whole_or_nothing():
        desk = house_desk(job.act, job.stamp, casino_id)
        desk.table = table
        payload = {"refused": str(job.act), "code": refusal.code, "reason": str(refusal)}
        record.write_entry(desk, "refused", payload)
        desk.alert(Alert.Kind.REFUSED, f"{desk.chain}#{desk.facts.sequence}", payload)
        raise_alerts(desk)


def house_desk(act: Act, stamp: Stamp, casino_id: int) -> Desk:
    """The house, locked, for what is an entry and nothing more: no command is remembered. The caller has a transaction."""
    casino = _locked_casino(casino_id)
    facts = record.facts(stamp, casino.chain, casino.pk, None)
    return Desk(act, stamp, casino, None, casino.chain, facts, facts.now, {})


def _locked_casino(casino_id: int) -> Casino:
    return Casino.objects.select_for_update(no_key=True).get(pk=casino_id)


def need_text(value: object, name: str, *, most: int = 200, required: bool = True) -> str:
    """A text that somebody wrote, trimmed; raises `bad_field`."""
    if not isinstance(value, str) or len(value) > most or not is_storable(value):
        raise BadField(_("%(field)s must be text of at most %(most)s characters."), field=name, most=most)
    if required and not value.strip():
        raise BadField(_("%(field)s must not be empty."), field=name)
    return value.strip()
