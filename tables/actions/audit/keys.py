"""The life of the keys that sign checkpoints: one follows another, and one is revoked (AUD 3.4).

Both are commands on the server, and their entries name the user of the system: they need no second person, because neither
can make anything look true that is not (docs/decisions/0166).
"""

from django.conf import settings

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.audit.copies import add_public_key, add_statement, public_keys
from tables.audit.keyring import Revocation, Succession
from tables.audit.signature import Signer, key_id
from tables.errors import BadField, WrongState
from tables.errors import gettext_noop as _
from tables.games.reading import is_whole
from tables.games.values import JSON
from tables.policy import Act
from tables.queries.audit.keys import statements_of, uses_of_keys
from tables.queries.audit.restores import restore_to
from tables.queries.audit.signed_rows import newest_checkpoint
from tables.stamp import CommandId, HouseCall, Stamp

MOST_NUMBER = 10**12


def rotate_key(*, casino_id: int, signer: Signer, public_key: bytes, user: str) -> Answer:
    """Record that a key follows the one that signs, and keep its public half and that statement beside the copies.

    Raises WrongState where the old key has signed another one already, or is revoked, and CopyFaultError.
    """
    stamp = Stamp.of_system(CommandId.fresh("rotate-key"))
    answer = _rotate(HouseCall(casino_id, stamp), signer, public_key, user)
    add_public_key(settings.CHECKPOINT_DIR, public_key)
    add_statement(settings.CHECKPOINT_DIR, Succession.read(answer.body["succession"]))
    return answer


@in_house(Act.ROTATE_CHECKPOINT_KEY)
def _rotate(context: ActContext, signer: Signer, public_key: bytes, user: str) -> JSON:
    known = statements_of(context.casino.pk, settings.CHECKPOINT_DIR)
    if any(statement.old == signer.key_id for statement in known.successions):
        raise WrongState(_("Key %(key)s has signed another key after it already."), key=signer.key_id)
    if any(statement.key == signer.key_id for statement in known.revocations):
        raise WrongState(_("Key %(key)s is revoked: what it signs proves no other key."), key=signer.key_id)
    statement = Succession(
        casino=context.casino.pk,
        old=signer.key_id,
        new=key_id(public_key),
        public_key=public_key.hex(),
        first=_next_number(context),
    ).signed_by(signer)
    document = statement.document()
    context.record({"succession": document, "user": user})
    return {"succession": document}


def revoke_key(*, casino_id: int, key: str, first: int, user: str) -> Answer:
    """Record that a key counts for nothing from a checkpoint on, and keep that beside the copies.

    Raises BadField, WrongState where the key is unknown or revoked already, and CopyFaultError.
    """
    if not is_whole(first, 1, MOST_NUMBER):
        raise BadField(_("The checkpoint is a number from 1 on."), field="from")
    stamp = Stamp.of_system(CommandId.fresh("revoke-key"))
    answer = _revoke(HouseCall(casino_id, stamp), user, key=key, first=first)
    add_statement(settings.CHECKPOINT_DIR, Revocation.read(answer.body["revocation"]))
    return answer


@in_house(Act.REVOKE_CHECKPOINT_KEY)
def _revoke(context: ActContext, user: str, /, *, key: str, first: int) -> JSON:
    casino_id = context.casino.pk
    known = {*public_keys(settings.CHECKPOINT_DIR), *(use.key for use in uses_of_keys(casino_id))}
    if key not in known:
        raise WrongState(_("There is no key %(key)s."), key=key)
    earlier = [each for each in statements_of(casino_id, settings.CHECKPOINT_DIR).revocations if each.key == key]
    if earlier:
        raise WrongState(
            _("Key %(key)s is revoked already, from checkpoint %(first)s on."), key=key, first=earlier[0].first
        )
    document = Revocation(casino=casino_id, key=key, first=first).document()
    context.record({"revocation": document, "user": user})
    return {"revocation": document}


def _next_number(context: ActContext) -> int:
    newest = newest_checkpoint(context.casino.pk)
    if newest is not None and newest.epoch == context.casino.epoch:
        return newest.number + 1
    restore = restore_to(context.casino.pk, context.casino.epoch)
    return restore.first if restore else 1
