"""House rules as immutable versions (OPS 4.1)."""

from django.db import models


class RulesVersion(models.Model):
    """One version of a table's house rules; it is never changed, only followed by another."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="rules_versions")
    number = models.PositiveIntegerField()
    game = models.CharField(max_length=32)
    document = models.JSONField()
    in_force_from = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_rules_version_a_number")]

    def __str__(self) -> str:
        return f"rules {self.number} of table {self.table_id}"
