"""Who holds what, as one list with its hash, and when somebody last signed that it is as it should be (AUD 7.5)."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tables.audit.canonical import canonical
from tables.models import AuditEntry, Casino, Person, RoleGrant
from tables.policy import Act

EVERY = timedelta(days=92)
"""A quarter of a year: after that the roles of the house are to be looked at again."""


@dataclass(frozen=True, slots=True)
class HeldRoles:
    """The list that is signed: how many people hold how many roles, and its SHA-256."""

    people: int
    roles: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Review:
    """The newest review of roles: when, by whom, with which words, in which entry, and of which list."""

    time: datetime
    badge: str
    name: str
    words: str
    sequence: int
    roles: str

    @property
    def is_due(self) -> bool:
        """Whether it is so long ago that the next one is due."""
        return timezone.now() - self.time > EVERY


def roles_held(casino_id: int) -> HeldRoles:
    """Return the roles that are in force: the hash is of the canonical JSON of [badge, role] pairs in their order; one query."""
    grants = RoleGrant.objects.filter(casino=casino_id, revoked_at=None)
    pairs = sorted(grants.values_list("person__badge", "role"))
    sha256 = hashlib.sha256(canonical([list(pair) for pair in pairs])).hexdigest()
    return HeldRoles(len({badge for badge, _role in pairs}), len(pairs), sha256)


def last_review(casino: Casino) -> Review | None:
    """Return the newest review that is on record, if there is one; two queries."""
    entries = AuditEntry.objects.filter(chain=casino.chain, act=Act.REVIEW_ROLES).order_by("-time", "-sequence")
    row = entries.values_list("time", "person", "payload", "sequence").first()
    if row is None:
        return None
    time, badge, payload, sequence = row
    sent = payload.get("sent", {}) if isinstance(payload, dict) else {}
    name = Person.objects.filter(badge=badge).values_list("name", flat=True).first()
    return Review(time, badge or "", name or "", str(sent.get("words", "")), sequence, str(sent.get("roles", "")))
