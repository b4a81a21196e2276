"""Rounds, offers of the bank, and settlements (OPS 3, 5)."""

from django.db import models
from django.db.models import F, Q


class Round(models.Model):
    """One round of play. Its game's states are the game's; `closed` and `void` end every round."""

    ENDED = ("closed", "void")

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveIntegerField()
    rules = models.ForeignKey("tables.RulesVersion", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=12)
    designated = models.ForeignKey("tables.Seating", on_delete=models.PROTECT, null=True, related_name="+")
    designated_seat = models.PositiveSmallIntegerField(null=True)
    bank_declared = models.BigIntegerField(default=0)
    bank = models.BigIntegerField(default=0)
    pot = models.BigIntegerField(default=0)
    """What stands on the layout: what was wagered, anted or carried over and is not yet settled."""
    play = models.JSONField(default=dict)
    """What was entered, as the game keeps it."""
    flags = models.JSONField(default=list)
    deadline = models.DateTimeField(null=True)
    """When the time of the player to act is up, by the database's clock (DRAW 2.7)."""
    clock_from = models.DateTimeField(null=True)
    """When that time began; an outage since then restarts it."""
    opened_at = models.DateTimeField()
    dealt_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=32, blank=True)

    class Meta:
        indexes = [models.Index(fields=["deadline"], name="round_by_deadline", condition=Q(deadline__isnull=False))]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_round_a_number"),
            models.UniqueConstraint(
                fields=["table"], condition=~Q(state__in=["closed", "void"]), name="one_open_round_a_table"
            ),
            models.CheckConstraint(condition=Q(bank__gte=0, bank_declared__gte=0, pot__gte=0), name="round_funds"),
            models.CheckConstraint(
                condition=~Q(state__in=["closed", "void"]) | Q(bank=0, pot=0, ended_at__isnull=False),
                name="ended_round_holds_nothing",
            ),
            models.CheckConstraint(
                condition=Q(deadline=None) | ~Q(state__in=["settled", "closed", "void"]), name="a_clock_runs_in_play"
            ),
            models.CheckConstraint(
                condition=Q(deadline=None, clock_from=None)
                | Q(deadline__isnull=False, clock_from__isnull=False, clock_from__lte=F("deadline")),
                name="a_clock_has_begun",
            ),
            models.CheckConstraint(condition=~Q(state="void") | ~Q(void_reason=""), name="void_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} at table {self.table_id}"


class DesignationOffer(models.Model):
    """One offer of the position of designated player, with its answer (OPS 3.1)."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="offers")
    round_number = models.PositiveIntegerField()
    seating = models.ForeignKey("tables.Seating", on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    answer = models.CharField(max_length=16)
    reason = models.CharField(max_length=40, blank=True)
    bank = models.BigIntegerField(null=True)
    offered_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["table", "round_number"], name="offer_by_round"),
            models.Index(fields=["table", "-offered_at", "-id"], name="offer_by_time"),
        ]
        constraints = [
            models.CheckConstraint(
                # A bank that is missing would leave the comparison unknown, and a check takes what is unknown.
                condition=Q(answer="accepted", bank__isnull=False, bank__gte=0)
                | Q(answer__in=["declined", "not_eligible"], bank__isnull=True),
                name="offer_answer",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.round_number}: seat {self.seat} {self.answer}"


class Settlement(models.Model):
    """The result of a round, with all that it came from; a correction is a further version (OPS 5.8)."""

    class Reason(models.TextChoices):
        """Why the one before it was corrected."""

        MISREAD_HAND = "misread_hand"
        WRONG_WAGER = "wrong_wager"
        WRONG_DECISION = "wrong_decision"
        WRONG_BANK = "wrong_bank"
        WRONG_SEAT = "wrong_seat"
        WRONG_ACTION = "wrong_action"
        RULING = "ruling"
        OTHER = "other"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="settlements")
    version = models.PositiveIntegerField()
    replaces = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="replaced_by")
    input = models.JSONField()
    output = models.JSONField()
    settled_at = models.DateTimeField()
    reason = models.CharField(max_length=24, blank=True)
    """Why the one before it was corrected."""
    words = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "version"], name="one_settlement_a_version"),
            models.CheckConstraint(
                condition=Q(version=1, replaces=None) | Q(version__gt=1, replaces__isnull=False),
                name="settlement_names_what_it_replaces",
            ),
            models.CheckConstraint(
                condition=Q(version=1, reason="") | (Q(version__gt=1) & ~Q(reason="")), name="correction_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"settlement {self.version} of round {self.round_id}"
