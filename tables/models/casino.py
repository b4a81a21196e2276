"""The casino: name, clock, currency."""

from datetime import time

from django.db import models


class Casino(models.Model):
    """One house; its row is the lock of every house act (OPS 7.1)."""

    name = models.CharField(max_length=120)
    time_zone = models.CharField(max_length=64, default="UTC")
    currency = models.CharField(max_length=3)
    minor_digits = models.PositiveSmallIntegerField(default=2)
    gaming_day_starts = models.TimeField(default=time(6))
    is_demonstration = models.BooleanField(default=False)
    epoch = models.PositiveIntegerField(default=1)
    """How often its database was restored, and one: which list of checkpoints is being written (AUD 3.5)."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(minor_digits__lte=4), name="casino_minor_digits"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def settings(self) -> dict[str, str | int | bool]:
        """All that the casino is set up with, as an entry states it (AUD 1.2)."""
        return {
            "name": self.name,
            "currency": self.currency,
            "minor_digits": self.minor_digits,
            "time_zone": self.time_zone,
            "gaming_day_starts": self.gaming_day_starts.strftime("%H:%M"),
            "is_demonstration": self.is_demonstration,
        }

    @property
    def chain(self) -> str:
        """The name of the house chain (AUD 2.1)."""
        return f"{self.pk}/house"


class Heartbeat(models.Model):
    """When a background job last ran; a gap tells an outage from lateness (DRAW 2.7)."""

    name = models.CharField(max_length=32, primary_key=True)
    beat_at = models.DateTimeField()
    since = models.DateTimeField()
    """Since when it has run without such a gap."""

    def __str__(self) -> str:
        return f"{self.name} at {self.beat_at}"
