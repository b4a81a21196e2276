"""AUD 5.1: the reports, built from the log, the journal and the rows, page by page."""

import csv
import io
from datetime import datetime

import pytest
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext

from tables.actions.people.sign_in import sign_in, tap_in
from tables.errors import NotAllowed, TableError
from tables.games.values import JSON
from tables.models import Leg, Owed
from tables.queries.reports import REPORTS
from tables.queries.reports.csv_file import csv_file
from tables.queries.reports.exceptions import EXCEPTION
from tables.queries.reports.model import ReportQuery
from tests.actions.felt import BANK_HAND, BETTER, WORSE, decide, settled, show
from tests.cast import PASSWORD, PINS, Cast, command_id
from tests.queries.reports.evening import an_evening, by_kind, details, on_a_tablet, rows, today

ALL = [(report.name, part.name) for report in REPORTS.values() for part in report.parts]


def test_aud_5_1_exceptions_of_an_evening(cast: Cast) -> None:
    """Each with its time, table, round, who and what."""
    an_evening(cast)
    kinds = by_kind(rows("exceptions", today(cast)))
    assert set(kinds) == {"dead_hand", "recount", "override", "wager_changed", "outside_limits", "void"}
    assert [(row["table"], row["round"], row["person"], row["signed_by"]) for row in kinds["override"]] == [
        (12, 2, "1001", "2002")
    ]
    assert details(kinds["override"][0]) == {"spot": "ante", "amount": 40000}
    assert (kinds["dead_hand"][0]["seat"], details(kinds["dead_hand"][0])) == (2, {"returned": 4000})
    assert details(kinds["recount"][0])["reason"] == "tip"
    assert details(kinds["wager_changed"][0]) == {"before ante": 1000, "after ante": 40000}
    assert details(kinds["void"][0]) == {"reason": "other", "words": "=1+1"}


def test_aud_5_1_a_raise_adjusted_and_a_refused_act_are_exceptions(cast: Cast) -> None:
    cast.seat_players((1, 2, 4))
    number = cast.open_round(bank=50000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    decide(cast, number, seat2=3000)
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)
    with pytest.raises(NotAllowed):
        cast.act("suspend_table", by="dana", reason="no")
    kinds = by_kind(rows("exceptions", today(cast)))
    assert details(kinds["raise_adjusted"][0]) == {"excess": 2000}
    assert (kinds["refused"][0]["table"], kinds["refused"][0]["person"]) == (12, "1001")
    assert details(kinds["refused"][0])["act"] == "suspend_table"


def test_aud_5_1_a_correction_and_what_is_owed_after_it(cast: Cast) -> None:
    """Beside the entry of the correction, with who asked for it and who signed it."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=2)
    corrections = {"hands": [{"seat": 2, "cards": WORSE}, {"seat": 4, "cards": BETTER}]}
    cast.act(
        "correct_round",
        number=number,
        corrections=corrections,
        reason="misread_hand",
        words="",
        by="frank",
        signed_by="petra",
    )
    kinds = by_kind(rows("exceptions", today(cast)))
    assert (kinds["correction"][0]["round"], kinds["correction"][0]["signed_by"]) == (1, "2002")
    owed = Owed.objects.get()
    assert (kinds["owed"][0]["seat"], details(kinds["owed"][0])) == (2, {"amount": owed.amount, "reason": "correction"})
    assert kinds["owed"][0]["person"] == "2001"
    assert kinds["owed"][0]["entry"] == kinds["correction"][0]["entry"]
    paged = in_pages("exceptions", today(cast), 1)
    assert paged == rows("exceptions", today(cast))


def in_pages(name: str, query: ReportQuery, size: int) -> list[JSON]:
    """A report read by pages of so many."""
    part, found, cursor = REPORTS[name].part(""), [], None
    while True:
        page, cursor = part.page(query, cursor, size)
        found += page
        if cursor is None:
            return found


def test_aud_5_exceptions_are_found_by_their_own_index(cast: Cast) -> None:
    """However many entries lie between them: the condition is the index's, word for word."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN SELECT FROM tables_auditentry WHERE {EXCEPTION} AND time > now()")
        plan = str(cursor.fetchall())
    assert "entry_exceptions" in plan


@pytest.mark.parametrize("name", ["exceptions", "access", "rotation"])
def test_aud_5_pages_join_without_gap_or_overlap(cast: Cast, name: str) -> None:
    an_evening(cast)
    whole = rows(name, today(cast))
    assert len(whole) >= 2
    assert in_pages(name, today(cast), 1) == whole
    assert in_pages(name, today(cast), 2) == whole


def test_aud_5_1_the_rake_is_what_the_journal_says(cast: Cast) -> None:
    """By table, gaming day and method; a dead hand and a void give it back."""
    an_evening(cast)
    (row,) = rows("rake", today(cast))
    taken = -Leg.objects.filter(account="rake").aggregate(total=Sum("amount"))["total"]
    assert abs(taken) == row["rake"] == row["collected"] - row["returned"]
    assert {name: row[name] for name in ("table", "method", "amount", "rounds")} == {
        "table": 12,
        "method": "all_players",
        "amount": 100,
        "rounds": 2,
    }
    # Of three who paid in the first round one was dead; the second was void.
    assert (row["collected"], row["returned"], row["rake"]) == (600, 400, 200)


def test_ops_3_6_counts_by_player_and_seat(cast: Cast) -> None:
    """Offered, took, declined, rounds banked, largest bank; and every offer."""
    cast.seat_players((1, 2, 4))
    offers = [{"seat": 1, "answer": "declined"}, {"seat": 2, "answer": "accepted", "bank": 30000}]
    number = cast.act("open_round", offers=offers).body["round"]
    cast.act("void_round", number=number, reason="red_light")
    counted = {row["seat"]: row for row in rows("rotation", today(cast), "players")}
    assert [counted[1][name] for name in ("offered", "accepted", "declined", "rounds_banked")] == [1, 0, 1, 0]
    assert [counted[2][name] for name in ("offered", "accepted", "declined", "rounds_banked")] == [1, 1, 0, 0]
    assert counted[2]["largest_bank"] == 30000
    offered = rows("rotation", today(cast))
    assert [(row["seat"], row["answer"], row["bank"]) for row in offered] == [
        (2, "accepted", 30000),
        (1, "declined", None),
    ]


def test_aud_5_1_changes_of_rules_with_who_and_when(cast: Cast) -> None:
    """And the addresses of what the placard showed before, meanwhile and after."""
    cast.act(
        "request_rule_change",
        rules={"limits": {"ante": {"min": 1000, "max": 20000}}},
        base_version=1,
        reason="late",
        by="dana",
    )
    (row,) = rows("changes", today(cast))
    assert (row["state"], row["requested_by"], row["decided_by"], row["reason"]) == ("requested", "1001", None, "late")
    assert row["differences"] == [{"rule": "limits.ante.max", "before": 30000, "after": 20000, "is_amount": True}]
    assert row["placard_before"].startswith(f"/placard/{cast.table.pk}/?at=")
    assert row["placard_after"] is None


def test_aud_5_1_who_signed_in_where_and_who_failed(cast: Cast) -> None:
    with pytest.raises(TableError):
        tap_in(table_id=cast.table.pk, badge="1002", pin="999888", tablet_id=None, command_id=command_id())
    sign_in(casino_id=cast.casino.pk, badge="2001", password=PASSWORD, command_id=command_id())
    found = rows("access", today(cast))
    told = [(row["what"], row["badge"], row["name"], row["role"], row["table"]) for row in found[:2]]
    assert told == [("sign_in", "2001", "Frank", "floor", None), ("sign_in_failed", "1002", "Dora", None, None)]
    assert details(found[1])["reason"] == "secret"
    assert (found[2]["what"], found[2]["table"]) == ("tap_in", 12)
    assert PINS["1002"] not in str(found)


def test_aud_5_1_where_is_the_tablet_or_a_browser(cast: Cast) -> None:
    on_a_tablet(cast)
    first = next(row for row in rows("access", today(cast)) if row["what"] == "tap_in")
    assert (first["where"], first["table"], first["badge"]) == ("Felt", 12, "1001")


def test_aud_5_1_who_holds_which_role_given_by_whom(cast: Cast) -> None:
    held = {(row["badge"], row["role"]): row for row in rows("access", today(cast), "roles")}
    assert set(held) >= {("1001", "dealer"), ("2001", "floor"), ("3001", "compliance"), ("9001", "admin")}
    assert held["2001", "floor"]["to"] is None


@pytest.mark.parametrize(("name", "part"), ALL)
def test_aud_5_1_csv_is_read_back_as_the_same_rows(cast: Cast, name: str, part: str) -> None:
    """One line a row, no cell a formula, times by the casino's clock with their offset."""
    an_evening(cast)
    query = today(cast)
    text = b"".join(csv_file(REPORTS[name].part(part), query)).decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(text)))
    assert len(lines) == 1 + len(rows(name, query, part))
    for line in lines[1:]:
        assert len(line) == len(lines[0])
        for cell in line:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    if "time (UTC)" in lines[0] and len(lines) > 1:
        assert datetime.fromisoformat(lines[1][lines[0].index("time (UTC)")]).tzinfo is not None


def test_aud_4_2_no_cell_is_taken_for_a_formula(cast: Cast) -> None:
    """With anything that was written as a reason."""
    an_evening(cast)
    text = b"".join(csv_file(REPORTS["exceptions"].part(""), today(cast))).decode()
    assert "words: =1+1" in text
    assert '"=1+1' not in text


@pytest.mark.parametrize(("name", "part"), ALL)
def test_aud_5_statements_do_not_grow_with_the_rows(cast: Cast, name: str, part: str) -> None:
    counts: list[int] = []
    for _again in range(2):
        an_evening(cast) if not counts else cast.act("recount", seat=4, chips=88000, reason="tip")
        with CaptureQueriesContext(connection) as captured:
            REPORTS[name].part(part).page(today(cast), None, 50)
        counts.append(len(captured) - 1)  # the casino itself is read by the test
        assert not any("count(*)" in query["sql"].lower() for query in captured.captured_queries)
    assert counts[0] == counts[1] == STATEMENTS[name, part]


STATEMENTS = {
    ("exceptions", "exceptions"): 2,
    ("rounds", "rounds"): 3,
    ("rounds", "bets"): 3,
    ("rounds", "by_dealer"): 1,
    ("rounds", "by_table"): 1,
    ("rounds", "by_signer"): 1,
    ("rounds", "pairs"): 1,
    ("rake", "rake"): 2,
    ("rotation", "offers"): 1,
    ("rotation", "players"): 3,
    ("matches", "matches"): 1,
    ("changes", "changes"): 1,
    ("access", "attempts"): 3,
    ("access", "roles"): 1,
    ("access", "exports"): 2,
    ("access", "failed"): 1,
    ("access", "unused"): 1,
    ("access", "roster"): 1,
}


@pytest.mark.parametrize(("name", "part"), ALL)
@pytest.mark.parametrize("cursor", ["x", "-1", "1.2.", "1.2.3.4", "9" * 30, "1.1.1/house; drop", ""])
def test_aud_5_a_cursor_that_was_not_given_out_is_refused(cast: Cast, name: str, part: str, cursor: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        REPORTS[name].part(part).page(today(cast), cursor, 10)
