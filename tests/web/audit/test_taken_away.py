"""What leaves the house is an entry, and the access report tells it (AUD 7.5)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import AuditEntry, Casino, RoleGrant
from tables.policy import Act
from tables.queries.reports import REPORTS
from tables.queries.reports.model import ReportQuery
from tables.queries.reviews import EVERY, last_review, roles_held
from tests.actions.felt import settled
from tests.api.http import program
from tests.cast import PASSWORD, Cast
from tests.house_access import something_for_access, unused_account


@pytest.fixture
def house(cast: Cast) -> Cast:
    """After a round."""
    settled(cast)
    return cast


def signed_in(badge: str) -> Client:
    """A browser of theirs."""
    client = Client()
    client.post("/login/", {"badge": badge, "password": PASSWORD})
    return client


def taken() -> list[Any]:
    """What was recorded of reports that were taken away."""
    return list(AuditEntry.objects.filter(act=Act.EXPORT_REPORT).order_by("sequence"))


def test_aud_7_5_a_report_taken_from_its_page_is_one_entry(house: Cast) -> None:
    """With report, part, filters and period, and before the first byte; looking at the page is none."""
    frank = signed_in("2001")
    frank.get("/compliance/reports/access/")
    assert taken() == []
    answer: Any = frank.get(
        "/compliance/reports/rounds/?part=bets&first=2026-01-01&last=2026-01-31&table=12&format=csv"
    )
    (entry,) = taken()
    assert (entry.person, entry.role) == ("2001", "floor")
    sent = entry.payload["sent"]
    assert (sent["report"], sent["part"]) == ("rounds", "bets")
    assert sent["filters"] == {"first": "2026-01-01", "last": "2026-01-31", "table": "12"}
    assert sent["since"] < sent["until"]
    assert b"".join(answer.streaming_content)
    assert len(taken()) == 1


def test_aud_7_5_a_report_taken_by_a_program_is_one_entry(house: Cast) -> None:
    """The same; JSON by pages is reading, and none."""
    ines = program(house, "3001")
    assert ines.get("audit/reports/rake/").status == 200
    assert taken() == []
    ines.client.get("/api/v1/audit/reports/rake/?format=csv", headers={"authorization": f"Token {ines.token}"})
    (entry,) = taken()
    assert (entry.person, entry.role, entry.payload["sent"]["report"]) == ("3001", "compliance", "rake")


def test_aud_7_5_what_is_refused_leaves_nothing_and_is_no_such_entry(house: Cast) -> None:
    """An unknown filter, and somebody who may not read reports."""
    assert signed_in("2001").get("/compliance/reports/rake/?format=csv&day=never").status_code == 400
    for badge in ("9001", "1001"):
        assert signed_in(badge).get("/compliance/reports/rake/?format=csv").status_code in (302, 403)
        assert program(house, badge).get("audit/reports/rake/?format=csv").status == 403
    assert taken() == []


def test_aud_7_5_the_access_report_has_what_left_and_who_took_it(house: Cast) -> None:
    """On the page and in the log, in whole sentences."""
    something_for_access(house)
    frank = signed_in("2001")
    frank.get("/compliance/reports/rake/?format=csv")
    page = frank.get("/compliance/reports/access/?part=exports").content.decode()
    assert "Report taken away" in page
    assert "Export asked for" in page
    log = frank.get("/compliance/").content.decode()
    assert "took the report “Rake, " in log
    assert "asked for export" in log
    assert "tables 12" in log


def rows_of(house: Cast, part: str) -> list[Any]:
    """A part of the access report, of the last day."""
    now = timezone.now()
    casino = Casino.objects.get(pk=house.casino.pk)
    query = ReportQuery(casino, now - timedelta(days=1), now + timedelta(minutes=1))
    rows, _cursor = REPORTS["access"].part(part).page(query, None, 50)
    return rows


def test_aud_7_5_failed_sign_ins_by_device(house: Cast) -> None:
    """How often, with which badges, from when to when."""
    something_for_access(house)
    (row,) = rows_of(house, "failed")
    assert (row["where"], row["failed"], row["badges"]) == ("no_tablet", 1, "2001")
    assert row["from"] == row["to"]


def test_aud_7_5_accounts_that_nobody_used(house: Cast) -> None:
    """Given 100 days ago and never used; who was given a role lately, or did anything, is not among them."""
    unused_account(house)
    assert [(row["badge"], row["roles"], row["used"]) for row in rows_of(house, "unused")] == [
        ("2077", ["floor"], None)
    ]
    RoleGrant.objects.filter(person__badge="2077").update(revoked_at=timezone.now())
    assert rows_of(house, "unused") == []


def test_aud_7_5_who_dealt_where(house: Cast) -> None:
    """With the licence, and whether it was over three hours at one table."""
    (row,) = [row for row in rows_of(house, "roster") if row["badge"] == "1001"]
    assert (row["table"], row["to"], row["over"]) == (12, None, "no")


def test_aud_7_5_a_review_of_roles_is_signed_off(house: Cast) -> None:
    """By compliance, of the list as it was shown; the entry holds its hash."""
    ines = signed_in("3001")
    assert "Nobody has reviewed yet" in ines.get("/people/").content.decode()
    held = roles_held(house.casino.pk)
    sent = {"command": "review-1-of-roles", "words": "looked at with the roster", "signature": PASSWORD}
    assert ines.post(f"/people/reviews/{held.sha256}/", sent).status_code == 302
    entry = AuditEntry.objects.get(act=Act.REVIEW_ROLES)
    assert entry.payload["sent"] == {"roles": held.sha256, "words": "looked at with the roster"}
    assert (entry.payload["people"], entry.payload["held"]) == (held.people, held.roles)
    assert entry.payload["signature"]["badge"] == "3001"
    assert "looked at with the roster" in ines.get("/people/").content.decode()


@pytest.mark.parametrize(("wrong", "code"), [({"signature": ""}, "needs_signature"), ({"words": " "}, "bad_field")])
def test_aud_7_5_no_review_without_words_and_signature(house: Cast, wrong: dict[str, str], code: str) -> None:
    """Each is said at its field."""
    sent = {"command": "review-2-of-roles", "words": "looked at", "signature": PASSWORD, **wrong}
    answer = signed_in("3001").post(f"/people/reviews/{roles_held(house.casino.pk).sha256}/", sent)
    assert answer["Croupier-Code"] == code
    assert not AuditEntry.objects.filter(act=Act.REVIEW_ROLES).exists()


def test_aud_7_5_a_list_that_has_changed_is_not_signed(house: Cast) -> None:
    """Somebody was given a role after the page was shown."""
    shown = roles_held(house.casino.pk).sha256
    unused_account(house)
    sent = {"command": "review-3-of-roles", "words": "looked at", "signature": PASSWORD}
    answer = signed_in("3001").post(f"/people/reviews/{shown}/", sent)
    assert "has changed since this list was shown" in answer.content.decode()
    assert not AuditEntry.objects.filter(act=Act.REVIEW_ROLES).exists()


def test_aud_7_5_the_page_warns_after_a_quarter(house: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 92 days."""
    ines = signed_in("3001")
    sent = {"command": "review-4-of-roles", "words": "looked at", "signature": PASSWORD}
    ines.post(f"/people/reviews/{roles_held(house.casino.pk).sha256}/", sent)
    assert "more than 92 days ago" not in ines.get("/people/").content.decode()
    review = last_review(Casino.objects.get(pk=house.casino.pk))
    assert review is not None
    assert not review.is_due
    monkeypatch.setattr("tables.queries.reviews.EVERY", timedelta(0))
    assert timedelta(days=92) == EVERY
    assert "more than 92 days ago" in ines.get("/people/").content.decode()
