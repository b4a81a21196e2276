"""Proving who a person is: signing in, tapping in and out, signing an act (OPS 1.1 to 1.3, 1.6)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from django.db import connection, transaction

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house, lock_house
from tables.actions.act.record import write_entry
from tables.actions.act.rows import known_table
from tables.actions.people.secrets import PASSWORD, PIN, Proof, method_of, prove
from tables.errors import Locked, NotAllowed, TableError, WrongState
from tables.errors import gettext_noop as _
from tables.games.reading import is_storable
from tables.games.values import JSON
from tables.models import Person, RoleGrant, Table, Tablet, TapIn
from tables.policy import MATRIX, Act, Role
from tables.stamp import CommandId, HouseCall, Signature, Stamp

FAILURES_TO_LOCK_BADGE = 5
FAILURES_TO_LOCK_TABLET = 10
FIRST_LOCK_MINUTES = 15
IN_BROWSERS = (Role.FLOOR, Role.COMPLIANCE, Role.ADMIN, Role.INSPECTOR)
SIGNERS = (Role.FLOOR, Role.ADMIN, Role.COMPLIANCE, Role.DEALER)

# One statement, so that no two failures count as one; the lock doubles each time, up to a week and a half.
COUNT_BADGE = """
UPDATE tables_person SET
    failures = CASE WHEN failures + 1 >= %s THEN 0 ELSE failures + 1 END,
    lockouts = CASE WHEN failures + 1 >= %s THEN lockouts + 1 ELSE lockouts END,
    locked_until = CASE WHEN failures + 1 >= %s THEN %s + make_interval(mins => %s * (2 ^ least(lockouts, 10))::int) ELSE locked_until END
WHERE id = %s
"""
COUNT_TABLET = """
UPDATE tables_tablet SET failures = failures + 1,
    locked_at = CASE WHEN failures + 1 >= %s THEN coalesce(locked_at, %s) ELSE locked_at END
WHERE id = %s
"""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An attempt to prove who a person is: where, under which command id, and what came of it."""

    casino_id: int
    badge: str
    tablet_id: int | None
    command_id: CommandId
    proof: Proof
    browser_of: int | None = None
    """The tablet whose browser it came from, where its failures are not counted by tablet."""


def sign_in(
    *, casino_id: int, badge: str, password: str, command_id: CommandId, tablet_id: int | None = None
) -> Person:
    """Return the person who signs in with a password from any browser; an entry either way.

    A locked tablet takes it too: with their password a floor manager unlocks it (OPS 1.6). Raises NotAllowed, Locked.
    """
    attempt = _Attempt(casino_id, badge, None, command_id, prove(badge, password, PASSWORD), tablet_id)
    person, role = _prove_role(attempt, IN_BROWSERS)
    _sign_in(HouseCall(casino_id, Stamp(person.pk, role, tablet_id, command_id)), person, badge=badge)
    return person


@in_house(Act.SIGN_IN)
def _sign_in(context: ActContext, person: Person, /, **_sent: str) -> JSON:
    _verify_still(context, person, None)
    _forget_failures(person, None)
    context.record({"method": PASSWORD})
    return {}


def end_session(*, casino_id: int, person: Person, tablet_id: int | None, command_id: CommandId) -> None:
    """End a session, as an entry: together with the sign-in it says who was signed in when (AUD 5.1)."""
    role = _first_role(person, casino_id, IN_BROWSERS) or Role.DEALER
    _sign_out(HouseCall(casino_id, Stamp(person.pk, role, tablet_id, command_id)), badge=person.badge)


@in_house(Act.SIGN_OUT)
def _sign_out(context: ActContext, /, **_sent: str) -> JSON:
    context.record({})
    return {}


def tap_in(*, table_id: int, badge: str, pin: str, tablet_id: int | None, command_id: CommandId) -> Answer:
    """Take over a table with badge and PIN; the dealer before is tapped out by the same act (OPS 1.2)."""
    table = known_table(table_id)
    attempt = _Attempt(table.casino_id, badge, tablet_id, command_id, prove(badge, pin, PIN))
    person, role = _prove_role(attempt, tuple(MATRIX[Act.TAP_IN]))
    call = HouseCall(table.casino_id, Stamp(person.pk, role, tablet_id, command_id))
    return _tap_in(call, table, person, table=table.number, badge=badge)


@in_house(Act.TAP_IN)
def _tap_in(context: ActContext, at: Table, person: Person, /, **_sent: str | int) -> JSON:
    context.table, tablet_id = at, context.stamp.device_id
    _verify_still(context, person, tablet_id)
    _forget_failures(person, tablet_id)
    return _take_over(context, at, person, tablet_id)


def tap_out(*, table_id: int, stamp: Stamp) -> Answer:
    """End the tap-in at a table, as its dealer or as a floor manager."""
    table = known_table(table_id)
    return _tap_out(HouseCall(table.casino_id, stamp), table, table=table.number)


@in_house(Act.TAP_OUT)
def _tap_out(context: ActContext, at: Table, /, **_sent: int) -> JSON:
    context.table = at
    current = TapIn.objects.filter(table=at, ended_at=None).select_related("person").first()
    if current is None:
        raise WrongState(_("Nobody is tapped in at table %(table)s."), table=at.number)
    context.require(Act.TAP_OUT if current.person_id == context.stamp.person_id else Act.TAP_OTHER_OUT)
    current.ended_at = context.now
    current.save(update_fields=["ended_at"])
    context.record({"before": {"dealer": current.person.badge}, "after": {"dealer": None}})
    return {"dealer": None}


def sign(*, casino_id: int, badge: str, secret: str, tablet_id: int | None, command_id: CommandId) -> Signature:
    """Return the signature of a person who proves with PIN or password that they sign the act that follows (OPS 1.3).

    An entry either way. Raises NotAllowed, Locked.
    """
    method = method_of(secret)
    attempt = _Attempt(casino_id, badge, tablet_id, command_id, prove(badge, secret, method))
    person, role = _prove_role(attempt, SIGNERS)
    # The command id is that of the act to be signed, which remembers it; the attempt is only recorded (OPS 1.6).
    with _recording(attempt, Act.SIGN, Stamp(person.pk, role, tablet_id, command_id)) as context:
        _verify_still(context, person, tablet_id)
        _forget_failures(person, tablet_id)
        write_entry(context, str(Act.SIGN), {"badge": person.badge, "method": method})
    return Signature(person.pk, method, person.credential_version)


def _prove_role(attempt: _Attempt, roles: Sequence[Role]) -> tuple[Person, Role]:
    """The person who proved themselves, and the first of the roles that they hold; a failure is counted and recorded."""
    person = attempt.proof.person
    if person is None or not attempt.proof.holds or _is_locked(person, attempt.tablet_id):
        _fail(attempt, reason="secret")
    role = _first_role(person, attempt.casino_id, roles)
    if role is None:
        _fail(attempt, reason="role")
    return person, role


def _is_locked(person: Person, tablet_id: int | None) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM tables_person WHERE id = %s AND locked_until > clock_timestamp())"
            " OR EXISTS (SELECT FROM tables_tablet WHERE id = %s AND locked_at IS NOT NULL)",
            (person.pk, tablet_id),
        )
        return bool(cursor.fetchone()[0])


def _fail(attempt: _Attempt, *, reason: str) -> NoReturn:
    """Count and record a failed attempt, and raise; what is said does not tell an unknown badge from a wrong secret."""
    person, tablet_id = attempt.proof.person, attempt.tablet_id
    device_id = tablet_id or attempt.browser_of
    stamp = Stamp(None, Role.SYSTEM, device_id, attempt.command_id)
    with _recording(attempt, Act.SIGN_IN_FAILED, stamp) as context:
        locked = _locked_now(context, person, tablet_id)
        payload = {
            "badge": "".join(letter for letter in attempt.badge[:16] if is_storable(letter)),
            "method": attempt.proof.method,
            "reason": "locked" if locked else reason,
        }
        if not locked and reason == "secret":
            _count(context, person, tablet_id)
            payload |= {"locks": locks} if (locks := _locked_now(context, person, tablet_id)) else {}
        write_entry(context, str(Act.SIGN_IN_FAILED), payload)
    raise _failure(locked, reason, attempt.proof.method)


@contextmanager
def _recording(attempt: _Attempt, act: Act, stamp: Stamp) -> Iterator[ActContext]:
    """The house under its lock, for an attempt that is an entry and no act: no command is remembered."""
    with transaction.atomic(durable=True):
        yield lock_house(act, stamp, attempt.casino_id)


def _failure(locked: str, reason: str, method: str) -> TableError:
    if locked == "tablet":
        return Locked(_("This tablet is locked after too many failures: a floor manager unlocks it with a password."))
    if locked:
        return Locked(_("This badge is locked after too many failures; a floor manager can unlock it."))
    if reason == "role":
        return NotAllowed(_("This badge has no role that may do this here."))
    if method == PIN:
        return NotAllowed(_("Badge and PIN do not belong together."))
    return NotAllowed(_("Badge and password do not belong together."))


def _locked_now(context: ActContext, person: Person | None, tablet_id: int | None) -> str:
    if tablet_id is not None and Tablet.objects.filter(pk=tablet_id, locked_at__isnull=False).exists():
        return "tablet"
    if person is not None and Person.objects.filter(pk=person.pk, locked_until__gt=context.now).exists():
        return "badge"
    return ""


def _count(context: ActContext, person: Person | None, tablet_id: int | None) -> None:
    most = FAILURES_TO_LOCK_BADGE
    with connection.cursor() as cursor:
        cursor.execute(COUNT_BADGE, (most, most, most, context.now, FIRST_LOCK_MINUTES, person.pk if person else None))
        cursor.execute(COUNT_TABLET, (FAILURES_TO_LOCK_TABLET, context.now, tablet_id))


def _forget_failures(person: Person, tablet_id: int | None) -> None:
    Person.objects.filter(pk=person.pk).update(failures=0, lockouts=0, locked_until=None)
    if tablet_id is not None:
        Tablet.objects.filter(pk=tablet_id).update(failures=0)


def _verify_still(context: ActContext, person: Person, tablet_id: int | None) -> None:
    """Under the lock: the credentials that were proved are still the person's, and nothing was locked meanwhile."""
    fresh = Person.objects.filter(pk=person.pk, is_active=True).first()
    if fresh is None or fresh.credential_version != person.credential_version:
        raise NotAllowed(_("The badge was changed meanwhile; try again."))
    if _locked_now(context, person, tablet_id):
        raise Locked(_("Locked after too many failures."))


def _first_role(person: Person, casino_id: int, wanted: Sequence[Role]) -> Role | None:
    held = set(
        RoleGrant.objects.filter(person=person, casino_id=casino_id, revoked_at=None).values_list("role", flat=True)
    )
    return next((role for role in wanted if role in held), None)


def _take_over(context: ActContext, table: Table, person: Person, tablet_id: int | None) -> JSON:
    tablet = Tablet.objects.filter(pk=tablet_id).first() if tablet_id is not None else None
    if tablet is not None and (tablet.table_id != table.pk or tablet.revoked_at is not None):
        raise NotAllowed(_("This tablet is not enrolled at this table."))
    elsewhere = TapIn.objects.filter(person=person, ended_at=None).exclude(table=table).select_related("table").first()
    if elsewhere is not None:
        raise WrongState(
            _("%(name)s is tapped in at table %(table)s: tap out there first."),
            name=person.name,
            table=elsewhere.table.number,
        )
    relieved = TapIn.objects.filter(table=table, ended_at=None).select_related("person").first()
    before = relieved.person.badge if relieved else None
    if relieved is not None:
        relieved.ended_at = context.now
        relieved.save(update_fields=["ended_at"])
    TapIn.objects.create(
        table=table, person=person, tablet=tablet, started_at=context.now, sequence=context.facts.sequence
    )
    context.record({"before": {"dealer": before}, "after": {"dealer": person.badge}})
    # A dealer who taps in at their own table once more relieves nobody.
    return {"dealer": person.badge, "relieved": before if before != person.badge else None}
