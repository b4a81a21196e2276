"""Tables, who sits at them (OPS 2), and the matches that are played there (DRAW 1.13)."""

from django.db import models
from django.db.models import F, Q

from tables.games.table.match import MatchEnd


class Table(models.Model):
    """One physical table; its row is the lock of every act at it."""

    class State(models.TextChoices):
        CLOSED = "closed"
        OPEN = "open"
        SUSPENDED = "suspended"

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    seat_count = models.PositiveSmallIntegerField(default=7)
    state = models.CharField(max_length=12, choices=State, default=State.CLOSED)
    version = models.PositiveBigIntegerField(default=0)
    notices = models.PositiveBigIntegerField(default=0)
    """Counts what happens at the table beside its version: requests, disputes, alerts (interfaces, section 3)."""
    rules = models.ForeignKey("tables.RulesVersion", on_delete=models.PROTECT, null=True, related_name="+")
    button = models.PositiveSmallIntegerField(null=True, blank=True)
    last_round = models.PositiveIntegerField(default=0)
    carry = models.BigIntegerField(default=0)
    """A pot that a tie left on the table for the next deal, in minor units (DRAW 1.10)."""
    designation = models.JSONField(default=dict)
    """Answers to the offers of the position for the coming round, and who accepted (OPS 3.1)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["casino", "number"], name="one_table_a_number"),
            models.CheckConstraint(condition=Q(seat_count__gte=2, seat_count__lte=12), name="table_seat_count"),
            models.CheckConstraint(condition=Q(state__in=["closed", "open", "suspended"]), name="table_state"),
            models.CheckConstraint(condition=Q(carry__gte=0), name="carry_never_negative"),
            models.CheckConstraint(condition=~Q(state="closed") | Q(carry=0), name="closed_table_carries_nothing"),
            models.CheckConstraint(
                condition=Q(button=None) | Q(button__gte=1, button__lte=F("seat_count")), name="button_at_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"

    @property
    def chain(self) -> str:
        """The name of the table's chain (AUD 2.1)."""
        return f"{self.casino_id}/table/{self.number}"


class Seating(models.Model):
    """A player at a seat, from sitting down to leaving, with the chips they have there."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seatings")
    seat = models.PositiveSmallIntegerField()
    chips = models.BigIntegerField(default=0)
    player_card = models.CharField(max_length=40, blank=True)
    sat_at = models.DateTimeField()
    sit_sequence = models.BigIntegerField(null=True)
    """The entry of the table's chain in which they sat down, by which the log names the stay (AUD 1.2)."""
    left_at = models.DateTimeField(null=True, blank=True)
    sitting_out = models.BooleanField(default=False)
    barred = models.BooleanField(default=False)
    """They may not play on here: they are dealt no cards and offered no bank until they leave (OPS 2.3)."""
    standing_decline = models.BooleanField(default=False)
    in_a_row = models.PositiveIntegerField(default=0)
    """Rounds in a row they have been designated player (OPS 3.2)."""
    in_a_row_since = models.DateTimeField(null=True, blank=True)
    """When the first of these rounds, or the one that is open, was opened (OPS 3.2)."""
    last_wagers = models.JSONField(null=True)
    last_bank = models.BigIntegerField(null=True)
    markers_out = models.PositiveIntegerField(default=0)
    """Markers issued to them and not redeemed (DRAW 1.8)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], condition=Q(left_at=None), name="one_player_a_seat"),
            models.UniqueConstraint(
                fields=["table", "player_card"],
                condition=Q(left_at=None) & ~Q(player_card=""),
                name="one_seat_a_player_card",
            ),
            models.UniqueConstraint(fields=["table", "sit_sequence"], name="one_stay_an_entry"),
            models.CheckConstraint(condition=Q(chips__gte=0), name="chips_never_negative"),
            models.CheckConstraint(condition=Q(left_at=None) | Q(chips=0), name="leaving_takes_all_chips"),
            models.CheckConstraint(condition=Q(left_at=None) | Q(markers_out=0), name="leaving_settles_all_markers"),
            models.CheckConstraint(condition=Q(barred=False) | Q(sitting_out=True), name="barred_player_sits_out"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=12), name="seating_at_a_seat"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} at table {self.table_id}"


class Match(models.Model):
    """A match at a table, from its first round to its end; one that has ended stands as it is (DRAW 1.13)."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveIntegerField()
    players = models.JSONField()
    """Who plays it: for each the stay, the seat they have or had at its end, and what they won in minor units."""
    began_at = models.DateTimeField()
    first_round = models.PositiveIntegerField()
    hands = models.PositiveIntegerField(default=0)
    last_round = models.PositiveIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)
    how = models.CharField(max_length=12, blank=True)
    winner = models.ForeignKey(Seating, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["-ended_at"], name="match_by_end", condition=Q(ended_at__isnull=False))]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_match_a_number"),
            models.UniqueConstraint(fields=["table"], condition=Q(ended_at=None), name="one_open_match_a_table"),
            models.CheckConstraint(
                condition=Q(ended_at=None, last_round=None, how="", winner=None)
                | Q(ended_at__isnull=False, last_round__isnull=False, how=MatchEnd.LEFT, winner=None)
                | Q(
                    ended_at__isnull=False,
                    last_round__isnull=False,
                    how__in=[MatchEnd.LOST, MatchEnd.GIVEN_UP],
                    winner__isnull=False,
                ),
                name="match_ends_somehow",
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.number} at table {self.table_id}"
