"""An evening on which everything that is an exception happens once, and how its reports are read."""

from datetime import UTC, datetime
from typing import Any

from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.actions.people.sign_in import tap_in
from tables.games.values import JSON
from tables.jobs.search import fill_search
from tables.models import Casino
from tables.queries.reports import REPORTS
from tables.queries.reports.model import ReportQuery, rows_of
from tables.queries.times import gaming_day, gaming_day_of
from tests.actions.felt import BANK_HAND, BETTER, dealt, decide, show
from tests.cast import PINS, Cast, command_id


def today(cast: Cast, **more: Any) -> ReportQuery:
    """The present gaming day."""
    casino = Casino.objects.get()
    period = gaming_day(casino, gaming_day_of(casino, datetime.now(UTC)))
    assert period.since is not None
    assert period.until is not None
    return ReportQuery(casino, period.since, period.until, **more)


def rows(name: str, query: ReportQuery, part: str = "") -> list[JSON]:
    return [row for page in rows_of(REPORTS[name].part(part), query) for row in page]


def an_evening(cast: Cast) -> None:
    """Everything that is an exception happens once."""
    on_a_tablet(cast)
    number = dealt(cast, {"seat": 2, "ante": 2000}, {"seat": 4, "ante": 1000}, bank=1000)
    decide(cast, number, seat2=2000, seat4="fold")
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)  # seat 2 is dead: the bank cannot pay them
    cast.act("close_round", number=number)
    cast.act("recount", seat=4, chips=90000, reason="tip")
    number = cast.open_round(bank_seat=2, bank=50000)
    wagers = [{"seat": 1, "ante": 40000, "override": True}, {"seat": 4, "ante": 1000}]
    cast.act("enter_wagers", number=number, wagers=wagers, signed_by="petra")
    cast.act("deal", number=number)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 4, "ante": 40000, "found": True}])
    decide(cast, number, seat1="fold", seat4="fold")
    cast.act("void_round", number=number, reason="other", words="=1+1", signed_by="petra", by="frank")
    fill_search()


def on_a_tablet(cast: Cast) -> None:
    """Dana taps in anew, on the table's tablet."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    tablet, _token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    tap_in(table_id=cast.table.pk, badge="1001", pin=PINS["1001"], tablet_id=tablet.pk, command_id=command_id())


def by_kind(found: list[JSON]) -> dict[str, list[JSON]]:
    kinds: dict[str, list[JSON]] = {}
    for row in found:
        kinds.setdefault(row["what"], []).append(row)
    return kinds


def details(row: JSON) -> dict[str, Any]:
    return {found["name"]: found["text"] if found["amount"] is None else found["amount"] for found in row["details"]}
