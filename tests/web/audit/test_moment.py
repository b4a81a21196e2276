"""AUD 7.1, 7.4: a table at a moment by the clock of the house, and lines of the log that are sentences."""

from datetime import timedelta

import pytest
from django.test import Client

from tables.models import AuditEntry
from tables.queries.times import moments_by_clock
from tables.web.audit.sentences import sentence_of
from tables.web.audit.speaker import Speaker
from tables.web.shared.money import MoneyFormat
from tests.actions.felt import settled
from tests.cast import Cast, make_cast
from tests.web.audit.test_replay import signed_in
from tests.web.conftest import source_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    cast = make_cast()
    settled(cast)
    return cast


@pytest.fixture
def ines(cast: Cast) -> Client:
    return signed_in(cast, "ines")


def test_aud_7_1_a_moment_leads_to_placard_round_dealer_and_players(cast: Cast, ines: Client) -> None:
    at = AuditEntry.objects.get(act="deal").time.isoformat()
    page = source_of(ines.get("/compliance/moment/", {"table": "12", "at": at}))
    for words in (
        "Dana (1001)",
        "/placards/12/?at=",
        "/compliance/tables/12/rounds/1/",
        "designated player",
        "under way",
    ):
        assert words in page
    assert "settle_round" in page


def test_aud_7_1_what_happened_later_is_not_in_it(cast: Cast, ines: Client) -> None:
    """Before the first player sat down there is nobody; a player who moved is where they were then."""
    first = AuditEntry.objects.filter(act="sit").order_by("time").first()
    assert first
    before = (first.time - timedelta(seconds=1)).isoformat()
    assert "Nobody sat there." in source_of(ines.get("/compliance/moment/", {"table": "12", "at": before}))


@pytest.mark.parametrize(
    ("table", "at", "words"),
    [
        ("12", "yesterday", "A time is needed here"),
        ("x", "2026-03-01 21:00", "The number of a table is needed here."),
        ("12", "2999-01-01 00:00", "This time lies ahead"),
        ("77", "2026-03-01 21:00", "There is no table 77."),
    ],
)
def test_aud_7_1_what_cannot_be_shown_is_said(ines: Client, table: str, at: str, words: str) -> None:
    reply = ines.get("/compliance/moment/", {"table": table, "at": at})
    assert reply.status_code == 400
    assert words in source_of(reply)


def test_aud_7_1_an_hour_that_exists_twice_asks_which(db: None) -> None:
    """The log too; in spring the hour that is left out is no time."""
    ines = signed_in(make_cast(time_zone="Europe/Vienna"), "ines")
    page = source_of(ines.get("/compliance/moment/", {"table": "12", "at": "2025-10-26T02:30"}))
    assert "CEST" in page
    assert "at=2025-10-26T01%3A30%3A00.000000Z" in page
    assert "twice that night" in source_of(ines.get("/compliance/", {"since": "2025-10-26T02:30"}))
    assert len(moments_by_clock("2025-10-26 02:30", "Europe/Vienna")) == 2
    assert moments_by_clock("2025-03-30 02:30", "Europe/Vienna") == []


def test_aud_7_1_placards_stand_under_the_number_of_their_table(cast: Cast) -> None:
    """And under their old address."""
    assert Client().get("/placards/12/").status_code == 200
    assert Client().get(f"/placard/{cast.table.pk}/").status_code == 200
    assert Client().get("/placards/99999999999/").status_code == 404


def said(cast: Cast, act: str, **payload: object) -> str:
    """The sentence of an entry of Dana's."""
    speaker = Speaker({"1001": "Dana", "2002": "Petra"}, MoneyFormat(2, ",", "."))
    return sentence_of({"act": act, "person": "1001", "role": "dealer", "payload": payload}, speaker)  # type: ignore[typeddict-item]


def test_aud_7_4_a_line_of_the_log_is_a_sentence(cast: Cast) -> None:
    """With names, and with amounts in the currency."""
    wagers = {"before": {"wagers": {"3": {"ante": 3050}}}, "after": {"wagers": {"3": {"ante": 1000}}}}
    assert said(cast, "enter_wagers", sent={}, **wagers) == "Dana: took 20.50 off seat 3's Ante"
    signed = said(cast, "void_round", after={"reason": "red_light", "words": ""}, signature={"badge": "2002"})
    assert signed == "Dana: declared the round void: Shuffler's red light; signed by Petra"


def test_aud_7_4_the_designated_player_is_in_the_line_of_a_settlement(cast: Cast, ines: Client) -> None:
    page = source_of(ines.get("/compliance/", {"act": "settle_round"}))
    assert "designated player at seat 1" in page
    entry = AuditEntry.objects.get(act="settle_round")
    whole = source_of(ines.get(f"/compliance/entries/table/12/{entry.sequence}/"))
    assert "Designated player: the bank was" in whole


@pytest.mark.parametrize("payload", [{}, {"output": 5}, {"sent": None}, {"after": [], "before": "x"}])
def test_aud_7_4_an_entry_that_cannot_be_told_is_shown_all_the_same(cast: Cast, payload: dict[str, object]) -> None:
    for act in ("settle_round", "enter_wagers", "sit", "void_round", "frobnicate"):
        assert said(cast, act, **payload).startswith("Dana: ")
