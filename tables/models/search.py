"""Rounds as they are searched for: derived from the log, a few seconds behind it, and made anew at any time (AUD 7.2)."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q


class SearchMark(models.Model):
    """How far the search has followed the chain of a table, and what it has to remember from before that."""

    chain = models.CharField(max_length=40, primary_key=True)
    sequence = models.BigIntegerField(default=0)
    memory = models.JSONField(default=dict)
    """Who sits where, and what is known of rounds that are not over yet."""

    def __str__(self) -> str:
        return f"{self.chain} searched up to {self.sequence}"


class SearchedRound(models.Model):
    """A round that was settled or declared void, with what it is searched by."""

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.PositiveSmallIntegerField()
    """The table's number, as in the log."""
    number = models.PositiveIntegerField()
    time = models.DateTimeField()
    """When it was settled first, or declared void."""
    game = models.CharField(max_length=32, blank=True)
    rules_version = models.PositiveIntegerField(null=True)
    dealer = models.CharField(max_length=16, blank=True)
    """The badge of the dealer who was tapped in when it was settled, or declared void."""
    designated_seat = models.PositiveSmallIntegerField(null=True)
    designated_card = models.CharField(max_length=40, blank=True)
    entry = models.BigIntegerField()
    """The entry of the table's chain that settled it first, or declared it void."""
    corrections = models.PositiveSmallIntegerField(default=0)
    corrected_by = models.CharField(max_length=16, blank=True)
    """The badge under the newest correction; so for the others."""
    void_reason = models.CharField(max_length=32, blank=True)
    voided_by = models.CharField(max_length=16, blank=True)
    overridden_by = models.CharField(max_length=16, blank=True)
    disputes = models.PositiveSmallIntegerField(default=0)
    flags = ArrayField(models.CharField(max_length=32), default=list)

    class Meta:
        indexes = [
            # With what is counted by dealer and by table, so that a year is counted from the index alone.
            models.Index(
                fields=["casino", "-time", "-id"],
                name="searched_round_by_time",
                include=["table", "dealer", "corrections", "void_reason", "overridden_by", "disputes"],
            ),
            models.Index(fields=["casino", "table", "-time", "-id"], name="searched_round_by_table"),
            models.Index(fields=["casino", "dealer", "-time", "-id"], name="searched_round_by_dealer"),
            models.Index(
                fields=["casino", "designated_card", "-time", "-id"],
                name="searched_round_by_designated",
                condition=~Q(designated_card=""),
            ),
            models.Index(
                fields=["casino", "-time", "-id"], name="searched_round_corrected", condition=Q(corrections__gt=0)
            ),
            models.Index(fields=["casino", "-time", "-id"], name="searched_round_void", condition=~Q(void_reason="")),
            models.Index(
                fields=["casino", "-time", "-id"], name="searched_round_overridden", condition=~Q(overridden_by="")
            ),
            models.Index(
                fields=["casino", "-time", "-id"], name="searched_round_disputed", condition=Q(disputes__gt=0)
            ),
            GinIndex(fields=["flags"], name="searched_round_by_flag"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["casino", "table", "number"], name="one_searched_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} at table {self.table}"


class SearchedBet(models.Model):
    """What one bet of a settled round came to; without a name, what the round came to for the player altogether."""

    BANK = "bank"
    """The name of what the designated player won or lost with their bank."""

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="+", db_index=False)
    round = models.ForeignKey(SearchedRound, on_delete=models.CASCADE, related_name="bets")
    time = models.DateTimeField()
    seat = models.PositiveSmallIntegerField()
    stay = models.BigIntegerField(null=True)
    """The entry of the table's chain in which the player sat down (AUD 1.2)."""
    card = models.CharField(max_length=40, blank=True)
    bet = models.CharField(max_length=24, blank=True)
    result = models.CharField(max_length=12)
    stake = models.BigIntegerField(default=0)
    net = models.BigIntegerField()
    """Minor units, as of the newest settlement."""

    class Meta:
        indexes = [
            models.Index(
                fields=["casino", "card", "bet", "-time", "-round"], name="searched_bet_by_card", condition=~Q(card="")
            ),
            models.Index(fields=["casino", "bet", "-time", "-round"], name="searched_bet_by_bet"),
            models.Index(fields=["casino", "bet", "seat", "-time", "-round"], name="searched_bet_by_seat"),
            models.Index(fields=["casino", "bet", "result", "-time", "-round"], name="searched_bet_by_result"),
            models.Index(fields=["casino", "bet", "net"], name="searched_bet_by_amount"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} {self.bet} {self.net:+d}"
