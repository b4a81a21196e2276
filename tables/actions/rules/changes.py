"""Changes of house rules: two people, a notice, and effect at a round boundary (OPS 4.2, 4.3).

Nothing of a change moves the table's version until it takes effect: rounds go on beside it.
"""

from dataclasses import replace
from datetime import timedelta

from tables.actions.act.context import ActContext
from tables.actions.act.outcomes import play, write_rules, write_table
from tables.actions.act.path import at_table
from tables.actions.act.rows import rules_in_force, standing_of, table_of
from tables.actions.people.secrets import PASSWORD
from tables.audit.canonical import digest
from tables.audit.chain import time_text
from tables.errors import BadField, Expired, NotAllowed, NotFound, OwnChange, Stale, WrongState
from tables.errors import gettext_noop as _
from tables.games.comparison import differences
from tables.games.house_rules import change_house_rules
from tables.games.reading import is_whole
from tables.games.table.reading import read_text
from tables.games.table.rules import A_GAME_WAITS, Boundary, due_after_notice, take_due_rules, what_holds_up
from tables.games.values import JSON
from tables.models import Person, RuleChange, RulesVersion, Table
from tables.models.values import coming_rules
from tables.policy import Act

State = RuleChange.State


@at_table(Act.REQUEST_RULE_CHANGE, moves_version=False)
def request_rule_change(context: ActContext, *, rules: object, base_version: object, reason: object) -> JSON:
    """Ask for a change of some rules, with a reason; the whole has to hold together (OPS 4.2, 4.5)."""
    table = table_of(context)
    version, present = rules_in_force(table)
    words = read_text(reason, "reason")
    _verify_base(base_version, version)
    _verify_none_is_open(context, table)
    if not isinstance(rules, dict):
        raise BadField(_("%(field)s must be an object of the rules that are to change."), field="rules")
    coming = change_house_rules(present, rules)
    changed = differences(present.document(), coming.document())
    if not changed:
        raise WrongState(_("Nothing would change: these are the rules in force."), field="rules")
    if coming.game != present.game and table.state != Table.State.CLOSED:
        raise WrongState(A_GAME_WAITS, field="game")
    change = RuleChange.objects.create(
        table=table,
        base=version,
        changes=rules,
        document=coming.document(),
        reason=words,
        requested_by=Person(pk=context.stamp.person_id),
        requested_at=context.now,
        expires_at=context.now + timedelta(minutes=present.changes.expire_minutes),
    )
    expires_at = time_text(change.expires_at)
    asked = {"reason": words, "base_version": version.number, "document_sha256": digest(change.document)}
    context.record({"change": change.pk, "differences": changed, "expires_at": expires_at, **asked})
    return {"change": change.pk, "state": str(change.state), "expires_at": expires_at}


@at_table(Act.WITHDRAW_RULE_CHANGE, moves_version=False)
def withdraw_rule_change(context: ActContext, *, change: object, words: object = "") -> JSON:
    """Take a change back, as the person who asked for it, until it is decided on (OPS 4.2)."""
    row = _change_in(context, change, State.REQUESTED)
    if row.requested_by_id != context.stamp.person_id:
        raise NotAllowed(_("Only the person who asked for a change may withdraw it."))
    row.words = read_text(words, "words", required=False)
    return _end(context, row, State.WITHDRAWN)


@at_table(Act.APPROVE_RULE_CHANGE, moves_version=False)
def approve_rule_change(context: ActContext, *, change: object, words: object = "") -> JSON:
    """Agree as the second person; the notice begins, and the change takes effect at a round boundary after it (OPS 4.2, 4.3)."""
    row = _change_in(context, change, State.REQUESTED)
    _verify_second_person(context, row)
    _verify_time(context, row)
    standing = standing_of(context)
    row.due_at = due_after_notice(standing.state, context.now)
    _decide(context, row, State.APPROVED, words)
    due_at = time_text(row.due_at)
    approved = replace(standing.state, coming=coming_rules(row))
    boundary = Boundary(approved) if approved.round else take_due_rules(approved, context.now)
    context.record({**_step(row, State.REQUESTED), "due_at": due_at, **boundary.payload})
    if boundary.in_force is not None:
        write_rules(context, row, boundary.in_force)
        write_table(context, approved, boundary.table)
    return {
        **_answer(row, State.IN_FORCE if boundary.in_force else State.APPROVED),
        "due_at": due_at,
        "rules_version": boundary.in_force.rules.number if boundary.in_force else None,
        "waits": "" if boundary.in_force else what_holds_up(approved),
    }


@at_table(Act.REJECT_RULE_CHANGE, moves_version=False)
def reject_rule_change(context: ActContext, *, change: object, words: object = "") -> JSON:
    """Turn a change down as the second person (OPS 4.2)."""
    row = _change_in(context, change, State.REQUESTED)
    _verify_second_person(context, row)
    _verify_time(context, row)
    row.ended_at, row.ended_by_id = context.now, context.stamp.person_id
    _decide(context, row, State.REJECTED, words)
    context.record(_step(row, State.REQUESTED))
    return _answer(row, State.REJECTED)


@at_table(Act.CANCEL_RULE_CHANGE, moves_version=False)
def cancel_rule_change(context: ActContext, *, change: object, words: object = "") -> JSON:
    """Call an approved change off before it takes effect, as anybody of the floor but its requester (OPS 4.2)."""
    row = _change_in(context, change, State.APPROVED)
    _verify_second_person(context, row)
    row.words = read_text(words, "words", required=False)
    return _end(context, row, State.CANCELLED)


@at_table(Act.EXPIRE_RULE_CHANGE, moves_version=False)
def expire_rule_change(context: ActContext, *, change: object) -> JSON:
    """End a change that nobody decided on in time (OPS 4.2)."""
    row = _change_in(context, change, State.REQUESTED)
    if context.now < row.expires_at:
        raise WrongState(_("There is still time to decide on change %(change)s."), change=row.pk)
    return _end(context, row, State.EXPIRED)


@at_table(Act.PUT_RULES_IN_FORCE, moves_version=False)
def put_rules_in_force(context: ActContext, *, change: object) -> JSON:
    """Put an approved change into force between rounds, once its notice is over (OPS 4.3)."""
    _change_in(context, change, State.APPROVED)
    return play(context)


def _verify_base(found: object, version: RulesVersion) -> None:
    if not is_whole(found, 1):
        raise BadField(_("%(field)s must be the number of a version of the rules."), field="base_version")
    if found != version.number:
        raise Stale(
            _("Version %(found)s of the rules is not in force: version %(present)s is."),
            field="base_version",
            found=found,
            present=version.number,
        )


def _verify_none_is_open(context: ActContext, table: Table) -> None:
    """Raise WrongState where a change of the table is open; one whose time is over is expired here, and is not in the way."""
    row = RuleChange.objects.filter(table=table, state__in=RuleChange.OPEN).first()
    if row is None:
        return
    if row.state == State.APPROVED or context.now < row.expires_at:
        raise WrongState(
            _("Change %(change)s of this table is open: it has to be decided, withdrawn or in force first."),
            change=row.pk,
        )
    row.state, row.ended_at = State.EXPIRED, context.now
    row.save(update_fields=["state", "ended_at"])
    context.record_side_effect("expired", {"change": row.pk})


def _change_in(context: ActContext, number: object, state: str) -> RuleChange:
    """The change that is meant, in the state that the act needs; raises BadField, NotFound, WrongState."""
    if not is_whole(number, 1):
        raise BadField(_("%(field)s must be the number of a change."), field="change")
    row = RuleChange.objects.select_related("base").filter(pk=number, table=table_of(context)).first()
    if row is None:
        raise NotFound(_("There is no change %(change)s of the rules of this table."), change=number)
    if row.state != state:
        raise WrongState(
            _("Change %(change)s is %(state)s: that is not possible any more."), change=number, state=str(row.state)
        )
    return row


def _verify_second_person(context: ActContext, change: RuleChange) -> None:
    """Four eyes are of two people, in any roles: neither who acts nor who signs asked for it (OPS 1.5).

    And nobody decides for another: it takes their own session and their own password (OPS 1.3).
    """
    signature = context.stamp.signature
    if signature is None:
        raise AssertionError("the matrix lets nobody do this without a signature")
    if change.requested_by_id in (context.stamp.person_id, signature.person_id):
        raise OwnChange(_("Nobody decides on a change that they asked for themselves."))
    is_their_own = signature.person_id == context.stamp.person_id and context.stamp.device_id is None
    if not is_their_own or signature.method != PASSWORD:
        raise NotAllowed(_("A change of rules is signed with the password, in one's own session."), field="signature")


def _verify_time(context: ActContext, change: RuleChange) -> None:
    if context.now >= change.expires_at:
        raise Expired(_("The time to decide on change %(change)s is over: ask for it again."), change=change.pk)


def _decide(context: ActContext, change: RuleChange, state: str, words: object) -> None:
    change.state, change.words = state, read_text(words, "words", required=False)
    change.decided_by_id, change.decided_at = context.stamp.person_id, context.now
    change.save(update_fields=["state", "words", "decided_by", "decided_at", "due_at", "ended_by", "ended_at"])


def _end(context: ActContext, change: RuleChange, state: str) -> JSON:
    before, change.state = change.state, state
    change.ended_at, change.ended_by_id = context.now, context.stamp.person_id
    change.save(update_fields=["state", "words", "ended_by", "ended_at"])
    context.record(_step(change, before))
    return _answer(change, state)


def _step(change: RuleChange, before: str) -> JSON:
    told = {"words": change.words} if change.words else {}
    return {"change": change.pk, "before": {"state": str(before)}, "after": {"state": str(change.state)}, **told}


def _answer(change: RuleChange, state: str) -> JSON:
    return {"change": change.pk, "state": str(state)}
