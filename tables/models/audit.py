"""The audit chains and the command ids that were acted on (AUD 2)."""

from django.db import models
from django.db.models import Q


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
            models.Index(fields=["act", "time", "chain", "sequence"], name="entry_by_act"),
            # With the act, so that one person's acts of one kind are found in the index alone.
            models.Index(fields=["person", "time", "chain", "sequence"], name="entry_by_person", include=["act"]),
            models.Index(fields=["chain", "round"], name="entry_by_round", condition=Q(round__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.chain} {self.sequence}: {self.act}"


# From outside letters, digits, _ and -; what the service itself makes has a colon, so that nobody uses it up beforehand.
COMMAND_ID = r"^([A-Za-z0-9_-]{8,64}|[A-Za-z0-9_.-]+(:[A-Za-z0-9_.-]+)+)$"


class Command(models.Model):
    """A command id that was acted on, and its answer: sent again it answers the same (OPS 5.10)."""

    command_id = models.CharField(max_length=64, primary_key=True)
    act = models.CharField(max_length=32)
    person = models.ForeignKey("tables.Person", on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    digest = models.CharField(max_length=64)
    version = models.PositiveBigIntegerField()
    answer = models.JSONField()
    acted_at = models.DateTimeField()

    class Meta:
        """What the database guarantees."""

        constraints = [
            models.CheckConstraint(
                condition=Q(command_id__regex=COMMAND_ID), name="command_id_is_from_outside_or_internal"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.command_id}"


class Checkpoint(models.Model):
    """A signed statement of where every chain of a casino stands (AUD 3.1); its copy outside proves what is here."""

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="checkpoints")
    number = models.PositiveBigIntegerField()
    epoch = models.PositiveIntegerField(default=1)
    """Which list it is of (AUD 3.5)."""
    time = models.DateTimeField()
    list_size = models.PositiveBigIntegerField()
    root = models.CharField(max_length=64)
    frontier = models.JSONField(default=list)
    """The roots of the complete subtrees of the list, so that it grows unread; they come to the signed root or are wrong."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    key_id = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    note = models.TextField(default="", blank=True)
    """The same as a signed note, for witnesses (AUD 3.3); empty where it was made before there were notes."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["casino", "number"], name="one_checkpoint_a_number")]

    def __str__(self) -> str:
        return f"checkpoint {self.number} of casino {self.casino_id}"


class CheckpointLeaf(models.Model):
    """One chain's head in a checkpoint, at its place in the casino's append-only list (AUD 3.1)."""

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="checkpoint_leaves")
    epoch = models.PositiveIntegerField(default=1)
    position = models.PositiveBigIntegerField()
    checkpoint = models.ForeignKey(Checkpoint, on_delete=models.PROTECT, related_name="leaves")
    chain = models.CharField(max_length=40)
    sequence = models.BigIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        indexes = [models.Index(fields=["chain", "sequence"], name="leaf_by_chain")]
        constraints = [models.UniqueConstraint(fields=["casino", "epoch", "position"], name="one_leaf_a_position")]

    def __str__(self) -> str:
        return f"leaf {self.position}: {self.chain} {self.sequence}"


class Export(models.Model):
    """An export of the audit log: a job with a lease and a heartbeat, and the file it came to (AUD 4.1)."""

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        READY = "ready"
        FAILED = "failed"
        CANCELLED = "cancelled"

    casino = models.ForeignKey("tables.Casino", on_delete=models.PROTECT, related_name="exports")
    filter = models.JSONField(default=dict)
    requested_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, related_name="+")
    requested_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    lease = models.CharField(max_length=64, blank=True)
    """Who works on it: another lease means that another has taken it up."""
    attempts = models.PositiveSmallIntegerField(default=0)
    heartbeat_at = models.DateTimeField(null=True)
    entries_total = models.BigIntegerField(null=True)
    entries_done = models.BigIntegerField(default=0)
    file = models.CharField(max_length=200, blank=True)
    size = models.BigIntegerField(null=True)
    sha256 = models.CharField(max_length=64, blank=True)
    problem = models.CharField(max_length=200, blank=True)
    cancelled_by = models.ForeignKey("tables.Person", on_delete=models.PROTECT, null=True, related_name="+")
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(state="ready") | (~Q(file="") & ~Q(sha256="") & Q(size__isnull=False)),
                name="ready_export_has_its_file",
            ),
            models.CheckConstraint(
                condition=~Q(state="running") | (~Q(lease="") & Q(heartbeat_at__isnull=False)),
                name="running_export_has_a_lease",
            ),
        ]

    def __str__(self) -> str:
        return f"export {self.pk}: {self.state}"
