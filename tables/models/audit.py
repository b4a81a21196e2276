"""The audit chains and the command ids that were acted on (AUD 2)."""

from django.db import models


class ChainHead(models.Model):
    """The newest entry of a chain. Only the trigger on insertion of an entry moves it (AUD 2.3)."""

    chain = models.CharField(max_length=40, primary_key=True)
    sequence = models.BigIntegerField()
    hash = models.CharField(max_length=64)
    time = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.chain} at {self.sequence}"


class AuditEntry(models.Model):
    """One act, for ever (AUD 1.2)."""

    pk = models.CompositePrimaryKey("chain", "sequence")
    chain = models.CharField(max_length=40)
    sequence = models.BigIntegerField()
    time = models.DateTimeField()
    act = models.CharField(max_length=32)
    table = models.PositiveSmallIntegerField(null=True)
    """The table's number, as it stands on the felt."""
    round = models.PositiveIntegerField(null=True)
    person = models.CharField(max_length=16, null=True)  # noqa: DJ001 - null is what the hashed entry says
    """The badge number; the entry means the same without the table of people."""
    role = models.CharField(max_length=12)
    device = models.CharField(max_length=40, null=True)  # noqa: DJ001 - null is what the hashed entry says
    command_id = models.CharField(max_length=64)
    payload = models.JSONField()
    schema = models.PositiveSmallIntegerField(default=1)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        indexes = [
            models.Index(fields=["time", "chain", "sequence"], name="entry_by_time"),
            models.Index(fields=["chain", "round"], name="entry_by_round", condition=models.Q(round__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.chain} {self.sequence}: {self.act}"


class Command(models.Model):
    """A command id that was acted on, and its answer: sent again it answers the same (OPS 5.10)."""

    command_id = models.CharField(max_length=64, primary_key=True)
    act = models.CharField(max_length=32)
    person = models.ForeignKey("tables.Person", on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    digest = models.CharField(max_length=64)
    version = models.PositiveBigIntegerField()
    answer = models.JSONField()
    acted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.act} {self.command_id}"
