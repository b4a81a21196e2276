"""The keys of a casino as they are known here: those beside the copies, and what the log says of them (AUD 3.4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db.models import Max, Min

from tables.audit.copies import public_keys, statements
from tables.audit.documents import DocumentError
from tables.audit.keyring import Keyring, Revocation, Statements, Succession
from tables.models import AuditEntry, Checkpoint
from tables.policy import Act
from tables.queries.audit.documents import KeyDocument


@dataclass(frozen=True, slots=True)
class Use:
    """From which checkpoint to which a key signed."""

    key: str
    first: int
    last: int


def keyring_of(casino_id: int, directory: Path, pinned: Mapping[str, bytes | None] | None = None) -> Keyring:
    """Return the keys of a casino; raises CopyFaultError.

    `pinned` is what is trusted, by id, with the key itself where it is at hand; by default CHECKPOINT_PINNED_KEYS.
    """
    trusted = settings.CHECKPOINT_PINNED_KEYS if pinned is None else pinned
    given = {key: public_key for key, public_key in trusted.items() if public_key is not None}
    return Keyring(
        {**public_keys(directory), **given},
        pinned=frozenset(trusted),
        statements=statements_of(casino_id, directory),
    )


def statements_of(casino_id: int, directory: Path) -> Statements:
    """Return what is said of the keys of a casino, beside the copies or in its log, each once; raises CopyFaultError."""
    outside, logged = statements(directory), logged_statements(casino_id)
    both = Statements(
        tuple(dict.fromkeys((*outside.successions, *logged.successions))),
        tuple(dict.fromkeys((*outside.revocations, *logged.revocations))),
    )
    return both.of(casino_id)


def logged_statements(casino_id: int) -> Statements:
    """Return what the log of a casino says of its keys; one query."""
    acts = (str(Act.ROTATE_CHECKPOINT_KEY), str(Act.REVOKE_CHECKPOINT_KEY))
    entries = AuditEntry.objects.filter(chain=f"{casino_id}/house", act__in=acts).order_by("sequence")
    successions: list[Succession] = []
    revocations: list[Revocation] = []
    for act, payload in entries.values_list("act", "payload"):
        try:
            if act == Act.ROTATE_CHECKPOINT_KEY:
                successions.append(Succession.read(payload.get("succession")))
            else:
                revocations.append(Revocation.read(payload.get("revocation")))
        except DocumentError:
            # What is wrong with an entry is told where the log is verified; it proves no key.
            continue
    return Statements(tuple(successions), tuple(revocations))


def uses_of_keys(casino_id: int) -> list[Use]:
    """Return the keys that signed checkpoints of a casino, in the order of their first; one query."""
    rows = Checkpoint.objects.filter(casino=casino_id).values("key_id")
    used = rows.annotate(first=Min("number"), last=Max("number")).order_by("first")
    return [Use(row["key_id"], row["first"], row["last"]) for row in used]


def keys_shown(casino_id: int, ring: Keyring) -> list[KeyDocument]:
    """Return each key that signed, or that a statement names, with how it is proved; one query."""
    uses = {use.key: use for use in uses_of_keys(casino_id)}
    named = (statement.new for statement in ring.statements.successions)
    return [_shown(key, uses.get(key), ring) for key in dict.fromkeys((*uses, *named))]


def unproved(casino_id: int, ring: Keyring) -> Iterable[str]:
    """Say of each key that signed what is not proved of it; nothing where pinned keys lead to all."""
    if ring.pinned:
        return
    for use in uses_of_keys(casino_id):
        if use.key in ring.keys and not ring.proofs[use.key]:
            after = f" and, from checkpoint {use.first} on, is not signed by the one before" if use.first > 1 else ""
            yield f"key {use.key} lies only beside what it signed{after}: unproved"


def _shown(key: str, use: Use | None, ring: Keyring) -> KeyDocument:
    proof = ring.proofs.get(key)
    return {
        "key": key,
        "first": use.first if use else None,
        "last": use.last if use else None,
        "is_pinned": bool(proof and proof.is_pinned),
        "signed_by": proof.signed_by if proof and proof.signed_by else None,
        "is_known": key in ring.keys,
        "is_trusted": bool(proof) if ring.pinned else None,
        "revoked_from": ring.revoked_from(key),
    }
