"""Changes of house rules: two people, a notice, and effect at a round boundary (OPS 4.2, 4.3).

Nothing of a change moves the table's version until it takes effect: rounds go on beside it.
"""

from datetime import timedelta

from tables.actions.act.path import JSON, Desk, at_table, need_text
from tables.actions.act.rows import players_at, round_of, rules_in_force, table_of
from tables.actions.people.secrets import PASSWORD
from tables.actions.rules.effect import A_GAME_WAITS, take_if_due, what_holds_up
from tables.audit.chain import time_text
from tables.errors import BadField, Expired, NotAllowed, NotFound, OwnChange, Stale, WrongState
from tables.errors import gettext_noop as _
from tables.games.comparison import differences
from tables.games.house_rules import change_house_rules
from tables.games.money import is_whole
from tables.models import Person, RuleChange, RulesVersion, Table
from tables.policy import Act

State = RuleChange.State


@at_table(Act.REQUEST_RULE_CHANGE, moves_version=False)
def request_rule_change(desk: Desk, *, rules: object, base_version: object, reason: object) -> JSON:
    """Ask for a change of some rules, with a reason; the whole has to hold together (OPS 4.2, 4.5)."""
    table = table_of(desk)
    version, present = rules_in_force(table)
    words = need_text(reason, "reason")
    _verify_base(base_version, version)
    _verify_none_is_open(desk, table)
    if not isinstance(rules, dict):
        raise BadField(_("%(field)s must be an object of the rules that are to change."), field="rules")
    coming = change_house_rules(present, rules)
    found = differences(version.document, coming.document())
    if not found:
        raise WrongState(_("Nothing would change: these are the rules in force."), field="rules")
    if coming.game != present.game and table.state != Table.State.CLOSED:
        raise WrongState(A_GAME_WAITS, field="game")
    change = RuleChange.objects.create(
        table=table,
        base=version,
        changes=rules,
        document=coming.document(),
        reason=words,
        requested_by=Person(pk=desk.stamp.person_id),
        requested_at=desk.now,
        expires_at=desk.now + timedelta(minutes=present.changes.expire_minutes),
    )
    expires_at = time_text(change.expires_at)
    desk.record({"change": change.pk, "differences": found, "expires_at": expires_at})
    return {"change": change.pk, "state": str(change.state), "expires_at": expires_at}


@at_table(Act.WITHDRAW_RULE_CHANGE, moves_version=False)
def withdraw_rule_change(desk: Desk, *, change: object, words: object = "") -> JSON:
    """Whoever asked for a change takes it back, as long as nobody has decided on it (OPS 4.2)."""
    found = _change_in(desk, change, State.REQUESTED)
    if found.requested_by_id != desk.stamp.person_id:
        raise NotAllowed(_("Only whoever asked for a change may withdraw it."))
    found.words = need_text(words, "words", required=False)
    return _end(desk, found, State.WITHDRAWN)


@at_table(Act.APPROVE_RULE_CHANGE, moves_version=False)
def approve_rule_change(desk: Desk, *, change: object, words: object = "") -> JSON:
    """A second person agrees; its notice begins, and it takes effect at a round boundary after it (OPS 4.2, 4.3)."""
    found = _change_in(desk, change, State.REQUESTED)
    _verify_second_person(desk, found)
    _verify_time(desk, found)
    table = table_of(desk)
    _version, rules = rules_in_force(table)
    seatings = players_at(table)
    # An empty table needs no notice.
    notice = timedelta(minutes=rules.changes.notice_minutes if seatings else 0)
    found.due_at = desk.now + notice
    _decide(desk, found, State.APPROVED, words)
    due_at = time_text(found.due_at)
    desk.record({**_step(found, State.REQUESTED), "due_at": due_at})
    version = take_if_due(desk, found, seatings) if round_of(table) is None else None
    state = State.IN_FORCE if version else State.APPROVED
    waits = "" if version else what_holds_up(table, found, seatings)
    return {
        **_answer(found, state),
        "due_at": due_at,
        "rules_version": version.number if version else None,
        "waits": waits,
    }


@at_table(Act.REJECT_RULE_CHANGE, moves_version=False)
def reject_rule_change(desk: Desk, *, change: object, words: object = "") -> JSON:
    """A second person does not agree (OPS 4.2)."""
    found = _change_in(desk, change, State.REQUESTED)
    _verify_second_person(desk, found)
    _verify_time(desk, found)
    found.ended_at, found.ended_by_id = desk.now, desk.stamp.person_id
    _decide(desk, found, State.REJECTED, words)
    desk.record(_step(found, State.REQUESTED))
    return _answer(found, State.REJECTED)


@at_table(Act.CANCEL_RULE_CHANGE, moves_version=False)
def cancel_rule_change(desk: Desk, *, change: object, words: object = "") -> JSON:
    """An approved change is called off before it takes effect, by anybody of the floor but its requester (OPS 4.2)."""
    found = _change_in(desk, change, State.APPROVED)
    _verify_second_person(desk, found)
    found.words = need_text(words, "words", required=False)
    return _end(desk, found, State.CANCELLED)


@at_table(Act.EXPIRE_RULE_CHANGE, moves_version=False)
def expire_rule_change(desk: Desk, *, change: object) -> JSON:
    """Nobody decided in time (OPS 4.2)."""
    found = _change_in(desk, change, State.REQUESTED)
    if desk.now < found.expires_at:
        raise WrongState(_("There is still time to decide on change %(change)s."), change=found.pk)
    return _end(desk, found, State.EXPIRED)


@at_table(Act.PUT_RULES_IN_FORCE, moves_version=False)
def put_rules_in_force(desk: Desk, *, change: object) -> JSON:
    """Between rounds, time brings an approved change into force (OPS 4.3)."""
    table = table_of(desk)
    found = _change_in(desk, change, State.APPROVED)
    if round_of(table) is not None:
        raise WrongState(_("A round is open: its rules stay what they are until it is over."))
    seatings = players_at(table)
    version = take_if_due(desk, found, seatings)
    if version is None:
        raise WrongState(what_holds_up(table, found, seatings) or _("The notice of this change is not over."))
    desk.record({"change": found.pk})
    return {**_answer(found, State.IN_FORCE), "rules_version": version.number}


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


def _verify_none_is_open(desk: Desk, table: Table) -> None:
    """One change a table is open at a time; one whose time is over is not in the way, whoever comes first to see it."""
    found = RuleChange.objects.filter(table=table, state__in=RuleChange.OPEN).first()
    if found is None:
        return
    if found.state == State.APPROVED or desk.now < found.expires_at:
        raise WrongState(
            _("Change %(change)s of this table is open: it has to be decided, withdrawn or in force first."),
            change=found.pk,
        )
    found.state, found.ended_at = State.EXPIRED, desk.now
    found.save(update_fields=["state", "ended_at"])
    desk.record_besides("expired", {"change": found.pk})


def _change_in(desk: Desk, number: object, state: str) -> RuleChange:
    """The change that is meant, in the state that the act needs; raises BadField, NotFound, WrongState."""
    if not is_whole(number, 1):
        raise BadField(_("%(field)s must be the number of a change."), field="change")
    found = RuleChange.objects.select_related("base").filter(pk=number, table=table_of(desk)).first()
    if found is None:
        raise NotFound(_("There is no change %(change)s of the rules of this table."), change=number)
    if found.state != state:
        raise WrongState(
            _("Change %(change)s is %(state)s: that is not possible any more."), change=number, state=str(found.state)
        )
    return found


def _verify_second_person(desk: Desk, change: RuleChange) -> None:
    """Four eyes are of two people, whatever roles they hold: neither who acts nor who signs asked for it (OPS 1.5).

    And nobody decides for another: it takes his own session and his own password (OPS 1.3).
    """
    signature = desk.stamp.signature
    if signature is None:
        raise AssertionError("the matrix lets nobody do this without a signature")
    if change.requested_by_id in (desk.stamp.person_id, signature.person_id):
        raise OwnChange(_("Nobody decides on a change that he asked for himself."))
    is_his_own = signature.person_id == desk.stamp.person_id and desk.stamp.device_id is None
    if not is_his_own or signature.method != PASSWORD:
        raise NotAllowed(_("A change of rules is signed with the password, in one's own session."), field="signature")


def _verify_time(desk: Desk, change: RuleChange) -> None:
    if desk.now >= change.expires_at:
        raise Expired(_("The time to decide on change %(change)s is over: ask for it again."), change=change.pk)


def _decide(desk: Desk, change: RuleChange, state: str, words: object) -> None:
    change.state, change.words = state, need_text(words, "words", required=False)
    change.decided_by_id, change.decided_at = desk.stamp.person_id, desk.now
    change.save(update_fields=["state", "words", "decided_by", "decided_at", "due_at", "ended_by", "ended_at"])


def _end(desk: Desk, change: RuleChange, state: str) -> JSON:
    before, change.state = change.state, state
    change.ended_at, change.ended_by_id = desk.now, desk.stamp.person_id
    change.save(update_fields=["state", "words", "ended_by", "ended_at"])
    desk.record(_step(change, before))
    return _answer(change, state)


def _step(change: RuleChange, before: str) -> JSON:
    return {"change": change.pk, "before": {"state": str(before)}, "after": {"state": str(change.state)}}


def _answer(change: RuleChange, state: str) -> JSON:
    return {"change": change.pk, "state": str(state)}
