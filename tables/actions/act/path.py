"""The one path of every write: one transaction, one lock, replay, version, right, and exactly one audit entry.

An act is a function of its context and of keyword arguments; `at_table` and `in_house` make of it the public function,
whose first argument is a call instead. The keyword arguments are what was sent: they go into the audit entry, and into the
fingerprint of the command. What was found out before the lock (a person who proved themselves, a hash) stands between, by
position. Nothing is decided on a row read before the lock.
"""

import functools
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec

from tables.actions.act.context import ActContext
from tables.actions.act.record import commit_entry, load_context, unit_of_work, write_entry
from tables.errors import Conflict, Locked, NotAllowed, NotFound, Stale, TableError
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Alert, Casino, Table
from tables.policy import MATRIX, Act
from tables.stamp import Call, HouseCall, Stamp

P = ParamSpec("P")

LOCKED_TABLE = "SELECT * FROM tables_table WHERE id = %s FOR NO KEY UPDATE"


@dataclass(frozen=True, slots=True)
class Answer:
    """What an act answers: its body, and the version of the table after it; `replayed` for a command sent again."""

    body: JSON
    version: int
    replayed: bool = False


def at_table(
    act: Act, *, moves_version: bool = True
) -> Callable[[Callable[Concatenate[ActContext, P], JSON]], Callable[Concatenate[Call, P], Answer]]:
    """Make a function an act at a table: it runs under the lock of the table's row.

    An act that is not about seats, designation or round moves no version: a round goes on beside it (interfaces, section 3).
    """

    def decorate(work: Callable[Concatenate[ActContext, P], JSON]) -> Callable[Concatenate[Call, P], Answer]:
        @functools.wraps(work)
        def run(call: Call, /, *known: P.args, **sent: P.kwargs) -> Answer:
            with _locked_table(act, call, sent) as (context, table):
                earlier = _earlier_answer(context)
                if earlier is not None:
                    return earlier
                _verify_version(table, call.version)
                _verify_right(context)
                context.moves_version = moves_version
                body = work(context, *known, **sent)
                table.version += context.moves_version
                table.notices += not moves_version or bool(context.alerts)
                return _finish(context, body, table)

        return run

    return decorate


def in_house(
    act: Act,
) -> Callable[[Callable[Concatenate[ActContext, P], JSON]], Callable[Concatenate[HouseCall, P], Answer]]:
    """Make a function an act of the house: it runs under the lock of the casino's row."""

    def decorate(work: Callable[Concatenate[ActContext, P], JSON]) -> Callable[Concatenate[HouseCall, P], Answer]:
        @functools.wraps(work)
        def run(call: HouseCall, /, *known: P.args, **sent: P.kwargs) -> Answer:
            with _locked_house(act, call, sent) as context:
                earlier = _earlier_answer(context)
                if earlier is not None:
                    return earlier
                _verify_right(context)
                return _finish(context, work(context, *known, **sent), None)

        return run

    return decorate


def lock_house(act: Act, stamp: Stamp, casino_id: int) -> ActContext:
    """Lock the house for an entry that is no act: no right is asked, no command remembered. The caller has a transaction."""
    return _load(act, HouseCall(casino_id, stamp), {})


def log_denied(*, casino_id: int, address: str, stamp: Stamp) -> None:
    """Record that a person sent something to a page of another role, which came to no act (AUD 1.1)."""
    refusal = NotAllowed(_("The page %(address)s is not for this role."), address=address)
    _record_refusal(Act.OPEN_PAGE, stamp, casino_id, None, refusal)


@contextmanager
def _locked_table(act: Act, call: Call, sent: Mapping[str, Any]) -> Iterator[tuple[ActContext, Table]]:
    """The transaction of an act at a table, under its lock; a refusal for want of a right is recorded after it."""
    table = None
    try:
        with unit_of_work():
            table = next(iter(Table.objects.raw(LOCKED_TABLE, [call.table_id])), None)
            if table is None:
                raise NotFound(_("There is no table %(table)s."), table=call.table_id)
            facts = load_context(call.stamp, table.chain, table.casino_id, table.pk)
            digest = _command_digest(act, table.pk, sent)
            casino = Casino(pk=table.casino_id)
            yield ActContext(act, call.stamp, casino, table, table.chain, facts, sent, digest), table
    except (NotAllowed, Locked) as refusal:
        if table is not None:
            _record_refusal(act, call.stamp, table.casino_id, table, refusal)
        raise


@contextmanager
def _locked_house(act: Act, call: HouseCall, sent: Mapping[str, Any]) -> Iterator[ActContext]:
    """The same of an act of the house."""
    try:
        with unit_of_work():
            yield _load(act, call, sent)
    except (NotAllowed, Locked) as refusal:
        _record_refusal(act, call.stamp, call.casino_id, None, refusal)
        raise


def _load(act: Act, call: HouseCall, sent: Mapping[str, Any]) -> ActContext:
    casino = Casino.objects.select_for_update(no_key=True).get(pk=call.casino_id)
    facts = load_context(call.stamp, casino.chain, casino.pk, call.table_id)
    return ActContext(act, call.stamp, casino, None, casino.chain, facts, sent, _command_digest(act, None, sent))


def _earlier_answer(context: ActContext) -> Answer | None:
    """The answer this command was given before, if it was; raises Conflict where its id stands for another command."""
    command = context.facts.command
    if command is None:
        return None
    expected = (str(context.act), context.stamp.person_id, context.digest)
    if (command.act, command.person_id, command.digest) != expected:
        raise _used_for_something_else()
    return Answer(command.answer, command.version, replayed=True)


def _verify_version(table: Table, version: int | None) -> None:
    if version is not None and version != table.version:
        raise Stale(
            _("The table has moved on from version %(version)s to %(present)s."),
            version=version,
            present=table.version,
        )


def _verify_right(context: ActContext) -> None:
    # An act that no role is granted is its own proof, or a command on the server.
    if MATRIX[context.act]:
        context.require(context.act)


def _finish(context: ActContext, body: JSON, locked: Table | None) -> Answer:
    if context.payload is None:
        raise AssertionError(f"{context.act} recorded nothing")
    payload = {**context.payload, **context.side_effects}
    if context.stamp.signature is not None:
        payload["signature"] = {"badge": context.facts.signer_badge, "method": context.stamp.signature.method}
    if not commit_entry(context, payload, body, locked):
        raise _used_for_something_else()
    return Answer(body, context.table.version if context.table else 0)


def _used_for_something_else() -> Conflict:
    return Conflict(_("This command id was used for something else: nothing was done."), field="command_id")


def _command_digest(act: Act, table_id: int | None, sent: Mapping[str, Any]) -> str:
    """The fingerprint of a command, to tell the same command from another under its id; stored, so it never changes."""
    text = json.dumps([act, table_id, sent], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _record_refusal(act: Act, stamp: Stamp, casino_id: int, table: Table | None, refusal: TableError) -> None:
    """Record a refused act in the house chain, in a transaction of its own (AUD 1.1)."""
    with unit_of_work():
        context = lock_house(act, stamp, casino_id)
        context.table = table
        payload = {"refused": str(act), "code": refusal.code, "reason": str(refusal)}
        context.alert(Alert.Kind.REFUSED, f"{context.chain}#{context.facts.sequence}", payload)
        write_entry(context, "refused", payload)
