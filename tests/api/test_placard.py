"""OPS 4.6 over HTTP: the placard, public, now and at any time."""

from datetime import timedelta

import pytest

from tables.models import RulesVersion
from tests.api.http import Http
from tests.cast import Cast
from tests.rule_history import approve, put_in_force, request_change


def test_ops_4_6_anybody_reads_the_placard(cast: Cast) -> None:
    """And is answered 304 while nothing changes."""
    address = f"tables/{cast.table.pk}/placard/"
    shown = Http().get(address)
    assert shown.body["rules"]["document"]["limits"]["ante"] == {"min": 1000, "max": 30000}
    assert shown.headers["Cache-Control"] == "public, no-cache"
    assert Http().get(address, **{"if-none-match": shown.headers["ETag"]}).status == 304
    assert Http().get(f"tables/{cast.table.pk + 9}/placard/").code == "404 not_found"


def test_ops_4_6_at_any_time(cast: Cast) -> None:
    begun = RulesVersion.objects.get().in_force_from
    change = request_change(cast, {"chip_unit": 500}, begun)
    approve(cast, change, begun + timedelta(milliseconds=1))
    put_in_force(cast, change, begun + timedelta(milliseconds=2))
    found = []
    for milliseconds in (-1, 0, 1, 2):
        at = (begun + timedelta(milliseconds=milliseconds)).isoformat().replace("+00:00", "Z")
        body = Http().get(f"tables/{cast.table.pk}/placard/?at={at}").body
        found.append((body["rules"] and body["rules"]["version"], body["coming"] is not None))
    assert found == [(None, False), (1, False), (1, True), (2, False)]


@pytest.mark.parametrize(
    "query", ["at=", "at=now", "at=2026-03-01", "at=2999-01-01T00:00:00Z", "when=2026-03-01T00:00:00Z"]
)
def test_ops_4_6_a_time_that_is_none_is_refused(cast: Cast, query: str) -> None:
    refused = Http().get(f"tables/{cast.table.pk}/placard/?{query}")
    assert (refused.code, refused.body["field"]) == ("400 bad_field", query.partition("=")[0])
