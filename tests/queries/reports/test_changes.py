"""AUD 7.4: the report of changes of rules tells limits apart, and names the entries."""

from tables.models import AuditEntry
from tests.cast import Cast
from tests.queries.reports.evening import rows, today


def test_aud_7_4_changes_of_limits_by_themselves(cast: Cast) -> None:
    """What else a change changes is left out; the entry of the request is named."""
    rules = {"limits": {"ante": {"min": 1000, "max": 20000}}, "recount": {"signed_above": 40000}}
    cast.act("request_rule_change", rules=rules, base_version=1, reason="late", by="dana")
    (row,) = rows("changes", today(cast, limits_only=True))
    assert [found["rule"] for found in row["differences"]] == ["limits.ante.max"]
    assert row["request_entry"] == AuditEntry.objects.get(act="request_rule_change").sequence
    assert len(rows("changes", today(cast))[0]["differences"]) == 2
