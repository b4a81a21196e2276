"""What witnesses say of the checkpoints, and how it stands with each of them (AUD 3.3)."""

from django.db import models


class Cosignature(models.Model):
    """A witness's statement that it saw the list of a checkpoint, and that it only grew since the one before."""

    checkpoint = models.ForeignKey("tables.Checkpoint", on_delete=models.PROTECT, related_name="cosignatures")
    witness = models.CharField(max_length=200)
    """The name in its vkey."""
    key_id = models.CharField(max_length=8)
    timestamp = models.BigIntegerField()
    """The time by the witness's clock, in seconds since 1970."""
    line = models.TextField()
    """The signature line as it stands under the note, its newline included."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["checkpoint", "witness", "key_id"], name="one_cosignature_a_witness")
        ]

    def __str__(self) -> str:
        return f"cosignature of {self.witness} under checkpoint {self.checkpoint_id}"


class WitnessState(models.Model):
    """How it went when a witness was asked last; no proof of anything."""

    class Problem(models.TextChoices):
        UNREACHABLE = "unreachable"
        CONFIGURATION = "configuration"
        UNTRUE = "untrue"
        REFUSED = "refused"

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="+")
    origin = models.CharField(max_length=300)
    witness = models.CharField(max_length=200)
    key_id = models.CharField(max_length=8)
    asked_at = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0)
    """How often in a row it did not cosign."""
    problem = models.CharField(max_length=16, blank=True, choices=Problem)
    said = models.CharField(max_length=300, blank=True)
    """What it answered, or why nothing was heard of it."""
    since = models.DateTimeField(null=True)
    """Since when this problem lasts."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["casino", "origin", "witness", "key_id"], name="one_state_a_witness")
        ]

    def __str__(self) -> str:
        return f"{self.witness}: {self.problem or 'cosigns'}"
