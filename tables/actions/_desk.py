"""The one path of every write: one transaction, one lock, replay, version, right, and exactly one audit entry.

An act is a function whose first parameter is the desk; `at_table` and `in_house` make of it the public function,
whose first parameter is the call. Nothing is decided on a row read before the lock.
"""

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Concatenate, ParamSpec

from django.db import transaction

from tables.actions import _record
from tables.errors import BadField, Conflict, Locked, NeedsSignature, NotAllowed, NotFound, Stale, TableError
from tables.errors import gettext_noop as _
from tables.models import Casino, Table
from tables.policy import MATRIX, Act, Role, permission
from tables.stamp import Call, Stamp

P = ParamSpec("P")
JSON = dict[str, Any]


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
    facts: _record.Facts
    now: datetime
    payload: JSON | None = None
    round_number: int | None = None

    def require(self, act: Act) -> None:
        """Raise unless the person, or whoever signed, may do the act here (OPS 1.4)."""
        granted = permission(act, self.stamp.role)
        if granted and not granted.signed:
            self._verify_author(granted.tapped_in)
            return
        signers = [role for role, cell in MATRIX[act].items() if cell.signed]
        if not signers:
            raise NotAllowed(_("Only %(roles)s may do this."), roles=", ".join(MATRIX[act]) or "nobody")
        self._verify_author(self.stamp.role == Role.DEALER)
        self._verify_signature(act, signers)

    def _verify_author(self, at_his_table: bool) -> None:
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
        if cell.not_dealing and signature.person_id == facts.dealer_id:
            raise NotAllowed(_("Whoever is dealing cannot sign this himself."), field="signature")

    def record(self, payload: JSON, *, round_number: int | None = None) -> None:
        """Say what the audit entry of this act holds; exactly once an act (AUD 1.1)."""
        if self.payload is not None:
            raise AssertionError(f"{self.act} recorded twice")
        self.payload = payload
        self.round_number = round_number


def at_table(
    act: Act, *, bumps: bool = True
) -> Callable[[Callable[Concatenate[Desk, P], JSON]], Callable[Concatenate[Call, P], Answer]]:
    """Make a function an act at a table: it runs under the lock of the table's own row."""

    def decorate(work: Callable[Concatenate[Desk, P], JSON]) -> Callable[Concatenate[Call, P], Answer]:
        @functools.wraps(work)
        def run(call: Call, *args: P.args, **sent: P.kwargs) -> Answer:
            try:
                with transaction.atomic(durable=True):
                    return _run_at_table(act, call, sent, lambda desk: work(desk, *args, **sent), bumps=bumps)
            except (NotAllowed, NeedsSignature, Locked) as refusal:
                _record_refusal(act, call, refusal)
                raise

        run.act = act  # type: ignore[attr-defined]
        return run

    return decorate


def _run_at_table(
    act: Act, call: Call, sent: Mapping[str, Any], work: Callable[[Desk], JSON], *, bumps: bool
) -> Answer:
    table = Table.objects.select_for_update(no_key=True).filter(pk=call.table_id).first()
    if table is None:
        raise NotFound(_("There is no table %(table)s."), table=call.table_id)
    facts = _record.facts(call.stamp, table.chain, table.casino_id, table.pk)
    digest = command_digest(act, sent, table.pk)
    if facts.command is not None:
        return _replay(facts.command, act, call.stamp, digest)
    if call.version is not None and call.version != table.version:
        raise Stale(
            _("The table has moved on from version %(version)s to %(present)s."),
            version=call.version,
            present=table.version,
        )
    desk = Desk(act, call.stamp, Casino(pk=table.casino_id), table, table.chain, facts, facts.now)
    desk.require(act)
    answer = work(desk)
    if bumps:
        table.version += 1
    _finish(desk, sent, digest, answer, table.version)
    return Answer(answer, table.version)


def in_house(
    act: Act,
    *,
    casino_id: int,
    stamp: Stamp,
    sent: Mapping[str, Any],
    work: Callable[[Desk], JSON],
    right: bool = True,
) -> Answer:
    """Run a house act under the lock of the casino's row; `right` false where the act itself is the proof."""
    with transaction.atomic(durable=True):
        casino = Casino.objects.select_for_update(no_key=True).get(pk=casino_id)
        facts = _record.facts(stamp, casino.chain, casino.pk, None)
        digest = command_digest(act, sent, None)
        if facts.command is not None:
            return _replay(facts.command, act, stamp, digest)
        desk = Desk(act, stamp, casino, None, casino.chain, facts, facts.now)
        if right:
            desk.require(act)
        answer = work(desk)
        _finish(desk, sent, digest, answer, 0)
        return Answer(answer, 0)


def _finish(desk: Desk, sent: Mapping[str, Any], digest: str, answer: JSON, version: int) -> None:
    if desk.payload is None:
        raise AssertionError(f"{desk.act} recorded nothing")
    if desk.table is not None and desk.chain == desk.table.chain:
        _record.save_table(desk.table)
    payload = {"sent": dict(sent), **desk.payload}
    if desk.stamp.signature is not None:
        payload["signature"] = {"badge": desk.facts.signer_badge, "method": desk.stamp.signature.method}
    _record.write(desk, payload, digest, answer, version)


def _replay(command: _record.Remembered, act: Act, stamp: Stamp, digest: str) -> Answer:
    if command.act != act or command.person_id != stamp.person_id or command.digest != digest:
        raise Conflict(_("This command id was used for something else: nothing was done."), field="command_id")
    return Answer(command.answer, command.version, replayed=True)


def command_digest(act: Act, sent: Mapping[str, Any], table_id: int | None) -> str:
    """A fingerprint of what was asked for, to tell the same command from another under its id."""
    text = json.dumps([act, table_id, sent], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _record_refusal(act: Act, call: Call, refusal: TableError) -> None:
    """A refused act is an entry of the house chain, in its own transaction (AUD 1.1)."""
    casino_id = Table.objects.values_list("casino_id", flat=True).get(pk=call.table_id)
    with transaction.atomic(durable=True):
        casino = Casino.objects.select_for_update(no_key=True).get(pk=casino_id)
        table = Table.objects.get(pk=call.table_id)
        facts = _record.facts(call.stamp, casino.chain, casino.pk, table.pk)
        desk = Desk(act, call.stamp, casino, table, casino.chain, facts, facts.now)
        payload = {"refused": str(act), "code": refusal.code, "reason": str(refusal)}
        _record.write_entry(desk, "refused", payload)


def need_text(value: object, name: str, *, most: int = 200, required: bool = True) -> str:
    """A text that somebody wrote, trimmed; raises `bad_field`."""
    if not isinstance(value, str) or len(value) > most or "\x00" in value:
        raise BadField(_("%(field)s must be text of at most %(most)s characters."), field=name, most=most)
    if required and not value.strip():
        raise BadField(_("%(field)s must not be empty."), field=name)
    return value.strip()
