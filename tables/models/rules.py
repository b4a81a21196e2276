"""House rules as immutable versions, and the changes that lead from one to the next (OPS 4)."""

from django.db import models
from django.db.models import F, Q


class RulesVersion(models.Model):
    """One version of a table's house rules; it is never changed, only followed by another."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="rules_versions")
    number = models.PositiveIntegerField()
    game = models.CharField(max_length=32)
    document = models.JSONField()
    in_force_from = models.DateTimeField()
    change = models.OneToOneField("tables.RuleChange", on_delete=models.PROTECT, null=True, related_name="version")
    """The approved change that made it; none for the version a table was set up with."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_rules_version_a_number"),
            models.CheckConstraint(
                condition=Q(number=1, change=None) | Q(number__gt=1, change__isnull=False),
                name="rules_version_comes_of_a_change",
            ),
        ]

    def __str__(self) -> str:
        return f"rules {self.number} of table {self.table_id}"


class RuleChange(models.Model):
    """A change of house rules, from the request to its effect or its end; two people make it (OPS 4.2)."""

    class State(models.TextChoices):
        REQUESTED = "requested"
        APPROVED = "approved"
        REJECTED = "rejected"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"
        CANCELLED = "cancelled"
        IN_FORCE = "in_force"

    OPEN = (State.REQUESTED, State.APPROVED)

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="rule_changes")
    base = models.ForeignKey(RulesVersion, on_delete=models.PROTECT, related_name="+")
    changes = models.JSONField()
    """The changed parts, as they were asked for."""
    document = models.JSONField()
    """The whole house rules as they are to be."""
    reason = models.CharField(max_length=200)
    requested_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, related_name="+")
    requested_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State, default=State.REQUESTED)
    decided_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    words = models.CharField(max_length=200, blank=True)
    """What the person who decided, cancelled or withdrew it said."""
    due_at = models.DateTimeField(null=True)
    """When its notice is over: it takes effect at the next round boundary from then on."""
    ended_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["state", "expires_at"], name="rule_change_by_state")]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(state__in=["requested", "approved"]), name="one_open_change_a_table"
            ),
            models.CheckConstraint(
                condition=Q(decided_by=None) | ~Q(decided_by=F("requested_by")), name="rule_change_has_four_eyes"
            ),
            models.CheckConstraint(
                condition=~Q(state="cancelled") | (Q(ended_by__isnull=False) & ~Q(ended_by=F("requested_by"))),
                name="rule_change_is_cancelled_by_another",
            ),
            models.CheckConstraint(
                condition=~Q(state="withdrawn") | (Q(ended_by__isnull=False) & Q(ended_by=F("requested_by"))),
                name="rule_change_is_withdrawn_by_its_requester",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["requested", "withdrawn", "expired"], decided_by=None, decided_at=None)
                | Q(state="rejected", decided_by__isnull=False, decided_at__isnull=False)
                | Q(
                    state__in=["approved", "cancelled", "in_force"],
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    due_at__isnull=False,
                ),
                name="rule_change_says_who_decided",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["requested", "approved"], ended_at=None)
                | (~Q(state__in=["requested", "approved"]) & Q(ended_at__isnull=False)),
                name="rule_change_ends_once",
            ),
        ]

    def __str__(self) -> str:
        return f"change {self.pk} of the rules of table {self.table_id}: {self.state}"
