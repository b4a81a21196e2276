"""AUD 5.1 over HTTP: the reports as JSON by pages and as CSV."""

from typing import Any

import pytest

from tables.jobs.search import fill_search
from tables.queries.reports import REPORTS
from tests.api.http import Http, program
from tests.cast import Cast
from tests.draw_tables import match_given_up
from tests.house_access import something_for_access

PARTS = [(report.name, part.name) for report in REPORTS.values() for part in report.parts]


@pytest.fixture
def played(cast: Cast) -> Cast:
    """A round that was opened and void, a change that was asked for; and a match at another table."""
    cast.seat_players((1, 2, 4))
    offers = [{"seat": 1, "answer": "declined"}, {"seat": 2, "answer": "accepted", "bank": 30000}]
    cast.act("open_round", offers=offers)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 1, "ante": 1000}])
    cast.act("deal", number=1)
    cast.act("void_round", number=1, reason="red_light")
    cast.act("request_rule_change", rules={"chip_unit": 500}, base_version=1, reason="late")
    match_given_up(cast)
    something_for_access(cast)
    fill_search()
    return cast


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_aud_5_1_every_report_is_as_it_is_described(played: Cast, frank: Http, name: str, part: str) -> None:
    found = frank.get(f"audit/reports/{name}/?part={part}")
    assert found.status == 200
    assert found.body["rows"]
    assert found.body["next"] is None
    table = found.body["rows"][0].get("table") or 12
    page = frank.get(f"audit/reports/{name}/?part={part}&limit=1&table={table}")
    assert page.body["rows"][0] == found.body["rows"][0] or name == "access"


def test_aud_5_1_the_next_page_begins_where_the_first_ended(played: Cast, frank: Http) -> None:
    first = frank.get("audit/reports/rotation/?limit=1").body
    second = frank.get(f"audit/reports/rotation/?limit=1&cursor={first['next']}").body
    assert [row["seat"] for row in (*first["rows"], *second["rows"])] == [2, 1]
    assert second["next"] is None


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_aud_5_1_csv_is_a_file(played: Cast, frank: Http, name: str, part: str) -> None:
    answer = csv_of(frank, f"audit/reports/{name}/?part={part}&format=csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="{name}')
    lines = answer.getvalue().decode("utf-8-sig").splitlines()
    assert len(lines) == 1 + len(frank.get(f"audit/reports/{name}/?part={part}").body["rows"])


def csv_of(http: Http, address: str) -> Any:
    """An answer that is no JSON."""
    return http.client.get(f"/api/v1/{address}", headers={"authorization": f"Token {http.token}"})


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("day=yesterday", "day"),
        ("since=2026-03-01", "since"),
        ("table=x", "table"),
        ("part=none", "part"),
        ("format=pdf", "format"),
        ("cursor=x", "cursor"),
        ("limit=0", "limit"),
        ("month=3", "month"),
    ],
)
def test_aud_5_1_what_cannot_be_asked_for_is_refused(cast: Cast, frank: Http, query: str, field: str) -> None:
    refused = frank.get(f"audit/reports/exceptions/?{query}")
    assert (refused.code, refused.body["field"]) == ("400 bad_field", field)


def test_ops_1_4_only_floor_and_compliance_read_reports(cast: Cast) -> None:
    codes = {}
    for badge in ("2001", "3001", "1001", "9001", "5001"):
        answer = program(cast, badge).get("audit/reports/rake/")
        codes[badge] = answer.status
    assert codes == {"2001": 200, "3001": 200, "1001": 403, "9001": 403, "5001": 403}
    assert Http().get("audit/reports/rake/").status == 401
