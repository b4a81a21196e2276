"""A lawful restore: an older database goes on, two people answer for it, and a new list of checkpoints begins (AUD 3.5)."""

from django.conf import settings

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.actions.people.sign_in import sign
from tables.audit.copies import Copies, CopyFaultError
from tables.errors import NotAllowed, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.policy import Act, Role
from tables.queries.audit.restore_survey import Survey, surveyed
from tables.stamp import CommandId, HouseCall, Stamp


def record_restore(*, casino_id: int, compliance: tuple[str, str], admin: tuple[str, str]) -> Answer:
    """Record that the database was restored, signed by two people, each a badge and a password.

    Returns the epoch that begins, its first checkpoint and what is missing. Raises NotAllowed, Locked, and WrongState where
    what lies outside cannot be trusted or read.
    """
    command_id = CommandId.fresh("restored")
    first, second = (
        sign(casino_id=casino_id, badge=badge, secret=password, tablet_id=None, command_id=command_id)
        for badge, password in (compliance, admin)
    )
    stamp = Stamp(first.person_id, Role.COMPLIANCE, None, command_id, second)
    return _restored(HouseCall(casino_id, stamp))


@in_house(Act.RESTORED)
def _restored(context: ActContext) -> JSON:
    _verify_people(context)
    casino = context.casino
    try:
        survey = surveyed(casino.pk, Copies(settings.CHECKPOINT_DIR, casino.pk))
    except CopyFaultError as error:
        raise WrongState(_("The copies outside cannot be read: %(error)s"), error=str(error)) from error
    if survey.problem:
        raise WrongState(_("What lies outside proves nothing: %(problem)s."), problem=survey.problem)
    casino.epoch = max(casino.epoch, survey.epoch) + 1
    casino.save(update_fields=["epoch"])
    said = _said(casino.epoch, survey)
    context.record_whole(said)
    return {name: said[name] for name in ("epoch", "first", "here", "missing", "unknown")}


def _verify_people(context: ActContext) -> None:
    """Compliance acts and an admin signs, both at this very moment, and they are two."""
    signature, facts, stamp = context.stamp.signature, context.facts, context.stamp
    if not facts.holds_role:
        raise NotAllowed(_("The role %(role)s is needed for this."), role=str(stamp.role))
    if signature is None or facts.signer_version != signature.credential_version:
        raise NotAllowed(_("The signature is of a person who may not do this."), field="signature")
    if str(Role.ADMIN) not in facts.signer_roles:
        raise NotAllowed(_("The role %(role)s is needed for this."), role=str(Role.ADMIN))
    if signature.person_id == stamp.person_id:
        raise NotAllowed(_("A restore is answered for by two people."), field="signature")


def _said(epoch: int, survey: Survey) -> JSON:
    return {
        "epoch": epoch,
        "first": survey.newest + 1,
        "previous_hash": survey.previous_hash,
        "outside": survey.outside.document() if survey.outside else None,
        "here": survey.here,
        "missing": survey.missing,
        "unknown": survey.unknown,
    }
