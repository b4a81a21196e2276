"""Every movement of chips, as a balanced journal (OPS 2.4)."""

from django.db import models
from django.db.models import Q


class Account(models.TextChoices):
    """Where chips can be."""

    SEAT = "seat"
    BANK = "bank"
    POT = "pot"
    RAKE = "rake"
    TRAY = "tray"
    DROP = "drop"
    MARKERS = "markers"
    OWED = "owed"
    OUTSIDE = "outside"


class Posting(models.Model):
    """One movement of chips; its legs sum to zero."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="postings")
    round = models.ForeignKey("tables.Round", on_delete=models.PROTECT, null=True, related_name="postings")
    act = models.CharField(max_length=32)
    sequence = models.BigIntegerField()
    """The audit entry of the act in the table's chain."""
    posted_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "posted_at"], name="posting_by_time")]

    def __str__(self) -> str:
        return f"{self.act} at table {self.table_id}"


class Leg(models.Model):
    """One account's share of a posting, in minor units."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="legs")
    account = models.CharField(max_length=8, choices=Account)
    seating = models.ForeignKey("tables.Seating", on_delete=models.PROTECT, null=True, related_name="legs")
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(account__in=[str(account) for account in Account]), name="leg_account"),
            models.CheckConstraint(condition=~Q(amount=0), name="leg_moves_something"),
            models.CheckConstraint(
                condition=Q(account__in=["seat", "owed", "markers"], seating__isnull=False)
                | Q(account__in=["bank", "pot", "rake", "tray", "drop", "outside"], seating__isnull=True),
                name="leg_of_a_seat_names_the_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.amount:+d}"
