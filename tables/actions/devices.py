"""Tablets, codes and tokens (OPS 1.2, 1.6)."""

from datetime import timedelta

from django.db import transaction

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house, lock_house
from tables.actions.act.record import write_entry
from tables.actions.act.rows import known_table
from tables.actions.people.secrets import code_of, new_token
from tables.audit.chain import time_text
from tables.errors import Expired, Locked, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.table.reading import read_text
from tables.games.values import JSON
from tables.models import AuditEntry, Casino, EnrolmentCode, Person, PersonToken, Table, Tablet
from tables.models.people import token_digest, token_hash
from tables.policy import Act, Role
from tables.stamp import CommandId, HouseCall, Stamp

CODE_LIFE = timedelta(minutes=5)
GUESSING_WATCHED = timedelta(minutes=1)
MOST_GUESSES = 30


def issue_enrolment_code(*, table_id: int, stamp: Stamp) -> str:
    """Return a one-time code of eight digits that makes a browser the tablet of a table, for five minutes.

    Sent again under the same command id, it returns the same code.
    """
    table = known_table(table_id)
    code = code_of(stamp.command_id)
    _issue_code(HouseCall(table.casino_id, stamp), table, code, table=table.number)
    return code


@in_house(Act.ENROL_TABLET)
def _issue_code(context: ActContext, at: Table, code: str, /, **_sent: int) -> JSON:
    context.table = at
    issued = EnrolmentCode.objects.create(
        table=at,
        code_hash=token_hash(code),
        issued_by=Person.objects.get(pk=context.stamp.person_id or 0),
        expires_at=context.now + CODE_LIFE,
    )
    context.record({"issued_for_table": at.number, "code": issued.pk, "expires_at": time_text(issued.expires_at)})
    return {}


def enrol_tablet(*, code: str, label: str, command_id: CommandId, table_id: int | None = None) -> tuple[Tablet, str]:
    """Trade a one-time code for a tablet and its token, which is shown once and stored hashed; raises Expired, Locked.

    With a table, a code for another one is as good as none.
    """
    name = read_text(label or "tablet", "label", most=40)
    # Old codes stay on record, and eight digits come up again: the newest one counts.
    codes = EnrolmentCode.objects.filter(code_hash=token_hash(code)).select_related("table")
    issued = codes.order_by("-pk").first()
    if issued is None or table_id not in (None, issued.table_id):
        _record_wrong_code(command_id)
        raise Expired(_("This code is wrong or too old: ask the floor for a new one."), field="code")
    token = new_token()
    stamp = Stamp(issued.issued_by_id, Role.FLOOR, None, command_id)
    try:
        answer = _trade_in(HouseCall(issued.table.casino_id, stamp), issued, token, label=name)
    except Expired:
        _record_wrong_code(command_id)
        raise
    if answer.replayed:
        raise Expired(_("This code was used: ask the floor for a new one."), field="code")
    return Tablet.objects.get(pk=answer.body["tablet"]), token


@in_house(Act.ENROL_TABLET)
def _trade_in(context: ActContext, issued: EnrolmentCode, token: str, *, label: str) -> JSON:
    """Under the lock: the code is still good, and from now on used."""
    context.table = issued.table
    fresh = EnrolmentCode.objects.get(pk=issued.pk)
    if fresh.used_at is not None or fresh.expires_at < context.now:
        raise Expired(_("This code is wrong or too old: ask the floor for a new one."), field="code")
    fresh.used_at = context.now
    fresh.save(update_fields=["used_at"])
    tablet = Tablet.objects.create(
        table=issued.table,
        label=label,
        token_hash=token_hash(token),
        enrolled_by_id=issued.issued_by_id,
        enrolled_at=context.now,
    )
    made = {"code": fresh.pk, "tablet": tablet.pk, "label": label, "token_digest": token_digest(tablet.token_hash)}
    context.record({"before": None, "after": made})
    return {"tablet": tablet.pk, "table": issued.table_id}


def revoke_tablet(*, tablet_id: int, stamp: Stamp) -> Answer:
    """End a tablet that is lost or replaced: it shows and does nothing from now on."""
    tablet = _tablet(tablet_id)
    return _revoke(HouseCall(tablet.table.casino_id, stamp), tablet.table, tablet=tablet.pk)


@in_house(Act.REVOKE_TABLET)
def _revoke(context: ActContext, at: Table, *, tablet: int) -> JSON:
    context.table, fresh = at, Tablet.objects.get(pk=tablet)
    if fresh.revoked_at is not None:
        raise WrongState(_("This tablet is revoked already."))
    fresh.revoked_at = context.now
    fresh.save(update_fields=["revoked_at"])
    context.record({"before": {"tablet": fresh.pk, "revoked": False}, "after": {"tablet": fresh.pk, "revoked": True}})
    return {"tablet": fresh.pk}


def unlock_tablet(*, tablet_id: int, stamp: Stamp) -> Answer:
    """Let a locked tablet work again, as a floor manager who signed in with their password (OPS 1.6)."""
    tablet = _tablet(tablet_id)
    return _unlock(HouseCall(tablet.table.casino_id, stamp), tablet.table, tablet=tablet.pk)


@in_house(Act.UNLOCK_TABLET)
def _unlock(context: ActContext, at: Table, *, tablet: int) -> JSON:
    context.table, fresh = at, Tablet.objects.get(pk=tablet)
    if fresh.locked_at is None:
        raise WrongState(_("This tablet is not locked."))
    fresh.locked_at, fresh.failures = None, 0
    fresh.save(update_fields=["locked_at", "failures"])
    context.record({"before": {"tablet": fresh.pk, "locked": True}, "after": {"tablet": fresh.pk, "locked": False}})
    return {"tablet": fresh.pk}


def unlock_badge(call: HouseCall, *, badge: str) -> Answer:
    """Let a locked badge try again, as a floor manager (OPS 1.4); raises NotFound."""
    person = Person.objects.filter(badge=badge).first()
    if person is None:
        raise NotFound(_("There is no badge %(badge)s."), badge=badge[:16], field="badge")
    return _unlock_badge(call, badge=person.badge)


@in_house(Act.UNLOCK_BADGE)
def _unlock_badge(context: ActContext, *, badge: str) -> JSON:
    Person.objects.filter(badge=badge).update(failures=0, lockouts=0, locked_until=None)
    context.record({"unlocked": badge})
    return {"badge": badge}


def issue_token(*, casino_id: int, badge: str, label: str, command_id: CommandId) -> str:
    """Return a token with which a program acts as a person; made by a command on the server, shown once.

    It ends with the person's last role, with new secrets, or when they are deactivated. Raises NotFound.
    """
    person = Person.objects.filter(badge=badge, is_active=True).first()
    if person is None:
        raise NotFound(_("There is no badge %(badge)s."), badge=badge[:16], field="badge")
    name, token = read_text(label, "label", most=40), new_token()
    _issue_token(HouseCall(casino_id, Stamp.of_system(command_id)), person, token, badge=badge, label=name)
    return token


@in_house(Act.ISSUE_TOKEN)
def _issue_token(context: ActContext, person: Person, token: str, *, badge: str, label: str) -> JSON:
    made = PersonToken.objects.create(person=person, label=label, token_hash=token_hash(token), created_at=context.now)
    context.record(
        {"token_for": badge, "label": label, "token": made.pk, "token_digest": token_digest(made.token_hash)}
    )
    return {}


def _record_wrong_code(command_id: CommandId) -> None:
    """Record a wrong code; guessing on is refused unrecorded, so that the chain cannot be flooded either."""
    with transaction.atomic(durable=True):
        casino = Casino.objects.order_by("pk").first()
        if casino is None:
            return
        context = lock_house(Act.ENROLMENT_FAILED, Stamp.of_system(command_id), casino.pk)
        lately = AuditEntry.objects.filter(
            time__gt=context.now - GUESSING_WATCHED, chain=casino.chain, act=Act.ENROLMENT_FAILED
        )
        if lately.count() >= MOST_GUESSES:
            raise Locked(_("Too many wrong codes were tried: wait a minute."), field="code")
        write_entry(context, str(Act.ENROLMENT_FAILED), {"reason": "code"})


def _tablet(tablet_id: int) -> Tablet:
    tablet = Tablet.objects.filter(pk=tablet_id).select_related("table").first()
    if tablet is None:
        raise NotFound(_("There is no tablet %(tablet)s."), tablet=tablet_id)
    return tablet
