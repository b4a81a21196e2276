"""AUD 5.1, LOOK 3: the reports and the rotation ledger as pages."""

from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.jobs.search import fill_search
from tables.queries.reports import REPORTS
from tests.actions.felt import BANK_HAND, BETTER, dealt, decide, show
from tests.cast import ANY_BANK, PASSWORD, Cast, make_cast
from tests.draw_tables import match_given_up
from tests.house_access import something_for_access


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast(ANY_BANK)


@pytest.fixture
def evening(cast: Cast) -> Cast:
    """A round with a dead hand, a recount, a change that was asked for; and a match at another table."""
    number = dealt(cast, {"seat": 2, "ante": 2000}, {"seat": 4, "ante": 1000}, bank=1000)
    decide(cast, number, seat2=2000, seat4="fold")
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    cast.act("recount", seat=4, chips=90000, reason="other", words="=HYPERLINK(1)")
    cast.act(
        "request_rule_change", rules={"limits": {"ante": {"min": 1000, "max": 20000}}}, base_version=1, reason="late"
    )
    cast.act("void_round", number=cast.open_round(bank_seat=2, bank=1000), reason="red_light")
    match_given_up(cast)
    something_for_access(cast)
    fill_search()
    return cast


def signed_in(badge: str) -> Client:
    client = Client()
    client.post("/login/", {"badge": badge, "password": PASSWORD})
    return client


def text_of(response: Any) -> str:
    return " ".join(unescape(response.content.decode()).split())


@pytest.mark.parametrize("badge", ["2001", "3001"])
@pytest.mark.parametrize("name", REPORTS)
def test_aud_5_1_floor_and_compliance_look_at_every_report(evening: Cast, name: str, badge: str) -> None:
    response = signed_in(badge).get(f"/compliance/reports/{name}/")
    assert response.status_code == 200
    assert "Nothing in this period." not in text_of(response)


@pytest.mark.parametrize("badge", ["9001", "1001"])
def test_ops_1_4_nobody_else_does(evening: Cast, badge: str) -> None:
    assert signed_in(badge).get("/compliance/reports/rake/").status_code in (302, 403)
    assert signed_in(badge).get(f"/floor/tables/{evening.table.pk}/rotation/").status_code in (302, 403)
    assert Client().get("/compliance/reports/rake/").status_code == 302


def test_aud_5_1_exceptions_lead_to_the_round_and_the_entry(evening: Cast) -> None:
    text = text_of(signed_in("3001").get("/compliance/reports/exceptions/"))
    for words in ("Dead hand", "Given back: 40", "Recount", "Words: =HYPERLINK(1)", " UTC"):
        assert words in text
    assert '<a href="/compliance/tables/12/rounds/1/">1</a>' in text
    assert '<a href="/compliance/entries/table/12/' in text


def test_aud_5_1_the_rake_is_summed(evening: Cast) -> None:
    text = text_of(signed_in("3001").get("/compliance/reports/rake/"))
    assert "each player and the bank" in text
    assert '<th class="amount">2</th>' in text


def test_aud_5_1_a_change_leads_to_what_the_placard_showed(evening: Cast) -> None:
    client = signed_in("2001")
    text = text_of(client.get("/compliance/reports/changes/"))
    assert "limits.ante.max: 300 \N{RIGHTWARDS ARROW} 200" in text
    start = text.index(f"/placard/{evening.table.pk}/?at=")
    assert client.get(unescape(text[start : text.index('"', start)])).status_code == 200


@pytest.mark.parametrize(("query", "words"), [
    ("?day=yesterday", "day must be a date"),
    ("?first=2026-03-01&last=2026-02-01", "until must be later"),
    ("?since=noon", "since must be a time with its offset"),
    ("?table=none", "table must be the number of a table"),
    ("?part=none", "no such part"),
    ("?format=pdf", "format must be csv"),
    ("?cursor=x", "was not given out here"),
    ("?month=3", "month is not known here"),
    ("?first=%3Cscript%3E", "first must be a date"),
])  # fmt: skip
def test_look_3_what_cannot_be_asked_for_is_said(cast: Cast, query: str, words: str) -> None:
    response = signed_in("3001").get(f"/compliance/reports/exceptions/{query}")
    assert response.status_code == 400
    assert words in text_of(response)
    assert b"<script>" not in response.content


def test_look_3_a_link_shows_the_same_view(evening: Cast) -> None:
    """The filters live in the address; another day is another view, and the days lead to each other."""
    client = signed_in("3001")
    text = text_of(client.get("/compliance/reports/exceptions/?day=2026-03-29&table=12"))
    assert "Nothing in this period." in text
    assert "2026-03-29 06:00:00 UTC to 2026-03-30 06:00:00 UTC · Table 12" in text
    assert 'href="?day=2026-03-28&table=12"' in text
    assert 'href="?day=2026-03-30&table=12"' in text


@pytest.mark.parametrize(
    ("name", "part"), [(report.name, part.name) for report in REPORTS.values() for part in report.parts]
)
def test_aud_5_1_csv_is_streamed_as_a_file(evening: Cast, name: str, part: str) -> None:
    response = signed_in("3001").get(f"/compliance/reports/{name}/?part={part}&format=csv")
    assert response.streaming
    assert response.headers["Content-Disposition"].startswith(f'attachment; filename="{name}')
    body = response.getvalue().decode("utf-8-sig")
    assert body.count("\r\n") > 1
    assert '"=' not in body


def test_ops_3_6_the_ledger_of_a_table(evening: Cast) -> None:
    client = signed_in("2001")
    address = f"/floor/tables/{evening.table.pk}/rotation/"
    text = text_of(client.get(address))
    for words in ("Rotation of the bank, table 12", "By player and seat", "Rounds banked", "takes it", "Every offer"):
        assert words in text
    assert client.get(f"/floor/tables/{evening.table.pk + 100}/rotation/").status_code == 404
    body = client.get(f"{address}?format=csv").getvalue().decode("utf-8-sig")
    assert body.splitlines()[0].startswith('"time (UTC)","table","round","seat"')


@pytest.mark.parametrize("name", REPORTS)
def test_look_3_queries_do_not_grow_with_the_rows(evening: Cast, name: str) -> None:
    client = signed_in("3001")
    counts = []
    for chips in (80000, 70000):
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/compliance/reports/{name}/")
        counts.append(len(captured))
        evening.act("recount", seat=4, chips=chips, reason="tip")
    assert counts[0] == counts[1]


def test_aud_5_1_a_sum_below_a_page_says_that_it_is_the_pages(evening: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are other pages; nobody is to take it for the sum of the period."""
    address = "/compliance/reports/rotation/?part=players"
    whole = text_of(signed_in("3001").get(address))
    assert ">Total<" in whole
    monkeypatch.setattr("tables.web.reports.views.ROWS", 1)
    first = text_of(signed_in("3001").get(address))
    assert ">This page<" in first
    assert ">Total<" not in first
