"""People, what they may be, and the tablets they work on (OPS 1)."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from tables.policy import Role


def token_hash(token: str) -> str:
    """Return the SHA-256 of a token or a one-time code; tokens are long and random, so nothing slower is needed."""
    return hashlib.sha256(token.strip().encode("utf-8", "surrogatepass")).hexdigest()


def token_digest(stored: str) -> str:
    """Return what an entry says of a stored token, by which one that was exchanged is found: SHA-256 of its hash (AUD 6.1)."""
    return hashlib.sha256(stored.encode()).hexdigest()


def new_salt() -> str:
    """Return the random salt of a person: 256 bits as hexadecimal digits, never told and never used twice."""
    return secrets.token_hex(32)


def person_mac(salt: str, text: str) -> str:
    """Return what an entry says of a name or a licence in its place: HMAC-SHA-256 under the person's salt (AUD 1.3)."""
    return hmac.new(salt.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


class PersonManager(BaseUserManager["Person"]):
    """Finds people by badge; nobody is made here (that is an act)."""

    def get_by_natural_key(self, username: str | None) -> "Person":
        """Return the person with this badge."""
        return self.get(badge=username)


class Person(AbstractBaseUser):
    """A person who works for the house; what they may do is in their roles, never here."""

    badge = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=80)
    licence = models.CharField(max_length=40, blank=True)
    salt = models.CharField(max_length=64, default="", editable=False)
    """With it entries say name and licence, comparable while this row is there and not for longer (AUD 1.3)."""
    pin_hash = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=8, blank=True, default="")
    """The code of the language in which they read their pages; empty is the house's (TAB 4.4)."""
    is_active = models.BooleanField(default=True)
    credential_version = models.PositiveIntegerField(default=1)
    failures = models.PositiveIntegerField(default=0)
    lockouts = models.PositiveIntegerField(default=0)
    locked_until = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[PersonManager] = PersonManager()
    USERNAME_FIELD = "badge"

    def __str__(self) -> str:
        return f"{self.name} ({self.badge})"

    def get_session_auth_hash(self) -> str:
        """What a session is tied to: each new version of the credentials ends every session (OPS 1.5)."""
        value = f"{self.password}:{self.credential_version}"
        return salted_hmac("tables.models.staff.Person", value, algorithm="sha256").hexdigest()


class RoleGrant(models.Model):
    """A role a person holds at a casino, and who gave it."""

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="role_grants")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="role_grants")
    role = models.CharField(max_length=12, choices=[(role, role) for role in Role if role != Role.SYSTEM])
    granted_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="roles_given")
    confirmed_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="roles_confirmed")
    """The second person; nobody for the first people of a house, and in a demonstration."""
    granted_at = models.DateTimeField()
    revoked_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="roles_taken")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(confirmed_by=None) | ~Q(confirmed_by=F("granted_by")), name="role_grant_has_four_eyes"
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by=None) | ~Q(confirmed_by=F("person")), name="role_is_confirmed_by_another"
            ),
            models.UniqueConstraint(
                fields=["casino", "person", "role"], condition=Q(revoked_at=None), name="one_grant_of_a_role"
            ),
            models.CheckConstraint(
                condition=Q(role__in=["dealer", "floor", "compliance", "admin", "inspector"]),
                name="role_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.role}"


class EnrolmentCode(models.Model):
    """A one-time code that makes a browser the tablet of a table (OPS 1.2)."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="enrolment_codes")
    code_hash = models.CharField(max_length=64, db_index=True)
    issued_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"code for table {self.table_id}"


class Tablet(models.Model):
    """A device that shows one table and can be tapped in at it; its token is kept hashed."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="tablets")
    label = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    enrolled_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    enrolled_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    locked_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    """When it last asked for its table, to about ten seconds."""

    def __str__(self) -> str:
        return f"{self.label} (table {self.table_id})"


class TapIn(models.Model):
    """A dealer at a table, from tapping in to being tapped out."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="tap_ins")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="tap_ins")
    tablet = models.ForeignKey(Tablet, on_delete=models.PROTECT, null=True, related_name="tap_ins")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    sequence = models.BigIntegerField(null=True)
    """The entry of the house's chain in which they tapped in; their acts name it (AUD 1.2)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "sequence"], name="one_tap_in_an_entry"),
            models.UniqueConstraint(fields=["person"], condition=Q(ended_at=None), name="one_tap_in_a_person"),
            models.UniqueConstraint(fields=["table"], condition=Q(ended_at=None), name="one_dealer_a_table"),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("started_at")), name="tap_in_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} at table {self.table_id}"


class PersonToken(models.Model):
    """A token with which a program acts as a person through the API; kept hashed."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="tokens")
    label = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.label} of {self.person_id}"


class StaffChange(models.Model):
    """A new person, a role or a new secret, asked for by an admin until a second person confirms it (OPS 1.4)."""

    LIFE: ClassVar[timedelta] = timedelta(hours=24)
    """How long a request waits for its second person."""

    class Kind(models.TextChoices):
        CREATE_PERSON = "create_person"
        GRANT_ROLE = "grant_role"
        RESET_CREDENTIAL = "reset_credential"

    class State(models.TextChoices):
        REQUESTED = "requested"
        CONFIRMED = "confirmed"
        REJECTED = "rejected"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="staff_changes")
    kind = models.CharField(max_length=20, choices=Kind)
    badge = models.CharField(max_length=16)
    details = models.JSONField(default=dict)
    """Name, licence and roles, and the salt with which entries say them; never a secret."""
    password_hash = models.CharField(max_length=200, blank=True)
    pin_hash = models.CharField(max_length=200, blank=True)
    requested_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    requested_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State, default=State.REQUESTED)
    decided_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="requested", decided_by=None, decided_at=None)
                | Q(state="expired", decided_by=None, decided_at__isnull=False)
                | (Q(state__in=["confirmed", "rejected"], decided_at__isnull=False) & ~Q(decided_by=F("requested_by")))
                | Q(state="withdrawn", decided_at__isnull=False, decided_by=F("requested_by")),
                name="staff_change_has_four_eyes",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["confirmed", "rejected"]) | Q(decided_by__isnull=False),
                name="staff_change_says_who_decided",
            ),
            models.CheckConstraint(
                condition=Q(state="requested") | Q(password_hash="", pin_hash=""),
                name="decided_staff_change_keeps_no_secret",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["create_person", "grant_role", "reset_credential"]),
                name="staff_change_is_of_a_known_kind",
            ),
            models.UniqueConstraint(
                fields=["casino", "badge"], condition=Q(state="requested"), name="one_open_staff_change_a_badge"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.badge}: {self.state}"

    @property
    def expires_at(self) -> datetime:
        """When it runs out undecided."""
        return self.requested_at + self.LIFE
