"""What the floor deals with: alerts, disputes and rulings, bars, and what is owed (OPS 2.3, 5.8, 5.9, 6)."""

from datetime import timedelta

from django.db import models
from django.db.models import Q


class Alert(models.Model):
    """Something that needs the floor; it stays until a person of the floor acknowledges it, by name (OPS 6)."""

    SILENT_AFTER = timedelta(seconds=30)
    """How long a dealer's tablet may be without asking for its table."""

    class Kind(models.TextChoices):
        DEAD_HAND = "dead_hand"
        OVERRIDE = "override"
        CORRECTION = "correction"
        REFUSED = "refused"
        COVER_SHORT = "cover_short"
        NO_DESIGNATED_PLAYER = "no_designated_player"
        OWED = "owed"
        SILENT_TABLET = "silent_tablet"
        DISPUTE = "dispute"
        OUTSIDE_LIMITS = "outside_limits"
        CHANGED_SOURCE = "changed_source"
        WITNESS_REFUSED = "witness_refused"

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="alerts")
    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, null=True, related_name="alerts")
    round_number = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=24, choices=Kind)
    subject = models.CharField(max_length=64)
    """What it is about: raised again before it is acknowledged, it is still one alert."""
    details = models.JSONField(default=dict)
    raised_at = models.DateTimeField()
    acknowledged_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, null=True, related_name="+")
    acknowledged_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["casino", "raised_at"], name="alert_by_time")]
        constraints = [
            models.UniqueConstraint(
                fields=["casino", "kind", "subject"], condition=Q(acknowledged_at=None), name="one_alert_a_subject"
            ),
            models.CheckConstraint(
                condition=Q(acknowledged_by=None, acknowledged_at=None)
                | Q(acknowledged_by__isnull=False, acknowledged_at__isnull=False),
                name="alert_is_acknowledged_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class Dispute(models.Model):
    """A dispute about a round, with the evidence as it stood; it ends in a ruling (OPS 5.9)."""

    class Reason(models.TextChoices):
        CARDS = "cards"
        WAGER = "wager"
        DECISION = "decision"
        PAYMENT = "payment"
        DEAL = "deal"
        CONDUCT = "conduct"
        OTHER = "other"

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="disputes")
    round = models.ForeignKey("tables.Round", on_delete=models.PROTECT, related_name="disputes")
    seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=24)
    words = models.CharField(max_length=200, blank=True)
    evidence = models.JSONField()
    opened_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"dispute {self.pk} about round {self.round_id}"


class Ruling(models.Model):
    """How a dispute ended: final, with its reason (HCF 10.2, OPS 5.9)."""

    class Outcome(models.TextChoices):
        STANDS = "stands"
        CORRECTED = "corrected"
        VOID = "void"
        OTHER = "other"

    dispute = models.OneToOneField(Dispute, on_delete=models.PROTECT, related_name="ruling")
    outcome = models.CharField(max_length=24)
    words = models.CharField(max_length=200)
    ruled_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, related_name="+")
    ruled_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ruling on dispute {self.dispute_id}: {self.outcome}"


class Bar(models.Model):
    """A player who may not play at a table, or in the house when no table is named (OPS 2.3)."""

    class Scope(models.TextChoices):
        TABLE = "table"
        HOUSE = "house"

    class Reason(models.TextChoices):
        CONDUCT = "conduct"
        CHEATING = "cheating"
        DEBT = "debt"
        OWN_REQUEST = "own_request"
        OTHER = "other"

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="bars")
    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, null=True, related_name="bars")
    seating = models.ForeignKey("tables.Seating", on_delete=models.PROTECT, null=True, related_name="bars")
    player_card = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=24)
    words = models.CharField(max_length=200, blank=True)
    barred_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, related_name="+")
    barred_at = models.DateTimeField()
    lifted_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["casino", "player_card"], name="bar_by_card", condition=Q(lifted_at=None)),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(player_card="") | Q(seating__isnull=False, table__isnull=False), name="bar_names_a_player"
            ),
            models.CheckConstraint(
                condition=Q(lifted_by=None, lifted_at=None) | Q(lifted_by__isnull=False, lifted_at__isnull=False),
                name="bar_is_lifted_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"bar of {self.player_card or 'a player without a card'}"


class Owed(models.Model):
    """What could not be taken from or given to a seat, listed until it is dealt with (OPS 5.8, 7.2)."""

    class Reason(models.TextChoices):
        CORRECTION = "correction"
        MARKERS = "markers"

    class Way(models.TextChoices):
        """How it is dealt with: from or to the player's stack, in chips or cash at the table, or not at all."""

        SEAT = "seat"
        CHIPS = "chips"
        CASH = "cash"
        WRITTEN_OFF = "written_off"

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="owed")
    round = models.ForeignKey("tables.Round", on_delete=models.PROTECT, null=True, related_name="owed")
    seating = models.ForeignKey("tables.Seating", on_delete=models.PROTECT, related_name="owed")
    reason = models.CharField(max_length=12, choices=Reason)
    amount = models.BigIntegerField()
    """Minor units, as in the journal's account `owed` of this player."""
    raised_at = models.DateTimeField()
    settled_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True)
    words = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="owed_is_something"),
            models.CheckConstraint(
                condition=Q(settled_by=None, settled_at=None) | Q(settled_by__isnull=False, settled_at__isnull=False),
                name="owed_is_settled_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"owed {self.amount:+d} by player {self.seating_id}"
