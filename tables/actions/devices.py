"""Tablets, codes and tokens (OPS 1.2, 1.6)."""

from datetime import timedelta

from django.db import transaction

from tables.actions.act import record
from tables.actions.act.path import JSON, Answer, Desk, in_house, need_text
from tables.actions.act.rows import known_table
from tables.actions.people.secrets import code_of, new_token
from tables.errors import Expired, Locked, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.models import AuditEntry, Casino, EnrolmentCode, Person, PersonToken, Tablet
from tables.models.tokens import token_hash
from tables.policy import Act, Role
from tables.stamp import Stamp

CODE_LIFE = timedelta(minutes=5)
GUESSING_WATCHED = timedelta(minutes=1)
MOST_GUESSES = 30


def issue_enrolment_code(*, table_id: int, stamp: Stamp) -> str:
    """A one-time code, good for five minutes, that makes a browser the tablet of a table; sent again, the same one."""
    table = known_table(table_id)
    code = code_of(stamp.command_id)

    def work(desk: Desk) -> JSON:
        desk.table = table
        EnrolmentCode.objects.create(
            table=table,
            code_hash=token_hash(code),
            issued_by=Person.objects.get(pk=stamp.person_id or 0),
            expires_at=desk.now + CODE_LIFE,
        )
        desk.record({"issued_for_table": table.number})
        return {}

    in_house(Act.ENROL_TABLET, casino_id=table.casino_id, stamp=stamp, sent={"table": table.number}, work=work)
    return code


def enrol_tablet(*, code: str, label: str, command_id: str, table_id: int | None = None) -> tuple[Tablet, str]:
    """Turn a one-time code into a tablet; the token is shown once and stored hashed.

    With a table, a code for another one is as good as none.
    """
    name = need_text(label or "tablet", "label", most=40)
    # Old codes stay on record, and eight digits come up again: the newest one counts.
    codes = EnrolmentCode.objects.filter(code_hash=token_hash(code)).select_related("table")
    issued = codes.order_by("-pk").first()
    if issued is None or table_id not in (None, issued.table_id):
        _fail_enrolment(command_id)
        raise Expired(_("This code is wrong or too old: ask the floor for a new one."), field="code")
    token = new_token()
    stamp = Stamp(issued.issued_by_id, Role.FLOOR, None, command_id)

    def work(desk: Desk) -> JSON:
        return _trade_in(desk, issued, name, token)

    try:
        answer = in_house(
            Act.ENROL_TABLET, casino_id=issued.table.casino_id, stamp=stamp, sent={"label": name}, work=work
        )
    except Expired:
        _fail_enrolment(command_id)
        raise
    if answer.replayed:
        raise Expired(_("This code was used: ask the floor for a new one."), field="code")
    return Tablet.objects.get(pk=answer.body["tablet"]), token


def _trade_in(desk: Desk, issued: EnrolmentCode, label: str, token: str) -> JSON:
    """Under the lock: the code is still good, and from now on used."""
    desk.table = issued.table
    fresh = EnrolmentCode.objects.get(pk=issued.pk)
    if fresh.used_at is not None or fresh.expires_at < desk.now:
        raise Expired(_("This code is wrong or too old: ask the floor for a new one."), field="code")
    fresh.used_at = desk.now
    fresh.save(update_fields=["used_at"])
    tablet = Tablet.objects.create(
        table=issued.table,
        label=label,
        token_hash=token_hash(token),
        enrolled_by_id=issued.issued_by_id,
        enrolled_at=desk.now,
    )
    desk.record({"before": None, "after": {"tablet": tablet.pk, "label": label}})
    return {"tablet": tablet.pk, "table": issued.table_id}


def revoke_tablet(*, tablet_id: int, stamp: Stamp) -> Answer:
    """A tablet that is lost or replaced shows and does nothing from now on."""
    tablet = _tablet(tablet_id)

    def work(desk: Desk) -> JSON:
        desk.table, fresh = tablet.table, Tablet.objects.get(pk=tablet.pk)
        if fresh.revoked_at is not None:
            raise WrongState(_("This tablet is revoked already."))
        fresh.revoked_at = desk.now
        fresh.save(update_fields=["revoked_at"])
        desk.record({"before": {"tablet": fresh.pk, "revoked": False}, "after": {"tablet": fresh.pk, "revoked": True}})
        return {"tablet": fresh.pk}

    sent = {"tablet": tablet.pk}
    return in_house(Act.REVOKE_TABLET, casino_id=tablet.table.casino_id, stamp=stamp, sent=sent, work=work)


def unlock_tablet(*, tablet_id: int, stamp: Stamp) -> Answer:
    """A floor manager who signed in with his password lets a locked tablet work again (OPS 1.6)."""
    tablet = _tablet(tablet_id)

    def work(desk: Desk) -> JSON:
        desk.table, fresh = tablet.table, Tablet.objects.get(pk=tablet.pk)
        if fresh.locked_at is None:
            raise WrongState(_("This tablet is not locked."))
        fresh.locked_at, fresh.failures = None, 0
        fresh.save(update_fields=["locked_at", "failures"])
        desk.record({"before": {"tablet": fresh.pk, "locked": True}, "after": {"tablet": fresh.pk, "locked": False}})
        return {"tablet": fresh.pk}

    sent = {"tablet": tablet.pk}
    return in_house(Act.UNLOCK_TABLET, casino_id=tablet.table.casino_id, stamp=stamp, sent=sent, work=work)


def unlock_badge(*, casino_id: int, badge: str, stamp: Stamp) -> Answer:
    """A floor manager lets a locked badge try again (OPS 1.4)."""
    person = Person.objects.filter(badge=badge).first()
    if person is None:
        raise NotFound(_("There is no badge %(badge)s."), badge=badge[:16], field="badge")

    def work(desk: Desk) -> JSON:
        Person.objects.filter(pk=person.pk).update(failures=0, lockouts=0, locked_until=None)
        desk.record({"unlocked": person.badge})
        return {"badge": person.badge}

    sent = {"badge": person.badge}
    return in_house(Act.UNLOCK_BADGE, casino_id=casino_id, stamp=stamp, sent=sent, work=work)


def issue_token(*, casino_id: int, badge: str, label: str, command_id: str) -> str:
    """A token with which a program acts as a person; made by a command on the server, shown once.

    It ends with his last role, with new secrets, or when he is deactivated.
    """
    person = Person.objects.filter(badge=badge, is_active=True).first()
    if person is None:
        raise NotFound(_("There is no badge %(badge)s."), badge=badge[:16], field="badge")
    name, token = need_text(label, "label", most=40), new_token()

    def work(desk: Desk) -> JSON:
        PersonToken.objects.create(person=person, label=name, token_hash=token_hash(token), created_at=desk.now)
        desk.record({"token_for": person.badge, "label": name})
        return {}

    stamp = Stamp(None, Role.SYSTEM, None, command_id)
    sent = {"badge": badge, "label": name}
    in_house(Act.ISSUE_TOKEN, casino_id=casino_id, stamp=stamp, sent=sent, work=work)
    return token


def _fail_enrolment(command_id: str) -> None:
    """Record a wrong code; guessing on is refused unrecorded, so that the chain cannot be flooded either."""
    with transaction.atomic(durable=True):
        casino = Casino.objects.select_for_update(no_key=True).order_by("pk").first()
        if casino is None:
            return
        stamp = Stamp(None, Role.SYSTEM, None, command_id)
        facts = record.facts(stamp, casino.chain, casino.pk, None)
        desk = Desk(Act.ENROLMENT_FAILED, stamp, casino, None, casino.chain, facts, facts.now, {})
        lately = AuditEntry.objects.filter(
            time__gt=desk.now - GUESSING_WATCHED, chain=casino.chain, act=Act.ENROLMENT_FAILED
        )
        if lately.count() >= MOST_GUESSES:
            raise Locked(_("Too many wrong codes were tried: wait a minute."), field="code")
        record.write_entry(desk, str(Act.ENROLMENT_FAILED), {"reason": "code"})


def _tablet(tablet_id: int) -> Tablet:
    tablet = Tablet.objects.filter(pk=tablet_id).select_related("table").first()
    if tablet is None:
        raise NotFound(_("There is no tablet %(tablet)s."), tablet=tablet_id)
    return tablet
